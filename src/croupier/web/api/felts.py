"""The felt of a house as a picture, and its spots as a list with the exact edge of each wager."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from xml.etree import ElementTree

import msgspec
from starlette.exceptions import HTTPException

from croupier.documents.felts import draw, track
from croupier.games.svg import FULL, PAY_TABLE, PAYS, Style, worth
from croupier.house import House
from croupier.text.language import ENGLISH, per_language, speaking
from croupier.web.shared import naming, posted_rules
from croupier.web.shared.messages import words
from croupier.web.shared.wager_outcomes import covers

#: Edges by wager, and by number if the price depends on it.
Edges = dict[tuple[str, str | None], tuple["EdgeShown", ...]]
_SVG = "{http://www.w3.org/2000/svg}"


class EdgeShown(msgspec.Struct, frozen=True):
    """An exact house edge as a fraction and in percent, with the condition under which it applies."""

    when: str
    edge: str
    percent: float


class SpotShown(msgspec.Struct, frozen=True):
    """A spot of the felt: its place and name, the pays of its wager, and the house edge.

    `spot` is the spot in a command, null if the wager has only one. `title` has its name, its pay table and its odds,
    which `name`, `table` and `odds` have one by one; the last two may be empty. `covers` says in words which outcomes
    decide it, `says` what its wager pays; `pays` has the rows one by one, as they are printed. `edges` has an edge
    for each choice that the player has; `edge` and `edge_percent` are the first of them.
    """

    wager: str
    spot: str | None
    at: str
    title: str
    name: str
    table: str
    odds: str
    covers: str
    x: int
    y: int
    width: int
    height: int
    pays: dict[str, str]
    says: str
    edge: str | None
    edge_percent: float | None
    edges: tuple[EdgeShown, ...]


def style_of(query: Mapping[str, str]) -> Style:
    """The felt that a request names: `felt=simple`, `way=upright`; without them the full one along the table."""
    felt, way = query.get("felt", "full"), query.get("way", "along")
    if felt not in ("full", "simple") or way not in ("along", "upright"):
        raise HTTPException(404, f"No felt {felt!r}, {way!r}: felt is full or simple, way is along or upright.")
    return Style(felt == "simple", way == "upright")


@lru_cache(maxsize=256)
def plain(house: House, style: Style = FULL) -> str:
    """The empty felt of a house."""
    return draw(house, style=style)


def panels(house: House) -> dict[str, str]:
    """The names of the parts of its upright felts, as they are printed, and in the visitor's language."""
    return {name: naming.said(name, house) for name in _panels(house)}


@lru_cache(maxsize=64)
def _panels(house: House) -> tuple[str, ...]:
    drawn = (plain(house, Style(simple, upright=True)) for simple in (False, True))
    return tuple(dict.fromkeys(name for felt in drawn for name in re.findall(r'data-panel="([^"]*)"', felt)))


@lru_cache(maxsize=64)
def racetrack(house: House, style: Style = FULL) -> str:
    """The racetrack of a house, along the table or upright."""
    drawn = track(house, upright=style.upright)
    if drawn is None:
        raise HTTPException(404, "This table has no racetrack.")
    return drawn


@per_language(256)
def spots(house: House, style: Style = FULL) -> tuple[SpotShown, ...]:
    """Every spot of the felt, in the order in which the picture has them. Solving the edges takes a moment."""
    edges = _edges(house)
    picture = ElementTree.fromstring(plain(house, style))  # noqa: S314 (our own drawing)
    return tuple(_shown(each, house, edges) for each in picture.iter(f"{_SVG}rect") if each.get("class") == "spot")


def _shown(element: ElementTree.Element, house: House, edges: Edges) -> SpotShown:
    wager, spot = element.get("data-wager", ""), element.get("data-spot", "")
    pays = {row: worth(each) for row, each in house.pays_by_wager.get(wager, {}).items()}
    says = posted_rules.paying(house, wager)
    said = {row: naming.short(each) for row, each in house.pays_by_wager.get(wager, {}).items()}
    here = said["win"] if spot and "push" in said else said.get(spot, says)  # pays depend on the number
    name, table = _named(element.get("aria-label", ""), wager, spot, house)
    found = edges.get((wager, spot)) or edges.get((wager, None), ())
    return SpotShown(
        wager=wager,
        spot=spot or None,
        at=element.get("data-at", ""),
        title=_title(name, table, here),
        name=name,
        table=table,
        odds=here,
        covers=covers(house, wager, spot),
        x=int(element.get("x", "0")),
        y=int(element.get("y", "0")),
        width=int(element.get("width", "0")),
        height=int(element.get("height", "0")),
        pays=pays,
        says=says,
        edge=found[0].edge if found else None,
        edge_percent=found[0].percent if found else None,
        edges=found,
    )


def _named(label: str, wager: str, spot: str, house: House) -> tuple[str, str]:
    """The spoken name of a spot, with numbers that only its label in the picture has, and its pay table, if any."""
    with speaking(ENGLISH):
        english = naming.spot(wager, spot, house)
    label = label.partition(PAYS)[0]
    alike = label.lower().startswith(english.lower())
    more, _, table = (label[len(english) :] if alike else "").partition(PAY_TABLE)
    return naming.spot(wager, spot, house) + more, table


def _title(name: str, table: str, odds: str) -> str:
    """All that is read out for a spot."""
    said = words()["pays"]
    parts = (name, said["table"].format(table=table) if table else "", said["pays"].format(odds=odds) if odds else "")
    return ", ".join(filter(None, parts))


@per_language(64)
def _edges(house: House) -> Edges:
    """The exact edges of every wager by itself; empty for a wager that cannot be priced alone.

    If the edge depends on the number of the spot, there is an entry for each number.
    """
    from croupier.chain.everything import of_house
    from croupier.web.odds.figures import terms

    found: Edges = {}
    for question in of_house(house):
        at = question.options.get("number")
        here = found.get((question.wager.id, at), ())
        found[question.wager.id, at] = (*here, _edge(terms(question), question.price().edge))
        spots = question.wager.spots(house)
        if None in spots and not question.options:  # a come wager: use the price after it moved to a number
            for spot in filter(None, spots):
                when = words()["odds"]["options_number"].format(value=spot)
                travelled = _edge(when, question.price(state=f"on={spot}").edge)
                found[question.wager.id, spot] = (travelled,)
    return found


def _edge(when: str, edge: Fraction) -> EdgeShown:
    return EdgeShown(when, str(edge), round(float(edge * 100), 4))
