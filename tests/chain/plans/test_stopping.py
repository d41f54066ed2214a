"""Plans that stop for good: at a win, a loss or a cap, or while they count a shooter."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import chain, house
from croupier.chain import BUILT_IN
from croupier.chain.plan import Memory, Move
from croupier.chain.plans.flat import Flat
from croupier.chain.plans.wrapping import StopAt
from tests.support.plans import RED_LOSES, Watched, acts_at_the_felt, decisions_of, martingale


@pytest.mark.parametrize(("win", "loss"), [(10_00, 10_00), (30_00, 20_00)])
def test_stopping_for_good_ends_a_session(win: int, loss: int) -> None:
    """$10 on red until a win or loss limit: the session is a gambler's ruin, and ends as stopped."""
    plan = StopAt("stop", Flat("red", (("red", None, 10_00),)), win, loss, "stop")
    found = chain.session(chain.compile(house.load("colorado-double-zero"), plan), 200_00, goal=1_000_00)
    ratio = Fraction(20, 18)
    reached = (1 - ratio ** (loss // 10_00)) / (1 - ratio ** ((win + loss) // 10_00))
    assert found.ends["stopped"] == 1
    assert found.results == ((-loss, 1 - reached), (win, reached))
    assert found.rounds == decisions_of(win // 10_00, loss // 10_00, Fraction(18, 38))


def test_a_progression_that_stops_for_good_at_its_cap() -> None:
    """Two rungs, so two losses in a row stop it: how likely in three spins, by hand."""
    found = chain.session(
        chain.compile(house.load("colorado-double-zero"), martingale(2, "stop")), 100_00, max_rounds=3
    )
    assert found.ends["stopped"] == RED_LOSES**2 + (1 - RED_LOSES) * RED_LOSES**2


def test_at_a_limit_wagers_on_the_layout_are_still_decided() -> None:
    """A 6 reaches the limit: no field wager is made, place 6 stays until the seven-out, then it sits out a round."""
    both = Flat("both", (("field", None, 10_00), ("place-6", None, 12_00)), only_with_a_point=frozenset({"place-6"}))
    plan = StopAt("stop", both, 14_00, 24_00, "sit-out")
    played = list(acts_at_the_felt(plan, house.load("colorado-craps"), ["2-2", "3-3", "1-2", "3-4", "5-6"]))
    assert [acts for _, acts in played] == [
        *("wager $10 field", "wager $10 field; wager $12 place-6", "", "", "", "wager $10 field"),
    ]
    assert [net for net, _ in played] == ["", "+10", "+4", "", "-12", ""]


def test_the_five_count_counts_as_described() -> None:
    """One at the first point number, two to four at any roll, five at a point number; a seven-out ends it."""
    plan = BUILT_IN["five-count"]
    table = house.load(plan.house)

    class Counts(Watched):
        counts: list[int]

        def moves(self, view: chain.View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
            moves, after = self.plan.moves(view, memory)
            assert isinstance(after, tuple)
            self.counts.append(after[0])
            return moves, after

    counts = Counts(plan)
    counts.counts = []
    rolls = "6-5 6-6 2-2 3-4 2-2 3-4".split() + "4-4 1-2 6-6 1-1 5-6 1-1 5-4 5-6 3-4".split()
    list(acts_at_the_felt(counts, table, rolls))
    assert counts.counts == [0, 0, 0, 1, 0, 1, 0, 1, 2, 3, 4, 4, 4, 5, 5, 0]
