"""Adds up the results of the streams to totals, for all backends."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from croupier.sim.tables import Array, Tables, squares
from croupier.sim.terms import Rounds
from croupier.sim.totals import ENDS, SessionTotals, Totals

TOGETHER = 2**20  # how many squares are added at a time


def rounds(tables: Tables, terms: Rounds, first: int, net: Array, square: int, wagered: int, decided: int) -> Totals:
    """The totals of consecutive streams. `net` has one number per stream; the other sums are over all of them."""
    last, unit = first + len(net), tables.unit
    cuts = [*range(0, len(net), TOGETHER), len(net)]
    return Totals(
        terms.before(last) - terms.before(first),
        exact_sum(net) * unit,
        square * unit**2,
        wagered * unit,
        decided,
        len(net),
        sum(squares(net[at:to]) for at, to in pairwise(cuts)) * unit**2,
    )


def sessions(tables: Tables, won: Array, rounds: Array, falls: Array, how: Array, wagered: int) -> SessionTotals:
    """The totals of sessions: units won, rounds, deepest fall and end of each, and the sum of all wagers."""
    ends = np.bincount(how, minlength=len(ENDS))
    lengths = counted(rounds)
    return SessionTotals(
        len(won),
        sum(many * length for length, many in lengths.items()),
        sum(many * length**2 for length, many in lengths.items()),
        wagered * tables.unit,
        {end: int(ends[at]) for at, end in enumerate(ENDS)},
        *({each * tables.unit: many for each, many in counted(numbers).items()} for numbers in (won, falls)),
    )


def exact_sum(numbers: Array) -> int:
    """The exact sum of up to 2**30 numbers of 64 bits."""
    kind = numbers.dtype.type
    low, high = numbers & kind(2**32 - 1), numbers >> kind(32)
    return int(low.sum()) + (int(high.sum()) << 32)


def counted(numbers: Array) -> dict[int, int]:
    """How often each number occurs, lowest number first."""
    low = int(numbers.min())
    if int(numbers.max()) - low < 2**16 + 4 * len(numbers):
        many = np.bincount(numbers - low)
        return {low + int(at): int(many[at]) for at in np.flatnonzero(many)}
    values, times = np.unique(numbers, return_counts=True)
    return {int(value): int(many) for value, many in zip(values, times, strict=True)}
