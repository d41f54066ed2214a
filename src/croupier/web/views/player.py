"""A player's own view of a table."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.core.machine import Standing
from croupier.felt import Felt, Played
from croupier.floor.crew.win_time import time_of
from croupier.table import State
from croupier.table.rows import Row
from croupier.table.state import Round
from croupier.web.views.closed_spots import OwnClosed
from croupier.web.views.members import shooter
from croupier.web.views.patch import Shown, given
from croupier.web.views.result_line import result_line


# What is sent -----------------------------------------------------------------------------------------------
class RowShown(Shown, frozen=True, kw_only=True):
    """A decided wager as its player sees it; `net` is the change of the player's wealth."""

    wager: str
    spot: str | UnsetType = UNSET
    grade: str
    stake: int
    paid: int
    net: int
    cite: str


class WonShown(Shown, frozen=True, kw_only=True):
    """A player's results of a settled round; `says` is what it did to the player, in one sentence.

    `profit` is what the player has more than before the decided bets were made, in cents; below zero: less. A win is
    shown for this `time`, in milliseconds; 0 if the player did not win.
    """

    round: int
    says: str
    profit: int
    time: int
    rows: list[RowShown]


class DueShown(Shown, frozen=True, kw_only=True):
    """A choice that the player has to make; `back` is what each answer returns at once, in cents."""

    wager: str
    spot: str | UnsetType = UNSET
    stake: int
    choices: tuple[str, ...]
    back: dict[str, int]


class OwnShown(Shown, frozen=True, kw_only=True):
    """A player's own view."""

    player: str
    rack: int
    laid: int
    place: int
    pending: list[DueShown]
    repeat: bool
    closed: dict[str, str]
    won: WonShown | UnsetType = UNSET
    dice: str | UnsetType = UNSET


# The view ---------------------------------------------------------------------------------------------------
class Own:
    """The own views of the players at one table, computed once for a state; unchanged parts are reused."""

    def __init__(self, state: State, before: Own | None = None) -> None:
        self.state = state
        self.racks = dict(state.felt.racks)
        self.places = {seat.player: seat.place for seat in state.seats}
        self.laid: dict[str, int] = {}
        self.pending: dict[str, list[DueShown]] = {}
        self._due: dict[int, tuple[Standing, DueShown]] = {}  # by object id: states share unchanged objects
        self.mine: dict[str, list[Standing]] = {}
        self.closed: OwnClosed = OwnClosed(state, None if before is None else before.closed)
        for each in state.felt.standing:
            self.mine.setdefault(each.seat, []).append(each)
            self.laid[each.seat] = self.laid.get(each.seat, 0) + each.stake + each.commission
            if each.choices and state.felt.draw_due is None:  # the draw comes first
                known = None if before is None else before._due.get(id(each))
                due = _due(state.felt, each) if known is None else known[1]
                self._due[id(each)] = each, due
                self.pending.setdefault(each.seat, []).append(due)
        self.repeats = {player for player, wagers in state.repeats if wagers}
        self.last = state.rounds[-1] if state.rounds else None
        same = before is not None and before.last is self.last
        self.won: dict[str, WonShown] = before.won if before is not None and same else _won(self.last)

    def of(self, player: str) -> OwnShown | None:
        """The own view of one player; None if not seated."""
        if player not in self.places:
            return None
        return OwnShown(
            player=player,
            rack=self.racks.get(player, 0),
            laid=self.laid.get(player, 0),
            place=self.places[player],
            pending=self.pending.get(player, []),
            repeat=player in self.repeats,
            closed=self.closed.of(player, self.mine.get(player, [])),
            won=self.won.get(player, UNSET),
            dice=self._dice(player),
        )

    def _dice(self, player: str) -> str | UnsetType:
        if "dice" not in self.state.house.game.show.pages.view:
            return UNSET
        if self.state.dice.asked == player:
            return "offered"
        return "yours" if shooter(self.state.felt) == player else UNSET


def _due(felt: Felt, each: Standing) -> DueShown:
    """A choice that a player has to make, with what each answer would return."""
    back = {}
    for choice in each.choices:
        played = felt.choose(each.seat, each.wager, choice)
        assert isinstance(played, Played), played
        back[choice] = sum(row.paid for row in played.resolutions)
    return DueShown(wager=each.wager, spot=given(each.spot), stake=each.stake, choices=each.choices, back=back)


def _won(last: Round | None) -> dict[str, WonShown]:
    """The results of a settled round, for each player."""
    rows: dict[str, list[Row]] = {}
    for row in () if last is None else last.rows:
        if not row.tip:
            rows.setdefault(row.player, []).append(row)
    return {} if last is None else {player: _of(last, own) for player, own in rows.items()}


def _of(last: Round, rows: list[Row]) -> WonShown:
    return WonShown(
        round=last.number,
        says=result_line(rows, last.before.house),
        profit=sum(row.profit for row in rows),
        time=round(1000 * time_of(rows)),
        rows=[row_shown(row) for row in rows],
    )


def row_shown(row: Row) -> RowShown:
    """A decided wager as its player sees it."""
    return RowShown(
        wager=row.wager,
        spot=given(row.spot),
        grade=row.grade,
        stake=row.stake,
        paid=row.paid,
        net=row.profit,
        cite=row.cite,
    )
