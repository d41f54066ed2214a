"""Coupons at a live table: each is valid once (reading M3), as a wager or exchanged for chips."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from croupier import house
from croupier.core.refusal import Code, Refusal
from croupier.house import Unsound
from tests.support.table.coupons import issued
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by, written
from tests.support.table.roulette import SUPERVISOR, with_two_players

DEALER = by("dealer")
FUTURE: dict[str, Any] = {"from": "2030-01-01"}
FIVE = issued("K1", "K2")


def coupon(wager: str, number: str = "K1", player: str = "bob", amount: int = 5_00, **more: Any) -> dict[str, Any]:
    """The fields of a coupon that is placed."""
    return {"player": player, "wager": wager, "coupon": number, "amount": amount, **more}


def of_2016(**more: Any) -> Table:
    """A table of 2016 with one player and one coupon."""
    table, text = Table(), written("colorado-double-zero", coupons=[FIVE], **more)
    fields = {"name": text.name, "text": text.text, "on": "2016-01-01", "change": text.change}
    table.do("open-table", SUPERVISOR, house=fields, bank=10_000_00, dealer="dee")
    table.sits("bob", 1, 100_00)
    return table


def says(refusal: Refusal, variant: str, cite: str) -> None:
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.COUPON_NOT_TAKEN, variant, cite)


# Valid once -------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2203(1)")
def test_a_coupon_is_valid_once() -> None:
    table = with_two_players(coupons=[FIVE])
    says(table.no("place-coupon", DEALER, **coupon("red", "K9")), "unknown", "30-2203(1)")
    table.do("place-coupon", DEALER, **coupon("red"))
    says(table.no("place-coupon", DEALER, **coupon("even")), "in-use", "30-2203(1)")
    says(table.no("place-coupon", DEALER, **coupon("even", player="ann")), "in-use", "30-2203(1)")
    table.do("take-down", DEALER, player="bob", wager="red")  # it comes back
    table.do("place-coupon", DEALER, **coupon("red"))
    table.plays("1")  # red wins: winnings only, and the coupon is taken
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (205_00, (), frozenset({"K1"}))
    says(table.no("place-coupon", DEALER, **coupon("red")), "used", "30-2203(1)")
    table.do("place-coupon", DEALER, **coupon("red", "K2"))
    table.plays("2")  # it loses
    says(table.no("place-coupon", DEALER, **coupon("red", "K2")), "used", "30-2203(1)")


@pytest.mark.cites("30-2203(1)")
def test_face_value_games_dates_and_table_of_a_coupon() -> None:
    old, far = issued("OLD", to="1969-12-30"), issued("FAR", table="R7")
    dice, new = issued("DICE", games=["craps"]), issued("NEW", **FUTURE)
    table = with_two_players(coupons=[FIVE, old, far, dice, new])
    says(table.no("place-coupon", DEALER, **coupon("red", amount=10_00)), "face", "30-2203(1)")
    says(table.no("place-coupon", DEALER, **coupon("red", "OLD")), "dates", "30-2203(1)")
    says(table.no("place-coupon", DEALER, **coupon("red", "NEW")), "dates", "30-2203(1)")
    says(table.no("place-coupon", DEALER, **coupon("red", "FAR")), "other-table", "30-2203(1)")
    says(table.no("place-coupon", DEALER, **coupon("red", "DICE")), "other-game", "30-2203(1)")


def test_the_gaming_date_begins_in_the_morning_of_the_house() -> None:
    here = house.load("colorado-double-zero")
    six = 1_767_272_400_000_000  # 2026-01-01 06:00 in Denver
    assert (here.gaming_date(six - 1), here.gaming_date(six)) == (date(2025, 12, 31), date(2026, 1, 1))
    assert here.gaming_date(2**62).year == 9987


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (issued("A", "A"), "'A' is issued twice"),
        (issued("A", face=0), "positive"),
        (issued("A", games=["chess"]), "there is no 'chess'"),
        (issued("A", to="1960-01-01"), "before the first day"),
        ({"serials": ["A"]}, "is missing"),
        (issued(), "must be a list of words"),
        (issued("A", kind="voucher"), "there is no 'voucher'"),
        (5, "must be a list of tables"),
    ],
)
def test_faults_of_the_register(entry: Any, message: str) -> None:
    with pytest.raises(Unsound, match=message):
        house.load("colorado-double-zero", change={"coupons": [entry]})


@pytest.mark.cites("30-2215(4)")
def test_a_coupon_is_exchanged_for_chips_once_and_never_also_wagered() -> None:
    table = with_two_players(coupons=[FIVE])
    spread = {"player": "ann", "instrument": "coupon", "amount": 5_00}
    says(table.no("spread-cash", DEALER, **spread), "no-serial", "30-2215(4)")
    says(table.no("spread-cash", DEALER, **spread, serial="K9"), "unknown", "30-2203(1)")
    table.do("spread-cash", DEALER, **spread, serial="K1")
    says(table.no("place-coupon", DEALER, **coupon("red")), "in-use", "30-2203(1)")
    table.do("return-cash", DEALER, player="ann")
    table.do("place-coupon", DEALER, **coupon("red"))
    says(table.no("spread-cash", DEALER, **spread, serial="K1"), "in-use", "30-2203(1)")
    table.do("spread-cash", DEALER, **spread, serial="K2")
    table.do("state-amount", DEALER, player="ann", amount=5_00)
    table.do("give-chips", DEALER, player="ann")
    table.do("drop-cash", DEALER, player="ann")
    assert (table.rack("ann"), table.state.coupons_used) == (205_00, frozenset({"K2"}))
    says(table.no("spread-cash", DEALER, **spread, serial="K2"), "used", "30-2203(1)")
    says(table.no("place-coupon", DEALER, **coupon("even", "K2")), "used", "30-2203(1)")


# Roulette ---------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2203(1)")
def test_a_match_play_coupon_of_2016_stands_beside_chips_of_the_same_amount() -> None:
    table = of_2016()
    says(table.no("place-coupon", DEALER, **coupon("red")), "match-play", "47.1-2203(1)")
    table.places("bob", "red", 10_00)
    says(table.no("place-coupon", DEALER, **coupon("red")), "match-play", "47.1-2203(1)")
    table.do("reduce", DEALER, player="bob", wager="red", amount=5_00)
    table.do("place-coupon", DEALER, **coupon("red"))
    for word in ("raise", "reduce"):
        assert table.no(word, DEALER, player="bob", wager="red", amount=1_00).code is Code.COUPON_NOT_TAKEN
    settled = table.plays("1")
    (row,) = settled.rows
    assert (row.winnings, row.coupon, table.rack("bob")) == (10_00, 5_00, 110_00)
    says(table.no("spread-cash", DEALER, player="bob", instrument="coupon", amount=5_00, serial="K2"),
         "not-exchanged", "None")  # fmt: skip


@pytest.mark.cites("30-2204(2)")
def test_a_coupon_in_prison_stays_and_half_of_it_is_not_taken_back() -> None:
    table = with_two_players("colorado-single-zero", options__in_prison=True, coupons=[FIVE])
    table.do("place-coupon", DEALER, **coupon("red"))
    table.plays("0")
    says(table.no("choose", DEALER, player="bob", wager="red", choice="half-back"), "half", "30-2204(2)")
    table.do("choose", DEALER, player="bob", wager="red", choice="imprison")
    assert table.no("place", DEALER, player="bob", wager="red", amount=5_00).code is Code.COUPON_NOT_TAKEN
    table.plays("1")  # released without winnings: the coupon goes back
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (200_00, (), frozenset())
    table.do("place-coupon", DEALER, **coupon("red"))


@pytest.mark.cites("47.1-2204(2)")
def test_a_match_play_coupon_in_prison_stays_with_its_chips() -> None:
    table = of_2016(options__in_prison=True)
    table.places("bob", "red", 5_00)
    table.do("place-coupon", DEALER, **coupon("red"))
    table.plays("0")
    says(table.no("choose", DEALER, player="bob", wager="red", choice="half-back"), "half", "47.1-2204(2)")
    table.do("choose", DEALER, player="bob", wager="red", choice="imprison")
    table.plays("1")  # released without winnings: chips and coupon go back
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (100_00, (), frozenset())
    table.places("bob", "red", 5_00)
    table.do("place-coupon", DEALER, **coupon("red"))


@pytest.mark.cites("H-wagers(7)")
def test_by_the_house_procedure_no_coupon_is_wagered() -> None:
    table = Table().opened("ten-dollar-roulette", coupons=[issued("K1", face=10)])
    table.sits("bob", 1, 20_00, "orange")
    assert str(table.no("place-coupon", DEALER, **coupon("red", amount=10_00)).cite) == "H-wagers(7)"


def test_a_corrected_outcome_takes_the_coupon_or_gives_it_back() -> None:
    table = with_three_players(coupons=[FIVE])
    table.places("bob", "dont-pass", 5_00)
    table.do("place-coupon", DEALER, **coupon("dont-pass"))
    table.closes()
    table.calls("6-6")  # a push
    table.settles()
    assert table.state.coupons_used == frozenset()
    fields = {"round": 1, "outcome": "3-4", "reason": "misread", "dealer": "dee"}
    table.do("correct-outcome", SUPERVISOR, **fields)
    assert (table.state.coupons_used, table.rack("bob")) == (frozenset({"K1"}), 495_00)


# Craps ------------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2305(1)")
def test_a_match_play_coupon_at_craps_stands_beside_chips_of_the_same_amount() -> None:
    table = with_three_players(coupons=[FIVE])
    says(table.no("place-coupon", DEALER, **coupon("field")), "match-play", "47.1-2305(1)")
    for wager in ("field", "place-8", "hard-6", "big-6", "any-seven", "fire-bet"):
        table.places("bob", wager, 5_00)
        table.do("place-coupon", DEALER, **coupon(wager))
        table.do("take-down", DEALER, player="bob", wager=wager)
    assert (table.rack("bob"), table.state.coupons) == (500_00, ())


@pytest.mark.cites("47.1-2305(1)")
def test_a_wager_that_is_paid_and_stays_comes_down_with_its_coupon() -> None:
    table = with_three_players(coupons=[FIVE])
    table.plays("2-2")  # the point is 4
    table.places("bob", "place-6", 5_00)
    table.places("bob", "place-6", 5_00, tip=True)  # a tip on the same spot is not the wager with the coupon
    table.do("place-coupon", DEALER, **coupon("place-6"))
    table.places("eve", "place-6", 5_00)
    settled = table.plays("2-4")
    row = next(row for row in settled.rows if row.player == "bob" and not row.tip)
    assert (row.released, row.winnings + row.rounding, row.coupon) == (10_00, 12_00, 5_00)
    assert table.rack("bob") == 507_00  # $5 back and $12 won, and $5 are up as a tip
    up = {(each.seat, each.tip) for each in table.state.felt.standing if each.wager == "place-6"}
    assert up == {("bob", True), ("eve", False)}
    assert table.state.coupons_used == {"K1"}


@pytest.mark.cites("47.1-2305(1)")
@pytest.mark.parametrize(
    ("rolls", "rack", "used"), [(("3-3", "2-4"), 510_00, {"K1"}), (("3-3", "3-4"), 495_00, {"K1"})]
)
def test_a_coupon_travels_with_a_come_wager(rolls: tuple[str, ...], rack: int, used: set[str]) -> None:
    table = with_three_players(coupons=[FIVE])
    table.plays("2-2")
    table.places("bob", "come", 5_00)
    table.do("place-coupon", DEALER, **coupon("come"))
    table.plays(rolls[0])
    assert [(each.wager, each.spot) for each in table.state.coupons] == [("come", "6")]
    table.plays(rolls[1])
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (rack, (), frozenset(used))


def test_a_coupon_travels_to_the_number_where_a_tip_is_decided() -> None:
    """The random lives against the oracle found this: the coupon stayed behind, and its face was paid in chips."""
    table = with_three_players(coupons=[FIVE])
    table.plays("2-2")
    table.places("bob", "come", 5_00, tip=True)
    table.plays("3-3")
    table.places("bob", "come", 5_00)
    table.do("place-coupon", DEALER, **coupon("come"))
    table.plays("2-4")  # the tip wins on 6, and the wager with the coupon moves there
    assert [(each.wager, each.spot) for each in table.state.coupons] == [("come", "6")]
    table.plays("1-5")
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (505_00, (), frozenset({"K1"}))


@pytest.mark.cites("47.1-2308(1)")
def test_the_maximum_of_the_table_does_not_cap_odds_with_a_coupon() -> None:
    """The random lives against the oracle found this (reading A2): the multiple caps odds, and nothing else."""
    table = with_three_players(coupons=[issued("K1", "K2", face=10)], limits__default={"min": 1, "max": 10})
    table.places("bob", "pass", 10_00)
    table.plays("2-2")
    table.places("bob", "pass-odds", 10_00)
    table.do("place-coupon", DEALER, **coupon("pass-odds", amount=10_00))  # $20 of at most three times $10
    table.plays("1-3")
    assert table.rack("bob") == 550_00  # $10 won on the line, and $40 on the odds
    table.places("eve", "field", 10_00)
    refusal = table.no("place-coupon", DEALER, **coupon("field", "K2", player="eve", amount=10_00))
    assert refusal.code is Code.OVER_MAXIMUM


@pytest.mark.cites("47.1-2318")
def test_a_tip_may_lie_beside_a_wager_with_a_coupon_whichever_came_first() -> None:
    """The random lives against the oracle found this: a tip was refused where the coupon came first."""
    for tip_first in (True, False):
        table = with_three_players(coupons=[FIVE])
        table.places("bob", "field", 5_00)
        if tip_first:
            table.places("bob", "field", 1_00, tip=True)
        table.do("place-coupon", DEALER, **coupon("field"))
        if not tip_first:
            table.places("bob", "field", 1_00, tip=True)
        table.plays("2-1")
        assert (table.rack("bob"), table.state.balance("tips")) == (509_00, 2_00)


@pytest.mark.cites("47.1-2305(1)")
def test_the_commission_on_a_coupon_is_paid_in_chips_and_goes_back_with_it() -> None:
    up_front = {"commission__buy__when": "up-front"}
    table = with_three_players(coupons=[issued("K1", face=20)], **up_front)
    table.places("bob", "buy-4", 20_00)
    before = table.rack("bob")
    (placed,) = table.do("place-coupon", DEALER, **coupon("buy-4", amount=20_00))
    assert placed.moved == before - table.rack("bob") == 1_00  # type: ignore[attr-defined]
    table.do("take-down", DEALER, player="bob", wager="buy-4")
    assert (table.rack("bob"), table.state.coupons) == (500_00, ())


def test_a_push_gives_the_coupon_back() -> None:
    table = with_three_players(coupons=[FIVE])
    table.places("bob", "dont-pass", 5_00)
    table.do("place-coupon", DEALER, **coupon("dont-pass"))
    table.plays("6-6")
    assert (table.rack("bob"), table.state.coupons, table.state.coupons_used) == (500_00, (), frozenset())


# Big Six ----------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2703(3)")
def test_promotional_chips_and_coupons_but_no_cash_at_big_six() -> None:
    promotional = issued("P1", kind="promotional-chip")
    table = Table().opened("colorado-big-six", coupons=[FIVE, promotional])
    table.sits("bob", 1)
    refusal = table.no("place", by("player", "bob"), player="bob", wager="one", amount=5_00)  # cash
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_ENOUGH_CHIPS, "30-2703(3)")
    assert str(table.no("place", DEALER, player="bob", wager="one", amount=5_00, coins=True).cite) == "30-2703(3)"
    table.do("place-coupon", DEALER, **coupon("one", "P1"))
    table.do("place-coupon", DEALER, **coupon("joker"))
    table.plays("one")
    assert (table.rack("bob"), table.state.coupons_used) == (5_00, frozenset({"P1", "K1"}))
    says(table.no("spread-cash", DEALER, player="bob", instrument="coupon", amount=5_00, serial="P1"),
         "used", "30-2703(3)")  # fmt: skip


def test_promotional_chips_are_not_taken_where_the_rules_do_not_name_them() -> None:
    table = with_two_players(coupons=[issued("P1", kind="promotional-chip")])
    says(table.no("place-coupon", DEALER, **coupon("red", "P1")), "promotional", "30-2203(1)")
