"""The inner loops of sessions in floats, compiled. Nothing here knows what the figures mean."""

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
    now: Floats, alive: Flags, rows: Ints, chances: Floats, lost: int, won: int, routes: Ints, rounds: int
) -> float:
    """Planes by states by columns, so many rounds: what leaves any plane at the left, all together.

    `rows` are from state, to state and columns to the right; `lost` and `won` the most columns to the left and right;
    `routes` are source plane, target plane, first and last column beyond the right edge, and the column of the first:
    `width` and more where all of them go to the last column, below 0 where that is left of the plane.
    """
    planes, states, width = now.shape
    after = np.zeros((planes, states, lost + width + won))
    low, high = np.zeros(planes, np.int64), np.full(planes, width)
    fallen = 0.0
    for _ in range(rounds):
        after[:] = 0.0
        for plane in range(planes):
            start, stop = low[plane], high[plane]
            for row in range(len(chances)):
                chance, to = chances[row], after[plane, rows[row, 1]]
                source, shift = now[plane, rows[row, 0]], lost + rows[row, 2]
                for at in range(start, stop):
                    to[at + shift] += chance * source[at]
        for plane in range(planes):
            fallen += after[plane, :, :lost].sum()
            now[plane] = after[plane, :, lost : lost + width]
        for route in range(len(routes)):
            source_plane, target, first, last, column = routes[route]
            for beyond in range(first, last + 1):
                at = min(width - 1, column + beyond - first)
                for state in range(states):
                    value = after[source_plane, state, lost + width + beyond - 1]
                    if at < 0:
                        fallen += value
                    else:
                        now[target, state, at] += value
        for plane in range(planes):
            low[plane], high[plane] = _used(now[plane], alive[plane])
    return fallen


@njit(nogil=True, cache=True)
def _used(now: Floats, alive: Flags) -> tuple[int, int]:
    """Clear what is not alive; the columns in which anything is left."""
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
def sweep(often: Floats, begin: Floats, alive: Flags, rows: Ints, chances: Floats, times: int) -> None:
    """Put row after row right from the rows that lead into it, by four fifths; what stays in place, at once.

    `rows` are from state, to state and columns to the right, ordered by the second.
    """
    planes, states, width = often.shape
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
                        new[at + shift] += chance * often[plane, source, at]
                for at in range(width):
                    put = 0.8 * new[at] / (1.0 - stays) if alive[plane, to, at] else 0.0
                    often[plane, to, at] = 0.2 * often[plane, to, at] + put
