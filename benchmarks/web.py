"""The web server: a thousand terminals at fifty tables, the time from a wager to its durable answer, and the close.

A server as `croupier serve` runs it, and a second process with all terminals, share two cores. Afterwards all answers
are compared with the log, and the log is audited.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import ROOT, Figure, cores
from croupier import store as stores
from croupier.table import events
from croupier.table.acts.dice.throwing import DiceThrown
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.settling import BettingOpened
from croupier.table.acts.wagers.placing import WagerPlaced

NAME = "web"
TABLES, EACH = 50, 20  # tables (ten of every kind in the demonstration), and terminals at each
RATE, SECONDS = 2_000, 20  # wagers per second of all terminals together, and for how long
#: Rounds take about nine seconds, so that every table closes its betting at least twice under load.
PACE = {"window": 8.0, "spin": 2.0, "rest": 0.5, "show": 0.5, "offer": 0.5}
TERMINALS = TABLES * EACH
_MEGABYTE = 1 << 20


def measure() -> list[Figure]:
    """Take all figures. The store is in the temporary folder, so its disk matters."""
    with TemporaryDirectory(prefix="croupier-") as name, cores(2):
        db = f"sqlite:///{Path(name) / 'pit.db'}"
        return list(_figures(db, _played(db)))


@dataclass(frozen=True)
class Played:
    """What the terminals sent and received, and what the server used for it."""

    heard: dict[str, Any]
    memory: int | None  # bytes by which the server grew when the terminals connected
    ran: float  # CPU seconds of the server and its database during the load
    waited: float  # seconds for which their threads waited for a core


# Playing ----------------------------------------------------------------------------------------------------
def _played(db: str) -> Played:
    """Start the server, connect the terminals, let them wager, and stop the server."""
    asked = {"db": db, "tables": TABLES, "places": EACH, "pace": PACE}
    with _process("benchmarks.terminals.server", asked) as server:
        origin = _heard(server).rstrip("/")
        listed = json.loads(_fetched(f"{origin}/api/1/tables"))["tables"]
        asked = {"origin": origin, "tables": [each["id"] for each in listed], "each": EACH}
        with _process("benchmarks.terminals.client", asked | {"rate": RATE, "seconds": SECONDS}) as client:
            assert _heard(client) == "ready"
            empty = _memory(server.pid)
            _said(client)
            assert _heard(client) == "seated"
            full, before = _memory(server.pid), _times(server.pid)
            _said(client)
            heard = json.loads(_heard(client))
        after = _times(server.pid)
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0, "the server did not exit with status 0"
    grown = None if empty is None or full is None else full - empty
    return Played(heard, grown, after[0] - before[0], after[1] - before[1])


@contextmanager
def _process(module: str, asked: dict[str, Any]) -> Iterator[Popen[str]]:
    words = [sys.executable, "-m", module, json.dumps(asked)]
    with Popen(words, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def _heard(process: Popen[str]) -> str:
    """Read the next line of a process's output."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "a process of the benchmark has ended; its output is above"
    return line.strip()


def _said(process: Popen[str]) -> None:
    """Send a line to a process, so that it continues."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def _fetched(url: str) -> str:
    import httpx

    return httpx.get(url, timeout=30).raise_for_status().text


def _memory(pid: int) -> int | None:
    """The resident memory of a process in bytes; None if the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def _times(pid: int) -> tuple[float, float]:
    """The seconds that the threads of a process and its children ran, and the seconds that they waited for a core.

    Both are 0 if the system does not tell.
    """
    ran = waited = 0.0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        running, waiting, _ = thread.read_text(encoding="ascii").split()
        ran, waited = ran + int(running) / 1e9, waited + int(waiting) / 1e9
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text(encoding="ascii").split():
            more = _times(int(child))
            ran, waited = ran + more[0], waited + more[1]
    return ran, waited


# Results ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Compared:
    """The answers compared with the log."""

    lost: int  # wagers without an answer, or with another answer than the log
    late: int  # wagers accepted after a close and before the next round
    closes: dict[tuple[str, int], float]  # the time of each command that closed the betting, by table and round


def _compared(db: str, asked: Sequence[Sequence[Any]]) -> Compared:
    """Compare every answer with the store."""
    taken: dict[str, int] = {}
    closes: dict[tuple[str, int], float] = {}
    late = 0
    with stores.open(db) as store:
        for stream in store.streams():
            if not stream.startswith("table/"):
                continue
            shut = False
            for envelope in store.read(stream):
                event = events.read(envelope.body)
                if isinstance(event, BettingClosed | DiceThrown):
                    shut = True
                    closes[stream.removeprefix("table/"), event.round] = envelope.at / 1e6
                elif isinstance(event, BettingOpened):
                    shut = False
                elif isinstance(event, WagerPlaced):
                    taken[envelope.command] = envelope.version
                    late += shut
        lost = sum(not _kept(store, taken, *each) for each in asked)
    return Compared(lost, late, closes)


def _kept(
    store: stores.Store, taken: dict[str, int], table: str, command: str, due: float, heard: float, *said: Any
) -> bool:
    """Whether a wager was answered, and the store has the same answer."""
    ok, seq, _ = said
    if ok is None:
        return False
    if ok:
        return bool(taken.get(command) == seq)
    found = store.answer(f"table/{table}", command)
    return command not in taken and found is not None and b'"refusal"' in found.answer


def _figures(db: str, played: Played) -> Iterator[Figure]:
    asked = played.heard["asked"]
    compared = _compared(db, asked)
    words = Counter(each[6] or "taken" for each in asked)
    waited = sorted(1000 * (each[3] - each[2]) for each in asked if each[4] is not None)
    told = sorted(1000 * (heard - compared.closes[table, turn]) for table, turn, heard in played.heard["closes"])
    said = ", ".join(f"{count:,} {word}" for word, count in words.most_common())
    load = f"{TERMINALS:,} terminals at {TABLES} tables, {RATE:,} wagers a second for {SECONDS} s, SQLite; {said}"
    yield Figure.at_most("wager to durable answer, p50", _share(waited, 0.5), "ms", 10, load)
    most = f"longest {waited[-1]:.0f} ms; from the time at which the wager was due"
    yield Figure.at_most("wager to durable answer, p99", _share(waited, 0.99), "ms", 50, most)
    rounds = len(compared.closes)
    most = f"{len(told):,} frames of {rounds} closes, from the robot's command; median {_share(told, 0.5):.1f}"
    most = f"{most}, longest {told[-1]:.0f} ms"
    yield Figure.at_most("no more bets, heard by every terminal, p99", _share(told, 0.99), "ms", 100, most)
    yield Figure.at_most(
        "wagers lost", compared.lost, "", 0, f"of {len(asked):,}: not answered, or not so in the log"
    )
    yield Figure.at_most("wagers taken late", compared.late, "", 0, "in the log between a close and the next round")
    yield Figure.at_most(
        "terminals dropped", played.heard["dropped"], "", 0, f"{played.heard['frames']:,} frames came"
    )
    asked_alive = f"of {played.heard['pings']:,}: every terminal asks every second whether the server is there"
    yield Figure.at_most("pings without an answer", played.heard["unanswered"], "", 0, asked_alive)
    if played.memory is not None:
        per = played.memory / TERMINALS / 1024
        busy = f"server with its database {played.ran:.1f} s and {played.waited:.1f} s waiting for a core"
        detail = f"seated; while they wagered: {busy}, terminals {played.heard['cpu']:.1f} s"
        yield Figure.at_most("memory of the server for a terminal", per, "KiB", 100, detail)
    yield _audited(db)


def _share(ordered: Sequence[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _audited(db: str) -> Figure:
    words = [sys.executable, "-m", "croupier", "audit", "--db", db]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return Figure.at_most("croupier audit, exit status", done.returncode, "", 0, " ".join(done.stdout.split()))


if __name__ == "__main__":
    from benchmarks.run import show

    show([(NAME, figure) for figure in measure()])
