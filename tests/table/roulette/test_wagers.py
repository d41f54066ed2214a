"""Wagers at a roulette table: chips and coupons, who may key them, repeating and clearing them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by
from tests.support.table.roulette import of_2015, with_two_players

DEALER = by("dealer")


@pytest.mark.cites("30-2203(1)")
def test_wagers_are_made_with_chips_and_coupons_on_even_money_and_two_to_one() -> None:
    table = with_two_players(coupons=[issued("K-1", "K-2", "K-3", face=10)])
    refusal = table.no("place", by("player", "ann"), player="ann", wager="red", amount=300_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_ENOUGH_CHIPS, "30-2203(1)")
    coupon: dict[str, Any] = {"player": "ann", "amount": 10_00, "coupon": "K-1"}
    refusal = table.no("place-coupon", DEALER, wager="straight", spot="17", **coupon)
    assert (refusal.code, str(refusal.cite)) == (Code.COUPON_NOT_TAKEN, "30-2203(1)")
    table.do("place-coupon", DEALER, wager="red", **coupon)
    assert (
        table.no("place", by("player", "ann"), player="ann", wager="red", amount=5_00).code is Code.COUPON_NOT_TAKEN
    )
    assert table.no("raise", DEALER, player="ann", wager="red", amount=5_00).code is Code.COUPON_NOT_TAKEN
    assert table.rack("ann") == 200_00
    settled = table.plays("1")
    assert table.rack("ann") == 210_00  # a win pays winnings only, and the coupon is taken (reading M2)
    assert [(row.paid, row.coupon, row.gain) for row in settled.rows] == [(20_00, 10_00, 10_00)]
    table.do("place-coupon", DEALER, wager="dozen", spot="1", **coupon | {"coupon": "K-2"})
    table.plays("2")
    assert table.rack("ann") == 230_00
    table.do("place-coupon", DEALER, wager="red", **coupon | {"coupon": "K-3"})
    table.plays("2")
    assert table.rack("ann") == 230_00
    assert table.state.coupons == ()


@pytest.mark.cites("47.1-2203(1)")
def test_chips_and_coupons_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 20_00, "orange")
    assert str(table.no("place", DEALER, player="ann", wager="red", amount=30_00).cite) == "47.1-2203(1)"
    fields: dict[str, Any] = {"player": "ann", "amount": 5_00, "coupon": "K"}
    assert str(table.no("place-coupon", DEALER, wager="straight", spot="1", **fields).cite) == "47.1-2203(1)"


def _what_wagers_are_made_with(table: Table, cite: str) -> None:
    """Chips of this table, or value chips at any time on every wager; neither coins nor cash nor words."""
    ann = by("player", "ann")
    for coins in (True, False):  # ann has no chips yet
        no = table.no("place", ann, player="ann", wager="red", amount=5_00, coins=coins)
        code = Code.COINS_NOT_TAKEN if coins else Code.NOT_ENOUGH_CHIPS
        assert (no.code, str(no.cite)) == (code, cite)
    table.do("bring-chips", ann, player="ann", amount=50_00)
    for wager, spot in (("straight", "17"), ("split", "1-2"), ("red", None)):
        table.do("place", ann, player="ann", wager=wager, spot=spot, amount=5_00)
    table.do("spin", DEALER)
    table.do("bring-chips", ann, player="ann", amount=20_00)  # while the ball runs
    table.do("place", ann, player="ann", wager="corner", spot="1-2-4-5", amount=5_00)
    assert table.rack("ann") == 50_00


@pytest.mark.cites("30-2203(1)")
def test_value_chips_at_any_time_on_every_wager_and_no_coins() -> None:
    table = Table().opened("colorado-double-zero", coupons=[issued("K", face=10)])
    table.sits("ann", 1)
    _what_wagers_are_made_with(table, "30-2203(1)")
    table.do("place-coupon", DEALER, player="ann", wager="column", spot="1", amount=10_00, coupon="K")  # 2 to 1


@pytest.mark.cites("47.1-2203(1)")
def test_value_chips_at_any_time_and_no_coins_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1)
    _what_wagers_are_made_with(table, "47.1-2203(1)")


def test_a_coupon_is_never_above_the_maximum_not_even_as_a_physical_chip() -> None:
    table = with_two_players(
        chips__physical=True,
        limits__default={"min": 1, "max": 50},
        coupons=[issued("K", face=50), issued("L", face=60)],
    )
    fields = {"player": "ann", "wager": "red"}
    assert table.no("place-coupon", DEALER, amount=60_00, coupon="L", **fields).code is Code.OVER_MAXIMUM
    table.do("place-coupon", DEALER, amount=50_00, coupon="K", **fields)


def test_a_coupon_that_comes_down_goes_back_to_the_player_and_is_no_money() -> None:
    table = with_two_players(coupons=[issued("K", face=10)])
    table.do("place-coupon", DEALER, player="ann", wager="red", amount=10_00, coupon="K")
    (down,) = table.do("take-down", by("player", "ann"), player="ann", wager="red")
    assert down.coupon == 10_00  # type: ignore[attr-defined]
    assert (table.rack("ann"), table.state.coupons) == (200_00, ())


@pytest.mark.cites("30-2203(4)")
def test_the_player_answers_for_a_wager_that_the_dealer_places() -> None:
    _answers(with_two_players(), "30-2203(4)")


@pytest.mark.cites("47.1-2203(4)")
def test_the_player_answers_for_it_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 200_00, "orange")
    table.sits("bob", 2, 200_00, "yellow")
    _answers(table, "47.1-2203(4)")


def _answers(table: Table, cite: str) -> None:
    """Ann asks for 17, and the dealer puts her chip on 18."""
    wrong = {"player": "ann", "wager": "straight", "amount": 5_00, "spot": "18"}
    ann = by("player", "ann")
    (placed,) = table.do("place", DEALER, **wrong)
    assert placed.by.person == "dee"
    assert (placed.player, placed.house_version) == ("ann", table.state.house.version)  # type: ignore[attr-defined]
    refusal = table.no("place", by("player", "bob"), player="ann", wager="red", amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_SEAT, cite)
    settled = table.plays("17")  # as it lies, not as she asked
    assert [(row.player, row.wager, row.spot, row.grade) for row in settled.rows] == [
        ("ann", "straight", "18", "lose")
    ]
    assert table.rack("ann") == 195_00
    table.do("place", DEALER, **wrong)
    table.do("take-down", ann, player="ann", wager="straight", spot="18")  # she sees it and puts it right
    table.places("ann", "straight", 5_00, "17")
    table.plays("17")
    assert table.rack("ann") == 195_00 + 35 * 5_00
    table.do("place", DEALER, **wrong)
    table.closes()
    refusal = table.no("take-down", ann, player="ann", wager="straight", spot="18")
    assert refusal.code is Code.NOT_IN_THIS_PHASE  # too late


def test_last_rounds_wagers_are_repeated_and_cleared() -> None:
    table = with_two_players()
    ann = by("player", "ann")
    assert table.no("repeat", ann, player="ann").code is Code.NOTHING_TO_REPEAT
    table.places("ann", "straight", 5_00, "17")
    table.places("ann", "red", 10_00)
    table.plays("2")
    assert len(table.do("repeat", ann, player="ann")) == 2
    assert sorted((each.wager, each.stake) for each in table.state.felt.standing) == [
        ("red", 1000),
        ("straight", 500),
    ]
    assert len(table.do("clear", ann, player="ann")) == 2
    assert table.rack("ann") == 185_00
    assert table.no("clear", ann, player="ann").code is Code.NOTHING_STANDS


@pytest.mark.cites("30-2299.04/start(1)")
def test_a_required_ordinary_wager_stays_beside_roulette_up_and_clears_with_it() -> None:
    change: dict[str, Any] = {"side_bets__roulette-up__primary_required": True}
    table = with_two_players(**change)
    table.places("ann", "red", 5_00)
    table.places("ann", "roulette-up", 5_00)
    table.do("spin", DEALER)
    refusal = table.no("take-down", by("player", "ann"), player="ann", wager="red")
    assert (refusal.code, str(refusal.cite)) == (Code.CONTRACT, "30-2299.04/start(1)")
    table.do("clear", by("player", "ann"), player="ann")
    assert (table.state.felt.standing, table.rack("ann")) == ((), 200_00)
