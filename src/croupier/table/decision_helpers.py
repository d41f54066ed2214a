"""What every decision uses: events made from a command, and the questions asked again and again."""

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
#: A decider that has carried its events out already, to go on from one to the next, gives the state after them too.
Decider = Callable[[Any, State], Decided | Conducted[State, Event]]


def made(kind: type[E], command: Command, state: State, **fields: Any) -> E:
    """An event of this command; its time is never before the last one's."""
    at = command.at if command.at > state.at else state.at
    return kind(command=command.id, by=command.by, at=at, **fields)


def first(done: T | Refusal, *others: Refusal | None) -> T | Refusal:
    """Of all refusals that apply the one that comes first; what was done where there is none."""
    if not any(others):
        return done
    for other in reversed(others):  # of two of a code the one named first
        if other is not None and (not isinstance(done, Refusal) or other.code.rank <= done.code.rank):
            done = other
    return done


def seat_of(state: State, player: str) -> Seat | Refusal:
    """The player's place, or that there is none."""
    return state.seat(player) or refuse(Code.NOT_SEATED, player=Person(player))


def own_units(state: State, player: str, amount: int) -> Refusal | None:
    """Who has a color pays and wagers in whole chips of its unit."""
    seat = state.seat(player)
    if seat is None or seat.unit is None or amount % seat.unit == 0:
        return None
    return refuse(
        Code.NOT_WHOLE_CHIPS,
        "own-chips",
        cite="30-2201(9)",
        amount=Money(amount),
        player=Person(player),
        unit=Money(seat.unit),
    )


def in_phase(state: State, allowed: Iterable[Phase], act: str, cite: str | None = None) -> Refusal | None:
    """Whether the round has come to an act and is not past it; `act` is the variant in the catalogue."""
    if state.phase in allowed:
        return None
    return refuse(Code.NOT_IN_THIS_PHASE, act, cite=cite, choices=tuple(allowed), phase=state.phase)


def money_may_move(state: State) -> Refusal | None:
    """Money stands still while the round runs, and until every wager is resolved."""
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


def may_deal(state: State, player: str) -> Refusal | None:
    """Whether money of this player may move: he or she has a place, and no round runs."""
    seat = seat_of(state, player)
    return money_may_move(state) or (seat if isinstance(seat, Refusal) else None)


def whole_chips(state: State, amount: int) -> Refusal | None:
    """Whether an amount can be had in chips of the table."""
    if amount % state.house.lowest_chip == 0:
        return None
    return refuse(Code.NOT_WHOLE_CHIPS, "lowest-chip", amount=Money(amount), chip=Money(state.house.lowest_chip))


def held(state: State, player: str, amount: int) -> Refusal | None:
    """Whether a player has this much in the rack, in whole chips or all of it."""
    rack = state.felt.rack(player)
    if amount != rack and (refusal := whole_chips(state, amount)) is not None:
        return refusal
    if amount <= rack:
        return None
    return refuse(Code.NOT_ENOUGH_CHIPS, "not-so-many", player=Person(player), rack=Money(rack), amount=Money(amount))
