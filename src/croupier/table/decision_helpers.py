"""Functions that most decisions share: make an event, pick the first refusal, check seat, phase and chips."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from croupier.conduct.aggregate import Conducted
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.course import Phase
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table.state import Seat, State
from croupier.text.facts import Money, Person

E = TypeVar("E", bound=Event)
T = TypeVar("T")
Decided = tuple[Event, ...] | Refusal
#: A decider that makes several events applies each before the next; then it returns the final state too.
Decider = Callable[[Any, State], Decided | Conducted[State, Event]]


def made(kind: type[E], command: Command, state: State, **fields: Any) -> E:
    """Make an event of this command; its time is never earlier than the last event's."""
    at = command.at if command.at > state.at else state.at
    return kind(command=command.id, by=command.by, at=at, **fields)


def first(done: T | Refusal, *others: Refusal | None) -> T | Refusal:
    """The refusal with the lowest rank, `done` among them; `done` itself where nothing refuses."""
    if not any(others):
        return done
    for other in reversed(others):  # reversed: of two with the same code, the first argument wins
        if other is not None and (not isinstance(done, Refusal) or other.code.rank <= done.code.rank):
            done = other
    return done


def not_running(state: State, *, closed: bool = True, held: bool = True) -> Refusal | None:
    """Why a table takes no command that waits while it is closed, or while a stopped round is held."""
    if closed and state.phase == "closed":
        return refuse(Code.TABLE_CLOSED, table=state.table_id)
    if held and state.held:
        return refuse(Code.ROUND_HALTED, cite=state.cite(Topic.IRREGULAR))
    return None


def seat_of(state: State, player: str) -> Seat | Refusal:
    """The player's seat, or a refusal."""
    return state.seat(player) or refuse(Code.NOT_SEATED, player=Person(player))


def own_units(state: State, player: str, amount: int) -> Refusal | None:
    """A player with colored chips pays and wagers in whole chips of that unit."""
    seat = state.seat(player)
    if seat is None or seat.unit is None or amount % seat.unit == 0:
        return None
    return refuse(
        Code.NOT_WHOLE_CHIPS,
        "own-chips",
        cite=state.cite(Topic.COLOR),
        amount=Money(amount),
        player=Person(player),
        unit=Money(seat.unit),
    )


def in_phase(state: State, allowed: Iterable[Phase], act: str, cite: str | None = None) -> Refusal | None:
    """Refuse outside the allowed phases; `act` is the variant of the sentence in the catalogue."""
    if state.phase in allowed:
        return None
    return refuse(Code.NOT_IN_THIS_PHASE, act, cite=cite, choices=tuple(allowed), phase=state.phase)


def money_may_move(state: State) -> Refusal | None:
    """Refuse to move money while the round runs, until every wager is resolved."""
    if state.phase in state.course.money:
        return None
    if state.phase == "called":
        return _not_until_resolved(state)
    return _still_in_motion(state)


@implements("H-payouts(5)")
def _not_until_resolved(state: State) -> Refusal:
    return refuse(Code.MONEY_STANDS_STILL, "unresolved", cite=state.cite(Topic.MONEY_UNRESOLVED))


@implements("H-spin(2)")
def _still_in_motion(state: State) -> Refusal:
    return refuse(Code.MONEY_STANDS_STILL, state.course.device, cite=state.cite(Topic.MONEY_IN_PLAY))


def at_rest(state: State) -> Refusal | None:
    """By the house procedure no money moves at all while the ball runs: also no fill, no credit and no box."""
    if not state.running or not state.house.by_procedure or state.phase not in state.course.runs:
        return None
    return _still_in_motion(state)


def may_deal(state: State, player: str) -> Refusal | None:
    """Refuse to move this player's money without a seat, or while a round runs."""
    seat = seat_of(state, player)
    return money_may_move(state) or (seat if isinstance(seat, Refusal) else None)


def whole_chips(state: State, amount: int) -> Refusal | None:
    """Refuse an amount that is not a multiple of the lowest chip."""
    if amount % state.house.lowest_chip == 0:
        return None
    return refuse(Code.NOT_WHOLE_CHIPS, "lowest-chip", amount=Money(amount), chip=Money(state.house.lowest_chip))


def held(state: State, player: str, amount: int) -> Refusal | None:
    """Refuse an amount that is not in the rack, or not in whole chips unless it is the whole rack."""
    rack = state.felt.rack(player)
    if amount != rack and (refusal := whole_chips(state, amount)) is not None:
        return refusal
    if amount <= rack:
        return None
    return refuse(Code.NOT_ENOUGH_CHIPS, "not-so-many", player=Person(player), rack=Money(rack), amount=Money(amount))
