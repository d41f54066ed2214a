"""The length of a shooter's hand, exactly: rolls, points made, and sevens, until the seven-out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from croupier.core.absorbing import End, explore, visits
from croupier.games.craps import dice, facts
from croupier.games.craps.facts import CrapsTable, Hand, PointMade, SevenOut
from croupier.games.craps.rules import Rules


@dataclass(frozen=True)
class HandLength:
    """Exact figures of one shooter's hand."""

    mean_rolls: Fraction
    mean_points: Fraction
    mean_sevens: Fraction
    rolls: tuple[Fraction, ...]  # the chance of exactly so many rolls, from 0 on
    beyond: Fraction  # the chance of more rolls than listed

    def at_least(self, rolls: int) -> Fraction:
        """The chance of so many rolls or more."""
        return self.beyond + sum(self.rolls[rolls:], Fraction(0))


@dataclass(frozen=True)
class _OfTheLine:
    """A table that remembers nothing but its point; the end tells what the last roll was."""

    rules: Rules

    def moves(self, point: int | None) -> Iterator[tuple[int | End | None, int]]:
        """The point after each roll, or the seven-out."""
        for roll, weight in dice.CHANCE.weights:
            seen = facts.observe(CrapsTable(point), roll, self.rules)
            yield End("seven-out") if isinstance(seen.fact, SevenOut) else seen.table.point, weight


def hand(rules: Rules, most: int = 200) -> HandLength:
    """The hand of a shooter at this table, its distribution listed up to `most` rolls."""
    machine = explore(None, _OfTheLine(rules).moves)
    often = visits(machine)
    made = sevens = Fraction(0)
    for point, times in often.items():
        for roll, weight in dice.CHANCE.weights:
            fact = facts.observe(CrapsTable(point, Hand()), roll, rules).fact
            made += times * Fraction(weight, 36) * isinstance(fact, PointMade)
            sevens += times * Fraction(weight, 36) * (sum(roll) == 7)
    lengths, left = _lengths(machine.moves, most)
    return HandLength(sum(often.values(), Fraction(0)), made, sevens, lengths, left)


def _lengths(
    moves: dict[int | None, dict[int | End | None, Fraction]], most: int
) -> tuple[tuple[Fraction, ...], Fraction]:
    """Roll by roll: how likely the hand ends now, and where it stands otherwise."""
    standing: dict[int | None, Fraction] = {None: Fraction(1)}
    found = [Fraction(0)]
    for _ in range(most):
        after: dict[int | None, Fraction] = {}
        over = Fraction(0)
        for point, chance in standing.items():
            for target, share in moves[point].items():
                if isinstance(target, End):
                    over += chance * share
                else:
                    after[target] = after.get(target, Fraction(0)) + chance * share
        found.append(over)
        standing = after
    return tuple(found), sum(standing.values(), Fraction(0))
