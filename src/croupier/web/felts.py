"""The felt of a house as a picture, and its spots as a list with the exact edge of each wager."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from xml.etree import ElementTree

import msgspec

from croupier.documents.felts import draw
from croupier.games.svg import title_of, worth
from croupier.house import House
from croupier.web import posted

_SVG = "{http://www.w3.org/2000/svg}"


class SpotShown(msgspec.Struct, frozen=True):
    """A spot of the felt: where it is, what it is called, what its wager pays, the house's edge as a fraction.

    `says` is what its wager pays in words; `pays` has the rows one by one.
    """

    wager: str
    spot: str
    at: str
    title: str
    x: int
    y: int
    width: int
    height: int
    pays: dict[str, str]
    says: str
    edge: str | None
    edge_percent: float | None


@lru_cache(maxsize=64)
def plain(house: House) -> str:
    """The felt of a house with nothing on it."""
    return draw(house)


@lru_cache(maxsize=64)
def spots(house: House) -> tuple[SpotShown, ...]:
    """Every spot of the felt, in the order in which the picture has them. Solving the edges takes a moment."""
    edges = _edges(house)
    picture = ElementTree.fromstring(plain(house))
    return tuple(_shown(each, house, edges) for each in picture.iter(f"{_SVG}rect") if each.get("class") == "spot")


def _shown(element: ElementTree.Element, house: House, edges: dict[str, Fraction]) -> SpotShown:
    wager, spot = element.get("data-wager", ""), element.get("data-spot", "")
    pays = {row: worth(each) for row, each in house.pays_by_wager.get(wager, {}).items()}
    says = posted.paying(house, wager)
    here = pays["win"] if spot and "push" in pays else pays.get(spot, says)  # on a number it pays by that
    edge = edges.get(wager)
    return SpotShown(
        wager=wager,
        spot=spot,
        at=element.get("data-at", ""),
        title=title_of(element.get("aria-label", "").partition(", pays ")[0], here),
        x=int(element.get("x", "0")),
        y=int(element.get("y", "0")),
        width=int(element.get("width", "0")),
        height=int(element.get("height", "0")),
        pays=pays,
        says=says,
        edge=None if edge is None else str(edge),
        edge_percent=None if edge is None else round(float(edge * 100), 4),
    )


def _edges(house: House) -> dict[str, Fraction]:
    """The exact edge of every wager on its own, as the table pays it; none where it has no price alone."""
    from croupier.chain.everything import of_house

    found: dict[str, Fraction] = {}
    for question in of_house(house):
        if question.wager.id not in found:
            found[question.wager.id] = question.price().edge
    return found
