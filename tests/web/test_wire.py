"""A connection by itself: all messages arrive in order, and a bug closes it."""

from __future__ import annotations

import socket
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
    """Echoes every message; after "stop" it does not listen for a moment, and "bad" raises an error."""
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

    line.listen(hear)
    while (await receive())["type"] != "websocket.disconnect":
        pass


@contextmanager
def served() -> Iterator[str]:
    """The address of the served application."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        given: dict[str, Any] = {
            "http": HttpWire,
            "ws": Wire,
            "lifespan": "on",
            "log_level": "critical",
            "ws_per_message_deflate": False,
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
