"""Inspections of a table: every item of the checklist that its game declares, stated one by one and signed.

Whoever signs has proven who they are: the event has their name, licence number and credential, and the head of the
stream is signed after every command.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import By, Name
from croupier.conduct.command import Command, Text, Word
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.pit.acts.kits import InspectionHandedOver, told
from croupier.pit.inspected import Asked, asked_at, items_at
from croupier.pit.state import Inspection, State
from croupier.text.facts import Person


class Result(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One item of a checklist, and whether it passed."""

    check: Word
    passed: bool


Results = Annotated[tuple[Result, ...], Meta(min_length=1, max_length=50)]


# Commands ---------------------------------------------------------------------------------------------------
class InspectTable(Command, frozen=True):
    """Inspect a table with its wheel and balls: state for every item of the checklist whether it passed, and sign."""

    topic = Topic.OPEN_TABLE
    table: Name
    results: Results
    remark: Text


# Events -----------------------------------------------------------------------------------------------------
class TableInspected(Event, frozen=True):
    """A table was inspected; if an item failed, it is not ready to open or to spin."""

    number: int  # in the order of everything that is recorded about wheels
    table: str
    day: str  # the gaming day
    items: tuple[str, ...]  # the equipment that was inspected
    results: tuple[Result, ...]
    remark: str


# Decisions --------------------------------------------------------------------------------------------------
def inspect(command: InspectTable, state: State) -> Decided:
    """Record an inspection of what is at the table now. A table that has its kit is told how it ended."""
    asked = asked_at(state, command.table)
    if isinstance(asked, Refusal):
        return asked
    checks = [each.id for each in asked.by_game.checks(asked.house)]
    refusal = (
        _incomplete(state, command.table, asked)
        or not_stated(command.results, checks, asked, asked.by_game.cites.opening)
        or unsigned(command.by, asked.printed(asked.by_game.cites.opening))
    )
    if refusal is not None:
        return refusal
    event = made(
        TableInspected,
        command,
        state,
        number=state.wheel_acts + 1,
        table=command.table,
        day=asked.house.gaming_date(max(command.at, state.at)).isoformat(),
        items=tuple(each.id for each in items_at(state, command.table, asked)),
        results=command.results,
        remark=command.remark,
    )
    return event, *told(command, _apply_inspected(state, event), command.table)


def not_stated(results: Iterable[Result], checks: Iterable[str], asked: Asked, cite: str) -> Refusal | None:
    """Refuse an inspection that does not state every item of a checklist, once, and nothing else."""
    wanted, stated = list(checks), Counter(each.check for each in results)
    missing = tuple(each for each in wanted if each not in stated)
    if missing:
        return refuse(Code.CHECKLIST_DIFFERS, "missing", cite=asked.printed(cite), items=missing)
    other = next((each for each in stated if each not in wanted), None)
    if other is not None:
        return refuse(Code.CHECKLIST_DIFFERS, "unknown", cite=asked.printed(cite), item=other, items=tuple(wanted))
    twice = next((each for each, count in stated.items() if count > 1), None)
    return None if twice is None else refuse(Code.CHECKLIST_DIFFERS, "twice", cite=asked.printed(cite), item=twice)


def unsigned(by: By, cite: str | None) -> Refusal | None:
    """Refuse an act that is signed, by somebody who has not proven who they are."""
    if by.credential:
        return None
    return refuse(Code.UNSIGNED, cite=cite, player=Person(by.person))


def _incomplete(state: State, table: str, asked: Asked) -> Refusal | None:
    """Refuse to inspect a table where something is missing that the checklist is about."""
    there = {each.kind for each in items_at(state, table, asked)}
    absent = tuple(each for each in asked.by_game.inspected if each not in there)
    if not absent:
        return None
    cite = asked.printed(asked.by_game.cites.opening)
    return refuse(Code.NOTHING_TO_INSPECT, "absent", cite=cite, table=table, items=absent)


# How events are applied -------------------------------------------------------------------------------------
def _apply_inspected(state: State, event: TableInspected) -> State:
    passed = tuple(each.check for each in event.results if each.passed)
    inspection = Inspection(event.table, event.number, event.at, passed, event.items)
    others = tuple(each for each in state.inspections if each.table != event.table)
    return state.but(wheel_acts=event.number, inspections=(*others, inspection))


ACTS = (Act(InspectTable, inspect, makes=(TableInspected, InspectionHandedOver)),)
HAPPENINGS = (Happening(TableInspected, _apply_inspected),)
