"""What people state at a roulette table: when a spin was called off, and how the ball was spun."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.conduct.command import UnreadableCommand
from croupier.core.refusal import Code
from croupier.games.roulette.facts import RouletteTable
from croupier.table import digest
from tests.support.table.play import Table, by
from tests.support.table.roulette import WAVED, of_2015, with_two_players

DEALER = by("dealer")


def _procedure() -> Table:
    return Table().opened("ten-dollar-roulette")


def _reasons() -> Iterator[Any]:
    """Each printed reason for no spin, in each text that asks for the ball before it rests."""
    printed = {with_two_players: "30-2206", of_2015: "47.1-2206", _procedure: "H-irregularities"}
    for table, rule in printed.items():
        for number, reason in enumerate(("same-direction", "revolutions", "foreign-object"), 1):
            if (table, number) != (_procedure, 3):  # the procedure says nothing about it there
                cite = f"{rule}({number})"
                yield pytest.param(table, reason, id=cite, marks=pytest.mark.cites(cite))


@pytest.mark.parametrize(("opened", "reason"), [*_reasons()])
def test_the_dealer_states_whether_the_ball_was_removed_before_it_rested(opened: Any, reason: str) -> None:
    table = opened()
    for stated in (True, False):
        table.closes()
        with pytest.raises(UnreadableCommand, match="before_rest"):
            table.ask("call-void", DEALER, call="no-spin", reason=reason)
        for role in ("pit-supervisor", "key-manager", "security"):  # the call is the dealer's
            refusal = table.no("call-void", by(role), call="no-spin", reason=reason, before_rest=stated)
            assert (refusal.code, refusal.message) == (Code.NOT_YOUR_ROLE, f"The dealer calls no-spin, not {role}.")
        (voided,) = table.do("call-void", DEALER, call="no-spin", reason=reason, before_rest=stated)
        assert (voided.before_rest, voided.by.person) == (stated, "dee")
        assert voided.says.startswith("No spin")


# No more bets: called and waved while the ball runs -----------------------------------------------------------
@pytest.mark.cites("30-2205(2)", "30-2201(7)")
def test_the_dealer_states_the_wave_and_that_the_ball_still_ran() -> None:
    _waved(with_two_players(), "30-2205(2)")


@pytest.mark.cites("47.1-2205(2)", "47.1-2201(7)")
def test_the_wave_is_stated_in_the_printing_of_2015() -> None:
    _waved(of_2015(), "47.1-2205(2)")


@pytest.mark.cites("30-2299.01(3)")
def test_the_dealer_spins_and_waves_with_a_back2back_wager_up() -> None:
    _waved(_with_back2back(with_two_players()), "30-2205(2)")


@pytest.mark.cites("47.1-2215.01(3)")
def test_the_dealer_spins_and_waves_with_a_back2back_wager_up_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 50_00)
    _waved(_with_back2back(table), "47.1-2205(2)")


def _with_back2back(table: Table) -> Table:
    table.plays("17")
    table.places("ann", "back2back", 5_00)
    return table


def _waved(table: Table, paragraph: str) -> None:
    table.do("spin", DEALER)
    for waved, running in ((None, None), (True, None), (None, True), (False, True), (True, False), (False, False)):
        refusal = table.no("call-no-more-bets", DEALER, waved=waved, before_rest=running)
        assert (refusal.code, str(refusal.cite)) == (Code.NOT_ATTESTED, paragraph)
    (closed,) = table.do("call-no-more-bets", DEALER, **WAVED)
    assert (closed.waved, closed.before_rest, closed.by.person) == (True, True, "dee")  # type: ignore[attr-defined]
    late = table.no("place", by("player", "ann"), player="ann", wager="back2back", amount=5_00)
    assert late.code is Code.NOT_IN_THIS_PHASE
    assert digest(table.replayed()) == digest(table.state)


def test_after_the_ball_rests_no_betting_is_closed_and_the_supervisor_decides() -> None:
    table = with_two_players()
    table.places("ann", "red", 5_00)
    table.do("spin", DEALER)
    refusal = table.no("call-no-more-bets", DEALER, waved=True, before_rest=False)
    assert "call the pit supervisor" in refusal.message


@pytest.mark.parametrize("stated", [{"waved": True}, {"before_rest": True}])
def test_nobody_waves_where_a_device_announces_the_close_or_no_ball_runs(stated: dict[str, bool]) -> None:
    table = with_two_players(device__electronic=True)
    table.seals()
    table.do("spin", by("device"))
    for who in (by("device"), DEALER):
        assert table.no("call-no-more-bets", who, **stated).code is Code.NOT_ATTESTED
    table.do("call-no-more-bets", by("device"))
    wheel = Table().opened("colorado-big-six")
    assert wheel.no("call-no-more-bets", DEALER, **stated).code is Code.NOT_ATTESTED
    wheel.do("call-no-more-bets", DEALER)


# The spin, attested with the number (reading R22) -------------------------------------------------------------
@pytest.mark.cites("30-2205(1)")
def test_a_number_is_settled_only_with_opposite_directions_and_four_revolutions() -> None:
    _attested(with_two_players(), "30-2205(1)", "30-2206")


@pytest.mark.cites("47.1-2205(1)")
def test_the_spin_is_attested_in_the_printing_of_2015() -> None:
    _attested(of_2015(), "47.1-2205(1)", "47.1-2206")


def _attested(table: Any, paragraph: str, void: str) -> None:
    table.closes()
    for stated in (
        {},
        {"opposite": True},
        {"revolutions": 4},
        {"opposite": True, "revolutions": 4, "clockwise": True},
    ):
        refusal = table.no("call-outcome", DEALER, outcome="17", **stated)
        assert (refusal.code, str(refusal.cite)) == (Code.NOT_ATTESTED, paragraph)
    for opposite, revolutions, reason, number in (
        (True, 3, "revolutions", 2),
        (True, 0, "revolutions", 2),
        (False, 9, "same-direction", 1),
        (False, 0, "same-direction", 1),
    ):
        table.closes()
        (voided,) = table.do("call-outcome", DEALER, outcome="17", opposite=opposite, revolutions=revolutions)
        assert (voided.call, voided.reason, voided.cite) == ("no-spin", reason, f"{void}({number})")
        assert (voided.outcome, voided.opposite, voided.revolutions) == ("17", opposite, revolutions)
        assert (voided.rows, voided.before_rest, table.state.phase) == ((), False, "open")
    table.closes()
    called, _ = table.do("call-outcome", DEALER, outcome="17", opposite=True, revolutions=4)
    assert (called.outcome, called.opposite, called.revolutions) == ("17", True, 4)
    table.settles()
    assert digest(table.replayed()) == digest(table.state)


def test_wagers_stand_after_a_spin_of_no_revolutions_and_play_the_next() -> None:
    table = with_two_players()
    table.places("ann", "straight", 10_00, "17")
    table.closes()
    table.do("call-outcome", DEALER, outcome="17", opposite=True, revolutions=0)
    assert table.rack("ann") == 190_00
    assert RouletteTable.of(table.state.felt).previous is None
    assert table.plays("17").rows[0].paid == 360_00


@pytest.mark.parametrize("stated", [{"opposite": True}, {"revolutions": 4}, {"clockwise": True}])
def test_an_approved_device_attests_by_its_approval(stated: dict[str, Any]) -> None:
    table = with_two_players(device__electronic=True)
    table.closes()
    refusal = table.no("call-outcome", by("device"), outcome="17", **stated)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_ATTESTED, "30-2205(1)")
    called, _ = table.do("call-outcome", by("device"), outcome="17")
    assert (called.opposite, called.revolutions) == (None, None)  # type: ignore[attr-defined]


def test_a_void_number_of_a_converted_wheel_is_attested_too() -> None:
    table = with_two_players("colorado-converted-wheel")
    table.closes()
    assert table.no("call-outcome", DEALER, outcome="00").code is Code.NOT_ATTESTED
    (voided,) = table.do("call-outcome", DEALER, outcome="00", opposite=True, revolutions=3)
    assert (voided.call, voided.reason) == ("no-spin", "revolutions")  # type: ignore[attr-defined]
    table.closes()
    (voided,) = table.do("call-outcome", DEALER, outcome="00", opposite=True, revolutions=4)
    assert (voided.call, voided.reason, voided.revolutions) == ("outcome", "00", 4)  # type: ignore[attr-defined]
