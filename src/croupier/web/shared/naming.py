"""Spoken names of wagers, spots, rows and outcomes: games and wagers declare them; without one, the id is spoken."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.core.machine import MeterShare, Pays, Return
from croupier.house import House
from croupier.table.state import Seat
from croupier.web.server.visitors import is_guest
from croupier.web.shared.messages import words


def wager(wager_id: str, house: House) -> str:
    """The spoken name of a wager; a variation from outside may bring its own.

    >>> from croupier.house import load
    >>> craps = load("colorado-craps")
    >>> wager("dont-pass", craps), wager("place-to-lose-4", craps), wager("hop-1-3", craps), wager("fire-bet", craps)
    ("Don't Pass", 'Place 4 to lose', 'Hop 1-3', 'Fire Bet')
    """
    declared = house.game.wagers.get(wager_id)
    if declared is not None and declared.show is not None:
        return declared.show.name
    return house.game.show.wagers.get(wager_id) or _spoken(wager_id)


def _spoken(name: str) -> str:
    return name.replace("-", " ").capitalize()


def spot(wager_id: str, at: str | None, house: House) -> str:
    """A wager with its spot.

    >>> from croupier.house import load
    >>> wheel = load("colorado-double-zero")
    >>> spot("corner", "8-9-11-12", wheel), spot("red", None, wheel)
    ('Corner 8, 9, 11, 12', 'Red')
    """
    name = wager(wager_id, house)
    return f"{name} {at.replace('-', ', ')}" if at else name


def group(name: str, house: House) -> str:
    """A group of wagers: a heading."""
    return house.game.show.groups.get(name) or _spoken(name)


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
    if (known := words()["rows"].get(name) or house.game.show.rows.get(name)) is not None:
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
