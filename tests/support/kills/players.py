"""Clients that play all the time over real sockets, and note every answer that they get.

A command without an answer is sent again under its id when the server is back. Now and then an answered command is
sent again too: it must get its first answer, also if it was refused and would be accepted now.
"""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

#: What is wagered at the tables, by the first letter of their names; some of it is refused at times.
WAGERS: dict[str, list[dict[str, Any]]] = {
    "R": [
        {"wager": "straight", "spot": "17"},
        {"wager": "straight", "spot": "0"},
        {"wager": "red"},
        {"wager": "dozen", "spot": "1"},
    ],
    "C": [{"wager": "pass"}, {"wager": "field"}, {"wager": "place", "spot": "6"}],
    "B": [{"wager": "one"}, {"wager": "two"}, {"wager": "five"}],
}
AMOUNTS = (1_00, 2_00, 5_00, 6_00, 12_00, 7_000_00)
#: What is brought in chips; too much is refused, and that depends on the rack.
BROUGHT = (100_00, 700_00, 1_000_00)
#: How often an answered command is sent again, and how often chips are brought.
AGAIN, BRINGS = 0.05, 0.1
#: Seconds between two commands of a player, at most, and to wait before connecting again.
PAUSE, RETRY = 0.03, 0.02
#: Seconds that an answer may take while everything runs, and an attempt to connect.
PATIENCE, CONNECTING = 20.0, 5.0


class Ack(NamedTuple):
    """An answer as the client got it."""

    ok: bool
    version: int
    why: str | None


class Doubled(AssertionError):
    """A repeated command got another answer than the first time."""


class Line(Protocol):
    """A connection of one guest to one table."""

    async def say(self, text: str) -> None:
        """Send a line."""

    async def hear(self) -> str | bytes:
        """Receive a line, or raise if the connection has ended."""

    async def close(self) -> None:
        """Hang up."""


@dataclass
class Web:
    """A terminal at the web server."""

    port: int
    cookie: str | None = None
    socket: ClientConnection | None = None

    async def open(self, table: str) -> Line:
        """Open the page of the terminal, which gives a seat, and connect as the same visitor as before."""
        origin = f"http://127.0.0.1:{self.port}"
        async with httpx.AsyncClient(headers={"cookie": self.cookie} if self.cookie else {}) as web:
            page = await web.get(f"{origin}/tables/{table}", timeout=CONNECTING)
        if self.cookie is None:
            self.cookie = page.headers["set-cookie"].partition(";")[0]
        url = f"ws://127.0.0.1:{self.port}/api/1/tables/{table}/socket"
        headers = {"Cookie": self.cookie}
        self.socket = await connect(
            url,
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            open_timeout=CONNECTING,
            close_timeout=0.1,
            proxy=None,
        )
        await self.say('{"sound": "on"}')
        return self

    async def say(self, text: str) -> None:
        """Send a frame."""
        assert self.socket is not None
        await self.socket.send(text)

    async def hear(self) -> str | bytes:
        """Receive a frame."""
        assert self.socket is not None
        return await self.socket.recv()

    async def close(self) -> None:
        """Hang up."""
        if self.socket is not None:
            await self.socket.close()


@dataclass
class Unix:
    """A guest at the socket of a floor."""

    path: Path
    name: str
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def open(self, table: str) -> Line:
        """Connect under the same name as before."""
        self.reader, self.writer = await asyncio.open_unix_connection(self.path)
        await self.say(json.dumps({"table": table, "name": self.name}))
        return self

    async def say(self, text: str) -> None:
        """Send a line."""
        assert self.writer is not None
        self.writer.write(text.encode() + b"\n")
        await self.writer.drain()

    async def hear(self) -> bytes:
        """Receive a line."""
        assert self.reader is not None
        line = await self.reader.readline()
        if not line:
            raise ConnectionResetError("the floor has hung up")
        return line

    async def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()


@dataclass
class Player:
    """One guest at one table, and everything that was answered."""

    table: str
    door: Web | Unix
    data: Random
    acks: dict[str, Ack] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)  # every command that was ever sent
    waiting: str | None = None  # the command without an answer
    again: int = 0  # answered commands that were sent again, and got their first answer
    _ids: Any = field(default_factory=lambda: count(1))
    own: str = field(default_factory=lambda: os.urandom(6).hex())

    async def play(self) -> None:
        """Play until cancelled; connect again whenever the connection ends."""
        while True:
            try:
                line = await self.door.open(self.table)
                await self._play(line)
            except (OSError, EOFError, TimeoutError, WebSocketException, httpx.HTTPError):
                pass
            with suppress(OSError, WebSocketException, TimeoutError):
                await self.door.close()
            await asyncio.sleep(RETRY)

    async def _play(self, line: Line) -> None:
        while True:
            own = self.waiting or self._next()
            self.waiting = own
            await line.say(self.said[own])
            async with asyncio.timeout(PATIENCE):
                found = await self._answer(line, own)
            self._note(own, found)
            self.waiting = None
            await asyncio.sleep(self.data.random() * PAUSE)

    def _next(self) -> str:
        """The id of the next command: a new one, or at times an answered one once more."""
        if self.acks and self.data.random() < AGAIN:
            return self.data.choice([*self.acks])
        own = f"{self.own}-{next(self._ids)}"
        said: dict[str, Any]
        if self.data.random() < BRINGS:
            said = {"do": "bring-chips", "amount": self.data.choice(BROUGHT)}
        else:
            said = {"do": "place", "amount": self.data.choice(AMOUNTS), **self.data.choice(WAGERS[self.table[0]])}
        self.said[own] = json.dumps({"id": own, **said})
        return own

    async def _answer(self, line: Line, own: str) -> Ack:
        while True:
            heard = await line.hear()
            text = heard if isinstance(heard, str) else heard.decode()
            if '"answer"' not in text[:40] or own not in text:
                continue
            said = json.loads(text)
            if said["kind"] == "answer" and said["id"] == own:
                refusal = said["refusal"]
                return Ack(said["ok"], said["seq"], None if refusal is None else refusal["word"])

    def _note(self, own: str, found: Ack) -> None:
        first = self.acks.setdefault(own, found)
        if first is found:
            return
        if first != found:
            raise Doubled(f"{own} at {self.table} was answered with {first}, and repeated with {found}")
        self.again += 1
