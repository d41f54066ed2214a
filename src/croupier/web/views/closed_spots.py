"""The spots that take no chips now, each with the reason, for everybody and for one player.

A key is `wager`, for all its spots, or `wager|spot`, which counts first; the empty key means every spot. Everybody's
part is what a player without bets would be refused. It depends only on the house and the state of the game, and is
computed once for each. A player's own part has only what differs because of that player's bets: the reason, or an
empty text for a spot that is open. Amounts play no part, and neither does who the player is: somebody who is excluded
or has cash on the table is told so only by a refusal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from croupier.core.machine import Standing
from croupier.core.refusal import Code, Refusal
from croupier.core.table import Table
from croupier.felt import Felt
from croupier.felt.changes import closed
from croupier.house import House
from croupier.table import State
from croupier.table.acts.wagers.betting import betting_closed
from croupier.text.render import Audience, sentence
from croupier.web.shared import naming

#: Every spot.
EVERY = ""
#: The seat of a player without bets.
_NOBODY = ""
_NOTHING: dict[str, str] = {}

Spot = tuple[str, str | None]


class _Closed(NamedTuple):
    """The closed spots for a player without bets: the refusals, those that own bets may lift, and all as sent."""

    spots: Mapping[Spot, str]
    needing: tuple[Spot, ...]
    shown: dict[str, str]


def closed_spots(state: State) -> dict[str, str]:
    """The closed spots for a player without bets."""
    shown = _closed(state.felt.house, state.felt.table).shown
    all_closed = betting_closed(state)
    return shown if all_closed is None else shown | {EVERY: _said(all_closed, state.felt.house)}


@lru_cache(maxsize=256)
def _closed(house: House, table: Table) -> _Closed:
    felt, found, needing = Felt(house, table, ((_NOBODY, 0),)), dict[Spot, str](), list[Spot]()
    for each in sorted(house.offered):
        wager = house.game.wagers[each]
        for spot in wager.spots(house):
            if (refusal := closed(felt, _NOBODY, wager, spot)) is not None:
                found[each, spot] = _said(refusal, house)
                if refusal.code is Code.NO_PARENT:
                    needing.append((each, spot))
    return _Closed(found, tuple(needing), _merged(found, house))


def _merged(found: Mapping[Spot, str], house: House) -> dict[str, str]:
    """One entry for a wager if all its spots are closed for the same reason, else one for each spot."""
    merged: dict[str, str] = {}
    for wager in dict.fromkeys(wager for wager, _ in found):
        reasons = {spot: found.get((wager, spot)) for spot in house.game.wagers[wager].spots(house)}
        alike = len(set(reasons.values())) == 1
        merged |= {wager if alike else _key((wager, spot)): said for spot, said in reasons.items() if said}
    return merged


def _key(spot: Spot) -> str:
    return f"{spot[0]}|{spot[1] or ''}"


def _said(refusal: Refusal, house: House, player: str | None = None) -> str:
    return sentence(refusal, Audience("player", player, wager=lambda wager: naming.wager(wager, house)))


class OwnClosed:
    """What is different for each player, computed again only for players whose bets changed."""

    def __init__(self, felt: Felt, before: OwnClosed | None) -> None:
        self.felt = felt
        self.table = _closed(felt.house, felt.table)
        self._known: dict[str, tuple[object, dict[str, str]]] = {}
        if before is not None and before.table is self.table:
            self._known = before._known

    def of(self, player: str, mine: list[Standing]) -> dict[str, str]:
        """The player's own part; `mine` are the player's bets."""
        barred = self.felt.barred
        if not mine and not barred:
            return _NOTHING
        known = self._known.get(player)
        if known is None or known[0] != (mine, barred):
            again = ((wager, spot or None) for seat, wager, spot in barred if seat == player)
            spots = (*((each.wager, each.spot) for each in mine), *again, *self.table.needing)
            known = self._known[player] = (mine, barred), self._differs(player, spots)
        return known[1]

    def _differs(self, player: str, spots: Iterable[Spot]) -> dict[str, str]:
        house, found = self.felt.house, dict[str, str]()
        for wager, spot in dict.fromkeys(spots):
            if wager not in house.offered or spot not in house.game.wagers[wager].spots(house):
                continue  # of an earlier house
            refusal = closed(self.felt, player, house.game.wagers[wager], spot)
            said = "" if refusal is None else _said(refusal, house, player)
            if said != self.table.spots.get((wager, spot), ""):
                found[_key((wager, spot))] = said
        return found
