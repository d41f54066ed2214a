"""The dealer places balls in the device that ejects them: all of a bonus round, or one that is launched again."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.house import House
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.registry import Act, Happening
from croupier.table.state import State


# Commands ---------------------------------------------------------------------------------------------------
class LoadBalls(Command, frozen=True):
    """Place the balls of a bonus round in the device, or the one ball that is launched again."""

    topic = Topic.DRAW
    balls: Annotated[int, Meta(ge=1, le=3)]


# Events -----------------------------------------------------------------------------------------------------
class BallsLoaded(Event, frozen=True):
    """Balls lie in the device and can be ejected onto the wheel."""

    round: int
    balls: int


# Decisions --------------------------------------------------------------------------------------------------
def balls_due(state: State) -> int:
    """How many balls the dealer must place before the next launch; an electronic device has none."""
    of = state.felt.draw_due
    if of is None or state.loaded or state.house.electronic_device:
        return 0
    return 1 if state.draws else house_of_draw(state, of).options.balls(of)


def house_of_draw(state: State, of: str) -> House:
    """The house under which the wager that waits for this draw was placed."""
    return next((House.of(each) for each in state.felt.standing if each.draw == of), state.house)


@implements("30-2299.03(4)")
def not_loaded(of: str, state: State) -> Refusal | None:
    """Refuse a launch before the dealer has placed the balls in the device (reading R23)."""
    if state.felt.draw_due != of or not (due := balls_due(state)):
        return None
    return refuse(Code.STILL_PENDING, "load", cite=_cite(state, of), balls=due)


def _cite(state: State, of: str) -> str:
    rule = state.course.draws[of]
    return rule.reloads if state.draws else rule.waits


def load_balls(command: LoadBalls, state: State) -> Decided:
    """Load exactly the balls that the next launch needs."""
    if (cite := state.cite(Topic.DRAW)) is None:
        return refuse(Code.ACT_OF_ANOTHER_GAME, "no-balls")
    done: Decided = (made(BallsLoaded, command, state, round=state.round, balls=command.balls),)
    due, of = balls_due(state), state.felt.draw_due
    if of is None or not due:
        done = refuse(Code.NOTHING_PENDING, "load", cite=cite)
    elif command.balls != due:
        done = refuse(Code.IMPOSSIBLE_DRAW, "load", cite=_cite(state, of), balls=command.balls, due=due)
    return first(done, in_phase(state, ("settled",), "loading", cite))


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_loaded(state: State, event: BallsLoaded) -> State:
    return state.but(loaded=event.balls)


ACTS = (Act(LoadBalls, load_balls, makes=(BallsLoaded,)),)
HAPPENINGS = (Happening(BallsLoaded, _apply_loaded),)
