"""Who works in the house: the first two people, and from then on two people for every change.

An administrator proposes, and another administrator or a key manager approves. Nobody proposes or approves what
concerns themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any, get_args
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct

from croupier.conduct import powers
from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import Name, Role, same_person
from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event
from croupier.conduct.names import unseen
from croupier.core.gaming_day import GamingDay
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.people.acts.credentials import CredentialId, Kind, PublicKey, TerminalId
from croupier.people.governed import GOVERNORS
from croupier.people.state import Credential, Licence, Person, State, Terminal

#: Roles that no person has: machines, and those who play.
NOBODYS = frozenset[Role](("player", "device", "system"))

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]
#: No character of these: nobody sees them. Decisions refuse all others that nobody sees (`unseen`).
_VISIBLE = r"^(?![\s\S]*[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff])"
NewName = Annotated[str, Meta(min_length=1, max_length=64, pattern=_VISIBLE + r"[^\s:](?:[^:\n]*[^\s:])?\Z")]
LicenceNumber = Annotated[str, Meta(min_length=1, max_length=64, pattern=_VISIBLE + r"\S(?:[^\n]*\S)?\Z")]
Roles = Annotated[tuple[Role, ...], Meta(min_length=1, max_length=len(get_args(Role)))]


class Founder(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One of the first two people of a house, with the credential that proves who it is."""

    person: NewName
    roles: Roles
    licence: LicenceNumber
    since: Day
    until: Day
    credential: CredentialId
    kind: Kind


# Commands ---------------------------------------------------------------------------------------------------
class FoundHouse(Command, frozen=True):
    """Begin the list of people with an administrator, a second person who approves, and a terminal.

    Accepted once, and only while nobody is on the list: nobody could approve the first people.
    """

    topic = Silent.PROGRAM
    first: Founder
    second: Founder
    terminal: TerminalId
    key: PublicKey
    zone: Annotated[str, Meta(min_length=1, max_length=64)] = "America/Denver"
    hour: Annotated[int, Meta(ge=0, le=23)] = 6


class RegisterPerson(Command, frozen=True):
    """Register somebody with roles, and a licence with its first and last day."""

    topic = Silent.CONTROLS
    concerns = "person"
    person: NewName
    roles: Roles
    licence: LicenceNumber
    since: Day
    until: Day


class GrantRole(Command, frozen=True):
    """Give a person one more role."""

    topic = Silent.CONTROLS
    concerns = "person"
    person: Name
    role: Role


class RevokeRole(Command, frozen=True):
    """Take a role from a person, who goes off duty and is signed out where it was in that role."""

    topic = Silent.CONTROLS
    concerns = "person"
    person: Name
    role: Role
    reason: Text


class RenewLicence(Command, frozen=True):
    """Record the licence of a person with its new days, or another number."""

    topic = Silent.CONTROLS
    concerns = "person"
    person: Name
    licence: LicenceNumber
    since: Day
    until: Day


class RemovePerson(Command, frozen=True):
    """Take somebody off the list, who goes off duty, is signed out, and has no credential any more."""

    topic = Silent.CONTROLS
    concerns = "person"
    person: Name
    reason: Text


# Events -----------------------------------------------------------------------------------------------------
class HouseFounded(Event, frozen=True):
    """The list of people begins with two people and a terminal."""

    first: Founder
    second: Founder
    terminal: str
    key: str
    zone: str = "America/Denver"
    hour: int = 6


class PersonRegistered(Event, frozen=True):
    """Somebody is on the list of people."""

    person: str
    roles: tuple[Role, ...]
    licence: str
    since: str
    until: str


class RoleGranted(Event, frozen=True):
    """A person has one more role."""

    person: str
    role: Role


class RoleRevoked(Event, frozen=True):
    """A person has a role no longer."""

    person: str
    role: Role
    reason: str


class LicenceRenewed(Event, frozen=True):
    """A person has a licence with other days, or another number."""

    person: str
    licence: str
    since: str
    until: str


class PersonRemoved(Event, frozen=True):
    """Somebody is off the list of people."""

    person: str
    reason: str


# Decisions --------------------------------------------------------------------------------------------------
def found(command: FoundHouse, state: State) -> Decided:
    """Begin with an administrator and somebody who may approve: two people, two licences, two credentials."""
    first, second = command.first, command.second
    if state.founded:
        return refuse(Code.HOUSE_FOUNDED, "already")
    if not _is_zone(command.zone):
        return refuse(Code.HOUSE_FOUNDED, "zone", zone=command.zone)
    begun = state.but(gaming_day=GamingDay(command.zone, command.hour))
    if (refusal := _unsound(first, begun, command.at, licensed=True)) is not None:
        return refusal
    begun = begun.but(persons=(_person(first),))
    if (refusal := _unsound(second, begun, command.at, licensed=True)) is not None:
        return refusal
    if "administrator" not in first.roles or not GOVERNORS.intersection(second.roles):
        return refuse(Code.HOUSE_FOUNDED, "roles")
    if first.credential == second.credential:
        return refuse(Code.CREDENTIAL_USED, credential=second.credential)
    fields: dict[str, Any] = {
        "first": first, "second": second, "terminal": command.terminal, "key": command.key,
        "zone": command.zone, "hour": command.hour,
    }  # fmt: skip
    return (made(HouseFounded, command, state, **fields),)


def register(command: RegisterPerson, state: State) -> Decided:
    """Register somebody who is not on the list, whose licence has not ended and whose roles go together."""
    if (refusal := _unsound(command, state, command.at)) is not None:
        return refusal
    fields: dict[str, Any] = {"roles": command.roles, "licence": command.licence}
    days = {"since": command.since, "until": command.until}
    return (made(PersonRegistered, command, state, person=command.person, **fields, **days),)


def grant(command: GrantRole, state: State) -> Decided:
    """Give a role that goes together with those that the person has."""
    known = state.person(command.person)
    if known is None:
        return _nobody(command.person)
    if command.role in known.roles:
        return refuse(Code.ROLE_NOT_FREE, "held", person=known.name, role=command.role)
    if (refusal := _clash(known.name, (*known.roles, command.role))) is not None:
        return refusal
    return (made(RoleGranted, command, state, person=command.person, role=command.role),)


def revoke(command: RevokeRole, state: State) -> Decided:
    """Take a role that the person has."""
    known = state.person(command.person)
    if known is None:
        return _nobody(command.person)
    if command.role not in known.roles:
        return refuse(Code.ROLE_NOT_HELD, "to-revoke", person=known.name, role=command.role)
    fields: dict[str, Any] = {"person": command.person, "role": command.role, "reason": command.reason}
    return (made(RoleRevoked, command, state, **fields),)


def renew(command: RenewLicence, state: State) -> Decided:
    """Record a licence that has not ended and that nobody else has."""
    known = state.person(command.person)
    if known is None:
        return _nobody(command.person)
    others = state.but(persons=tuple(each for each in state.persons if each is not known))
    if (refusal := _bad_licence(command, others, command.at)) is not None:
        return refusal
    fields = {"licence": command.licence, "since": command.since, "until": command.until}
    return (made(LicenceRenewed, command, state, person=command.person, **fields),)


def remove(command: RemovePerson, state: State) -> Decided:
    """Take somebody off the list; whoever proposes and approves it stays, so the house keeps two who may."""
    if state.person(command.person) is None:
        return _nobody(command.person)
    return (made(PersonRemoved, command, state, person=command.person, reason=command.reason),)


def _nobody(name: str) -> Refusal:
    return refuse(Code.PERSON_UNKNOWN, "named", person=name)


def _unsound(new: Founder | RegisterPerson, state: State, at: int, *, licensed: bool = False) -> Refusal | None:
    """Why somebody cannot be registered. `licensed`: the licence must be valid already."""
    if unseen(new.person):
        return refuse(Code.NAME_UNSEEN, name=new.person)
    if (known := state.person(new.person)) is not None:
        return refuse(Code.PERSON_KNOWN, "name", person=known.name)
    if (refusal := _clash(new.person, new.roles) or _bad_licence(new, state, at)) is not None:
        return refusal
    if licensed and state.day(at) < (since := date.fromisoformat(new.since)):
        return refuse(Code.LICENCE_UNSOUND, "not-yet", licence=new.licence, day=since)
    return None


def _clash(person: str, roles: tuple[Role, ...]) -> Refusal | None:
    """Refuse roles that nobody has, that are named twice, or that one person never has together."""
    if (of_nobody := next((role for role in roles if role in NOBODYS), None)) is not None:
        return refuse(Code.ROLE_NOT_FREE, "of-nobody", role=of_nobody)
    if (twice := next((role for role in roles if roles.count(role) > 1), None)) is not None:
        return refuse(Code.ROLE_NOT_FREE, "held", person=person, role=twice)
    if (clash := powers.incompatible(roles)) is None:
        return None
    pair, one, other = clash
    return refuse(Code.ROLES_CLASH, person=person, one=one, other=other, note=pair.note.removesuffix("."))


def _bad_licence(new: Founder | RegisterPerson | RenewLicence, state: State, at: int) -> Refusal | None:
    """Refuse days that do not exist or are in the wrong order, a licence that has ended, and somebody else's."""
    if unseen(new.licence):
        return refuse(Code.NAME_UNSEEN, name=new.licence)
    since, until = _day(new.since), _day(new.until)
    if since is None or until is None:
        return refuse(Code.LICENCE_UNSOUND, "no-day", licence=new.licence, since=new.since, until=new.until)
    if until < since:
        return refuse(Code.LICENCE_UNSOUND, "backwards", licence=new.licence, since=since, until=until)
    if until < state.day(at):
        return refuse(Code.LICENCE_UNSOUND, "over", licence=new.licence, day=until)
    holder = next((each for each in state.persons if same_person(each.licence.number, new.licence)), None)
    return None if holder is None else refuse(Code.PERSON_KNOWN, "licence", licence=new.licence, person=holder.name)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):  # no such zone, or the name of a folder or of another file
        return False
    return True


# How events are applied -------------------------------------------------------------------------------------
def _person(new: Founder | PersonRegistered) -> Person:
    return Person(new.person, Licence(new.licence, new.since, new.until), new.roles)


def _apply_founded(state: State, event: HouseFounded) -> State:
    both = (event.first, event.second)
    return state.but(
        founded=True,
        gaming_day=GamingDay(event.zone, event.hour),
        persons=tuple(map(_person, both)),
        credentials=tuple(Credential(each.credential, each.person, each.kind) for each in both),
        terminals=(Terminal(event.terminal, event.key),),
    )


def _apply_registered(state: State, event: PersonRegistered) -> State:
    return state.but(persons=(*state.persons, _person(event)))


def _apply_granted(state: State, event: RoleGranted) -> State:
    return state.with_person(event.person, roles=(*_roles(state, event.person), event.role))


def _apply_revoked(state: State, event: RoleRevoked) -> State:
    known = state.person(event.person)
    post = None if known is None or known.post is None or known.post.role == event.role else known.post
    left = tuple(role for role in _roles(state, event.person) if role != event.role)
    state = state.without_sessions(each for each in state.sessions_of(event.person) if each.role == event.role)
    return state.with_person(event.person, roles=left, post=post)


def _roles(state: State, name: str) -> Iterable[Role]:
    known = state.person(name)
    return () if known is None else known.roles


def _apply_renewed(state: State, event: LicenceRenewed) -> State:
    return state.with_person(event.person, licence=Licence(event.licence, event.since, event.until))


def _apply_removed(state: State, event: PersonRemoved) -> State:
    known, credential = state.person(event.person), state.credential_of(event.person)
    return state.without_sessions(state.sessions_of(event.person)).but(
        persons=tuple(each for each in state.persons if each is not known),
        credentials=tuple(each for each in state.credentials if each is not credential),
    )


ACTS = (
    Act(FoundHouse, found, makes=(HouseFounded,)),
    Act(RegisterPerson, register, makes=(PersonRegistered,)),
    Act(GrantRole, grant, makes=(RoleGranted,)),
    Act(RevokeRole, revoke, makes=(RoleRevoked,)),
    Act(RenewLicence, renew, makes=(LicenceRenewed,)),
    Act(RemovePerson, remove, makes=(PersonRemoved,)),
)
HAPPENINGS = (
    Happening(HouseFounded, _apply_founded),
    Happening(PersonRegistered, _apply_registered),
    Happening(RoleGranted, _apply_granted),
    Happening(RoleRevoked, _apply_revoked),
    Happening(LicenceRenewed, _apply_renewed),
    Happening(PersonRemoved, _apply_removed),
)
