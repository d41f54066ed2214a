"""Wagers at a craps table: late ones, calls, coupons, coins and tips."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Code
from croupier.table import By
from tests.support.table.coupons import issued
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by, written

DEALER, STICK, BOX, SUPERVISOR = by("dealer"), by("stickperson"), by("boxperson"), by("pit-supervisor")
ANN, BOB = by("player", "ann"), by("player", "bob")


# Wagers -----------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2305(2)", "47.1-2302(5)")
@pytest.mark.parametrize("who", [DEALER, STICK, BOX], ids=lambda who: who.role)
def test_while_the_dice_are_in_the_air_dealer_stickperson_or_boxperson_confirms_a_wager(who: By) -> None:
    table = with_three_players()
    wager = {"player": "bob", "wager": "field", "amount": 5_00}
    table.places("bob", "pass", 5_00)
    table.closes()
    refusal = table.no("place", BOB, **wager)
    assert (refusal.code, str(refusal.cite)) == (Code.MUST_BE_CONFIRMED, "47.1-2305(2)")
    assert table.no("raise", BOB, **wager | {"wager": "pass"}).code is Code.MUST_BE_CONFIRMED
    assert table.no("place", who, **wager | {"amount": 500_00}).code is Code.NOT_ENOUGH_CHIPS  # not by word alone
    (placed,) = table.do("place", who, **wager)
    (raised,) = table.do("raise", who, **wager | {"wager": "pass"})
    assert (placed.late, placed.by.role, raised.late) == (True, who.role, True)  # type: ignore[attr-defined]
    late = table.no("take-down", BOB, player="bob", wager="field")
    assert (late.code, late.message[:23]) == (Code.NOT_IN_THIS_PHASE, "The dice are in the air")
    table.calls("2-2")
    assert table.no("place", DEALER, **wager).code is Code.NOT_IN_THIS_PHASE
    assert [row.wager for row in table.settles().rows] == ["field"]


@pytest.mark.cites("47.1-2302(5)")
def test_the_stickperson_keys_no_wager_before_the_throw_and_pays_none() -> None:
    table = with_three_players(coupons=[issued("K")])
    table.places("ann", "field", 5_00)
    coupon = {"player": "ann", "wager": "field", "amount": 5_00, "coupon": "K"}
    bet = {"player": "ann", "wager": "pass", "amount": 5_00}
    for word, fields in (("place", bet), ("raise", bet), ("place-coupon", coupon)):
        refusal = table.no(word, STICK, **fields)
        assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "47.1-2305(2)"), word
        assert "while the dice are in the air" in refusal.message
    table.closes()
    table.do("place-coupon", STICK, **coupon)
    assert table.no("take-down", STICK, player="ann", wager="field").code is Code.NOT_YOUR_ROLE
    assert table.no("settle", STICK).code is Code.NOT_YOUR_ROLE


def _come_out_with_a_place_wager() -> Table:
    table = with_three_players()
    table.places("bob", "place-6", 12_00)
    return table


@pytest.mark.cites("47.1-2304(5)", "47.1-2305(5)")
@pytest.mark.parametrize("who", [DEALER, STICK], ids=lambda who: who.role)
def test_a_call_counts_once_a_dealer_has_confirmed_it(who: By) -> None:
    table = _come_out_with_a_place_wager()
    place = {"player": "bob", "wager": "place-6"}
    assert table.no("confirm-call", DEALER, **place).code is Code.NOTHING_ASKED
    table.do("call-wager", BOB, on=True, **place)
    working = [table.state.felt.working(each) for each in table.state.felt.standing if each.wager == "place-6"]
    assert working == [False]
    assert table.no("confirm-call", BOX, **place).code is Code.NOT_YOUR_ROLE
    table.do("confirm-call", who, **place)
    assert [each.call for each in table.state.felt.standing if each.wager == "place-6"] == [True]
    assert [row.wager for row in table.plays("5-1").rows if row.player == "bob"] == ["place-6"]


@pytest.mark.cites("47.1-2305(5)")
def test_one_on_button_covers_all_like_wagers_in_a_position() -> None:
    table = _come_out_with_a_place_wager()
    for player, wager in (("bob", "place-8"), ("bob", "hard-6"), ("eve", "place-8")):
        table.places(player, wager, 6_00)
    table.places("bob", "place-5", 5_00, tip=True)
    table.do("call-wager", BOB, player="bob", wager="place-8", on=True, alike=True)
    assert {each.call for each in table.state.felt.standing} == {None}
    (confirmed,) = table.do("confirm-call", STICK, player="bob", wager="place-8")
    assert (confirmed.on, confirmed.alike) == (True, True)  # type: ignore[attr-defined]
    called = {(each.seat, each.wager) for each in table.state.felt.standing if each.call}
    assert called == {("bob", "place-6"), ("bob", "place-8")}  # nobody else's, no hardway, no tip
    assert [row.wager for row in table.plays("5-1").rows] == ["place-6"]


@pytest.mark.cites("47.1-2305(5)")
def test_come_odds_are_like_each_other_and_like_no_other_odds() -> None:
    table = with_three_players()
    table.plays("4-4")
    for roll in ("3-2", "4-5"):
        table.places("bob", "come", 5_00)
        table.plays(roll)
    for spot in ("5", "9"):
        table.places("bob", "come-odds", 10_00, spot)
    table.places("ann", "pass-odds", 10_00)
    table.do("call-wager", DEALER, player="bob", wager="come-odds", spot="5", on=True, alike=True)
    called = {(each.wager, each.spot) for each in table.state.felt.standing if each.call}
    assert called == {("come-odds", "5"), ("come-odds", "9")}


@pytest.mark.cites("47.1-2304(5)")
def test_a_tip_on_a_number_is_called_on_and_off_for_the_dealers() -> None:
    table = with_three_players()
    call = {"player": "bob", "wager": "place-6", "tip": True}
    assert table.no("call-wager", BOB, on=True, **call).code is Code.NOTHING_STANDS
    table.places("bob", "place-6", 6_00, tip=True)
    assert table.no("call-wager", BOB, on=True, **call | {"tip": False}).code is Code.NOTHING_STANDS
    table.do("call-wager", BOB, on=True, **call)
    assert table.no("confirm-call", DEALER, **call | {"tip": False}).code is Code.NOTHING_STANDS
    table.do("confirm-call", DEALER, **call)
    assert [(row.wager, row.tip) for row in table.plays("5-1").rows] == [("place-6", True)]


def test_a_call_that_nobody_confirmed_is_gone_with_the_throw() -> None:
    table = _come_out_with_a_place_wager()
    table.do("call-wager", BOB, on=True, player="bob", wager="place-6")
    for word in ("push-dice", "throw-dice"):  # no dealer does what is due
        table.do(word, by("stickperson"))
    table.calls("5-1")
    assert [row.wager for row in table.settles().rows if row.wager == "place-6"] == []
    table.do("open-betting", DEALER)
    assert table.state.calls == ()
    confirmed = ["CallAsked", "CallConfirmed"]
    for who, made in ((DEALER, confirmed), (STICK, confirmed), (BOX, ["CallAsked"])):
        events = table.do("call-wager", who, on=False, player="bob", wager="place-6")
        assert [type(each).__name__ for each in events] == made


@pytest.mark.cites("47.1-2305(1)")
def test_a_coupon_beside_chips_wins_winnings_only() -> None:
    table = with_three_players(coupons=[issued("K", "L")])
    coupon = {"player": "bob", "amount": 5_00, "coupon": "K"}
    bank = table.state.balance("bank")
    table.places("bob", "pass", 5_00)
    table.do("place-coupon", DEALER, wager="pass", **coupon)
    assert table.no("place-coupon", DEALER, wager="pass", **coupon).code is Code.COUPON_NOT_TAKEN
    assert table.no("place", BOB, player="bob", wager="pass", amount=5_00).code is Code.COUPON_NOT_TAKEN
    assert table.no("reduce", BOB, player="bob", wager="pass", amount=5_00).code is Code.COUPON_NOT_TAKEN
    (row,) = [row for row in table.plays("3-4").rows if row.player == "bob"]
    assert (row.winnings, row.coupon, row.gain) == (10_00, 5_00, 15_00)
    assert (table.rack("bob"), table.state.coupons) == (510_00, ())
    assert table.state.balance("bank") == bank - 20_00  # ann's ten and bob's ten
    table.places("ann", "pass", 10_00)
    table.places("bob", "field", 5_00)
    table.do("place-coupon", DEALER, wager="field", **coupon | {"coupon": "L"})
    table.plays("2-3")  # the field loses: so does the coupon
    assert (table.rack("bob"), table.state.coupons) == (505_00, ())


@pytest.mark.parametrize(("roll", "gain"), [("1-1", 10_00), ("6-6", 0), ("3-4", -5_00)])
def test_a_coupon_beside_chips_on_dont_pass_wins_pushes_and_loses(roll: str, gain: int) -> None:
    table = with_three_players(coupons=[issued("K")])
    table.places("bob", "dont-pass", 5_00)
    table.do("place-coupon", DEALER, player="bob", wager="dont-pass", amount=5_00, coupon="K")
    table.plays(roll)
    assert (table.rack("bob"), table.state.coupons) == (500_00 + gain, ())


@pytest.mark.cites("47.1-2305(1)")
def test_coins_go_on_pass_and_dont_pass_only() -> None:
    table = with_three_players()
    coins = {"player": "bob", "amount": 5_00, "coins": True}
    refusal = table.no("place", BOB, wager="field", **coins)
    assert (refusal.code, str(refusal.cite)) == (Code.COINS_NOT_TAKEN, "47.1-2305(1)")
    outside = table.state.balance("outside")
    brought, placed = table.do("place", BOB, wager="pass", **coins)
    assert (brought.coins, placed.moved) == (True, 5_00)  # type: ignore[attr-defined]
    assert (table.rack("bob"), table.state.balance("outside")) == (500_00, outside - 5_00)
    table.closes()
    assert table.no("place", DEALER, wager="dont-pass", **coins).code is Code.MONEY_STANDS_STILL
    wheel = Table().opened("colorado-double-zero")
    wheel.sits("bob", 1, 100_00)
    refusal = wheel.no("place", BOB, wager="red", **coins)
    assert (refusal.code, str(refusal.cite)) == (Code.COINS_NOT_TAKEN, "30-2203(1)")


@pytest.mark.cites("47.1-2305(1)")
def test_tokens_go_on_every_wager_at_their_face_value() -> None:
    table = with_three_players()
    tokens = {"player": "bob", "amount": 5_00, "tokens": True}
    for wager in ("field", "pass", "hard-8"):
        brought, placed = table.do("place", BOB, wager=wager, **tokens)
        assert (brought.tokens, brought.amount, placed.moved) == (True, 5_00, 5_00)  # type: ignore[attr-defined]
    assert table.rack("bob") == 500_00
    assert table.no("place", BOB, wager="pass", coins=True, **tokens).variant == "both"
    wheel = Table().opened("colorado-big-six")
    wheel.sits("bob", 1, 10_00)
    refusal = wheel.no("place", BOB, wager="one", **tokens)
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.COINS_NOT_TAKEN, "no-tokens", "30-2703(3)")


# Tips -------------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2318")
def test_tips_wait_in_the_tube_until_they_are_exchanged_and_dropped() -> None:
    table = with_three_players(None)
    tip = {"player": "ann", "amount": 1_00, "tube": True}
    refusal = table.no("tip", ANN, **tip)
    assert (refusal.code, str(refusal.cite)) == (Code.NO_TIP_TUBE, "47.1-2318")
    wheel = written("colorado-double-zero", tips__tube=True)
    refusal = Table().no("open-table", SUPERVISOR, house=wheel, bank=1_00)
    assert (refusal.code, "a tip tube is for craps tables" in refusal.message) == (Code.HOUSE_UNSOUND, True)
    table = with_three_players(None, tips__tube=True)
    assert table.no("empty-tube", DEALER).code is Code.NO_TIP_TUBE
    for _ in range(4):
        table.do("tip", ANN, **tip)
    low = table.no("empty-tube", DEALER)  # no higher chip yet
    assert (low.code, low.variant, str(low.cite)) == (Code.NO_TIP_TUBE, "nothing-higher", "47.1-2318")
    for _ in range(3):
        table.do("tip", ANN, **tip)
    assert (table.state.balance("tube"), table.state.balance("tips")) == (7_00, 0)
    for player in ("ann", "bob", "eve"):
        table.do("cash-out", DEALER, player=player, amount=table.rack(player))
        table.do("leave", DEALER, player=player)
    refusal = table.no("close-table", SUPERVISOR, counted=0)
    assert (refusal.code, str(refusal.cite)) == (Code.CHIPS_REMAIN, "47.1-2318")
    assert table.no("empty-tube", STICK).code is Code.NOT_YOUR_ROLE
    (emptied,) = table.do("empty-tube", DEALER)
    assert (emptied.amount, emptied.chips) == (7_00, ((5_00, 1), (1_00, 2)))  # type: ignore[attr-defined]
    assert (table.state.balance("tube"), table.state.balance("tips")) == (0, 7_00)
    table.do("close-table", SUPERVISOR, counted=0)


@pytest.mark.cites("47.1-2318")
def test_a_tip_wager_is_the_dealers_money_and_ends_in_the_tip_box() -> None:
    table = with_three_players(None, tips__wagers=False)
    tip = {"player": "bob", "wager": "pass", "amount": 5_00, "tip": True}
    assert table.no("place", BOB, **tip).code is Code.TIPS_NOT_TAKEN
    table = with_three_players()
    table.do("place", BOB, **tip)
    table.plays("3-4")
    assert (table.rack("bob"), table.state.balance("tips")) == (495_00, 10_00)


@pytest.mark.cites("47.1-2318")
@pytest.mark.parametrize(("then", "account"), [("box", "tips"), ("tube", "tube")])
def test_a_won_tip_wager_ends_and_goes_where_the_submitted_rules_say(then: str, account: str) -> None:
    for ends, held, stands in (("first-decision", 6_00 + 7_00, False), ("until-lost", 7_00, True)):
        table = with_three_players(tips__ends=ends, tips__then=then, tips__tube=True)
        table.plays("2-2")
        table.places("bob", "place-6", 6_00, tip=True)
        (row,) = table.plays("5-1").rows
        assert (row.winnings, row.tip, row.tube) == (7_00, True, then == "tube")
        assert (table.state.balance(account), table.rack("bob")) == (held, 494_00)
        assert (table.state.felt.find("bob", "place-6", None, tip=True) is not None) is stands
        assert table.no("take-down", BOB, player="bob", wager="place-6").code is Code.NOTHING_STANDS


@pytest.mark.cites("47.1-2318")
def test_no_table_opens_with_tip_wagers_whose_rules_were_not_submitted_with_a_date() -> None:
    undated = written("colorado-craps", tips={"wagers": True, "submission": "T-1"})
    for table, word, more in ((Table(), "open-table", {"bank": 1_00}), (with_three_players(), "change-house", {})):
        who = by("key-manager") if word == "change-house" else SUPERVISOR
        refusal = table.no(word, who, house=undated, **more)
        assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.HOUSE_UNSOUND, "tips", "47.1-2318")


def test_the_last_dollars_of_a_tube_are_dropped_when_everybody_has_left() -> None:
    table = with_three_players(None, tips__tube=True)
    table.do("tip", ANN, player="ann", amount=1_00, tube=True)
    for player in ("ann", "bob", "eve"):
        table.do("cash-out", DEALER, player=player, amount=table.rack(player))
        table.do("leave", DEALER, player=player)
    table.do("empty-tube", DEALER)
    table.do("close-table", SUPERVISOR, counted=0)


@pytest.mark.cites("47.1-2317.04(8)")
def test_tips_on_super_front_line_winner_are_limited_and_paid_like_the_players_own() -> None:
    table = with_three_players(tips__most=5, tips__whole_dollars=True, chips__denominations=["0.50", 1, 5, 25, 100])
    own = {"player": "ann", "wager": "super-front-line-winner"}
    tip = {**own, "tip": True}
    assert table.no("place", ANN, **tip, amount=2_00).code is Code.NO_PARENT  # beside the player's own
    table.places("ann", "super-front-line-winner", 5_00)
    for amount, variant in ((6_00, "most"), (2_50, "whole-dollars")):
        refusal = table.no("place", ANN, **tip, amount=amount)
        assert (refusal.code, refusal.variant) == (Code.TIPS_NOT_TAKEN, variant)
        assert str(refusal.cite) == "47.1-2317.04(8)"
    table.places("ann", "super-front-line-winner", 2_00, tip=True)
    for roll in ("6-5", "6-5", "6-5", "2-2"):
        if table.state.felt.find("ann", "pass", None) is None:
            table.places("ann", "pass", 10_00)
        table.plays(roll)
    rows = [row for row in table.plays("5-2").rows if row.wager == "super-front-line-winner"]
    assert [(row.tip, row.stake, row.winnings) for row in rows] == [(False, 5_00, 15_00), (True, 2_00, 6_00)]
    assert table.state.balance("tips") == 8_00
