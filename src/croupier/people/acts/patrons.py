"""Patrons who may not play at any table of the house."""

from __future__ import annotations

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import Name, same_person
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.refusal import Code, refuse
from croupier.core.topic import Silent
from croupier.people.state import State


# Commands ---------------------------------------------------------------------------------------------------
class ExcludePatron(Command, frozen=True):
    """Exclude a patron from every table of the house."""

    topic = Silent.CONTROLS
    person: Name


class ReadmitPatron(Command, frozen=True):
    """Let an excluded patron play again."""

    topic = Silent.CONTROLS
    person: Name


# Events -----------------------------------------------------------------------------------------------------
class PatronExcluded(Event, frozen=True):
    """A patron may not play at any table of the house."""

    person: str


class PatronReadmitted(Event, frozen=True):
    """A patron may play again; `others` are further ways in which the name was written and excluded."""

    person: str
    others: tuple[str, ...] = ()


# Decisions --------------------------------------------------------------------------------------------------
def exclude(command: ExcludePatron, state: State) -> Decided:
    """Exclude a patron; excluding one twice changes nothing and is no fault."""
    return (made(PatronExcluded, command, state, person=command.person),)


def readmit(command: ReadmitPatron, state: State) -> Decided:
    """Readmit a patron who is excluded, however the name was written then."""
    if not (found := sorted(each for each in state.excluded if same_person(each, command.person))):
        return refuse(Code.NOT_EXCLUDED, person=command.person)
    others = tuple(each for each in found if each != command.person)
    return (made(PatronReadmitted, command, state, person=command.person, others=others),)


# How events are applied -------------------------------------------------------------------------------------
def _apply_excluded(state: State, event: PatronExcluded) -> State:
    return state.but(excluded=state.excluded | {event.person})


def _apply_readmitted(state: State, event: PatronReadmitted) -> State:
    return state.but(excluded=state.excluded - {event.person, *event.others})


ACTS = (
    Act(ExcludePatron, exclude, makes=(PatronExcluded,)),
    Act(ReadmitPatron, readmit, makes=(PatronReadmitted,)),
)
HAPPENINGS = (Happening(PatronExcluded, _apply_excluded), Happening(PatronReadmitted, _apply_readmitted))
