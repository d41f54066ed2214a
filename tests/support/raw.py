"""Connections of somebody who does not keep to the rules: bytes, as slow, as large or as many as a test wants."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.support.web import Server, masked

#: A frame that is no command of a terminal.
JUNK = masked(b"{}")


@contextmanager
def line(server: Server, *, address: str = "127.0.0.1", unread: int | None = None) -> Iterator[socket.socket]:
    """A connection from an address of this machine, with a small receive buffer if `unread` is given."""
    with socket.socket() as found:
        if unread is not None:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, unread)
        found.bind((address, 0))
        found.settimeout(10)
        found.connect(("127.0.0.1", server.port))
        yield found


def head(server: Server, first: str, *headers: str) -> bytes:
    """The head of a request."""
    own = f"127.0.0.1:{server.port}"
    return "\r\n".join([f"{first} HTTP/1.1", f"Host: {own}", f"Origin: http://{own}", *headers, "", ""]).encode()


def handshake(server: Server, path: str, *headers: str) -> bytes:
    """The head of a WebSocket's handshake."""
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    return head(
        server, f"GET {path}", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key, *headers
    )


def heard(found: socket.socket) -> bytes:
    """Everything that comes until the other side closes, or says nothing for its time limit."""
    said = b""
    with suppress(OSError):
        while more := found.recv(1 << 16):
            said += more
    return said


def status(said: bytes) -> int:
    """The status of the first response; 0 if there is none."""
    found = re.match(rb"HTTP/1\.1 (\d+)", said)
    return int(found[1]) if found else 0


def response(found: socket.socket) -> bytes:
    """The next response with a length, and no more."""
    said = b""
    while b"\r\n\r\n" not in said:
        more = found.recv(1 << 16)
        if not more:
            return said
        said += more
    top, _, body = said.partition(b"\r\n\r\n")
    size = re.search(rb"content-length: (\d+)", top)
    while size and len(body) < int(size[1]):
        body += found.recv(1 << 16)
    return said


def asked(server: Server, first: str, *headers: str) -> bytes:
    """The whole response to a request over a connection of its own."""
    with line(server) as found:
        found.sendall(head(server, first, *headers, "Connection: close"))
        return heard(found)


def ended(found: socket.socket, within: float) -> float:
    """The seconds until the other side has closed; more than `within` if it does not."""
    begun = time.monotonic()
    found.settimeout(0.1)
    while time.monotonic() - begun <= within:
        try:
            if not found.recv(1 << 16):
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - begun
