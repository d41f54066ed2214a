"""Input that is nearly right: a newline after a name, a key that comes twice, a peer that hangs up or sends junk."""

from __future__ import annotations

import ast
import json
import os
import re
import socket
import struct
import sys
import time
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from subprocess import PIPE, Popen

import msgspec
import pytest

import croupier
from croupier import store as stores
from croupier.cli.verify_round import read as read_proof
from croupier.conduct.by import By
from croupier.conduct.command import UnreadableCommand
from croupier.core import json_once
from croupier.core.printed_odds import Odds
from croupier.floor.guest_commands import ID, NotACommand, read
from croupier.floor.sound import hello
from croupier.host.audit import audit
from croupier.store import CannotRead, import_heads
from croupier.table.closing import is_digest
from croupier.table.commands import COMMANDS
from croupier.table.people import Claimant
from croupier.text.money import read_dollars
from croupier.web.server.visitors import is_guest
from tests.support.web import SLOW, Server, Visitor, masked, short_shift

SOURCE = Path(croupier.__file__).parent
#: Calls that take a pattern of Python, with the position of the pattern.
_CALLS = {"compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer"}


# The end of a string ----------------------------------------------------------------------------------------
def patterns(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Every pattern of Python in a file: its line, its text, and whether `$` may be the end of a line there."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        of_re = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "re"
        given = node.args[:1] if of_re and node.func.attr in _CALLS else []  # type: ignore[attr-defined]
        given += [each.value for each in node.keywords if each.arg == "pattern"]
        for each in given:
            text = "".join(part.value for part in ast.walk(each) if isinstance(part, ast.Constant))  # type: ignore[misc]
            yield node.lineno, text, "MULTILINE" in ast.unparse(node)


def test_no_pattern_ends_before_a_newline() -> None:
    """`$` also matches before a newline at the end: use fullmatch, or \\Z where msgspec searches."""
    found = [(path, *each) for path in SOURCE.rglob("*.py") for each in patterns(path)]
    assert len(found) > 15
    wrong = [
        f"{path}:{line}: {text}" for path, line, text, lines in found if re.search(r"(?<!\\)\$", text) and not lines
    ]
    assert not wrong


@pytest.mark.parametrize("text", ["n1", "n1\n", "\n", "n1\r", "n 1", "n1\x00"])
def test_an_id_is_matched_to_its_end(text: str) -> None:
    """At 1c412e8 "n1" with a newline was a valid id, and its answer a traceback."""
    body = json.dumps({"do": "clear", "id": text}).encode()
    if text == "n1":
        assert read(body, "ann", "R00", 7).command.id == "ann/R00/n1"
        return
    assert not ID.fullmatch(text)
    with pytest.raises(NotACommand, match="visible ASCII"):
        read(body, "ann", "R00", 7)


def test_names_numbers_and_digests_are_matched_to_their_ends() -> None:
    """Each is valid, and not with a newline after it."""
    for made in ("Ann", "ann b"):
        assert msgspec.convert({"person": made, "role": "player"}, By).person == made
        for kind, value in ((By, {"person": f"{made}\n", "role": "player"}), (Claimant, f"{made}\n")):
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert(value, kind)
    assert is_digest("0" * 64)
    assert not is_digest("0" * 64 + "\n")
    assert not any(map(is_guest, ("guest-0123abcd\n", f"guest-{'0' * 32}\n")))
    for reader, text in ((read_dollars, "5"), (Odds.read, "35 to 1")):
        reader(text)
        with pytest.raises(ValueError, match=repr(text)[1:-1]):
            reader(f"{text}\n")


# Keys that come twice ---------------------------------------------------------------------------------------
TWICE = b'{"do": "place", "id": "a", "wager": "straight", "spot": "17", "amount": 500, "amount": 90000}'


@pytest.mark.parametrize(
    "body",
    [
        TWICE,
        b'{"do":"clear","id":"a","id":"b"}',
        b'{"do":"clear","do":"leave","id":"a"}',
        b'{"do":"x","\\u0064o":"clear","id":"a"}',
    ],
)
def test_a_terminal_says_each_key_once(body: bytes) -> None:
    """Also one that is spelled with an escape. A colon within a text is no key."""
    with pytest.raises(NotACommand, match="comes twice"):
        read(body, "ann", "R00", 7)
    assert read(b'{"do": "clear", "id": "a:b::c"}', "ann", "R00", 7).command.id == "ann/R00/a:b::c"


def test_other_readers_take_each_key_once(tmp_path: Path) -> None:
    """What a terminal says about itself, commands of staff, heads and proofs."""
    assert hello(b'{"sound": "on"}') is not None
    assert hello(b'{"sound": "on", "sound": "muted"}') is None
    with pytest.raises(UnreadableCommand, match="comes twice"):
        COMMANDS.read(
            b'{"do":"clear","id":"a","by":{"person":"ann","role":"player","role":"dealer"},"at":1,"player":"ann"}'
        )
    heads = tmp_path / "heads.json"
    heads.write_text('{"format": "croupier heads 1", "heads": [], "heads": []}', encoding="utf-8")
    with pytest.raises(CannotRead, match="comes twice"):
        import_heads(heads)
    with pytest.raises(json_once.RepeatedKey):
        read_proof('{"format": "croupier round 1", "table": "R00", "table": "R0"}')


def test_an_event_with_a_key_twice_is_found() -> None:
    """Whoever has the key that signs can chain such an event; an audit still names it."""
    stream = "table/R00"
    with short_shift() as store, stores.open("memory:") as other:
        for command, made in groupby(store.read(stream), lambda envelope: envelope.command):
            rows = list(made)
            bodies = [(each.kind, _twice(each.body) if each.version == 3 else each.body) for each in rows]
            other.append(stream, rows[0].version - 1, command, bodies, at=rows[-1].at)
        found = audit(other).fault
        assert found is not None
        assert (found.stream, found.version) == (stream, 3)
        assert "'at' comes twice" in str(found)


def _twice(body: bytes) -> bytes:
    """An event with two times, the first of which is ignored."""
    assert b'"at":' in body
    return body.replace(b'"by":', b'"at":1,"by":', 1)


# Disconnects and junk ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def noisy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Noisy]:
    """A server whose log a test reads."""
    folder = tmp_path_factory.mktemp("noisy")
    with (folder / "log").open("w") as log:
        words = [sys.executable, "-P", "-m", "croupier", "serve", "--no-browser", "--port", "0"]
        process = Popen([*words, "--db", f"sqlite:///{folder}/pit.db"], stdout=PIPE, stderr=log, text=True)
        try:
            assert process.stdout is not None
            yield Noisy(process.stdout.readline(), folder / "log")
            assert process.poll() is None, "it still serves"
        finally:
            process.terminate()
            process.wait(20)
            process.stdout.close()  # type: ignore[union-attr]


class Noisy:
    """The address of a server and its log."""

    def __init__(self, greeting: str, log: Path) -> None:
        self.port, self.log = int(greeting.strip().rstrip("/").rpartition(":")[2]), log
        said = self.exchange(b"GET / HTTP/1.1\r\n" + self.head() + b"Connection: close\r\n\r\n")
        self.cookie = re.search(rb"set-cookie: ([^;]+)", said)[1]  # type: ignore[index]

    def head(self) -> bytes:
        """The header lines that every request needs."""
        own = b"127.0.0.1:%d\r\n" % self.port
        cookie = b"Cookie: " + self.cookie + b"\r\n" if hasattr(self, "cookie") else b""
        return b"Host: " + own + b"Origin: http://" + own + cookie

    def exchange(self, sent: bytes, *, then: bytes = b"", reset: bool = False) -> bytes:
        """Send bytes, and more of them a moment later; return what comes back, or hang up at once."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
            line.sendall(sent)
            if then:
                time.sleep(0.05)
                line.sendall(then)
            if reset:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return b""
            found = b""
            try:
                while more := line.recv(1 << 16):
                    found += more
                    if b"101 Switching" in found:
                        return found
            except (TimeoutError, ConnectionError):
                pass
            return found

    def handshake(self) -> bytes:
        """A WebSocket's handshake at a table."""
        start = b"GET /api/1/tables/R00/socket HTTP/1.1\r\n" + self.head()
        key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        return start + b"Connection: Upgrade\r\nUpgrade: websocket\r\n" + key

    def post(self, size: int) -> bytes:
        """The head of a command of this size."""
        start = b"POST /api/1/tables/R00/commands HTTP/1.1\r\n" + self.head()
        return start + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % size


def test_a_disconnect_leaves_no_traceback(noisy: Noisy) -> None:
    """At every point of a request and of a WebSocket, with a reset or with an end."""
    for reset in (True, False):
        noisy.exchange(noisy.post(1000), then=b'{"do"', reset=reset)
        noisy.exchange(noisy.post(9000), then=b"x" * 9000, reset=reset)
        noisy.exchange(noisy.handshake(), reset=reset)
        for frame in (masked(b"{}"), masked(b'{"do":"clear","id":"a"}'), b"\x82\x80\0\0\0\0", b"\x88\x80\0\0\0\0"):
            noisy.exchange(noisy.handshake(), then=frame, reset=reset)
        for path in (b"/", b"/tables/R00", b"/api/1/tables/R00/spots"):
            noisy.exchange(b"GET " + path + b" HTTP/1.1\r\n" + noisy.head() + b"\r\n", reset=reset)
    _quiet(noisy)


def test_junk_leaves_no_traceback(noisy: Noisy) -> None:
    """Bytes of other protocols, broken chunks, broken frames, and paths that are not text."""
    chunked = noisy.post(0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    for sent in (
        b"\x16\x03\x01" + os.urandom(200), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", chunked + b"zz\r\n",
        chunked + b"5\r\nabcde\r\nzz\r\n", b"GET /%ff%fe/x?%ff HTTP/1.1\r\n" + noisy.head() + b"\r\n",
        noisy.handshake().replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"\xff"),
    ):  # fmt: skip
        noisy.exchange(sent)
        noisy.exchange(sent, reset=True)
    for frame in (
        os.urandom(3000), masked(b"\xff\xfe"), b"\x88\x82\0\0\0\0\0\0", b"\xc1\x80\0\0\0\0",
        b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4), masked(b"[" * 125), masked(b'{"do":"x","do":"y"}'),
    ):  # fmt: skip
        noisy.exchange(noisy.handshake(), then=frame)
    _quiet(noisy)


@pytest.mark.parametrize("path", [b"/healthz%0a", b"/api/1/tables%0a", b"/api/1/tables/R00/rounds/1%0a", b"/%00"])
def test_a_path_is_matched_to_its_end(noisy: Noisy, path: bytes) -> None:
    """The routes are patterns too."""
    said = noisy.exchange(b"GET " + path + b" HTTP/1.1\r\n" + noisy.head() + b"Connection: close\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 404")


def _quiet(noisy: Noisy) -> None:
    time.sleep(0.3)
    said = noisy.log.read_text(encoding="utf-8")
    assert "Traceback" not in said
    assert "Error" not in said


def test_a_refused_frame_says_why(tmp_path: Path) -> None:
    """The connection stays, nothing is wagered, and the sentence names the key."""
    with Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=SLOW) as server, Visitor(server).at("R00") as line:
        line.until_betting()
        line.socket.send(TWICE.decode())
        heard = line.until(lambda: next((each for each in line.frames if each["kind"] == "error"), None))
        assert "'amount' comes twice" in heard["message"]
        assert line.ask("place", wager="straight", spot="17", amount=500)["ok"]
        assert Visitor(server, "").post("R00", {"do": "clear", "id": "n1\n"}).status_code in (400, 401)
