"""Compiled inner loops for session chances in floats.

A distribution is an array `[plane, state, column]` of probabilities. A state is a state of the chain, a column is an
amount of money, and a plane is one copy of the game, for example for one height of the bankroll's peak.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


@njit(nogil=True, cache=True)
def walk(
    now: Floats, alive: Flags, rows: Ints, chances: Floats, most_lost: int, most_won: int, routes: Ints, rounds: int
) -> float:
    """Play rounds: change the distribution `now` in place; return the probability that left on the left side.

    One row of `rows` is one transition: source state, target state, columns moved to the right. Its probability is in
    `chances`. `most_lost` and `most_won` are the largest moves to the left and to the right. Play has ended in cells
    that are not `alive`: probability that arrives there is removed.

    `routes` say where money beyond the right edge of a plane goes: source plane, target plane, first and last column
    beyond the edge, and the target column of the first. A target column beyond the plane means its last column; one
    below 0 means that the probability leaves on the left side.
    """
    planes, states, width = now.shape
    after = np.zeros((planes, states, most_lost + width + most_won))
    low, high = np.zeros(planes, np.int64), np.full(planes, width)
    fallen = 0.0
    for _ in range(rounds):
        after[:] = 0.0
        for plane in range(planes):
            start, stop = low[plane], high[plane]
            for row in range(len(chances)):
                chance, to = chances[row], after[plane, rows[row, 1]]
                source, shift = now[plane, rows[row, 0]], most_lost + rows[row, 2]
                for at in range(start, stop):
                    to[at + shift] += chance * source[at]
        for plane in range(planes):
            fallen += after[plane, :, :most_lost].sum()
            now[plane] = after[plane, :, most_lost : most_lost + width]
        for route in range(len(routes)):
            source_plane, target, first, last, column = routes[route]
            for beyond in range(first, last + 1):
                at = min(width - 1, column + beyond - first)
                for state in range(states):
                    value = after[source_plane, state, most_lost + width + beyond - 1]
                    if at < 0:
                        fallen += value
                    else:
                        now[target, state, at] += value
        for plane in range(planes):
            low[plane], high[plane] = _used(now[plane], alive[plane])
    return fallen


@njit(nogil=True, cache=True)
def _used(now: Floats, alive: Flags) -> tuple[int, int]:
    """Clear the cells that are not alive; return the range of columns that still hold probability."""
    states, width = now.shape
    low, high = width, 0
    for state in range(states):
        for at in range(width):
            if not alive[state, at]:
                now[state, at] = 0.0
            elif now[state, at] > 0.0:
                low, high = min(low, at), max(high, at + 1)
    return min(low, high), high


@njit(nogil=True, cache=True)
def sweep(visits: Floats, begin: Floats, alive: Flags, rows: Ints, chances: Floats, times: int) -> None:
    """Improve `visits`, the expected visits of every cell, by damped Gauss-Seidel sweeps (factor 0.8), in place.

    `begin` is the distribution at the start. One row of `rows` is one transition: source state, target state, columns
    moved to the right; rows are ordered by target state. A transition back to its own cell is solved exactly.
    """
    planes, states, width = visits.shape
    new = np.empty(width)
    for plane in range(planes):
        for _ in range(times):
            row = 0
            for to in range(states):
                new[:] = begin[plane, to]
                stays = 0.0
                while row < len(chances) and rows[row, 1] == to:
                    source, shift, chance = rows[row, 0], rows[row, 2], chances[row]
                    row += 1
                    if source == to and shift == 0 and chance < 1.0:
                        stays = chance
                        continue
                    for at in range(max(0, -shift), min(width, width - shift)):
                        new[at + shift] += chance * visits[plane, source, at]
                for at in range(width):
                    put = 0.8 * new[at] / (1.0 - stays) if alive[plane, to, at] else 0.0
                    visits[plane, to, at] = 0.2 * visits[plane, to, at] + put
