"""Who acknowledges a step of the clock, what happens at the table until then, and what an audit finds of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import store as stores
from croupier.core.refusal import Code
from croupier.floor.clock_steps import acknowledge
from croupier.floor.crew.due import AUTOMATIC, Crew
from croupier.floor.crew.paced import DEMONSTRATION
from croupier.floor.guests import command
from croupier.host import Host
from croupier.host.audit import Audit, audit
from croupier.store import Store
from croupier.table import By, Event, events, stream_of
from croupier.table.acts.clock import AcknowledgeClock, ClockAcknowledged, ClockStepped
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.settling import BettingOpened
from croupier.table.acts.wagers.placing import Place
from tests.support.crew import QUICK, do, on_a_floor, sits, until, wagers, waits_for
from tests.support.table.hosted import Hosted
from tests.support.table.play import by
from tests.support.wall import HOUR, SECOND, YEARS, Wall

#: The machine performs every role of the table but that of its supervisors.
SUPERVISED = DEMONSTRATION.without("pit-supervisor")


def _played(work: Callable[[Store, Wall], Coroutine[Any, Any, None]]) -> Audit:
    """Run a test with a store in memory, on a machine whose clock can be set; audit the store."""
    with stores.open("memory:") as store:
        asyncio.run(work(store, Wall()))
        return audit(store)


def _log(store: Store) -> list[Event]:
    return [events.read(each.body) for each in store.read(stream_of("R0"))]


def _steps_back(found: Iterable[Event]) -> list[Event]:
    """The events whose time is before that of the event before them."""
    return [two for one, two in pairwise(found) if two.at < one.at]


# Who acknowledges it ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [-HOUR, YEARS])
@pytest.mark.parametrize("crew", [AUTOMATIC, DEMONSTRATION], ids=["automatic", "demonstration"])
def test_the_machine_never_acknowledges(crew: Crew, size: int, tmp_path: Path) -> None:
    """A machine that performs every role ends the round, and waits. No event has a wrong time."""

    async def work(store: Store, wall: Wall) -> None:
        async with on_a_floor(store, tmp_path, "R0", crew, clock=wall.clock()) as table:
            await until(lambda: table.state.round == 2)
            wall.steps(size)
            await until(lambda: table.state.step)
            turn = await waits_for(table, crew, AcknowledgeClock)
            assert (turn.role, turn.why) == ("pit-supervisor", "clock")
            assert table.state.phase == "settled"
        found = _log(store)
        assert not any(isinstance(each, ClockAcknowledged) for each in found)
        assert max(each.at for each in found) < time.time_ns() // 1000
        assert _steps_back(found) == []

    found = _played(work)
    assert (found.holds, found.steps) == (True, 1)


@pytest.mark.parametrize("size", [-HOUR, YEARS])
def test_a_supervisor_acknowledges_and_the_time_is_right_again(size: int, tmp_path: Path) -> None:
    """Where people supervise, a restart of the server is no acknowledgement."""

    async def work(store: Store, wall: Wall) -> None:
        async with on_a_floor(store, tmp_path, "R0", SUPERVISED, clock=wall.clock()) as table:
            await sits(table, "ann")
            await wagers(table, "ann", "red")
            wall.steps(size)
            await waits_for(table, SUPERVISED, AcknowledgeClock)
        async with on_a_floor(store, tmp_path, "R0", SUPERVISED, clock=wall.clock()) as table:
            await waits_for(table, SUPERVISED, AcknowledgeClock)
            for who in (by("dealer"), by("security"), by("system"), by("player", "ann")):
                assert await _refused(table.submit(command(AcknowledgeClock, who, table.clock))) is not None
            real, number = wall.now, table.state.round
            await do(table, AcknowledgeClock, "pit-supervisor")
            assert abs(table.state.at - real) < 5 * SECOND
            await until(lambda: table.state.round > number)
            await wagers(table, "ann", "red")
            assert abs(table.state.at - real) < 20 * SECOND
            again = command(AcknowledgeClock, by("pit-supervisor"), table.clock)
            assert await _refused(table.submit(again)) == Code.CLOCK_IN_ORDER
        assert all(isinstance(each, ClockAcknowledged) for each in _steps_back(_log(store)))

    found = _played(work)
    assert found.holds
    assert any("pat (pit-supervisor) acknowledged the clock; times went by" in says for _, says in found.remarks)


async def _refused(answer: asyncio.Future[Any]) -> int | None:
    refusal = (await answer).refusal
    return None if refusal is None else refusal.code


def test_a_running_clock_goes_on_from_its_acknowledgement(tmp_path: Path) -> None:
    """Without a restart: the same server goes on with the machine's time, and notices the next step."""

    async def work(store: Store, wall: Wall) -> None:
        async with on_a_floor(store, tmp_path, "R0", SUPERVISED, clock=wall.clock()) as table:
            for size in (-HOUR, YEARS, -YEARS):
                wall.steps(size)
                await waits_for(table, SUPERVISED, AcknowledgeClock)
                await do(table, AcknowledgeClock, "key-manager")
                number = table.state.round
                await until(lambda number=number: table.state.round > number)  # type: ignore[misc]
                assert abs(table.state.at - wall.now) < 5 * SECOND
        assert len(_steps_back(_log(store))) == 2

    found = _played(work)
    assert (found.holds, found.steps) == (True, 3)


def test_a_person_acknowledges_at_a_table_that_no_server_runs(tmp_path: Path) -> None:
    async def work(store: Store, wall: Wall) -> None:
        async with on_a_floor(store, tmp_path, "R0", SUPERVISED, clock=wall.clock()) as table:
            await until(lambda: table.state.round == 2)
            wall.steps(-HOUR)
            await waits_for(table, SUPERVISED, AcknowledgeClock)
        host = Host(store, stream_of("R0"))
        answer = acknowledge(host, by("key-manager"), wall.clock())
        assert answer is not None
        assert answer.refusal is None
        assert acknowledge(host, by("key-manager"), wall.clock()) is None
        assert abs(host.state.at - wall.now) < 5 * SECOND
        number = host.state.round
        host.close()
        async with on_a_floor(store, tmp_path, "R0", SUPERVISED, clock=wall.clock()) as table:
            await until(lambda: table.state.round > number)

    assert _played(work).holds


# What happens until then --------------------------------------------------------------------------------------
def test_a_step_is_recorded_before_the_next_command_is_decided(tmp_path: Path) -> None:
    """A wager that is sent right after the step is the first to notice it, and is not taken."""

    async def work(store: Store, wall: Wall) -> None:
        async with on_a_floor(store, tmp_path, "R0", DEMONSTRATION, clock=wall.clock()) as table:
            await sits(table, "ann")
            await wagers(table, "ann", "red")
            wall.steps(-2 * SECOND)
            wager = {"player": "ann", "wager": "black", "amount": 5_00}
            given = command(Place, by("player", "ann"), table.clock, **wager)
            assert await _refused(table.submit(given)) == Code.CLOCK_STEPPED

    assert _played(work).holds


def test_corrections_of_less_than_a_second_stop_nothing(tmp_path: Path) -> None:
    async def work(store: Store, wall: Wall) -> None:
        async with on_a_floor(store, tmp_path, "R0", DEMONSTRATION, clock=wall.clock()) as table:
            await sits(table, "ann")
            for size in (900_000, -900_000, -900_000):
                wall.steps(size)
                await wagers(table, "ann", "red")
                number = table.state.round
                await until(lambda number=number: table.state.round > number)  # type: ignore[misc]
            assert table.state.step is None
        assert _steps_back(_log(store)) == []

    found = _played(work)
    assert (found.holds, found.steps) == (True, 0)


class Stopwatch:
    """Measures how long betting is open."""

    def __init__(self) -> None:
        self.begun, self.lengths = time.monotonic(), list[float]()

    def happened(self, made: Iterable[Event]) -> None:
        """Note a round that begins or closes."""
        for each in made:
            if isinstance(each, BettingOpened):
                self.begun = time.monotonic()
            elif isinstance(each, BettingClosed):
                self.lengths.append(time.monotonic() - self.begun)

    def followed(self, made: Iterable[Event]) -> None:
        """Nothing: this process runs the table."""

    def timed(self) -> None:
        """Nothing: only events count."""

    def released(self) -> None:
        """Nothing: this process runs the table."""


def test_betting_is_as_long_as_announced_whatever_the_clock_does(tmp_path: Path) -> None:
    """The clock is set back and forth before and during the betting, by up to ten years."""
    watch = Stopwatch()

    async def work(store: Store, wall: Wall) -> None:
        async with on_a_floor(store, tmp_path, "R0", DEMONSTRATION, clock=wall.clock()) as table:
            table.watchers.append(watch)
            for size in (-HOUR, HOUR + YEARS, -YEARS):
                wall.steps(size)
                await asyncio.sleep(QUICK.window / 4)
            await waits_for(table, DEMONSTRATION, AcknowledgeClock)

    assert _played(work).holds
    assert watch.lengths
    assert max(watch.lengths) < QUICK.window + 2


# What an audit finds ------------------------------------------------------------------------------------------
@pytest.fixture
def stepped() -> Iterable[Store]:
    """A table whose clock was set back by an hour, which a supervisor acknowledged."""
    with stores.open("memory:") as store:
        host = Host(store, stream_of("R0"))
        table = Hosted(host=host, state=host.state)
        table.opened("colorado-double-zero")
        table.sits("ann", 1, 100_00)
        wager = {"player": "ann", "wager": "red", "amount": 5_00}
        table.do("place", by("player", "ann"), at=2 * HOUR, **wager)
        table.do("report-clock-step", by("system"), at=2 * HOUR, before=2 * HOUR, after=HOUR)
        table.do("acknowledge-clock", by("pit-supervisor"), at=HOUR + SECOND)
        table.do("place", by("player", "ann"), at=HOUR + 2 * SECOND, **wager)
        host.close()
        yield store


def _rewritten(store: Store, change: Callable[[Event], Event | None]) -> list[str]:
    """What an audit says if somebody changes events, and computes every digest again."""
    with stores.open("memory:") as other:
        stream = stream_of("R0")
        for name, of_it in groupby(store.read(stream), lambda envelope: envelope.command):
            made = [new for envelope in of_it if (new := change(events.read(envelope.body))) is not None]
            if made:
                written = [(events.WORDS[type(each)], events.write(each)) for each in made]
                other.append(stream, other.version(stream), name, written, at=made[0].at)
        found = audit(other)
        return [*([] if found.fault is None else [str(found.fault)]), *map(str, found.differences)]


def _as_it_was(event: Event) -> Event:
    return event


def _without_the_step(event: Event) -> Event | None:
    return None if isinstance(event, ClockStepped) else event


def _without_the_acknowledgement(event: Event) -> Event | None:
    return None if isinstance(event, ClockAcknowledged) else event


def _by_the_machine(event: Event) -> Event:
    return replace(event, by=By("robot system", "system")) if isinstance(event, ClockAcknowledged) else event


def _later(event: Event) -> Event:
    """The acknowledgement happened hours later than it did."""
    return replace(event, at=event.at + 3 * HOUR) if isinstance(event, ClockAcknowledged) else event


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_without_the_step, "The clock is in order"),
        (_without_the_acknowledgement, "its time is before that of the event before it"),
        (_by_the_machine, "is not for the system"),
        (_later, "its time is before that of the event before it"),
    ],
)
def test_changed_times_and_steps_are_found(
    stepped: Store, change: Callable[[Event], Event | None], says: str
) -> None:
    assert len(_steps_back(_log(stepped))) == 1
    assert audit(stepped).holds
    assert _rewritten(stepped, _as_it_was) == []
    assert any(says in each for each in _rewritten(stepped, change))
