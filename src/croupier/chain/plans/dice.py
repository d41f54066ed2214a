"""What plans see of the dice: the line and its odds, the point and the shooter's hand.

This is a part for dice alone, so it imports craps. A plan that uses it says so (`BuiltIn.needs_dice`): its file is
accepted only with a house that plays with dice.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from croupier.chain.plan import View
from croupier.games.craps.facts import COME, LINE, ODDS_BEHIND, CrapsTable, Rolled
from croupier.house import House

Side: TypeAlias = Literal["do", "dont"]


def has_dice(house: House) -> bool:
    """Whether the table has points and shooters."""
    return house.game.shooter is not None


def line(side: Side) -> str:
    """Pass or don't pass."""
    return LINE[0] if side == "do" else LINE[1]


def come(side: Side) -> str:
    """Come or don't come."""
    return COME[0] if side == "do" else COME[1]


def odds_behind(wager: str) -> str:
    """The odds behind a line or come wager."""
    return ODDS_BEHIND[wager]


def come_out(view: View) -> bool:
    """Whether the next roll is a come-out roll."""
    return CrapsTable.of(view).come_out


def new_hand(view: View) -> bool:
    """Whether the next roll is the first of a shooter."""
    return not CrapsTable.of(view).hand.rolled


def point_number_rolled(view: View) -> bool:
    """Whether the last roll was a point number."""
    return isinstance(view.fact, Rolled) and view.fact.first == "point"
