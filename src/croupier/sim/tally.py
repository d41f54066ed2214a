"""What a kernel left behind for every stream, added up to totals; for all backends alike."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from croupier.sim.tables import Array, Tables, squares
from croupier.sim.terms import Rounds
from croupier.sim.totals import ENDS, SessionTotals, Totals

TOGETHER = 2**20  # squares are added up so many at a time


def rounds(tables: Tables, terms: Rounds, first: int, net: Array, square: int, wagered: int, decided: int) -> Totals:
    """Of streams from the first on, one net each; the other sums are of all of them."""
    last, unit = first + len(net), tables.unit
    cuts = [*range(0, len(net), TOGETHER), len(net)]
    return Totals(
        terms.before(last) - terms.before(first),
        whole(net) * unit,
        square * unit**2,
        wagered * unit,
        decided,
        len(net),
        sum(squares(net[at:to]) for at, to in pairwise(cuts)) * unit**2,
    )


def sessions(tables: Tables, won: Array, rounds: Array, falls: Array, how: Array, wagered: int) -> SessionTotals:
    """Of sessions: units won, rounds played, deepest fall and end of each, and what all of them wagered."""
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


def whole(numbers: Array) -> int:
    """The sum of up to 2**30 numbers of 64 bits, exactly."""
    kind = numbers.dtype.type
    low, high = numbers & kind(2**32 - 1), numbers >> kind(32)
    return int(low.sum()) + (int(high.sum()) << 32)


def counted(numbers: Array) -> dict[int, int]:
    """How often each number is there, lowest first."""
    low = int(numbers.min())
    if int(numbers.max()) - low < 2**16 + 4 * len(numbers):
        many = np.bincount(numbers - low)
        return {low + int(at): int(many[at]) for at in np.flatnonzero(many)}
    values, times = np.unique(numbers, return_counts=True)
    return {int(value): int(many) for value, many in zip(values, times, strict=True)}
