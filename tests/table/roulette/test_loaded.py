"""The dealer places the balls of a Spinner Winner bonus round in the device before they are ejected (reading R23)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code, Refusal
from croupier.floor.crew.act import Act
from croupier.floor.crew.due import next_act
from croupier.table import digest
from tests.support.table.play import Table, by
from tests.support.table.roulette import with_two_players

DEALER, MANAGER = by("dealer"), by("key-manager")


def _bonus_due(pay_table: str, **change: Any) -> Table:
    table = with_two_players(**{"side_bets__spinner-winner__pay_table": pay_table}, **change)
    table.plays("17")
    table.places("ann", "spinner-winner", 5_00)
    table.closes()
    table.calls("17")
    table.settles()
    return table


def _says(refusal: Refusal) -> tuple[Code, str]:
    return refusal.code, str(refusal.cite)


@pytest.mark.cites("30-2299.03(4)")
@pytest.mark.parametrize(("pay_table", "balls", "result"), [("SW2-U03", 2, "17-17"), ("SW3-U03", 3, "1-2-3")])
def test_the_dealer_starts_a_bonus_round_by_placing_its_balls(pay_table: str, balls: int, result: str) -> None:
    table = _bonus_due(pay_table)
    assert _says(table.no("draw", DEALER, of="bonus", result=result)) == (Code.STILL_PENDING, "30-2299.03(4)")
    for role in ("player", "pit-supervisor", "device"):
        assert table.no("load-balls", by(role, "ann"), balls=balls).code is Code.NOT_YOUR_ROLE
    for wrong in {1, 2, 3} - {balls}:
        refusal = table.no("load-balls", DEALER, balls=wrong)
        assert _says(refusal) == (Code.IMPOSSIBLE_DRAW, "30-2299.03(4)")
    loaded: Any = table.do("load-balls", DEALER, balls=balls)[0]
    assert (loaded.balls, loaded.round, loaded.by.person) == (balls, 2, "dee")
    assert table.no("load-balls", DEALER, balls=balls).code is Code.NOTHING_PENDING
    table.do("draw", DEALER, of="bonus", result=result)
    assert (table.state.loaded, table.state.felt.standing) == (0, ())
    assert digest(table.replayed()) == digest(table.state)


@pytest.mark.cites("30-2299.03(4)")
def test_a_player_presses_only_after_the_dealer_has_placed_the_balls() -> None:
    table = _bonus_due("SW2-U03", **{"side_bets__spinner-winner__presses": "player"})
    pressed = {"of": "bonus", "result": "1-2", "pressed": "ann"}
    assert _says(table.no("draw", DEALER, **pressed)) == (Code.STILL_PENDING, "30-2299.03(4)")
    table.do("load-balls", DEALER, balls=2)
    table.do("draw", DEALER, **pressed)


@pytest.mark.cites("30-2299.03(4)(a)")
def test_the_dealer_loads_one_ball_again_where_balls_share_a_pocket() -> None:
    table = _bonus_due("SW3-U03")
    table.do("load-balls", DEALER, balls=3)
    table.do("draw", DEALER, of="bonus", result="5-5-8")
    again = {"of": "bonus", "result": "5-1-8"}
    assert _says(table.no("draw", DEALER, **again)) == (Code.STILL_PENDING, "30-2299.03(4)(a)")
    for wrong in (2, 3):
        assert _says(table.no("load-balls", DEALER, balls=wrong)) == (Code.IMPOSSIBLE_DRAW, "30-2299.03(4)(a)")
    table.do("load-balls", DEALER, balls=1)
    table.do("draw", DEALER, **again)


def test_no_balls_are_placed_where_no_bonus_round_is_due() -> None:
    table = with_two_players()
    assert table.no("load-balls", DEALER, balls=2).code is Code.NOT_IN_THIS_PHASE
    table.closes()
    table.calls("17")
    table.settles()
    assert table.no("load-balls", DEALER, balls=2).code is Code.NOTHING_PENDING
    craps = Table().opened("colorado-craps")
    assert craps.no("load-balls", DEALER, balls=2).code is Code.ACT_OF_ANOTHER_GAME


def test_the_crew_places_the_balls_and_then_launches_them() -> None:
    table = _bonus_due("SW3-U03")
    assert _next(table) == ("load-balls", "dealer", {"balls": 3})
    table.do("load-balls", DEALER, balls=3)
    assert _next(table) == ("draw", "dealer", {"of": "bonus"})
    table.do("draw", DEALER, of="bonus", result="5-5-8")
    assert _next(table) == ("load-balls", "dealer", {"balls": 1})


def _next(table: Table) -> tuple[str, str, Any]:
    act = next_act(table.state)
    assert isinstance(act, Act)
    return act.word, act.role, act.fields


def test_balls_are_placed_anew_after_a_round_was_voided_or_corrected() -> None:
    for voided in (True, False):
        table = _bonus_due("SW2-U03")
        table.do("load-balls", DEALER, balls=2)
        if voided:
            table.do("void-round", MANAGER, reason="smoke")
        else:
            table.do("correct-outcome", by("pit-supervisor"), round=2, outcome="18", reason="board", dealer="dee")
        assert table.state.loaded == 0
        assert table.state.felt.standing == ()
        table.do("open-betting", DEALER)
