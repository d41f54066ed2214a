"""The heartbeat of a line: the server answers a page at once, and notices one that is gone."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from croupier.floor.limits import LIMITS
from croupier.table.acts.wagers.placing import WagerPlaced
from croupier.web.server.gate import Gate
from croupier.web.server.serve import settings
from croupier.web.server.wire import GRACE
from tests.support.web import Server, Visitor, log

PING = {"do": "ping"}


def test_a_ping_is_answered_at_once_and_is_no_command(slow: Server) -> None:
    """A player, a spectator and the lobby get a frame of 15 bytes each; nothing is recorded, and nothing is junk."""
    ann = Visitor(slow)
    given: dict[str, Any] = {"origin": slow.origin, "additional_headers": {"Cookie": Visitor(slow).cookie}}
    address = f"ws{slow.origin.removeprefix('http')}/api/1/lobby/socket"
    with (
        ann.at("R00") as playing,
        Visitor(slow).at("R00", watching=True) as watching,
        connect(address, **given) as hall,
    ):
        playing.until_betting()
        version = playing.seq
        hall.recv()
        for _ in range(int(2 * LIMITS.messages_at_once / LIMITS.junk_cost)):  # as junk they would have to wait
            begun = time.monotonic()
            for each in (playing, watching):
                each.say(PING)
                each.until(lambda each=each: {"kind": "pong"} in each.frames)  # type: ignore[misc]
                each.frames.clear()
            hall.send('{"do": "ping"}')
            while hall.recv() != '{"kind":"pong"}':  # a card may have changed
                pass
            assert time.monotonic() - begun < 1
        assert playing.seq == version
        assert playing.ask("leave")["ok"]


def test_only_a_ping_is_a_ping(slow: Server) -> None:
    """Another message with that word is a command, or no command."""
    with Visitor(slow).at("R00") as playing:
        playing.until_betting()
        for said in ({"do": "ping", "id": "1"}, {"do": "pong"}, {"ping": 1}):
            playing.say(said)
            playing.until(lambda: playing.frames[-1]["kind"] == "error")
            playing.frames.append({"kind": "read"})
        assert playing.ask("clear", "ping")["refusal"]["word"] == "nothing-stands"
        assert playing.ask("leave")["ok"]


def test_a_page_that_is_gone_is_noticed_within_twelve_seconds() -> None:
    """The server pings so often; tests/web/test_wire.py shows what happens without an answer."""
    found = settings(lambda *_: None, Gate(LIMITS))  # type: ignore[arg-type]
    assert found.ws_ping_interval is not None
    assert found.ws_ping_timeout is not None
    assert found.ws_ping_interval + found.ws_ping_timeout + GRACE <= 12


@pytest.mark.parametrize("how", ["socket", "api"])
def test_a_command_of_a_round_that_is_over_is_refused(tmp_path: Path, how: str) -> None:
    """A line has held it back. It is not bet in the next round, and its answer is final."""
    db = f"sqlite:///{tmp_path}/pit.db"
    with Server(db, "R00") as server:
        ann = Visitor(server)
        with ann.at("R00") as playing:
            playing.until_betting()
            now = playing.view["round"]
            bet = {"wager": "red", "amount": 500}

            def ask(own: str, number: int) -> Any:
                said = {"do": "place", "id": own, **bet, "round": number}
                if how == "api":
                    return ann.post("R00", said).json()
                playing.say(said)
                return playing.answer(own)

            for own in ("late", "late"):
                refusal = ask(own, now - 1)["refusal"]
                assert (refusal["word"], refusal["message"]) == ("round-over", f"Too late: round {now - 1} is over.")
            taken = ask("taken", now)
            assert taken["ok"]
            playing.until_event("betting-opened")
            playing.until_betting()
            again = ask("taken", now)  # asked again after its round: the first answer
            assert {**again, "kind": ""} == {**taken, "kind": ""}
            assert ask("late", now - 1)["refusal"]["word"] == "round-over"
        assert server.end() == 0
    assert sum(isinstance(each, WagerPlaced) for each in log(db, "R00")) == 1
