"""The outcome is called. At roulette the dolly is placed on the number, and removed later."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from croupier.conduct.command import Command, Word
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.machine import Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.felt import Played
from croupier.table import settle
from croupier.table.acts.device import closing_due, shown_by_the_device
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.round.locking import not_locked_in
from croupier.table.acts.wagers.moving import moved_first
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.moves import WithMoves, moves_not_stated
from croupier.table.not_taken import taken
from croupier.table.registry import Act, Happening
from croupier.table.shapes import SHAPES
from croupier.table.state import State

Side = Annotated[int, Meta(ge=1, le=6)]  # of a die


# Commands ---------------------------------------------------------------------------------------------------
class CallOutcome(WithMoves, frozen=True):
    """Announce what the device shows; at roulette the dolly goes on the number.

    `cocked` names, for each die that did not lie flat, the side that rests on a chip or something else. A dealer
    attests the spin: the revolutions, and whether the ball ran in the opposite direction or the wheel clockwise.
    """

    topic = Topic.SHOWN
    outcome: Word
    cocked: Annotated[tuple[Side, ...], Meta(max_length=2)] = ()
    opposite: bool | None = None
    clockwise: bool | None = None
    revolutions: Annotated[int, Meta(ge=0, le=1000)] | None = None


# Events -----------------------------------------------------------------------------------------------------
class OutcomeCalled(Event, frozen=True):
    """The outcome was announced."""

    round: int
    outcome: str
    cocked: tuple[int, ...] = ()  # the sides on which dice rested that did not lie flat
    opposite: bool | None = None  # attested by the dealer; an approved device attests by its approval
    clockwise: bool | None = None
    revolutions: int | None = None
    moves: tuple[str, ...] = ()
    announced: tuple[str, ...] = ()  # what else the caller says
    lammers: tuple[tuple[str, str], ...] = ()  # the side bet, and the spot on which its lammer is placed


class DollyPlaced(Event, frozen=True):
    """The dolly lies on the number."""

    number: str


class DollyLifted(Event, frozen=True):
    """The dolly is off the layout."""


class NumberMarked(Event, frozen=True):
    """The dealer marked the number where side bets follow it; `marks` is a state of the game, as plain JSON."""

    marks: Any


# Decisions --------------------------------------------------------------------------------------------------
def call_outcome(command: CallOutcome, state: State) -> Decided:
    """Announce the outcome; an outcome that is void by itself is called void."""
    refusal = (
        shown_by_the_device(command, state)
        or _caller(command, state)
        or _no_dice(command, state)
        or in_phase(state, (state.course.calls,), "calling", state.cite(Topic.CALL))
        or closing_due(state)
        or not_locked_in(state)
        or (None if state.course.closes is None else moved_first(state))
    )
    if refusal is not None:
        return refusal
    done = first(settle.play(state.felt, command.outcome, ()), _cocked(command, state), _not_attested(command, state))
    if isinstance(done, Refusal):
        return done
    if (reason := _not_valid(command, state)) is not None:
        return _voided(command, state, state.course.void, reason, outcome=command.outcome)
    if isinstance(done[0].fact, Void):
        return _voided(command, state, "outcome", command.outcome)
    if (refusal := moves_not_stated(command, state)) is not None:
        return refusal
    fields = {"outcome": command.outcome, "cocked": command.cocked, "moves": command.moves, **_attested(command)}
    spoken = settle.spoken(state.felt, done[0])
    called = made(OutcomeCalled, command, state, round=state.round, **fields, **spoken)
    dolly = (_dolly(command, state),) if state.course.dolly else ()
    return (called, *dolly, *marked(command, state, done[0].fact))


def _voided(command: CallOutcome, state: State, call: str, reason: str, outcome: str | None = None) -> Decided:
    """The outcome does not count. It was called, so ball or wheel were at rest."""
    played = taken(settle.voided(state.felt, call, reason), Played)
    assert isinstance(played.fact, Void)
    said = {"call": call, "reason": reason, "says": played.fact.says, "cite": str(played.fact.cite)}
    stated = {"moves": command.moves, **_attested(command)}
    fields = {**said, "before_rest": False, "rows": (), "outcome": outcome, **stated}
    return (made(Voided, command, state, round=state.round, **fields),)


# The attestation of a spin (reading R22) ----------------------------------------------------------------------
def _attested(command: CallOutcome) -> dict[str, bool | int | None]:
    return {"opposite": command.opposite, "clockwise": command.clockwise, "revolutions": command.revolutions}


def _not_attested(command: CallOutcome, state: State) -> Refusal | None:
    """Refuse a call that does not state everything about the spin, or more than is asked."""
    ball, wheel, turns = _attested(command).values()
    cite, course = state.cite(Topic.OUTCOME), state.course
    if command.by.role == "device" or course.spin is None:
        stated = (ball, wheel, turns) != (None, None, None)
        return refuse(Code.NOT_ATTESTED, "needless", cite=cite) if stated else None
    due, needless = (ball, wheel) if course.device == "ball" else (wheel, ball)
    if due is None or turns is None or needless is not None:
        return refuse(Code.NOT_ATTESTED, "ball" if course.device == "ball" else "wheel", cite=cite)
    if course.device == "wheel" and wheel is not state.clockwise:
        way = "clockwise" if state.clockwise else "counterclockwise"
        return refuse(Code.NOT_ATTESTED, "another-way", cite=cite, way=way)
    return None


@implements("30-2205(1)", "47.1-2205(1)", "30-2703(2)")
def _not_valid(command: CallOutcome, state: State) -> str | None:
    """Why an attested spin is void: the ball ran with the wheel, or there were too few revolutions."""
    rule = state.course.spin
    if rule is None or command.revolutions is None:
        return None
    if command.opposite is False:
        return rule.along
    return rule.too_few if command.revolutions < rule.revolutions else None


@implements("47.1-2312(1)")
def _caller(command: CallOutcome, state: State) -> Refusal | None:
    """The dealer calls, or at craps the stickperson."""
    right = state.course.caller
    if command.by.role in (right, "device"):
        return None
    return refuse(Code.NOT_YOUR_ROLE, "caller", cite=state.cite(Topic.CALL), right=right)


def _no_dice(command: CallOutcome, state: State) -> Refusal | None:
    """Refuse a cocked die where no dice are thrown; those of an electronic device never rest on chips."""
    if not command.cocked or (state.house.game.cocked is not None and not state.house.electronic_device):
        return None
    return refuse(Code.ACT_OF_ANOTHER_GAME, "not-cocked")


def _cocked(command: CallOutcome, state: State) -> Refusal | None:
    """Refuse faces that cocked dice do not show (reading C21)."""
    game = state.house.game
    if not command.cocked or game.cocked is None:
        return None
    shown = game.read(command.outcome, state.house)
    return shown if isinstance(shown, Refusal) else game.cocked(shown, command.cocked)


@implements("30-2205(3)", "47.1-2205(3)", "H-drop(1)")
def _dolly(command: CallOutcome, state: State) -> Event:
    """The number is announced and the dolly placed on it, every time."""
    return made(DollyPlaced, command, state, number=command.outcome)


def marked(command: Command, state: State, fact: object) -> tuple[Event, ...]:
    """Mark a number where side bets follow it."""
    marks = state.house.game.marks(fact)
    return () if marks is None else (made(NumberMarked, command, state, marks=SHAPES.plain(marks)),)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_called(state: State, event: OutcomeCalled) -> State:
    return state.but(phase="called", outcome=event.outcome, draws=(), caller=event.by.person, calls=(), marked=None)


def _apply_marked(state: State, event: NumberMarked) -> State:
    return state.but(marked=SHAPES.value(event.marks))


ACTS = (
    Act(
        CallOutcome,
        call_outcome,
        makes=(OutcomeCalled, DollyPlaced, NumberMarked, Voided),
        recalled={Voided: lambda event: {"outcome": event.outcome or event.reason}},
    ),
)
HAPPENINGS = (
    Happening(OutcomeCalled, _apply_called),
    Happening(DollyPlaced),
    Happening(DollyLifted),
    Happening(NumberMarked, _apply_marked),
)
