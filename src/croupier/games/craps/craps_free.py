"""Craps Free Craps (47.1-2317.03): its exceptions to the rules of craps."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.games.craps.dice import NUMBERS

#: On a come-out roll only a seven decides the line; every other total is a point.
POINTS = NUMBERS


@implements("47.1-2317.03/wagers(1)(a)", "47.1-2317.03/wagers(3)(a)")
def natural(total: int) -> bool:
    """Exception to the naturals: only a seven wins on the come-out roll; an eleven is a point."""
    return total == 7


@implements("47.1-2317.03/wagers(1)(b)", "47.1-2317.03/wagers(3)(b)")
def craps(total: int) -> bool:
    """Exception to the craps numbers: no total loses on the come-out roll."""
    return False
