"""Names in the words of the pages: what wagers, spots and outcomes are called, what a row pays, and who plays."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books import naming
from croupier.books.naming import group as group
from croupier.books.naming import limited as limited
from croupier.books.naming import outcome as outcome
from croupier.books.naming import said as said
from croupier.books.naming import said_by_key as said_by_key
from croupier.books.naming import spot as spot
from croupier.books.naming import variant as variant
from croupier.books.naming import wager as wager
from croupier.core.machine import MeterShare, Pays, Return
from croupier.core.printed_odds import Odds
from croupier.house import House
from croupier.table.state import Seat
from croupier.web.server.visitors import is_guest
from croupier.web.shared.messages import words


def pays(value: Pays | None) -> str:
    """What a row pays, as it is posted."""
    pays = words()["pays"]
    match value:
        case None:
            return pays["loses"]
        case MeterShare(percent):
            return pays["meter"].format(percent=percent)
        case Return(share):
            return pays["back"] if share == 1 else pays["part"].format(share=share)
    return odds(value)


def odds(value: Odds) -> str:
    """Odds in words.

    >>> odds(Odds(1000, basis="for")) == str(Odds(1000, basis="for")) == "1,000 for 1"
    True
    """
    return words()["pays"][value.basis].format(figure=f"{value.figure:,}", unit=value.unit)


def short(value: Pays) -> str:
    """What a row pays, in as few words as on the layout."""
    return f"{value.percent}%" if isinstance(value, MeterShare) else pays(value)


def row(wager_id: str, name: str, house: House) -> str:
    """A row of a pay table in words: '6 points', 'both balls in one number'."""
    known = words()["rows"].get(name)
    return naming.row(wager_id, name, house) if known is None else known


def person(player: str, seats: Iterable[Seat]) -> str:
    """The public name of a player: a guest is named by the place, in words that fit into a sentence."""
    if not is_guest(player):
        return player
    place = next((seat.place for seat in seats if seat.player == player), None)
    common = words()["common"]
    return common["guest_gone"] if place is None else common["guest"].format(place=place)
