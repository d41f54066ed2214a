"""Craps Free Craps (47.1-2317.03): the base rule of craps, and here its labelled exceptions."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.games.craps.dice import NUMBERS

#: On a first roll only a seven decides; every other total is a point.
POINTS = NUMBERS


@implements("47.1-2317.03/wagers(1)(a)", "47.1-2317.03/wagers(3)(a)")
def natural(total: int) -> bool:
    """Exception to the naturals: seven alone wins at once, eleven is a point."""
    return total == 7


@implements("47.1-2317.03/wagers(1)(b)", "47.1-2317.03/wagers(3)(b)")
def craps(total: int) -> bool:
    """Exception to the craps: no first roll loses."""
    return False
