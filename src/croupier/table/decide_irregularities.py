"""Decisions about what should not happen: void spins and rolls, the ball, disputes, stops."""

from __future__ import annotations

from croupier.conduct.command import Command
from croupier.core.citation import implements
from croupier.core.machine import Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.table import commands_irregularities as asked
from croupier.table import events_irregularities as happened
from croupier.table import settle
from croupier.table.corrections import CITES, move_for
from croupier.table.decide_device import not_yet_closed
from croupier.table.deciding import Decided, Deciders, first, in_phase, made, money_may_move
from croupier.table.effects_irregularities import BACK
from croupier.table.people import SUPERVISORS, not_the_same
from croupier.table.state import RUNS, Dispute, State
from croupier.text.facts import Money, Person


def call_void(command: asked.CallVoid, state: State) -> Decided:
    """No spin, no roll or void, by who may call it and for a reason that exists."""
    played = first(
        settle.voided(state.felt, command.call, command.reason),
        _may_call(command, state),
        in_phase(state, RUNS[state.game], command.call) or not_yet_closed(state),
    )
    if isinstance(played, Refusal):
        return played
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
        return None if role in SUPERVISORS else _not_described(role, state.game)
    if role in ("dealer", *SUPERVISORS):
        return None
    return refuse(
        Code.NOT_YOUR_ROLE, "dealer-calls", cite=asked.CallVoid.cites[state.game], call=command.call, role=role
    )


@implements("30-2206(5)", "47.1-2206(5)")
def _not_described(role: str, game: str) -> Refusal:
    """What the rules do not describe the pit supervisor decides, and not the dealer."""
    return refuse(Code.NOT_YOUR_ROLE, "not-described", cite=CITES[game], role=role)


@implements("47.1-2311(5)")
def _no_roll_by(command: asked.CallVoid, state: State) -> Refusal | None:
    """Box- and stickperson, and whoever the licensee has designated; an improper throw is for the first two."""
    if command.by.role in ("boxperson", "stickperson"):
        return None
    if command.reason == "other":
        return refuse(Code.NOT_YOUR_ROLE, "improper-throw", cite="47.1-2311(2)(f)")
    if command.by.person in state.designated:
        return None
    return refuse(Code.NOT_DESIGNATED, cite="47.1-2311(5)", player=Person(command.by.person))


@implements("30-2206(4)", "47.1-2206(4)")
def inspect_ball(command: asked.InspectBall, state: State) -> Decided:
    """The pit supervisor looks at a ball that left the wheel; one that is not fit stays out."""
    if not state.ball_held:
        return refuse(Code.NOTHING_PENDING, "ball", cite=command.cites.get(state.game))
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
    refusal = None if dispute is None else _by_somebody_else(command, dispute, state)
    refusal = refusal or (money_may_move(state) if command.amount else None)
    if refusal is not None:
        return refusal
    if command.amount % state.house.lowest_chip:
        return refuse(Code.NOT_WHOLE_CHIPS, "decision", amount=Money(command.amount))
    if dispute is None:
        return refuse(Code.DISPUTE_UNKNOWN, number=command.number)
    move = move_for(state, dispute.player, command.amount)
    fields = {"number": command.number, "decision": command.decision, "move": move}
    return (made(happened.DisputeDecided, command, state, **fields),)


@implements("30-2206(5)", "47.1-2206(5)", "47.1-2319")
def never_the_dealer(command: Command, dealer: str, game: str) -> Refusal | None:
    """Who did the disputed act does not decide about it."""
    return not_the_same(command.by.person, dealer, "did-it", CITES[game])


def _by_somebody_else(command: Command, dispute: Dispute, state: State) -> Refusal | None:
    """Neither who did the disputed act nor whose dispute it is decides it."""
    own = not_the_same(command.by.person, dispute.player, "own-dispute", CITES[state.game])
    return never_the_dealer(command, dispute.against, state.game) or own


def _all_back(command: asked.VoidRound | asked.DecideResumed, state: State) -> Decided:
    _, back = settle.returned(state.felt, state.felt.standing, BACK[state.game])
    rows = settle.rows([(state.felt, back)], state.seats, state.coupons)
    return (made(happened.RoundVoided, command, state, round=state.round, reason=command.reason, rows=rows),)


def void_round(command: asked.VoidRound, state: State) -> Decided:
    """A round that is not settled counts for nothing, and whatever stands goes back."""
    if not state.running and not state.felt.standing:
        return refuse(Code.NOTHING_STANDS, "no-round")
    return _all_back(command, state)


def resume(command: asked.Resume, state: State) -> Decided:
    """The table as it stood; a round left open waits for a decision."""
    fields = {"round": state.round, "phase": state.phase, "held": state.running}
    return (made(happened.Resumed, command, state, **fields),)


def decide_resumed(command: asked.DecideResumed, state: State) -> Decided:
    """The person the rule names lets the round go on, or sends every wager back."""
    if not state.held:
        return refuse(Code.NOTHING_PENDING, "round")
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
