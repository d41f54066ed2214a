"""Dealers move Fire Bets and Sharp Shooter wagers to their circles; where a tip on one of them lies."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by

DEALER, STICK, BOB = by("dealer"), by("stickperson"), by("player", "bob")


def _event(table: Table, word: str, who: Any, **fields: Any) -> Any:
    return table.do(word, who, **fields)[0]


@pytest.mark.cites("47.1-2317.01(3)")
def test_the_dice_go_out_once_dealers_have_moved_the_fire_bets_to_their_circles() -> None:
    table = with_three_players()
    assert table.no("move-wagers", DEALER).code is Code.NOTHING_PENDING
    table.places("eve", "fire-bet", 5_00)
    table.places("bob", "fire-bet", 5_00)
    refusal = table.no("push-dice", STICK)
    assert (refusal.code, str(refusal.cite)) == (Code.STILL_PENDING, "47.1-2317.01(3)")
    for role in ("player", "stickperson", "boxperson"):
        assert table.no("move-wagers", by(role, "bob")).code is Code.NOT_YOUR_ROLE
    moved = _event(table, "move-wagers", DEALER)
    assert (moved.wagers, moved.by.person) == (((3, "bob", "fire-bet"), (5, "eve", "fire-bet")), "dee")
    assert table.no("move-wagers", DEALER).code is Code.NOTHING_PENDING
    table.do("push-dice", STICK)


@pytest.mark.cites("47.1-2317.02(3)")
def test_chips_added_to_a_sharp_shooter_wager_are_moved_too() -> None:
    table = with_three_players()
    table.places("bob", "sharp-shooter", 5_00)
    refusal = table.no("push-dice", STICK)
    assert (refusal.code, str(refusal.cite)) == (Code.STILL_PENDING, "47.1-2317.02(3)")
    table.do("move-wagers", DEALER)
    table.do("push-dice", STICK)
    table.do("raise", BOB, player="bob", wager="sharp-shooter", amount=5_00)
    assert table.no("throw-dice", STICK).code is Code.STILL_PENDING
    assert _event(table, "move-wagers", DEALER).wagers == ((3, "bob", "sharp-shooter"),)
    table.do("reduce", BOB, player="bob", wager="sharp-shooter", amount=5_00)
    table.do("throw-dice", STICK)
    table.do("place", DEALER, player="eve", wager="sharp-shooter", amount=5_00)  # with the dice in the air
    table.calls("2-2")
    table.settles()
    table.do("open-betting", DEALER)
    assert table.no("push-dice", STICK).code is Code.STILL_PENDING
    assert _event(table, "move-wagers", DEALER).wagers == ((5, "eve", "sharp-shooter"),)
    table.do("push-dice", STICK)


def test_a_wager_taken_down_and_placed_again_is_moved_again() -> None:
    table = with_three_players()
    table.places("bob", "fire-bet", 5_00)
    table.do("move-wagers", DEALER)
    table.do("take-down", BOB, player="bob", wager="fire-bet")
    table.places("bob", "fire-bet", 5_00)
    assert table.no("push-dice", STICK).code is Code.STILL_PENDING


def test_the_crew_moves_them_before_it_pushes_the_dice_out() -> None:
    table = with_three_players()
    table.places("bob", "fire-bet", 5_00)
    table.closes()
    assert table.state.moved == {("bob", "fire-bet")}


def test_at_an_electronic_device_there_are_no_chips_to_move() -> None:
    table = Table().opened("colorado-craps", device__electronic=True)
    table.sits("bob", 3, 100_00)
    table.seals()
    table.shoots("bob")
    table.places("bob", "pass", 10_00)
    table.places("bob", "fire-bet", 5_00)
    table.places("bob", "fire-bet", 5_00, tip=True)
    table.do("push-dice", STICK)
    table.do("throw-dice", by("device"))


@pytest.mark.cites("47.1-2317.01(5)")
def test_a_tip_on_the_fire_bet_lies_at_the_top_of_its_area_or_on_the_players_own() -> None:
    table = with_three_players()
    tip = {"player": "bob", "wager": "fire-bet", "amount": 5_00, "tip": True}
    unsaid = table.no("place", BOB, **tip)
    assert (unsaid.code, str(unsaid.cite)) == (Code.TIPS_NOT_TAKEN, "47.1-2317.01(5)")
    alone = table.no("place", BOB, **tip, tip_at="on-own-wager")
    assert (alone.code, alone.variant) == (Code.TIPS_NOT_TAKEN, "no-own-wager")
    assert _event(table, "place", BOB, **tip, tip_at="top-of-area").tip_at == "top-of-area"
    table.do("push-dice", STICK)  # a tip stays where it was put
    table.places("bob", "fire-bet", 5_00)
    assert _event(table, "place", BOB, **tip, tip_at="on-own-wager").tip_at == "on-own-wager"


@pytest.mark.cites("47.1-2317.02(4)")
def test_a_tip_on_the_sharp_shooter_lies_at_the_top_of_its_area_or_on_the_players_own() -> None:
    table = with_three_players()
    tip = {"player": "bob", "wager": "sharp-shooter", "amount": 5_00, "tip": True}
    refusal = table.no("place", BOB, **tip)
    assert (refusal.code, str(refusal.cite)) == (Code.TIPS_NOT_TAKEN, "47.1-2317.02(4)")
    assert table.no("place", BOB, **tip, tip_at="on-own-wager").variant == "no-own-wager"
    assert _event(table, "place", BOB, **tip, tip_at="top-of-area").tip_at == "top-of-area"
    table.places("bob", "sharp-shooter", 5_00)
    assert _event(table, "place", BOB, **tip, tip_at="on-own-wager").tip_at == "on-own-wager"


def test_no_position_is_stated_where_players_bet_with_electronic_chips() -> None:
    """At terminals no chips lie anywhere, also where the dice are thrown by hand."""
    approved: dict[str, Any] = {"approvals__electronic-device": {"reference": "D-1", "date": "2022-01-01"}}
    table = with_three_players(device__terminals=True, **approved)
    tip = {"player": "bob", "wager": "fire-bet", "amount": 5_00, "tip": True}
    assert table.no("place", BOB, **tip, tip_at="top-of-area").variant == "no-position"
    assert _event(table, "place", BOB, **tip).tip_at is None


def test_no_position_is_stated_for_other_wagers() -> None:
    table = with_three_players()
    for fields in ({"wager": "field", "tip": True}, {"wager": "fire-bet"}):
        refusal = table.no("place", BOB, player="bob", amount=5_00, tip_at="top-of-area", **fields)
        assert (refusal.code, refusal.variant) == (Code.TIPS_NOT_TAKEN, "no-position")
