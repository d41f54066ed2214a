"""Spoken names of wagers, spots, rows and outcomes: games declare their own, the catalogue has the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from croupier.core.machine import MeterShare, Pays, Return
from croupier.games import NAMES, game
from croupier.house import House
from croupier.table.state import Seat
from croupier.web.server.visitors import is_guest
from croupier.web.shared.messages import words


@cache
def _names() -> Mapping[str, str]:
    """The names that games and wagers declare, by the id of the wager."""
    found: dict[str, str] = {}
    for each in map(game, NAMES):
        found |= each.show.wagers
        found |= {key: wager.show.name for key, wager in each.wagers.items() if wager.show is not None}
    return found


def wager(wager_id: str) -> str:
    """The spoken name of a wager.

    >>> wager("dont-pass"), wager("place-to-lose-4"), wager("hop-1-3"), wager("street")
    ("Don't Pass", 'Place 4 to lose', 'Hop 1-3', 'Street')
    """
    return _names().get(wager_id) or wager_id.replace("-", " ").capitalize()


def spot(wager_id: str, at: str | None) -> str:
    """A wager with its spot.

    >>> spot("corner", "8-9-11-12"), spot("red", None)
    ('Corner 8, 9, 11, 12', 'Red')
    """
    return f"{wager(wager_id)} {at.replace('-', ', ')}" if at else wager(wager_id)


def group(name: str) -> str:
    """A group of wagers: a heading."""
    return words()["groups"].get(name) or name.replace("-", " ").capitalize()


def variant(house: House) -> str:
    """The spoken name of a table's game."""
    return house.game.show.variants[house.variant].name


def outcome(text: str, house: House) -> str:
    """An outcome as the board shows it; a themed wheel has its own symbols."""
    return house.options.called(text) or house.game.show.outcomes.get(text, text)


def pays(value: Pays | None) -> str:
    """What a row pays, as it is posted."""
    said = words()["pays"]
    match value:
        case None:
            return said["loses"]
        case MeterShare(percent):
            return said["meter"].format(percent=percent)
        case Return(share):
            return said["back"] if share == 1 else said["part"].format(share=share)
    return str(value)


def row(wager_id: str, name: str, house: House) -> str:
    """A row of a pay table in words: '6 points', 'both balls in one number'."""
    if (known := words()["rows"].get(name)) is not None:
        return known
    shown = house.game.wagers[wager_id].show
    if shown is None:
        return name.replace("-", " ")
    return shown.rows.get(name) or f"{name.replace('-', ' ')} {shown.counts}".strip()


def person(player: str, seats: Iterable[Seat]) -> str:
    """The public name of a player: a guest is named by the place, in words that fit into a sentence."""
    if not is_guest(player):
        return player
    place = next((seat.place for seat in seats if seat.player == player), None)
    said = words()["common"]
    return said["guest_gone"] if place is None else said["guest"].format(place=place)
