"""Exact p-values of samples whose size was fixed beforehand, in fractions.

>>> at_least(2, 2, Fraction(1, 6)), at_most(0, 2, Fraction(1, 6))
(Fraction(1, 36), Fraction(25, 36))
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


def at_least(seen: int, sample: int, chance: Fraction) -> Fraction:
    """The chance that something happens at least so often in a sample."""
    if seen <= 0:
        return Fraction(1)
    if 2 * seen > sample:  # the shorter sum
        return _sum(sample - seen, sample, 1 - chance)
    return 1 - _sum(seen - 1, sample, chance)


def at_most(seen: int, sample: int, chance: Fraction) -> Fraction:
    """The chance that something happens at most so often in a sample."""
    return at_least(sample - seen, sample, 1 - chance)


def _sum(last: int, sample: int, chance: Fraction) -> Fraction:
    """The chance that something happens between 0 and `last` times: a sum of whole numbers over one denominator."""
    if last < 0:
        return Fraction(0)
    for_, total = chance.numerator, chance.denominator
    against = total - for_
    if against == 0:
        return Fraction(int(last >= sample))
    term = found = against**sample
    for number in range(last):
        term = term * (sample - number) * for_ // ((number + 1) * against)  # leaves no remainder
        found += term
    return Fraction(found, total**sample)


def of_trials(chances: Iterable[Fraction], seen: int) -> Fraction:
    """The chance of at least `seen` successes in independent trials, each with its own chance.

    >>> of_trials([Fraction(1, 2), Fraction(1, 3)], 1)
    Fraction(2, 3)
    """
    exactly = [Fraction(1)]
    for chance in chances:
        exactly = [
            before * (1 - chance) + lower * chance
            for before, lower in zip([*exactly, Fraction(0)], [Fraction(0), *exactly], strict=True)
        ]
    return sum(exactly[seen:], Fraction(0))


def one_in(chance: Fraction, most: int = 10**15) -> int:
    """A chance as one in this many, rounded down, so that it never looks smaller than it is."""
    return most if chance * most < 1 else int(1 / chance)
