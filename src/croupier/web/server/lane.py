"""A share of the server's time: pages and handshakes take turns, so that wagers never wait for many of them.

Whoever asks for a thousand pages waits for themselves: turns go round between the visitors who wait. Nothing is
refused, because a refusal would cost about as much as a page, and a waiting connection costs nothing.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Generator
from time import perf_counter
from typing import Any, TypeVar

from croupier.floor.allowance import Allowance
from croupier.web.server.held import Held

T = TypeVar("T")


class Lane:
    """Work that may take a share of the time, a little of it at once."""

    def __init__(self, share: float, most: float) -> None:
        """`share` of every second, and `most` seconds at once."""
        self._time = Allowance(share, most)
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        self._alone = False  # work runs in a thread, and the next waits for its end

    async def turn(self, name: str, line: Held) -> None:
        """Wait for a turn, while the client is there; then call `spend` for what it took."""
        if not self._waiting and not self._alone and not self._time.owed():
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(name, deque()).append(mine)
        self._plan()
        await line.hold(mine)

    def spend(self, seconds: float) -> None:
        """Count the time that a turn took."""
        self._time.take(seconds)

    async def thread(self, name: str, line: Held, work: Callable[..., T], *about: Any) -> T:
        """Run blocking work in a thread, one after the other: threads share the interpreter with the event loop."""
        await self.turn(name, line)
        while self._alone:  # another piece began between the turn and this moment
            await self.turn(name, line)
        self._alone, begun = True, perf_counter()
        try:
            return await asyncio.to_thread(work, *about)
        finally:
            self._alone = False
            self.spend(min(perf_counter() - begun, self._time.most))  # what is computed once may take longer
            self._plan()

    def _plan(self) -> None:
        if self._timer is None and self._waiting and not self._alone:
            self._timer = asyncio.get_running_loop().call_later(self._time.owed(), self._next)

    def _next(self) -> None:
        """Give the next visitor a turn; the one after that comes in a later pass of the event loop."""
        self._timer = None
        if not self._alone and not self._time.owed():
            name, line = next(iter(self._waiting.items()))
            mine = line.popleft()
            if line:
                self._waiting.move_to_end(name)
            else:
                del self._waiting[name]
            if not mine.done():  # else whoever waited has gone
                mine.set_result(None)
        self._plan()


class Timed:
    """Awaits something, and reports the time for which it kept the event loop busy."""

    def __init__(self, work: Awaitable[None], spend: Callable[[float], None]) -> None:
        self.work, self.spend = work, spend

    def __await__(self) -> Generator[Any, Any, None]:
        work = self.work.__await__()
        step: Callable[[Any], Any] = work.send
        given: Any = None
        while True:
            begun = perf_counter()
            try:
                waits_for = step(given)
            except StopIteration:
                return
            finally:
                self.spend(perf_counter() - begun)
            try:
                step, given = work.send, (yield waits_for)
            except BaseException as error:  # it is handled there, or comes back
                step, given = work.throw, error
