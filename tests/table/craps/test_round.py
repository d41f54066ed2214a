"""A round of craps: the point, settlement in order, No Roll, disputes and a power cut."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.conduct.command import UnreadableCommand
from croupier.core.refusal import Code, Refusal
from croupier.games.craps.facts import CrapsTable
from croupier.table import digest, postings
from croupier.table.acts.dice.throwing import PointTakenOff
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by, written

DEALER, STICK, BOX, SUPERVISOR = by("dealer"), by("stickperson"), by("boxperson"), by("pit-supervisor")
MANAGER = by("key-manager")
ANN, BOB = by("player", "ann"), by("player", "bob")


# The point --------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2302(3)")
def test_with_nobody_on_the_line_the_point_is_taken_off_and_a_come_out_roll_follows() -> None:
    table = with_three_players(None)
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
    table = with_three_players()
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
    table = with_three_players()
    table.plays("4-2")  # ann's pass wager is a contract
    table.do("pass-dice", ANN, player="ann")
    assert table.no("void-round", SUPERVISOR, reason="nobody shoots").code is Code.NOT_YOUR_ROLE
    (voided,) = table.do("void-round", by("key-manager"), reason="nobody shoots")
    assert [(row.player, row.paid) for row in voided.rows] == [("ann", 10_00)]  # type: ignore[attr-defined]
    assert (table.state.phase, CrapsTable.of(table.state.felt).point) == ("settled", None)
    assert table.no("void-round", by("key-manager"), reason="x").code is Code.NOTHING_STANDS


@pytest.mark.cites("47.1-2317.01(10)", "47.1-2317.02(8)")
def test_losers_first_and_then_winners_by_position() -> None:
    table = with_three_players()
    table.places("eve", "dont-pass", 10_00)
    table.places("bob", "dont-pass", 10_00)
    table.places("eve", "sharp-shooter", 5_00)
    table.places("bob", "fire-bet", 5_00)
    table.plays("4-2")
    rows = [(row.step, row.player) for row in table.plays("3-4").rows]
    assert rows == [("collect", "ann"), ("collect", "bob"), ("collect", "eve"), ("pay", "bob"), ("pay", "eve")]


def _four_points(table: Table) -> None:
    """The shooter makes four points, and sets a fifth."""
    for outcome in ("2-2", "2-2", "2-3", "2-3", "2-4", "2-4", "2-6", "2-6"):
        if table.state.felt.find("ann", "pass", None) is None:
            table.places("ann", "pass", 10_00)
        table.plays(outcome)
    table.places("ann", "pass", 10_00)
    for player in ("eve", "bob"):
        table.places(player, "dont-pass", 10_00)
    table.plays("4-5")


@pytest.mark.cites("47.1-2317.01(10)")
def test_a_winning_fire_bet_is_paid_after_all_usual_winners_by_position() -> None:
    table = with_three_players()
    for player in ("eve", "ann"):
        table.places(player, "fire-bet", 5_00)
    _four_points(table)
    table.places("bob", "lay-4", 20_00)
    rows = [(row.step, row.player, row.wager) for row in table.plays("3-4").rows]
    assert rows == [
        ("collect", "ann", "pass"),
        ("pay", "bob", "dont-pass"),
        ("pay", "bob", "lay-4"),
        ("pay", "eve", "dont-pass"),
        ("pay", "ann", "fire-bet"),
        ("pay", "eve", "fire-bet"),
    ]


@pytest.mark.cites("47.1-2317.02(8)", "47.1-2317.01(10)")
def test_a_losing_side_bet_is_cleared_with_the_losers_and_a_winning_one_paid_last() -> None:
    table = with_three_players()
    table.places("bob", "sharp-shooter", 5_00)
    table.places("eve", "fire-bet", 5_00)
    for outcome in ("2-2", "2-2", "2-4", "2-4", "2-4", "2-4"):  # three passes, two different points
        if table.state.felt.find("ann", "pass", None) is None:
            table.places("ann", "pass", 10_00)
        table.plays(outcome)
    table.places("ann", "pass", 10_00)
    table.places("eve", "dont-pass", 10_00)
    table.plays("2-3")
    rows = [(row.step, row.player, row.wager) for row in table.plays("3-4").rows]
    assert rows == [
        ("collect", "ann", "pass"),
        ("collect", "eve", "fire-bet"),
        ("pay", "eve", "dont-pass"),
        ("pay", "bob", "sharp-shooter"),
    ]


def test_commission_and_rounding_have_postings_of_their_own() -> None:
    table = with_three_players(commission__buy__when="up-front")
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
    table = with_three_players()
    table.closes()
    call: dict[str, Any] = {"call": "no-roll", "reason": "hands"}
    with pytest.raises(UnreadableCommand, match="before_rest"):
        table.ask("call-void", STICK, **call)
    refusal = table.no("call-void", DEALER, before_rest=True, **call)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_DESIGNATED, "47.1-2311(5)")
    for nobody in (BOX, SUPERVISOR):  # a key manager designates
        assert table.no("designate", nobody, person="dee", licence="L-dee").code is Code.NOT_YOUR_ROLE
    for person, licence in (("ann", "L-ann"), ("dee", "")):
        refusal = table.no("designate", MANAGER, person=person, licence=licence)
        assert (refusal.code, str(refusal.cite)) == (Code.NO_EMPLOYEE, "47.1-2311(5)")
    (named,) = table.do("designate", MANAGER, person="dee", licence="L-dee")
    assert (named.person, named.licence) == ("dee", "L-dee")  # type: ignore[attr-defined]
    assert table.no("call-void", DEALER, call="no-roll", reason="other", before_rest=True).code is Code.NOT_YOUR_ROLE
    assert table.no("call-void", DEALER, call="no-roll", reason="chips", before_rest=True).code is Code.UNKNOWN_REASON
    (voided,) = table.do("call-void", DEALER, before_rest=False, **call)
    assert (voided.before_rest, voided.by.licence) == (False, "L-dee")  # type: ignore[attr-defined]
    assert CrapsTable.of(table.state.felt).shooter == "ann"
    table.closes()
    table.do("call-void", STICK, call="no-roll", reason="other", before_rest=True)


@pytest.mark.cites("47.1-2311(5)")
def test_the_house_lists_the_posts_that_call_no_roll() -> None:
    table = with_three_players(options__no_roll=["boxperson", "dealer"])
    table.closes()
    call: dict[str, Any] = {"call": "no-roll", "before_rest": True}
    assert table.no("call-void", STICK, reason="hands", **call).code is Code.NOT_DESIGNATED
    assert table.no("call-void", DEALER, reason="other", **call).code is Code.NOT_YOUR_ROLE
    assert table.no("call-void", ANN, reason="hands", **call).code is Code.NOT_YOUR_ROLE
    table.do("call-void", DEALER, reason="hands", **call)
    table.closes()
    table.do("call-void", STICK, reason="other", **call)


@pytest.mark.cites("47.1-2311(5)")
@pytest.mark.parametrize(
    "role", ["cage", "maintenance", "accounting", "tournament-director", "count-team", "security"]
)
def test_any_licensed_employee_may_be_designated(role: str) -> None:
    table = with_three_players()
    table.closes()
    call: dict[str, Any] = {"call": "no-roll", "reason": "hands", "before_rest": True}
    assert table.no("call-void", by(role, "zoe"), **call).code is Code.NOT_DESIGNATED
    table.do("designate", MANAGER, person="zoe", licence="L-zoe")
    table.do("call-void", by(role, "zoe"), **call)


@pytest.mark.cites("47.1-2311(5)")
def test_a_designation_is_for_a_licence_and_is_withdrawn() -> None:
    table = with_three_players()
    table.closes()
    call: dict[str, Any] = {"call": "no-roll", "reason": "hands", "before_rest": True}
    table.do("designate", MANAGER, person="zoe", licence="L-1")
    assert table.no("call-void", by("cage", "zoe"), **call).code is Code.NOT_DESIGNATED  # with licence L-zoe
    refusal = table.no("designate", MANAGER, person="zoe", licence="L-zoe", withdraw=True)
    assert (refusal.code, str(refusal.cite)) == (Code.NO_EMPLOYEE, "47.1-2311(5)")
    table.do("designate", MANAGER, person="zoe", licence="L-zoe")
    table.do("designate", MANAGER, person="zoe", licence="L-1", withdraw=True)
    table.do("call-void", by("cage", "zoe"), **call)
    table.do("designate", MANAGER, person="zoe", licence="L-zoe", withdraw=True)
    table.closes()
    assert table.no("call-void", by("cage", "zoe"), **call).code is Code.NOT_DESIGNATED


@pytest.mark.cites("47.1-2311(2)(f)")
def test_only_boxperson_and_stickperson_judge_a_throw_improper() -> None:
    table = with_three_players()
    call: dict[str, Any] = {"call": "no-roll", "reason": "other", "before_rest": True}
    table.do("designate", MANAGER, person="dee", licence="L-dee")
    table.closes()
    for other in (DEALER, SUPERVISOR, MANAGER):
        refusal = table.no("call-void", other, **call)
        assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "47.1-2311(2)(f)")
    for judge in (BOX, STICK):
        (voided,) = table.do("call-void", judge, **call)
        assert voided.cite == "47.1-2311(2)(f)"  # type: ignore[attr-defined]
        table.closes()


@pytest.mark.cites("47.1-2311(4)")
def test_dice_that_touch_chips_make_a_roll_that_counts() -> None:
    table = with_three_players()
    table.closes()
    refusal = table.no("call-void", BOX, call="no-roll", reason="chips", before_rest=True)
    assert (refusal.code, str(refusal.cite)) == (Code.UNKNOWN_REASON, "47.1-2311(4)")
    table.calls("3-4")
    assert [(row.player, row.wager, row.winnings) for row in table.settles().rows] == [("ann", "pass", 10_00)]


@pytest.mark.cites("47.1-2305(3)")
def test_pass_and_come_are_raised_also_after_a_change_of_house_rules() -> None:
    table = with_three_players()
    table.plays("4-2")
    table.places("bob", "come", 10_00)
    table.places("bob", "place-8", 6_00)
    table.plays("4-5")
    table.do("change-house", MANAGER, house=written("colorado-craps", limits__default={"min": 1, "max": 50}))
    for player, wager, spot in (("ann", "pass", None), ("bob", "come", "9")):
        (raised,) = table.do("raise", by("player", player), player=player, wager=wager, spot=spot, amount=90_00)
        assert raised.moved == 90_00  # type: ignore[attr-defined]
        standing = table.state.felt.find(player, wager, spot)
        assert standing is not None
        assert (standing.stake, standing.rules == table.state.house) == (
            100_00,
            False,
        )  # the limits it was placed with
    assert table.no("raise", BOB, player="bob", wager="place-8", amount=6_00).code is Code.NOT_NOW
    assert [row.winnings for row in table.plays("4-5").rows] == [100_00]


@pytest.mark.parametrize("reason", "off-table stacked cocked hands end-wall bank cup-or-rail cheating other".split())
def test_every_reason_of_a_no_roll(reason: str) -> None:
    table = with_three_players()
    table.closes()
    before = table.state.felt.standing
    table.do("call-void", BOX, call="no-roll", reason=reason, before_rest=True)
    assert (table.state.felt.standing, table.state.phase) == (before, "open")


@pytest.mark.cites("47.1-2319")
def test_boxperson_or_supervisor_decides_and_never_the_dealer_of_the_act() -> None:
    table = with_three_players()
    assert table.notifies("a late wager", player="bob", against="bea") == 1
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
@pytest.mark.parametrize("notifier", ["dealer", "stickperson"])
def test_the_dealer_notifies_first_and_what_is_directed_is_observed(notifier: str) -> None:
    table = with_three_players()
    table.do("take-down", by("player", "ann"), player="ann", wager="pass")
    table.places("ann", "dont-pass", 10_00)
    table.plays("4-2")
    table.do("take-down", by("player", "ann"), player="ann", wager="dont-pass")
    refusal = table.no("take-point-off", BOX, notice=None)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_NOTIFIED, "47.1-2319")
    assert table.no("raise-dispute", BOX, about="nobody is on the line").code is Code.NOT_YOUR_ROLE
    table.do("raise-dispute", by(notifier), about="nobody is on the line")
    (taken,) = table.do("take-point-off", BOX, notice=1)
    assert isinstance(taken, PointTakenOff)
    assert (taken.notice, table.state.disputes[0].decider) == (1, "bea")
    refusal = table.no("observe-action", SUPERVISOR, number=1, action="the marker turned")
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_OBSERVED, "47.1-2319")
    table.do("observe-action", BOX, number=1, action="the marker turned")
    assert table.state.disputes == ()


@pytest.mark.cites("47.1-2311(2)(f)")
def test_an_improper_throw_is_called_without_a_notification() -> None:
    table = with_three_players()
    table.closes()
    (voided,) = table.do("call-void", BOX, call="no-roll", reason="other", before_rest=True, notice=None)
    assert (table.state.disputes, voided.notice) == ((), None)  # type: ignore[attr-defined]


@pytest.mark.cites("47.1-2319")
def test_nobody_decides_a_dispute_of_his_or_her_own() -> None:
    table = with_three_players()
    table.do("raise-dispute", DEALER, player="bob", about="a late wager", against="dee")
    for person in ("bob", "Bob", "BOB"):
        refusal = table.no("decide-dispute", by("pit-supervisor", person), number=1, decision="paid", amount=1_000_00)
        assert (refusal.code, str(refusal.cite)) == (Code.SAME_PERSON, "47.1-2319")
    table.do("decide-dispute", SUPERVISOR, number=1, decision="paid", amount=10_00)


def test_a_throw_held_by_a_power_cut_goes_back_by_the_boxpersons_word() -> None:
    table = with_three_players()
    table.places("bob", "place-6", 12_00)
    table.closes()
    table.do("resume", by("system"))
    table.do("decide-resumed", BOX, go_on=False, reason="lights out")
    assert (table.rack("ann"), table.rack("bob")) == (500_00, 500_00)
    assert digest(table.replayed()) == digest(table.state)
