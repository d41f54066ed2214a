"""Alerts: trouble that the books found in the logs. An alert stays until a named person clears it with a reason.

The machine raises alerts, people clear them. The same trouble is one alert while that is open, and says how often it
was seen. The sentence about it is made where it is read (`text/alerts.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import Name
from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.pit.acts.approvals import Day
from croupier.pit.state import Alert, AlertFact, State

#: What trouble is about: the course of play, the equipment, money, or the servers.
About = Literal["play", "equipment", "money", "servers"]
Kind = Annotated[str, Meta(pattern=r"^[a-z]+(-[a-z]+){0,5}\Z", max_length=40)]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]+([-./:][A-Za-z0-9]+)*\Z", max_length=64)]
#: The kinds of facts that are numbers, and those that are texts; `text/facts.py` has their types.
NUMBERS, TEXTS = ("money", "number"), ("word", "person", "wager", "spot")
MOST = 10**15  # the largest number in a fact


class Said(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A fact about the trouble: its name, what it is, and its value. Amounts are cents and never below zero."""

    name: Annotated[str, Meta(pattern=r"^[a-z][a-z_]*\Z", max_length=32)]
    kind: Literal["money", "number", "word", "person", "wager", "spot"]
    value: Annotated[int, Meta(ge=0, le=MOST)] | Annotated[str, Meta(min_length=1, max_length=500)]


Facts: TypeAlias = Annotated[tuple[Said, ...], Meta(max_length=20)]


# Commands ---------------------------------------------------------------------------------------------------
class RaiseAlert(Command, frozen=True):
    """Raise an alert, or say that trouble with an open alert was seen again: `count` is how often in all.

    Kind, table, gaming day and key say which trouble it is. Where two of them differ, it is another alert.
    """

    topic = Silent.PROGRAM
    kind: Kind
    about: About
    table: Name | None
    day: Day
    key: Key
    count: Annotated[int, Meta(ge=1, le=10**9)]
    facts: Facts


class ClearAlert(Command, frozen=True):
    """Clear an alert, with the reason: what was found, and what was done about it."""

    topic = Silent.CONTROLS
    number: Annotated[int, Meta(ge=0, le=10**9)]
    reason: Text


# Events -----------------------------------------------------------------------------------------------------
class AlertRaised(Event, frozen=True):
    """An alert is open; if it was open before, its trouble was seen again."""

    number: int
    kind: Kind
    about: About
    table: str | None
    day: str
    key: str
    count: int
    facts: Facts


class AlertCleared(Event, frozen=True):
    """An alert was cleared by a person."""

    number: int
    kind: str
    reason: str


# Decisions --------------------------------------------------------------------------------------------------
def raise_alert(command: RaiseAlert, state: State) -> Decided:
    """Raise an alert for new trouble; trouble that is known must have been seen more often than before."""
    if (refusal := _unfit(command.facts)) is not None:
        return refusal
    known = state.open_alert(command.kind, command.table, command.day, command.key)
    if known is not None and command.count <= known.count:
        return refuse(Code.ALERT_KNOWN, number=known.number, count=known.count)
    number = state.alerted + 1 if known is None else known.number
    names = ("kind", "about", "table", "day", "key", "count", "facts")
    said: dict[str, Any] = {name: getattr(command, name) for name in names}
    return (made(AlertRaised, command, state, number=number, **said),)


def _unfit(facts: Iterable[Said]) -> Refusal | None:
    """Refuse facts with the same name, or whose value is not of their kind."""
    seen = set[str]()
    for each in facts:
        if each.name in seen:
            return refuse(Code.ALERT_UNFIT, "twice", name=each.name)
        if isinstance(each.value, int) is not (each.kind in NUMBERS):
            return refuse(Code.ALERT_UNFIT, "value", name=each.name, kind=each.kind)
        seen.add(each.name)
    return None


def clear(command: ClearAlert, state: State) -> Decided:
    """Clear an open alert; accounting clears only those about money."""
    known = next((each for each in state.alerts if each.number == command.number), None)
    if known is None:
        return refuse(Code.ALERT_UNKNOWN, number=command.number)
    if command.by.role == "accounting" and known.about != "money":
        return refuse(Code.ALERT_NOT_MONEY, number=command.number, about=known.about)
    return (made(AlertCleared, command, state, number=known.number, kind=known.kind, reason=command.reason),)


# How events are applied -------------------------------------------------------------------------------------
def _apply_raised(state: State, event: AlertRaised) -> State:
    facts = tuple(AlertFact(each.name, each.kind, each.value) for each in event.facts)
    known = state.open_alert(event.kind, event.table, event.day, event.key)
    if known is not None:
        again = replace(known, facts=facts, count=event.count)
        return state.but(alerts=tuple(again if each is known else each for each in state.alerts))
    which = (event.number, event.kind, event.about, event.table, event.day, event.key)
    return state.but(alerts=(*state.alerts, Alert(*which, event.count, event.at, facts)), alerted=event.number)


def _apply_cleared(state: State, event: AlertCleared) -> State:
    return state.but(alerts=tuple(each for each in state.alerts if each.number != event.number))


ACTS = (
    Act(RaiseAlert, raise_alert, makes=(AlertRaised,)),
    Act(ClearAlert, clear, makes=(AlertCleared,)),
)
HAPPENINGS = (Happening(AlertRaised, _apply_raised), Happening(AlertCleared, _apply_cleared))
