"""A client that reconnects gets what it missed; a client that reads too slowly is dropped."""

from __future__ import annotations

import socket as sockets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.web.server import wire
from tests.support.web import FREE, SLOW, Server, Visitor, masked


# After a drop -----------------------------------------------------------------------------------------------
def test_a_reconnected_client_gets_what_it_missed(slow: Server) -> None:
    """Each delta once, none missing, and the view equals that of a new client."""
    ann = Visitor(slow)
    with Visitor(slow).at("R00") as other, ann.at("R00") as line:
        other.until_betting()
        line.until_betting()
        line.until(lambda: other.you["player"] in line.view["players"])
        line.socket.close()
        heard = len(other.frames)
        for spot in ("1", "2", "3"):
            assert other.ask("place", wager="straight", spot=spot, amount=500)["ok"]
            time.sleep(0.15)
        other.until(lambda: len(other.view["chips"]) == 3)
        told = [each for each in other.frames[heard:] if each["kind"] == "delta"]
        with ann.at("R00", line.seq) as back:
            back.view = line.view
            back.until(lambda: back.closes is not None)
            missed = [each for each in back.frames if each["kind"] == "delta"]
            assert missed == [each for each in told if each["seq"] > line.seq]
            assert not any(each["kind"] == "table" for each in back.frames)
            with Visitor(slow).at("R00", watching=True) as fresh:
                fresh.until(lambda: fresh.view)
                assert fresh.view == back.view
            with ann.at("R00", back.seq) as again:  # nothing was missed, so nothing is sent
                again.until(lambda: again.closes is not None)
                assert [each["kind"] for each in again.frames] == ["you", "clock"]
            with ann.at("R00", 0) as old:  # the deltas after it are no longer kept
                old.until(lambda: old.closes is not None)
                assert old.frames[0]["kind"] == "table"
            assert back.ask("leave")["ok"]
        assert other.ask("clear")["ok"]
        assert other.ask("leave")["ok"]


def test_a_player_gets_patches_of_the_own_view(slow: Server) -> None:
    """As patches, at each terminal of the player; the patched view equals that of the JSON API."""
    ann = Visitor(slow)
    with ann.at("R00") as line, ann.at("R00") as second:
        line.until_betting()
        second.until_betting()
        rack = line.you["rack"]
        assert line.ask("place", wager="red", amount=500)["ok"]
        line.until(lambda: line.you["laid"])
        second.until(lambda: second.you["laid"])
        for each in (line, second):
            told = [heard for heard in each.frames if heard["kind"] == "you"][-1]
            assert told == {"kind": "you", "seq": each.seq, "patch": {"rack": rack - 500, "laid": 500}}
        shown = slow.get("/api/1/tables/R00", cookie=ann.cookie).json()
        assert shown["you"] == line.you == second.you
        assert shown["table"] == line.view == second.view
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]


def test_the_clock_says_when_betting_closes(slow: Server) -> None:
    with Visitor(slow).at("R00", watching=True) as line:
        line.until(lambda: line.closes is not None)
        clock = line.frames[-1]
        assert 0 < clock["closes"] - clock["now"] <= 60_000
        assert clock["closes"] - clock["spins"] == 200
        assert line.view["closes"] == clock["closes"]


# Slow readers -----------------------------------------------------------------------------------------------
def test_a_frame_is_what_the_protocol_says() -> None:
    """The three lengths of a frame, compared with those of the library."""
    from websockets.frames import Frame, Opcode

    for size in (0, 1, 125, 126, 65_535, 65_536):
        payload = b"x" * size
        assert wire.text(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_a_slow_reader_is_dropped_and_delays_nobody(tmp_path: Path) -> None:
    """Its frames wait up to the limit; then it is closed, and meanwhile all others are answered at once."""
    with (
        Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=SLOW, limits=FREE) as free,
        Visitor(free).at("R00") as ann,
        _deaf(Visitor(free)) as laggard,
    ):
        ann.until_betting()
        slowest = 0.0
        for _ in range(60):
            try:
                laggard.sendall(100 * masked(b'{"do":"nothing at all","id":"1"}'))
            except OSError:  # it was cut off
                break
            began = time.monotonic()
            assert ann.ask("place", wager="red", amount=100)["ok"]
            slowest = max(slowest, time.monotonic() - began)
        assert slowest < 2.0
        heard = _all_of(laggard)
        assert wire.close(wire.LAGGARD, "too slow: come back with ?after=") in heard
        assert len(heard) < 2 * wire.MOST_BYTES
        assert ann.ask("clear")["ok"]


@contextmanager
def _deaf(visitor: Visitor) -> Iterator[sockets.socket]:
    """A terminal that reads nothing after its handshake."""
    port = visitor.server.port
    with sockets.socket() as line:
        line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        line.settimeout(5)
        head = (
            f"GET /api/1/tables/R00/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {visitor.server.origin}\r\n"
        )
        head += f"Cookie: {visitor.cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        line.sendall(
            f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        yield line


def _all_of(line: sockets.socket) -> bytes:
    """Everything that is received until the end."""
    heard = b""
    try:
        while part := line.recv(1 << 16):
            heard += part
    except OSError:
        pass
    return heard
