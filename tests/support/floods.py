"""Somebody who floods a server, each kind in its own way. Run as a program, with JSON.

It runs with the lowest priority: on a machine of its own it would take no processor from the server. Each line of its
input is a kind and a number of seconds. It prints a line once it floods, and then how often it did what it does.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from types import SimpleNamespace
from typing import Any

import uvloop

from tests.support.raw import JUNK, handshake, head
from tests.support.web import masked

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
PING = b"\x89\x80\0\0\0\0"


class Flood:
    """What all kinds share: where the server is, a cookie, and the number of attempts."""

    def __init__(self, port: int, tables: list[str]) -> None:
        self.server: Any = SimpleNamespace(port=port)
        self.tables, self.cookie, self.done = tables, "", 0

    async def begin(self) -> None:
        """Get a name, and open the page of a table, so that a socket gets a seat."""
        async with self.line() as (reader, writer):
            writer.write(head(self.server, f"GET /tables/{self.tables[0]}", "Connection: close"))
            found = re.search(rb"set-cookie: ([^;]+)", await reader.read())
            assert found is not None
            self.cookie = found[1].decode()

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Streams]:
        """A connection, whose buffer is that of a line to another machine and not the megabytes of this one."""
        own = socket.socket()
        own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        own.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", self.server.port))
        except BaseException:
            own.close()
            raise
        reader, writer = await asyncio.open_connection(sock=own)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    @asynccontextmanager
    async def socket(self, table: str, path: str = "") -> AsyncIterator[Streams]:
        """A WebSocket, as the visitor."""
        async with self.line() as (reader, writer):
            where = path or f"/api/1/tables/{table}/socket"
            writer.write(handshake(self.server, where, f"Cookie: {self.cookie}"))
            await reader.readuntil(b"\r\n\r\n")
            yield reader, writer

    async def often(self, frame: bytes, sockets: int, path: str = "") -> None:
        """The same frame again and again, as fast as it goes, while everything that comes is read."""

        async def one() -> None:
            async with self.socket(self.tables[0], path) as (reader, writer):
                await asyncio.gather(_pour(writer, frame * 200, self._count), _drain(reader))

        await asyncio.gather(*(again(one) for _ in range(sockets)))

    def _count(self, times: int) -> None:
        self.done += times

    # The kinds ----------------------------------------------------------------------------------------------
    async def junk(self) -> None:
        """Messages that are no commands, on 20 sockets."""
        await self.often(JUNK, 20)

    async def lobby_junk(self) -> None:
        """The same in the lobby."""
        await self.often(JUNK, 20, "/api/1/lobby/socket")

    async def pings(self) -> None:
        """Pings on 20 sockets."""
        await self.often(PING, 20)

    async def refused(self) -> None:
        """Commands that the table refuses, each with a new id, on 4 sockets of a player."""
        await self._commands(4, lambda number: f'{{"do":"place","id":"{number}","wager":"none","amount":100}}')

    async def commands(self) -> None:
        """Commands that the table decides."""
        await self._commands(4, lambda number: f'{{"do":"clear","id":"c{number}"}}')

    async def _commands(self, sockets: int, text: Callable[[int], str]) -> None:
        numbers = count()

        async def one() -> None:
            async with self.socket(self.tables[0]) as (reader, writer):
                reading = _beside(_drain(reader))
                try:
                    while not reading.done():
                        writer.write(b"".join(masked(text(next(numbers)).encode()) for _ in range(100)))
                        self._count(100)
                        await writer.drain()
                finally:
                    reading.cancel()

        await asyncio.gather(*(again(one) for _ in range(sockets)))

    async def idle(self) -> None:
        """Up to 1,500 connections that say nothing."""

        async def one() -> None:
            async with self.line() as (reader, _):
                self._count(1)
                await reader.read()

        await asyncio.gather(*(again(one) for _ in range(1500)))

    async def connections(self) -> None:
        """New connections that are closed at once."""

        async def one() -> None:
            async with self.line():
                self._count(1)

        await asyncio.gather(*(again(one) for _ in range(50)))

    async def handshakes(self) -> None:
        """Sockets of a table that are closed after the first frame."""

        async def one() -> None:
            async with self.socket(self.tables[self.done % len(self.tables)]) as (reader, _):
                self._count(1)
                await reader.read(100)

        await asyncio.gather(*(again(one) for _ in range(10)))

    async def pages(self) -> None:
        """Pages of tables without a cookie, over 100 connections, several requests at a time."""
        await self._requests(
            lambda number: head(self.server, f"GET /tables/{self.tables[number % len(self.tables)]}")
        )

    async def rounds(self) -> None:
        """Past rounds, each of which is replayed."""
        own = f"Cookie: {self.cookie}"
        await self._requests(
            lambda number: head(
                self.server,
                f"GET /api/1/tables/{self.tables[number % len(self.tables)]}/rounds/{number % 7 + 1}",
                own,
            )
        )

    async def posts(self) -> None:
        """Commands over HTTP that are no commands."""
        given = ("Content-Type: application/json", f"Cookie: {self.cookie}", "Content-Length: 2")
        await self._requests(
            lambda _: head(self.server, f"POST /api/1/tables/{self.tables[0]}/commands", *given) + b"{}"
        )

    def _table(self, number: int) -> str:
        return self.tables[number % len(self.tables)]

    async def _requests(self, made: Callable[[int], bytes]) -> None:
        numbers = count()

        async def one() -> None:
            async with self.line() as (reader, writer):
                reading = _beside(_drain(reader))
                try:
                    while not reading.done():
                        writer.write(b"".join(made(next(numbers)) for _ in range(20)))
                        self._count(20)
                        await writer.drain()
                        await asyncio.sleep(0.01)
                finally:
                    reading.cancel()

        await asyncio.gather(*(again(one) for _ in range(100)))

    async def headers(self) -> None:
        """Cookies that never end, on 20 connections."""

        async def one() -> None:
            async with self.line() as (reader, writer):
                writer.write(b"GET / HTTP/1.1\r\nCookie: croupier-visitor=")
                pouring = _beside(_pour(writer, b"y" * 65536, self._count))
                await reader.read()
                pouring.cancel()

        await asyncio.gather(*(again(one) for _ in range(20)))

    async def slow(self) -> None:
        """300 requests, of which a byte comes now and then."""

        async def one() -> None:
            async with self.line() as (_, writer):
                writer.write(b"GET / HTTP/1.1\r\nX: ")
                while not writer.is_closing():
                    writer.write(b"z")
                    self._count(1)
                    await asyncio.sleep(0.5)

        await asyncio.gather(*(again(one) for _ in range(300)))


KINDS = (
    *("junk", "lobby_junk", "pings", "refused", "commands", "idle", "connections", "handshakes"),
    *("pages", "rounds", "posts", "headers", "slow"),
)


def _beside(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Work at the same time, whose end is of no interest."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


async def again(one: Callable[[], Awaitable[None]]) -> None:
    """Do it for ever, also after the server has closed the connection."""
    while True:
        with suppress(OSError, EOFError):
            await one()
        await asyncio.sleep(0.001)


async def _pour(writer: asyncio.StreamWriter, data: bytes, counted: Callable[[int], None]) -> None:
    while not writer.is_closing():
        writer.write(data)
        counted(1)
        await writer.drain()


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


async def main(port: int, tables: list[str]) -> None:
    """Flood whenever a line of the input names a kind and the seconds for it."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        kind, seconds = line.split()
        flood = Flood(port, tables)
        await flood.begin()
        print("floods", flush=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(getattr(flood, kind)(), float(seconds))
        print(flood.done, flush=True)


if __name__ == "__main__":
    os.nice(19)
    uvloop.run(main(**json.loads(sys.argv[1])))
