"""What proves who a person is, and which terminals are trusted. Secrets are never here, only the ids of credentials.

A person has one credential. The first secret is chosen by whoever enrols it, so it lasts for a day and allows nothing
but to choose another one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import By, Name, same_person
from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.people.governed import GOVERNORS, ungoverned
from croupier.people.state import DAY, Credential, State, Terminal

#: How long a secret lasts that somebody else has chosen, in microseconds.
FIRST_SECRET_LASTS = DAY

CredentialId = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
TerminalId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,64}\Z")]
PublicKey = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Kind = Literal["password", "pin"]


# Commands ---------------------------------------------------------------------------------------------------
class EnrolCredential(Command, frozen=True):
    """Give a person a credential with a first secret; one that the person had before is void."""

    topic = Silent.CONTROLS
    concerns = "person"
    person: Name
    credential: CredentialId
    kind: Kind


class ReplaceCredential(Command, frozen=True):
    """Replace one's own credential by one with a secret of one's own."""

    topic = Silent.CONTROLS
    credential: CredentialId
    replaces: CredentialId
    kind: Kind


class RevokeCredential(Command, frozen=True):
    """Revoke the credential of a person, who is signed out."""

    topic = Silent.CONTROLS
    person: Name
    reason: Text


class EnrolTerminal(Command, frozen=True):
    """Trust a terminal, by the public key of the pair that it has made itself."""

    topic = Silent.CONTROLS
    terminal: TerminalId
    key: PublicKey


class RevokeTerminal(Command, frozen=True):
    """Trust a terminal no longer; whoever is signed in there is signed out."""

    topic = Silent.CONTROLS
    terminal: TerminalId
    reason: Text


# Events -----------------------------------------------------------------------------------------------------
class CredentialEnrolled(Event, frozen=True):
    """A person has a credential with a first secret, which must be replaced in time."""

    person: str
    credential: str
    kind: Kind
    until: int


class CredentialReplaced(Event, frozen=True):
    """A person has another credential, with a secret of their own."""

    credential: str
    replaces: str
    kind: Kind


class CredentialRevoked(Event, frozen=True):
    """A credential proves nothing any more."""

    person: str
    credential: str
    reason: str


class TerminalEnrolled(Event, frozen=True):
    """Staff may sign in at a terminal."""

    terminal: str
    key: str


class TerminalRevoked(Event, frozen=True):
    """Nobody may sign in at a terminal any more."""

    terminal: str
    reason: str


# Decisions --------------------------------------------------------------------------------------------------
def enrol(command: EnrolCredential, state: State) -> Decided:
    """Enrol a credential under an id that is new."""
    known = state.person(command.person)
    if known is None:
        return refuse(Code.PERSON_UNKNOWN, "named", person=command.person)
    if state.credential(command.credential) is not None:
        return refuse(Code.CREDENTIAL_USED, credential=command.credential)
    until = max(command.at, state.at) + FIRST_SECRET_LASTS
    fields = {"person": command.person, "credential": command.credential, "kind": command.kind, "until": until}
    return (made(CredentialEnrolled, command, state, **fields),)


def replace(command: ReplaceCredential, state: State) -> Decided:
    """Replace the credential that the person has, and nobody else's."""
    old = state.credential(command.replaces)
    if old is None or not same_person(old.person, command.by.person):
        return refuse(Code.CREDENTIAL_UNKNOWN, "own", person=command.by.person)
    if state.credential(command.credential) is not None:
        return refuse(Code.CREDENTIAL_USED, credential=command.credential)
    fields = {"credential": command.credential, "replaces": command.replaces, "kind": command.kind}
    return (made(CredentialReplaced, command, state, **fields),)


def revoke(command: RevokeCredential, state: State) -> Decided:
    """Revoke one's own credential, or as an administrator or key manager somebody else's; at once, and alone."""
    if (refusal := not_of_others(command.by, command.person)) is not None:
        return refusal
    known = state.credential_of(command.person)
    if known is None:
        return refuse(Code.CREDENTIAL_UNKNOWN, "none", person=command.person)
    fields = {"person": command.person, "credential": known.id, "reason": command.reason}
    event = made(CredentialRevoked, command, state, **fields)
    return ungoverned(_apply_revoked(state, event)) or (event,)


def not_of_others(by: By, person: str) -> Refusal | None:
    """Refuse what only the person concerned, an administrator or a key manager may do."""
    if same_person(by.person, person) or by.role in GOVERNORS:
        return None
    return refuse(Code.NOT_FOR_OTHERS, "credential", person=by.person, other=person)


def enrol_terminal(command: EnrolTerminal, state: State) -> Decided:
    """Enrol a terminal with an id and a key that no other has."""
    if any(command.terminal == each.id or command.key == each.key for each in state.terminals):
        return refuse(Code.TERMINAL_USED, terminal=command.terminal)
    return (made(TerminalEnrolled, command, state, terminal=command.terminal, key=command.key),)


def revoke_terminal(command: RevokeTerminal, state: State) -> Decided:
    """Revoke a terminal, except the last one."""
    if state.terminal(command.terminal) is None:
        return refuse(Code.TERMINAL_UNKNOWN, "named", terminal=command.terminal)
    event = made(TerminalRevoked, command, state, terminal=command.terminal, reason=command.reason)
    return ungoverned(_apply_terminal_revoked(state, event)) or (event,)


# How events are applied -------------------------------------------------------------------------------------
def _without(state: State, person: str) -> State:
    """The state in which a person has no credential and is signed out."""
    known = state.credential_of(person)
    state = state.without_sessions(state.sessions_of(person))
    return state.but(credentials=tuple(each for each in state.credentials if each is not known))


def _apply_enrolled(state: State, event: CredentialEnrolled) -> State:
    credential = Credential(event.credential, event.person, event.kind, event.until)
    state = _without(state, event.person)
    return state.but(credentials=(*state.credentials, credential))


def _apply_replaced(state: State, event: CredentialReplaced) -> State:
    """The person is signed out, and signs in with the new secret."""
    credential = Credential(event.credential, event.by.person, event.kind)
    state = _without(state, event.by.person)
    return state.but(credentials=(*state.credentials, credential))


def _apply_revoked(state: State, event: CredentialRevoked) -> State:
    return _without(state, event.person)


def _apply_terminal_enrolled(state: State, event: TerminalEnrolled) -> State:
    return state.but(terminals=(*state.terminals, Terminal(event.terminal, event.key)))


def _apply_terminal_revoked(state: State, event: TerminalRevoked) -> State:
    state = state.without_sessions(each for each in state.sessions if each.terminal == event.terminal)
    return state.but(terminals=tuple(each for each in state.terminals if each.id != event.terminal))


ACTS = (
    Act(EnrolCredential, enrol, makes=(CredentialEnrolled,)),
    Act(ReplaceCredential, replace, makes=(CredentialReplaced,)),
    Act(RevokeCredential, revoke, makes=(CredentialRevoked,)),
    Act(EnrolTerminal, enrol_terminal, makes=(TerminalEnrolled,)),
    Act(RevokeTerminal, revoke_terminal, makes=(TerminalRevoked,)),
)
HAPPENINGS = (
    Happening(CredentialEnrolled, _apply_enrolled),
    Happening(CredentialReplaced, _apply_replaced),
    Happening(CredentialRevoked, _apply_revoked),
    Happening(TerminalEnrolled, _apply_terminal_enrolled),
    Happening(TerminalRevoked, _apply_terminal_revoked),
)
