"""Somebody sets the clock of the machine under a server: no betting follows it, wagers stop until a person
acknowledges it, and afterwards the time is right again, with the step on record."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

from croupier import store as stores
from croupier.core.refusal import Code
from croupier.floor.clock_steps import RESTARTED
from croupier.floor.demo.pit import PASSWORD
from croupier.host.audit import Audit, audit
from croupier.table import Event
from croupier.table.acts.clock import ClockAcknowledged, ClockStepped
from tests.support.wall import HOUR, PAUSED, SECOND, YEARS, Wall
from tests.support.web import FAST, Line, Server, Visitor, check, log


def _orderly(found: list[Event]) -> bool:
    """Whether times go back only where somebody acknowledged a step."""
    return all(one.at <= two.at or isinstance(two, ClockAcknowledged) for one, two in pairwise(found))


def _audited(db: str) -> Audit:
    with stores.open(db, reading=True) as store:
        return audit(store)


def _bets(line: Line) -> None:
    line.until_betting()
    assert line.ask("place", wager="red", amount=500)["ok"]


def test_a_clock_set_back_keeps_no_betting_open_and_waits_for_a_person(tmp_path: Path) -> None:
    """An hour back: the close comes when it was announced; nothing goes on until somebody restarts the server."""
    db, wall = f"sqlite:///{tmp_path / 'pit.db'}", Wall(tmp_path / "wall")
    with Server(db, "R00", "B6", pace=FAST, wall=wall.path) as server:
        with Visitor(server).at("R00") as line, Visitor(server).at("B6", watching=True) as other:
            _bets(line)
            left, begun = (line.closes or 0) - time.monotonic() * 1000 - line.ahead, time.monotonic()
            wall.steps(-HOUR)
            refusal = line.ask("place", wager="black", amount=500)["refusal"]
            assert (refusal["code"], refusal["message"]) == (Code.CLOCK_STEPPED, PAUSED)
            for each in (line, other):
                each.until(lambda each=each: each.view.get("paused"))  # type: ignore[misc]
            line.until_event("betting-closed")
            assert time.monotonic() - begun < left / 1000 + 1
            line.until_event("settled")
            assert server.get("/readyz").json()["faults"] == {"R00": PAUSED, "B6": PAUSED}
            assert PAUSED in server.get("/").text
            time.sleep(1)  # the next round would have begun after a tenth of a second
        server.end()
    real, before = time.time_ns() // 1000, log(db, "R00")
    assert real - 60 * SECOND < before[0].at
    assert before[-1].at < real
    assert _orderly(before)
    assert not any(isinstance(each, ClockAcknowledged) for each in before)
    with Server(db, "R00", "B6", pace=FAST, wall=wall.path) as server, Visitor(server).at("R00") as line:
        _bets(line)
        server.end()
    _check_record(db, before, wall)


def _check_record(db: str, before: list[Event], wall: Wall) -> None:
    """The step, and who acknowledged it; from then on, times are those of the machine's clock."""
    after = log(db, "R00")[len(before) :]
    (step,) = [each for each in before if isinstance(each, ClockStepped)]
    assert abs(step.after - step.before + HOUR) < SECOND
    said = after[0]
    assert isinstance(said, ClockAcknowledged)
    assert said.by == RESTARTED
    assert (said.before, said.after) == (before[-1].at, said.at)
    assert all(abs(each.at - wall.now) < 60 * SECOND for each in after)
    assert _orderly(after)
    check(db, "R00", "B6")
    found = _audited(db)
    assert (found.holds, found.steps, found.row()["steps"]) == (True, 2, 2)
    says = [says for stream, says in found.remarks if stream == "table/R00"]
    assert re.match(r"round 1: the clock stepped by -(3,600\.0|3,599\.9)", says[0])
    assert says[1].startswith("round 1: whoever restarted the server (pit-supervisor) acknowledged the clock")


def test_a_step_while_no_server_runs_is_found_when_one_opens_the_table(tmp_path: Path) -> None:
    """The last event is of 2036. The first server says so; only who restarts it has seen that, and acknowledges."""
    db, wall = f"sqlite:///{tmp_path / 'pit.db'}", Wall(tmp_path / "wall")
    wall.steps(YEARS)  # the clock was wrong from the start
    with Server(db, "R00", pace=FAST, wall=wall.path) as server:
        with Visitor(server).at("R00") as line:
            _bets(line)
        server.end()
    assert min(each.at for each in log(db, "R00")) > time.time_ns() // 1000 + YEARS - 60 * SECOND
    wall.steps(-YEARS)
    with Server(db, "R00", pace=FAST, wall=wall.path) as server, Visitor(server).at("R00") as line:
        line.until(lambda: line.view.get("paused"))
        server.end()
    paused = len(log(db, "R00"))
    with Server(db, "R00", pace=FAST, wall=wall.path) as server, Visitor(server).at("R00") as line:
        _bets(line)
        server.end()
    after = log(db, "R00")[paused:]
    assert isinstance(after[0], ClockAcknowledged)
    assert all(abs(each.at - time.time_ns() // 1000) < 60 * SECOND for each in after)
    assert _audited(db).holds


def test_a_person_acknowledges_a_step_without_a_server(tmp_path: Path) -> None:
    """`croupier recover` lists the tables that wait, and records who acknowledged the step at one of them."""
    db, wall = f"sqlite:///{tmp_path / 'pit.db'}", Wall(tmp_path / "wall")

    def recover(*words: str, status: int = 0) -> str:
        given = [sys.executable, "-m", "croupier", "recover", "--db", db, *words]
        done = subprocess.run(given, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        return done.stdout

    wall.steps(YEARS)
    with Server(db, "R00", pace=FAST, wall=wall.path) as server, Visitor(server).at("R00") as line:
        _bets(line)
        server.end()
    wall.steps(-YEARS)
    with Server(db, "R00", pace=FAST, wall=wall.path) as server, Visitor(server).at("R00") as line:
        line.until(lambda: line.view.get("paused"))
        server.end()
    assert "Table R00: the clock stepped by -" in recover(status=1)
    assert not isinstance(log(db, "R00")[-1], ClockAcknowledged)
    file = tmp_path / "secrets.toml"
    file.write_text(f'"Kim Okafor" = "{PASSWORD}"\n')
    file.chmod(0o600)
    recover("--table", "R00", "--by", "Kim Lee", "--licence", "4711", status=2)
    given = ("--table", "R00", "--by", "Kim Okafor", "--secrets", str(file))
    assert "Kim Okafor acknowledged" in recover(*given)
    last = log(db, "R00")[-1]
    assert isinstance(last, ClockAcknowledged)
    assert (last.by.person, last.by.role, last.by.licence) == ("Kim Okafor", "key-manager", "DEMO-2")
    assert last.by.credential
    assert "No table needs to be recovered." in recover()
    with Server(db, "R00", pace=FAST, wall=wall.path) as server, Visitor(server).at("R00") as line:
        _bets(line)
        server.end()
    assert _audited(db).holds


#: Where the machine's clock may be read: the one clock, the ages of files, the name of a file that is set aside, and
#: what a terminal notes on the evidence that it keeps.
READ = {"core/clock.py", "store/private_folder.py", "floor/demonstration.py", "web/terminal/witness.js"}


def test_nothing_else_reads_the_clock_of_the_machine() -> None:
    source = Path(stores.__file__).parents[1]
    called = r"time\.(time|time_ns|gmtime|localtime|strftime)\b|datetime\.(now|utcnow|today)|Date\.now|new Date"
    reads = re.compile(called)
    found = set()
    for path in [*source.rglob("*.py"), *source.rglob("*.js")]:
        if reads.search(path.read_text(encoding="utf-8")):
            found.add(path.relative_to(source).as_posix())
    assert found == READ
