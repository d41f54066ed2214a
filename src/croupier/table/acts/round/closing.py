"""No more bets: the betting of a round closes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.course import Phase
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.table.acts.device import device_may, sealed
from croupier.table.acts.money.buy_in import cash_is_dropped
from croupier.table.acts.wagers.choosing import Chosen, chosen
from croupier.table.decision_helpers import Decided, in_phase, made
from croupier.table.effects import carried_out
from croupier.table.registry import Act, Happening
from croupier.table.state import State


# Commands ---------------------------------------------------------------------------------------------------
class CallNoMoreBets(Command, frozen=True):
    """Close the betting; `revolutions` are those of the ball, where the house procedure requires four."""

    roles = frozenset({"dealer", "device"})
    topic = Topic.CLOSE
    revolutions: Annotated[int, Meta(ge=0, le=1000)] = 0


# Events -----------------------------------------------------------------------------------------------------
class BettingClosed(Event, frozen=True):
    """Betting is closed: no more bets was called."""

    round: int
    revolutions: int


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
    closed = made(BettingClosed, command, state, round=state.round, revolutions=command.revolutions)
    return (*found, closed)


@implements("30-2205(2)", "47.1-2205(2)", "30-2299.04/start(7)")
def _closing_time(state: State, when: Phase) -> Refusal | None:
    """At roulette while the ball runs; at the Big Six wheel before the spin. It closes for all wagers at once."""
    return in_phase(state, (when,), "closing-the-betting", state.cite(Topic.CLOSE))


@implements("H-spin(1)")
def _four_revolutions(command: CallNoMoreBets, state: State) -> Refusal | None:
    """By the house procedure the betting closes once the ball has made four revolutions."""
    if not state.house.by_procedure or command.revolutions >= REVOLUTIONS:
        return None
    return refuse(Code.TOO_EARLY, cite=state.cite(Topic.PROCEDURE_CLOSE), revolutions=command.revolutions)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_no_more_bets(state: State, event: BettingClosed) -> State:
    return state.but(phase="no-more-bets")


ACTS = (Act(CallNoMoreBets, call_no_more_bets, makes=(BettingClosed, Chosen)),)
HAPPENINGS = (Happening(BettingClosed, _apply_no_more_bets),)
