"""The people of a house as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from croupier.conduct.by import Role, same_person
from croupier.conduct.names import written_alike
from croupier.conduct.two_people import Proposals
from croupier.core.clock import LAST
from croupier.core.gaming_day import DENVER, SECOND, GamingDay

#: Microseconds in a day.
DAY = 24 * 60 * 60 * SECOND


@dataclass(frozen=True, slots=True)
class Licence:
    """The licence of a person, with its first and its last day."""

    number: str
    since: str
    until: str


@dataclass(frozen=True, slots=True)
class Post:
    """Where a person is on duty, and in which role."""

    role: Role
    place: str  # the id of a table, or another place of the house


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who works in the house or acts for an authority."""

    name: str
    licence: Licence
    roles: tuple[Role, ...] = ()
    post: Post | None = None  # None: not on duty

    def but(self, **changes: Any) -> Person:
        """The same person with these changes."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Credential:
    """What proves who a person is. The log has its id; only the secrets folder has a hash of the secret."""

    id: str
    person: str
    kind: str  # "password" or "pin"
    until: int | None = None  # a first secret must be replaced before this time; None: the person chose it


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal where staff sign in, with its own public key (Ed25519, in hexadecimal)."""

    id: str
    key: str


@dataclass(frozen=True, slots=True)
class Session:
    """A person who is signed in at a terminal in one role. The log has the SHA-256 of the token, never the token."""

    digest: str
    person: str
    role: Role
    credential: str
    terminal: str
    proven: int  # when the person gave the secret last
    until: int  # from this time on it is over
    locked: bool = False

    def but(self, **changes: Any) -> Session:
        """The same session with these changes."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Failures:
    """Failed proofs of a secret at one terminal, without a long pause between them."""

    terminal: str  # "": terminals that are not enrolled
    count: int
    last: int  # when the last one was


@dataclass(frozen=True)
class State:
    """Everything about the people of one house. Only events make a new one."""

    house: str  # what follows the prefix in the name of the stream
    at: int = 0
    proposals: Proposals = field(default_factory=Proposals)
    founded: bool = False  # whether the house has had its first two people
    gaming_day: GamingDay = DENVER
    persons: tuple[Person, ...] = ()
    credentials: tuple[Credential, ...] = ()
    terminals: tuple[Terminal, ...] = ()
    sessions: tuple[Session, ...] = ()
    failures: tuple[Failures, ...] = ()
    excluded: frozenset[str] = frozenset()  # patrons who may not play

    def but(self, **changes: Any) -> State:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def day(self, at: int) -> date:
        """The gaming day of a time, which is never before that of the last event."""
        return self.gaming_day.of(min(max(at, self.at), LAST - DAY))

    # People -------------------------------------------------------------------------------------------------
    def person(self, name: str) -> Person | None:
        """The person of this name; None if there is none.

        Older versions could register two people whose names differ in encoding only: then the name as written counts.
        """
        found = [each for each in self.persons if same_person(each.name, name)]
        return next((each for each in found if written_alike(each.name, name)), found[0] if found else None)

    def with_person(self, name: str, **changes: Any) -> State:
        """The state with one person changed."""
        known = self.person(name)
        return self.but(persons=tuple(each.but(**changes) if each is known else each for each in self.persons))

    def excludes(self, name: str) -> bool:
        """Whether somebody of this name may not play in the house."""
        return any(same_person(each, name) for each in self.excluded)

    # How they prove who they are ----------------------------------------------------------------------------
    def credential(self, name: str) -> Credential | None:
        """The credential with this id; None if there is none, or it was revoked."""
        return next((each for each in self.credentials if each.id == name), None)

    def credential_of(self, person: str) -> Credential | None:
        """The credential of a person; None if there is none."""
        known = self.person(person)
        return next((each for each in self.credentials if known and self.person(each.person) is known), None)

    def terminal(self, name: str) -> Terminal | None:
        """The enrolled terminal with this id; None if there is none."""
        return next((each for each in self.terminals if each.id == name), None)

    def session(self, digest: str) -> Session | None:
        """The session with this digest; None if there is none, or it has ended."""
        return next((each for each in self.sessions if each.digest == digest), None)

    def without_sessions(self, ended: Iterable[Session]) -> State:
        """The state in which some sessions have ended."""
        gone = {each.digest for each in ended}
        return self.but(sessions=tuple(each for each in self.sessions if each.digest not in gone))

    def sessions_of(self, person: str) -> tuple[Session, ...]:
        """The sessions of a person."""
        known = self.person(person)
        return tuple(each for each in self.sessions if known and self.person(each.person) is known)

    def failed(self, terminal: str) -> Failures | None:
        """The failures at a terminal, if there were any lately."""
        return next((each for each in self.failures if each.terminal == terminal), None)
