"""A die that does not lie flat: it shows the side opposite the one that rests on the chip (reading C21)."""

from __future__ import annotations

from itertools import product

import pytest

from croupier.conduct.command import UnreadableCommand
from croupier.core.refusal import Code, Refusal
from tests.support.table.craps import with_three_players
from tests.support.table.play import Table, by

STICK, BOX, DEALER = by("stickperson"), by("boxperson"), by("dealer")


@pytest.mark.cites("47.1-2312(2)")
def test_a_cocked_die_shows_the_side_opposite_the_one_that_rests() -> None:
    """For every roll and every side on which one die or both may rest."""
    table = with_three_players()
    table.closes()
    for one, other in product(range(1, 7), repeat=2):
        rests = {7 - one, 7 - other}
        for side in range(1, 7):
            done = table.ask("call-outcome", STICK, outcome=f"{one}-{other}", cocked=[side])
            assert isinstance(done, Refusal) is (side not in rests), (one, other, side)
        for sides in product(range(1, 7), repeat=2):
            done = table.ask("call-outcome", STICK, outcome=f"{one}-{other}", cocked=sides)
            assert isinstance(done, Refusal) is (sorted(sides) != sorted((7 - one, 7 - other))), (one, other, sides)
    refusal = table.no("call-outcome", STICK, outcome="4-2", cocked=[2])
    assert (refusal.code, str(refusal.cite)) == (Code.IMPOSSIBLE_OUTCOME, "47.1-2312(2)")
    assert refusal.message == "A die that rests on its 2 shows 5, and 4-2 does not have that."
    called = table.do("call-outcome", STICK, outcome="4-2", cocked=[3])[0]
    assert (called.outcome, called.cocked) == ("4-2", (3,))  # type: ignore[attr-defined]
    table.settles()


def test_two_dice_have_at_most_two_cocked_sides_of_six() -> None:
    table = with_three_players()
    table.closes()
    for cocked in ([3, 5, 1], [0], [7]):
        with pytest.raises(UnreadableCommand):
            table.ask("call-outcome", STICK, outcome="4-2", cocked=cocked)


@pytest.mark.cites("47.1-2312(2)")
def test_with_more_than_one_side_on_chips_the_roll_is_void_and_thrown_again() -> None:
    table = with_three_players()
    table.closes()
    before = table.state.felt.standing
    (voided,) = table.do("call-void", BOX, call="no-roll", reason="cocked", before_rest=False)
    assert (voided.cite, voided.rows) == ("47.1-2312(2)", ())  # type: ignore[attr-defined]
    assert table.state.felt.standing == before
    table.closes()
    table.calls("4-2")


def test_nothing_is_cocked_without_dice() -> None:
    table = Table().opened("colorado-double-zero")
    table.closes()
    refusal = table.no("call-outcome", DEALER, outcome="17", cocked=[3])
    assert refusal.code is Code.ACT_OF_ANOTHER_GAME


def test_nobody_attests_a_spin_of_dice() -> None:
    table = with_three_players()
    table.closes()
    assert table.no("call-outcome", STICK, outcome="4-2", revolutions=4).code is Code.NOT_ATTESTED
