"""A flood of each kind while terminals wager: the others get their answers as before, and no window gets longer.

`make test` floods 50 terminals for a moment, beside other tests, and finds stalls. `make proof` floods 1,000
terminals at 50 tables, which place 2,000 wagers a second, and compares the 99th percentile with that of the same
terminals right before and after the flood. It needs a machine that does nothing else.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

import httpx
import pytest
import uvloop

from benchmarks.terminals.client import Terminal, Wagers, answered, leave, load, seat_all, wagers_of
from benchmarks.web import PACE, _heard, _process
from croupier import store as stores
from croupier.host.audit import audit
from croupier.table import events
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.settling import BettingOpened
from tests.support.floods import KINDS

QUIET = "quiet"
LATE = 0.1  # seconds by which a window may be too long in any case: the crew waits for its turn like everybody


@dataclass(frozen=True)
class Size:
    """How large a run is: tables, terminals at each, wagers a second, and the seconds of each part."""

    tables: int
    each: int
    rate: float
    quiet: float
    flood: float
    in_a_row: int  # floods between two quiet parts
    pace: dict[str, float]
    least: float  # milliseconds within which a percentile is good in any case


SHORT = {"window": 3.0, "spin": 0.5, "rest": 0.3, "show": 0.2}
QUICK = Size(5, 10, 100, 1.5, 0.8, len(KINDS), PACE | SHORT, 1500.0)
FULL = Size(50, 20, 2_000, 6.0, 8.0, 1, PACE, 0.0)


@dataclass
class Part:
    """A part of the run: the milliseconds from wager to durable answer, its time, and the attempts of a flood."""

    name: str
    times: list[float]
    begun: float = 0.0
    ended: float = 0.0
    done: int = 0

    def has(self, at: float) -> bool:
        """Whether something happened during this part."""
        return self.begun <= at <= self.ended

    def share(self, share: float) -> float:
        """The time that this share of the answers took at most."""
        return sorted(self.times)[min(len(self.times) - 1, int(share * len(self.times)))]

    def __str__(self) -> str:
        return f"p50 {self.share(0.5):.1f} ms, p99 {self.share(0.99):.1f} ms"


@contextmanager
def _flooder(origin: str, tables: list[str]) -> Iterator[Popen[str]]:
    asked = {"port": int(origin.rpartition(":")[2]), "tables": tables}
    with _process("tests.support.floods", asked) as process:
        yield process


class Run:
    """The terminals of a run, and their wagers."""

    def __init__(self, origin: str, size: Size) -> None:
        self.origin, self.size, self.number = origin, size, 0
        self.tables: list[str] = []
        self.terminals: list[Terminal] = []
        self.wagers: dict[str, Wagers] = {}

    async def begin(self, tables: list[str]) -> None:
        """Seat everybody; no dice are thrown before somebody has a line wager."""
        self.tables = tables
        self.wagers = {table: await wagers_of(self.origin, table) for table in tables}
        self.terminals = await seat_all(self.origin, tables, self.size.each)
        for terminal in self.terminals:
            if (line := self.wagers[terminal.table].line) is not None:
                terminal.say("place", "line", wager=line, amount=100)
        await answered(self.terminals)

    async def part(self, name: str, seconds: float) -> Part:
        """Wager for a time."""
        self.number += 1
        own, begun = f"p{self.number}-", time.time()
        await load(self.terminals, self.wagers, self.size.rate, seconds, own)
        times = [
            1000 * (each.answers[command][1] - due)
            for each in self.terminals
            for command, due in each.asked.items()
            if command.startswith(own)
        ]
        return Part(name, times, begun, time.time())

    async def flooded(self, flooder: Popen[str], kind: str) -> Part:
        """Wager for a time while somebody floods."""
        assert flooder.stdin is not None
        flooder.stdin.write(f"{kind} {self.size.flood}\n")
        flooder.stdin.flush()
        assert await asyncio.to_thread(_heard, flooder) == "floods"
        found = await self.part(kind, self.size.flood)
        found.done = int(await asyncio.to_thread(_heard, flooder))
        return found


async def _run(origin: str, size: Size) -> list[Part]:
    """All kinds, one after the other, with quiet parts before and after."""
    async with httpx.AsyncClient() as client:
        listed = (await client.get(f"{origin}/api/1/tables")).json()["tables"]
    run = Run(origin, size)
    await run.begin([each["id"] for each in listed])
    found = [await run.part(QUIET, size.quiet)]
    with _flooder(origin, run.tables) as flooder:
        for number, kind in enumerate(KINDS, 1):
            found.append(await run.flooded(flooder, kind))
            if number % size.in_a_row == 0 or number == len(KINDS):
                found.append(await run.part(QUIET, size.quiet))
    assert not any(terminal.lost.is_set() for terminal in run.terminals), "somebody was dropped"
    await leave(run.terminals)
    return found


def _compared(parts: list[Part]) -> Iterator[tuple[Part, Part]]:
    """Each flood, with the quiet parts before and after it together."""
    for place, part in enumerate(parts):
        if part.name != QUIET:
            before = next(each for each in reversed(parts[:place]) if each.name == QUIET)
            after = next(each for each in parts[place:] if each.name == QUIET)
            yield part, Part(QUIET, before.times + after.times)


def _windows(db: str, window: float) -> Iterator[tuple[float, float]]:
    """When each betting window of a wheel closed, and by how many seconds it was longer than it should be."""
    with stores.open(db) as store:
        assert audit(store).fault is None
        for stream in store.streams():
            opened = None
            for envelope in store.read(stream) if stream.startswith(("table/R", "table/B6")) else ():
                event = events.read(envelope.body)
                if isinstance(event, BettingOpened):
                    opened = envelope.at
                elif isinstance(event, BettingClosed) and opened is not None:
                    yield envelope.at / 1e6, (envelope.at - opened) / 1e6 - window


@pytest.mark.timeout(1800)
def test_a_flood_delays_nobody_else(tmp_path: Path, proof: bool, share: Callable[[str], None]) -> None:
    """The 99th percentile of the others' wagers stays within twice its figure, and no betting window gets longer."""
    size = FULL if proof else QUICK
    db = f"sqlite:///{tmp_path}/pit.db"
    asked = {"db": db, "tables": size.tables, "places": size.each + 1, "pace": size.pace}
    with _process("benchmarks.terminals.server", asked) as server:
        origin = _heard(server).rstrip("/")
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            parts = runner.run(_run(origin, size))
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0
    windows, wrong = list(_windows(db, size.pace["window"])), list[str]()
    for flood, quiet in _compared(parts):
        line = f"flood of {flood.name}: {flood}; without it {quiet}; {flood.done:,} attempts"
        share(line)
        if flood.share(0.99) > max(2 * quiet.share(0.99), size.least):
            wrong.append(line)
    late = {
        name: max(by for at, by in windows for part in parts if (part.name == QUIET) is quiet and part.has(at))
        for name, quiet in (("during floods", False), ("between them", True))
    }
    line = ", ".join(f"{name} by {by:.3f} s" for name, by in late.items())
    line = f"floods: betting windows were longer than they should be by at most: {line}; {len(windows):,} windows"
    share(line)
    if late["during floods"] > max(2 * late["between them"], LATE):
        wrong.append(line)
    assert not wrong, "\n".join(wrong)
