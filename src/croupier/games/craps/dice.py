"""Two dice: 36 ordered pairs, equally likely."""

from __future__ import annotations

from typing import TypeAlias

from croupier.core.chance import Chance

Dice: TypeAlias = tuple[int, int]

POINTS = (4, 5, 6, 8, 9, 10)
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)

ROLLS: tuple[Dice, ...] = tuple((a, b) for a in range(1, 7) for b in range(1, 7))


def read(text: str) -> Dice | None:
    """Two faces joined by '-', in either order: '4-2'."""
    faces = text.split("-")
    if len(faces) != 2 or not all(face in ("1", "2", "3", "4", "5", "6") for face in faces):
        return None
    return (int(faces[0]), int(faces[1]))


CHANCE: Chance[Dice] = Chance.even(ROLLS)
#: The 21 pairs without the order of the dice: a double has one chance in 36, any other pair two.
UNORDERED: Chance[Dice] = Chance(tuple(((a, b), 1 + (a != b)) for a, b in ROLLS if a <= b))
