"""A live roulette table: seats, colors, buying in, the round in order, settlement, irregularities."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.table import digest, postings
from croupier.table.acts.irregularities.voids import BallInspected
from croupier.table.acts.round.settling import Settled
from tests.support.table.play import Table, by, written

DEALER, SUPERVISOR, MANAGER = by("dealer"), by("pit-supervisor"), by("key-manager")


def _table(name: str = "colorado-double-zero", **change: Any) -> Table:
    """An open table with ann (red, $1) and bob (blue, $5)."""
    table = Table().opened(name, **change)
    table.sits("ann", 1, 200_00, "red", 1_00)
    table.sits("bob", 2, 200_00, "blue", 5_00)
    return table


def _old(name: str = "colorado-double-zero") -> Table:
    """A table under the printing of 2015."""
    table = Table()
    house = written(name)
    table.do("open-table", SUPERVISOR, house={"name": name, "text": house.text, "on": "2016-01-01"}, bank=10_000_00)
    return table


# Colors and units -------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2203(3)", "H-wagers(5)")
def test_one_color_per_player_and_one_player_per_color() -> None:
    table = _table()
    table.sits("eve", 3)
    refusal = table.no("take-color", DEALER, player="eve", color="red", unit=1_00)
    assert (refusal.code, str(refusal.cite)) == (Code.COLOR_TAKEN, "30-2203(3)")
    assert table.no("take-color", DEALER, player="eve", color="Red ", unit=1_00).code is Code.COLOR_TAKEN
    table.do("take-color", DEALER, player="eve", color="green", unit=1_00)
    table.do("leave", by("player", "eve"), player="eve")
    table.sits("zoe", 3)
    table.do("take-color", DEALER, player="zoe", color="green", unit=5_00)


@pytest.mark.cites("47.1-2203(3)", "47.1-2201(9)")
def test_colors_and_units_in_the_printing_of_2015() -> None:
    table = _old()
    table.sits("ann", 1, 20_00, "red")
    table.sits("bob", 2)
    assert str(table.no("take-color", DEALER, player="bob", color="red", unit=1_00).cite) == "47.1-2203(3)"
    assert str(table.no("take-color", DEALER, player="bob", color="blue", unit=7_00).cite) == "47.1-2201(9)"
    refusal = table.no("take-color", DEALER, player="ann", color="red", unit=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.UNIT_FIXED, "47.1-2201(9)")


@pytest.mark.cites("30-2201(9)")
def test_the_unit_is_fixed_before_the_first_wager() -> None:
    table = _table()
    assert table.no("take-color", DEALER, player="ann", color="red", unit=5_00).code is Code.UNIT_FIXED
    assert table.no("take-color", DEALER, player="bob", color="blue", unit=7).code is Code.UNIT_FIXED
    table.sits("eve", 3)
    assert table.no("take-color", DEALER, player="eve", color="green", unit=7).code is Code.UNIT_UNKNOWN
    refusal = table.no("place", by("player", "bob"), player="bob", wager="red", amount=6_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_WHOLE_CHIPS, "30-2201(9)")
    table.places("bob", "red", 10_00)


@pytest.mark.cites("H-wagers(3)")
def test_the_house_procedure_has_units_of_one_and_five_dollars() -> None:
    table = Table().opened("ten-dollar-roulette", chips__denominations=[1, 5, 25])
    table.sits("ann", 1)
    refusal = table.no("take-color", DEALER, player="ann", color="red", unit=25_00)
    assert (refusal.code, str(refusal.cite)) == (Code.UNIT_UNKNOWN, "H-wagers(3)")
    table.do("take-color", DEALER, player="ann", color="red", unit=5_00)


@pytest.mark.cites("30-2203(2)", "H-wagers(6)")
def test_chips_of_another_table_are_worth_nothing_here() -> None:
    table = _table()
    ann = by("player", "ann")
    refusal = table.no("bring-chips", ann, player="ann", amount=20_00, table="R2")
    assert (refusal.code, str(refusal.cite)) == (Code.CHIPS_OF_ANOTHER_TABLE, "30-2203(2)")
    table.do("bring-chips", ann, player="ann", amount=20_00, table="T1")
    table.do("bring-chips", ann, player="ann", amount=25_00)  # value chips of the house
    assert table.rack("ann") == 245_00
    assert table.no("leave", ann, player="ann").code is Code.CHIPS_REMAIN
    table.do("cash-out", ann, player="ann", amount=245_00)
    table.do("leave", ann, player="ann")


@pytest.mark.cites("H-wagers(7)")
def test_by_the_house_procedure_only_the_tables_own_chips_are_wagered() -> None:
    table = Table().opened("ten-dollar-roulette")
    table.sits("ann", 1)
    ann = by("player", "ann")
    assert str(table.no("bring-chips", ann, player="ann", amount=25_00).cite) == "H-wagers(7)"
    assert str(table.no("place", ann, player="ann", wager="red", amount=10_00).cite) == "H-wagers(7)"
    refusal = table.no("spread-cash", DEALER, player="ann", instrument="cash", amount=20_00)
    assert str(refusal.cite) == "H-wagers(7)"


# Buying in --------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2215(1)", "30-2215(2)")
def test_cash_is_spread_and_its_amount_stated() -> None:
    table = _table()
    assert table.no("state-amount", DEALER, player="ann", amount=20_00).code is Code.CASH_ON_THE_TABLE
    table.do("spread-cash", DEALER, player="ann", instrument="cash", amount=20_00)
    assert table.no("give-chips", DEALER, player="ann").code is Code.CASH_ON_THE_TABLE
    busy = table.no("spread-cash", DEALER, player="bob", instrument="ticket", amount=5_00)
    assert str(busy.cite) == "30-2215(1)"
    refusal = table.no("state-amount", DEALER, player="ann", amount=21_00)
    assert (refusal.code, str(refusal.cite)) == (Code.AMOUNT_DIFFERS, "30-2215(2)")
    table.do("state-amount", DEALER, player="ann", amount=20_00)
    table.do("return-cash", DEALER, player="ann")
    assert table.state.buying is None
    assert table.state.balance("drop") == 400_00


@pytest.mark.cites("30-2215(3)")
def test_chips_first_and_then_the_cash_straight_into_the_box() -> None:
    table = _table()
    table.do("spread-cash", DEALER, player="ann", instrument="mobile-atm-receipt", amount=20_00)
    assert table.no("drop-cash", DEALER, player="ann").code is Code.CASH_ON_THE_TABLE
    table.do("state-amount", DEALER, player="ann", amount=20_00)
    (given,) = table.do("give-chips", DEALER, player="ann")
    assert given.chips == ((1_00, 20),)  # type: ignore[attr-defined]
    assert table.rack("ann") == 220_00
    for word, fields in (("spin", {}), ("place", {"player": "bob", "wager": "red", "amount": 5_00})):
        assert str(table.no(word, DEALER, **fields).cite) == "30-2215(3)"
    assert table.no("return-cash", DEALER, player="ann").code is Code.CASH_ON_THE_TABLE
    table.do("drop-cash", DEALER, player="ann", into="bill-validator")
    assert table.state.balance("drop") == 420_00
    assert table.state.balance("outside") == -420_00


@pytest.mark.cites("30-2215(4)")
@pytest.mark.parametrize("instrument", ["cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt"])
def test_every_instrument_becomes_chips(instrument: str) -> None:
    table = _table()
    table.buys_in("ann", 30_00, instrument)
    assert table.rack("ann") == 230_00


@pytest.mark.cites("30-2215(4)")
def test_a_ticket_is_redeemed_before_it_is_wagered() -> None:
    table = _table()
    table.do("spread-cash", DEALER, player="ann", instrument="ticket", amount=20_00)
    refusal = table.no("place", by("player", "ann"), player="ann", wager="red", amount=5_00)
    assert str(refusal.cite) == "30-2215(4)"
    table.places("bob", "red", 5_00)
    table.do("state-amount", DEALER, player="ann", amount=20_00)
    table.do("give-chips", DEALER, player="ann")
    table.do("drop-cash", DEALER, player="ann")
    table.places("ann", "red", 5_00)


@pytest.mark.cites("H-spin(2)", "H-payouts(5)")
def test_money_stands_still_while_the_ball_runs_and_until_all_is_resolved() -> None:
    table = _table()
    table.do("spin", DEALER)
    ann = by("player", "ann")
    for phase, cite in (("spun", "H-spin(2)"), ("no-more-bets", "H-spin(2)"), ("called", "H-payouts(5)")):
        assert table.state.phase == phase
        for word, fields in (
            ("spread-cash", {"player": "ann", "instrument": "cash", "amount": 20_00}),
            ("color-up", {"player": "ann", "amount": 20_00}),
            ("cash-out", {"player": "ann", "amount": 20_00}),
        ):
            refusal = table.no(word, DEALER, **fields)
            assert (refusal.code, str(refusal.cite)) == (Code.MONEY_STANDS_STILL, cite)
        if phase == "spun":
            table.do("call-no-more-bets", DEALER)
        elif phase == "no-more-bets":
            table.calls("17")
    table.settles()
    table.do("cash-out", ann, player="ann", amount=20_00)


def test_an_excluded_patron_gets_no_seat_and_no_wager() -> None:
    table = _table()
    table.do("exclude-patron", by("security"), person="eve")
    assert table.no("sit", by("player", "eve"), player="eve", place=5).code is Code.PATRON_EXCLUDED
    table.do("exclude-patron", by("security"), person="ann")
    refusal = table.no("place", by("player", "ann"), player="ann", wager="red", amount=5_00)
    assert refusal.code is Code.PATRON_EXCLUDED
    table.do("cash-out", by("player", "ann"), player="ann", amount=200_00)
    table.do("readmit-patron", SUPERVISOR, person="eve")
    table.do("sit", by("player", "eve"), player="eve", place=5)
    assert table.no("sit", by("player", "zoe"), player="zoe", place=5).code is Code.PLACE_OCCUPIED
    assert table.no("sit", by("player", "eve"), player="eve", place=6).code is Code.SEAT_TAKEN


# Wagers -----------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2203(1)")
def test_wagers_are_made_with_chips_and_coupons_on_even_money_and_two_to_one() -> None:
    table = _table()
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
    table.do("place-coupon", DEALER, wager="dozen", spot="1", **coupon)
    table.plays("2")
    assert table.rack("ann") == 230_00
    table.do("place-coupon", DEALER, wager="red", **coupon)
    table.plays("2")
    assert table.rack("ann") == 230_00
    assert table.state.coupons == ()


@pytest.mark.cites("47.1-2203(1)")
def test_chips_and_coupons_in_the_printing_of_2015() -> None:
    table = _old()
    table.sits("ann", 1, 20_00, "red")
    assert str(table.no("place", DEALER, player="ann", wager="red", amount=30_00).cite) == "47.1-2203(1)"
    fields: dict[str, Any] = {"player": "ann", "amount": 5_00, "coupon": "K"}
    assert str(table.no("place-coupon", DEALER, wager="straight", spot="1", **fields).cite) == "47.1-2203(1)"


def test_a_coupon_is_never_above_the_maximum_not_even_as_a_physical_chip() -> None:
    table = _table(chips__physical=True, limits__default={"min": 1, "max": 50})
    fields = {"player": "ann", "wager": "red", "coupon": "K"}
    assert table.no("place-coupon", DEALER, amount=60_00, **fields).code is Code.OVER_MAXIMUM
    table.do("place-coupon", DEALER, amount=50_00, **fields)


def test_a_coupon_that_comes_down_goes_back_to_the_player_and_is_no_money() -> None:
    table = _table()
    table.do("place-coupon", DEALER, player="ann", wager="red", amount=10_00, coupon="K")
    (down,) = table.do("take-down", by("player", "ann"), player="ann", wager="red")
    assert down.coupon == 10_00  # type: ignore[attr-defined]
    assert (table.rack("ann"), table.state.coupons) == (200_00, ())
    prison = _table("colorado-single-zero")
    refusal = prison.no("place-coupon", DEALER, player="ann", wager="red", amount=10_00, coupon="K")
    assert str(refusal.cite) == "30-2204(2)"


@pytest.mark.cites("30-2203(4)")
def test_a_dealer_may_key_a_wager_and_is_named_the_player_answers_for_it() -> None:
    table = _table()
    (placed,) = table.do("place", DEALER, player="ann", wager="straight", amount=5_00, spot="17")
    assert placed.by.person == "dee"
    assert (placed.player, placed.house_version) == ("ann", table.state.house.version)  # type: ignore[attr-defined]
    refusal = table.no("place", by("player", "bob"), player="ann", wager="red", amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_SEAT, "30-2203(4)")


@pytest.mark.cites("47.1-2203(4)")
def test_a_dealer_may_key_a_wager_in_the_printing_of_2015() -> None:
    table = _old()
    table.sits("ann", 1, 20_00, "red")
    table.do("place", DEALER, player="ann", wager="red", amount=5_00)
    assert str(table.no("place", by("player", "bob"), player="ann", wager="red", amount=5_00).cite) == "47.1-2203(4)"


def test_last_rounds_wagers_are_repeated_and_cleared() -> None:
    table = _table()
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


# The round --------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2201(4)", "30-2299.01(3)")
def test_the_dealer_spins_and_wagers_are_taken_until_the_wave() -> None:
    table = _table()
    refusal = table.no("spin", by("player", "ann"))
    assert refusal.code is Code.NOT_YOUR_ROLE
    table.do("spin", DEALER)
    table.places("ann", "red", 5_00)
    table.do("call-no-more-bets", DEALER)
    refusal = table.no("place", by("player", "ann"), player="ann", wager="red", amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_IN_THIS_PHASE, "30-2205(2)")
    assert refusal.message == "No more bets: the betting of this round is closed."  # a sentence for the player
    assert str(table.no("take-down", by("player", "ann"), player="ann", wager="red").cite) == "30-2205(2)"


@pytest.mark.cites("47.1-2201(4)", "47.1-2215.01(3)")
def test_the_dealer_spins_in_the_printing_of_2015() -> None:
    table = _old()
    table.do("spin", DEALER)
    assert str(table.no("spin", DEALER).cite) == "47.1-2205(1)"


@pytest.mark.cites("30-2299.02(2)", "30-2299.04/start(7)")
def test_side_bets_close_with_all_the_others() -> None:
    table = _table()
    table.do("spin", DEALER)
    table.places("ann", "straights-and-8s", 5_00)
    table.places("ann", "roulette-up", 5_00)
    table.do("call-no-more-bets", DEALER)
    for wager in ("straights-and-8s", "roulette-up"):
        refusal = table.no("place", by("player", "bob"), player="bob", wager=wager, amount=5_00)
        assert refusal.code is Code.NOT_IN_THIS_PHASE


@pytest.mark.cites("30-2205(2)", "30-2205(3)")
def test_no_more_bets_comes_while_the_ball_runs_and_the_outcome_after_it() -> None:
    table = _table()
    assert str(table.no("call-no-more-bets", DEALER).cite) == "30-2205(2)"
    table.do("spin", DEALER)
    assert str(table.no("call-outcome", DEALER, outcome="17").cite) == "30-2205(3)"
    table.do("call-no-more-bets", DEALER)
    called = table.do("call-outcome", DEALER, outcome="17")
    assert [type(each).__name__ for each in called] == ["OutcomeCalled", "DollyPlaced"]


@pytest.mark.cites("47.1-2205(2)", "47.1-2205(3)")
def test_the_round_in_the_printing_of_2015() -> None:
    table = _old()
    assert str(table.no("call-no-more-bets", DEALER).cite) == "47.1-2205(2)"
    table.closes()
    table.calls("17")
    assert str(table.no("call-outcome", DEALER, outcome="17").cite) == "47.1-2205(3)"


@pytest.mark.cites("30-2205(4)")
def test_losers_are_collected_before_winners_are_paid() -> None:
    table = _table()
    table.places("ann", "red", 10_00)
    table.places("bob", "black", 10_00)
    assert [(row.step, row.player) for row in table.plays("1").rows] == [("collect", "bob"), ("pay", "ann")]
    assert str(table.no("settle", DEALER).cite) == "30-2205(4)"


@pytest.mark.cites("47.1-2205(4)")
def test_losers_first_in_the_printing_of_2015() -> None:
    table = _old()
    table.sits("ann", 1, 50_00, "red")
    table.places("ann", "red", 10_00)
    table.places("ann", "black", 10_00)
    assert [row.step for row in table.plays("1").rows] == ["collect", "pay"]
    assert str(table.no("settle", DEALER).cite) == "47.1-2205(4)"


def _house_procedure_round() -> Settled:
    table = Table().opened("ten-dollar-roulette")
    table.sits("bob", 2, 100_00, "blue", 1_00)
    table.sits("ann", 1, 100_00, "red", 1_00)
    for player in ("bob", "ann"):
        table.places(player, "straight", 1_00, "17")
        table.places(player, "straight", 1_00, "18")
        table.places(player, "split", 1_00, "17-20")
        table.places(player, "line", 1_00, "16-17-18-19-20-21")
    table.places("ann", "black", 10_00)
    table.places("bob", "red", 10_00)
    table.closes()
    table.calls("17")
    settled: Settled = table.settles()
    return settled


@pytest.mark.cites("H-after(1)", "H-payouts(1)")
def test_outside_before_inside_for_losers_and_for_winners() -> None:
    rows = [(row.step, row.player, row.wager) for row in _house_procedure_round().rows]
    assert rows[:3] == [("collect", "bob", "red"), ("collect", "ann", "straight"), ("collect", "bob", "straight")]
    assert rows[3] == ("pay", "ann", "black")


@pytest.mark.cites("H-payouts(2)")
def test_inside_winners_color_by_color_and_from_the_outside_in() -> None:
    rows = [(row.player, row.wager) for row in _house_procedure_round().rows if row.step == "pay"]
    each = ["line", "split", "straight"]
    assert rows[1:] == [*(("ann", wager) for wager in each), *(("bob", wager) for wager in each)]


@pytest.mark.cites("H-drop(1)", "H-drop(2)")
def test_the_dolly_lies_on_the_number_until_everything_is_paid() -> None:
    table = _table("ten-dollar-roulette")
    table.closes()
    called = table.do("call-outcome", DEALER, outcome="00")
    assert called[1].number == "00"  # type: ignore[attr-defined]
    assert table.no("open-betting", DEALER).code is Code.NOT_IN_THIS_PHASE
    table.settles()
    assert (
        table.no("place", by("player", "ann"), player="ann", wager="red", amount=10_00).code is Code.NOT_IN_THIS_PHASE
    )
    opened = table.do("open-betting", DEALER)
    assert [type(each).__name__ for each in opened] == ["DollyLifted", "BettingOpened"]
    table.places("ann", "red", 10_00)


@pytest.mark.cites("H-spin(1)")
def test_no_more_bets_after_four_revolutions() -> None:
    table = _table("ten-dollar-roulette")
    table.do("spin", DEALER)
    refusal = table.no("call-no-more-bets", DEALER, revolutions=3)
    assert (refusal.code, str(refusal.cite)) == (Code.TOO_EARLY, "H-spin(1)")
    table.do("call-no-more-bets", DEALER, revolutions=4)


@pytest.mark.cites("30-2299.01(6)")
def test_back2back_winners_are_paid_with_the_others_once_the_award_is_drawn() -> None:
    table = _table()
    table.plays("17")
    table.places("ann", "back2back", 5_00)
    table.places("ann", "straight", 1_00, "17")
    table.closes()
    table.calls("17")
    assert table.no("settle", DEALER).code is Code.STILL_PENDING
    assert table.no("draw", DEALER, of="award", result="11").code is Code.IMPOSSIBLE_DRAW
    table.do("draw", DEALER, of="award", result="20")
    rows = table.settles().rows
    assert [(row.wager, row.paid) for row in rows] == [("straight", 36_00), ("back2back", 105_00)]


@pytest.mark.cites("47.1-2215.01(6)")
def test_back2back_winners_are_paid_with_the_others_in_the_printing_of_2015() -> None:
    table = _old()
    table.sits("ann", 1, 50_00)
    table.plays("17")
    table.places("ann", "back2back", 5_00)
    table.closes()
    table.calls("17")
    table.do("draw", DEALER, of="award", result="10")
    assert [row.paid for row in table.settles().rows] == [55_00]


def test_a_bonus_round_comes_after_all_else_is_resolved() -> None:
    table = _table()
    table.plays("17")
    table.places("ann", "spinner-winner", 5_00)
    table.places("ann", "red", 5_00)
    table.closes()
    table.calls("17")
    assert table.no("draw", DEALER, of="bonus", result="1-1").code is Code.NOT_IN_THIS_PHASE
    assert [row.wager for row in table.settles().rows] == ["red"]
    assert table.no("open-betting", DEALER).code is Code.STILL_PENDING
    assert table.no("draw", by("player", "ann"), of="bonus", result="17-17").code is Code.NOT_YOUR_ROLE
    assert table.no("draw", DEALER, of="bonus", result="17-17", pressed="zed").code is Code.NOT_SEATED
    drawn, settled = table.do("draw", DEALER, of="bonus", result="17-17", pressed="ann")
    assert drawn.pressed == "ann"  # type: ignore[attr-defined]
    assert isinstance(settled, Settled)
    assert (settled.stage, settled.rows[0].wager) == ("bonus", "spinner-winner")
    table.do("open-betting", DEALER)


def test_in_prison_a_choice_nobody_makes_is_made_by_the_closing() -> None:
    table = _table("colorado-single-zero")
    table.places("ann", "red", 5_00)
    table.places("bob", "black", 5_00)
    table.plays("0")
    (chosen,) = table.do("choose", by("player", "ann"), player="ann", wager="red", choice="half-back")
    assert [(row.step, row.paid, row.rounding) for row in chosen.rows] == [("return", 3_00, 50)]  # type: ignore[attr-defined]
    table.do("spin", DEALER)
    events = table.do("call-no-more-bets", DEALER)
    assert [type(each).__name__ for each in events] == ["Chosen", "BettingClosed"]
    table.calls("2")
    assert [(row.player, row.grade, row.paid) for row in table.settles().rows] == [("bob", "push", 5_00)]


def test_a_no_spin_leaves_a_choice_open() -> None:
    table = _table("colorado-single-zero")
    table.places("ann", "red", 5_00)
    table.plays("0")
    table.do("spin", DEALER)
    table.do("call-void", DEALER, call="no-spin", reason="revolutions")
    table.do("choose", by("player", "ann"), player="ann", wager="red", choice="half-back")
    assert table.rack("ann") == 198_00


# Irregularities ---------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2206(4)")
def test_a_ball_that_left_the_wheel_is_inspected_before_it_returns() -> None:
    table = _table()
    table.places("ann", "red", 10_00)
    table.do("spin", DEALER)
    table.do("call-void", DEALER, call="no-spin", reason="ball-out")
    refusal = table.no("spin", DEALER)
    assert (refusal.code, str(refusal.cite)) == (Code.BALL_HELD, "30-2206(4)")
    assert table.no("inspect-ball", DEALER, fit=True, remark="fine").code is Code.NOT_YOUR_ROLE
    table.do("inspect-ball", SUPERVISOR, fit=False, remark="a crack")
    assert table.no("spin", DEALER).code is Code.BALL_HELD
    (seen,) = table.do("inspect-ball", SUPERVISOR, fit=True, remark="another ball")
    assert isinstance(seen, BallInspected)
    assert table.plays("1").rows[0].paid == 20_00


@pytest.mark.cites("47.1-2206(4)")
def test_the_ball_is_inspected_in_the_printing_of_2015() -> None:
    table = _old()
    assert str(table.no("inspect-ball", SUPERVISOR, fit=True, remark="fine").cite) == "47.1-2206(4)"


@pytest.mark.parametrize("reason", ["same-direction", "revolutions", "foreign-object"])
def test_no_spin_by_the_dealer_for_the_printed_reasons(reason: str) -> None:
    table = _table()
    table.places("ann", "red", 10_00)
    table.closes()
    (voided,) = table.do("call-void", DEALER, call="no-spin", reason=reason)
    assert (voided.rows, voided.round) == ((), 1)  # type: ignore[attr-defined]
    table.places("ann", "black", 10_00)  # wagers stand and are taken again
    assert len(table.plays("1").rows) == 2


@pytest.mark.cites("30-2206(5)")
def test_the_supervisor_and_not_the_dealer_decides_what_the_rules_do_not_describe() -> None:
    table = _table()
    table.do("spin", DEALER)
    refusal = table.no("call-void", DEALER, call="no-spin", reason="other")
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "30-2206(5)")
    table.do("call-void", SUPERVISOR, call="no-spin", reason="other")
    table.do("raise-dispute", by("player", "ann"), player="ann", about="a payout", against="pat")
    assert table.no("decide-dispute", DEALER, number=1, decision="paid").code is Code.NOT_YOUR_ROLE
    refusal = table.no("decide-dispute", SUPERVISOR, number=1, decision="paid", amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.SAME_PERSON, "30-2206(5)")
    assert table.no("close-table", SUPERVISOR, counted=0).code is Code.CHIPS_REMAIN
    table.do("decide-dispute", MANAGER, number=1, decision="paid short", amount=5_00)
    assert table.rack("ann") == 205_00
    assert table.no("decide-dispute", MANAGER, number=1, decision="again").code is Code.DISPUTE_UNKNOWN


@pytest.mark.cites("47.1-2206(5)")
def test_the_supervisor_decides_in_the_printing_of_2015() -> None:
    table = _old()
    table.do("spin", DEALER)
    assert str(table.no("call-void", DEALER, call="no-spin", reason="other").cite) == "47.1-2206(5)"
    table.do("raise-dispute", DEALER, player="ann", about="a payout", against="pat")
    assert str(table.no("decide-dispute", SUPERVISOR, number=1, decision="paid").cite) == "47.1-2206(5)"


def test_a_converted_wheels_void_number_is_spun_again() -> None:
    table = _table("colorado-converted-wheel")
    table.places("ann", "red", 10_00)
    table.closes()
    (voided,) = table.do("call-outcome", DEALER, outcome="00")
    assert type(voided).__name__ == "Voided"
    assert table.plays("1").rows[0].paid == 20_00


def test_an_electronic_device_spins_only_where_the_house_has_one() -> None:
    table = _table()
    assert table.no("spin", by("device")).code is Code.NOT_YOUR_ROLE
    table = _table(device__electronic=True)
    table.seals()
    table.do("spin", by("device"))
    table.do("call-no-more-bets", by("device"))
    refusal = table.no("call-outcome", DEALER, outcome="17")
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "30-2205(1)")
    table.do("call-outcome", by("device"), outcome="17")
    assert table.no("draw", DEALER, of="award", result="10").code is Code.NOT_YOUR_ROLE
    table.settles()


def test_a_round_left_open_by_a_power_cut_is_held_until_it_is_decided() -> None:
    for go_on in (True, False):
        table = _table()
        table.places("ann", "red", 10_00)
        table.closes()
        before = table.state.felt
        (resumed,) = table.do("resume", by("system"))
        assert (resumed.held, resumed.phase) == (True, "no-more-bets")  # type: ignore[attr-defined]
        assert table.state.felt == before  # shown as it stood
        assert table.no("call-outcome", DEALER, outcome="1").code is Code.ROUND_HALTED
        assert table.no("decide-resumed", DEALER, go_on=True, reason="me").code is Code.NOT_YOUR_ROLE
        table.do("decide-resumed", SUPERVISOR, go_on=go_on, reason="power cut")
        if go_on:
            table.calls("1")
            assert table.settles().rows[0].paid == 20_00
        else:
            assert (table.rack("ann"), table.state.phase) == (200_00, "settled")
            table.do("open-betting", DEALER)
            table.places("ann", "red", 10_00)


def test_a_manager_voids_a_round_and_everything_goes_back() -> None:
    table = _table()
    table.places("ann", "red", 10_00)
    table.do("place-coupon", DEALER, player="bob", wager="black", amount=10_00, coupon="K")
    table.closes()
    assert table.no("void-round", SUPERVISOR, reason="smoke").code is Code.NOT_YOUR_ROLE
    (voided,) = table.do("void-round", MANAGER, reason="smoke")
    assert [row.step for row in voided.rows] == ["return", "return"]  # type: ignore[attr-defined]
    assert (table.rack("ann"), table.rack("bob"), table.state.coupons) == (200_00, 200_00, ())


# Money ------------------------------------------------------------------------------------------------------
def test_the_bank_may_owe_a_win_and_must_be_filled_before_closing() -> None:
    table = Table().opened("colorado-single-zero", 300_00)
    table.sits("ann", 1, 200_00)
    refusal = table.no("give-chips", DEALER, player="ann")
    assert refusal.code is Code.CASH_ON_THE_TABLE
    table.places("ann", "straight", 10_00, "17")
    table.closes()
    table.calls("17")
    _, short = table.do("settle", DEALER)
    assert short.short == 250_00  # type: ignore[attr-defined]
    assert table.state.balance("bank") == -250_00
    table.do("open-betting", DEALER)
    table.do("cash-out", by("player", "ann"), player="ann", amount=550_00)
    table.do("leave", by("player", "ann"), player="ann")
    assert table.no("close-table", SUPERVISOR, counted=0).code is Code.BANK_SHORT
    for witness in ("pat", "Pat", "PAT"):
        own = table.no("receive-fill", SUPERVISOR, amount=300_00, slip="F1", witness=witness)
        assert own.code is Code.SAME_PERSON
    spaced = by("pit-supervisor", "Pat  Lee")
    assert table.no("send-credit", spaced, amount=1_00, slip="F1", witness="pat lee").code is Code.SAME_PERSON
    assert len(table.do("receive-fill", SUPERVISOR, amount=200_00, slip="F0", witness="sue")) == 1
    events = table.do("receive-fill", SUPERVISOR, amount=50_00, slip="F1", witness="sue")
    assert [type(each).__name__ for each in events] == ["FillReceived", "BankMadeGood"]
    table.do("receive-fill", SUPERVISOR, amount=50_00, slip="F2", witness="sue")
    (closed,) = table.do("close-table", SUPERVISOR, counted=50_00)
    assert closed.expected == 50_00  # type: ignore[attr-defined]
    table.do("remove-box", by("count-team"), box="drop")
    assert table.state.balances == (("cage", -350_00), ("outside", 350_00))
    assert table.no("spin", DEALER).code is Code.TABLE_CLOSED


def test_win_by_wagers_is_win_by_drop() -> None:
    table = _table()
    won = 0
    for outcome in ("17", "0", "36", "8", "17"):
        table.places("ann", "straight", 5_00, "17")
        table.places("bob", "red", 10_00)
        settled = table.plays(outcome)
        won += sum(row.released - row.paid for row in settled.rows)
    for player in ("ann", "bob"):
        table.do("cash-out", by("player", player), player=player, amount=table.rack(player))
    closing, opening = table.state.balance("bank"), 100_000_00
    chips_gone = table.state.balance("outside") + table.state.balance("drop")  # value chips that left the table
    assert table.state.balance("drop") + closing - opening == won
    assert chips_gone == 400_00 - won


def test_progressive_contributions_and_awards_go_through_the_meters_account() -> None:
    table = _table()
    account = "meter:roulette-up-progressive"
    assert table.state.balance(account) == 10_000_00
    table.places("ann", "roulette-up-progressive", 1_00)
    table.closes()
    table.calls("1")
    settled = table.settles()
    assert table.state.balance(account) == 10_000_20
    why = [each for each in postings(settled, table.state) if each.account == account]
    assert why == []  # the state is past it already: nothing is posted twice
    table.do("open-betting", DEALER)
    for number in ("2", "3", "4", "5", "6", "7", "8", "9", "10"):
        settled = table.plays(number)
    assert table.state.balance(account) == table.state.felt.meters[0].cents


def test_every_award_of_a_meter_is_posted_as_it_was_paid() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1, 100_00)
    account = "meter:roulette-up-progressive"
    awards: list[int] = []
    number = 0
    while len(awards) < 3:
        if not table.state.felt.standing:
            number = 0
            table.places("ann", "roulette-up-progressive", 1_00)
        number += 1
        table.closes()
        table.calls(str(number))
        before = table.state
        settled = table.settles()
        entries = postings(settled, before)
        paid = sum(row.paid for row in settled.rows)
        award = -sum(each.amount for each in entries if (each.account, each.why) == (account, "award"))
        assert award in (0, paid)
        awards += [award] if award else []
        table.do("open-betting", DEALER)
    assert table.state.balance(account) == table.state.felt.meters[0].cents


def test_odd_cents_leave_with_the_whole_rack_only() -> None:
    table = _table()
    table.do("raise-dispute", DEALER, player="ann", about="x", against="dee")
    table.places("ann", "roulette-up-progressive", 1_00)
    for number in range(1, 38):
        table.closes()
        table.calls(str(number))
        table.settles()
        if table.rack("ann") % 100:
            break
        table.do("open-betting", DEALER)
    odd = table.rack("ann")
    assert odd % 100
    ann = by("player", "ann")
    assert table.no("cash-out", ann, player="ann", amount=odd % 100).code is Code.NOT_WHOLE_CHIPS
    (out,) = table.do("cash-out", ann, player="ann", amount=odd)
    assert out.chips[-1] == (1, odd % 100)  # type: ignore[attr-defined]


def test_time_never_goes_back_and_a_step_of_the_clock_stops_new_wagers() -> None:
    table = _table()
    table.do("spin", DEALER, at=10_000_000)
    wager = {"player": "ann", "wager": "red", "amount": 5_00}
    assert table.no("place", by("player", "ann"), at=8_000_000, **wager).code is Code.CLOCK_WENT_BACK
    (placed,) = table.do("place", by("player", "ann"), at=9_500_000, **wager)
    assert placed.at == 10_000_000
    table.do("acknowledge-clock", SUPERVISOR, at=8_000_000)
    table.do("place", by("player", "ann"), at=8_000_000, **wager)
    assert table.state.at == 10_000_000


def test_a_changed_house_holds_for_new_wagers_only_and_travels_in_the_log() -> None:
    table = _table()
    table.places("ann", "straight", 1_00, "17")
    better = written("colorado-double-zero", pays__straight__win="36 to 1")
    assert table.no("change-house", SUPERVISOR, house=better).code is Code.NOT_YOUR_ROLE
    table.do("change-house", MANAGER, house=better)
    table.places("bob", "straight", 5_00, "17")
    rows = {row.player: (row.winnings, row.house) for row in table.plays("17").rows}
    assert rows["ann"][0] == 35_00
    assert rows["bob"][0] == 180_00
    assert rows["ann"][1] != rows["bob"][1]
    assert digest(table.replayed()) == digest(table.state)
    bad = {"name": "bad", "text": "game = 3"}
    assert table.no("change-house", MANAGER, house=bad).code is Code.HOUSE_UNSOUND
    assert table.no("change-house", MANAGER, house=written("colorado-craps")).code is Code.HOUSE_UNSOUND


def test_overage_of_physical_chips_goes_back_and_tips_go_to_the_box() -> None:
    table = _table(chips__physical=True, limits__default={"min": 1, "max": 50})
    table.places("ann", "red", 60_00)
    table.places("bob", "red", 10_00, tip=True)
    rows = {row.player: row for row in table.plays("1").rows}
    assert (rows["ann"].overage, rows["ann"].paid) == (10_00, 110_00)
    assert (table.state.balance("tips"), rows["bob"].tip) == (20_00, True)
    table.do("tip", by("player", "ann"), player="ann", amount=5_00)
    assert table.state.balance("tips") == 25_00
    (up,) = table.do("color-up", DEALER, player="ann", amount=131_00)
    assert up.chips == ((100_00, 1), (25_00, 1), (5_00, 1), (1_00, 1))  # type: ignore[attr-defined]


@pytest.mark.cites("H-wagers(8)")
def test_by_the_house_procedure_the_dealer_taps_a_tip_on_the_wheel_base() -> None:
    table = Table().opened("ten-dollar-roulette")
    table.sits("ann", 1, 100_00, "red", 1_00)
    tip = {"player": "ann", "amount": 1_00}
    for who, tapped in ((by("dealer"), False), (by("player", "ann"), True)):
        refusal = table.no("tip", who, tapped=tapped, **tip)
        assert (refusal.code, str(refusal.cite)) == (Code.NOT_TAPPED, "H-wagers(8)")
    (tipped,) = table.do("tip", by("dealer"), tapped=True, **tip)
    assert (tipped.tapped, table.state.balance("tips")) == (True, 1_00)  # type: ignore[attr-defined]


def test_winning_wagers_are_off_the_layout_before_the_next_spin() -> None:
    table = Table().opened("ten-dollar-roulette")  # H-payouts(4): also those of a player who is away
    table.sits("ann", 1, 100_00, "red", 1_00)
    table.places("ann", "straight", 1_00, "17")
    table.places("ann", "black", 10_00)
    table.plays("17")
    assert table.state.felt.standing == ()
