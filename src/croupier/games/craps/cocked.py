"""How a die is read that does not lie flat (reading C21)."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.craps.dice import Dice

_OPPOSITE = 7  # the sum of two opposite sides


@implements("47.1-2312(2)")
def cocked(roll: Dice, sides: tuple[int, ...]) -> Refusal | None:
    """A cocked die shows the side opposite the one that rests on the chip; each die of the roll is read once."""
    faces = list(roll)
    for side in sides:
        up = _OPPOSITE - side
        if up not in faces:
            called = "-".join(map(str, roll))
            return refuse(Code.IMPOSSIBLE_OUTCOME, "cocked", cite="47.1-2312(2)", side=side, up=up, called=called)
        faces.remove(up)
    return None
