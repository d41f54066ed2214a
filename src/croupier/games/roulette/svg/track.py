"""The racetrack as a picture: the numbers in the order of the wheel, around the sectors that custom knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from croupier.core.show import Macro
from croupier.fonts import SERIF
from croupier.games.roulette.macros import neighbors_of
from croupier.games.roulette.wheel import color
from croupier.games.svg import BLACK, CREAM, DEEP, FELT, GOLD, RED, Area, element, fit, outlined, rect, small, text

#: A cell of the track along the table; upright, the width of the whole track and the height of a cell.
_CELL, _WIDTH, _HEIGHT = 60, 420, 58
_EDGE = 4
_COLORS = {"red": RED, "black": BLACK, "green": FELT}


def draw(ring: Sequence[str], macros: Sequence[Macro], *, upright: bool = False) -> str:
    """The racetrack of a wheel. Every number and sector that has bets is an area to press."""
    known = {macro.id: macro for macro in macros if macro.track}
    sectors = [macro for name, macro in known.items() if name not in map(neighbors_of, ring)]
    cells, inner = _cells(len(ring), upright)
    beside = dict(zip(sectors, _divided(inner, len(sectors), upright), strict=True))
    width, height = (max(cell.foot[way] for cell in cells) + _EDGE for way in (0, 1))
    return element(
        "svg",
        element("desc", "Press a number: a chip on it, and on two neighbors on each side."),
        rect(0, 0, width, height, rx=18, fill=DEEP, stroke=GOLD, stroke_width=3),
        *(part for pocket, cell in zip(ring, cells, strict=True) for part in _number(pocket, cell)),
        *(part for macro, area in beside.items() for part in _sector(macro, area)),
        *(() if sectors else _printed(inner)),
        element("g", *_hits(ring, cells, known), *(_hit(macro, area) for macro, area in beside.items())),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="group",
        aria_label="Racetrack",
        class_="track",
    )


def _cells(count: int, upright: bool) -> tuple[list[Area], Area]:
    """A cell for each number, clockwise from the first, and the area inside them.

    The first number lies in the middle of the left side, or at the top if the track is upright. If the count is odd,
    it has two cells.
    """
    odd = count % 2
    short = (6 if odd else 7) if upright else (6 if odd else 5)
    long = (count + odd) // 2 + 2 - short
    across, down = (short, long) if upright else (long, short)
    edge = [
        *((column, 0) for column in range(across)),
        *((across - 1, row) for row in range(1, down)),
        *((column, down - 1) for column in range(across - 2, -1, -1)),
        *((0, row) for row in range(down - 2, 0, -1)),
    ]
    start = edge.index((across // 2 - odd, 0) if upright else (0, down // 2))
    width, height = (_WIDTH // across, _HEIGHT) if upright else (_CELL, _CELL)
    turned = edge[start:] + edge[:start]
    groups = [turned[: 1 + odd], *([each] for each in turned[1 + odd :])]
    areas = [
        _around([Area(_EDGE + x * width, _EDGE + y * height, width, height) for x, y in group]) for group in groups
    ]
    return areas, Area(_EDGE + width, _EDGE + height, (across - 2) * width, (down - 2) * height)


def _around(areas: Sequence[Area]) -> Area:
    x, y = min(area.x for area in areas), min(area.y for area in areas)
    right, bottom = max(area.foot[0] for area in areas), max(area.foot[1] for area in areas)
    return Area(x, y, right - x, bottom - y)


def _divided(inner: Area, parts: int, upright: bool) -> Iterable[Area]:
    """The area inside the numbers, divided for the sectors."""
    for part in range(parts):
        if upright:
            top, end = (inner.height * edge // parts for edge in (part, part + 1))
            yield Area(inner.x, inner.y + top, inner.width, end - top).inset(5)
        else:
            left, end = (inner.width * edge // parts for edge in (part, part + 1))
            yield Area(inner.x + left, inner.y, end - left, inner.height).inset(5)


def _number(pocket: str, cell: Area) -> Iterable[str]:
    yield rect(*cell.inset(1), rx=5, fill=_COLORS[color(pocket)], stroke=CREAM, stroke_width=1)
    yield text(*cell.middle, pocket, 26)


def _sector(macro: Macro, area: Area) -> Iterable[str]:
    about, _, count = macro.says.partition(": ")
    x, y = area.middle
    room = area.width - 12
    yield outlined(*area, rx=12, stroke=GOLD, stroke_width=2, fill=FELT)
    yield text(x, y - 30, macro.name.upper(), fit(macro.name.upper(), room, 26, SERIF, bold=True), fill=GOLD)
    yield small(x, y + 4, about, fit(about, room, 18))
    yield small(x, y + 34, count, fit(count, room, 18))


def _printed(inner: Area) -> Iterable[str]:
    """What is printed inside a track without sectors."""
    x, y = inner.middle
    says = "A number and two on each side"
    yield text(x, y - 20, "NEIGHBORS", fit("NEIGHBORS", inner.width - 24, 34, SERIF, bold=True), fill=GOLD)
    yield small(x, y + 20, says, fit(says, inner.width - 24, 20))


def _hits(ring: Sequence[str], cells: Sequence[Area], known: Mapping[str, Macro]) -> Iterable[str]:
    for pocket, cell in zip(ring, cells, strict=True):
        macro = known.get(neighbors_of(pocket))
        if macro is not None:
            yield _hit(macro, cell)


def _hit(macro: Macro, area: Area) -> str:
    return rect(
        *area,
        class_="track-spot",
        data_macro=macro.id,
        role="button",
        aria_label=escape(f"{macro.name}: {macro.says}"),
        fill="#ffffff",
        fill_opacity=0,
    )
