"""What a roll meant, in words: the line that everybody sees, and the stickperson's call."""

from __future__ import annotations

from croupier.core.show import Call
from croupier.games.craps.facts import (
    ComeOnly,
    Craps,
    CrapsTable,
    Natural,
    PointMade,
    PointSet,
    Rolled,
    SevenOut,
)

_NAMES = {
    2: "Two",
    3: "Three",
    4: "Four",
    5: "Five",
    6: "Six",
    7: "Seven",
    8: "Eight",
    9: "Nine",
    10: "Ten",
    11: "Yo eleven",
    12: "Twelve",
}
_HARD_OR_EASY = (4, 6, 8, 10)


def _thrown(fact: Rolled) -> str:
    """The name of the roll itself: 'Hard eight', 'Easy six', 'Craps 2', 'Yo eleven'."""
    if fact.first == "craps":
        return f"Craps {fact.total}"
    if fact.total not in _HARD_OR_EASY:
        return _NAMES[fact.total]
    return f"{'Hard' if fact.hard else 'Easy'} {_NAMES[fact.total].lower()}"


def call(fact: Rolled, rules: object) -> Call:
    """The line of a roll, and what the stickperson calls."""
    thrown = _thrown(fact)
    match fact:
        case PointSet():
            return Call(f"Point is {fact.total}", f"{thrown}. Point is {fact.total}")
        case PointMade():
            return Call(f"Point made: {fact.total}", f"{thrown}. Point made")
        case SevenOut():
            line = "Seven out"
        case Natural():
            line = f"{thrown}: Pass wins"
        case Craps():
            line = f"{thrown}: Pass loses"
        case ComeOnly():
            line = f"{thrown}: only Come bets count"
        case _:  # the line waits
            line = thrown
    return Call(line, line)


def stage(table: CrapsTable) -> str:
    """What the next roll is: the come-out roll, or one for the point."""
    return "Come-out roll" if table.point is None else f"Point is {table.point}"
