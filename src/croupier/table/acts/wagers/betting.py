"""Checks that all acts about wagers share: who may change wagers, when, and with which chips."""

from __future__ import annotations

from typing import Any, Protocol

from croupier.conduct.command import Command
from croupier.conduct.postings import moved
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.felt import Act, Felt
from croupier.table import settle
from croupier.table.acts.clock import paused, stepped
from croupier.table.acts.device import sealed
from croupier.table.acts.table import excluded
from croupier.table.decision_helpers import not_running, own_units, seat_of
from croupier.table.felt_change import Changed, applied_for, changed_for
from croupier.table.ledger import Postings, rack_account
from croupier.table.people import DEALERS
from croupier.table.state import Buying, State
from croupier.text.facts import Person, WagerId

CONFIRM = DEALERS | {"boxperson"}


def taken_now(command: Command, state: State, player: str, *, more: bool = True) -> Refusal | None:
    """Whether this player's wagers may change now; `more` if the act adds to the layout."""
    refusal = (stepped(command, state) if more else None) or _betting(state, more=more)
    if refusal is None and more and state.buying is not None:
        refusal = _redeemed_first(state, state.buying, player)
    if refusal is not None:
        return refusal
    seat = seat_of(state, player)
    return seat if isinstance(seat, Refusal) else None


def more_from(command: Command, state: State, player: str) -> Refusal | None:
    """Whether this player may add to the layout, for a wager that is allowed."""
    return excluded(state, player) or _late(command, state) or sealed(state)


def betting_closed(state: State) -> Refusal | None:
    """Why no player may place anything on any spot now, by the checks of a command; None if betting is open."""
    late = _unconfirmed(state) if state.phase == "in-the-air" else None
    return lowest(not_running(state), paused(state), _betting(state, more=True), late, sealed(state))


def _betting(state: State, *, more: bool) -> Refusal | None:
    """Whether betting is open. With the dice in the air nothing can be taken back, and a device has drawn already."""
    if state.phase == "open":
        return None
    late, cite = state.phase == "in-the-air", state.cite(Topic.CLOSE)
    if state.phase == "settled":
        return refuse(Code.NOT_IN_THIS_PHASE, "not-open-yet", cite=cite)
    if state.phase not in state.course.betting or (late and state.house.electronic_device):
        return refuse(Code.NOT_IN_THIS_PHASE, "no-more-bets", cite=cite)
    return refuse(Code.NOT_IN_THIS_PHASE, "in-the-air") if late and not more else None


@implements("47.1-2305(2)")
def _late(command: Command, state: State) -> Refusal | None:
    """With the dice in the air a dealer, the stickperson or a boxperson keys the wager, which confirms it (C18)."""
    return None if state.phase != "in-the-air" or command.by.role in CONFIRM else _unconfirmed(state)


def _unconfirmed(state: State) -> Refusal:
    return refuse(Code.MUST_BE_CONFIRMED, cite=state.cite(Topic.CLOSE))


@implements("30-2215(4)")
def _redeemed_first(state: State, buying: Buying, player: str) -> Refusal | None:
    """Tickets and money on the table become chips before anything is wagered."""
    if buying.player != player:
        return None
    return refuse(Code.CASH_ON_THE_TABLE, "redeemed-first", cite=state.cite(Topic.TICKETS), player=Person(player))


def own_chips(state: State, player: str, amount: int) -> Refusal | None:
    """Colored chips are wagered in whole chips; by the house procedure nothing else is wagered."""
    seat = state.seat(player)
    assert seat is not None
    if seat.unit is None and not state.house.by_procedure:
        return None
    if seat.unit is not None:
        return own_units(state, player, amount)
    return refuse(Code.COLOR_MISSING, "none-yet", cite=state.cite(Topic.PROCEDURE_CHIPS), player=Person(player))


def acted(state: State, player: str, act: Act) -> dict[str, Any] | Refusal:
    """What an act changed on the felt, and the amount it moved to the layout."""
    felt = state.felt
    after = felt.act(player, act)
    if isinstance(after, Refusal):
        return after
    if state.phase == "in-the-air" and (refusal := _another_roll(state, felt, after, act)) is not None:
        return refusal
    change, went = changed_for(player, felt, after)
    return {"moved": went, "felt": change}


@implements("47.1-2313(2)")
def _another_roll(state: State, felt: Felt, after: Felt, act: Act) -> Refusal | None:
    """With the dice in the air for come wagers alone, a line wager would make another roll of it (reading C17)."""
    ready, house = felt.house.game.ready, felt.house
    if ready(felt.table, felt.standing, house) == ready(after.table, after.standing, house):
        return None
    return refuse(Code.NOT_NOW, "come-only", cite=state.cite(Topic.COME_ONLY), wager=WagerId(act.wager))


def beside_a_coupon(state: State, player: str, wager: str, spot: str | None, amount: int) -> Refusal | None:
    """No chips are added to a wager with a coupon: it is alone, or beside chips of the same amount."""
    if not state.coupons or settle.coupon_on(state.coupons, player, wager, spot) is None:
        return None
    return refuse(Code.COUPON_NOT_TAKEN, "chips-elsewhere", player=Person(player))


class OneWager(Protocol):
    """An event that moved chips between a player's rack and one wager."""

    @property
    def player(self) -> str:
        """Whose wager it is."""

    @property
    def wager(self) -> str:
        """The wager."""

    @property
    def moved(self) -> int:
        """The amount moved to the layout in cents; below zero it came back."""

    @property
    def felt(self) -> Changed:
        """What the event changed on the felt."""


def apply_to_one_wager(state: State, event: OneWager) -> State:
    """Apply an event that placed, raised or reduced a wager; evaluates no rule and reads no house."""
    play = applied_for(event.player, event.moved, state.felt, event.felt, state.house_by)
    if state.moved and event.moved > 0:
        return state.but(play=play, moved=not_moved(state, event.player, event.wager))
    return state.but(play=play)


def not_moved(state: State, player: str, wager: str) -> frozenset[tuple[str, str]]:
    """The side bets that lie in their circles after chips were added to one of them in its marked area."""
    return state.moved - {(player, wager)}


def post_wager(event: OneWager, state: State) -> Postings:
    """The postings of a wager placed, raised or reduced: between rack and layout."""
    return moved(rack_account(event.player), "layout", event.moved, "wager")
