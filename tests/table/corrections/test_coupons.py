"""Corrections of rounds in which a stake was a coupon: it stays valid once, and is worth no chips (reading M3)."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code, Refusal
from tests.support.table.corrections import correct, roulette
from tests.support.table.coupons import issued
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by
from tests.support.table.roulette import SUPERVISOR, with_two_players

DEALER, BOB = by("dealer"), by("player", "bob")
FIVE = issued("K1", "K2")
USED = frozenset({"K1"})


def coupon(table: Table, wager: str, chips: int = 0, number: str = "K1") -> None:
    """Bob's coupon of $5 on a wager, beside chips where it is a match play coupon."""
    if chips:
        table.places("bob", wager, chips)
    table.do("place-coupon", DEALER, player="bob", wager=wager, coupon=number, amount=5_00)


def called(table: Table, outcome: str) -> None:
    """Call and settle an outcome, and stop there."""
    table.closes()
    table.calls(outcome)
    table.settles()


def place_6() -> Table:
    """A craps table with a point of 4: bob has $5 and a coupon of $5 on 6, and $495 left."""
    table = with_three_players(coupons=[FIVE])
    table.plays("2-2")
    coupon(table, "place-6", 5_00)
    return table


def used_again(table: Table, outcome: str, number: int) -> Refusal:
    """The refusal of a correction that would take a coupon twice."""
    refusal = table.no("correct-outcome", SUPERVISOR, round=number, outcome=outcome, reason="misread", dealer="dee")
    assert (refusal.code, refusal.variant) == (Code.COUPON_NOT_TAKEN, "corrected")
    return refusal


# At once ----------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2203(1)")
def test_at_once_winnings_change_hands_and_the_coupon_stays_used() -> None:
    table = roulette(coupons=[FIVE])
    coupon(table, "even")
    called(table, "2")  # even wins
    assert (table.rack("bob"), table.state.coupons_used) == (195_00, USED)
    correct(table, "1")  # red wins, even loses
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (210_00, (), USED)
    correct(table, "2")
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (195_00, (), USED)


@pytest.mark.cites("47.1-2305(1)")
def test_at_once_a_wager_that_should_stand_stands_again_with_its_coupon() -> None:
    table = place_6()
    called(table, "2-4")  # paid, and it comes down with its coupon
    assert (table.rack("bob"), table.state.coupons_used) == (512_00, USED)
    correct(table, "5-3", number=2)
    assert (table.rack("bob"), [each.number for each in table.state.coupons]) == (495_00, ["K1"])
    assert table.state.coupons_used == frozenset()
    table.do("open-betting", DEALER)
    table.plays("3-4")
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (495_00, (), USED)


@pytest.mark.cites("47.1-2305(1)")
def test_at_once_a_coupon_travels_back_with_a_come_wager() -> None:
    table = with_three_players(coupons=[FIVE])
    table.plays("2-2")
    coupon(table, "come", 5_00)
    called(table, "3-3")
    assert [each.spot for each in table.state.coupons] == ["6"]
    correct(table, "4-1", number=2)
    assert [each.spot for each in table.state.coupons] == ["5"]
    correct(table, "5-2", number=2)  # the natural pays it
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (510_00, (), USED)


@pytest.mark.cites("30-2203(1)", "30-2215(4)")
@pytest.mark.parametrize("dropped", [False, True])
def test_at_once_a_coupon_that_was_exchanged_since_is_not_taken_as_well(dropped: bool) -> None:
    table = with_two_players("colorado-single-zero", options__in_prison=True, coupons=[FIVE])
    coupon(table, "red")
    table.plays("0")
    table.do("choose", DEALER, player="bob", wager="red", choice="imprison")
    called(table, "1")  # released: the coupon goes back
    table.do("spread-cash", DEALER, player="ann", instrument="coupon", amount=5_00, serial="K1")
    if dropped:
        table.do("state-amount", DEALER, player="ann", amount=5_00)
        table.do("give-chips", DEALER, player="ann")
        table.do("drop-cash", DEALER, player="ann")
    assert str(used_again(table, "2", 2).cite) == "30-2203(1)"
    correct(table, "3", number=2)  # red too


# After play went on -------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2305(1)")
def test_later_only_the_chips_of_a_wager_that_should_stand_go_back_and_so_does_its_coupon() -> None:
    table = place_6()
    table.plays("3-4")  # misread: an 8 decides nothing
    assert (table.rack("bob"), table.state.coupons_used) == (495_00, USED)
    event = correct(table, "5-3", number=2)
    assert [(move.player, move.rack, move.layout, move.coupon) for move in event.moves if move.player == "bob"] == [
        ("bob", 5_00, 10_00, 5_00)
    ]
    assert (event.stage, table.rack("bob"), table.state.coupons_used) == ("later", 500_00, frozenset())
    correct(table, "3-4", number=2)  # and back: nothing is left over
    assert (table.rack("bob"), table.state.coupons_used) == (495_00, USED)
    correct(table, "5-3", number=2)
    table.shoots("bob")
    table.places("bob", "pass", 10_00)
    table.plays("2-2")
    coupon(table, "place-6", 5_00)  # it is valid again, once
    used_again(table, "3-4", 2)
    table.plays("3-4")
    used_again(table, "3-4", 2)
    correct(table, "6-2", number=2)  # decides nothing either


@pytest.mark.cites("47.1-2305(1)")
def test_later_a_coupon_that_is_still_up_is_not_decided_by_an_earlier_round() -> None:
    table = place_6()
    table.plays("5-3")
    refusal = used_again(table, "3-4", 2)
    assert (str(refusal.cite), "K1" in refusal.message) == ("47.1-2305(1)", True)
    table.do("take-down", BOB, player="bob", wager="place-6")
    assert (table.rack("bob"), table.state.coupons) == (500_00, ())
    correct(table, "3-4", number=2)  # it came down: $5 in chips were lost, and the coupon is taken
    assert (table.rack("bob"), table.state.coupons_used) == (495_00, USED)
    correct(table, "2-4", number=2)  # it was won
    assert (table.rack("bob"), table.state.coupons_used) == (512_00, USED)


@pytest.mark.cites("47.1-2305(1)")
def test_later_a_coupon_that_was_wagered_again_since_is_not_taken_twice() -> None:
    table = with_three_players(coupons=[FIVE])
    coupon(table, "dont-pass", 5_00)
    table.plays("6-6")  # a push gives the coupon back
    coupon(table, "field", 5_00)
    used_again(table, "1-1", 1)
    table.places("ann", "pass", 10_00)
    table.plays("3-4")
    used_again(table, "1-1", 1)
    assert (table.rack("bob"), table.state.coupons_used) == (495_00, USED)


@pytest.mark.cites("30-2703(3)")
def test_later_a_promotional_chip_wins_winnings_only() -> None:
    table = Table().opened("colorado-big-six", coupons=[issued("P1", kind="promotional-chip")])
    table.sits("bob", 1, 10_00)
    coupon(table, "one", number="P1")
    table.plays("two")
    assert (table.rack("bob"), table.state.coupons_used) == (10_00, frozenset({"P1"}))
    correct(table, "one")
    assert (table.rack("bob"), table.state.coupons_used) == (15_00, frozenset({"P1"}))
    correct(table, "two")
    assert (table.rack("bob"), table.state.coupons_used) == (10_00, frozenset({"P1"}))
