"""The craps layout in panels: upright for a narrow screen, and the simple felt in large type.

The panels are declared once, row by row. The simple felt keeps the places of `SIMPLE` and drops the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from croupier.games.craps.layout import BEYOND_POINTS, ONE_ROLL, PLANS, Key, hops, key_of, places_of
from croupier.games.craps.rules import Variant
from croupier.games.svg import PANEL_NAME, Area, Style

#: The margin, the gap between panels, and the strip above the first one.
EDGE, GAP, HEAD = 22, 12, 30
UPRIGHT_WIDTH, SIMPLE_WIDTH = 640, 1440
HOPS_ACROSS = 6
HARDWAYS = ("hard-4", "hard-6", "hard-8", "hard-10")
#: What the simple felt has: the line, odds, come, place, the field and the hardways.
SIMPLE = frozenset(
    {"pass", "pass-odds", "dont-pass", "dont-pass-odds", "come", "come-odds", "place", "field", *HARDWAYS}
)


@dataclass(frozen=True, slots=True)
class Cells:
    """A row of wagers, each with its share of the width."""

    height: int
    shares: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Number boxes, `across` of them in a row. Their rows are as in `Plan`."""

    across: int
    rows: tuple[tuple[tuple[str, ...], int], ...]


Part = Cells | Boxes


@dataclass(frozen=True, slots=True)
class Panels:
    """One layout in panels, with the area of every place."""

    width: int
    height: int  # without side bets
    panels: tuple[tuple[str, Area], ...]
    areas: Mapping[Key, Area]
    numerals: Mapping[int, Area]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that can be a point."""
        return tuple(self.numerals)

    def on(self, number: int) -> tuple[int, int]:
        """Where the puck lies on a number."""
        numeral = self.numerals[number]
        return numeral.x + 32, numeral.middle[1]

    def fire(self, number: int, puck: object) -> tuple[int, int]:
        """Where the lammer of the Fire Bet lies on a number."""
        numeral = self.numerals[number]
        return numeral.foot[0] - 26, numeral.middle[1]

    @property
    def off(self) -> tuple[int, int]:
        """Where the puck lies while it is off."""
        line = self.areas["pass", ""]
        return line.x + 36, line.middle[1]

    @property
    def has_dont_pass(self) -> bool:
        """Whether the layout has a don't pass line."""
        return ("dont-pass", "") in self.areas

    @property
    def shooter(self) -> tuple[int, int]:
        """Where the puck lies in front of the shooter."""
        line = self.areas["dont-pass" if self.has_dont_pass else "pass-odds", ""]
        return line.foot[0] - 36, line.middle[1]


_LINE = (
    Cells(96, (("pass", 64), ("pass-odds", 36))),
    Cells(90, (("dont-pass", 64), ("dont-pass-odds", 36))),
    Cells(96, (("come", 64), ("dont-come", 36))),
)
_FIELD = (
    Cells(116, (("field", 100),)),
    Cells(90, (("big-6", 50), ("big-8", 50))),
    Cells(98, tuple((wager, 25) for wager in HARDWAYS)),
)
_KINDS = ("come", "come-odds", "place", "buy", "put", "put-odds")
_NUMBERS: dict[Variant, Boxes] = {
    "craps": Boxes(
        3,
        (
            (("dont-come", "dont-come-odds"), 84),
            (("lay", "place-to-lose"), 84),
            ((), 62),
            (("come", "come-odds"), 84),
            (("place", "buy"), 84),
            (("put", "put-odds"), 84),
        ),
    ),
    "craps-free": Boxes(5, (((), 62), *(((kind,), 84) for kind in _KINDS))),
}


def _rows(wagers: Iterable[str], across: int, height: int) -> Iterator[Cells]:
    """Wagers in rows of the same width."""
    found = tuple(wagers)
    for start in range(0, len(found), across):
        row = found[start : start + across]
        yield Cells(height, tuple((wager, 1) for wager in row))


_ONE_ROLL = (
    Cells(84, (("any-seven", 1), ("any-craps", 1))),
    *(cells for row in ONE_ROLL if len(row) > 1 for cells in _rows(row, 4, 92)),
    *_rows(hops(), HOPS_ACROSS, 84),
)


def _upright(variant: Variant) -> tuple[tuple[str, tuple[Part, ...]], ...]:
    """The panels of the upright felt by name."""
    return (
        ("Line and come", _LINE),
        ("Numbers", (_NUMBERS[variant],)),
        ("Field and hardways", _FIELD),
        ("One roll", _ONE_ROLL),
    )


_LARGE, _NUMERAL = 116, 56
_SIMPLE: dict[Variant, tuple[Part, ...]] = {
    "craps": (
        Boxes(6, (((), _NUMERAL), (("come", "come-odds"), _LARGE), (("place",), _LARGE))),
        Cells(_LARGE, (("come", 50), ("field", 50))),
        Cells(_LARGE, (("dont-pass", 33), ("dont-pass-odds", 19), *((wager, 12) for wager in HARDWAYS))),
        Cells(_LARGE, (("pass", 66), ("pass-odds", 34))),
    ),
    "craps-free": (
        Boxes(10, (((), _NUMERAL), *(((kind,), _LARGE) for kind in ("come", "come-odds", "place")))),
        Cells(_LARGE, (("come", 22), ("field", 38), *((wager, 10) for wager in HARDWAYS))),
        Cells(_LARGE, (("pass", 66), ("pass-odds", 34))),
    ),
}


@cache
def panels(variant: Variant, style: Style) -> Panels:
    """The layout of a variant in panels."""
    sections = _upright(variant) if style.upright else (("", _SIMPLE[variant]),)
    width = UPRIGHT_WIDTH if style.upright else SIMPLE_WIDTH
    wanted = SIMPLE if style.simple else None
    found: list[tuple[str, Area]] = []
    areas: dict[Key, Area] = {}
    numerals: dict[int, Area] = {}
    y = EDGE + HEAD
    for name, parts in sections:
        kept = [part for part in (_kept(part, variant, wanted) for part in parts) if part is not None]
        if not kept:
            continue
        top = y
        y += PANEL_NAME if name else 0
        for part in kept:
            if isinstance(part, Cells):
                areas |= _cells(part, Area(EDGE, y, width - 2 * EDGE, part.height))
                y += part.height
            else:
                for key, area in _boxes(part, variant, y, width):
                    if isinstance(key, int):
                        numerals[key] = area
                    else:
                        areas[key] = area
                y += _height(part, variant)
        found.append((name, Area(EDGE, top, width - 2 * EDGE, y - top)))
        y += GAP
    return Panels(width, y - GAP + EDGE, tuple(found), areas, numerals)


def _kept(part: Part, variant: Variant, wanted: frozenset[str] | None) -> Part | None:
    """What a felt keeps of a row: the wagers of its variant, on the simple felt only the simple ones."""
    if isinstance(part, Cells):
        has = places_of(variant)
        shares = tuple(
            (wager, share) for wager, share in part.shares if wager in has and (wanted is None or wager in wanted)
        )
        return Cells(part.height, shares) if shares else None
    if wanted is None:
        return part
    rows = ((tuple(kind for kind in kinds if kind in wanted), height, not kinds) for kinds, height in part.rows)
    return Boxes(part.across, tuple((kinds, height) for kinds, height, numeral in rows if kinds or numeral))


def _cells(part: Cells, area: Area) -> dict[Key, Area]:
    whole, before, found = sum(share for _, share in part.shares), 0, {}
    for wager, share in part.shares:
        start, end = (area.width * edge // whole for edge in (before, before + share))
        found[wager, ""] = Area(area.x + start, area.y, end - start, area.height)
        before += share
    return found


def _height(part: Boxes, variant: Variant) -> int:
    lines = -(-len(PLANS[variant].numbers) // part.across)
    return lines * sum(height for _, height in part.rows) + (lines - 1) * GAP


def _boxes(part: Boxes, variant: Variant, top: int, width: int) -> Iterator[tuple[Key | int, Area]]:
    """The places in each number's box, and under the number itself the place where it is printed."""
    numbers, high = PLANS[variant].numbers, sum(height for _, height in part.rows) + GAP
    for i, number in enumerate(numbers):
        line, place = divmod(i, part.across)
        start, end = ((width - 2 * EDGE) * edge // part.across for edge in (place, place + 1))
        y = top + line * high
        for kinds, height in part.rows:
            if not kinds:
                yield number, Area(EDGE + start, y, end - start, height)
            here = [kind for kind in kinds if number in PLANS["craps"].numbers or kind in BEYOND_POINTS]
            for j, kind in enumerate(here):
                left, right = ((end - start) * edge // len(here) for edge in (j, j + 1))
                yield key_of(kind, number), Area(EDGE + start + left, y, right - left, height)
            y += height
