"""Another wheel or variant requires an empty layout; other changes of the house are possible with wagers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.core.refusal import Code
from croupier.games.roulette.facts import RouletteTable
from croupier.table import digest
from tests.support.table.play import Table, by, written

DEALER, SUPERVISOR, MANAGER = by("dealer"), by("pit-supervisor"), by("key-manager")


def _roulette(name: str = "colorado-double-zero") -> Table:
    table = Table().opened(name)
    table.sits("ann", 1, 200_00)
    return table


@pytest.mark.parametrize("other", ["colorado-single-zero", "colorado-triple-zero", "colorado-converted-wheel"])
def test_the_wheel_does_not_change_under_wagers(other: str) -> None:
    table = _roulette()
    table.places("ann", "straight", 5_00, "00")
    refusal = table.no("change-house", MANAGER, house=written(other))
    assert (refusal.code, str(refusal.cite)) == (Code.WAGERS_STAND, "30-2203(5)")
    table.do("change-house", MANAGER, house=written("colorado-double-zero", limits__default={"min": 1, "max": 50}))
    table.do("clear", DEALER, player="ann")
    table.do("change-house", MANAGER, house=written(other))
    assert digest(table.replayed()) == digest(table.state)


def test_the_variant_does_not_change_under_wagers() -> None:
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 200_00)
    table.places("ann", "dont-pass", 10_00)
    refusal = table.no("change-house", MANAGER, house=written("colorado-craps-free"))
    assert (refusal.code, refusal.cite) == (Code.WAGERS_STAND, None)
    table.do("take-down", DEALER, player="ann", wager="dont-pass")
    table.do("change-house", MANAGER, house=written("colorado-craps-free"))


def test_a_streak_without_wagers_does_not_continue_at_another_wheel() -> None:
    table = _roulette()
    table.places("ann", "roulette-up", 5_00)
    table.plays("17")
    table.do("void-round", MANAGER, reason="smoke")
    assert RouletteTable.of(table.state.felt).up is None
    table.do("change-house", MANAGER, house=written("colorado-triple-zero"))
    assert (RouletteTable.of(table.state.felt).up, RouletteTable.of(table.state.felt).previous) == (None, None)
    table.do("open-betting", DEALER)
    table.plays("000")


def test_a_round_of_another_wheel_is_corrected_as_a_past_round() -> None:
    table = _roulette()
    table.places("ann", "roulette-up", 5_00)
    table.closes()
    table.calls("36")  # the top: the streak is over at once
    table.settles()
    assert table.state.felt.standing == ()
    table.do("change-house", MANAGER, house=written("colorado-triple-zero"))
    wrong = {"round": 1, "reason": "misread", "dealer": "dee"}
    (event, *_) = table.do("correct-outcome", SUPERVISOR, outcome="17", **wrong)
    assert event.stage == "later"  # type: ignore[attr-defined]
    assert (table.state.felt.standing, table.rack("ann")) == ((), 200_00)
    table.do("open-betting", DEALER)
    table.plays("000")


def _in_prison_is_not_switched(on: str | None, cite: str) -> None:
    """Else one player is asked on 0, and another, who wagered after the change, loses in the same spin (R5)."""
    with_prison = replace(written("colorado-single-zero", options__in_prison=True), on=on)
    without = replace(written("colorado-single-zero", options__in_prison=False), on=on)
    table = Table()
    table.do("open-table", SUPERVISOR, house=with_prison, bank=10_000_00, dealer="dee")
    table.sits("ann", 1, 200_00)
    table.sits("bob", 2, 200_00)
    table.places("ann", "straight", 5_00, "0")
    table.do("change-house", MANAGER, house=without)  # no wager that it concerns
    table.do("change-house", MANAGER, house=with_prison)
    table.places("ann", "red", 10_00)
    refusal = table.no("change-house", MANAGER, house=without)
    assert (refusal.code, str(refusal.cite)) == (Code.WAGERS_STAND, cite)
    assert refusal.message == (
        "red wagers stand: what every player is offered on them changes once they are decided."
    )
    table.places("bob", "red", 10_00)
    table.plays("0")
    assert [each.seat for each in table.state.felt.standing if each.choices] == ["ann", "bob"]


@pytest.mark.cites("30-2204(2)")
def test_in_prison_is_not_switched_while_even_money_wagers_stand() -> None:
    _in_prison_is_not_switched(None, "30-2204(2)")


@pytest.mark.cites("47.1-2204(2)")
def test_in_prison_is_not_switched_in_the_printing_of_2015() -> None:
    _in_prison_is_not_switched("2016-01-01", "47.1-2204(2)")
