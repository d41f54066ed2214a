"""How long a win is shown."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2

from croupier.table.rows import Row

#: In seconds: a win of up to the stake, and the largest one.
LEAST, MOST = 2.0, 8.0


def win_time(profit: int, stake: int) -> float:
    """In seconds: two for a win of up to the stake, and one more each time it doubles, up to eight.

    Nothing is won if no more comes back than was staked.

    >>> win_time(5_00, 5_00), win_time(10_00, 5_00), win_time(175_00, 5_00), win_time(0, 5_00), win_time(-2_00, 5_00)
    (2.0, 3.0, 7.1, 0.0, 0.0)
    """
    if profit <= 0:
        return 0.0
    return min(MOST, round(LEAST + log2(max(1.0, profit / max(1, stake))), 1))


def time_of(rows: Iterable[Row]) -> float:
    """How long the win of the player with these decided bets is shown; tips are not the player's."""
    own = [row for row in rows if not row.tip]
    return win_time(sum(row.profit for row in own), sum(row.stake for row in own))


def longest(rows: Iterable[Row]) -> float:
    """How long the longest win among the players of a settled round is shown."""
    players: dict[str, list[Row]] = {}
    for row in rows:
        players.setdefault(row.player, []).append(row)
    return max(map(time_of, players.values()), default=0.0)
