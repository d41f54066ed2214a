"""Versions of a house: which one is in force at which table, from when on, and back to the one before.

The pit decides which version is in force. A table changes to it between two rounds; wagers that are up keep the
version under which they were placed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from typing import Annotated, Any

from msgspec import Meta, Struct

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import Name
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.house import House
from croupier.house.uniform import not_uniform
from croupier.pit.state import HouseVersion, State
from croupier.table.houses import HouseText, house_of


class Change(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One table and the house that comes into force there."""

    table: Name
    house: HouseText


class Activated(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One table, the house in force there, and its version."""

    table: str
    house: HouseText
    version: str


Tables = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=200)]
Changes = Annotated[tuple[Change, ...], Meta(min_length=1, max_length=200)]


# Commands ---------------------------------------------------------------------------------------------------
class ActivateHouse(Command, frozen=True):
    """Put versions of the house into force at tables, from their next round on."""

    topic = Topic.POSTED_RULES
    changes: Changes


class RollBackHouse(Command, frozen=True):
    """Put the version before the one in force back into force, from the next round on."""

    topic = Topic.POSTED_RULES
    tables: Tables


# Events -----------------------------------------------------------------------------------------------------
class HouseActivated(Event, frozen=True):
    """These versions of the house are in force from the next round of their tables on."""

    number: int
    activated: tuple[Activated, ...]


class HouseRolledBack(Event, frozen=True):
    """The versions before are in force again, from the next round of their tables on."""

    number: int
    tables: tuple[str, ...]
    activated: tuple[Activated, ...]


# Decisions --------------------------------------------------------------------------------------------------
def activate(command: ActivateHouse, state: State) -> Decided:
    """Activate sound houses whose approvals are on record, and whose odds are uniform where the rules want that."""
    new = _activated(((each.table, each.house) for each in command.changes), state)
    if isinstance(new, Refusal):
        return new
    same = next((each for each in new if _in_force(each, state)), None)
    if same is not None:
        return refuse(Code.HOUSE_IN_FORCE, "already", table=same.table, version=same.version)
    return (made(HouseActivated, command, state, number=state.activations + 1, activated=new),)


def roll_back(command: RollBackHouse, state: State) -> Decided:
    """Go back to the version before, where there is one. It is checked like a new one."""
    versions = {table: state.versions(table) for table in command.tables}
    first = next((table for table, known in versions.items() if len(known) < 2), None)
    if first is not None:
        return refuse(Code.HOUSE_IN_FORCE, "first", table=first)
    back = _activated(((table, versions[table][-2].house) for table in command.tables), state)
    if isinstance(back, Refusal):
        return back
    fields: dict[str, Any] = {"number": state.activations + 1, "tables": command.tables, "activated": back}
    return (made(HouseRolledBack, command, state, **fields),)


def _activated(changes: Iterable[tuple[str, HouseText]], state: State) -> tuple[Activated, ...] | Refusal:
    """The houses with their versions; a refusal if one cannot come into force, or not with the others."""
    found: dict[str, tuple[HouseText, House]] = {}
    for table, text in changes:
        if table in found:
            return refuse(Code.HOUSE_IN_FORCE, "twice", table=table)
        house = house_of(text)
        if isinstance(house, Refusal):
            return house
        if (refusal := _another_game(table, house, state) or not_approved(house, state)) is not None:
            return refusal
        found[table] = text, house
    if (refusal := _not_uniform({table: house for table, (_, house) in found.items()}, state)) is not None:
        return refusal
    return tuple(Activated(table, text, house.version) for table, (text, house) in found.items())


def _in_force(each: Activated, state: State) -> bool:
    known = state.versions(each.table)
    return bool(known) and known[-1].version == each.version


def _another_game(table: str, house: House, state: State) -> Refusal | None:
    """A table keeps its game."""
    known = state.versions(table)
    before = house_of(known[-1].house) if known else None
    if not isinstance(before, House) or before.game_name == house.game_name:
        return None
    return refuse(Code.HOUSE_UNSOUND, "another-game", table=table, game=before.game_name)


def not_approved(house: House, state: State) -> Refusal | None:
    """Every approval that a house names is on record in the pit, about the same thing and of the same date."""
    for name, subject, approval in house.papers:
        known = state.approval(approval.reference)
        if known is None:
            return refuse(Code.APPROVAL_UNKNOWN, "named", reference=approval.reference, what=name)
        if known.subject != subject:
            reference, other = approval.reference, known.subject
            return refuse(
                Code.APPROVAL_UNKNOWN, "other-subject", reference=reference, what=name, subject=subject, other=other
            )
        if known.day != approval.on.isoformat():
            return refuse(
                Code.APPROVAL_UNKNOWN, "other-day", reference=approval.reference, what=name, day=approval.on
            )
    return None


def together(state: State, house: House, table: str) -> tuple[str, ...]:
    """The tables that change with a table to the house in force there; none where odds need not be uniform.

    They are the tables of its game that two people have named in one act.
    """
    if Topic.UNIFORM_ODDS not in house.game.cites:
        return ()
    named = {each: house_of(state.versions(each)[-1].house) for each in state.versions(table)[-1].together}
    return tuple(sorted(each for each, of in named.items() if getattr(of, "game_name", None) == house.game_name))


def _not_uniform(new: dict[str, House], state: State) -> Refusal | None:
    """Odds that are uniform in the casino change at all its tables in one act, or at none (reading M5)."""
    old = {table: house_of(state.versions(table)[-1].house) for table in state.tables() if table not in new}
    sound = {table: house for table, house in old.items() if isinstance(house, House)}
    pairs = [*combinations(new.values(), 2), *((one, other) for one in new.values() for other in sound.values())]
    return next((no for one, other in pairs if (no := not_uniform(one, other)) is not None), None)


# How events are applied -------------------------------------------------------------------------------------
def _apply_activated(state: State, event: HouseActivated) -> State:
    together = _tables(event)
    for each in event.activated:
        version = HouseVersion(each.table, event.number, each.version, each.house, together)
        state = state.but(houses=(*state.houses, version))
    return state.but(activations=event.number)


def _apply_rolled_back(state: State, event: HouseRolledBack) -> State:
    """The version that was in force is forgotten, so going back again goes further back."""
    for table in event.tables:
        *_, before, last = state.versions(table)
        again = replace(before, together=_tables(event))
        kept = (again if each is before else each for each in state.houses if each is not last)
        state = state.but(houses=tuple(kept))
    return state.but(activations=event.number)


def _tables(event: HouseActivated | HouseRolledBack) -> tuple[str, ...]:
    return tuple(each.table for each in event.activated)


def _changes_of(event: HouseActivated) -> dict[str, Any]:
    return {"changes": tuple(Change(each.table, each.house) for each in event.activated)}


ACTS = (
    Act(ActivateHouse, activate, makes=(HouseActivated,), recalled={HouseActivated: _changes_of}),
    Act(RollBackHouse, roll_back, makes=(HouseRolledBack,)),
)
HAPPENINGS = (Happening(HouseActivated, _apply_activated), Happening(HouseRolledBack, _apply_rolled_back))
