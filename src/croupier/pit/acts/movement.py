"""A wheel that was moved, on purpose or by accident: its table waits until some items are inspected again."""

from __future__ import annotations

from typing import NamedTuple

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import Name
from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.pit.acts.inspections import Result, Results, not_stated, unsigned
from croupier.pit.acts.kits import InspectionHandedOver, told
from croupier.pit.inspected import Asked, asked_at, wheels_at
from croupier.pit.state import State


# Commands ---------------------------------------------------------------------------------------------------
class ReportMovement(Command, frozen=True):
    """Report that the wheel of a table was moved significantly: it is not spun until it was inspected again."""

    topic = Topic.WHEEL_MOVED
    table: Name
    remark: Text


class InspectLevel(Command, frozen=True):
    """Inspect a wheel that was moved: state whether it passed the items that this asks for, and sign."""

    topic = Topic.WHEEL_MOVED
    table: Name
    results: Results
    remark: Text


# Events -----------------------------------------------------------------------------------------------------
class MovementReported(Event, frozen=True):
    """The wheel of a table was moved significantly."""

    number: int  # in the order of everything that is recorded about wheels
    table: str
    wheels: tuple[str, ...]
    remark: str


class LevelInspected(Event, frozen=True):
    """A wheel that was moved was inspected; if an item failed, its table waits on."""

    number: int
    table: str
    wheels: tuple[str, ...]
    results: tuple[Result, ...]
    remark: str


# Decisions --------------------------------------------------------------------------------------------------
class _Concerned(NamedTuple):
    """The wheels at a table, and what is inspected after one of them was moved."""

    asked: Asked
    wheels: tuple[str, ...]
    again: tuple[str, ...]
    cite: str


def report(command: ReportMovement, state: State) -> Decided:
    """Record that a wheel was moved, if the rules of the date ask for an inspection then; an open table is told."""
    about = _concerned(state, command.table)
    if isinstance(about, Refusal):
        return about
    number = state.wheel_acts + 1
    fields = {"number": number, "table": command.table, "wheels": about.wheels, "remark": command.remark}
    event = made(MovementReported, command, state, **fields)
    return event, *told(command, _apply_moved(state, event), command.table)


def inspect(command: InspectLevel, state: State) -> Decided:
    """Record a short inspection: of those items alone that a movement may have changed."""
    about = _concerned(state, command.table)
    if isinstance(about, Refusal):
        return about
    refusal = not_stated(command.results, about.again, about.asked, about.cite) or unsigned(command.by, about.cite)
    if refusal is not None:
        return refusal
    said = {"results": command.results, "remark": command.remark}
    number = state.wheel_acts + 1
    event = made(LevelInspected, command, state, number=number, table=command.table, wheels=about.wheels, **said)
    return event, *told(command, _apply_inspected(state, event), command.table)


def _concerned(state: State, table: str) -> _Concerned | Refusal:
    asked = asked_at(state, table)
    if isinstance(asked, Refusal):
        return asked
    again, wheels = asked.by_game.after_movement(asked.house.rulebook.on), wheels_at(state, table, asked)
    if not again:
        return refuse(Code.INSPECTION_UNASKED, "after-movement", table=table, on=asked.house.rulebook.on)
    cite = asked.printed(asked.by_game.cites.moved)
    if not wheels:
        return refuse(Code.NOTHING_TO_INSPECT, "no-wheel", cite=cite, table=table)
    return _Concerned(asked, wheels, again, cite)


# How events are applied -------------------------------------------------------------------------------------
def _apply_moved(state: State, event: MovementReported) -> State:
    return state.with_moved(event.wheels, event.number)


def _apply_inspected(state: State, event: LevelInspected) -> State:
    """A wheel that failed is as if it was moved once more."""
    if not all(each.passed for each in event.results):
        return state.with_moved(event.wheels, event.number)
    for wheel in event.wheels:
        state = state.with_wheel(wheel, event.number, settled=event.number)
    return state


ACTS = (
    Act(ReportMovement, report, makes=(MovementReported, InspectionHandedOver)),
    Act(InspectLevel, inspect, makes=(LevelInspected, InspectionHandedOver)),
)
HAPPENINGS = (Happening(MovementReported, _apply_moved), Happening(LevelInspected, _apply_inspected))
