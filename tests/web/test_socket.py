"""The socket of a table: who may open it, what may be said, what is heard after a drop, and who reads slowly."""

from __future__ import annotations

import json
import socket as sockets
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from croupier.web.server import wire
from croupier.web.server.app import HEADERS
from tests.support.web import SLOW, Server, Visitor, check


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Tables with rounds of two seconds; in the end the log has no wager behind a close, and an audit replays it."""
    folder = tmp_path_factory.mktemp("pit")
    with Server(f"sqlite:///{folder / 'pit.db'}", "R0", "R00", "B6") as running:
        yield running
        assert running.end() == 0
    check(running.db, "R0", "R00", "B6")


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Tables whose betting stays open, with eight places each."""
    folder = tmp_path_factory.mktemp("slow")
    with Server(f"sqlite:///{folder / 'pit.db'}", "R00", "C1", pace=SLOW, places=8) as running:
        yield running


# Who may ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "https://127.0.0.1:{port}", "http://localhost:{port}"]
)
def test_another_origin_is_refused(server: Server, origin: str | None) -> None:
    """The origin is the server's own, letter for letter."""
    given: Any = None if origin is None else origin.format(port=server.port)
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/api/1/tables/R00/socket", origin=given)
    assert refused.value.response.status_code == 403
    assert HEADERS.items() <= dict(refused.value.response.headers.raw_items()).items()


def test_another_name_is_refused(server: Server) -> None:
    """A page of another name that leads here has that name's origin, which is not enough."""
    given: Any = {"origin": "http://evil.example", "additional_headers": {"Host": "evil.example"}}
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/api/1/tables/R00/socket", **given)
    assert refused.value.response.status_code == 421
    assert HEADERS.items() <= dict(refused.value.response.headers.raw_items()).items()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("R9/socket", 404),
        ("R00/socket?after=x", 400),
        ("R00/socket?after=%D9%A3", 400),
        (f"R00/socket?after={'9' * 5000}", 400),
    ],
)
def test_what_is_not_there(server: Server, path: str, status: int) -> None:
    given: Any = {"origin": server.origin}
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/api/1/tables/{path}", **given)
    assert refused.value.response.status_code == status
    assert HEADERS.items() <= dict(refused.value.response.headers.raw_items()).items()


def test_who_watches_has_no_seat(server: Server) -> None:
    with Visitor(server).at("R00", watching=True) as line:
        line.until(lambda: line.view)
        assert line.you is None
        assert line.ask("clear")["refusal"]["word"] == "watching"
        line.until_event("betting-closed")


def test_where_every_place_is_taken_one_may_watch(slow: Server) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(Visitor(slow).at("C1")) for _ in range(8)]
        for line in lines:
            line.until(lambda line=line: line.you)  # type: ignore[misc]
        assert {line.you["place"] for line in lines} == set(range(1, 9))
        ninth = Visitor(slow)
        late = stack.enter_context(ninth.at("C1"))
        late.until(lambda: late.view)
        assert late.you is None
        refused = late.ask("place", wager="field", amount=500)["refusal"]
        assert (refused["word"], refused["cite"]) == ("full", None)
        assert "taken" in refused["message"]
        for line in lines:
            line.until_betting()
            assert line.ask("leave")["ok"]
        late.until_event("left")
        again = stack.enter_context(ninth.at("C1"))
        again.until(lambda: again.you)
        again.until_betting()
        assert again.ask("leave")["ok"]


# What may be said -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "said",
    [
        {"do": "settle", "id": "1"},
        {"do": "open-table", "id": "1", "bank": 1},
        {"do": "place", "id": "1", "wager": "red", "amount": 500, "player": "somebody"},
        {"do": "place", "id": "1", "wager": "red", "amount": 500, "by": {"person": "dee", "role": "dealer"}},
        {"do": "place", "id": "1", "wager": "red", "amount": 500, "at": 0},
        {"do": "place", "id": "1", "wager": "red", "amount": "500"},
        {"do": "place", "id": "1", "wager": "red", "amount": -500},
        {"do": "place", "id": "1", "wager": "red", "amount": 500.0},
        {"do": "place", "id": "two words", "wager": "red", "amount": 500},
        {"do": "place", "wager": "red", "amount": 500},
        {"do": "bring-chips", "id": "1", "amount": 100, "table": "R00"},
        [],
        "place",
    ],
)
def test_only_the_words_of_a_terminal(slow: Server, said: Any) -> None:
    with Visitor(slow).at("R00") as line:
        line.until_betting()
        line.say(said)
        line.until(lambda: line.frames[-1]["kind"] == "error")
        assert not line.view["chips"]
        assert line.ask("leave")["ok"]


def test_a_refusal_is_a_sentence_with_its_paragraph(slow: Server) -> None:
    with Visitor(slow).at("R00") as line:
        line.until_betting()
        refusal = line.ask("place", wager="split", spot="1-36", amount=500)["refusal"]
        assert refusal["cite"] == "30-2203(6)(b)"
        assert refusal["message"].startswith("1 and 36 do not share a line")
        assert line.ask("leave")["ok"]


def test_a_refusal_speaks_to_who_asked(slow: Server) -> None:
    """Nobody reads the name that his cookie bears, over the socket or by the API."""
    ann = Visitor(slow)
    no = ann.post("C1", {"do": "clear", "id": "1"}).json()["refusal"]
    assert (no["word"], no["message"]) == (
        "not-seated",
        "You have no seat at this table. Open its page to take one.",
    )
    with ann.at("C1") as line:
        line.until_betting()
        assert line.ask("place", wager="hard-6", amount=500)["ok"]
        assert line.ask("leave")["refusal"]["message"] == "You still have bets on the layout."
        posted = ann.post("C1", {"do": "accept-dice", "id": "2"}).json()["refusal"]
        assert posted["message"] == "It is not your turn to shoot."
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]


def test_spots_are_named_as_a_command_names_them(slow: Server) -> None:
    """Who plays what the list of spots says is understood, also where a wager has no place of its own."""
    spots = slow.get("/api/1/tables/C1/spots").json()["spots"]
    told = {each["wager"]: {name: each[name] for name in ("wager", "spot")} for each in spots}
    with Visitor(slow).at("C1") as line:
        line.until_betting()
        for wager in ("field", "hard-6"):
            assert line.ask("place", amount=500, **told[wager])["ok"]
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]


def test_what_is_too_long_ends_the_line(slow: Server) -> None:
    with Visitor(slow).at("R00") as line:
        line.until_betting()
        line.say({"do": "clear", "id": "x" * 5000})
        with pytest.raises(ConnectionClosed) as closed:
            line.until(lambda: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_command_sent_again_gets_its_first_answer(slow: Server) -> None:
    ann = Visitor(slow)
    with ann.at("R00") as line:
        line.until_betting()
        first = line.ask("place", "same", wager="red", amount=500)
        refused = line.ask("place", "no", wager="red", amount=501)
        line.say({"do": "place", "id": "lost", "wager": "black", "amount": 300})  # and the line drops
    with ann.at("R00") as line:
        lost = line.ask("place", "lost", wager="black", amount=300)
        assert line.ask("place", "same", wager="red", amount=500) == first
        assert line.ask("place", "no", wager="red", amount=501) == refused
        assert lost["ok"]
        line.until(lambda: line.you["laid"] == 800)
        with Visitor(slow).at("R00") as other:  # the ids of another player are his own
            other.until_betting()
            assert other.ask("place", "same", wager="odd", amount=700)["seq"] > first["seq"]
            assert other.ask("clear")["ok"]
            assert other.ask("leave")["ok"]
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]


def test_who_speaks_before_the_table_is_told_is_answered(slow: Server) -> None:
    """A guest is seated while his first commands are on their way: they wait, and none of them is lost."""
    for _ in range(5):
        with Visitor(slow).at("R00") as line:
            for number in range(10):
                line.say({"do": "clear", "id": f"n{number}"})
            for number in range(10):
                assert line.answer(f"n{number}")["refusal"]["word"] == "nothing-stands"
            assert line.frames[0]["kind"] == "table"
            line.until_betting()
            assert line.ask("leave")["ok"]


def test_however_many_come_at_once_each_is_answered(slow: Server) -> None:
    """A thousand commands that are answered at once, behind four that wait for the store, come in one piece."""
    with Visitor(slow).at("R00") as line:
        line.until_betting()
        first = [{"do": "clear", "id": f"c{number}"} for number in range(4)]
        more = [{"do": "bring-chips", "id": f"b{number}", "amount": 10**9} for number in range(1000)]
        line.socket.socket.sendall(b"".join(_masked(json.dumps(each).encode()) for each in first + more))
        answers: set[str] = set()
        while len(answers) < len(first + more):
            if (heard := line.hear())["kind"] == "answer":
                answers.add(heard["id"])
        assert answers == {str(each["id"]) for each in first + more}
        assert line.ask("leave")["ok"]


def test_many_at_once_are_answered_in_their_order(slow: Server) -> None:
    with Visitor(slow).at("R00") as line:
        line.until_betting()
        for number in range(100):
            line.say(
                {"do": "place", "id": f"n{number}", "wager": "straight", "spot": str(number % 36 + 1), "amount": 100}
            )
        versions = [line.answer(f"n{number}")["seq"] for number in range(100)]
        assert versions == sorted(versions)
        line.until(lambda: line.you["laid"] == 100_00)
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]


# Craps ------------------------------------------------------------------------------------------------------
def test_dice_are_offered_taken_and_called(slow: Server) -> None:
    """While nobody is on the line the clock stands; then the dice go round, and a call is confirmed by the dealer."""
    with Visitor(slow).at("C1") as ann, Visitor(slow).at("C1") as bea:
        ann.until_betting()
        bea.until_betting()
        assert ann.closes is None
        for line in (ann, bea):
            assert line.ask("place", wager="pass", amount=1000)["ok"]
        ann.until(lambda: ann.closes is not None)
        first, second = (ann, bea) if ann.you["place"] < bea.you["place"] else (bea, ann)
        first.until(lambda: first.you.get("dice") == "offered")
        assert second.ask("accept-dice")["refusal"]["word"] == "out-of-turn"
        assert first.ask("decline-dice")["ok"]
        second.until(lambda: second.you.get("dice") == "offered")
        assert second.ask("accept-dice")["ok"]
        first.until(lambda: first.view.get("shooter") == second.you["player"])
        assert first.ask("place", wager="hard-6", amount=500)["ok"]
        assert first.ask("call-wager", wager="hard-6", on=True)["ok"]
        key = f"{first.you['player']}|hard-6||0"
        second.until(lambda: second.view["chips"].get(key, {}).get("on") is True)
        for line in (first, second):
            assert line.ask("clear")["ok"]
            assert line.ask("leave")["ok"]


# The close --------------------------------------------------------------------------------------------------
def test_a_wager_after_the_close_is_refused(server: Server) -> None:
    with Visitor(server).at("B6") as line:
        line.until_betting()
        line.until_event("betting-closed")
        refusal = line.ask("place", wager="one", amount=100)["refusal"]
        assert (refusal["word"], refusal["cite"]) == ("not-in-this-phase", "30-2703(1)")


def test_wagers_race_with_the_close(server: Server) -> None:
    """However they come in, what the log takes it takes before the close, and every other is refused."""
    with Visitor(server).at("R0") as line:
        line.until_betting()
        asked = 0
        while not any(each["event"] == "betting-closed" for each in line.happened):
            for _ in range(20):
                line.say(
                    {"do": "place", "id": f"r{asked}", "wager": "straight", "spot": str(asked % 37), "amount": 100}
                )
                asked += 1
            line.answer(f"r{asked - 20}")
        assert line.ask("place", wager="red", amount=100)["refusal"]["word"] == "not-in-this-phase"
        for number in range(asked - 19, asked):
            answer = line.answer(f"r{number}")
            assert answer["ok"] or answer["refusal"]["word"] in ("not-in-this-phase", "not-enough-chips")


# After a drop -----------------------------------------------------------------------------------------------
def test_who_comes_back_hears_what_was_missed(slow: Server) -> None:
    """No delta twice, none left out, and the view is that of somebody who comes anew."""
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
            with ann.at("R00", back.seq) as again:  # nothing was missed: nothing is said
                again.until(lambda: again.closes is not None)
                assert [each["kind"] for each in again.frames] == ["you", "clock"]
            with ann.at("R00", 0) as old:  # nobody knows any more what came after it
                old.until(lambda: old.closes is not None)
                assert old.frames[0]["kind"] == "table"
            assert back.ask("leave")["ok"]
        assert other.ask("clear")["ok"]
        assert other.ask("leave")["ok"]


def test_of_his_own_a_player_hears_what_changed(slow: Server) -> None:
    """As a patch, at each of his terminals; what the patches make is what the JSON API says."""
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


# Who reads slowly -------------------------------------------------------------------------------------------
def test_a_frame_is_what_the_protocol_says() -> None:
    """The three lengths of a frame, compared with those of the library."""
    from websockets.frames import Frame, Opcode

    for size in (0, 1, 125, 126, 65_535, 65_536):
        payload = b"x" * size
        assert wire.text(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_who_does_not_read_is_dropped_and_holds_up_nobody(slow: Server) -> None:
    """Its frames wait up to the bound; then it is closed, and meanwhile all others are answered at once."""
    lag = Visitor(slow)
    with Visitor(slow).at("R00") as ann, _deaf(lag) as laggard:
        ann.until_betting()
        slowest = 0.0
        for _ in range(60):
            try:
                laggard.sendall(100 * _masked(b'{"do":"nothing at all","id":"1"}'))
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
    """A terminal that has done its handshake and reads nothing."""
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
    """All that waits, to the end."""
    heard = b""
    try:
        while part := line.recv(1 << 16):
            heard += part
    except OSError:
        pass
    return heard


def _masked(payload: bytes) -> bytes:
    """A text frame of a client whose mask is nothing."""
    return bytes((0x81, 0x80 | len(payload))) + bytes(4) + payload
