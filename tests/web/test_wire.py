"""A connection by itself: all messages arrive in order, and a bug closes it."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from croupier.floor.limits import LIMITS
from croupier.web.server.gate import STATE, Gate
from croupier.web.server.http_wire import HttpWire
from croupier.web.server.wire import EXTENSION, MOST_ASKED, Wire, text


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Echoes every message; after "stop" it does not listen for a moment, and "bad" raises an error.

    At /deaf it listens to nothing.
    """
    if scope["type"] == "lifespan":
        scope["state"][STATE] = Gate(LIMITS)
        await send({"type": "lifespan.startup.complete"})
        return
    assert scope["type"] == "websocket"
    await receive()
    await send({"type": "websocket.accept"})
    line: Wire = scope["extensions"][EXTENSION]

    def hear(said: bytes) -> None:
        if said == b"bad":
            raise ValueError("too much")
        line.push(text(said))
        if said == b"stop":
            line.listen(None)
            line.loop.call_later(0.05, line.listen, hear)

    if scope["path"] != "/deaf":
        line.listen(hear)
    while (await receive())["type"] != "websocket.disconnect":
        pass


@contextmanager
def served(**more: Any) -> Iterator[str]:
    """The address of the served application."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        given: dict[str, Any] = {
            "http": HttpWire,
            "ws": Wire,
            "lifespan": "on",
            "log_level": "critical",
            "ws_per_message_deflate": False,
            **more,
        }
        server = uvicorn.Server(uvicorn.Config(application, **given))
        thread = Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield f"ws://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def frames(*said: bytes) -> bytes:
    """Frames of a client, which a test sends in one packet."""
    return b"".join(bytes((0x81, 0x80 | len(each))) + bytes(4) + each for each in said)


@pytest.mark.parametrize("packets", [1, 3, 40])
def test_all_messages_arrive_in_order(packets: int) -> None:
    """Also messages that arrive while nobody listens, in one packet or in several."""
    said = [b"stop" if number % 7 == 3 else f"{number}".encode() for number in range(40 * MOST_ASKED)]
    share = -(-len(said) // packets)
    with served() as address, connect(address, compression=None, max_queue=None) as line:
        for first in range(0, len(said), share):
            line.socket.sendall(frames(*said[first : first + share]))
        assert [line.recv(timeout=10, decode=False) for _ in said] == said


def test_a_bug_closes_the_connection_at_once() -> None:
    """The terminal reconnects and gets the whole table; it does not keep a dead connection."""
    with served() as address, connect(address, compression=None) as line:
        line.socket.sendall(frames(b"good", b"bad", b"later"))
        assert line.recv(timeout=5, decode=False) == b"good"
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=5)


PINGS = {"ws_ping_interval": 0.1, "ws_ping_timeout": 0.2}


def _opened(address: str, path: str) -> socket.socket:
    """A client that answers no ping."""
    where = address.removeprefix("ws://")
    host, port = where.split(":")
    line = socket.create_connection((host, int(port)), timeout=3)
    head = f"GET {path} HTTP/1.1\r\nHost: {where}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall(f"{head}Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    assert line.recv(1 << 16).startswith(b"HTTP/1.1 101")
    return line


def test_a_client_that_answers_no_ping_is_gone() -> None:
    """No close comes from a machine without a line: the server ends the connection after a while."""
    with served(**PINGS) as address, _opened(address, "/") as line:
        heard = b""
        while part := line.recv(1 << 16):
            heard += part
        assert b"keepalive ping timeout" in heard


def test_only_a_silent_client_is_pinged() -> None:
    """What a client says shows that its line works, also if it answers no ping; once it is silent, it is pinged."""
    with served(ws_ping_interval=0.5, ws_ping_timeout=0.2) as address, _opened(address, "/") as line:
        until = time.monotonic() + 2
        while time.monotonic() < until:
            line.sendall(frames(b"here"))
            assert line.recv(1 << 16) == text(b"here")
            time.sleep(0.05)
        assert line.recv(1 << 16).startswith(b"\x89\x04"), "a ping"


def test_a_client_whose_answer_waits_unread_is_not_gone() -> None:
    """Reading is paused, because it has sent too much: its answer to the ping waits with the rest."""
    with served(**PINGS) as address, _opened(address, "/deaf") as line:
        line.sendall(frames(*[b"wait"] * (2 * MOST_ASKED)))
        line.settimeout(0.5)
        assert line.recv(1 << 16).startswith(b"\x89\x04"), "a ping"
        with pytest.raises(TimeoutError):
            line.recv(1 << 16)  # no close, long after the time for the answer
