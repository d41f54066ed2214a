"""Ticks: tables that close their betting together show the device their closings together, and share one delay.

So one core computes the delays of any number of tables. A table waits for the others of its tick only as long as its
terminals can wait.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field

from croupier.core.delay import GATHER_MS, tick_ms
from croupier.device.messages import Answers, Close, Closed, Shown, Shut

#: In seconds after the close: the earliest and the latest time at which a tick is shown to the device.
SETTLE, LATEST = 0.05, GATHER_MS / 1000 + 0.05


def next_tick(when: float, iterations: int) -> float:
    """The first tick at this time or after it, for tables with this delay; without a delay, the time itself.

    Ticks are multiples on the clock of the machine, so all its servers have the same.

    >>> next_tick(12.0, 20_000_000), next_tick(12.0, 0)
    (15.0, 12.0)
    """
    if not iterations:
        return when
    tick = tick_ms(iterations) / 1000
    return math.ceil(when / tick) * tick


@dataclass(slots=True)
class _Tick:
    """Closings that are shown together. `gathering` are tables that have closed, and wait for nonces."""

    since: float
    gathering: set[str] = field(default_factory=set)
    closings: list[tuple[Shown, asyncio.Future[Shut]]] = field(default_factory=list)
    moved: asyncio.Event = field(default_factory=asyncio.Event)


class Ticks:
    """Shows the closings of all tables of a server to the device, those of a tick in one question."""

    def __init__(self, device: Answers) -> None:
        self._device = device
        self._ticks: dict[int, _Tick] = {}  # the tick under way, by its iterations
        self._work: set[asyncio.Task[None]] = set()

    def begins(self, table: str, iterations: int) -> None:
        """The betting of a table is about to close: its tick waits for it."""
        tick = self._ticks.get(iterations)
        if tick is None:
            tick = self._ticks[iterations] = _Tick(asyncio.get_running_loop().time())
            work = asyncio.create_task(self._run(tick, iterations), name="tick")
            self._work.add(work)
            work.add_done_callback(self._work.discard)
        tick.gathering.add(table)

    async def close(self, table: str, shown: Shown, iterations: int) -> Shut:
        """Show the closing of a table, with the others of its tick; the answer is the closing that counts."""
        self.begins(table, iterations)
        tick, answered = self._ticks[iterations], asyncio.get_running_loop().create_future()
        tick.closings.append((shown, answered))
        tick.gathering.discard(table)
        tick.moved.set()
        found: Shut = await answered
        return found

    async def _run(self, tick: _Tick, iterations: int) -> None:
        """Wait for the tables of the tick; then ask."""
        now = asyncio.get_running_loop().time
        await asyncio.sleep(tick.since + SETTLE - now())
        while tick.gathering and (left := tick.since + LATEST - now()) > 0:
            tick.moved.clear()
            try:
                async with asyncio.timeout(left):
                    await tick.moved.wait()
            except TimeoutError:
                break
        del self._ticks[iterations]
        if tick.closings:
            await self._ask(tick.closings, iterations)

    async def _ask(self, closings: list[tuple[Shown, asyncio.Future[Shut]]], iterations: int) -> None:
        question = Close(tuple(shown for shown, _ in closings), iterations)
        try:
            closed = await asyncio.to_thread(self._device.ask, question)
        except Exception as error:  # a device that fails, or a bug: the tables must hear of it
            if len(closings) > 1:  # one of them is at fault: the others go on
                for each in closings:
                    await self._ask([each], iterations)
            elif not closings[0][1].done():
                closings[0][1].set_exception(error)
            return
        assert isinstance(closed, Closed), closed
        for (_, answered), shut in zip(closings, closed.closings, strict=True):
            if not answered.done():  # its table has not been given up
                answered.set_result(shut)
