"""The roulette layout: a box for each number. Every legal spot follows from which boxes touch.

Boxes lie on a grid of whole units. Rows of three numbers run along x (two units each), columns along y (two
units each, column 1 nearest the player); the zeros lie to the left of x = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from croupier.games.roulette.wheel import NUMBERS, WHEELS, WheelName, in_order, pockets

if TYPE_CHECKING:
    from croupier.games.roulette.options import RouletteOptions

SIDE = 2
HEIGHT = 3 * SIDE
PRINTED_TRIOS = (("0", "1", "2"), ("0", "2", "00"), ("00", "2", "3"), ("0", "00", "000"))
FIRST_FIVE = ("0", "00", "1", "2", "3")
#: Customary spots that the rules do not print: only with an approval (readings R1, R2).
CUSTOMARY = {"trio 0-2-3": ("0", "2", "3"), "corner 0-1-2-3": ("0", "1", "2", "3")}


@dataclass(frozen=True, slots=True)
class Box:
    """One number's box: left, top, right, bottom, with y growing downward and column 3 on top."""

    x0: int
    y0: int
    x1: int
    y1: int

    def shares_line(self, other: Box) -> bool:
        """Whether the two boxes share part of an edge, not only a corner."""
        wide = min(self.x1, other.x1) - max(self.x0, other.x0)
        high = min(self.y1, other.y1) - max(self.y0, other.y0)
        return (wide == 0 and high > 0) or (high == 0 and wide > 0)


def _number_box(number: int) -> Box:
    row, column = divmod(number - 1, 3)
    top = HEIGHT - (column + 1) * SIDE
    return Box(row * SIDE, top, (row + 1) * SIDE, top + SIDE)


_ZERO_BOXES: dict[WheelName, dict[str, Box]] = {
    "single-zero": {"0": Box(-2, 0, 0, 6)},
    "double-zero": {"0": Box(-2, 3, 0, 6), "00": Box(-2, 0, 0, 3)},
    "triple-zero": {"0": Box(-2, 3, 0, 6), "00": Box(-2, 0, 0, 3), "000": Box(-4, 0, -2, 6)},
}


@dataclass(frozen=True)
class Layout:
    """The layout of one kind of wheel: its boxes, and every spot for a chip."""

    wheel: WheelName
    converted: bool = False
    customary: frozenset[str] = frozenset()

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The printed boxes, including covered ones."""
        return _ZERO_BOXES[self.wheel] | {number: _number_box(int(number)) for number in NUMBERS}

    @property
    def covered(self) -> frozenset[str]:
        """The boxes that are covered on a converted wheel (reading R7)."""
        return frozenset({"00", "000"} & set(self.boxes)) if self.converted else frozenset()

    @property
    def has_courtesy_spot(self) -> bool:
        """Whether the line between '2nd 12' and '3rd 12' also takes the split of 0 and 00."""
        return "0-00" in self.spots["split"]

    @cached_property
    def spots(self) -> dict[str, dict[str, frozenset[str]]]:
        """wager id -> spot in its canonical form -> the pockets it covers, for every wager with several spots."""
        return _spots(self)

    def _repr_svg_(self) -> str:
        from croupier.fonts.outlines import outlined
        from croupier.games.roulette.svg.felt import draw

        return outlined(draw(self))


def layout(wheel: WheelName = "double-zero", *, converted: bool = False) -> Layout:
    """The layout for a kind of wheel; a notebook displays its picture.

    >>> sorted(layout("single-zero").spots["trio"])
    ['0-1-2']
    """
    if wheel not in WHEELS:
        raise ValueError(f"no wheel {wheel!r}: choose one of {', '.join(WHEELS)}")
    return Layout(wheel, converted)


def layout_of(options: RouletteOptions) -> Layout:
    """The layout on a house's table."""
    return _layout(options.wheel, options.converted, options.customary)


@cache
def _layout(wheel: WheelName, converted: bool, customary: frozenset[str]) -> Layout:
    return Layout(wheel, converted, customary)


def spot_name(covers: frozenset[str] | tuple[str, ...]) -> str:
    """The canonical name of a spot on these numbers: '0-00-2'."""
    return "-".join(in_order(covers))


@cache
def _spots(layout: Layout) -> dict[str, dict[str, frozenset[str]]]:
    boxes = {pocket: box for pocket, box in layout.boxes.items() if pocket not in layout.covered}
    rows = [NUMBERS[start : start + 3] for start in range(0, 36, 3)]
    groups: dict[str, list[tuple[str, ...]]] = {
        "straight": [(pocket,) for pocket in pockets(layout.wheel) if pocket in boxes],
        "split": [(a, b) for a, b in combinations(boxes, 2) if boxes[a].shares_line(boxes[b])],
        "street": rows,
        "trio": [trio for trio in PRINTED_TRIOS if boxes.keys() >= set(trio)],
        "corner": [rows[i][j : j + 2] + rows[i + 1][j : j + 2] for i in range(11) for j in range(2)],
        "line": [rows[i] + rows[i + 1] for i in range(11)],
    }
    if layout.wheel == "single-zero":
        for spot in layout.customary & CUSTOMARY.keys():
            groups[spot.split()[0]].append(CUSTOMARY[spot])
    named = {wager: {spot_name(group): frozenset(group) for group in found} for wager, found in groups.items()}
    named["column"] = {str(c): frozenset(NUMBERS[c - 1 :: 3]) for c in (1, 2, 3)}
    named["dozen"] = {str(d): frozenset(NUMBERS[12 * (d - 1) : 12 * d]) for d in (1, 2, 3)}
    return named
