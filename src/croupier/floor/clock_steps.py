"""Steps of the clock on the floor: how they are reported to a table, and acknowledged at it by a person."""

from __future__ import annotations

from croupier.core.clock import STEP, Clock, Step
from croupier.floor.crew.performer import staff
from croupier.floor.guests import command
from croupier.host import Answer, Host
from croupier.table import By, Command, State
from croupier.table.acts.clock import AcknowledgeClock, ReportClockStep

#: Who acknowledges a step in a demonstration, where nobody has an account.
RESTARTED = By("whoever restarted the server", "pit-supervisor", "demonstration")


def since_the_last_event(state: State, clock: Clock) -> Step | None:
    """The step of the clock since the last event, while no server or another one ran the table.

    Only a step back is known: a step forward looks like a pause.
    """
    step = Step(state.at, clock.now())
    return step if step.size < -STEP else None


def report(step: Step, clock: Clock) -> Command:
    """The report of a step: no wager is taken until somebody acknowledges it."""
    return command(ReportClockStep, staff("system"), clock, before=step.before, after=step.after)


def acknowledge(host: Host, by: By, clock: Clock) -> Answer | None:
    """Acknowledge a step in a person's name at a table that is not played; None if no step waits for it.

    Check the clock of the machine before you make `clock`: from here on it is right. At a table that is played, the
    person gives `AcknowledgeClock` instead (`Table.submit`).
    """
    if host.state.step is None:
        return None
    return host.handle(command(AcknowledgeClock, by, clock))
