"""Chips at a roulette table: colors and units, buying in, and when no money moves."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.floor.crew.act import Act, Waiting
from croupier.table import digest
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by
from tests.support.table.roulette import WAVED, of_2015, with_two_players

DEALER, SUPERVISOR = by("dealer"), by("pit-supervisor")


# Colors and units -------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2203(3)")
def test_one_color_per_player_and_one_player_per_color() -> None:
    table = with_two_players()
    table.sits("eve", 3)
    refusal = table.no("take-color", DEALER, player="eve", color="orange", unit=1_00)
    assert (refusal.code, str(refusal.cite)) == (Code.COLOR_TAKEN, "30-2203(3)")
    assert table.no("take-color", DEALER, player="eve", color="Orange ", unit=1_00).code is Code.COLOR_TAKEN
    table.do("take-color", DEALER, player="eve", color="pink", unit=1_00)
    table.do("leave", by("player", "eve"), player="eve")
    table.sits("zoe", 3)
    table.do("take-color", DEALER, player="zoe", color="pink", unit=5_00)


@pytest.mark.cites("30-2203(3)")
def test_no_player_takes_the_color_of_a_value_chip() -> None:
    table = Table().opened("colorado-double-zero", chips__colors={"1": "white", "25": "dark green"})
    table.sits("ann", 1)
    for color in ("white", "Dark  Green"):
        refusal = table.no("take-color", DEALER, player="ann", color=color, unit=1_00)
        assert (refusal.code, str(refusal.cite)) == (Code.VALUE_CHIP_COLOR, "30-2203(3)")
    assert refusal.message == "Dark green is the color of the house's $25 chips."
    table.do("take-color", DEALER, player="ann", color="green", unit=1_00)


@pytest.mark.cites("47.1-2203(3)")
def test_no_player_took_the_color_of_a_value_chip_in_2016() -> None:
    table = of_2015()
    table.sits("ann", 1)
    assert str(table.no("take-color", DEALER, player="ann", color="red", unit=1_00).cite) == "47.1-2203(3)"


@pytest.mark.cites("H-wagers(6)")
def test_by_the_house_procedure_no_roulette_chips_come_back_to_their_table() -> None:
    table = Table().opened("ten-dollar-roulette")
    table.sits("ann", 1, 20_00, "orange")
    for other, code in (("T1", Code.CHIPS_NEVER_LEAVE), ("T2", Code.CHIPS_OF_ANOTHER_TABLE)):
        refusal = table.no("bring-chips", by("player", "ann"), player="ann", amount=500_00, table=other)
        assert refusal.code is code


@pytest.mark.cites("47.1-2203(3)", "47.1-2201(9)")
def test_colors_and_units_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 20_00, "orange")
    table.sits("bob", 2)
    assert str(table.no("take-color", DEALER, player="bob", color="orange", unit=1_00).cite) == "47.1-2203(3)"
    assert str(table.no("take-color", DEALER, player="bob", color="yellow", unit=7_00).cite) == "47.1-2201(9)"
    refusal = table.no("take-color", DEALER, player="ann", color="orange", unit=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.UNIT_FIXED, "47.1-2201(9)")


@pytest.mark.cites("30-2201(9)")
def test_the_unit_is_fixed_before_the_first_wager() -> None:
    table = with_two_players()
    assert table.no("take-color", DEALER, player="ann", color="orange", unit=5_00).code is Code.UNIT_FIXED
    assert table.no("take-color", DEALER, player="bob", color="yellow", unit=7).code is Code.UNIT_FIXED
    table.sits("eve", 3)
    assert table.no("take-color", DEALER, player="eve", color="pink", unit=7).code is Code.UNIT_UNKNOWN
    refusal = table.no("place", by("player", "bob"), player="bob", wager="red", amount=6_00)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_WHOLE_CHIPS, "30-2201(9)")
    table.places("bob", "red", 10_00)


@pytest.mark.cites("30-2203(2)", "H-wagers(6)")
def test_chips_of_another_table_are_worth_nothing_here() -> None:
    table = with_two_players()
    ann = by("player", "ann")
    refusal = table.no("bring-chips", ann, player="ann", amount=20_00, table="R2")
    assert (refusal.code, str(refusal.cite)) == (Code.CHIPS_OF_ANOTHER_TABLE, "30-2203(2)")
    refusal = table.no("bring-chips", ann, player="ann", amount=5_000_00, table="T1")  # none ever left
    assert (refusal.code, str(refusal.cite)) == (Code.CHIPS_NEVER_LEAVE, "30-2203(2)")
    table.do("bring-chips", ann, player="ann", amount=25_00)  # value chips of the house
    assert table.rack("ann") == 225_00
    assert table.no("leave", ann, player="ann").code is Code.CHIPS_REMAIN
    table.do("cash-out", ann, player="ann", amount=225_00)
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
    table = with_two_players()
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
    table = with_two_players()
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


@pytest.mark.cites("30-2215(2)", "30-2215(3)")
def test_the_dealer_who_spreads_the_money_takes_every_step() -> None:
    table, dov = with_two_players(), by("dealer", "dov")
    spread = {"player": "ann", "instrument": "cash", "amount": 20_00}
    for step in ("spread", "stated"):
        table.do("spread-cash", DEALER, **spread)
        if step == "stated":
            table.do("state-amount", by("dealer", "Dee"), player="ann", amount=20_00)  # the same name
        events = table.do("relieve-dealer", dov)  # dee is relieved: the money goes back
        assert [type(each).__name__ for each in events] == ["DealerRelieved", "CashReturned"]
        assert (table.state.buying, table.rack("ann")) == (None, 200_00)
        for word, fields in (("state-amount", {"player": "ann", "amount": 20_00}), ("give-chips", {"player": "ann"})):
            assert table.no(word, dov, **fields).code is Code.CASH_ON_THE_TABLE  # dov begins again
        table.do("relieve-dealer", DEALER)
    table.do("spread-cash", DEALER, **spread)
    table.do("state-amount", DEALER, player="ann", amount=20_00)
    table.do("give-chips", DEALER, player="ann")
    refusal = table.no("relieve-dealer", dov)  # between chips and drop nobody is relieved
    assert (refusal.code, str(refusal.cite)) == (Code.CASH_ON_THE_TABLE, "30-2215(3)")
    assert table.no("drop-cash", dov, player="ann").code is Code.NOT_ON_DUTY
    table.do("drop-cash", DEALER, player="ann")
    assert (table.rack("ann"), table.state.buying) == (220_00, None)
    table.do("relieve-dealer", dov)
    assert digest(table.replayed()) == digest(table.state)


@pytest.mark.cites("30-2215(2)", "30-2215(3)")
def test_one_dealer_takes_every_step_also_where_nobody_is_recorded_in_charge() -> None:
    """At a table that an older version opened, and at craps, where several dealers work."""
    table, dov = with_two_players(), by("dealer", "dov")
    table.state = table.state.but(dealer=None)
    table.do("spread-cash", DEALER, player="ann", instrument="cash", amount=20_00)
    refusal = table.no("state-amount", dov, player="ann", amount=20_00)
    assert (refusal.code, str(refusal.cite)) == (Code.ANOTHER_DEALER, "30-2215(2)")
    table.do("state-amount", DEALER, player="ann", amount=20_00)
    refusal = table.no("give-chips", dov, player="ann")
    assert (refusal.code, str(refusal.cite)) == (Code.ANOTHER_DEALER, "30-2215(3)")
    assert "return the money and begin again" in refusal.message
    table.do("return-cash", dov, player="ann")


def test_the_machine_relieves_a_person_and_waits_for_her_to_drop_the_money() -> None:
    table, dov = with_two_players(), by("dealer", "dov")
    table.do("relieve-dealer", dov)
    table.do("spread-cash", dov, player="ann", instrument="cash", amount=20_00)
    due = table.crew.due()
    assert isinstance(due, Act)
    assert (due.word, due.role) == ("relieve-dealer", "dealer")
    table.do("state-amount", dov, player="ann", amount=20_00)
    table.do("give-chips", dov, player="ann")
    assert isinstance(table.crew.due(), Waiting)
    table.do("drop-cash", dov, player="ann")
    table.crew.step()
    assert table.state.dealer == "dee"
    table.do("spread-cash", DEALER, player="ann", instrument="cash", amount=20_00)
    table.plays("17")  # the machine's own dealer takes all steps
    assert table.rack("ann") == 240_00


@pytest.mark.cites("30-2215(4)")
@pytest.mark.parametrize("instrument", ["cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt"])
def test_every_instrument_becomes_chips(instrument: str) -> None:
    table = with_two_players(coupons=[issued("K", face=30)])
    table.buys_in("ann", 30_00, instrument, "K" if instrument == "coupon" else None)
    assert table.rack("ann") == 230_00
    kept = table.state.tickets_used or table.state.coupons_used
    assert bool(kept) is (instrument not in ("cash", "mobile-atm-receipt"))


@pytest.mark.cites("30-2215")
@pytest.mark.parametrize("instrument", ["cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt"])
def test_whatever_is_exchanged_for_chips_goes_through_the_steps_in_order(instrument: str) -> None:
    table = with_two_players(coupons=[issued("K", face=30)])
    table.sits("eve", 3, color="pink")  # who gets non-value chips
    steps: dict[str, dict[str, Any]] = {
        "spread-cash": {"instrument": instrument, "amount": 30_00, "serial": "K"},
        "state-amount": {"amount": 30_00},
        "give-chips": {},
        "drop-cash": {},
    }
    for number, word in enumerate(steps):
        for later in list(steps)[number + 1 :]:
            refusal = table.no(later, DEALER, player="eve", **steps[later])
            assert (refusal.code, str(refusal.cite)) == (Code.CASH_ON_THE_TABLE, "30-2215")
        assert table.no(word, by("player", "eve"), player="eve", **steps[word]).code is Code.NOT_YOUR_ROLE
        table.do(word, DEALER, player="eve", **steps[word])
    assert (table.rack("eve"), table.state.buying) == (30_00, None)


@pytest.mark.cites("30-2215(4)")
@pytest.mark.parametrize("instrument", ["ticket", "purchase-ticket"])
@pytest.mark.parametrize("into", ["drop-box", "bill-validator"])
def test_a_ticket_is_valid_once_by_its_number(instrument: str, into: str) -> None:
    table = with_two_players()
    spread = {"player": "ann", "instrument": instrument, "amount": 20_00}
    refused = table.no("spread-cash", DEALER, **spread)
    assert (refused.code, str(refused.cite)) == (Code.COUPON_NOT_TAKEN, "30-2215(4)")
    table.do("spread-cash", DEALER, **spread, serial="T1")
    table.do("return-cash", DEALER, player="ann")  # not redeemed: it is still valid
    table.do("spread-cash", DEALER, **spread, serial="T1")
    table.do("state-amount", DEALER, player="ann", amount=20_00)
    table.do("give-chips", DEALER, player="ann")
    (dropped,) = table.do("drop-cash", DEALER, player="ann", into=into)
    assert (dropped.instrument, dropped.amount, dropped.into) == (instrument, 20_00, into)  # type: ignore[attr-defined]
    assert (table.rack("ann"), table.state.balance("drop")) == (220_00, 420_00)
    refused = table.no("spread-cash", DEALER, **{**spread, "player": "bob"}, serial="T1")
    assert (refused.code, str(refused.cite)) == (Code.COUPON_NOT_TAKEN, "30-2215(4)")
    other = "purchase-ticket" if instrument == "ticket" else "ticket"
    table.do("spread-cash", DEALER, **{**spread, "instrument": other}, serial="T1")  # a ticket of another kind


@pytest.mark.cites("30-2215(4)")
def test_a_coupon_is_exchanged_or_wagered_once_and_never_both() -> None:
    table = with_two_players(coupons=[issued("K", face=30), issued("L", face=30)])
    table.buys_in("ann", 30_00, "coupon", "K")
    stake = {"player": "ann", "wager": "red", "amount": 30_00}
    assert table.no("place-coupon", DEALER, **stake, coupon="K").code is Code.COUPON_NOT_TAKEN
    table.do("place-coupon", DEALER, **stake, coupon="L")
    spread = {"player": "bob", "instrument": "coupon", "amount": 30_00, "serial": "L"}
    assert table.no("spread-cash", DEALER, **spread).code is Code.COUPON_NOT_TAKEN  # it stands as a wager
    table.plays("2")
    assert table.no("spread-cash", DEALER, **spread).code is Code.COUPON_NOT_TAKEN  # and is used


@pytest.mark.cites("30-2215(4)")
def test_a_ticket_is_redeemed_before_it_is_wagered() -> None:
    table = with_two_players()
    table.do("spread-cash", DEALER, player="ann", instrument="ticket", amount=20_00, serial="T1")
    refusal = table.no("place", by("player", "ann"), player="ann", wager="red", amount=5_00)
    assert str(refusal.cite) == "30-2215(4)"
    table.places("bob", "red", 5_00)
    table.do("state-amount", DEALER, player="ann", amount=20_00)
    table.do("give-chips", DEALER, player="ann")
    table.do("drop-cash", DEALER, player="ann")
    table.places("ann", "red", 5_00)


def test_an_excluded_patron_gets_no_seat_and_no_wager() -> None:
    table = with_two_players()
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


@pytest.mark.cites("30-2203(1)")
def test_value_chips_are_brought_while_the_ball_runs_unless_the_procedure_forbids_it() -> None:
    table, ann = with_two_players(), by("player", "ann")
    table.do("spin", DEALER)
    table.do("bring-chips", ann, player="ann", amount=25_00)
    refusal = table.no("cash-out", DEALER, player="ann", amount=20_00)
    assert (refusal.code, refusal.cite) == (Code.MONEY_STANDS_STILL, None)  # no procedure is adopted here
    table.do("call-no-more-bets", DEALER, **WAVED)
    refusal = table.no("bring-chips", ann, player="ann", amount=25_00)
    assert (refusal.code, refusal.cite) == (Code.MONEY_STANDS_STILL, None)


def test_a_refusal_cites_no_paragraph_of_a_later_day() -> None:
    table = of_2015()
    table.sits("ann", 1)
    refusal = table.no("state-amount", DEALER, player="ann", amount=20_00)
    assert (refusal.code, refusal.cite) == (Code.CASH_ON_THE_TABLE, None)  # 30-2215 begins on 2017-12-15
