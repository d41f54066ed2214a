"""The socket of a table: who may open it, allowed messages, and wagers that race with the close."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from croupier.floor.limits import Limits
from croupier.web.server.app import HEADERS
from tests.support.web import Server, Visitor, check, masked


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Tables with rounds of two seconds; at the end no wager is after a close, and an audit replays the log."""
    folder = tmp_path_factory.mktemp("pit")
    with Server(f"sqlite:///{folder / 'pit.db'}", "R0", "R00", "B6", limits=Limits(messages=5_000)) as running:
        yield running
        assert running.end() == 0
    check(running.db, "R0", "R00", "B6")


# Who may ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "https://127.0.0.1:{port}", "http://localhost:{port}"]
)
def test_another_origin_is_refused(server: Server, origin: str | None) -> None:
    """The origin must be the server's own, character for character."""
    given: Any = None if origin is None else origin.format(port=server.port)
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/api/1/tables/R00/socket", origin=given)
    assert refused.value.response.status_code == 403
    assert HEADERS.items() <= dict(refused.value.response.headers.raw_items()).items()


def test_another_host_name_is_refused(server: Server) -> None:
    """A page of another host name has that name as its origin, which is refused."""
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
        (f"R00/socket?after={'9' * 1500}", 400),
    ],
)
def test_unknown_tables_and_invalid_numbers_are_refused(server: Server, path: str, status: int) -> None:
    given: Any = {"origin": server.origin}
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/api/1/tables/{path}", **given)
    assert refused.value.response.status_code == status
    assert HEADERS.items() <= dict(refused.value.response.headers.raw_items()).items()


def test_a_spectator_has_no_seat(server: Server) -> None:
    with Visitor(server).at("R00", watching=True) as line:
        line.until(lambda: line.view)
        assert line.you is None
        assert line.ask("clear")["refusal"]["word"] == "watching"
        line.until_event("betting-closed")


def test_a_full_table_can_be_watched(slow: Server) -> None:
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


# Messages ---------------------------------------------------------------------------------------------------
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
def test_only_commands_for_terminals_are_accepted(slow: Server, said: Any) -> None:
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


def test_a_refusal_calls_its_reader_you(slow: Server) -> None:
    """No player reads the name from a cookie, over the socket or in the API."""
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
    """A command with a spot from the list of spots is understood, also for wagers without a spot."""
    spots = slow.get("/api/1/tables/C1/spots").json()["spots"]
    told = {each["wager"]: {name: each[name] for name in ("wager", "spot")} for each in spots}
    with Visitor(slow).at("C1") as line:
        line.until_betting()
        for wager in ("field", "hard-6"):
            assert line.ask("place", amount=500, **told[wager])["ok"]
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]


def test_a_message_that_is_too_long_closes_the_connection(slow: Server) -> None:
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
        line.say({"do": "place", "id": "lost", "wager": "black", "amount": 300})  # and the connection is lost
    with ann.at("R00") as line:
        lost = line.ask("place", "lost", wager="black", amount=300)
        assert line.ask("place", "same", wager="red", amount=500) == first
        assert line.ask("place", "no", wager="red", amount=501) == refused
        assert lost["ok"]
        line.until(lambda: line.you["laid"] == 800)
        with Visitor(slow).at("R00") as other:  # another player has separate ids
            other.until_betting()
            assert other.ask("place", "same", wager="odd", amount=700)["seq"] > first["seq"]
            assert other.ask("clear")["ok"]
            assert other.ask("leave")["ok"]
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]


def test_commands_before_the_first_frame_are_answered(slow: Server) -> None:
    """Commands sent while a guest is being seated wait, and none is lost."""
    for _ in range(5):
        with Visitor(slow).at("R00") as line:
            for number in range(10):
                line.say({"do": "clear", "id": f"n{number}"})
            for number in range(10):
                assert line.answer(f"n{number}")["refusal"]["word"] == "nothing-stands"
            assert line.frames[0]["kind"] == "table"
            line.until_betting()
            assert line.ask("leave")["ok"]


def test_a_thousand_commands_at_once_are_all_answered(slow: Server) -> None:
    """A thousand commands with immediate answers, after four that wait for the store, arrive in one packet."""
    with Visitor(slow).at("R00") as line:
        line.until_betting()
        first = [{"do": "clear", "id": f"c{number}"} for number in range(4)]
        more = [{"do": "bring-chips", "id": f"b{number}", "amount": 10**9} for number in range(1000)]
        line.socket.socket.sendall(b"".join(masked(json.dumps(each).encode()) for each in first + more))
        answers: set[str] = set()
        while len(answers) < len(first + more):
            if (heard := line.hear())["kind"] == "answer":
                answers.add(heard["id"])
        assert answers == {str(each["id"]) for each in first + more}
        refused = line.ask("leave")["refusal"]  # too many were refused: new commands wait a moment
        assert refused["word"] == "too-many-refused"


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
    """Without a line wager the clock does not run; then the dice go around, and the dealer confirms a call."""
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
    """Whatever their order, accepted wagers are in the log before the close, and all others are refused."""
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
        late = ("not-in-this-phase", "not-enough-chips", "too-many-refused")
        assert line.ask("place", wager="red", amount=100)["refusal"]["word"] in late
        for number in range(asked - 19, asked):
            answer = line.answer(f"r{number}")
            assert answer["ok"] or answer["refusal"]["word"] in (
                "not-in-this-phase",
                "not-enough-chips",
                "too-many-refused",
            )
