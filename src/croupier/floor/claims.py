"""Who puts a table back in service or changes a key, on the machine of the server itself.

Where a list of people was begun, they must be on it, with the role, and prove it by their secrets. Without a list
they are named, as are people whose hashes were lost with the folder of secrets: nobody can check a secret then.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import msgspec

from croupier.conduct.by import By, Role
from croupier.core.clock import Clock
from croupier.floor.desk.hash_file import HashFile, SecretsDamaged
from croupier.floor.desk.hashing import Hasher
from croupier.floor.pit.streams import Pit
from croupier.floor.vault import Vault
from croupier.host import Answer, load
from croupier.people.acts.duty import excluded
from croupier.people.fitness import unable
from croupier.people.state import State
from croupier.people.stream import STREAM as PEOPLE
from croupier.store import Store

#: What somebody would do, in a refusal.
ACT = "This"


class NotProven(Exception):
    """Somebody is not who may do this, or has not proved it; the message says why."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Who somebody says to be. `secret` asks for the secret of a name; a list of people has the licence itself."""

    person: str
    licence: str | None
    secret: Callable[[str], str]


def founded(store: Store) -> State | None:
    """The list of people of a store; None if nobody began one."""
    state: State = load(store, PEOPLE)[0]
    return state if state.founded else None


def proved_at_the_desk(store: Store, vault: Vault, claim: Claim, role: Role) -> By:
    """Who somebody is who acts in a role. A failure is on record, and later ones wait."""
    if (people := founded(store)) is None:
        return _named(claim, role)
    name = _listed(people, claim, role)
    try:
        with closing(Pit(store, vault)) as pit:
            found = pit.desk.proven(name, role, claim.secret(name))
    except SecretsDamaged:
        return _named(claim, role, people)
    if isinstance(found, Answer):
        assert found.refusal is not None, "an answer instead of a person is a refusal"
        raise NotProven(found.refusal.said())
    return found


def proved_without_writing(store: Store, vault: Vault, claim: Claim, role: Role) -> By:
    """As at the desk, where nothing can be recorded because the key that signs is lost."""
    if (people := founded(store)) is None:
        return _named(claim, role)
    name = _listed(people, claim, role)
    credential = people.credential_of(name)
    try:
        hashes = HashFile(vault.folder)
        hashes.check_for([each.id for each in people.credentials])
    except SecretsDamaged:
        return _named(claim, role, people)
    with closing(Hasher()) as hasher:
        if credential is None or not hasher.fits(claim.secret(name), hashes.read()[credential.id]):
            raise NotProven(f"the secret of {name} is wrong, or {name} has none")
    by = By(name, role, _licence(people, name), credential.id)
    return _able(people, by)


def _listed(people: State, claim: Claim, role: Role) -> str:
    """The name of somebody on the list who may act in a role, as the list has it."""
    known = people.person(claim.person)
    if known is None:
        raise NotProven(f"{claim.person} is not on the list of people of this store: croupier pit people shows it")
    if claim.licence is not None and claim.licence != known.licence.number:
        raise NotProven(f"{known.name} has another licence than {claim.licence!r}: leave it out, the list has it")
    _able(people, By(known.name, role, known.licence.number))
    return known.name


def _able(people: State, by: By) -> By:
    no = unable(by, people, Clock().now(), act=ACT) or excluded(by.person, people, act=ACT)
    if no is not None:
        raise NotProven(no.message)
    return by


def _licence(people: State, name: str) -> str:
    known = people.person(name)
    assert known is not None, "somebody on the list"
    return known.licence.number


def _named(claim: Claim, role: Role, people: State | None = None) -> By:
    """A person who is named with a licence, which is that of the list if there is one."""
    licence = (claim.licence or "").strip()
    if not licence:
        why = "" if people is None else ": the hashes of secrets are lost, so nobody can prove anything"
        raise NotProven(f"{claim.person} needs a licence{why}. Give its number too")
    try:
        return msgspec.convert({"person": claim.person, "role": role, "licence": licence}, By)
    except msgspec.ValidationError as error:
        raise NotProven(f"{claim.person!r} with licence {licence!r} is no person: {error}") from None
