"""The exact chance of a streak of Roulette Up."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from croupier import house
from croupier.core.machine import Seen
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.sequences import UpStreak
from tests.support.side_bets import DOUBLE, SINGLE


def lengths(name: str, longest: int, reading: str = "36-counts") -> dict[int, Fraction]:
    """The exact chance of each final length, by every pocket at every place of the engine's own machine."""
    chosen = house.load(name, change={"readings.R15": reading})
    game = chosen.game
    pockets = game.chance(chosen).weights
    total = sum(weight for _, weight in pockets)
    ended: dict[int, Fraction] = {}
    running = {RouletteTable(up=UpStreak(longest)): Fraction(1)}
    while running:
        after: dict[RouletteTable, Fraction] = {}
        for table, share in running.items():
            for pocket, weight in pockets:
                seen = game.observe(table, pocket, chosen)
                assert isinstance(seen, Seen)
                assert isinstance(seen.fact, Landed)
                up, then = seen.fact.up, RouletteTable.of(seen)
                assert up is not None
                part = share * Fraction(weight, total)
                if up.ended:
                    ended[up.length] = ended.get(up.length, Fraction(0)) + part
                else:
                    after[then] = after.get(then, Fraction(0)) + part
        running = after
    return ended


@pytest.mark.parametrize(("name", "pockets"), [(SINGLE, 37), (DOUBLE, 38)])
@pytest.mark.parametrize("longest", [8, 9])
def test_the_chance_of_a_streak_of_at_least_k(name: str, pockets: int, longest: int) -> None:
    found = lengths(name, longest)
    assert sum(found.values()) == 1
    for k in range(1, longest + 1):
        at_least = sum(share for length, share in found.items() if length >= k)
        assert at_least == Fraction(comb(pockets, k), pockets**k)


@pytest.mark.parametrize(("name", "pockets"), [(SINGLE, 37), (DOUBLE, 38)])
def test_the_chance_of_a_streak_where_a_closing_36_does_not_count(name: str, pockets: int) -> None:
    found = lengths(name, 8, "36-does-not-count")
    assert sum(found.values()) == 1
    for k in range(2, 9):
        at_least = sum(share for length, share in found.items() if length >= k)
        assert at_least == Fraction(comb(pockets - 1, k), pockets**k)
