"""The clock of a table: a step of it is reported, stops new wagers, and is acknowledged by a supervisor.

Times of events never go back, with one exception: from an acknowledgement on they are the clock's again, even if they
are lower than before (docs/decisions/0015-steps-of-the-clock.md).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from croupier.conduct.command import Command
from croupier.conduct.event import Event, versioned
from croupier.core.clock import LAST, STEP
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.table.decision_helpers import Decided, made
from croupier.table.registry import Act, Happening
from croupier.table.state import State

Time = Annotated[int, Meta(ge=0, le=LAST)]


# Commands ---------------------------------------------------------------------------------------------------
class ReportClockStep(Command, frozen=True):
    """Report that the clock stepped by more than a second: what the time was, and what the clock said."""

    topic = Silent.PROGRAM
    before: Time
    after: Time


class AcknowledgeClock(Command, frozen=True):
    """Acknowledge a step of the clock: the time is right again, and wagers are taken."""

    topic = Silent.PROGRAM


# Events -----------------------------------------------------------------------------------------------------
class ClockStepped(Event, frozen=True):
    """The clock stepped, in microseconds: no wager is taken until a supervisor acknowledges it."""

    before: int
    after: int


class ClockAcknowledged(Event, frozen=True, tag=versioned(2)):
    """A step of the clock was acknowledged: `before` is the time of the last event, `after` what the clock said."""

    before: int
    after: int


# Decisions --------------------------------------------------------------------------------------------------
def report_step(command: ReportClockStep, state: State) -> Decided:
    """Record a step, which is a difference of more than a second."""
    if abs(command.after - command.before) <= STEP:
        return refuse(Code.CLOCK_IN_ORDER)
    return (made(ClockStepped, command, state, before=command.before, after=command.after),)


def acknowledge_clock(command: AcknowledgeClock, state: State) -> Decided:
    """Let times go on from what the clock says now, also if that is less than before."""
    if state.step is None:
        return refuse(Code.CLOCK_IN_ORDER)
    times = {"before": state.at, "after": command.at}
    return (ClockAcknowledged(command=command.id, by=command.by, at=command.at, **times),)


def stepped(command: Command, state: State) -> Refusal | None:
    """A clock that stepped by more than a second stops new wagers until a supervisor acknowledges it."""
    if (waits := paused(state)) is not None:
        return waits
    return refuse(Code.CLOCK_WENT_BACK) if state.at - command.at > STEP else None


def paused(state: State) -> Refusal | None:
    """Why no wager is taken while a step of the clock waits for a supervisor."""
    return None if state.step is None else refuse(Code.CLOCK_STEPPED)


# How events are applied -------------------------------------------------------------------------------------
def _apply_stepped(state: State, event: ClockStepped) -> State:
    return state.but(step=(event.before, event.after))


def _apply_acknowledged(state: State, event: ClockAcknowledged) -> State:
    return state.but(step=None)


ACTS = (
    Act(ReportClockStep, report_step, makes=(ClockStepped,), while_closed=True, while_held=True),
    Act(AcknowledgeClock, acknowledge_clock, makes=(ClockAcknowledged,), while_closed=True, while_held=True),
)
HAPPENINGS = (
    Happening(ClockStepped, _apply_stepped),
    Happening(ClockAcknowledged, _apply_acknowledged, sets_time=True),
)
