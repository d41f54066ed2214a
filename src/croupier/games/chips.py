"""Chips on a felt: their positions on a spot, so that each is visible, and how one is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from croupier.fonts import SANS, width
from croupier.games.svg import CREAM, INK, Spot, circle, element, fit, rect, small

#: The radius of a chip that has enough room on its spot.
CHIP = 17
#: How many chips lie side by side on one spot, and the distances between their centers. Chips have radius 24.
SIDE_BY_SIDE, BESIDE, BELOW = 4, 34, 30
#: The smallest scale of a chip, in thousandths, so that it can be read. A single chip may be smaller.
LEAST = 420


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip on a spot, worth some cents or bearing a label of its own."""

    wager: str
    spot: str | None = None
    cents: int = 0
    color: str = "#2456a6"
    label: str = ""
    at: str = ""
    mark: str = ""  # a word shown beside the chip: OFF

    @property
    def words(self) -> str:
        """The text on the chip: its label, or its value in dollars."""
        if self.label or not self.cents:
            return self.label
        dollars, cents = divmod(self.cents, 100)
        return f"{dollars}.{cents:02d}" if cents else str(dollars)


def stacks(chips: Sequence[Chip], spots: Iterable[Spot]) -> str:
    """The chips, each stack at the middle of its spot. A chip on a spot that this felt does not have is an error."""
    places = {(spot.wager, spot.spot, spot.at): spot for spot in spots}
    piles: dict[tuple[str, str, str], list[Chip]] = {}
    for chip in chips:
        key = (chip.wager, chip.spot or "", chip.at)
        if key not in places:
            raise ValueError(f"no spot {' '.join(filter(None, key))!r} on this felt")
        piles.setdefault(key, []).append(chip)
    drawn = (_stack(pile, places[key]) for key, pile in piles.items())
    return element("g", *drawn, class_="chips", pointer_events="none") if piles else ""


def _stack(pile: Sequence[Chip], spot: Spot) -> str:
    x, y = spot.center
    across = _across(len(pile), spot)
    said = ", ".join(" ".join(filter(None, (chip.words or "a chip", chip.mark))) for chip in pile)
    title = element("title", escape(f"{said} on {spot.title}"))
    return element(
        "g",
        title,
        *(_chip(chip, *place) for chip, place in zip(pile, _fan(len(pile), across), strict=True)),
        class_="stack",
        data_stack=" ".join(filter(None, (spot.wager, spot.spot, spot.at))),
        transform=f"translate({x} {y}) scale(0.{_scale(len(pile), across, spot):03d})",
    )


def _across(count: int, spot: Spot) -> int:
    """How many chips go into one row, so that all chips of the spot are as large as possible."""
    most = min(count, SIDE_BY_SIDE)
    return max(range(most, 0, -1), key=lambda across: _scale(count, across, spot))


def _scale(count: int, across: int, spot: Spot) -> int:
    """The scale of the chips in thousandths, so that all fit on their spot; never too small to be read."""
    wide, high = 48 + BESIDE * (across - 1), 48 + BELOW * (-(-count // across) - 1)
    alone = min(CHIP * 2, spot.width, spot.height) * 1000 // 48
    return max(min(alone, spot.width * 1000 // wide, spot.height * 1000 // high), min(alone, LEAST))


def _fan(count: int, across: int) -> Iterator[tuple[int, int]]:
    """The positions of the chips around the middle of a spot, in rows, so that each chip is visible."""
    rows = -(-count // across)
    for place in range(count):
        row, column = divmod(place, across)
        wide = min(across, count - row * across)
        yield BESIDE * (2 * column + 1 - wide) // 2, BELOW * (2 * row + 1 - rows) // 2


def _chip(chip: Chip, x: int, y: int) -> str:
    """One chip, 24 units in radius, with its edge pattern, its text and its mark."""
    size = fit(chip.words, 26, {1: 19, 2: 17, 3: 13}.get(len(chip.words), 10), bold=True)
    return (
        circle(x, y + 2, 24, fill="#000000", fill_opacity="0.35")
        + circle(x, y, 24, fill=chip.color, stroke="#0a0a0a", stroke_width=1, class_="chip")
        + circle(x, y, 20, fill="none", stroke="#ffffff", stroke_width=6, stroke_dasharray="10 11")
        + circle(x, y, 15, fill="#fffdf4", stroke=chip.color, stroke_width=2)
        + small(x, y, chip.words, size, fill=INK, font_weight="bold")
        + (_mark(chip.mark, x, y - 24) if chip.mark else "")
    )


def _mark(words: str, x: int, y: int) -> str:
    """A small sign above a chip."""
    wide = width(words, 14, SANS) + 12
    sign = rect(x - wide // 2, y - 10, wide, 20, rx=10, fill=INK, stroke=CREAM, stroke_width=1)
    return element("g", sign, small(x, y, words, 14, fill="#ffffff", font_weight="bold"), class_="mark")
