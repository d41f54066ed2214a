"""The felts that tests look at, and what is drawn on them: hit areas and marked elements."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import NamedTuple
from xml.etree import ElementTree

from croupier import rulebook
from croupier.documents.felts import draw as opened
from croupier.games.big_six import svg as big_six
from croupier.games.craps.svg import felt as craps
from croupier.games.roulette.layout import CUSTOMARY, Layout
from croupier.games.roulette.svg import felt as roulette
from croupier.games.roulette.wheel import WHEELS
from croupier.games.svg import FULL, STYLES, Style
from croupier.house import load, presets

SVG = "{http://www.w3.org/2000/svg}"

BOOK = rulebook.colorado(on=date(2022, 9, 1))

SIX_POINTS = ("4", "5", "6", "8", "9", "10")

TEN_NUMBERS = ("2", "3", "4", "5", "6", "8", "9", "10", "11", "12")

LAYOUTS = [Layout(wheel, converted) for wheel in WHEELS for converted in (False, True)]
LAYOUTS.append(Layout("single-zero", customary=frozenset(CUSTOMARY)))

CRAPS_BETS = ("fire-bet", "sharp-shooter", "super-front-line-winner")

ROULETTE_BETS = ("back2back", "roulette-up", "roulette-up-progressive", "spinner-winner", "straights-and-8s")


def at_house(name: str, style: Style = FULL) -> str:
    """A preset's table as it opens."""
    return opened(load(name), style=style)


FELTS: dict[str, Callable[[], str]] = {
    **{f"{x.wheel} {x.converted} {len(x.customary)}": partial(roulette.draw, x) for x in LAYOUTS},
    "craps": partial(craps.draw, "craps"),
    "craps-free": partial(craps.draw, "craps-free"),
    "big-six": big_six.draw,
    **{f"at {name}": partial(at_house, name) for name in presets()},
    **{
        f"at {name}, {'simple' if style.simple else 'full'}, {'upright' if style.upright else 'along'}": partial(
            at_house, name, style
        )
        for name in presets()
        for style in STYLES
        if style != FULL
    },
    "all zeros upright": partial(roulette.draw, Layout("triple-zero", converted=True), style=Style(upright=True)),
    "craps with variations": partial(craps.draw, side_bets=("fire-bet", *(f"own-{n}" for n in range(9)))),
    "roulette without a pay table": partial(roulette.draw, Layout("triple-zero"), side_bets=ROULETTE_BETS),
}


class Hit(NamedTuple):
    """A hit area as drawn."""

    wager: str
    spot: str
    at: str
    x: int
    y: int
    width: int
    height: int
    title: str
    between: bool = False

    @property
    def center(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2

    def overlaps(self, other: Hit) -> bool:
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across > 0 and down > 0


def hits(picture: str) -> list[Hit]:
    """Every element with data-wager; each must be a plain rectangle."""
    found = []
    for each in ElementTree.fromstring(picture).iter():
        if "data-wager" in each.attrib or each.get("class") == "spot":
            assert each.tag == f"{SVG}rect"
            assert each.get("class") == "spot"
            assert "transform" not in each.attrib
            x, y, width, height = (int(each.attrib[name]) for name in ("x", "y", "width", "height"))
            title = each.findtext(f"{SVG}title") or ""
            assert each.get("aria-label") == title
            wager, spot, at = each.attrib["data-wager"], each.attrib["data-spot"], each.get("data-at", "")
            between = "data-between" in each.attrib
            found.append(Hit(wager, spot, at, x, y, width, height, title, between))
    return found


def hit(picture: str, wager: str, spot: str = "", at: str = "") -> Hit:
    """The one hit area of a spot."""
    (found,) = [h for h in hits(picture) if (h.wager, h.spot, h.at) == (wager, spot, at)]
    return found


def marked(picture: str, name: str) -> list[ElementTree.Element]:
    """Every element of a class."""
    return [each for each in ElementTree.fromstring(picture).iter() if each.get("class") == name]
