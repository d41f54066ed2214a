"""Decisions about a wrongly entered outcome: a reversal and a new settlement, never an edit."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.table.commands_irregularities import CorrectOutcome
from croupier.table.corrections import correction
from croupier.table.decide_irregularities import never_the_dealer
from croupier.table.deciding import Decided, Deciders, first, made
from croupier.table.events_irregularities import OutcomeCorrected
from croupier.table.state import State


def correct_outcome(command: CorrectOutcome, state: State) -> Decided:
    """The device wins: both values, the reason, the dealer and who decided go on the record."""
    done = correction(state, command.round, command.outcome, command.draws)
    done = first(done, _others(command, state), _draws(command, state))
    if isinstance(done, Refusal):
        return done
    fields = {"now": command.outcome, "reason": command.reason, "dealer": command.dealer, "draws": command.draws}
    return (made(OutcomeCorrected, command, state, round=command.round, **fields, **done.says),)


@implements("30-2206(5)", "47.1-2319")
def _others(command: CorrectOutcome, state: State) -> Refusal | None:
    """Neither the dealer named nor who entered the outcome corrects it."""
    callers = [each.caller for each in state.rounds if each.number == command.round]
    if state.phase == "called" and command.round == state.round:
        callers = [state.caller]
    for person in (command.dealer, *callers):
        if (refusal := never_the_dealer(command, person, state.game)) is not None:
            return refusal
    return None


def _draws(command: CorrectOutcome, state: State) -> Refusal | None:
    """Only roulette has outcomes that call for a draw."""
    if not command.draws or state.game == "roulette":
        return None
    return refuse(Code.ACT_OF_ANOTHER_GAME, "no-draw", of=command.draws[0].of)


DECIDERS: Deciders = {CorrectOutcome: correct_outcome}
