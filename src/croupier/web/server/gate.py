"""The gate of the server: accepts connections, counts them by address, and ends those that are too slow.

It accepts connections itself, one at a time, so that a flood of them takes neither the files that the server needs
nor its time. Beyond a limit, connections get a 503 or wait in the queue of the system.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from croupier.floor.allowance import Allowance
from croupier.floor.limits import Limits

#: The key of the gate in the state of the application, which every connection gets.
STATE = "gate"
#: Seconds between two looks at the connections, and before the next try where no file was left.
LOOK, AGAIN = 0.5, 0.1
FULL = "This server has as many connections as it can take. Try again in a moment.\n"
CROWDED = "Your address has as many connections as it may have. Close some of them.\n"


class TooFewFiles(Exception):
    """The system lets this process open too few files for a server."""


def response(status: str, sentence: str, *headers: str) -> bytes:
    """A whole HTTP response with a sentence, after which the connection is closed."""
    head = [f"HTTP/1.1 {status}", "content-type: text/plain; charset=utf-8", *headers]
    head += [f"content-length: {len(sentence.encode())}", "connection: close", "", sentence]
    return "\r\n".join(head).encode()


class Connection(Protocol):
    """A connection of the server that may be too late."""

    transport: Any
    until: float | None  # the monotonic time by which it must have gone on

    def overdue(self) -> None:
        """End it: its time is over."""


def files() -> int | None:
    """How many files this process may have open; None if the system does not say."""
    try:
        import resource
    except ImportError:  # not available on every system
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


class Gate:
    """Counts the open connections, by address too, and accepts new ones while there is room."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        most = files()
        self.most = limits.connections if most is None else min(limits.connections, most - limits.files_kept)
        if self.most < 1:
            need = limits.files_kept + 128
            raise TooFewFiles(f"this process may open only {most} files: run it with `ulimit -n {need}` or more")
        self._open: dict[Any, str] = {}  # the address of every connection, by its transport or socket
        self._by: Counter[str] = Counter()
        self._relayed = 0  # connections to other servers, each of which takes a file too

    @property
    def room(self) -> bool:
        """Whether another connection fits."""
        return len(self._open) + self._relayed < self.most

    def came(self, transport: Any, address: str) -> None:
        """A connection is open."""
        self._open[transport] = address
        self._by[address] += 1

    def gone(self, transport: Any) -> None:
        """A connection is closed."""
        address = self._open.pop(transport, None)
        if address is not None:
            self._by[address] -= 1
            if not self._by[address]:
                del self._by[address]

    @contextmanager
    def relayed(self) -> Iterator[None]:
        """Count a connection to another server while it is open."""
        self._relayed += 1
        try:
            yield
        finally:
            self._relayed -= 1

    def _refusal(self, address: str) -> str | None:
        if not self.room:
            return FULL
        return CROWDED if self._by[address] >= self.limits.per_address else None

    async def admit(self, listener: socket.socket, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Accept connections of browsers until cancelled."""
        pace = self._pace()
        while True:
            line, address = await _accepted(listener, pace)
            if (why := self._refusal(address)) is not None:
                _turn_away(line, why)
                continue
            try:
                await asyncio.get_running_loop().connect_accepted_socket(protocol, line)
            except OSError:
                line.close()

    async def admit_peers(
        self, listener: socket.socket, protocol: Callable[[], asyncio.Protocol], tls: ssl.SSLContext
    ) -> None:
        """Accept connections of other servers until cancelled. A few of them at a time prove who they are."""
        pace, most = self._pace(), min(self.limits.peer_handshakes, 1 + self.most // 4)
        places = asyncio.Semaphore(most)
        async with asyncio.TaskGroup() as handshakes:
            while True:
                await places.acquire()
                line, address = await _accepted(listener, pace)
                handshake = handshakes.create_task(self._prove(line, address, protocol, tls))
                handshake.add_done_callback(lambda _: places.release())

    async def _prove(
        self, line: socket.socket, address: str, protocol: Callable[[], asyncio.Protocol], tls: ssl.SSLContext
    ) -> None:
        """The TLS handshake of another server. It counts as a connection from its first byte on."""
        if not self.room:
            line.close()
            return
        self.came(line, address)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                protocol, line, ssl=tls, ssl_handshake_timeout=self.limits.peer_time
            )
        except OSError:  # it proves nothing, or has gone
            line.close()
        finally:
            self.gone(line)

    def _pace(self) -> Allowance:
        return Allowance(self.limits.new_connections, self.limits.new_connections_at_once)

    async def watch(self, connections: Iterable[Any]) -> None:
        """End connections whose time is over, until cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            now = time.monotonic()
            for each in tuple(connections):
                self._look(each, now)

    def _look(self, each: Connection, now: float) -> None:
        if each.until is not None and now > each.until:
            each.overdue()
        elif each.until is None and each.transport.is_closing():
            each.until = now + self.limits.reading_time  # what was sent last may never be read


async def _accepted(listener: socket.socket, pace: Allowance) -> tuple[socket.socket, str]:
    """The next connection of a listener, at this pace, and its address."""
    while True:
        await asyncio.sleep(pace.owed())
        try:
            line, address = await asyncio.get_running_loop().sock_accept(listener)
        except OSError:  # the peer has gone, or another program has taken all files
            await asyncio.sleep(AGAIN)
            continue
        pace.take()
        return line, address[0]


def _turn_away(line: socket.socket, why: str) -> None:
    """Say why, and close the connection at once: it may have no file for longer."""
    with suppress(OSError), line:
        line.setblocking(False)
        line.send(response("503 Service Unavailable", why, "retry-after: 5"))
        line.shutdown(socket.SHUT_WR)
