"""Wagers, spots, rows and outcomes as people say them; the words themselves are in the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.core.machine import MeterShare, Pays, Return
from croupier.games.svg import SideBet
from croupier.house import House
from croupier.table.state import Seat
from croupier.web.server.visitors import is_guest
from croupier.web.shared.messages import words

_LAY = "place-to-lose-"


def wager(wager_id: str) -> str:
    """A wager as people say it.

    >>> wager("dont-pass"), wager("place-to-lose-4"), wager("hop-1-3"), wager("street")
    ("Don't Pass", 'Place 4 to lose', 'Hop 1-3', 'Street')
    """
    known = words()["wagers"].get(wager_id)
    if known is not None:
        return known
    if wager_id.startswith(_LAY):
        return words()["wagers"]["place-to-lose"].format(number=wager_id.removeprefix(_LAY))
    first, _, rest = wager_id.partition("-")
    return f"{first} {rest if first == 'hop' else rest.replace('-', ' ')}".strip().capitalize()


def spot(wager_id: str, at: str | None) -> str:
    """A wager with its spot.

    >>> spot("corner", "8-9-11-12"), spot("red", None)
    ('Corner 8, 9, 11, 12', 'Red')
    """
    return f"{wager(wager_id)} {at.replace('-', ', ')}" if at else wager(wager_id)


def group(name: str) -> str:
    """A group of wagers: a heading."""
    return words()["groups"].get(name) or name.replace("-", " ").capitalize()


def outcome(text: str, house: House) -> str:
    """An outcome as the board shows it; a themed wheel has symbols of its own."""
    return house.options.called(text) or words()["outcomes"].get(text, text)


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
    bet = _printed(house).get(wager_id)
    if bet is not None and (name in bet.words or bet.counts):
        return bet.words.get(name) or f"{name.replace('-', ' ')} {bet.counts}"
    return name.replace("-", " ")


def _printed(house: House) -> Mapping[str, SideBet]:
    """How the side bets of a game are printed on its felt."""
    from croupier.games.craps.svg import side_bets as craps
    from croupier.games.roulette.svg import side_bets as roulette

    return {"craps": craps.PRINTED, "roulette": roulette.PRINTED}.get(house.game_name, {})


def person(player: str, seats: Iterable[Seat]) -> str:
    """A player as anybody may read: by name, and a guest by the place, in words that fit within a sentence."""
    if not is_guest(player):
        return player
    place = next((seat.place for seat in seats if seat.player == player), None)
    said = words()["common"]
    return said["guest_gone"] if place is None else said["guest"].format(place=place)
