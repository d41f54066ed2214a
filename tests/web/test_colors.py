"""How screens paint the chips of players."""

from __future__ import annotations

import re
from itertools import combinations, product

import pytest

from croupier.table.chips import TERMINAL_COLORS
from croupier.table.state import Seat
from croupier.web.server.app import WEB
from croupier.web.views.everybody import COLORS, PAINTS, players

#: The paints of chips by value, as the script of the terminal has them.
VALUES = re.findall(r"#[0-9a-f]{6}", (WEB / "terminal" / "chips.js").read_text().partition("const SIZES")[0])
LEAST = 50.0  # how far paints are apart that nobody takes for the same


def _apart(one: str, other: str) -> float:
    """The distance of two paints as colors."""
    found = ([int(paint[n : n + 2], 16) for n in (1, 3, 5)] for paint in (one, other))
    return float(sum((a - b) ** 2 for a, b in zip(*found, strict=True)) ** 0.5)


@pytest.mark.cites("30-2203(3)", "47.1-2203(3)")
def test_no_color_of_a_player_looks_like_a_value_chip() -> None:
    assert len(VALUES) == 6
    assert set(PAINTS) == set(TERMINAL_COLORS)
    assert len(set(PAINTS.values()) | set(COLORS)) == len(PAINTS) + len(COLORS)
    assert not set(COLORS) & set(VALUES)
    for paint, value in product(PAINTS.values(), VALUES):
        assert _apart(paint, value) >= LEAST, (paint, value)
    for one, other in combinations([PAINTS[name] for name in TERMINAL_COLORS[:8]], 2):
        assert _apart(one, other) >= LEAST, (one, other)


@pytest.mark.cites("30-2201(9)", "47.1-2201(9)")
def test_screens_use_the_color_that_a_player_has() -> None:
    """A color that has no paint, as a dealer may give it at a felt table, is painted by place."""
    seats = (Seat(1, "ann", "olive"), Seat(2, "bob", "orange", 1_00), Seat(3, "cat"), Seat(4, "dan", "checkered"))
    shown = [player.color for player in players(seats).values()]
    assert shown == [PAINTS["olive"], PAINTS["orange"], COLORS[2], COLORS[3]]
