"""The close of a gaming day: everything is counted, every difference explained, and the figures are on record."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from croupier.cage.acts.stock import not_founded
from croupier.cage.state import State
from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import Name
from croupier.conduct.command import Command, Count
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]
Signed = Annotated[int, Meta(ge=-(10**13), le=10**13)]


class TableFigures(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The figures of one table on a gaming day, in cents."""

    table: Name
    drop: Count
    fills: Count
    credits: Count
    handle: Count
    win_by_wagers: Signed
    win_by_drop: Signed
    tips: Count
    liability: Count  # what the meters of its progressive wagers show


Figures = Annotated[tuple[TableFigures, ...], Meta(max_length=1000)]


# Commands ---------------------------------------------------------------------------------------------------
class CloseDay(Command, frozen=True):
    """Close a gaming day with the figures of its tables, which an audit computes again."""

    topic = Silent.CONTROLS
    day: Day
    figures: Figures


# Events -----------------------------------------------------------------------------------------------------
class DayClosed(Event, frozen=True):
    """A gaming day is closed."""

    day: str
    figures: Figures


# Decisions --------------------------------------------------------------------------------------------------
def close(command: CloseDay, state: State) -> Decided:
    """Close a gaming day that is over, once everything is counted and explained."""
    refusal = not_founded(state) or _not_over(command, state) or _open(state)
    return refusal or (made(DayClosed, command, state, day=command.day, figures=command.figures),)


def _not_over(command: CloseDay, state: State) -> Refusal | None:
    """Days are closed in order, each once, and after their end."""
    try:
        date.fromisoformat(command.day)
    except ValueError:
        return refuse(Code.DAY_NOT_OVER, "no-day", day=command.day)
    today = state.gaming_day.of(max(command.at, state.at)).isoformat()
    if command.day >= today:
        return refuse(Code.DAY_NOT_OVER, "runs", day=command.day)
    if state.closed is not None and command.day <= state.closed:
        return refuse(Code.DAY_NOT_OVER, "closed", day=command.day, last=state.closed)
    return None


def _open(state: State) -> Refusal | None:
    """Refuse while something waits for its count, or for an explanation."""
    if state.waiting:
        waiting = state.waiting[0]
        return refuse(Code.COUNT_DUE, "in-the-cage", what=waiting.what, number=waiting.number, table=waiting.table)
    found = next((each for each in state.differences if each.explain), None)
    if found is not None:
        return refuse(Code.DIFFERENCE_OPEN, number=found.number, what=found.what, table=found.table)
    return None


# How events are applied -------------------------------------------------------------------------------------
def _apply_closed(state: State, event: DayClosed) -> State:
    """What needed no explanation is done with."""
    return state.but(closed=event.day, differences=())


ACTS = (Act(CloseDay, close, makes=(DayClosed,)),)
HAPPENINGS = (Happening(DayClosed, _apply_closed),)
