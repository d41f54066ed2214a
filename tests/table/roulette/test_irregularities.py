"""Irregularities at a roulette table: void spins, disputes, the device, a power cut, the clock."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.sequences import Track, UpStreak
from croupier.table import By
from croupier.table.acts.clock import ClockAcknowledged
from croupier.table.acts.irregularities.voids import BallInspected, Voided
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by
from tests.support.table.roulette import of_2015, with_two_players

DEALER, SUPERVISOR, MANAGER = by("dealer"), by("pit-supervisor"), by("key-manager")


@pytest.mark.cites("30-2206(4)")
def test_a_ball_that_left_the_wheel_is_inspected_before_it_returns() -> None:
    _ball_out(with_two_players(), "30-2206(4)")


@pytest.mark.cites("47.1-2206(4)")
def test_the_ball_is_inspected_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 50_00)
    _ball_out(table, "47.1-2206(4)")


def _ball_out(table: Table, paragraph: str) -> None:
    table.places("ann", "red", 10_00)
    assert str(table.no("inspect-ball", SUPERVISOR, fit=True, remark="fine").cite) == paragraph  # it is in the wheel
    table.do("spin", DEALER)
    out = {"call": "no-spin", "reason": "ball-out", "before_rest": True}
    assert table.no("call-void", SUPERVISOR, **out).code is Code.NOT_YOUR_ROLE
    (voided,) = table.do("call-void", DEALER, **out)
    assert (voided.says.partition(":")[0], voided.cite) == ("No spin", paragraph)  # type: ignore[attr-defined]
    refusal = table.no("spin", DEALER)
    assert (refusal.code, str(refusal.cite)) == (Code.BALL_HELD, paragraph)
    assert table.no("inspect-ball", DEALER, fit=True, remark="fine").code is Code.NOT_YOUR_ROLE
    table.do("inspect-ball", SUPERVISOR, fit=False, remark="a crack")
    assert table.no("spin", DEALER).code is Code.BALL_HELD
    (seen,) = table.do("inspect-ball", SUPERVISOR, fit=True, remark="another ball")
    assert isinstance(seen, BallInspected)
    assert table.plays("1").rows[0].paid == 20_00


@pytest.mark.parametrize("reason", ["same-direction", "revolutions", "foreign-object"])
def test_no_spin_by_the_dealer_for_the_printed_reasons(reason: str) -> None:
    table = with_two_players()
    table.places("ann", "red", 10_00)
    table.closes()
    (voided,) = table.do("call-void", DEALER, call="no-spin", reason=reason, before_rest=True)
    assert (voided.rows, voided.round) == ((), 1)  # type: ignore[attr-defined]
    table.places("ann", "black", 10_00)  # wagers stand and are taken again
    assert len(table.plays("1").rows) == 2


@pytest.mark.cites("30-2206(5)")
def test_the_supervisor_and_not_the_dealer_decides_what_the_rules_do_not_describe() -> None:
    table = with_two_players()
    table.do("spin", DEALER)
    other = {"call": "no-spin", "reason": "other", "before_rest": True}
    refusal = table.no("call-void", DEALER, **other)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, "30-2206(5)")
    refusal = table.no("call-void", SUPERVISOR, **other, notice=None)  # nobody has notified her
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_NOTIFIED, "30-2206(5)")
    notice = table.notifies("a phone on the wheel")
    (voided,) = table.do("call-void", SUPERVISOR, **other, notice=notice)
    assert isinstance(voided, Voided)
    assert (voided.notice, table.state.disputes[0].decider) == (notice, "pat")
    table.do("observe-action", SUPERVISOR, number=notice, action="the ball taken out")
    assert table.state.disputes == ()
    assert table.no("raise-dispute", by("player", "ann"), about="a payout", player="ann").code is Code.NOT_YOUR_ROLE
    number = table.notifies("a payout", player="ann", against="pat")
    assert table.no("decide-dispute", DEALER, number=number, decision="paid").code is Code.NOT_YOUR_ROLE
    refusal = table.no("decide-dispute", SUPERVISOR, number=number, decision="paid", amount=5_00)
    assert (refusal.code, str(refusal.cite)) == (Code.SAME_PERSON, "30-2206(5)")
    (decided,) = table.do("decide-dispute", MANAGER, number=number, decision="paid short", amount=5_00)
    assert (table.rack("ann"), decided.directs) == (205_00, "dee")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("word", "who", "fields"),
    [
        ("call-void", SUPERVISOR, {"call": "no-spin", "reason": "other", "before_rest": True}),
        ("void-round", MANAGER, {"reason": "smoke"}),
        ("correct-outcome", SUPERVISOR, {"round": 1, "outcome": "2", "reason": "misread", "dealer": "dee"}),
        ("decide-resumed", SUPERVISOR, {"go_on": True, "reason": "power"}),
    ],
)
@pytest.mark.cites("30-2206(5)")
def test_what_is_directed_follows_a_notification_and_is_observed(word: str, who: By, fields: dict[str, Any]) -> None:
    table = with_two_players()
    if word == "correct-outcome":
        table.plays("1")
    else:
        table.do("spin", DEALER)
    if word == "decide-resumed":
        table.do("resume", by("system"))
    refusal = table.no(word, who, **fields, notice=None)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_NOTIFIED, "30-2206(5)")
    assert table.no(word, who, **fields, notice=1).code is Code.DISPUTE_UNKNOWN
    assert table.notifies() == 1
    assert table.no(word, by(who.role, "dee"), **fields, notice=1).code is Code.SAME_PERSON  # she notified
    assert table.no("observe-action", who, number=1, action="done").code is Code.DISPUTE_OPEN  # nothing directed yet
    table.do(word, who, **fields, notice=1)
    refusal = table.no("observe-action", by("pit-supervisor", "una"), number=1, action="done")
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_OBSERVED, "30-2206(5)")
    assert table.no("decide-dispute", who, number=1, decision="again").code is Code.NOT_OBSERVED
    table.do("observe-action", who, number=1, action="done")
    assert table.state.disputes == ()
    assert table.no("observe-action", who, number=1, action="done").code is Code.DISPUTE_UNKNOWN


@pytest.mark.cites("30-2206(5)")
def test_a_table_closes_only_when_what_was_directed_is_observed() -> None:
    table = Table().opened("colorado-double-zero")
    table.notifies("a payout", player="ann", against="dee")
    bank = table.state.balance("bank")
    assert table.no("close-table", SUPERVISOR, counted=bank).code is Code.DISPUTE_OPEN
    table.do("decide-dispute", SUPERVISOR, number=1, decision="nothing is owed")
    refusal = table.no("close-table", SUPERVISOR, counted=bank)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_OBSERVED, "30-2206(5)")
    table.do("decide-dispute", MANAGER, number=1, decision="the same")  # another supervisor takes it over
    assert table.no("observe-action", SUPERVISOR, number=1, action="done").code is Code.NOT_OBSERVED
    table.do("observe-action", MANAGER, number=1, action="explained to the player")
    table.do("close-table", SUPERVISOR, counted=bank)


def test_an_amount_is_directed_only_where_somebodys_money_is_in_dispute() -> None:
    table = with_two_players()
    number = table.notifies("a phone on the layout")
    refused = table.no("decide-dispute", SUPERVISOR, number=number, decision="paid", amount=5_00)
    assert refused.code is Code.NOT_NOTIFIED
    table.do("decide-dispute", SUPERVISOR, number=number, decision="taken off")


@pytest.mark.cites("47.1-2206(5)")
def test_the_supervisor_decides_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 200_00)
    table.do("spin", DEALER)
    other = {"call": "no-spin", "reason": "other", "before_rest": True}
    assert str(table.no("call-void", DEALER, **other).cite) == "47.1-2206(5)"
    assert str(table.no("call-void", SUPERVISOR, **other, notice=None).cite) == "47.1-2206(5)"
    table.do("call-void", SUPERVISOR, **other, notice=table.notifies())
    assert str(table.no("observe-action", MANAGER, number=1, action="done").cite) == "47.1-2206(5)"
    table.do("observe-action", SUPERVISOR, number=1, action="done")
    table.do("raise-dispute", DEALER, player="ann", about="a payout", against="pat")
    assert str(table.no("decide-dispute", SUPERVISOR, number=2, decision="paid").cite) == "47.1-2206(5)"
    table.do("decide-dispute", MANAGER, number=2, decision="paid", amount=5_00)
    assert table.rack("ann") == 205_00
    table.do("observe-action", MANAGER, number=2, action="paid")
    assert table.state.disputes == ()


def test_a_converted_wheels_void_number_is_spun_again() -> None:
    table = with_two_players("colorado-converted-wheel")
    table.places("ann", "red", 10_00)
    table.closes()
    (voided,) = table.do("call-outcome", DEALER, outcome="00", opposite=True, revolutions=4)
    assert type(voided).__name__ == "Voided"
    assert table.plays("1").rows[0].paid == 20_00


def test_an_electronic_device_spins_only_where_the_house_has_one() -> None:
    table = with_two_players()
    assert table.no("spin", by("device")).code is Code.NOT_YOUR_ROLE
    table = with_two_players(device__electronic=True)
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
        table = with_two_players()
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
    table = with_two_players(coupons=[issued("K", face=10)])
    table.places("ann", "red", 10_00)
    table.do("place-coupon", DEALER, player="bob", wager="black", amount=10_00, coupon="K")
    table.closes()
    assert table.no("void-round", SUPERVISOR, reason="smoke").code is Code.NOT_YOUR_ROLE
    (voided,) = table.do("void-round", MANAGER, reason="smoke")
    assert [row.step for row in voided.rows] == ["return", "return"]  # type: ignore[attr-defined]
    assert (table.rack("ann"), table.rack("bob"), table.state.coupons) == (200_00, 200_00, ())


@pytest.mark.parametrize("command", ["void-round", "decide-resumed"])
def test_a_voided_round_gives_a_wager_for_the_dealers_back_to_its_player(command: str) -> None:
    table = with_two_players()
    table.places("ann", "red", 10_00, tip=True)
    table.closes()
    _gives_all_back(table, command)
    assert (table.rack("ann"), table.state.balance("tips"), table.state.felt.tip_box) == (200_00, 0, 0)


@pytest.mark.cites("30-2299.04/end(2)", "30-2299.02(3)")
@pytest.mark.parametrize("command", ["void-round", "decide-resumed"])
def test_sequences_end_with_their_wagers_in_a_voided_round(command: str) -> None:
    table = with_two_players()
    table.places("ann", "roulette-up", 5_00)
    table.places("bob", "straights-and-8s", 5_00)
    table.plays("5")
    for player, wager in (("bob", "roulette-up"), ("ann", "straights-and-8s")):
        refused = table.no("place", by("player", player), player=player, wager=wager, amount=5_00)
        assert refused.code is Code.NOT_NOW
    table.closes()
    _gives_all_back(table, command)
    assert RouletteTable.of(table.state.felt) == RouletteTable(previous="5")
    table.do("open-betting", DEALER)
    table.places("bob", "roulette-up", 5_00)
    table.places("ann", "straights-and-8s", 5_00)
    table.plays("7")
    assert RouletteTable.of(table.state.felt).up == UpStreak(8, 1, "7")
    assert RouletteTable.of(table.state.felt).track == Track(("7",))


def _gives_all_back(table: Table, command: str) -> None:
    if command == "void-round":
        table.do("void-round", MANAGER, reason="smoke")
    else:
        table.do("resume", by("system"))
        table.do("decide-resumed", SUPERVISOR, go_on=False, reason="power cut")


def test_time_never_goes_back_and_a_step_of_the_clock_stops_new_wagers() -> None:
    table = with_two_players()
    table.do("spin", DEALER, at=10_000_000)
    wager = {"player": "ann", "wager": "red", "amount": 5_00}
    assert table.no("place", by("player", "ann"), at=8_000_000, **wager).code is Code.CLOCK_WENT_BACK
    (placed,) = table.do("place", by("player", "ann"), at=9_500_000, **wager)
    assert placed.at == 10_000_000
    assert table.no("acknowledge-clock", SUPERVISOR, at=8_000_000).code is Code.CLOCK_IN_ORDER


@pytest.mark.parametrize("after", [8_000_000, 12_000_000])
def test_a_reported_step_of_the_clock_stops_new_wagers_until_a_supervisor_acknowledges_it(after: int) -> None:
    """Back or forward: wagers on the layout stay and can be taken down; then time is the clock's again."""
    table = with_two_players()
    wager = {"player": "ann", "wager": "red", "amount": 5_00}
    table.do("place", by("player", "ann"), at=10_000_000, **wager)
    assert table.no("report-clock-step", by("system"), before=1, after=1_000_001).code is Code.CLOCK_IN_ORDER
    table.do("report-clock-step", by("system"), at=10_000_000, before=10_000_000, after=after)
    assert table.no("place", by("player", "ann"), at=10_500_000, **wager).code is Code.CLOCK_STEPPED
    table.do("take-down", by("player", "ann"), at=10_500_000, player="ann", wager="red")
    for who in (DEALER, by("system"), by("security"), by("player", "ann")):
        assert table.no("acknowledge-clock", who, at=after).code is Code.NOT_YOUR_ROLE
    (said,) = table.do("acknowledge-clock", by("key-manager"), at=after)
    assert isinstance(said, ClockAcknowledged)
    assert (said.before, said.after, said.at, table.state.at) == (10_500_000, after, after, after)
    (placed,) = table.do("place", by("player", "ann"), at=after + 7, **wager)
    assert placed.at == after + 7
