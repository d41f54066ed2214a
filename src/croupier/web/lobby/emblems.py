"""Small pictures of the devices: the wheel of a table in its own order, dice, the Big Six rim. Presentation only."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin

from croupier.fonts import SERIF
from croupier.fonts.outlines import outlined
from croupier.games.big_six.wheel import sections
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.wheel import color
from croupier.games.svg import BLACK, CREAM, DEEP, FELT, GOLD, INK, RED, WOOD, circle, element, rect
from croupier.house import House

_POCKETS = {"red": RED, "black": BLACK, "green": "#0f7a4c"}
_SECTIONS = {
    "one": "#f2e6bf",
    "two": "#1f7a4a",
    "five": RED,
    "ten": "#1d4b94",
    "twenty": "#5f2a85",
    "flag": "#fdfbf4",
    "joker": BLACK,
}
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def emblem(house: House) -> str:
    """The device of a house's table."""
    return PARTS[house.game.show.pages.device](house)


@lru_cache(maxsize=8)
def wheel(pockets: tuple[str, ...]) -> str:
    """A roulette wheel with these compartments around it, all equally wide."""
    parts = [circle(0, 0, 204, fill="#24120a"), circle(0, 0, 200, fill="#7a4a26"), circle(0, 0, 184, fill=WOOD)]
    parts.append(circle(0, 0, 168, fill=GOLD))
    for place, pocket in enumerate(pockets):
        turn, half = 360 * place / len(pockets), 180 / len(pockets)
        parts.append(element("path", d=_sector(turn - half, turn + half, 112, 165), fill=_POCKETS[color(pocket)]))
        x, y = _at(turn, 150)
        parts.append(_words(x, y, pocket, 12 if len(pocket) < 3 else 9, CREAM, f"rotate({turn:.2f} {x:.1f} {y:.1f})"))
    parts += [circle(0, 0, 112, fill="none", stroke=GOLD, stroke_width=3), circle(0, 0, 110, fill="#4a2812")]
    for turn in range(0, 360, 45):
        x, y = _at(turn, 104)
        parts.append(element("path", d=f"M0 0L{x:.1f} {y:.1f}", stroke="#6b4022", stroke_width=3))
    parts += [circle(0, 0, 44, fill=GOLD, stroke="#8d7130", stroke_width=3), circle(0, 0, 18, fill="#f0d78f")]
    ball = _at(360 * 7 / len(pockets), 126)
    parts.append(circle(round(ball[0]), round(ball[1]), 8, fill="#fffdf4", stroke="#777777", stroke_width=1))
    return _picture(*parts)


@lru_cache(maxsize=1)
def rim() -> str:
    """The rim of a Big Six wheel."""
    around = sections()
    parts = [circle(0, 0, 204, fill="#24120a"), circle(0, 0, 200, fill="#7a4a26"), circle(0, 0, 188, fill=GOLD)]
    for place, symbol in enumerate(around):
        turn, half = 360 * place / len(around), 180 / len(around)
        parts.append(element("path", d=_sector(turn - half, turn + half, 118, 184), fill=_SECTIONS[symbol]))
        x, y = _at(turn + half, 186)
        parts.append(circle(round(x), round(y), 3, fill=CREAM))
    parts += [circle(0, 0, 118, fill=FELT, stroke=GOLD, stroke_width=4), circle(0, 0, 86, fill=DEEP)]
    parts.append(_words(0, -52, "BIG SIX", 34, GOLD, "rotate(0)"))
    parts.append(element("path", d="M-12 -204L12 -204L0 -164Z", fill=CREAM, stroke=INK, stroke_width=2))
    return _picture(*parts)


@lru_cache(maxsize=64)
def dice(outcome: str) -> str:
    """Two dice."""
    first, second = map(int, outcome.split("-"))
    return _picture(_die(first, "translate(-88 -30) rotate(-14)"), _die(second, "translate(84 46) rotate(11)"))


#: The pictures, by the part names that games declare.
PARTS: dict[str, Callable[[House], str]] = {
    "wheel": lambda house: wheel(RouletteOptions.of(house).ring),
    "rim": lambda house: rim(),
    "dice": lambda house: dice("5-2"),
}


def faces(outcome: str) -> str:
    """Two dice side by side, for a line of rolls."""
    first, second = map(int, outcome.split("-"))
    inside = _die(first, "translate(-84 0)") + _die(second, "translate(84 0)")
    return element("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox="-164 -80 328 160")


def _die(face: int, transform: str) -> str:
    pips = (circle(40 * x, 40 * y, 13, fill=CREAM) for y, x in _PIPS[face])
    body = rect(-74, -74, 148, 148, rx=26, fill="#b3122a", stroke="#ff9a8d", stroke_width=3)
    return element("g", body, *pips, transform=transform)


def _picture(*parts: str) -> str:
    """A picture that a page embeds as an image, so it cannot use the fonts of the page."""
    return outlined(element("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox="-210 -210 420 420"))


def _at(turn: float, radius: float) -> tuple[float, float]:
    """A point on a circle, in degrees clockwise from the top."""
    return radius * sin(radians(turn)), -radius * cos(radians(turn))


def _sector(start: float, end: float, inner: float, outer: float) -> str:
    (a, b), (c, d) = _at(start, outer), _at(end, outer)
    (e, f), (g, h) = _at(end, inner), _at(start, inner)
    return (
        f"M{a:.1f} {b:.1f}A{outer} {outer} 0 0 1 {c:.1f} {d:.1f}"
        f"L{e:.1f} {f:.1f}A{inner} {inner} 0 0 0 {g:.1f} {h:.1f}Z"
    )


def _words(x: float, y: float, words: str, size: int, fill: str, transform: str) -> str:
    place = {"x": f"{x:.1f}", "y": f"{y + size * 0.35:.1f}", "font_size": str(size), "fill": fill}
    looks = {"font_family": SERIF, "font_weight": "bold", "text_anchor": "middle", "transform": transform}
    return element("text", words, **place, **looks)
