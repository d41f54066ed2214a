"""The spots that take no chips now, each with the reason, for everybody and for one player.

A key is `wager`, for all its spots, or `wager|spot`, which counts first; the empty key means every spot. Everybody's
part is what a player without bets would be refused. It depends only on the house, the state of the game and the
language, and is computed once for each. A player's own part has only what differs because of that player's bets: the
reason, or an empty text for a spot that is open. Amounts play no part, and neither does who the player is: somebody
who is excluded or has cash on the table is told so only by a refusal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from croupier.core.machine import Standing
from croupier.core.refusal import Code, Refusal
from croupier.core.table import Table
from croupier.felt import Felt
from croupier.felt.changes import closed
from croupier.house import House
from croupier.table import State
from croupier.table.acts.wagers.betting import betting_closed
from croupier.table.handed_over import not_on_the_layout
from croupier.text.language import per_language
from croupier.text.render import Audience, sentence
from croupier.web.shared import naming

#: Every spot.
EVERY = ""
#: The seat of a player without bets.
_NOBODY = ""
_NOTHING: dict[str, str] = {}

Spot = tuple[str, str | None]


class _Closed(NamedTuple):
    """The closed spots for a player without bets, with their reasons, and as they are sent."""

    spots: Mapping[Spot, str]
    shown: dict[str, str]
    riders: Mapping[Spot, list[Spot]]  # the spots of odds, by the bet that they support
    needing: tuple[Spot, ...]  # other spots that are closed until the player has some other bet
    every: frozenset[Spot]  # all spots of the house, open ones too


def closed_spots(state: State) -> dict[str, str]:
    """The closed spots for a player without bets."""
    shown = _closed(state.felt.house, state.felt.table, _areas(state)).shown
    all_closed = betting_closed(state)
    return shown if all_closed is None else shown | {EVERY: _said(all_closed, state.felt.house)}


def _areas(state: State) -> tuple[str, ...] | None:
    """The wagers that have an area on the layout; None at a table without a kit."""
    return None if state.kit is None else state.kit.areas


def _refused(felt: Felt, areas: tuple[str, ...] | None, player: str, wager: str, spot: str | None) -> Refusal | None:
    """Why a spot is closed for a player."""
    found = closed(felt, player, felt.house.game.wagers[wager], spot)
    return found if found is not None or areas is None else not_on_the_layout(areas, felt.house, wager)


@per_language(256)
def _closed(house: House, table: Table, areas: tuple[str, ...] | None) -> _Closed:
    felt, found = Felt(house, table, ((_NOBODY, 0),)), dict[Spot, str]()
    riders, needing, every = dict[Spot, list[Spot]](), list[Spot](), set[Spot]()
    for each in sorted(house.offered):
        wager = house.game.wagers[each]
        for spot in wager.spots(house):
            every.add((each, spot))
            refusal = _refused(felt, areas, _NOBODY, each, spot)
            if refusal is not None:
                found[each, spot] = _said(refusal, house)
            if wager.parent is not None:
                riders.setdefault(wager.parent_of(spot), []).append((each, spot))
            elif refusal is not None and refusal.code is Code.NO_PARENT:
                needing.append((each, spot))
    return _Closed(found, _merged(found, house), riders, tuple(needing), frozenset(every))


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


class _Own(NamedTuple):
    """A player's bets, the bets that may not be placed again, and what differs for the player because of them."""

    mine: list[Standing] = []  # noqa: RUF012 (never changed)
    barred: frozenset[tuple[str, str, str]] = frozenset()
    shown: dict[str, str] = _NOTHING


class OwnClosed:
    """What differs for each player. After a bet only the spots are looked at again that it may open or close."""

    def __init__(self, state: State, before: OwnClosed | None) -> None:
        self.felt, self.areas = state.felt, _areas(state)
        self.table = _closed(self.felt.house, self.felt.table, self.areas)
        self._known: dict[str, _Own] = {}
        if before is not None and before.table is self.table:
            self._known = before._known

    def of(self, player: str, mine: list[Standing]) -> dict[str, str]:
        """The player's own part; `mine` are the player's bets."""
        barred = self.felt.barred
        if not mine and not barred:
            return _NOTHING
        known = self._known.get(player, _Own())
        if known.mine != mine or known.barred != barred:
            shown = self._differs(player, self._touched(player, known, mine), known.shown)
            known = self._known[player] = _Own(mine, barred, shown)
        return known.shown

    def _touched(self, player: str, known: _Own, mine: list[Standing]) -> Iterator[Spot]:
        """The spots where something may have changed: of bets, of odds behind them, and those that need some bet."""
        same = {id(each) for each in known.mine} & {id(each) for each in mine}
        for each in (*known.mine, *mine):
            if id(each) not in same:
                spot = each.wager, each.spot
                yield spot
                yield from self.table.riders.get(spot, ())
        yield from self.table.needing
        yield from ((wager, at or None) for seat, wager, at in known.barred ^ self.felt.barred if seat == player)

    def _differs(self, player: str, spots: Iterable[Spot], known: dict[str, str]) -> dict[str, str]:
        house, found = self.felt.house, dict(known)
        for wager, spot in dict.fromkeys(spots):
            if (wager, spot) not in self.table.every:
                continue  # of an earlier house
            refusal = _refused(self.felt, self.areas, player, wager, spot)
            said = "" if refusal is None else _said(refusal, house, player)
            if said != self.table.spots.get((wager, spot), ""):
                found[_key((wager, spot))] = said
            else:
                found.pop(_key((wager, spot)), None)
        return found
