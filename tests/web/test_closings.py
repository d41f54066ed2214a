"""The closing of a house with a delay at real sockets: late nonces, ticks, stops between the close and the draw."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from croupier.floor.crew.paced import Pace
from croupier.table import witness
from croupier.table.acts.device import ClosingPublished
from tests.support.web import FAST, Server, Visitor, check, log
from tests.support.witness import Witness, together, witness_at

LONG, FEW = 6_000_000, 1_000  # iterations: at least a second, and next to nothing
QUICK = Pace(window=1.0, spin=0.2, rest=0.2, show=0.1, offer=0.1)


def _closed(terminal: Witness) -> int:
    """The first round whose closing this terminal has."""
    terminal.until(lambda: any(each.closing and each.path is not None for each in terminal.seen.values()))
    return min(number for number, each in terminal.seen.items() if each.closing)


def test_the_first_closing_counts_after_the_power_failed(tmp_path: Path) -> None:
    """The server is killed while the delay runs. The next one draws from the closing that the terminals have."""
    db = f"sqlite:///{tmp_path}/pit.db"
    with Server(db, "R00", pace=QUICK, delay=LONG) as first:
        ann = Visitor(first)
        with witness_at(ann, "R00") as line:
            number = _closed(line)
            assert "outcome" not in line.view
            first.kill()
    seen = line.seen[number]
    with Server(db, "R00", pace=QUICK, delay=LONG) as second, witness_at(ann.comes_back(second), "R00") as line:
        proof = line.until_proof(number)
        assert second.end() == 0
    assert witness.exchanged(seen, proof) is None
    assert proof.closing is not None
    assert proof.closing.terminals == 1
    check(db, "R00")


def test_the_first_closing_counts_after_the_device_was_killed(tmp_path: Path) -> None:
    """The device is killed while its delay runs, and started again. It has the closing in its log."""
    db = f"sqlite:///{tmp_path}/pit.db"
    with Server(db, "R00", pace=QUICK, delay=LONG) as server, witness_at(Visitor(server), "R00") as line:
        number = _closed(line)
        os.kill(_device(server), signal.SIGKILL)
        proof = line.until_proof(number)
        assert line.warns(number) is None
        assert proof.round == number
        assert server.end() == 0
    check(db, "R00")


def _device(server: Server) -> int:
    """The process id of the device that a server has started for its own folder."""
    folder = server.db.removeprefix("sqlite:///")
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = each.read_bytes().decode(errors="replace").split("\0")
        except OSError:  # it has ended
            continue
        if "croupier.device.process" in words and any(word.startswith(folder) for word in words):
            return int(each.parent.name)
    raise AssertionError("no device runs")


def test_a_nonce_that_comes_too_late_or_twice_is_answered_so(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/pit.db", "B6", pace=FAST, delay=FEW) as server:
        with witness_at(Visitor(server), "B6", watching=True) as ann, Visitor(server).at("B6") as bob:
            bob.until_betting()
            said = {"do": "nonce", "round": bob.view["round"], "nonce": "ab" * 16}
            bob.say(said)
            early = bob.until(lambda: next((each for each in bob.frames if each["kind"] == "nonce"), None))
            assert early == {"kind": "nonce", "round": said["round"], "path": None}, "betting is open"
            bob.say(said | {"nonce": "AB" * 16})
            bob.until(lambda: bob.frames[-1]["kind"] == "error")
            proof = together(ann)
            assert proof.closing is not None
            assert proof.closing.terminals == 1
            bob.say(said | {"round": proof.round})
            bob.until(lambda: bob.frames[-1] == {"kind": "nonce", "round": proof.round, "path": None})
        assert server.end() == 0


def test_tables_that_close_in_a_tick_share_one_delay(tmp_path: Path) -> None:
    """Betting closes at common ticks, so that one core computes for any number of tables."""
    db, tables = f"sqlite:///{tmp_path}/pit.db", ("R0", "R00", "B6")
    pace = Pace(window=0.3, spin=0.1, rest=0.1, show=0.1, offer=0.1)
    with Server(db, *tables, pace=pace, delay=LONG // 2) as server:
        until = time.monotonic() + 20
        while any(each["round"] <= 3 for each in server.get("/api/1/tables").json()["tables"]):
            assert time.monotonic() < until
            time.sleep(0.1)
        assert server.end() == 0
    check(db, *tables)
    closings = [event.closing for each in tables for event in log(db, each) if isinstance(event, ClosingPublished)]
    assert len({each.root for each in closings}) < len(closings)
