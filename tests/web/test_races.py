"""Many terminals against the close of the betting, and one that stops reading, through real sockets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from benchmarks.terminals.client import Terminal, answered, leave, seat_all
from croupier.floor.crew.paced import Pace
from croupier.floor.limits import Limits
from croupier.table import Event
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.settling import BettingOpened
from croupier.table.acts.wagers.placing import WagerPlaced
from tests.support.web import FREE, SLOW, Server, check, log

TERMINALS, RACES, WAGERS = 20, 10, 1_000
#: Rounds of a second, so that the clock is as fast as it can be.
FAST = Pace(window=0.6, spin=0.1, rest=0.25, show=0.15)
AROUND = 0.15  # seconds before and after the close in which the wagers of a race are sent
PATIENCE = 20.0

_numbers = count()


@pytest.fixture
def racing(tmp_path: Path) -> Iterator[Server]:
    """A table with rounds of a second; at the end an audit replays it, and no wager is after a close."""
    with Server(
        f"sqlite:///{tmp_path / 'pit.db'}", "R0", pace=FAST, places=TERMINALS, limits=Limits(messages=5_000)
    ) as running:
        yield running


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Server]:
    """A table whose betting stays open."""
    with Server(f"sqlite:///{tmp_path / 'pit.db'}", "R0", pace=SLOW, places=TERMINALS, limits=FREE) as running:
        yield running


def _wager(terminal: Terminal) -> str:
    own = f"w{next(_numbers)}"
    terminal.say("place", own, wager="straight", spot=str(len(terminal.asked) % 37), amount=100)
    return own


# Against the close ------------------------------------------------------------------------------------------
async def _races(server: Server) -> list[Terminal]:
    """In ten rounds everybody wagers as fast as possible, from shortly before the close until shortly after it."""
    terminals = await seat_all(server.origin, ["R0"], TERMINALS)
    for _ in range(RACES):
        closes = await _next_close(terminals[0])
        for number in range(WAGERS):
            due = closes - AROUND + 2 * AROUND * number / WAGERS
            if due > time.time():
                await asyncio.sleep(due - time.time())
            _wager(terminals[number % TERMINALS])
        await answered(terminals)
    await leave(terminals)
    return terminals


async def _next_close(terminal: Terminal) -> float:
    """The next close of a betting that is open for long enough."""
    until = time.time() + PATIENCE
    while terminal.closing is None or terminal.closing < time.time() + 2 * AROUND:
        assert time.time() < until, "no round has opened"
        await asyncio.sleep(0.01)
    return terminal.closing


def _shut(events: list[Event]) -> dict[int, int]:
    """The versions after which betting is closed, each with the version of the event that opens it again."""
    found: dict[int, int] = {}
    closed = 0
    for version, event in enumerate(events, start=1):
        if isinstance(event, BettingClosed):
            closed = version
            found[closed] = len(events) + 1
        elif isinstance(event, BettingOpened) and closed:
            found[closed] = version
    return found


def test_a_wager_one_event_after_the_close_is_refused(racing: Server) -> None:
    """Ten races of a thousand wagers: all are answered, and the accepted ones are exactly those in the log."""
    terminals = asyncio.run(_races(racing))
    assert racing.end() == 0
    check(racing.db, "R0")
    said = [each for terminal in terminals for each, _ in terminal.answers.values()]
    assert len(said) == RACES * WAGERS
    events = log(racing.db, "R0")
    shut = _shut(events)
    behind = {version for closed, opened in shut.items() for version in range(closed, opened)}
    for each in said:
        assert each.ok is (each.seq not in behind), f"{each}: behind the close at {max(shut)} or before it"
        assert each.ok or (each.refusal or {})["word"] in ("not-in-this-phase", "too-many-refused")
    taken = {(event.player, event.spot) for event in events if isinstance(event, WagerPlaced)}
    assert sum(isinstance(event, WagerPlaced) for event in events) == sum(each.ok for each in said)
    assert len({player for player, _ in taken}) == TERMINALS
    next_to_it = sum(not each.ok and each.seq in shut for each in said)
    assert next_to_it, "no wager came as the first thing after a close"
    share = sum(each.ok for each in said) / len(said)
    assert 0.05 < share < 0.95, f"{share:.0%} of the wagers were taken: that was no race"
    print(f"{RACES} races of {WAGERS:,} wagers: {share:.1%} taken, {next_to_it:,} refused with nothing in between")


# Slow readers -----------------------------------------------------------------------------------------------
RATE, SECONDS = 200, 2.0  # wagers per second of the others, and the duration of the measurement
NOISE = 25  # messages of the slow reader for each wager of the others; all are answered, none is read


async def _timed(others: list[Terminal], laggard: Terminal | None) -> list[float]:
    """The seconds from wager to answer of all other terminals, sorted."""
    asked: list[tuple[Terminal, str]] = []
    start = time.time()
    for number in range(int(RATE * SECONDS)):
        await asyncio.sleep(max(0.0, start + number / RATE - time.time()))
        terminal = others[number % len(others)]
        asked.append((terminal, _wager(terminal)))
        if laggard is not None:
            for _ in range(NOISE):
                laggard.say("nothing at all", "1")
    await answered(others)
    return sorted(terminal.answers[own][1] - terminal.asked[own] for terminal, own in asked)


async def _lagging(server: Server) -> tuple[list[float], list[float], bool]:
    """Times without a slow reader, times with one, and whether it was dropped."""
    *others, laggard = await seat_all(server.origin, ["R0"], 8)
    alone = await _timed(others, None)
    laggard.transport.pause_reading()
    beside = await _timed(others, laggard)
    assert all(each.ok for terminal in others for each, _ in terminal.answers.values())
    assert not any(terminal.lost.is_set() for terminal in others)
    laggard.transport.resume_reading()
    with suppress(TimeoutError):
        await asyncio.wait_for(laggard.lost.wait(), PATIENCE)
    dropped = laggard.lost.is_set()
    await leave([*others, laggard])
    return alone, beside, dropped


def test_a_terminal_that_stops_reading_delays_nobody(slow: Server) -> None:
    """All others are answered as before while frames pile up for one terminal, which is dropped at the end."""
    alone, beside, dropped = asyncio.run(_lagging(slow))
    assert dropped, "it was never dropped: nothing has piled up"
    assert len(alone) == len(beside) == RATE * SECONDS
    assert beside[-1] < 1.5, f"somebody waited {beside[-1]:.2f} s"
    for name, each in (("alone", alone), ("beside a laggard", beside)):
        middle, most = 1000 * each[len(each) // 2], 1000 * each[int(len(each) * 0.99)]
        print(f"{name}: p50 {middle:.1f} ms, p99 {most:.1f} ms")
