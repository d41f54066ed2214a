"""The craps layout in panels as a picture: every place with its name above the chip and its odds below it."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.core.citation import implements
from croupier.fonts import SERIF
from croupier.games.craps.layout import Key
from croupier.games.craps.panels import EDGE, HEAD, Panels
from croupier.games.craps.rules import Variant
from croupier.games.craps.svg.dice import die, pair
from croupier.games.craps.svg.table import COMBINATIONS, PLACES, POSTED, SCARLET, SHOWN, field
from croupier.games.svg import DEEP, GOLD, Area, Pays, fit, outlined, panel_of, posted, rect, small, spread, text

#: The words left and right of the chip in wide places.
_AROUND = {"pass": ("PASS", "LINE"), "dont-pass": ("DON'T", "PASS")}
_WORDS = {
    "pass-odds": ("ODDS", ""),
    "dont-pass-odds": ("LAY ODDS", ""),
    "dont-come": ("DON'T COME", ""),
    "big-6": ("BIG 6", ""),
    "big-8": ("BIG 8", ""),
    "any-seven": ("ANY SEVEN", ""),
    "any-craps": ("ANY CRAPS", ""),
}


@implements("47.1-2303(2)")
def printed(layout: Panels, variant: Variant, pays: Pays) -> Iterable[str]:
    """The texts that the rules require, and every panel."""
    said = "No call bets" if variant == "craps" else "No call bets · CRAPS FREE CRAPS"
    yield text(layout.width // 2, EDGE + HEAD // 2 - 2, said, 22, fill=GOLD, spacing=2)
    for name, area in layout.panels:
        if name:
            yield panel_of(name, area)
    for number, numeral in layout.numerals.items():
        yield rect(*numeral, fill=DEEP) + outlined(*numeral)
        x = numeral.x + numeral.width * (62 if numeral.width < 180 else 50) // 100
        yield text(x, numeral.middle[1], str(number), 46, fill=GOLD)
    for key, area in layout.areas.items():
        yield from _place(key, area, pays)


def _place(key: Key, area: Area, pays: Pays) -> Iterable[str]:
    wager, spot = key
    if wager == "field":
        yield from field(area, pays)
        return
    yield outlined(*area, stroke_width=2)
    kind, _, number = wager.rpartition("-")
    if spot or (kind in PLACES and number.isdigit()):
        kind = wager if spot else kind
        head = " ".join(PLACES[kind].split())
        yield from _labeled(area, head, posted(pays, wager) if kind in POSTED else "")
    elif wager == "come":
        yield from _come(area)
    elif wager in _AROUND:
        yield from _around(wager, area)
    elif wager in SHOWN or wager.startswith("hop-"):
        yield from _dice(wager, area, posted(pays, wager))
    else:
        head, below = _WORDS.get(wager) or COMBINATIONS.get(wager) or ("HORN HIGH", wager.rpartition("-")[2])
        yield from _labeled(area, head, below or posted(pays, wager))


def _labeled(area: Area, head: str, below: str) -> Iterable[str]:
    """A name above the chip, and the odds or the parts below it. A long name has two lines."""
    x = area.middle[0]
    size = area.height * 24 // 100
    lines = [head] if fit(head, area.width - 10, size, SERIF) > size * 2 // 3 else head.split()
    size = min(fit(line, area.width - 10, size, SERIF) for line in lines)
    for i, line in enumerate(lines):
        yield text(x, area.y + 4 + size // 2 + i * size, line, size)
    if below:
        foot = fit(below, area.width - 8, area.height * 24 // 100)
        yield small(x, area.foot[1] - 4 - foot // 2, below, foot, fill=GOLD)


def _come(area: Area) -> Iterable[str]:
    yield rect(*area.inset(3), fill=DEEP)
    yield spread(*area.middle, "COME", area.height * 55 // 100, min(124, area.width // 5), fill=SCARLET)


def _around(wager: str, area: Area) -> Iterable[str]:
    """A wide place: words left and right of the chip."""
    x, y = area.middle
    first, second = _AROUND[wager]
    room = area.width // 2 - 110
    size = min(fit(words, room, area.height * 44 // 100, SERIF) for words in (first, second))
    apart = 40 + room // 2
    yield text(x - apart, y, first, size) + text(x + apart, y, second, size)
    if wager == "dont-pass":
        yield die(area.x + 30, y - 20, 30, 6) + die(area.x + 30, y + 20, 30, 6)


def _dice(wager: str, area: Area, odds: str) -> Iterable[str]:
    """Two dice beside the chip, and the odds below it."""
    x, y = area.middle
    shown = SHOWN.get(wager) or tuple(map(int, wager.split("-")[1:]))
    size = min(38, area.width // 2 - 30, area.height // 2)
    apart = area.width // 4 + 4 if area.width < 180 else 52
    foot = area.height * 22 // 100
    yield pair(x, y - 8, size, apart, (shown[0], shown[1]))
    yield small(x, area.foot[1] - 3 - foot // 2, odds, fit(odds, area.width - 8, foot), fill=GOLD)
