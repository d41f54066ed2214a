"""A shooter's hand, exactly: the number of rolls, points made and sevens until the seven-out.

This is a part for dice alone, so it imports craps: no other game has a shooter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from croupier.core.absorbing import End, Machine, endings, explore, visits
from croupier.games.craps import dice, facts
from croupier.games.craps.facts import CrapsTable, PointMade, Rolled, SevenOut
from croupier.games.craps.rules import HasVariant

Point: TypeAlias = int | None
Counts: TypeAlias = tuple[bool, bool, Point]  # whether a roll counts, whether the hand is over, the point after it
Counted: TypeAlias = Literal["rolls", "points", "sevens"]

#: What is counted, and which rolls count. A seven is every total of 7: naturals and the seven-out included.
COUNTS: dict[Counted, Callable[[Rolled], bool]] = {
    "rolls": lambda fact: True,
    "points": lambda fact: isinstance(fact, PointMade),
    "sevens": lambda fact: fact.total == 7,
}


@dataclass(frozen=True)
class HandLength:
    """Exact figures of one shooter's hand; entry n of a distribution is the chance of exactly n."""

    mean_rolls: Fraction
    mean_points: Fraction
    mean_sevens: Fraction
    rolls: tuple[Fraction, ...]
    beyond: Fraction  # the chance of more rolls than listed
    points: tuple[Fraction, ...]
    points_beyond: Fraction
    sevens: tuple[Fraction, ...]
    sevens_beyond: Fraction

    def at_least(self, many: int, of: Counted = "rolls") -> Fraction:
        """The chance of at least this many rolls, points made or sevens."""
        listed, beyond = {
            "rolls": (self.rolls, self.beyond),
            "points": (self.points, self.points_beyond),
            "sevens": (self.sevens, self.sevens_beyond),
        }[of]
        if many > len(listed):
            raise ValueError(f"the {of} of this hand are listed up to {len(listed) - 1}: {many} is beyond")
        return beyond + sum(listed[many:], Fraction(0))


@dataclass(frozen=True)
class _UntilCounted:
    """A table with only its point as state, until a roll counts or the hand is over."""

    rules: HasVariant
    counts: Callable[[Rolled], bool]

    def moves(self, point: Point) -> Iterator[tuple[Point | End[Counts], int]]:
        """The next point for rolls that do not count; else an ending: whether it counts, and the hand's state."""
        for roll, weight in dice.CHANCE.weights:
            seen = facts.observe(CrapsTable(point), roll, self.rules)
            over, counted = isinstance(seen.fact, SevenOut), self.counts(seen.fact)
            after = seen.table.point
            yield End((counted, over, after)) if over or counted else after, weight


def hand(rules: HasVariant, most: int = 200) -> HandLength:
    """The hand of a shooter at this table, its distributions listed up to `most`."""
    whole: Machine[Point, Counts] = explore(None, _UntilCounted(rules, lambda fact: False).moves)
    often = visits(whole)
    rolls, points, sevens = (_mean(often, rules, counts) for counts in COUNTS.values())
    listed = (_distribution(_UntilCounted(rules, counts), most) for counts in COUNTS.values())
    (rolled, beyond), (made, more_made), (thrown, more_thrown) = listed
    return HandLength(rolls, points, sevens, rolled, beyond, made, more_made, thrown, more_thrown)


def _mean(often: Mapping[Point, Fraction], rules: HasVariant, counts: Callable[[Rolled], bool]) -> Fraction:
    """The expected number of counted rolls in a hand, from the expected visits of each point."""
    found = Fraction(0)
    for point, times in often.items():
        for roll, weight in dice.CHANCE.weights:
            fact = facts.observe(CrapsTable(point), roll, rules).fact
            found += times * Fraction(weight, dice.CHANCE.total) * counts(fact)
    return found


def _distribution(until: _UntilCounted, most: int) -> tuple[tuple[Fraction, ...], Fraction]:
    """Step from one counted roll to the next: the chance that the hand ends, and the states where it goes on."""
    after: dict[Point, dict[tuple[bool, bool, Point], Fraction]] = {}
    standing: dict[Point, Fraction] = {None: Fraction(1)}
    found = [Fraction(0)] * (most + 2)
    for many in range(most + 1):
        later: dict[Point, Fraction] = {}
        for point, chance in standing.items():
            if point not in after:
                after[point] = endings(explore(point, until.moves))
            for (counted, over, then), share in after[point].items():
                if over:
                    found[many + counted] += chance * share
                else:
                    later[then] = later.get(then, Fraction(0)) + chance * share
        standing = later
    return tuple(found[:-1]), found[-1] + sum(standing.values(), Fraction(0))
