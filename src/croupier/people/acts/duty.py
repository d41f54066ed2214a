"""Who is on duty where, and in which role.

People come on duty themselves, or a supervisor says where they work. Relief is one event, so that a post is never
without somebody in between.
"""

from __future__ import annotations

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import By, Name, Role, same_person
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.people.fitness import unfit
from croupier.people.state import Post, State

#: Roles that say where others work.
ASSIGNS = frozenset[Role](("pit-supervisor", "key-manager"))


# Commands ---------------------------------------------------------------------------------------------------
class ComeOnDuty(Command, frozen=True):
    """Begin to work in a role at a place: a table, or another place of the house."""

    topic = Silent.CONTROLS
    person: Name
    role: Role
    place: Name


class GoOffDuty(Command, frozen=True):
    """Stop working, without being relieved."""

    topic = Silent.CONTROLS
    person: Name


class Relieve(Command, frozen=True):
    """Take over the post of somebody who goes off duty: role and place stay the same."""

    topic = Silent.CONTROLS
    person: Name
    relieves: Name


# Events -----------------------------------------------------------------------------------------------------
class CameOnDuty(Event, frozen=True):
    """Somebody works in a role at a place."""

    person: str
    role: Role
    place: str


class WentOffDuty(Event, frozen=True):
    """Somebody works no longer."""

    person: str


class Relieved(Event, frozen=True):
    """Somebody has taken over the post of another person, who is off duty."""

    person: str
    relieves: str
    role: Role
    place: str


# Decisions --------------------------------------------------------------------------------------------------
def come(command: ComeOnDuty, state: State) -> Decided:
    """Come on duty in a role that one has, with a valid licence, and in one place only."""
    refusal = _not_for_others(command.by, command.person) or _unable(command.person, command.role, command, state)
    if refusal is not None:
        return refusal
    fields = {"person": command.person, "role": command.role, "place": command.place}
    return (made(CameOnDuty, command, state, **fields),)


def go(command: GoOffDuty, state: State) -> Decided:
    """Go off duty from where one is."""
    if (refusal := _not_for_others(command.by, command.person)) is not None:
        return refusal
    if _post(state, command.person) is None:
        return refuse(Code.OFF_DUTY, "is-off", person=command.person)
    return (made(WentOffDuty, command, state, person=command.person),)


def relieve(command: Relieve, state: State) -> Decided:
    """Take over a post in a role that one has, with a valid licence."""
    if (refusal := _not_for_others(command.by, command.person)) is not None:
        return refusal
    if same_person(command.person, command.relieves):
        return refuse(Code.SAME_PERSON, "own-post", person=command.person)
    if (post := _post(state, command.relieves)) is None:
        return refuse(Code.OFF_DUTY, "is-off", person=command.relieves)
    if (refusal := _unable(command.person, post.role, command, state)) is not None:
        return refusal
    fields = {"relieves": command.relieves, "role": post.role, "place": post.place}
    return (made(Relieved, command, state, person=command.person, **fields),)


def _not_for_others(by: By, person: str) -> Refusal | None:
    """Refuse whoever says where others work without being a supervisor."""
    if same_person(by.person, person) or by.role in ASSIGNS:
        return None
    return refuse(Code.NOT_FOR_OTHERS, "duty", person=by.person, other=person)


def _unable(person: str, role: Role, command: Command, state: State) -> Refusal | None:
    """Why somebody cannot be on duty in a role: role, licence, excluded from the house, or on duty elsewhere."""
    refusal = unfit(person, role, state, command.at, act="Duty") or excluded(person, state, act="Duty")
    if refusal is not None:
        return refusal
    post = _post(state, person)
    return None if post is None else refuse(Code.ON_DUTY_ALREADY, person=person, role=post.role, place=post.place)


def excluded(person: str, state: State, *, act: str, cite: str | None = None) -> Refusal | None:
    """Refuse somebody who is excluded from the house."""
    return refuse(Code.STAFF_EXCLUDED, cite=cite, act=act, person=person) if state.excludes(person) else None


def _post(state: State, person: str) -> Post | None:
    known = state.person(person)
    return None if known is None else known.post


# How events are applied -------------------------------------------------------------------------------------
def _apply_came(state: State, event: CameOnDuty) -> State:
    return state.with_person(event.person, post=Post(event.role, event.place))


def _apply_went(state: State, event: WentOffDuty) -> State:
    return state.with_person(event.person, post=None)


def _apply_relieved(state: State, event: Relieved) -> State:
    state = state.with_person(event.relieves, post=None)
    return state.with_person(event.person, post=Post(event.role, event.place))


ACTS = (
    Act(ComeOnDuty, come, makes=(CameOnDuty,)),
    Act(GoOffDuty, go, makes=(WentOffDuty,)),
    Act(Relieve, relieve, makes=(Relieved,)),
)
HAPPENINGS = (
    Happening(CameOnDuty, _apply_came),
    Happening(WentOffDuty, _apply_went),
    Happening(Relieved, _apply_relieved),
)
