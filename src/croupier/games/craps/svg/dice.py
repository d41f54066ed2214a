"""Dice as they are printed on a craps layout."""

from __future__ import annotations

from croupier.games.svg import INK, circle, rect

#: The positions of the pips for each face, in thirds of the die's width.
PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}


def die(x: int, y: int, size: int, face: int) -> str:
    """A die with its pips, centered at a point."""
    left, top, pip = x - size // 2, y - size // 2, max(2, size // 10)
    body = rect(left, top, size, size, rx=size // 6, fill="#fbf7ea", stroke=INK, stroke_width=1)
    return body + "".join(
        circle(left + size * across // 4, top + size * down // 4, pip, fill=INK) for across, down in PIPS[face]
    )


def pair(x: int, y: int, size: int, apart: int, shown: tuple[int, int]) -> str:
    """Two small dice beside the place for the chip."""
    return die(x - apart, y, size, shown[0]) + die(x + apart, y, size, shown[1])
