"""The ball is spun, or the Big Six wheel."""

from __future__ import annotations

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.refusal import Code, refuse
from croupier.core.topic import Topic
from croupier.table.acts.device import device_may, sealed
from croupier.table.acts.money.buy_in import cash_is_dropped
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.handed_over import spins_stop
from croupier.table.registry import Act, Happening
from croupier.table.state import State


# Commands ---------------------------------------------------------------------------------------------------
class Spin(Command, frozen=True):
    """Spin the ball, or the Big Six wheel in a direction."""

    topic = Topic.OUTCOME
    clockwise: bool | None = None


# Events -----------------------------------------------------------------------------------------------------
class BallSpun(Event, frozen=True):
    """The ball is in motion."""

    round: int


class WheelSpun(Event, frozen=True):
    """The Big Six wheel turns."""

    round: int
    clockwise: bool


# Decisions --------------------------------------------------------------------------------------------------
def spin(command: Spin, state: State) -> Decided:
    """A ball is spun while wagers are still taken; a wheel only after no more bets."""
    if state.course.device == "dice":
        return device_may(command, state) or refuse(Code.ACT_OF_ANOTHER_GAME, "thrown")
    done = _spin_wheel(command, state) if state.course.device == "wheel" else _spin_ball(command, state)
    closed = state.house.game.closed(state.felt.table)
    stops = spins_stop(state, max(command.at, state.at))
    return first(done, device_may(command, state), closed, sealed(state), stops)


@implements("30-2201(4)", "47.1-2201(4)", "30-2299.01(3)", "47.1-2215.01(3)", "30-2299.02(2)")
def _spin_ball(command: Spin, state: State) -> Decided:
    """The dealer spins the ball; wagers are taken until the dealer waves."""
    refusal = in_phase(state, ("open",), "spinning-the-ball", state.cite(Topic.OUTCOME)) or cash_is_dropped(state)
    if refusal is None and state.ball_held:
        refusal = refuse(Code.BALL_HELD, cite=state.cite(Topic.BALL_INSPECTED))
    return refusal or (made(BallSpun, command, state, round=state.round),)


@implements("30-2703(1)", "30-2703(2)")
def _spin_wheel(command: Spin, state: State) -> Decided:
    """Spin the wheel after no more bets: the first time in either direction, then in the other than the last time."""
    if (refusal := in_phase(state, ("no-more-bets",), "spinning-the-wheel", state.cite(Topic.CLOSE))) is not None:
        return refusal
    due = state.clockwise_next
    if due is None and command.clockwise is None:
        return refuse(Code.NOT_ATTESTED, "direction", cite=state.cite(Topic.OUTCOME))
    if due is not None and command.clockwise is not due:
        way = "clockwise" if due else "counterclockwise"
        return refuse(Code.WRONG_DIRECTION, cite=state.cite(Topic.OUTCOME), way=way)
    return (made(WheelSpun, command, state, round=state.round, clockwise=command.clockwise),)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_ball(state: State, event: BallSpun) -> State:
    return state.but(phase="spun")


def _apply_wheel(state: State, event: WheelSpun) -> State:
    return state.but(phase="spun", clockwise=event.clockwise)


ACTS = (Act(Spin, spin, makes=(BallSpun, WheelSpun)),)
HAPPENINGS = (
    Happening(BallSpun, _apply_ball),
    Happening(WheelSpun, _apply_wheel),
)
