"""Decisions about what should not happen: void spins and rolls, the ball, disputes, stops."""

from __future__ import annotations

from croupier.conduct.command import Command
from croupier.core.citation import implements
from croupier.core.machine import Void
from croupier.core.money import dollars
from croupier.core.refusal import Code, Refusal, refuse
from croupier.table import commands_irregularities as asked
from croupier.table import events_irregularities as happened
from croupier.table import settle
from croupier.table.corrections import CITES, move_for
from croupier.table.decide_device import not_yet_closed
from croupier.table.deciding import Decided, Deciders, in_phase, made, money_may_move
from croupier.table.effects_irregularities import BACK
from croupier.table.people import SUPERVISORS, not_the_same
from croupier.table.state import RUNS, Dispute, State


def call_void(command: asked.CallVoid, state: State) -> Decided:
    """No spin, no roll or void, by who may call it and for a reason that exists."""
    played = settle.voided(state.felt, command.call, command.reason)
    if isinstance(played, Refusal):
        return played
    refusal = (
        _may_call(command, state)
        or in_phase(state, RUNS[state.game], f"{command.call.capitalize()}")
        or not_yet_closed(state)
    )
    if refusal is not None:
        return refusal
    assert isinstance(played.fact, Void)
    rows = settle.rows([(state.felt, played.resolutions)], state.seats, state.coupons)
    return (
        made(
            happened.Voided,
            command,
            state,
            round=state.round,
            call=command.call,
            reason=command.reason,
            before_rest=_before_rest(command),
            says=played.fact.says,
            cite=str(played.fact.cite),
            rows=rows,
        ),
    )


@implements("47.1-2311(3)")
def _before_rest(command: asked.CallVoid) -> bool:
    """Whether the call came while ball or dice still moved is on the record."""
    return command.before_rest


def _may_call(command: asked.CallVoid, state: State) -> Refusal | None:
    role = command.by.role
    if state.game == "craps":
        return _no_roll_by(command, state)
    if command.reason == "other":
        return None if role in SUPERVISORS else _not_described(role)
    if role in ("dealer", *SUPERVISORS):
        return None
    return refuse(Code.NOT_YOUR_ROLE, f"The dealer calls {command.call}, not {role}.", "30-2201(8)")


@implements("30-2206(5)", "47.1-2206(5)")
def _not_described(role: str) -> Refusal:
    """What the rules do not describe the pit supervisor decides, and not the dealer."""
    message = f"An irregularity the rules do not describe is decided by the pit supervisor, not by the {role}."
    return refuse(Code.NOT_YOUR_ROLE, message, "30-2206(5)")


@implements("47.1-2311(5)")
def _no_roll_by(command: asked.CallVoid, state: State) -> Refusal | None:
    """Box- and stickperson, and whoever the licensee has designated; an improper throw is for the first two."""
    if command.by.role in ("boxperson", "stickperson"):
        return None
    if command.reason == "other":
        message = "A throw improper for another reason is for the boxperson or stickperson to call."
        return refuse(Code.NOT_YOUR_ROLE, message, "47.1-2311(2)(f)")
    if command.by.person in state.designated:
        return None
    message = f"{command.by.person} is not designated to call No Roll."
    return refuse(Code.NOT_DESIGNATED, message, "47.1-2311(5)")


@implements("30-2206(4)", "47.1-2206(4)")
def inspect_ball(command: asked.InspectBall, state: State) -> Decided:
    """The pit supervisor looks at a ball that left the wheel; one that is not fit stays out."""
    if not state.ball_held:
        return refuse(Code.NOTHING_PENDING, "No ball waits for an inspection.", "30-2206(4)")
    return (made(happened.BallInspected, command, state, fit=command.fit, remark=command.remark),)


def return_to_service(command: asked.ReturnToService, state: State) -> Decided:
    """A repaired table goes on."""
    after = state.felt.repaired()
    if isinstance(after, Refusal):
        return after
    return (made(happened.ServiceReturned, command, state),)


def raise_dispute(command: asked.RaiseDispute, state: State) -> Decided:
    """The supervisor is notified."""
    fields = {"player": command.player, "about": command.about, "against": command.against}
    return (made(happened.DisputeRaised, command, state, number=state.disputed + 1, **fields),)


def decide_dispute(command: asked.DecideDispute, state: State) -> Decided:
    """Decided by the boxperson or a supervisor, never by the dealer of the disputed act or the player whose it is."""
    dispute = next((each for each in state.disputes if each.number == command.number), None)
    if dispute is None:
        return refuse(Code.DISPUTE_UNKNOWN, f"There is no open dispute {command.number}.")
    refusal = never_the_dealer(command, dispute.against, state.game) or _never_the_player(command, dispute, state)
    if refusal is not None:
        return refusal
    if command.amount and (refusal := money_may_move(state)) is not None:
        return refusal
    if command.amount % state.house.lowest_chip:
        return refuse(Code.NOT_WHOLE_CHIPS, f"{dollars(command.amount)} is not a whole number of chips.")
    move = move_for(state, dispute.player, command.amount)
    fields = {"number": command.number, "decision": command.decision, "move": move}
    return (made(happened.DisputeDecided, command, state, **fields),)


@implements("30-2206(5)", "47.1-2206(5)", "47.1-2319")
def never_the_dealer(command: Command, dealer: str, game: str) -> Refusal | None:
    """Who did the disputed act does not decide about it."""
    why = "did what is in dispute: somebody else decides it"
    return not_the_same(command.by.person, dealer, why, CITES[game])


def _never_the_player(command: Command, dispute: Dispute, state: State) -> Refusal | None:
    """Whose dispute it is does not decide it."""
    why = "is the player in dispute: somebody else decides it"
    return not_the_same(command.by.person, dispute.player, why, CITES[state.game])


def _all_back(command: asked.VoidRound | asked.DecideResumed, state: State) -> Decided:
    _, back = settle.returned(state.felt, state.felt.standing, BACK[state.game])
    rows = settle.rows([(state.felt, back)], state.seats, state.coupons)
    return (made(happened.RoundVoided, command, state, round=state.round, reason=command.reason, rows=rows),)


def void_round(command: asked.VoidRound, state: State) -> Decided:
    """A round that is not settled counts for nothing, and whatever stands goes back."""
    if not state.running and not state.felt.standing:
        return refuse(Code.NOTHING_STANDS, "No round runs and no wager stands: nothing is to go back.")
    return _all_back(command, state)


def resume(command: asked.Resume, state: State) -> Decided:
    """The table as it stood; a round left open waits for a decision."""
    fields = {"round": state.round, "phase": state.phase, "held": state.running}
    return (made(happened.Resumed, command, state, **fields),)


def decide_resumed(command: asked.DecideResumed, state: State) -> Decided:
    """The person the rule names lets the round go on, or sends every wager back."""
    if not state.held:
        return refuse(Code.NOTHING_PENDING, "No round is held.")
    if not command.go_on:
        return _all_back(command, state)
    return (made(happened.RoundReleased, command, state, round=state.round, reason=command.reason),)


DECIDERS: Deciders = {
    asked.CallVoid: call_void,
    asked.InspectBall: inspect_ball,
    asked.ReturnToService: return_to_service,
    asked.RaiseDispute: raise_dispute,
    asked.DecideDispute: decide_dispute,
    asked.VoidRound: void_round,
    asked.Resume: resume,
    asked.DecideResumed: decide_resumed,
}
