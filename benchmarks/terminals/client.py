"""The terminals of the web benchmark: many sockets in one process, which send wagers by a fixed schedule.

They use the protocol of the browser with as little work as possible, since the server is measured. All frames are
parsed, but only answers and closes are decoded. Times come from the system clock, which the server uses too.
"""

from __future__ import annotations

import asyncio
import gc
import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec

from croupier.games import NAMES, game

_GAMES = tuple(map(game, NAMES))
_WAGERS = {wager: declared for each in _GAMES for wager, declared in each.wagers.items()}
#: Where a shooter throws dice, the first wager of every player is on the line, and these groups are accepted at any
#: time.
_LINES = frozenset(each.course.line[0] for each in _GAMES if each.course.line)
_ANY_ROLL = ("field", "one-roll", "hardways", "hops")
_STAKE = 1_00
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_AT_ONCE = 16  # terminals that connect at the same time
_PATIENCE = 30.0  # seconds to wait for the last answers
#: A page asks for a sign of life once in a second in which nothing was answered; these terminals ask every second.
_BEAT = 1.0
_PINGED = b'{"do":"ping"}'


class Said(msgspec.Struct):
    """The parts of an answer that are used."""

    id: str
    ok: bool
    seq: int
    refusal: dict[str, Any] | None = None


class Delta(msgspec.Struct):
    """The parts of a delta frame that are used."""

    seq: int
    happened: list[dict[str, Any]]


_said, _delta = msgspec.json.Decoder(Said), msgspec.json.Decoder(Delta)


class Terminal(asyncio.Protocol):
    """One socket. It keeps the answers (by id) and the closes of the betting (by round), with their times."""

    def __init__(self, number: int, table: str, player: str) -> None:
        self.number, self.table, self.player = number, table, player
        self.answers: dict[str, tuple[Said, float]] = {}
        self.closes: dict[int, float] = {}
        self.asked: dict[str, float] = {}  # when each command was due, by id
        self.frames = self.bytes = self.pings = self.pongs = 0
        self.closing: float | None = None  # the time at which betting closes
        self.ended: int | None = None  # the code with which the server closed the socket
        self.lost = asyncio.Event()  # set when the connection is lost
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._upgraded = False
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport of the new connection."""
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        """Note that the connection is lost."""
        self.lost.set()
        if not self.seated.done():
            self.seated.set_exception(error or ConnectionError("the line was closed before anything was heard"))

    def data_received(self, data: bytes) -> None:
        """Split the received bytes into frames."""
        buffer = self._buffer
        buffer += data
        self.bytes += len(data)
        if not self._upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer)
            del buffer[: end + 4]
            self._upgraded = True
        at = 0
        while (found := _frame(buffer, at)) is not None:
            kind, begins, at = found
            self.frames += 1
            self._hear(kind, bytes(buffer[begins:at]))
        if at:
            del buffer[:at]

    def _hear(self, kind: int, payload: bytes) -> None:
        if kind == _PING:
            self.transport.write(_masked(_PONG, payload))
        elif kind == _CLOSE:
            self.ended = int.from_bytes(payload[:2], "big")
        elif payload.startswith(b'{"kind":"pong"'):
            self.pongs += 1
        elif payload.startswith(b'{"kind":"answer"'):
            said = _said.decode(payload)
            self.answers[said.id] = said, time.time()
        elif payload.startswith(b'{"kind":"delta"') and (
            b'"betting-closed"' in payload or b'"dice-thrown"' in payload
        ):
            for each in _delta.decode(payload).happened:
                if each["event"] in ("betting-closed", "dice-thrown"):
                    self.closes[each["round"]] = time.time()
        elif payload.startswith(b'{"kind":"clock"'):
            clock = json.loads(payload)
            left = None if clock["closes"] is None else (clock["closes"] - clock["now"]) / 1000
            self.closing = None if left is None else time.time() + left
        elif payload.startswith((b'{"kind":"table"', b'{"kind":"you"')) and not self.seated.done():
            heard = json.loads(payload)
            you = heard["patch"] if "patch" in heard else heard["you"]
            if you is not None and you.get("rack"):
                self.transport.write(_masked(_TEXT, b'{"sound":"on"}'))  # or the table takes no bets
                self.seated.set_result(None)

    def say(self, word: str, own: str, due: float | None = None, **fields: Any) -> None:
        """Send a command without waiting for the answer."""
        self.asked[own] = time.time() if due is None else due
        self.transport.write(_masked(_TEXT, msgspec.json.encode({"do": word, "id": own, **fields})))

    def ping(self) -> None:
        """Ask whether the line works, as a page does."""
        self.pings += 1
        self.transport.write(_masked(_TEXT, _PINGED))


def _frame(buffer: bytearray, at: int) -> tuple[int, int, int] | None:
    """Find the frame at a position: its kind, and the start and end of its payload; None if it is incomplete."""
    left = len(buffer) - at
    if left < 2:
        return None
    size, begins = buffer[at + 1], at + 2
    if size >= 126:
        begins += 2 if size == 126 else 8
        if len(buffer) < begins:
            return None
        size = int.from_bytes(buffer[at + 2 : begins], "big")
    return (buffer[at] & 15, begins, begins + size) if len(buffer) >= begins + size else None


def _masked(kind: int, payload: bytes) -> bytes:
    """Build a client's frame, with a mask of zeros, which changes nothing."""
    size = len(payload)
    assert size < 1 << 16
    length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2, "big")
    return bytes((0x80 | kind,)) + length + bytes(4) + payload


async def seat(client: httpx.AsyncClient, number: int, table: str) -> Terminal:
    """Open the page of a table as a new player, then its socket; return when the player has chips."""
    page = await client.get(f"/tables/{table}")
    cookie = page.raise_for_status().headers["set-cookie"].partition(";")[0]
    player = cookie.partition("=")[2].partition(".")[0]
    where = urlsplit(str(client.base_url))
    origin = f"http://{where.netloc}"
    loop = asyncio.get_running_loop()
    _, terminal = await loop.create_connection(
        lambda: Terminal(number, table, player), str(where.hostname), where.port or 80
    )
    head = (
        f"GET /api/1/tables/{table}/socket HTTP/1.1\r\nHost: {where.netloc}\r\nOrigin: {origin}\r\nCookie: {cookie}"
    )
    head += "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    terminal.transport.write(f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
    await asyncio.wait_for(terminal.seated, _PATIENCE)
    return terminal


async def seat_all(origin: str, tables: Sequence[str], each: int) -> list[Terminal]:
    """Connect `each` terminals to every table, a few at a time."""
    gate = asyncio.Semaphore(_AT_ONCE)
    async with httpx.AsyncClient(base_url=origin, timeout=_PATIENCE) as client:

        async def one(number: int, table: str) -> Terminal:
            async with gate:
                client.cookies.clear()
                return await seat(client, number, table)

        places = [(each * n + place, table) for n, table in enumerate(tables) for place in range(each)]
        return list(await asyncio.gather(*(one(number, table) for number, table in places)))


async def leave(terminals: Sequence[Terminal]) -> None:
    """Close all connections."""
    for terminal in terminals:
        terminal.transport.abort()
    for terminal in terminals:
        await terminal.lost.wait()


class Wagers(NamedTuple):
    """The wagers that terminals make at a table, and the line wager that goes before them, if the game has one."""

    line: str | None
    then: list[dict[str, Any]]


async def wagers_of(origin: str, table: str) -> Wagers:
    """The wagers for a table, on spots all over its layout."""
    async with httpx.AsyncClient(base_url=origin, timeout=_PATIENCE) as client:
        found = (await client.get(f"/api/1/tables/{table}/spots")).raise_for_status().json()["spots"]
    wagers = [{"wager": each["wager"], "spot": each["spot"], "amount": _STAKE} for each in found]
    line = next((each["wager"] for each in wagers if each["wager"] in _LINES), None)
    groups = {each["wager"]: _WAGERS[each["wager"]].group for each in wagers if not _WAGERS[each["wager"]].parts}
    taken = {each for each, group in groups.items() if (group in _ANY_ROLL if line else group != "side-bets")}
    return Wagers(line, [each for each in wagers if each["wager"] in taken])


async def load(
    terminals: list[Terminal], wagers: dict[str, Wagers], rate: float, seconds: float, name: str = "w"
) -> None:
    """Send wagers at a fixed rate from all terminals in turn, without waiting; then wait for the last answers.

    Their ids begin with `name`, which is another one for every load.
    """
    data = Random(7)
    order = data.sample(terminals, len(terminals))
    sources: list[Iterator[dict[str, Any]]] = []
    for terminal in order:
        given = wagers[terminal.table].then
        sources.append(cycle(data.sample(given, len(given))))
    with _no_collection():
        start, sent, pinged, count = time.time() + 0.1, 0, 0, int(rate * seconds)
        while sent < count:
            asked = math.floor((time.time() - start) * len(order) / _BEAT)
            for number in range(pinged, asked):
                order[number % len(order)].ping()
            pinged = max(pinged, asked)
            due = min(count, math.floor((time.time() - start) * rate) + 1)
            for number in range(sent, due):
                which, turn = number % len(order), number // len(order)
                order[which].say("place", f"{name}{turn}", start + number / rate, **next(sources[which]))
            sent = max(sent, due)
            await asyncio.sleep(0.001)
        await answered(terminals)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Collect garbage before, not during: with all answers kept it takes 80 ms, in which no answer is heard."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def answered(terminals: Sequence[Terminal]) -> None:
    """Wait until all commands are answered, or the time is over."""
    until = time.time() + _PATIENCE
    # no single event ends this wait: it is for the last answer of all terminals, or for the time to run out
    while any(len(each.answers) < len(each.asked) for each in terminals) and time.time() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.05)


def report(terminals: Sequence[Terminal]) -> dict[str, Any]:
    """Everything that was sent and received, as a JSON object."""
    asked: list[list[Any]] = []
    for each in terminals:
        for own, due in each.asked.items():
            said, heard = each.answers.get(own, (None, 0.0))
            row = [None, 0, ""] if said is None else [said.ok, said.seq, (said.refusal or {}).get("word", "")]
            asked.append([each.table, f"{each.player}/{each.table}/{own}", due, heard, *row])
    closes = [[each.table, turn, heard] for each in terminals for turn, heard in each.closes.items()]
    return {
        "asked": asked,
        "closes": closes,
        "frames": sum(each.frames for each in terminals),
        "bytes": sum(each.bytes for each in terminals),
        "dropped": sum(each.lost.is_set() for each in terminals),
        "pings": sum(each.pings for each in terminals),
        "unanswered": sum(each.pings - each.pongs for each in terminals),
        "cpu": time.process_time(),
    }


async def main(asked: dict[str, Any]) -> None:
    """Connect all terminals, wait for the benchmark's go-ahead, wager, and print the results."""
    origin, tables = asked["origin"], asked["tables"]
    wagers = {table: await wagers_of(origin, table) for table in tables}
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    terminals = await seat_all(origin, tables, asked["each"])
    for terminal in terminals:  # no dice are thrown before somebody has a line wager
        if (line := wagers[terminal.table].line) is not None:
            terminal.say("place", "line", wager=line, amount=_STAKE)
    await answered(terminals)
    print("seated", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    before = time.process_time()
    await load(terminals, wagers, asked["rate"], asked["seconds"])
    found = report(terminals)
    found["cpu"] -= before
    await leave(terminals)
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    import uvloop

    uvloop.run(main(json.loads(sys.argv[1])))
