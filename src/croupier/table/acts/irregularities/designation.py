"""Employees who may call No Roll, because a key manager has designated them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from croupier.conduct.by import Name
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.refusal import Code, refuse
from croupier.core.topic import Topic
from croupier.table.decision_helpers import Decided, made
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Person


# Command ----------------------------------------------------------------------------------------------------
class Designate(Command, frozen=True):
    """Name a licensed employee, with the licence, who may call No Roll, or with `withdraw` no longer."""

    topic = Topic.DESIGNATED
    person: Name
    licence: Annotated[str, Meta(max_length=64)]
    withdraw: bool = False


# Event ------------------------------------------------------------------------------------------------------
class Designated(Event, frozen=True):
    """An employee may call No Roll, or with `withdraw` no longer."""

    person: str
    licence: str = ""
    withdraw: bool = False


# Decision ---------------------------------------------------------------------------------------------------
def designate(command: Designate, state: State) -> Decided:
    """A key manager designates an employee, who is no player and has a licence (reading A13)."""
    if state.seat(command.person) is not None:
        return refuse(Code.NO_EMPLOYEE, "plays", cite=state.cite(command.topic), player=Person(command.person))
    if not command.licence:
        return refuse(Code.NO_EMPLOYEE, "no-licence", cite=state.cite(command.topic), player=Person(command.person))
    if command.withdraw and named(command.person, command.licence) not in state.designated:
        return refuse(
            Code.NO_EMPLOYEE, "not-designated", cite=state.cite(command.topic), player=Person(command.person)
        )
    fields = {"person": command.person, "licence": command.licence, "withdraw": command.withdraw}
    return (made(Designated, command, state, **fields),)


def named(person: str, licence: str) -> str:
    """An employee with the licence, as the table remembers who is designated; older logs have no licence."""
    return f"{person}: {licence}" if licence else person


# How the event is applied: no rule is evaluated -------------------------------------------------------------
def _apply_designated(state: State, event: Designated) -> State:
    one = frozenset({named(event.person, event.licence)})
    return state.but(designated=state.designated - one if event.withdraw else state.designated | one)


ACTS = (Act(Designate, designate, makes=(Designated,)),)
HAPPENINGS = (Happening(Designated, _apply_designated),)
