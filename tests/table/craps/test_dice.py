"""The crew and the dice of a craps table: who calls, who is offered the dice, who shoots and who passes them."""

from __future__ import annotations

import pytest

from croupier.conduct import UnreadableCommand
from croupier.core.refusal import Code
from croupier.games.craps.facts import CrapsTable
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by

DEALER, STICK, BOX = by("dealer"), by("stickperson"), by("boxperson")
ANN, BOB, EVE = by("player", "ann"), by("player", "bob"), by("player", "eve")


# The crew ---------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2302(1)")
def test_boxperson_and_stickperson_belong_to_craps() -> None:
    table = Table().opened("colorado-big-six")
    for role in ("boxperson", "stickperson"):
        refusal = table.no("raise-dispute", by(role), player="ann", about="x", against="dee")
        assert refusal.code is Code.NOT_YOUR_ROLE
    craps = with_three_players()
    craps.do("raise-dispute", STICK, player="ann", about="a payout", against="dee")
    craps.do("decide-dispute", BOX, number=1, decision="in order")


@pytest.mark.cites("47.1-2302(5)", "47.1-2312(1)")
def test_the_stickperson_calls_the_roll_and_the_dealers_pay_it() -> None:
    table = with_three_players()
    assert table.no("call-outcome", STICK, outcome="4-2").code is Code.NOT_IN_THIS_PHASE
    table.closes()
    refusal = table.no("call-outcome", DEALER, outcome="4-2")
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "47.1-2312(1)")
    assert table.no("call-outcome", STICK, outcome="7").code is Code.IMPOSSIBLE_OUTCOME
    table.do("call-outcome", STICK, outcome="4-2")
    assert table.no("settle", STICK).code is Code.NOT_YOUR_ROLE
    table.settles()
    assert CrapsTable.of(table.state.felt).point == 6


@pytest.mark.cites("47.1-2302(9)")
def test_the_stickperson_alone_calls_the_game_and_handles_the_stick() -> None:
    table = with_three_players(None)
    for word, fields in (("offer-dice", {"player": "ann", "dice": 5}), ("push-dice", {}), ("throw-dice", {})):
        for other in (DEALER, BOX):
            assert table.no(word, other, **fields).code is Code.NOT_YOUR_ROLE
    table.do("offer-dice", STICK, player="ann", dice=5)
    table.do("accept-dice", ANN, player="ann")
    table.places("ann", "pass", 10_00)
    table.do("push-dice", STICK)
    table.do("throw-dice", STICK)
    for other in (DEALER, BOX):
        assert table.no("call-outcome", other, outcome="4-2").code is Code.NOT_YOUR_ROLE
    table.do("call-outcome", STICK, outcome="4-2")


# The dice ---------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2309(1)", "47.1-2309(2)")
def test_five_dice_are_offered_from_the_boxpersons_left_clockwise() -> None:
    table = with_three_players(None)
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
    table = with_three_players(None)
    table.do("offer-dice", STICK, player="ann", dice=6)
    (taken,) = table.do("accept-dice", ANN, player="ann")
    assert (taken.kept, taken.cup) == (2, 4)  # type: ignore[attr-defined]
    assert CrapsTable.of(table.state.felt).shooter == "ann"
    refusal = table.no("push-dice", STICK)
    assert (refusal.code, str(refusal.cite)) == (Code.NO_SHOOTER, "47.1-2310")


@pytest.mark.cites("47.1-2313(1)(a)", "47.1-2313(3)")
def test_after_a_seven_out_the_dice_go_to_the_left() -> None:
    table = with_three_players()
    table.plays("4-2")
    table.plays("3-4")
    assert CrapsTable.of(table.state.felt).shooter is None
    assert table.no("offer-dice", STICK, player="ann", dice=5).code is Code.OUT_OF_TURN
    table.do("offer-dice", STICK, player="bob", dice=5)
    table.do("decline-dice", STICK, player="bob")
    table.do("offer-dice", STICK, player="eve", dice=5)
    (taken,) = table.do("accept-dice", EVE, player="eve")
    assert (taken.player, taken.hand) == ("eve", "new")  # type: ignore[attr-defined]


@pytest.mark.cites("47.1-2313(3)", "47.1-2313(4)")
@pytest.mark.parametrize(("dice", "cup"), [(5, 3), (6, 4)])
@pytest.mark.parametrize("how", ["pass-dice", "order-pass"])
def test_after_a_pass_the_whole_set_goes_to_the_left_and_two_dice_are_kept(how: str, dice: int, cup: int) -> None:
    table = with_three_players()
    table.plays("4-2")
    if how == "pass-dice":
        table.do("pass-dice", ANN, player="ann")
    else:
        table.do("order-pass", BOX, reason="violation")
    refusal = table.no("offer-dice", STICK, player="eve", dice=dice)
    assert (refusal.code, refusal.facts[0][1]) == (Code.OUT_OF_TURN, "bob")
    assert table.no("offer-dice", STICK, player="bob", dice=4).code is Code.TOO_FEW_DICE
    table.do("offer-dice", STICK, player="bob", dice=dice)
    (taken,) = table.do("accept-dice", BOB, player="bob")
    assert (taken.player, taken.kept, taken.cup) == ("bob", 2, cup)  # type: ignore[attr-defined]


@pytest.mark.cites("47.1-2313(1)(b)")
@pytest.mark.parametrize("reason", ["delay", "invalid-rolls", "violation"])
def test_the_boxperson_orders_the_dice_passed_for_three_reasons(reason: str) -> None:
    table = with_three_players()
    with pytest.raises(UnreadableCommand, match="reason"):
        table.ask("order-pass", BOX, reason="bad luck")
    assert table.no("order-pass", STICK, reason=reason).code is Code.NOT_YOUR_ROLE
    (passed,) = table.do("order-pass", BOX, reason=reason)
    assert (passed.player, passed.reason) == ("ann", reason)  # type: ignore[attr-defined]
    assert CrapsTable.of(table.state.felt).shooter is None


def test_when_everybody_declines_the_offers_start_again() -> None:
    table = with_three_players(None)
    for player in ("ann", "bob", "eve"):
        table.do("offer-dice", STICK, player=player, dice=5)
        table.do("decline-dice", STICK, player=player)
    table.do("offer-dice", STICK, player="ann", dice=5)


@pytest.mark.cites("47.1-2313(1)", "47.1-2313(1)(b)")
def test_the_shooter_may_pass_the_dice_and_the_boxperson_may_order_it() -> None:
    table = with_three_players()
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
    table = with_three_players()
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
        table = with_three_players()
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


def test_a_shooter_to_whom_the_dice_are_out_passes_them_before_leaving() -> None:
    table = with_three_players()
    table.do("push-dice", STICK)
    table.do("take-down", ANN, player="ann", wager="pass")
    table.do("cash-out", ANN, player="ann", amount=500_00)
    refusal = table.no("leave", ANN, player="ann")
    assert (refusal.code, str(refusal.cite)) == (Code.DICE_STAY, "47.1-2313(1)")
    table.do("pass-dice", ANN, player="ann")
    table.do("leave", ANN, player="ann")
    assert table.no("throw-dice", STICK).code is Code.NOT_IN_THIS_PHASE


def test_an_excluded_patron_does_not_shoot() -> None:
    table = with_three_players(None)
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
    table = with_three_players(None)
    table.shoots("ann")
    table.do("cash-out", ANN, player="ann", amount=500_00)
    table.do("leave", ANN, player="ann")
    table.shoots("bob")
    assert CrapsTable.of(table.state.felt).shooter == "bob"


# Dice that nobody takes -------------------------------------------------------------------------------------
def _declined(table: Table, *players: str) -> None:
    for player in players:
        table.do("offer-dice", STICK, player=player, dice=5)
        table.do("decline-dice", STICK, player=player)


def _leaves(table: Table, player: str) -> None:
    who = by("player", player)
    if rack := table.rack(player):
        table.do("cash-out", who, player=player, amount=rack)
    table.do("leave", who, player=player)


@pytest.mark.cites("47.1-2309(2)")
def test_if_the_last_to_be_asked_leaves_the_offers_begin_again_at_the_left() -> None:
    table = with_three_players(None)
    _declined(table, "ann", "bob")
    _leaves(table, "eve")
    assert table.no("offer-dice", STICK, player="bob", dice=5).code is Code.OUT_OF_TURN
    table.shoots("ann")


@pytest.mark.cites("47.1-2310", "47.1-2304(42)")
def test_a_put_on_the_point_serves_a_shooter_who_takes_the_dice_over() -> None:
    table = with_three_players()
    table.plays("4-2")
    table.do("pass-dice", ANN, player="ann")
    table.places("bob", "put-8", 10_00)
    table.places("bob", "put-6", 10_00)
    table.do("take-down", BOB, player="bob", wager="put-6")
    table.shoots("bob")
    assert table.no("push-dice", STICK).code is Code.NO_SHOOTER  # a put on another number
    table.do("pass-dice", BOB, player="bob")
    table.places("bob", "put-6", 10_00)
    table.do("call-wager", DEALER, player="bob", wager="put-6", on=False)
    _declined(table, "eve", "ann")
    table.shoots("bob")
    assert table.no("push-dice", STICK).code is Code.NO_SHOOTER  # off
    table.do("call-wager", DEALER, player="bob", wager="put-6", on=True)
    for word, fields in (("take-down", {}), ("reduce", {"amount": 5_00}), ("call-wager", {"on": False})):
        refusal = table.no(word, BOB, player="bob", wager="put-6", **fields)
        assert (refusal.code, str(refusal.cite)) == (Code.CONTRACT, "47.1-2310")
    table.do("take-down", BOB, player="bob", wager="put-8")
    table.plays("5-3")
    table.do("pass-dice", BOB, player="bob")
    table.do("take-down", BOB, player="bob", wager="put-6")  # he shoots no more


def test_a_tip_on_the_put_does_not_make_a_shooter() -> None:
    table = with_three_players()
    table.plays("4-2")
    table.do("pass-dice", ANN, player="ann")
    table.places("bob", "put-6", 10_00, tip=True)
    table.shoots("bob")
    assert table.no("push-dice", STICK).code is Code.NO_SHOOTER


@pytest.mark.cites("47.1-2319")
def test_dice_that_nobody_takes_are_directed_by_the_boxperson() -> None:
    for way in ("roll-out", "return"):
        table = with_three_players()
        table.places("bob", "place-8", 6_00)
        table.plays("4-2")
        table.do("pass-dice", ANN, player="ann")
        _declined(table, "bob", "eve")
        refusal = table.no("direct-dice", BOX, direction=way)  # ann has not refused them
        assert (refusal.code, str(refusal.cite)) == (Code.NOTHING_PENDING, "47.1-2319")
        _declined(table, "ann")
        assert table.no("direct-dice", STICK, direction=way).code is Code.NOT_YOUR_ROLE
        (directed,) = table.do("direct-dice", BOX, direction=way)
        if way == "return":
            assert [(row.player, row.paid) for row in directed.rows] == [("ann", 10_00), ("bob", 6_00)]  # type: ignore[attr-defined]
            assert {row.cite for row in directed.rows} == {"47.1-2319"}  # type: ignore[attr-defined]
            assert (CrapsTable.of(table.state.felt).point, table.state.felt.standing) == (None, ())
        else:
            table.shoots("bob")  # who agrees, without a line wager
            table.plays("5-3")
            table.plays("5-1")
            assert table.rack("ann") == 510_00
            assert not CrapsTable.of(table.state.felt).released
        assert table.no("direct-dice", BOX, direction=way).code is Code.NOTHING_PENDING


@pytest.mark.cites("47.1-2319")
def test_a_hand_is_rolled_out_only_for_a_point_or_come_wagers() -> None:
    table = with_three_players()
    table.do("pass-dice", ANN, player="ann")
    _declined(table, "bob", "eve", "ann")
    refusal = table.no("direct-dice", BOX, direction="roll-out")  # a come-out roll needs a line wager
    assert (refusal.code, str(refusal.cite)) == (Code.DICE_NOT_OFFERED, "47.1-2313(2)")
    table.do("direct-dice", BOX, direction="return")


def test_whoever_agreed_to_roll_out_may_change_their_mind() -> None:
    table = with_three_players()
    table.plays("4-2")
    table.do("pass-dice", ANN, player="ann")
    _declined(table, "bob", "eve", "ann")
    table.do("direct-dice", BOX, direction="roll-out")
    _declined(table, "bob", "eve", "ann")
    table.do("direct-dice", BOX, direction="return")


@pytest.mark.cites("47.1-2313(2)")
def test_if_the_last_shooter_has_left_whoever_accepts_rolls_for_the_come_wagers() -> None:
    table = with_three_players()
    table.plays("4-2")
    table.places("bob", "come", 10_00)
    table.plays("4-4")
    table.plays("5-1")
    table.do("pass-dice", ANN, player="ann")
    table.do("offer-dice", STICK, player="bob", dice=5)
    table.do("accept-dice", BOB, player="bob")
    assert table.no("push-dice", STICK).code is Code.NO_SHOOTER  # ann, the last shooter, was not asked
    table.do("pass-dice", BOB, player="bob")
    _leaves(table, "ann")
    table.shoots("eve")
    table.do("pass-dice", EVE, player="eve")
    _leaves(table, "eve")
    table.shoots("bob")
    (pushed,) = table.do("push-dice", STICK)
    assert pushed.come_only  # type: ignore[attr-defined]


@pytest.mark.cites("47.1-2313(2)")
def test_a_tip_on_the_line_does_not_stop_the_roll_for_come_wagers() -> None:
    table = with_three_players()
    table.plays("4-2")
    table.places("bob", "come", 10_00)
    table.plays("4-4")
    table.plays("5-1")
    table.places("eve", "pass", 5_00, tip=True)
    table.do("pass-dice", ANN, player="ann")
    _declined(table, "bob", "eve")
    table.shoots("ann")
    (pushed,) = table.do("push-dice", STICK)
    assert pushed.come_only  # type: ignore[attr-defined]
    table.do("throw-dice", STICK)
    refusal = table.no("place", DEALER, player="eve", wager="pass", amount=5_00)  # it would be another roll
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_NOW, "47.1-2313(2)")
    table.calls("4-3")
    assert [(row.player, row.wager, row.grade) for row in table.settles().rows] == [("bob", "come", "lose")]
    assert [each.tip for each in table.state.felt.standing] == [True]
