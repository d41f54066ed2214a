"""No more bets: the betting of a round closes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.course import Phase
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.table.acts.device import device_may, sealed
from croupier.table.acts.money.buy_in import cash_is_dropped
from croupier.table.acts.round.locking import LockedIn, locked_by_the_device
from croupier.table.acts.wagers.choosing import Chosen, chosen
from croupier.table.decision_helpers import Decided, in_phase, made
from croupier.table.effects import carried_out
from croupier.table.moves import WithMoves, moves_not_stated
from croupier.table.registry import Act, Happening
from croupier.table.state import State


# Commands ---------------------------------------------------------------------------------------------------
class CallNoMoreBets(WithMoves, frozen=True):
    """Close the betting.

    At a ball the dealer states the wave (`waved`), and that the ball still ran (`before_rest`). By the house
    procedure the dealer also states how many revolutions the ball had made, at least four.
    """

    topic = Topic.CLOSE
    waved: bool | None = None
    before_rest: bool | None = None
    revolutions: Annotated[int, Meta(ge=0, le=1000)] | None = None


# Events -----------------------------------------------------------------------------------------------------
class BettingClosed(Event, frozen=True):
    """Betting is closed: no more bets was called."""

    round: int
    waved: bool | None = None  # as stated by the dealer; an approved device announces the close itself
    before_rest: bool | None = None
    revolutions: int | None = None
    moves: tuple[str, ...] = ()


# Decisions --------------------------------------------------------------------------------------------------
REVOLUTIONS = 4


def call_no_more_bets(command: CallNoMoreBets, state: State) -> Decided:
    """Close the betting; choices not made yet get their default (readings R5, A8)."""
    if (when := state.course.closes) is None:
        another = refuse(Code.ACT_OF_ANOTHER_GAME, "throw-closes", cite=state.cite(Topic.CLOSE))
        return device_may(command, state) or another
    refusal = (
        device_may(command, state)
        or lowest(_closing_time(state, when), cash_is_dropped(state))
        or _wave_not_stated(command, state)
        or moves_not_stated(command, state)
        or _four_revolutions(command, state)
        or sealed(state)
    )
    if refusal is not None:
        return refusal
    found: list[Event] = []
    choice = state.house.game.default_choice
    while state.felt.pending:
        assert choice is not None, "only a game with a default choice asks for one"
        due = state.felt.pending[0]
        one = chosen(command, state, due.seat, due.wager, choice)
        assert not isinstance(one, Refusal), str(one)
        found += one
        _, state, _ = carried_out(state, one[0])
    stated = {"waved": command.waved, "before_rest": command.before_rest, "revolutions": command.revolutions}
    closed = made(BettingClosed, command, state, round=state.round, **stated, moves=command.moves)
    return (*found, closed, *locked_by_the_device(command, state))


@implements("30-2299.04/start(7)")
def _closing_time(state: State, when: Phase) -> Refusal | None:
    """At roulette while the ball runs; at the Big Six wheel before the spin. It closes for all wagers at once."""
    return in_phase(state, (when,), "closing-the-betting", state.cite(Topic.CLOSE))


@implements("30-2201(7)", "47.1-2201(7)", "30-2205(2)", "47.1-2205(2)")
def _wave_not_stated(command: CallNoMoreBets, state: State) -> Refusal | None:
    """Before the ball rests, the dealer calls no more bets and waves a hand over the layout; she states both.

    A call after that closes no betting: the pit supervisor decides about the spin.
    """
    cite = state.cite(Topic.CLOSE)
    if not waves(state):
        stated = (command.waved, command.before_rest) != (None, None)
        return refuse(Code.NOT_ATTESTED, "no-wave", cite=cite) if stated else None
    if command.waved is None or command.before_rest is None:
        return refuse(Code.NOT_ATTESTED, "wave", cite=cite)
    if not command.before_rest:
        return refuse(Code.NOT_ATTESTED, "at-rest", cite=cite)
    return None if command.waved else refuse(Code.NOT_ATTESTED, "not-waved", cite=cite)


def waves(state: State) -> bool:
    """Whether a dealer closes the betting with a wave; an approved device announces the close itself."""
    return state.course.wave and not state.house.electronic_device


@implements("H-spin(1)")
def _four_revolutions(command: CallNoMoreBets, state: State) -> Refusal | None:
    """By the house procedure the betting closes after four revolutions of the ball, which the dealer counts."""
    if not state.house.by_procedure or state.house.electronic_device:
        return None
    cite = state.cite(Topic.PROCEDURE_CLOSE)
    if command.revolutions is None:
        return refuse(Code.NOT_ATTESTED, "revolutions", cite=cite)
    if command.revolutions >= REVOLUTIONS:
        return None
    return refuse(Code.TOO_EARLY, cite=cite, revolutions=command.revolutions)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_no_more_bets(state: State, event: BettingClosed) -> State:
    return state.but(phase="no-more-bets")


ACTS = (Act(CallNoMoreBets, call_no_more_bets, makes=(BettingClosed, Chosen, LockedIn)),)
HAPPENINGS = (Happening(BettingClosed, _apply_no_more_bets),)
