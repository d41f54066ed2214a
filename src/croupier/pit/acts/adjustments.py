"""Adjustments of a wheel and replacements of its parts: in the presence of security, and in a signed log.

Whoever does the work proposes the command, and the member of security who is present approves it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import By, Name
from croupier.conduct.command import Command, Text, Word
from croupier.conduct.event import Event
from croupier.conduct.powers import cite_of
from croupier.conduct.two_people import Approved
from croupier.core.citation import implements
from croupier.core.equipment import Wheel
from croupier.core.gaming_day import GamingDay
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.pit.acts.inspections import unsigned
from croupier.pit.inspected import Asked, asked_at, open_to_public, waits_for_director
from croupier.pit.state import Item, State
from croupier.text.spreadsheet import cell


class Part(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A part of a wheel: its name, whether it is on the outside, and whether it is movable."""

    name: Word
    external: bool
    movable: bool


Parts = Annotated[tuple[Part, ...], Meta(min_length=1, max_length=50)]


# Commands ---------------------------------------------------------------------------------------------------
class Work(Command, frozen=True, kw_only=True):
    """Work on a wheel. `place` is the approval of the secure place where it was done; null: at the table."""

    table: Name
    wheel: Word
    parts: Parts
    place: Word | None
    remark: Text


class AdjustWheel(Work, frozen=True):
    """Record that parts of a wheel were adjusted, while a member of security was present."""

    topic = Topic.WHEEL_ADJUSTED


class ReplacePart(Work, frozen=True):
    """Record that parts of a wheel were replaced, while a member of security was present."""

    topic = Topic.PART_REPLACED


class DirectorInspection(Command, frozen=True):
    """Inspect a wheel of which an external part was replaced: the Director or a designee says whether it passed."""

    topic = Topic.PART_REPLACED
    wheel: Word
    passed: bool
    remark: Text


# Events -----------------------------------------------------------------------------------------------------
class Worked(Event, frozen=True):
    """Work on a wheel was done."""

    number: int  # in the order of everything that is recorded about wheels
    table: str
    wheel: str
    day: str  # the date on the clock of the house
    parts: tuple[Part, ...]
    place: str | None
    remark: str


class WheelAdjusted(Worked, frozen=True):
    """Parts of a wheel were adjusted: an earlier inspection of its table does not count any more."""


class PartReplaced(Worked, frozen=True):
    """Parts of a wheel were replaced: an earlier inspection of its table does not count any more."""

    director: bool  # whether one of them is an external movable part, so that the wheel waits for the Director


class DirectorInspected(Event, frozen=True):
    """The Director or a designee inspected a wheel of which an external part was replaced."""

    number: int
    wheel: str
    passed: bool
    remark: str


# Decisions --------------------------------------------------------------------------------------------------
@implements("30-2212(2)", "47.1-2212(2)")
def adjust(command: AdjustWheel, state: State) -> Decided:
    """Record an adjustment by one of the roles that the rules name, in the presence of security."""
    found = _work(command, state)
    return found if isinstance(found, Refusal) else (made(WheelAdjusted, command, state, **found),)


def replace_part(command: ReplacePart, state: State) -> Decided:
    """Record a replacement; of an external movable part the Director inspects it."""
    found = _work(command, state)
    if isinstance(found, Refusal):
        return found
    director = any(each.external and each.movable for each in command.parts)
    return (made(PartReplaced, command, state, director=director, **found),)


def director_inspects(command: DirectorInspection, state: State) -> Decided:
    """Record the Director's inspection of a wheel that waits for it."""
    if not waits_for_director(state, command.wheel):
        return refuse(Code.NOTHING_TO_INSPECT, "by-the-director", wheel=command.wheel)
    if (refusal := unsigned(command.by, _directors_paragraph(command.wheel, state))) is not None:
        return refusal
    number = state.wheel_acts + 1
    said = {"wheel": command.wheel, "passed": command.passed, "remark": command.remark}
    return (made(DirectorInspected, command, state, number=number, **said),)


def _directors_paragraph(wheel: str, state: State) -> str | None:
    """The paragraph by its number at the table where the wheel is; in the store room by its newest number."""
    item = state.item(wheel)
    asked = None if item is None or item.table is None else asked_at(state, item.table)
    if isinstance(asked, Asked):
        return asked.printed(asked.by_game.cites.director)
    return cite_of("pit", "director-inspection")


def _work(command: Work, state: State) -> dict[str, Any] | Refusal:
    """The fields of the event; refused where the wheel may not be adjusted now, or not there."""
    asked, at = asked_at(state, command.table), max(command.at, state.at)
    if isinstance(asked, Refusal):
        return asked
    item = _wheel(command, state, asked)
    if isinstance(item, Refusal):
        return item
    day = GamingDay(asked.house.time_zone, 0).of(at).isoformat()
    refusal = (
        (_on_the_floor(command, item, state, asked) if command.place is None else None)
        or (_elsewhere(command.place, item, day, state, asked) if command.place is not None else None)
        or unsigned(command.by, asked.printed(asked.by_game.cites.log))
    )
    if refusal is not None:
        return refusal
    names = ("table", "wheel", "parts", "place", "remark")
    return {"number": state.wheel_acts + 1, "day": day, **{name: getattr(command, name) for name in names}}


def _wheel(command: Work, state: State, asked: Asked) -> Item | Refusal:
    """The wheel on the register. One without external movable parts has none to adjust."""
    item, cite = state.item(command.wheel), asked.printed(asked.by_game.cites.adjusting)
    if item is None or item.kind != asked.by_game.wheel:
        return refuse(Code.WHEEL_UNKNOWN, "none", cite=cite, wheel=command.wheel)
    outside = next((each.name for each in command.parts if each.external and each.movable), None)
    if outside is not None and isinstance(item.what, Wheel) and not item.what.external_parts:
        return refuse(Code.WHEEL_UNKNOWN, "no-external-parts", cite=cite, wheel=item.id, part=outside)
    return item


@implements("30-2212(2)(a)", "47.1-2212(2)(a)")
def _on_the_floor(command: Work, item: Item, state: State, asked: Asked) -> Refusal | None:
    """On the floor a wheel is adjusted at its table, while that is not open to the public."""
    cite = asked.printed(asked.by_game.cites.closed)
    if item.table != command.table:
        return refuse(Code.WHEEL_UNKNOWN, "elsewhere", cite=cite, wheel=item.id, table=command.table)
    if open_to_public(state, command.table):
        return refuse(Code.OPEN_TO_PUBLIC, cite=cite, table=command.table)
    return None


@implements("30-2212(2)(b)", "47.1-2212(2)(b)")
def _elsewhere(place: str, item: Item, day: str, state: State, asked: Asked) -> Refusal | None:
    """Away from its table a wheel is adjusted in a place that the Director approved before."""
    cite, approval = asked.printed(asked.by_game.cites.place), state.approval(place)
    if approval is None or approval.subject != "place":
        return refuse(Code.PLACE_NOT_APPROVED, "none", cite=cite, reference=place)
    if approval.day > day:
        return refuse(Code.PLACE_NOT_APPROVED, "later", cite=cite, reference=place)
    if item.table is not None:
        return refuse(Code.PLACE_NOT_APPROVED, "not-there", cite=cite, wheel=item.id, table=item.table)
    return None


# How events are applied -------------------------------------------------------------------------------------
def _apply_adjusted(state: State, event: WheelAdjusted) -> State:
    return state.with_wheel(event.wheel, event.number, worked=event.number)


def _apply_replaced(state: State, event: PartReplaced) -> State:
    changes = {"replaced": event.number} if event.director else {}
    return state.with_wheel(event.wheel, event.number, worked=event.number, **changes)


def _apply_director(state: State, event: DirectorInspected) -> State:
    changes = {"accepted": event.number} if event.passed else {}
    return state.with_wheel(event.wheel, event.number, **changes)


ACTS = (
    Act(AdjustWheel, adjust, makes=(WheelAdjusted,)),
    Act(ReplacePart, replace_part, makes=(PartReplaced,)),
    Act(DirectorInspection, director_inspects, makes=(DirectorInspected,)),
)
HAPPENINGS = (
    Happening(WheelAdjusted, _apply_adjusted),
    Happening(PartReplaced, _apply_replaced),
    Happening(DirectorInspected, _apply_director),
)


# The log ----------------------------------------------------------------------------------------------------
class Row(NamedTuple):
    """One line of the log. A signature is a credential with which somebody proved who they are.

    `event` is the number of the event in the stream: the head that is signed after it covers this line.
    """

    date: str
    table: str
    work: str
    wheel: str
    parts: str
    place: str
    name: str
    role: str
    licence: str
    signature: str
    event: int
    witness: str
    witness_licence: str
    witness_signature: str
    remark: str


#: The kinds of work, as the log calls them.
_WORKS: dict[type[Event], str] = {WheelAdjusted: "adjustment", PartReplaced: "replacement"}


@implements("30-2212(5)", "47.1-2212(5)")
def log(events: Iterable[Event], first: int = 1) -> tuple[Row, ...]:
    """The log of adjustments and replacements, from the events of the pit; `first` is the number of the first one."""
    found, approved = [], None
    for number, event in enumerate(events, first):
        if isinstance(event, Approved):
            approved = event
        elif isinstance(event, Worked):
            present = approved is not None and approved.command == event.command
            found.append(_row(event, number, approved.by if approved is not None and present else None))
    return tuple(found)


def _row(event: Worked, number: int, witness: By | None) -> Row:
    by = event.by
    return Row(
        date=event.day,
        table=event.table,
        work=_WORKS[type(event)],
        wheel=event.wheel,
        parts="; ".join(map(_part, event.parts)),
        place=event.place or "at the table",
        name=by.person,
        role=by.role,
        licence=by.licence,
        signature=by.credential,
        event=number,
        witness="" if witness is None else witness.person,
        witness_licence="" if witness is None else witness.licence,
        witness_signature="" if witness is None else witness.credential,
        remark=event.remark,
    )


def _part(part: Part) -> str:
    return f"{part.name} ({'external' if part.external else 'internal'}, {'movable' if part.movable else 'fixed'})"


def as_csv(rows: Iterable[Row]) -> str:
    """The log as CSV. Text that a spreadsheet would take for a formula begins with an apostrophe."""
    held = StringIO()
    writer = csv.writer(held, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(Row._fields)
    writer.writerows([cell(each) for each in row] for row in rows)
    return held.getvalue()
