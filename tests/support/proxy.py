"""A real TCP proxy on this machine that behaves like a bad line: it delays, holds back, drops and refuses."""

from __future__ import annotations

import asyncio
import time
from asyncio import StreamReader, StreamWriter
from contextlib import closing, suppress
from threading import Thread
from typing import Self

_PIECE = 1 << 16


class Proxy:
    """Passes bytes between browsers and a server at port `to`; `opened` has the times of all connections.

    What is held back arrives later, as on a line that heals, even if its sender has given up meanwhile.
    """

    def __init__(self) -> None:
        self.to = 0
        self.opened: list[float] = []
        self.refusing = False
        self.delay = 0.0  # seconds for each piece, in both directions
        self._writers: set[StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._up, self._down = asyncio.Event(), asyncio.Event()  # set while bytes pass
        self._up.set()
        self._down.set()
        self._thread = Thread(target=self._loop.run_forever)

    def __enter__(self) -> Self:
        self._thread.start()
        starting = asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result(10)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    @property
    def origin(self) -> str:
        """Where browsers find it."""
        return f"http://127.0.0.1:{self.port}"

    # Faults -------------------------------------------------------------------------------------------------
    def stall(self, *, up: bool = True, down: bool = True) -> None:
        """Hold back all bytes to the server (up), from it (down), or both; connections stay open."""
        for held, flow in ((up, self._up), (down, self._down)):
            self._loop.call_soon_threadsafe(flow.clear if held else flow.set)

    def heal(self) -> None:
        """Pass bytes on again, those that were held back first, and accept connections."""
        self.refusing, self.delay = False, 0.0
        self.stall(up=False, down=False)

    def cut(self) -> None:
        """Drop all connections, with everything that is on its way."""
        self._loop.call_soon_threadsafe(self._drop)

    def _drop(self) -> None:
        for each in self._writers:
            each.transport.abort()

    # Passing bytes on ---------------------------------------------------------------------------------------
    async def _accepted(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.opened.append(time.monotonic())
        if self.refusing:
            writer.transport.abort()
            return
        try:
            there, to = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:  # the server is down
            writer.transport.abort()
            return
        self._writers |= {writer, to}
        try:
            await asyncio.gather(self._pass(reader, to, self._up), self._pass(there, writer, self._down))
        finally:
            self._writers -= {writer, to}

    async def _pass(self, reader: StreamReader, writer: StreamWriter, flow: asyncio.Event) -> None:
        with closing(writer), suppress(OSError):
            while piece := await reader.read(_PIECE):
                await asyncio.sleep(self.delay)
                await flow.wait()
                writer.write(piece)
                await writer.drain()
            await flow.wait()

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        self._drop()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for each in others:
            each.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # the transports close their sockets
