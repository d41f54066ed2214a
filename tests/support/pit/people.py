"""A list of people for tests: founded by two of them, and others registered by two people."""

from __future__ import annotations

from typing import Any

from croupier.conduct.by import By, Role
from croupier.core.refusal import Refusal
from tests.support.pit.streams import Stream

DESK = By("desk", "system")
ANN, KIM = By("ann", "administrator", "L1"), By("kim", "key-manager", "L2")
DAYS = {"since": "2022-01-01", "until": "2023-12-31"}
#: The credentials of the first two people, and the terminal of the house with its key.
ANNS, KIMS = "a" * 32, "b" * 32
TERMINAL, KEY = "desk-1", "c" * 64


def founders(**instead: Any) -> dict[str, Any]:
    """What `found-house` says; `instead` changes fields of the second person."""
    first = {"person": "ann", "roles": ["administrator"], "licence": "L1", "credential": ANNS, "kind": "password"}
    second = {"person": "kim", "roles": ["key-manager"], "licence": "L2", "credential": KIMS, "kind": "pin"}
    both = {"first": first | DAYS, "second": second | DAYS | instead}
    return {**both, "terminal": TERMINAL, "key": KEY}


def founded() -> Stream:
    """A list of people with an administrator and a key manager."""
    people = Stream("people/main")
    people.done("found-house", DESK, **founders())
    return people


def register(people: Stream, person: str, *roles: str, **instead: Any) -> tuple[Any, ...] | Refusal:
    """Ann proposes to register somebody, and Kim approves."""
    said = {"person": person, "roles": roles, "licence": f"of {person}", **DAYS, **instead}
    return people.both("register-person", ANN, KIM, **said)


def member(people: Stream, person: str, role: Role, **instead: Any) -> By:
    """Somebody who is registered with a role, as who gives commands."""
    assert isinstance(register(people, person, role, **instead), tuple)
    return By(person, role, f"of {person}")
