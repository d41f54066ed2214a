"""Requests that are too large or too slow: they are refused before they are gathered, and nobody waits for them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from croupier.floor.limits import LIMITS, Limits
from tests.support.raw import asked, ended, handshake, head, heard, line, response, status
from tests.support.web import FAST, SLOW, Server, Visitor

TIMES = Limits(head_time=0.5, body_time=0.5, idle_time=1, reading_time=0.5)
LATE = 3.0  # seconds after which these limits have surely been passed


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the figures of the documentation, but with short times."""
    folder = tmp_path_factory.mktemp("pit")
    with Server(f"sqlite:///{folder}/pit.db", "R00", pace=SLOW, limits=TIMES) as running:
        yield running
        assert running.end() == 0


def _x(size: int) -> str:
    return "x" * size


@pytest.mark.parametrize(
    ("first", "headers", "code"),
    [
        ("GET /healthz", (f"X: {_x(LIMITS.headers - 300)}",), 200),
        ("GET /healthz", (f"X: {_x(LIMITS.headers)}",), 431),
        ("GET /healthz", (f"Cookie: a={_x(LIMITS.cookie - 100)}",), 200),
        ("GET /healthz", (f"Cookie: a={_x(LIMITS.cookie)}",), 431),
        ("GET /healthz", (f"Cookie: a={_x(LIMITS.cookie // 2)}",) * 2, 431),
        ("GET /healthz", tuple(f"X{number}: 1" for number in range(LIMITS.header_fields - 5)), 200),
        ("GET /healthz", tuple(f"X{number}: 1" for number in range(LIMITS.header_fields)), 431),
        (f"GET /{_x(LIMITS.request_line - 100)}", (), 404),
        (f"GET /{_x(LIMITS.request_line)}", (), 414),
        (f"GET /healthz?{_x(LIMITS.query - 10)}", (), 200),
        (f"GET /healthz?{_x(LIMITS.query + 10)}", (), 414),
        ("GET /healthz", (f"Content-Length: {LIMITS.body + 1}",), 413),
        ("GET /healthz", (f"Content-Length: {10**15}",), 413),
        ("POST /healthz", ("Transfer-Encoding: chunked",), 411),
    ],
)
def test_sizes(server: Server, first: str, headers: tuple[str, ...], code: int) -> None:
    """Each limit on its two sides, with a sentence that has the figure."""
    said = asked(server, first, *headers)
    assert status(said) == code, said[:300]
    if code >= 411:
        assert b"connection: close" in said
        assert said.endswith(b".\n"), "a sentence says what is too large"


@pytest.mark.parametrize("start", ["GET /healthz?", "GET /healthz HTTP/1.1\r\nCookie: croupier-visitor="])
def test_what_never_ends_is_cut_off(server: Server, start: str, proof: bool) -> None:
    """A header of 150 MB held the event loop for 14.7 s; now hardly more than the limit is read of it."""
    sent, part = 0, b"y" * 65536
    with line(server) as long:
        long.sendall(start.encode())
        with suppress(OSError):
            while sent < (150_000_000 if proof else 20_000_000):
                long.sendall(part)
                sent += len(part)
        assert sent < 8_000_000, "only the buffers of the system have taken so much"
        begun = time.monotonic()
        assert status(asked(server, "GET /healthz")) == 200
        assert time.monotonic() - begun < 1
        assert status(heard(long)) in (0, 414, 431)  # a client that goes on sending may lose it


@pytest.mark.parametrize(
    "start",
    [
        "",
        "GET /",
        "GET / HTTP/1.1\r\nHost: ",
        "GET /api/1/tables/R00/socket HTTP/1.1\r\nUpgrade: websocket\r\nX: ",
    ],
)
def test_a_head_that_comes_slowly_ends(server: Server, start: str) -> None:
    """One byte at a time, as in a slowloris attack, or nothing at all; also the head of a handshake."""
    begun = time.monotonic()
    with line(server) as slow:
        slow.sendall(start.encode())
        slow.settimeout(0.2)
        said = b""
        while time.monotonic() - begun < LATE:
            try:
                more = slow.recv(4096)
                said += more
                if not more:
                    break
            except TimeoutError:
                with suppress(OSError):
                    slow.sendall(b"z" if start else b"")
        assert time.monotonic() - begun < LATE, "it was never cut off"
        assert status(said) == (408 if start else 0)


def test_a_body_that_comes_slowly_ends(server: Server) -> None:
    """Byte by byte; the application waits for it."""
    visitor = Visitor(server)
    begun = time.monotonic()
    with line(server) as slow:
        given = ("Content-Type: application/json", "Content-Length: 100", f"Cookie: {visitor.cookie}")
        slow.sendall(head(server, "POST /api/1/tables/R00/commands", *given))
        slow.settimeout(0.2)
        said = b""
        while time.monotonic() - begun < LATE and b"\r\n\r\n" not in said:
            try:
                said += slow.recv(4096)
            except TimeoutError:
                slow.sendall(b" ")
    assert status(said) == 408


def test_an_idle_connection_ends(server: Server) -> None:
    """After a response; a request that comes in time keeps it."""
    with line(server) as idle:
        for _ in range(3):
            idle.sendall(head(server, "GET /healthz"))
            assert status(response(idle)) == 200
            time.sleep(0.4)
        assert ended(idle, LATE) < LATE


def test_a_client_that_does_not_read_its_responses_is_cut_off(server: Server) -> None:
    """It asks for pages again and again, and their bytes wait for it, but not for long."""
    with line(server, unread=4096) as deaf:
        deaf.settimeout(0.3)
        one, begun = head(server, "GET /tables/R00/rules"), time.monotonic()
        with suppress(TimeoutError, ConnectionError):
            while time.monotonic() - begun < 2:
                deaf.sendall(one)
        time.sleep(2)
        size, limit = 0, 1 << 20
        deaf.settimeout(1)
        with suppress(ConnectionError):
            while size < limit and (more := deaf.recv(1 << 16)):
                size += len(more)
        assert size < limit, "everything was kept for it"


def test_pipelined_requests_take_turns(server: Server) -> None:
    """One request of a connection is worked on at a time, and all are answered in order."""
    with line(server) as many:
        many.sendall(b"".join(head(server, f"GET /api/1/tables/R0{number}") for number in range(300)))
        said = b""
        while said.count(b"HTTP/1.1 ") < 300 or not said.endswith(b"}"):
            more = many.recv(1 << 16)
            assert more
            said += more
    names = [int(part.split(b"'")[0]) for part in said.split(b"There is no table 'R0")[1:]]
    assert names == list(range(1, 300)), "R00 exists"


def test_a_handshake_that_waits_too_long_for_its_turn_ends(tmp_path: Path) -> None:
    """Another one has used up the share of the time for handshakes. An open terminal plays on."""
    limits = Limits(page_burst=1.0, page_share=0.01, handshake_cost=2.0, handshake_time=1.0)
    with Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=FAST, limits=limits) as server:
        with Visitor(server).at("R00") as terminal, line(server) as late:
            late.sendall(handshake(server, "/api/1/tables/R00/socket"))
            assert 0.9 < ended(late, LATE) < LATE
            terminal.until_betting()
            assert terminal.ask("place", wager="red", amount=100)["ok"]
        assert server.end() == 0


def test_a_handshake_may_be_answered_at_any_time(server: Server) -> None:
    """The time of a head ends with it: a terminal stays open for as long as it wants."""
    with line(server) as terminal:
        terminal.sendall(handshake(server, "/api/1/tables/R00/socket"))
        assert status(response(terminal)) == 101
        time.sleep(1.5)
        terminal.sendall(b"\x89\x80\0\0\0\0")  # a ping
        terminal.settimeout(1)
        said = b""
        while b"\x8a\x00" not in said:
            said += terminal.recv(4096)
