"""A server that stops in the middle of a round: what continues afterwards, and how the round is decided."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from croupier import store as stores
from croupier.floor.crew.paced import Pace
from croupier.table import events
from croupier.table.acts.irregularities.stops import Resumed, RoundReleased
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.wagers.placing import WagerPlaced
from tests.support.web import FAST, SLOW, Server, Visitor, check, kill_device, log


def test_a_round_goes_on_after_the_power_failed(tmp_path: Path) -> None:
    """Wagers stay, the same seed decides, and unanswered commands get their answer now."""
    db = f"sqlite:///{tmp_path / 'pit.db'}"
    with Server(db, "R00", pace=SLOW) as first:
        ann = Visitor(first)
        with ann.at("R00") as line:
            line.until_betting()
            asked: dict[str, Any] = {"own": "kept", "wager": "corner", "spot": "8-9-11-12", "amount": 500}
            before = line.ask("place", **asked)
            seal, seq = line.view["device"]["seal"], before["seq"]
            first.kill()
    with Server(db, "R00", pace=FAST) as second, ann.comes_back(second).at("R00") as line:
        line.until(lambda: line.view)
        assert line.you["laid"] == 500
        assert line.you["rack"] == 99_500
        assert line.ask("place", **asked) | {"seq": seq} == before
        line.until_event("settled")
        line.until_event("seed-revealed")
        shown = second.get("/api/1/tables/R00/rounds/1").json()
        assert (shown["seal"], [each["wager"] for each in shown["chips"]]) == (seal, ["corner"])
        assert second.end() == 0
    check(db, "R00")
    assert sum(isinstance(event, WagerPlaced) for event in log(db, "R00")) == 1


def test_a_closed_round_is_decided_after_the_power_failed(tmp_path: Path) -> None:
    """Between the close and the outcome: the round is held, released, and gets the outcome of seed and log."""
    db = f"sqlite:///{tmp_path / 'pit.db'}"
    slow_wheel = Pace(window=0.3, spin=0.1, rest=1.5, show=0.1, offer=0.1)
    with Server(db, "B6", pace=slow_wheel) as first:
        ann = Visitor(first)
        with ann.at("B6") as line:
            line.until_event("wheel-spun", 2)
            number = line.view["round"]
            first.kill()
    with Server(db, "B6", pace=FAST) as second, ann.comes_back(second).at("B6") as line:
        line.until(lambda: line.view and line.view["round"] > number)
        second.end()
    check(db, "B6")
    told = log(db, "B6")
    resumed = next(event for event in told if isinstance(event, Resumed) and event.held)
    assert (resumed.round, resumed.phase) == (number, "spun")
    assert [event.round for event in told if isinstance(event, RoundReleased)] == [number]
    closes = [event.round for event in told if isinstance(event, BettingClosed)]
    assert len(closes) == len(set(closes))


def test_a_table_without_its_seed_stays_out_of_service(tmp_path: Path) -> None:
    """No lawful outcome can be drawn: the table says so, and the other tables continue."""
    db = f"sqlite:///{tmp_path / 'pit.db'}"
    with Server(db, "R00", "B6", pace=SLOW) as first:
        time.sleep(0.5)
        first.kill()
    with stores.open(db) as store:
        sealed = [events.read(each.body) for each in store.read("table/R00") if each.kind == "seal-published/1"]
    commitment = sealed[-1].commitment  # type: ignore[attr-defined]
    device = tmp_path / "pit.db.secrets" / "device"
    kill_device(device)
    (device / f"{commitment}.seed").unlink()
    with Server(db, "R00", "B6", pace=FAST) as second:
        time.sleep(0.5)
        ready = second.get("/readyz")
        assert ready.status_code == 503
        assert set(ready.json()["faults"]) == {"R00"}
        with Visitor(second).at("R00") as line:
            line.until(lambda: line.view)
            refusal = line.ask("place", wager="red", amount=500)["refusal"]
            assert "out of service" in refusal["message"]
        with Visitor(second).at("B6") as line:
            line.until_event("settled")


def test_a_server_ends_when_its_database_process_ends(tmp_path: Path) -> None:
    """With a message; the next server finds everything acknowledged. A normal end leaves no process behind."""
    db = f"sqlite:///{tmp_path / 'pit.db'}"
    words = [sys.executable, "-m", "croupier", "serve", "--no-browser", "--db", db, "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = process.stdout.readline()
        (database,) = _children(process.pid)
        os.kill(database, signal.SIGKILL)
        assert process.wait(20) == 2, said
        assert "the process of the database has ended" in process.stderr.read()
    with Server(db, "R00") as running:
        (database,) = _children(running.process.pid)
        assert running.end() == 0
        assert not Path(f"/proc/{database}").exists()


def _children(pid: int) -> list[int]:
    """The running workers of a process, without its device."""
    found = [each.parent for each in Path("/proc").glob("[0-9]*/stat") if _parent(each) == pid]
    return [int(each.name) for each in found if b"croupier.core.worker" in (each / "cmdline").read_bytes()]


def _parent(stat: Path) -> int:
    return int(stat.read_text().rpartition(")")[2].split()[1])
