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
from croupier.text.phrase import Phrase

_NAMES = {2: "Two", 3: "Three", 5: "Five", 7: "Seven", 9: "Nine", 11: "Yo eleven", 12: "Twelve"}
_HARD = {4: "Hard four", 6: "Hard six", 8: "Hard eight", 10: "Hard ten"}
_EASY = {4: "Easy four", 6: "Easy six", 8: "Easy eight", 10: "Easy ten"}


def _thrown(fact: Rolled) -> str:
    """The name of the roll itself: 'Hard eight', 'Easy six', 'Craps 2', 'Yo eleven'."""
    if fact.first == "craps":
        return Phrase("Craps {total}", total=fact.total)
    return (_HARD if fact.hard else _EASY).get(fact.total) or _NAMES[fact.total]


def call(fact: Rolled, rules: object) -> Call:
    """The line of a roll, and what the stickperson calls."""
    thrown = _thrown(fact)
    match fact:
        case PointSet():
            line = Phrase("Point is {point}", point=fact.total)
            return Call(line, Phrase("{roll}. Point is {point}", roll=thrown, point=fact.total))
        case PointMade():
            line = Phrase("Point made: {point}", point=fact.total)
            return Call(line, Phrase("{roll}. Point made", roll=thrown))
        case SevenOut():
            return _alike("Seven out")
        case Natural():
            return _alike(Phrase("{roll}: Pass wins", roll=thrown))
        case Craps():
            return _alike(Phrase("{roll}: Pass loses", roll=thrown))
        case ComeOnly():
            return _alike(Phrase("{roll}: only Come bets count", roll=thrown))
    return _alike(thrown)  # the line waits


def _alike(said: str) -> Call:
    return Call(said, said)


def stage(table: CrapsTable) -> str:
    """What the next roll is: the come-out roll, or one for the point."""
    return "Come-out roll" if table.point is None else Phrase("Point is {point}", point=table.point)
