"""How `croupier pit` opens a store, and signs somebody in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import existing, nearest
from croupier.cli.pit.secret_file import secret_of
from croupier.text.visible import visible

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from croupier.cage.state import State as Cage
    from croupier.conduct.by import Role
    from croupier.floor.desk import Proof
    from croupier.floor.pit import Pit
    from croupier.host import Answer
    from croupier.people.state import State as People
    from croupier.pit.state import State as Register
    from croupier.store import Store

#: Seconds to wait while another process has the people or the pit, as a server has them for a moment.
PATIENCE = 5.0


@dataclass(frozen=True)
class Place:
    """Which store, and how people prove who they are."""

    db: Annotated[
        str | None,
        Parameter(help="The store, as sqlite:///PATH or postgresql://…; default: that of croupier serve."),
    ] = None
    secrets: Annotated[
        Path | None,
        Parameter(
            help='A TOML file with a line "NAME" = "SECRET" for each person, readable by you alone; '
            "default: you are asked."
        ),
    ] = None
    terminal: Annotated[
        str, Parameter(help="The terminal where people sign in. Its key is in the folder of secrets.")
    ] = "desk"

    @property
    def url(self) -> str:
        """The store."""
        from croupier.floor import demonstration

        return self.db or demonstration.url()


@dataclass(frozen=True)
class Door(Place):
    """Which store, and who gives the command."""

    as_: Annotated[
        str | None, Parameter(name="--as", help="Who gives the command, and proves it by a password or PIN.")
    ] = None
    role: Annotated[
        str | None,
        Parameter(help="The role in which that person acts; needed only if the person has more than one."),
    ] = None

    @property
    def person(self) -> str:
        """Who gives the command."""
        if self.as_ is None:
            raise CannotRead("--as: say who gives this command, as --as NAME")
        return self.as_


#: The options as parameters of a command, and their defaults.
AtPlace = Annotated[Place, Parameter(name="*")]
AtDoor = Annotated[Door, Parameter(name="*")]
SOMEWHERE, HERE = Place(), Door()


class Refused(SystemExit):
    """A lawful no: the sentence with its paragraph, and exit status 1."""

    def __init__(self, message: str) -> None:
        print(visible(message, lines=True), file=sys.stderr)
        super().__init__(1)


def accepted(answer: Answer) -> Answer:
    """An answer that is no refusal; a refusal ends the command with its sentence and paragraph."""
    if (no := answer.refusal) is None:
        return answer
    raise Refused(f"{no.said()}{f' [{no.cite}]' if no.cite else ''}")


# The store ------------------------------------------------------------------------------------------------------
@contextmanager
def _sentences(place: Place) -> Iterator[None]:
    """Say in one sentence why a store cannot be read or written."""
    from croupier import store as stores
    from croupier.floor.desk.hash_file import SecretsDamaged
    from croupier.store.private_folder import Unsafe

    try:
        yield
    except BrokenPipeError:  # nobody reads what is printed; that is not about the store
        raise
    except (stores.StoreError, stores.CannotRead, Unsafe, SecretsDamaged, OSError) as error:
        raise CannotRead(f"cannot use the pit of {stores.shown(place.url)!r}: {error}") from None


@contextmanager
def opened(place: Place, *, new: bool = False) -> Iterator[Pit]:
    """Open the pit of a store to write in it; a store that does not exist is made only if it may be `new`."""
    from croupier import store as stores
    from croupier.floor.demonstration import secrets_of
    from croupier.floor.pit import Pit
    from croupier.floor.vault import Vault

    with _sentences(place), stores.open(place.url) if new else existing(place.url) as store:
        pit = Pit(store, Vault(secrets_of(place.url)), patience=PATIENCE)
        try:
            yield pit
        finally:
            pit.close()


@contextmanager
def reading(place: Place) -> Iterator[Store]:
    """Open a store to read it, without owning anything: also while a server runs."""
    from croupier import store as stores

    with _sentences(place), stores.open(place.url, reading=True) as store:
        yield store


def looked(place: Place) -> tuple[People, Register]:
    """The people and the register of a store as they are."""
    from croupier.host import load
    from croupier.people.stream import STREAM as PEOPLE
    from croupier.pit.stream import STREAM as PIT

    with reading(place) as store:
        return load(store, PEOPLE)[0], load(store, PIT)[0]


def looked_at_cage(place: Place) -> Cage:
    """The cage of a store as it is."""
    from croupier.cage.stream import STREAM
    from croupier.host import load

    with reading(place) as store:
        found: Cage = load(store, STREAM)[0]
        return found


# Who it is ------------------------------------------------------------------------------------------------------
def signed_in(pit: Pit, door: Door) -> str:
    """Sign in the person who gives the command, at its terminal; return the token."""
    return proved(pit, door)[0]


def proved(pit: Pit, door: Door) -> tuple[str, str]:
    """Sign in the person who gives the command; return the token and the secret that proved it."""
    from croupier.floor.desk import SignedIn

    if not pit.people.founded:
        raise CannotRead("nobody is on the list of people yet: croupier pit begin starts it")
    if (known := pit.people.person(door.person)) is None:
        near = nearest(door.person, [each.name for each in pit.people.persons])
        raise CannotRead(f"--as: {door.person} is not on the list of people{near}")
    role = _role(known.name, known.roles, door.role)
    secret = secret_of(door.secrets, known.name, first=has_first(pit, known.name))
    found = pit.desk.sign_in(known.name, role, secret, _proof(pit, door.terminal, known.name))
    if isinstance(found, SignedIn):
        return found.token, secret
    accepted(found)
    raise AssertionError("an answer instead of a token is a refusal")


def has_first(pit: Pit, person: str) -> bool:
    """Whether a person has a first secret, and must replace it."""
    known = pit.people.credential_of(person)
    return known is not None and known.until is not None


def _role(person: str, roles: tuple[Role, ...], wanted: str | None) -> Role:
    """The role in which a person acts: the one that is named, or the only one."""
    if wanted is None and len(roles) == 1:
        return roles[0]
    found = next((each for each in roles if each == wanted), None)
    if found is None:
        raise CannotRead(f"--role: {person} has {', '.join(roles) or 'no role'}; say which, as --role ROLE")
    return found


def _proof(pit: Pit, terminal: str, person: str) -> Proof:
    """What the terminal shows: its number, signed with its key."""
    from croupier.floor.desk import Proof, to_sign

    number = pit.desk.number(terminal)
    return Proof(terminal, number, key_of(pit, terminal).sign(to_sign(terminal, number, person)))


def key_of(pit: Pit, terminal: str) -> Ed25519PrivateKey:
    """The key of a terminal, from the folder of secrets; it is made on first use, and must then be enrolled."""
    from croupier.floor.desk.terminal_keys import terminal_key

    try:
        return terminal_key(pit.folder, terminal)
    except ValueError as error:
        raise CannotRead(f"--terminal: {error}") from None
