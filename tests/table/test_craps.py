"""A live craps table: crew, dice, late wagers, calls, No Roll, passing the dice, settlement."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code, Refusal
from croupier.games.craps.facts import CrapsTable
from croupier.table import digest, postings
from tests.support.table.play import Table, by, written

DEALER, STICK, BOX, SUPERVISOR = by("dealer"), by("stickperson"), by("boxperson"), by("pit-supervisor")
ANN, BOB, EVE = by("player", "ann"), by("player", "bob"), by("player", "eve")


def _table(shooter: str | None = "ann", **change: Any) -> Table:
    """An open table: ann first at the boxperson's left, then bob, then eve."""
    table = Table().opened("colorado-craps", **change)
    for place, player in ((5, "eve"), (1, "ann"), (3, "bob")):
        table.sits(player, place, 500_00)
    if shooter is not None:
        table.shoots(shooter)
        table.places(shooter, "pass", 10_00)
    return table


# The crew ---------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2302(1)", "47.1-2302(9)")
def test_boxperson_and_stickperson_belong_to_craps() -> None:
    table = Table().opened("colorado-big-six")
    for role in ("boxperson", "stickperson"):
        refusal = table.no("raise-dispute", by(role), player="ann", about="x", against="dee")
        assert refusal.code is Code.NOT_YOUR_ROLE
    craps = _table()
    craps.do("raise-dispute", STICK, player="ann", about="a payout", against="dee")
    craps.do("decide-dispute", BOX, number=1, decision="in order")


@pytest.mark.cites("47.1-2302(5)", "47.1-2312(1)")
def test_the_stickperson_calls_the_roll_and_the_dealers_pay_it() -> None:
    table = _table()
    assert table.no("call-outcome", STICK, outcome="4-2").code is Code.NOT_IN_THIS_PHASE
    table.closes()
    refusal = table.no("call-outcome", DEALER, outcome="4-2")
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "47.1-2312(1)")
    assert table.no("call-outcome", STICK, outcome="7").code is Code.IMPOSSIBLE_OUTCOME
    table.do("call-outcome", STICK, outcome="4-2")
    assert table.no("settle", STICK).code is Code.NOT_YOUR_ROLE
    table.settles()
    assert CrapsTable.of(table.state.felt).point == 6


# The dice ---------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2309(1)", "47.1-2309(2)")
def test_five_dice_are_offered_from_the_boxpersons_left_clockwise() -> None:
    table = _table(None)
    assert table.no("push-dice", STICK).code is Code.DICE_NOT_OFFERED
    refusal = table.no("offer-dice", STICK, player="bob", dice=5)
    assert (refusal.code, str(refusal.cite)) == (Code.OUT_OF_TURN, "47.1-2309(2)")
    refusal = table.no("offer-dice", STICK, player="ann", dice=4)
    assert (refusal.code, str(refusal.cite)) == (Code.TOO_FEW_DICE, "47.1-2309(1)")
    assert table.no("offer-dice", DEALER, player="ann", dice=5).code is Code.NOT_YOUR_ROLE
    table.do("offer-dice", STICK, player="ann", dice=5)
    table.do("decline-dice", ANN, player="ann")
    assert table.no("offer-dice", STICK, player="eve", dice=5).code is Code.OUT_OF_TURN
    table.do("offer-dice", STICK, player="bob", dice=6)
    assert table.no("accept-dice", ANN, player="ann").code is Code.OUT_OF_TURN
    table.do("accept-dice", BOB, player="bob")
    assert table.no("offer-dice", STICK, player="eve", dice=5).code is Code.DICE_STAY


@pytest.mark.cites("47.1-2309(3)", "47.1-2312(3)")
def test_the_first_to_accept_shoots_with_two_and_the_others_go_to_the_cup() -> None:
    table = _table(None)
    table.do("offer-dice", STICK, player="ann", dice=6)
    (taken,) = table.do("accept-dice", ANN, player="ann")
    assert (taken.kept, taken.cup) == (2, 4)  # type: ignore[attr-defined]
    assert CrapsTable.of(table.state.felt).shooter == "ann"
    refusal = table.no("push-dice", STICK)
    assert (refusal.code, str(refusal.cite)) == (Code.NO_SHOOTER, "47.1-2310")


@pytest.mark.cites("47.1-2313(3)", "47.1-2313(4)")
def test_after_a_seven_out_the_dice_go_to_the_left() -> None:
    table = _table()
    table.plays("4-2")
    table.plays("3-4")
    assert CrapsTable.of(table.state.felt).shooter is None
    assert table.no("offer-dice", STICK, player="ann", dice=5).code is Code.OUT_OF_TURN
    table.do("offer-dice", STICK, player="bob", dice=5)
    table.do("decline-dice", STICK, player="bob")
    table.do("offer-dice", STICK, player="eve", dice=5)
    (taken,) = table.do("accept-dice", EVE, player="eve")
    assert (taken.player, taken.hand) == ("eve", "new")  # type: ignore[attr-defined]


def test_when_everybody_declines_the_offers_begin_anew() -> None:
    table = _table(None)
    for player in ("ann", "bob", "eve"):
        table.do("offer-dice", STICK, player=player, dice=5)
        table.do("decline-dice", STICK, player=player)
    table.do("offer-dice", STICK, player="ann", dice=5)


@pytest.mark.cites("47.1-2313(1)", "47.1-2313(1)(b)")
def test_the_shooter_may_pass_the_dice_and_the_boxperson_may_order_it() -> None:
    table = _table()
    table.plays("4-2")
    assert table.no("pass-dice", BOB, player="bob").code is Code.OUT_OF_TURN
    table.do("pass-dice", ANN, player="ann")
    table.shoots("bob")
    assert CrapsTable.of(table.state.felt).point == 6  # the point stays
    assert table.no("order-pass", DEALER, reason="delay").code is Code.NOT_YOUR_ROLE
    (passed,) = table.do("order-pass", BOX, reason="invalid-rolls")
    assert (passed.player, passed.reason) == ("bob", "invalid-rolls")  # type: ignore[attr-defined]
    table.shoots("eve")


@pytest.mark.cites("47.1-2313(2)")
def test_only_when_nobody_else_shoots_are_the_dice_thrown_for_come_wagers_alone() -> None:
    table = _table()
    table.plays("4-2")
    table.places("bob", "come", 10_00)
    table.plays("4-4")
    table.plays("5-1")  # ann makes her point; bob's come wager on 8 remains
    refusal = table.no("push-dice", STICK)
    assert (refusal.code, str(refusal.cite)) == (Code.DICE_NOT_OFFERED, "47.1-2313(2)")
    table.do("pass-dice", ANN, player="ann")
    for player in ("bob", "eve"):
        table.do("offer-dice", STICK, player=player, dice=5)
        table.do("decline-dice", STICK, player=player)
    table.shoots("ann")
    (pushed,) = table.do("push-dice", STICK)
    assert pushed.come_only  # type: ignore[attr-defined]
    table.do("throw-dice", STICK)
    table.calls("4-4")
    rows = table.settles().rows
    assert [(row.player, row.wager, row.winnings) for row in rows] == [("bob", "come", 10_00)]
    assert CrapsTable.of(table.state.felt).point is None


def test_hand_long_wagers_wait_for_the_boxpersons_direction() -> None:
    for way in ("continue", "return"):
        table = _table()
        table.places("bob", "fire-bet", 5_00)
        table.plays("4-2")
        table.plays("5-1")
        table.do("pass-dice", ANN, player="ann")
        assert table.no("direct-hand", DEALER, way=way).code is Code.NOT_YOUR_ROLE
        table.do("offer-dice", STICK, player="bob", dice=5)
        refusal = table.no("accept-dice", BOB, player="bob")
        assert (refusal.code, str(refusal.cite)) == (Code.DIRECTION_DUE, "47.1-2319")
        (directed,) = table.do("direct-hand", BOX, way=way)
        (taken,) = table.do("accept-dice", BOB, player="bob")
        if way == "continue":
            assert taken.hand == "continues"  # type: ignore[attr-defined]
            assert CrapsTable.of(table.state.felt).hand.points_made == {6}
        else:
            assert [row.paid for row in directed.rows] == [5_00]  # type: ignore[attr-defined]
            assert CrapsTable.of(table.state.felt).hand.points_made == frozenset()
        assert table.no("direct-hand", BOX, way=way).code is Code.NOTHING_PENDING


# Wagers -----------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2305(2)")
def test_while_the_dice_are_in_the_air_a_dealer_or_boxperson_confirms_a_wager() -> None:
    table = _table()
    table.closes()
    refusal = table.no("place", BOB, player="bob", wager="field", amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.MUST_BE_CONFIRMED, "47.1-2305(2)")
    (placed,) = table.do("place", BOX, player="bob", wager="field", amount=5_00)
    assert (placed.late, placed.by.role) == (True, "boxperson")  # type: ignore[attr-defined]
    late = table.no("take-down", BOB, player="bob", wager="field")
    assert (late.code, late.message[:23]) == (Code.NOT_IN_THIS_PHASE, "The dice are in the air")
    table.calls("2-2")
    assert table.no("place", DEALER, player="bob", wager="field", amount=5_00).code is Code.NOT_IN_THIS_PHASE
    assert [row.wager for row in table.settles().rows] == ["field"]


def _come_out_with_a_place_wager() -> Table:
    table = _table()
    table.places("bob", "place-6", 12_00)
    return table


@pytest.mark.cites("47.1-2304(5)", "47.1-2305(5)")
def test_a_call_counts_once_the_dealer_has_confirmed_it() -> None:
    table = _come_out_with_a_place_wager()
    place = {"player": "bob", "wager": "place-6"}
    assert table.no("confirm-call", DEALER, **place).code is Code.NOTHING_ASKED
    table.do("call-wager", BOB, on=True, **place)
    working = [table.state.felt.working(each) for each in table.state.felt.standing if each.wager == "place-6"]
    assert working == [False]
    table.do("confirm-call", DEALER, **place)
    assert [each.call for each in table.state.felt.standing if each.wager == "place-6"] == [True]
    assert [row.wager for row in table.plays("5-1").rows if row.player == "bob"] == ["place-6"]


def test_a_call_that_nobody_confirmed_is_gone_with_the_throw() -> None:
    table = _come_out_with_a_place_wager()
    table.do("call-wager", BOB, on=True, player="bob", wager="place-6")
    for word in ("push-dice", "throw-dice"):  # no dealer does what is due
        table.do(word, by("stickperson"))
    table.calls("5-1")
    assert [row.wager for row in table.settles().rows if row.wager == "place-6"] == []
    table.do("open-betting", DEALER)
    assert table.state.calls == ()
    events = table.do("call-wager", DEALER, on=False, player="bob", wager="place-6")
    assert [type(each).__name__ for each in events] == ["CallAsked", "CallConfirmed"]


@pytest.mark.cites("47.1-2305(1)")
def test_a_coupon_goes_on_the_line_and_on_one_roll_wagers_alone_or_with_chips() -> None:
    table = _table()
    coupon = {"player": "bob", "amount": 5_00, "coupon": "K"}
    for wager, amount in (("place-6", 6_00), ("hard-8", 5_00), ("horn", 8_00), ("fire-bet", 5_00)):
        refusal = table.no("place-coupon", DEALER, wager=wager, player="bob", amount=amount, coupon="K")
        assert (refusal.code, str(refusal.cite)) == (Code.COUPON_NOT_TAKEN, "47.1-2305(1)")
    bank = table.state.balance("bank")
    table.do("place-coupon", DEALER, wager="pass", **coupon)
    assert table.no("place-coupon", DEALER, wager="pass", **coupon).code is Code.COUPON_NOT_TAKEN
    table.places("bob", "pass", 10_00)  # chips beside the coupon
    assert table.no("place", BOB, player="bob", wager="pass", amount=486_00).code is Code.OVER_MAXIMUM
    assert table.no("reduce", BOB, player="bob", wager="pass", amount=5_00).code is Code.COUPON_NOT_TAKEN
    (row,) = [row for row in table.plays("3-4").rows if row.player == "bob"]
    assert (row.winnings, row.coupon, row.gain) == (15_00, 5_00, 25_00)
    assert (table.rack("bob"), table.state.coupons) == (515_00, ())
    assert table.state.balance("bank") == bank - 25_00  # ann's ten and bob's fifteen
    table.places("ann", "pass", 10_00)
    table.do("place-coupon", DEALER, wager="field", **coupon)
    table.plays("2-3")  # the field loses: so does the coupon
    assert (table.rack("bob"), table.state.coupons) == (515_00, ())
    table.do("place-coupon", DEALER, wager="any-seven", **coupon)
    table.do("take-down", BOB, player="bob", wager="any-seven")
    assert table.rack("bob") == 515_00
    assert CrapsTable.of(table.state.felt).point == 5
    assert table.no("place-coupon", DEALER, wager="come", **coupon).code is Code.COUPON_NOT_TAKEN


@pytest.mark.parametrize(("roll", "gain"), [("1-1", 10_00), ("6-6", 0), ("3-4", -5_00)])
def test_a_coupon_beside_chips_on_dont_pass_wins_pushes_and_loses(roll: str, gain: int) -> None:
    table = _table()
    table.places("bob", "dont-pass", 5_00)
    table.do("place-coupon", DEALER, player="bob", wager="dont-pass", amount=5_00, coupon="K")
    table.plays(roll)
    assert (table.rack("bob"), table.state.coupons) == (500_00 + gain, ())


@pytest.mark.cites("47.1-2305(1)")
def test_coins_go_on_pass_and_dont_pass_only() -> None:
    table = _table()
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


# Tips -------------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2318")
def test_tips_wait_in_the_tube_until_they_are_exchanged_and_dropped() -> None:
    table = _table(None)
    tip = {"player": "ann", "amount": 1_00, "tube": True}
    refusal = table.no("tip", ANN, **tip)
    assert (refusal.code, str(refusal.cite)) == (Code.NO_TIP_TUBE, "47.1-2318")
    wheel = written("colorado-double-zero", tips__tube=True)
    refusal = Table().no("open-table", SUPERVISOR, house=wheel, bank=1_00)
    assert (refusal.code, "a tip tube is for craps tables" in refusal.message) == (Code.HOUSE_UNSOUND, True)
    table = _table(None, tips__tube=True)
    assert table.no("empty-tube", DEALER).code is Code.NO_TIP_TUBE
    for _ in range(7):
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
    table = _table(None, tips__wagers=False)
    tip = {"player": "bob", "wager": "pass", "amount": 5_00, "tip": True}
    assert table.no("place", BOB, **tip).code is Code.TIPS_NOT_TAKEN
    table = _table()
    table.do("place", BOB, **tip)
    table.plays("3-4")
    assert (table.rack("bob"), table.state.balance("tips")) == (495_00, 10_00)


# The point --------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2302(3)")
def test_with_nobody_on_the_line_the_point_is_taken_off_and_a_come_out_roll_follows() -> None:
    table = _table(None)
    table.shoots("ann")
    table.places("ann", "dont-pass", 10_00)
    table.places("bob", "place-8", 12_00)
    assert table.no("take-point-off", BOX).code is Code.NOTHING_PENDING
    table.plays("4-2")
    refusal = table.no("take-point-off", BOX)
    assert (refusal.code, str(refusal.cite)) == (Code.WAGERS_STAND, "47.1-2302(3)")
    table.do("take-down", ANN, player="ann", wager="dont-pass")
    assert table.no("push-dice", STICK).code is Code.NO_SHOOTER
    for wager in ("pass", "dont-pass"):
        assert isinstance(table.ask("place", ANN, player="ann", wager=wager, amount=5_00), Refusal)
    assert table.no("take-point-off", STICK).code is Code.NOT_YOUR_ROLE
    (off,) = table.do("take-point-off", BOX)
    assert off.point == 6  # type: ignore[attr-defined]
    table.places("ann", "dont-pass", 10_00)  # a new come-out roll
    assert table.plays("4-4").rows == ()  # a come-out roll, on which the place wager is off
    assert CrapsTable.of(table.state.felt).point == 8
    assert digest(table.replayed()) == digest(table.state)


def test_when_everything_is_returned_the_next_roll_is_a_come_out_roll() -> None:
    table = _table()
    table.places("bob", "sharp-shooter", 5_00)
    table.plays("4-2")
    table.places("bob", "come", 10_00)
    table.closes()
    table.do("void-round", by("key-manager"), reason="the fire alarm")
    assert (table.rack("ann"), table.rack("bob")) == (500_00, 500_00)
    table.do("open-betting", DEALER)
    table.places("ann", "pass", 10_00)
    assert [row.wager for row in table.plays("5-6").rows] == ["pass"]


def test_wagers_nobody_rolls_for_are_returned_by_the_key_manager() -> None:
    table = _table()
    table.plays("4-2")  # ann's pass wager is a contract
    table.do("pass-dice", ANN, player="ann")
    assert table.no("void-round", SUPERVISOR, reason="nobody shoots").code is Code.NOT_YOUR_ROLE
    (voided,) = table.do("void-round", by("key-manager"), reason="nobody shoots")
    assert [(row.player, row.paid) for row in voided.rows] == [("ann", 10_00)]  # type: ignore[attr-defined]
    assert (table.state.phase, CrapsTable.of(table.state.felt).point) == ("settled", None)
    assert table.no("void-round", by("key-manager"), reason="x").code is Code.NOTHING_STANDS


@pytest.mark.cites("47.1-2317.01(10)", "47.1-2317.02(8)")
def test_losers_first_and_then_winners_by_position() -> None:
    table = _table()
    table.places("eve", "dont-pass", 10_00)
    table.places("bob", "dont-pass", 10_00)
    table.places("eve", "sharp-shooter", 5_00)
    table.places("bob", "fire-bet", 5_00)
    table.plays("4-2")
    rows = [(row.step, row.player) for row in table.plays("3-4").rows]
    assert rows == [("collect", "ann"), ("collect", "bob"), ("collect", "eve"), ("pay", "bob"), ("pay", "eve")]


def test_commission_and_rounding_have_postings_of_their_own() -> None:
    table = _table(commission__buy__when="up-front")
    table.plays("2-2")
    table.places("bob", "buy-4", 20_00)
    assert table.rack("bob") == 479_00  # a dollar of commission is held on the layout
    assert table.state.balance("layout") == 31_00
    table.closes()
    table.calls("1-3")
    before = table.state
    settled = table.settles()
    why = {each.why: each.amount for each in postings(settled, before) if each.account == "rack:bob"}
    assert why["winnings"] == 40_00
    assert why["commission"] == -1_00
    (row,) = [row for row in settled.rows if row.wager == "buy-4"]
    assert (row.paid, row.commission) == (39_00, 1_00)
    table.do("open-betting", DEALER)
    table.do("take-down", BOB, player="bob", wager="buy-4")
    assert table.rack("bob") == 479_00 + 39_00 + 21_00


# Irregularities ---------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2311(5)", "47.1-2311(3)")
def test_no_roll_is_called_by_those_designated_and_it_is_recorded_when() -> None:
    table = _table()
    table.closes()
    call = {"call": "no-roll", "reason": "hands"}
    refusal = table.no("call-void", DEALER, **call)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_DESIGNATED, "47.1-2311(5)")
    table.do("designate", BOX, person="dee")
    assert table.no("call-void", DEALER, call="no-roll", reason="other").code is Code.NOT_YOUR_ROLE
    assert table.no("call-void", DEALER, call="no-roll", reason="chips").code is Code.UNKNOWN_REASON
    (voided,) = table.do("call-void", DEALER, before_rest=False, **call)
    assert (voided.before_rest, voided.by.licence) == (False, "L-dee")  # type: ignore[attr-defined]
    assert CrapsTable.of(table.state.felt).shooter == "ann"
    table.closes()
    table.do("call-void", STICK, call="no-roll", reason="other")


@pytest.mark.parametrize("reason", "off-table stacked hands end-wall bank cup-or-rail cheating other".split())
def test_every_reason_of_a_no_roll(reason: str) -> None:
    table = _table()
    table.closes()
    before = table.state.felt.standing
    table.do("call-void", BOX, call="no-roll", reason=reason)
    assert (table.state.felt.standing, table.state.phase) == (before, "open")


@pytest.mark.cites("47.1-2319")
def test_boxperson_or_supervisor_decides_and_never_the_dealer_of_the_act() -> None:
    table = _table()
    table.do("raise-dispute", BOB, player="bob", about="a late wager", against="bea")
    refusal = table.no("decide-dispute", BOX, number=1, decision="paid", amount=10_00)
    assert (refusal.code, str(refusal.cite)) == (Code.SAME_PERSON, "47.1-2319")
    table.do("decide-dispute", SUPERVISOR, number=1, decision="paid", amount=10_00)
    assert table.rack("bob") == 510_00
    table.plays("4-2")
    wrong = {"round": 1, "outcome": "3-2", "reason": "misread"}
    assert table.no("correct-outcome", by("boxperson", "stan"), dealer="dee", **wrong).code is Code.SAME_PERSON
    refusal = table.no("correct-outcome", BOX, dealer="bea", **wrong)
    assert (refusal.code, str(refusal.cite)) == (Code.SAME_PERSON, "47.1-2319")
    table.do("correct-outcome", BOX, dealer="dee", **wrong)


@pytest.mark.cites("47.1-2319")
def test_nobody_decides_a_dispute_of_his_or_her_own() -> None:
    table = _table()
    table.do("raise-dispute", DEALER, player="bob", about="a late wager", against="dee")
    for person in ("bob", "Bob", "BOB"):
        refusal = table.no("decide-dispute", by("pit-supervisor", person), number=1, decision="paid", amount=1_000_00)
        assert (refusal.code, str(refusal.cite)) == (Code.SAME_PERSON, "47.1-2319")
    table.do("decide-dispute", SUPERVISOR, number=1, decision="paid", amount=10_00)


def test_a_throw_held_by_a_power_cut_goes_back_by_the_boxpersons_word() -> None:
    table = _table()
    table.places("bob", "place-6", 12_00)
    table.closes()
    table.do("resume", by("system"))
    table.do("decide-resumed", BOX, go_on=False, reason="lights out")
    assert (table.rack("ann"), table.rack("bob")) == (500_00, 500_00)
    assert digest(table.replayed()) == digest(table.state)


def test_a_shooter_to_whom_the_dice_are_out_passes_them_before_leaving() -> None:
    table = _table()
    table.do("push-dice", STICK)
    table.do("take-down", ANN, player="ann", wager="pass")
    table.do("cash-out", ANN, player="ann", amount=500_00)
    refusal = table.no("leave", ANN, player="ann")
    assert (refusal.code, str(refusal.cite)) == (Code.DICE_STAY, "47.1-2313(1)")
    table.do("pass-dice", ANN, player="ann")
    table.do("leave", ANN, player="ann")
    assert table.no("throw-dice", STICK).code is Code.NOT_IN_THIS_PHASE


def test_an_excluded_patron_does_not_shoot() -> None:
    table = _table(None)
    table.do("exclude-patron", by("security"), person="ann")
    table.do("offer-dice", STICK, player="ann", dice=5)
    assert table.no("accept-dice", ANN, player="ann").code is Code.PATRON_EXCLUDED
    table.do("decline-dice", STICK, player="ann")
    table.shoots("bob")
    table.places("bob", "pass", 5_00)
    table.do("exclude-patron", by("security"), person="bob")
    assert table.no("push-dice", STICK).code is Code.PATRON_EXCLUDED
    table.do("order-pass", BOX, reason="violation")


def test_a_shooter_who_leaves_gives_up_the_dice() -> None:
    table = _table(None)
    table.shoots("ann")
    table.do("cash-out", ANN, player="ann", amount=500_00)
    table.do("leave", ANN, player="ann")
    table.shoots("bob")
    assert CrapsTable.of(table.state.felt).shooter == "bob"
