"""Receives anchors over HTTP and adds them to a file, on a machine that nobody who can change the store can change.

Only anchors of known keys are taken, each of which follows the one before: the keys that the operator names, or that
of the last anchor in the file. If there is none, the first anchor decides.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import msgspec

from croupier.conduct.keys import short as short_key
from croupier.host.anchors.line import Anchor, read, short
from croupier.host.anchors.targets import CannotAnchor, File, NotNext
from croupier.store.errors import check_assertions

#: In seconds: how long a sender may be silent.
LIMIT = 10.0
#: In bytes: the longest request; and how many senders may be connected.
MOST, CONNECTIONS = 16 << 20, 16
_log = logging.getLogger("croupier")


class Refused(Exception):
    """A request that is not taken: its status and a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Keeper:
    """A file of anchors, and the keys that may sign them; servers on other machines have keys of their own."""

    def __init__(self, path: Path, keys: Iterable[str] = ()) -> None:
        check_assertions()
        self.file, self._keys = File(path), tuple(keys)

    def last(self) -> Anchor | None:
        """The last anchor that is kept."""
        return self.file.last()

    def keep(self, lines: bytes) -> int:
        """Add anchors to the file and sync it; return the number of the last one."""
        try:
            anchors = [read(line) for line in lines.splitlines()]
        except ValueError as error:
            raise Refused(400, f"no anchors: {error}") from error
        if not anchors:
            raise Refused(400, "no anchors: the request is empty")
        last = self.last()
        before = "" if last is None else last.key
        keys = self._keys or (before or anchors[-1].key,)
        linked = all(after.follows(before) for before, after in pairwise(anchors))
        if not linked or not anchors[-1].key or not all(anchor.signed() for anchor in anchors if anchor.key):
            raise Refused(403, "the anchors are not signed, or do not follow each other")
        if other := next((anchor.key for anchor in anchors if anchor.key not in ("", *keys)), None):
            raise Refused(403, _another(other, keys))
        self.file.add(anchors)
        self._keys = keys
        return anchors[-1].number


def _another(found: str, known: Iterable[str]) -> str:
    """What to do about anchors of another key. The key itself must come from whoever runs the server."""
    takes = ", ".join(map(short_key, known))
    return (
        f"the anchors are signed with key {short_key(found)}, and this receiver takes those of {takes}. If the key "
        "was changed, start `croupier keep-anchors` again with the --key that `croupier rekey` printed. If several "
        "servers use this receiver, give a --key for each"
    )


class Handler(BaseHTTPRequestHandler):
    """Answers a sender: POST adds anchors, GET shows the last one."""

    server: Receiving
    timeout = LIMIT
    server_version, sys_version = "croupier", ""

    def do_GET(self) -> None:
        """Show the last anchor as it would be printed."""
        last = self.server.keeper.last()
        said = "no anchor yet" if last is None else short(last.number, last.at, last.tip.digest)
        self._answer(200, f"{said}\n".encode())

    def do_POST(self) -> None:
        """Keep anchors; 409 with the last one if they do not follow it."""
        try:
            number = self.server.keeper.keep(self._body())
        except NotNext as refused:
            self._answer(409, msgspec.json.encode(refused.last))
        except Refused as refused:
            self._answer(refused.status, f"{refused}\n".encode())
        except (CannotAnchor, OSError) as error:
            _log.error("anchors cannot be kept: %s", error)
            self._answer(500, f"they cannot be kept: {error}\n".encode())
        else:
            self._answer(200, f"kept up to {number}\n".encode())

    def _body(self) -> bytes:
        size = self.headers.get("content-length", "")
        if not (size.isascii() and size.isdigit() and len(size) < 10):
            raise Refused(411, "give the length of the anchors")
        if int(size) > MOST:
            raise Refused(413, f"more than {MOST:,} bytes at once")
        return self.rfile.read(int(size))

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "text/plain; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (its name in the standard library)
        """Log nothing for each request."""


class Receiving(ThreadingHTTPServer):
    """The server: a thread for each sender, and a limit of them."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], keeper: Keeper) -> None:
        self.keeper = keeper
        self._places = BoundedSemaphore(CONNECTIONS)
        super().__init__(address, Handler)

    def process_request(self, request: socket.socket | tuple[bytes, socket.socket], client_address: Any) -> None:
        """Serve a sender, or hang up if too many are connected."""
        if not self._places.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: Any
    ) -> None:
        """Serve a sender in its thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: Any) -> None:
        """A sender that is silent or hangs up is no error."""
