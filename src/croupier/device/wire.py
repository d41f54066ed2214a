"""Messages over the socket of a device: JSON with its length in four bytes before it. Nothing is unpickled."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: In bytes: a longer message is not read.
MOST = 4 << 20
#: The longest path that every system accepts as the address of a socket.
_LONGEST = 100


def send(peer: socket.socket, body: bytes) -> None:
    """Send a message."""
    peer.sendall(len(body).to_bytes(4, "big") + body)


def receive(peer: socket.socket) -> bytes | None:
    """Receive a message; None if the other end has closed the connection. A message that is too long is an error."""
    head = _exactly(peer, 4)
    if head is None:
        return None
    size = int.from_bytes(head, "big")
    if size > MOST:
        raise OSError(f"a message of {size} bytes is too long")
    return _exactly(peer, size)


def _exactly(peer: socket.socket, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        part = peer.recv(min(size - len(parts), 1 << 16))
        if not part:
            return None
        parts += part
    return bytes(parts)


@contextmanager
def address(path: Path) -> Iterator[str]:
    """The address of a socket at a path. A long path is written as an open folder and the name in it."""
    if len(os.fsencode(path)) <= _LONGEST or not Path("/proc/self/fd").is_dir():
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
