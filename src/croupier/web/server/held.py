"""A connection whose request waits for its turn: it waits for as long as its client is there, and no longer."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import ClientDisconnect

#: The key of the connection in the state of its scope.
LINE = "line"


class Held:
    """Part of a connection: what its request waits for."""

    _waits_for: asyncio.Future[None] | None = None
    _gone = False

    @property
    def held(self) -> bool:
        """Whether its request waits for a turn."""
        return self._waits_for is not None

    async def hold(self, turn: asyncio.Future[None]) -> None:
        """Wait for a turn. Raises `ClientDisconnect` if the client has gone."""
        if self._gone:
            raise ClientDisconnect
        self._waits_for = turn
        try:
            await turn
        except asyncio.CancelledError:
            if self._gone:
                raise ClientDisconnect from None
            raise
        finally:
            self._waits_for = None

    async def pause(self, seconds: float) -> None:
        """Wait for a time."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        timer = loop.call_later(seconds, _end, turn)
        try:
            await self.hold(turn)
        finally:
            timer.cancel()

    def let_go(self) -> None:
        """The client has gone: nothing waits any more."""
        self._gone = True
        if self._waits_for is not None:
            self._waits_for.cancel()


def _end(turn: asyncio.Future[None]) -> None:
    """End a wait, unless the client has gone in the same pass of the event loop."""
    if not turn.done():
        turn.set_result(None)


def line_of(state: dict[str, Any]) -> Held:
    """The connection of a request, by the state of its scope."""
    found: Held = state.setdefault(LINE, Held())
    return found
