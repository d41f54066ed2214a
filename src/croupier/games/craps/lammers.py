"""The lammers that stickperson or boxperson move when a roll is called, with or without wagers on the hand."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.games.craps.facts import CrapsTable, Hand, Rolled
from croupier.games.craps.rules import Rules

Move = tuple[str, str]  # the side bet, and the spot on which its lammer is placed


def lammers(before: CrapsTable, fact: Rolled, rules: Rules) -> tuple[Move, ...]:
    """The lammers that move with this roll, of the side bets that the table has."""
    then, now = before.hand, fact.hand
    moves = (*_points(then, now), *_passes(then, now), *_count(then, now))
    return tuple(move for move in moves if move[0] in rules.offered)


@implements("47.1-2317.01(6)")
def _points(then: Hand, now: Hand) -> tuple[Move, ...]:
    """A lammer replaces the puck on a point that is made for the first time in this hand."""
    return tuple(("fire-bet", str(point)) for point in sorted(now.points_made - then.points_made))


@implements("47.1-2317.02(5)")
def _passes(then: Hand, now: Hand) -> tuple[Move, ...]:
    """The lammer goes on with every pass, up to the tenth."""
    return () if now.passes == then.passes else (("sharp-shooter", str(now.passes)),)


@implements("47.1-2317.04(14)", *(f"47.1-2317.04({move})" for move in range(18, 29)))
def _count(then: Hand, now: Hand) -> tuple[Move, ...]:
    """The lammer goes to the spot of the latest seven or eleven, and stays on the eleventh until the seven-out."""
    count = now.sevens_and_elevens
    return () if count == then.sevens_and_elevens else (("super-front-line-winner", str(count)),)
