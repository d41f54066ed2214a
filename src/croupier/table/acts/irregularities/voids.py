"""Void spins and rolls, a ball that left the wheel, and a table out of service."""

from __future__ import annotations

from croupier.conduct.by import By
from croupier.conduct.command import Command, Text, Word
from croupier.conduct.event import Event, versioned
from croupier.core.citation import implements
from croupier.core.course import Phase
from croupier.core.machine import Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.felt import Felt, Played
from croupier.table import settle
from croupier.table.acts.device import not_yet_closed
from croupier.table.acts.irregularities.designation import named
from croupier.table.acts.irregularities.notices import Directs, directed, not_notified
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.declared import VoidCall
from croupier.table.felt_change import NOTHING, Changed, changed, felt_after
from croupier.table.ledger import post_rows
from croupier.table.not_taken import Effects, taken
from croupier.table.people import SUPERVISORS
from croupier.table.registry import Act, Happening
from croupier.table.rows import Row
from croupier.table.state import State
from croupier.text.facts import Person


# Commands ---------------------------------------------------------------------------------------------------
class CallVoid(Directs, frozen=True):
    """Call no-spin, no-roll or void for a reason; `before_rest` states whether ball or dice still moved.

    A reason that the rules do not describe answers a notification (`notice`).
    """

    topic = Topic.VOID
    call: VoidCall
    reason: Word
    before_rest: bool  # whoever calls states it: it has no default


class InspectBall(Command, frozen=True):
    """Inspect a ball that left the wheel for damage or tampering."""

    topic = Topic.BALL_INSPECTED
    fit: bool
    remark: Text


class ReturnToService(Command, frozen=True):
    """Take a repaired table into service."""

    topic = Topic.REPAIR


# Events -----------------------------------------------------------------------------------------------------
class Voided(Event, frozen=True, tag=versioned(2)):
    """A spin or roll does not count: wagers stay, or all are returned if the rule says so."""

    round: int
    call: str
    reason: str
    before_rest: bool
    says: str
    cite: str
    rows: tuple[Row, ...] = ()
    phase: Phase = "open"  # the phase that follows
    outcome: str | None = None  # what was called after a spin that its caller attested as not valid
    opposite: bool | None = None  # as attested with the outcome
    clockwise: bool | None = None
    revolutions: int | None = None
    moves: tuple[str, ...] = ()
    felt: Changed = NOTHING
    notice: int | None = None  # the notification that it answers


class BallInspected(Event, frozen=True):
    """The pit supervisor inspected the ball; one that is not fit stays out."""

    fit: bool
    remark: str


class ServiceReturned(Event, frozen=True, tag=versioned(2)):
    """The table is in service again."""

    felt: Changed = NOTHING


# Decisions --------------------------------------------------------------------------------------------------
def call_void(command: CallVoid, state: State) -> Decided:
    """Call No Spin, No Roll or Void: the caller must be allowed to, and the reason must exist."""
    played = first(
        settle.voided(state.felt, command.call, command.reason),
        _may_call(command, state),
        in_phase(state, state.course.runs, command.call) or not_yet_closed(state),
        _not_notified(command, state),
    )
    if isinstance(played, Refusal):
        return played
    assert isinstance(played.fact, Void)
    rows = settle.rows([(state.felt, played.resolutions)], state.seats, state.coupons)
    return (
        made(
            Voided,
            command,
            state,
            round=state.round,
            call=command.call,
            reason=command.reason,
            before_rest=_before_rest(command),
            says=played.fact.says,
            cite=str(played.fact.cite),
            rows=rows,
            notice=command.notice,
        ),
    )


def _not_notified(command: CallVoid, state: State) -> Refusal | None:
    """What the rules do not describe needs a notification; at craps they leave it to those who watch the throw."""
    described = command.reason != "other" or "boxperson" in state.course.staff
    return None if described and command.notice is None else not_notified(command, state)


@implements("47.1-2311(3)")
def _before_rest(command: CallVoid) -> bool:
    """The record must say whether ball or dice still moved."""
    return command.before_rest


def _may_call(command: CallVoid, state: State) -> Refusal | None:
    role = command.by.role
    if "boxperson" in state.course.staff:
        return _no_roll_by(command, state)
    if command.reason == "other":
        return None if role in SUPERVISORS else _not_described(role, state)
    return None if role == "dealer" else _dealer_calls(command, state)


@implements("30-2206(1)", "47.1-2206(1)", "30-2206(2)", "47.1-2206(2)", "30-2206(3)", "47.1-2206(3)")
def _dealer_calls(command: CallVoid, state: State) -> Refusal:
    """For a reason that the rules print, the dealer calls it, and nobody else."""
    cite, role = state.cite(command.topic), command.by.role
    return refuse(Code.NOT_YOUR_ROLE, "dealer-calls", cite=cite, call=command.call, role=role)


@implements("30-2206(5)", "47.1-2206(5)")
def _not_described(role: str, state: State) -> Refusal:
    """Only the pit supervisor decides what the rules do not describe."""
    return refuse(Code.NOT_YOUR_ROLE, "not-described", cite=state.cite(Topic.IRREGULAR), role=role)


@implements("47.1-2311(5)")
def _no_roll_by(command: CallVoid, state: State) -> Refusal | None:
    """The posts that the house lists and designated employees may call No Roll (reading A13).

    Only boxperson and stickperson may do so for an improper throw, whatever the house lists.
    """
    role = command.by.role
    if command.reason == "other":
        if role in ("boxperson", "stickperson"):
            return None
        return refuse(Code.NOT_YOUR_ROLE, "improper-throw", cite=state.cite(Topic.IMPROPER_THROW))
    if role in state.house.options.void_posts() or _designated(command.by, state):
        return None
    return refuse(Code.NOT_DESIGNATED, cite=state.cite(Topic.DESIGNATED), player=Person(command.by.person))


def _designated(by: By, state: State) -> bool:
    """Whether a key manager has designated this person with this licence; older logs have no licence."""
    return bool({by.person, named(by.person, by.licence)} & state.designated)


@implements("30-2206(4)", "47.1-2206(4)")
def inspect_ball(command: InspectBall, state: State) -> Decided:
    """The pit supervisor inspects a ball that left the wheel; an unfit ball stays out."""
    if not state.ball_held:
        return refuse(Code.NOTHING_PENDING, "ball", cite=state.cite(command.topic))
    return (made(BallInspected, command, state, fit=command.fit, remark=command.remark),)


def return_to_service(command: ReturnToService, state: State) -> Decided:
    """Return a repaired table to service."""
    after = state.felt.repaired()
    if isinstance(after, Refusal):
        return after
    return (made(ServiceReturned, command, state),)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_void(state: State, event: Voided) -> Effects:
    played = taken(settle.voided(state.felt, event.call, event.reason), Played)
    rows = settle.rows([(state.felt, played.resolutions)], state.seats, state.coupons)
    # A device spins again at once. Wagers taken now would come after the close that determined its outcome.
    again = event.call == "outcome" and state.house.electronic_device
    return {
        "felt": changed(state.felt, settle.coupons_taken(played.felt, rows)),
        "rows": rows,
        "phase": "no-more-bets" if again else "open",
    }


def _effects_in_service(state: State, event: ServiceReturned) -> Effects:
    return {"felt": changed(state.felt, taken(state.felt.repaired(), Felt))}


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_void(state: State, event: Voided) -> State:
    after = state.but(
        phase=event.phase,
        play=felt_after(state, event.felt),
        coupons=settle.coupons_left(state.coupons, event.rows),
        ball_held=state.ball_held or (event.call, event.reason) == ("no-spin", "ball-out"),
    )
    return directed(after, event, event.notice)


def _apply_inspected(state: State, event: BallInspected) -> State:
    return state.but(ball_held=not event.fit)


def _apply_in_service(state: State, event: ServiceReturned) -> State:
    return state.but(play=felt_after(state, event.felt))


ACTS = (
    Act(CallVoid, call_void, makes=(Voided,)),
    Act(InspectBall, inspect_ball, makes=(BallInspected,)),
    Act(ReturnToService, return_to_service, makes=(ServiceReturned,)),
)
HAPPENINGS = (
    Happening(Voided, _apply_void, effects=_effects_void, posts=post_rows),
    Happening(BallInspected, _apply_inspected),
    Happening(ServiceReturned, _apply_in_service, effects=_effects_in_service),
)
