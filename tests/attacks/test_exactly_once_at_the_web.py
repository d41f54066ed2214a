"""A client repeats the ids of its commands, at the same server, after a restart and at another server.

Every repeat gets the first answer and changes nothing, also if the floor refused the command, or acted because of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier import store as stores
from croupier.host.answer import read
from croupier.host.audit import audit
from croupier.store import Store, StoreError
from croupier.store.group import AppendRequest
from croupier.table.acts.money.chips import CashedOut, ChipsBrought
from tests.support.run_table import prepared, run_table, says
from tests.support.stores import postgresql
from tests.support.web import SLOW, Line, Server, Visitor, check, log

MOST = 1_000_00  # play chips that a guest may bring at a time
Said = dict[str, Any]


def _both(visitor: Visitor, line: Line, said: Said) -> Said:
    """Send a command over the socket and over HTTP; return the answer, which must be the same."""
    posted: Said = visitor.post("R00", said).raise_for_status().json()
    heard = line.ask(said["do"], said["id"], **{name: said[name] for name in said if name not in ("do", "id")})
    assert heard == {"kind": "answer", **posted}
    return heard


def _seated(line: Line) -> None:
    line.until(lambda: line.you and line.you["rack"])


def _places_all(line: Line) -> None:
    for wager in ("red", "black"):
        assert line.ask("place", wager=wager, amount=MOST // 2)["ok"]


def _cashed_out(db: str) -> int:
    return sum(isinstance(event, CashedOut) for event in log(db, "R00"))


def test_an_old_leave_takes_nobody_from_the_table(tmp_path: Path) -> None:
    """As it was seen: a player came back, and the repeated id of the first leave cashed out the new rack."""
    db, bye = f"sqlite:///{tmp_path / 'pit.db'}", {"do": "leave", "id": "bye"}
    with Server(db, "R00", pace=SLOW) as server:
        ann = Visitor(server)
        with ann.at("R00") as line:
            line.until_betting()
            first = line.ask("leave", "bye")
            assert first["ok"]
        with ann.at("R00") as line:
            _seated(line)
            assert _both(ann, line, bye) == first
            _places_all(line)  # so the whole rack is still there
        assert server.end() == 0
    with Server(db, "R00", pace=SLOW) as server:
        ann = ann.comes_back(server)
        with ann.at("R00") as line:
            line.until(lambda: line.you)
            assert line.ask("clear")["ok"]
            assert _both(ann, line, bye) == first
            line.until(lambda: line.you["rack"] == MOST)
        with ann.at("R00") as line:
            line.until(lambda: line.you)
            assert line.you["rack"] == MOST, "the visitor still gets the seat"
        assert server.end() == 0
    check(db, "R00")
    assert _cashed_out(db) == 1


def test_what_the_floor_refused_stays_refused(tmp_path: Path) -> None:
    """Too many play chips, a terminal that makes no sound, a spectator: later each of them could do it."""
    db = f"sqlite:///{tmp_path / 'pit.db'}"
    more: Said = {"do": "bring-chips", "id": "more", "amount": MOST}
    bet: Said = {"do": "place", "id": "bet", "wager": "black", "amount": 5_00}
    with Server(db, "R00", pace=SLOW) as server:
        ann = Visitor(server)
        with ann.at("R00", watching=True) as line:
            line.until(lambda: line.view)
            watched = line.ask("clear", "watched")
            assert watched["refusal"]["word"] == "watching"
        with ann.at("R00", sound=None) as line:
            line.until_betting()
            assert _both(ann, line, {"do": "clear", "id": "watched"}) == watched
            unheard = _both(ann, line, bet)
            assert unheard["refusal"]["word"] == "not-heard"
            line.say({"sound": "on"})
            assert line.ask("bring-chips", amount=MOST)["ok"]
            refused = _both(ann, line, more)
            assert refused["refusal"]["word"] == "play-chips"
            _places_all(line)  # so there is room for more
            answers = {"watched": watched, "bet": unheard, "more": refused}
            assert _again(ann, line, bet, more) == answers
            line.until(lambda: (line.you["rack"], line.you["laid"]) == (MOST, MOST))
        assert server.end() == 0
    with Server(db, "R00", pace=SLOW) as server, ann.comes_back(server).at("R00") as line:
        line.until(lambda: line.you)
        assert _again(ann.comes_back(server), line, bet, more) == answers
        assert (line.you["rack"], line.you["laid"]) == (MOST, MOST)
        assert server.end() == 0
    check(db, "R00")
    assert sum(isinstance(event, ChipsBrought) for event in log(db, "R00")) == 2


def _again(visitor: Visitor, line: Line, *said: Said) -> dict[str, Said]:
    return {each["id"]: _both(visitor, line, each) for each in ({"do": "clear", "id": "watched"}, *said)}


def test_the_id_of_a_refused_command_with_another_body_is_refused_and_logged(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'pit.db'}"
    with Server(db, "R00", pace=SLOW) as server:
        ann = Visitor(server)
        with ann.at("R00") as line:
            line.until_betting()
            assert line.ask("bring-chips", "x", amount=MOST + 1_00)["refusal"]["word"] == "play-chips"
            for _ in range(2):
                for amount in (1_00, 2_00):
                    said = {"do": "bring-chips", "id": "x", "amount": amount}
                    assert _both(ann, line, said)["refusal"]["word"] == "id-used"
        assert server.end() == 0
    with stores.open(db) as kept:
        found = [read(each.answer) for each in kept.refusals("table/R00") if each.command.startswith("id-used/")]
    assert [each.refusal.word for each in found if each.refusal] == ["id-used"] * 2


def test_repeats_at_two_servers(tmp_path: Path) -> None:
    """One of them runs the table, and the other relays to it. Then the first one dies."""
    db = postgresql()
    no: Said = {"do": "bring-chips", "id": "no", "amount": 2 * MOST}
    yes: Said = {"do": "place", "id": "yes", "wager": "red", "amount": 5_00}
    with Server(db, "R00", pace=SLOW, data=tmp_path) as first, Server(db, "R00", pace=SLOW, data=tmp_path) as second:
        ann = Visitor(first)
        with ann.at("R00") as line:
            line.until_betting()
            answers = [_both(ann, line, no), _both(ann, line, yes)]
            assert [each["ok"] for each in answers] == [False, True]
        ann = ann.comes_back(second)
        with ann.at("R00") as line:
            assert [_both(ann, line, no), _both(ann, line, yes)] == answers
        first.kill()
        until = time.monotonic() + 20
        while second.get("/api/1/tables/R00").status_code != 200:  # the owner does not answer
            assert time.monotonic() < until, "nobody runs the table"
            time.sleep(0.1)
        with ann.at("R00") as line:
            line.until(lambda: line.you)
            assert [_both(ann, line, no), _both(ann, line, yes)] == answers
            assert line.you["rack"] == MOST - 5_00
        second.end()
    check(db, "R00")


# A stop between the two acts of a player who leaves ------------------------------------------------------------
class Stopped(StoreError):
    """The server stopped before this was written."""


@pytest.mark.parametrize("meanwhile", [0, 50_00])
def test_a_stop_between_cash_out_and_leave(meanwhile: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cash-out is durable, the leave is not. The repeat finishes it, also if chips were brought meanwhile."""
    bye, failed = {"do": "leave", "id": "bye"}, list[str]()

    async def lived(kept: Store) -> None:
        post = asyncio.get_running_loop().call_soon_threadsafe
        table = run_table(kept, "R00", post, failed.append)
        submit = kept.submit_then

        def stops(row: AppendRequest, then: Callable[..., None]) -> None:
            if row.command == "ann/R00/bye":
                raise Stopped("the power failed")
            submit(row, then)

        with monkeypatch.context() as patch:
            patch.setattr(kept, "submit_then", stops)
            with pytest.raises(Stopped):
                await says(table, bye)
        assert failed == ["the power failed"]
        table.host.lease.release()
        table = run_table(kept, "R00", post)
        assert table.state.felt.rack("ann") == 0, "the chips were cashed out"
        assert table.state.seat("ann") is not None
        if meanwhile:
            assert (await says(table, {"do": "bring-chips", "id": "more", "amount": meanwhile})).refusal is None
        first = await says(table, bye)
        assert first.refusal is None
        assert table.host.state.seat("ann") is None
        assert await says(table, bye) == first
        table.stop().close()

    with stores.open("memory:") as kept:
        prepared(kept)
        asyncio.run(lived(kept))
        assert audit(kept).fault is None
        made = [(each.command, each.kind) for each in kept.read("table/R00", 3)]
    outs = [("cash-out/3/ann/bye", "cashed-out/1")]
    outs += [("ann/R00/more", "chips-brought/1"), ("cash-out/5/ann/bye", "cashed-out/1")] if meanwhile else []
    assert made == [*outs, ("ann/R00/bye", "left/2")]
