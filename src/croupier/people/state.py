"""The people of a house as an immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from croupier.conduct.by import Role, same_person
from croupier.conduct.two_people import Proposals


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
    roles: tuple[Role, ...] = ()
    licence: Licence | None = None
    post: Post | None = None  # None: not on duty


@dataclass(frozen=True)
class State:
    """Everything about the people of one house. Only events make a new one."""

    house: str  # what follows the prefix in the name of the stream
    at: int = 0
    proposals: Proposals = field(default_factory=Proposals)
    persons: tuple[Person, ...] = ()
    excluded: frozenset[str] = frozenset()  # patrons who may not play

    def but(self, **changes: Any) -> State:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def person(self, name: str) -> Person | None:
        """The person of this name; None if there is none."""
        return next((each for each in self.persons if same_person(each.name, name)), None)
