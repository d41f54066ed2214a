"""How `croupier pit` opens a store, signs somebody in, and gives a command."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import existing
from croupier.text.visible import visible

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from croupier.conduct.by import Role
    from croupier.floor.desk import Proof
    from croupier.floor.pit import Pit
    from croupier.host import Answer
    from croupier.people.state import State as People
    from croupier.pit.acts.adjustments import Row
    from croupier.pit.state import State as Register


@dataclass(frozen=True)
class Door:
    """Which store, and who gives the command.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…; default: the demonstration of `croupier serve`.
    as_
        The name of whoever gives the command, who proves it by a password or PIN.
    role
        The role in which that person acts; needed only if the person has more than one.
    secrets
        A TOML file with a line NAME = "SECRET" for each person, readable by you alone; default: you are asked.
    terminal
        The terminal where the person signs in. Its key is in the folder of secrets.
    """

    db: str | None = None
    as_: Annotated[str | None, Parameter(name="--as")] = None
    role: str | None = None
    secrets: Path | None = None
    terminal: str = "desk"


HERE = Door()


class Refused(SystemExit):
    """A lawful no: the sentence with its paragraph, and exit status 1."""

    def __init__(self, message: str) -> None:
        print(visible(message, lines=True), file=sys.stderr)
        super().__init__(1)


def place(door: Door) -> str:
    """The store."""
    from croupier.floor import demonstration

    return door.db or demonstration.url()


@contextmanager
def opened(door: Door, *, new: bool = False) -> Iterator[Pit]:
    """Open the pit of a store to write in it; a store that does not exist is made only if it may be `new`."""
    from croupier import store as stores
    from croupier.floor.demonstration import secrets_of
    from croupier.floor.desk.hash_file import SecretsDamaged
    from croupier.floor.pit import Pit
    from croupier.floor.vault import Vault
    from croupier.store.private_folder import Unsafe

    where = place(door)
    try:
        with stores.open(where) if new else existing(where) as store:
            pit = Pit(store, Vault(secrets_of(where)))
            try:
                yield pit
            finally:
                pit.close()
    except (stores.StoreError, stores.CannotRead, Unsafe, SecretsDamaged, OSError) as error:
        raise CannotRead(f"cannot open the pit of {stores.shown(where)!r}: {error}") from None


def looked(door: Door) -> tuple[People, Register]:
    """The people and the register of a store as they are, without owning anything: also while a server runs."""
    from croupier import store as stores
    from croupier.host import load
    from croupier.people.stream import STREAM as PEOPLE
    from croupier.pit.stream import STREAM as PIT

    where = place(door)
    try:
        with stores.open(where, reading=True) as store:
            return load(store, PEOPLE)[0], load(store, PIT)[0]
    except (stores.StoreError, stores.CannotRead, OSError) as error:
        raise CannotRead(f"cannot read the pit of {stores.shown(where)!r}: {error}") from None


def logged(door: Door) -> tuple[Row, ...]:
    """The log of adjustments and replacements."""
    from croupier import store as stores
    from croupier.conduct import aggregate_of
    from croupier.pit.acts.adjustments import log
    from croupier.pit.stream import STREAM

    where, events = place(door), aggregate_of(STREAM).events
    try:
        with stores.open(where, reading=True) as store:
            return log(events.read(each.body) for each in store.read(STREAM))
    except (stores.StoreError, stores.CannotRead, OSError) as error:
        raise CannotRead(f"cannot read the pit of {stores.shown(where)!r}: {error}") from None


def found_house(pit: Pit, door: Door, first: tuple[str, str], second: tuple[str, str], until: str) -> Answer:
    """Begin the list of people with an administrator and a key manager: their names and licences."""
    from datetime import date

    from croupier.floor.desk import Newcomer
    from croupier.floor.desk.terminal_keys import public

    try:
        last = date.fromisoformat(until)
    except ValueError:
        raise CannotRead(f"--until: write a day such as 2027-12-31, not {until!r}") from None
    since = pit.people.day(pit.now())

    def newcomer(name: str, licence: str, role: Role) -> Newcomer:
        return Newcomer(name, (role,), licence, since, last, "password", secret_of(door, name, "Password"))

    one, other = newcomer(*first, "administrator"), newcomer(*second, "key-manager")
    return pit.desk.found(one, other, door.terminal, public(key_of(pit, door.terminal)))


# Who it is --------------------------------------------------------------------------------------------------
def secret_of(door: Door, person: str, what: str = "Password or PIN") -> str:
    """The secret of a person: from the file, or asked for without showing it."""
    if door.secrets is None:
        if not sys.stdin.isatty():
            raise CannotRead("--secrets: name a file with the secrets, since nobody can be asked here")
        return getpass(f"{what} of {person}: ")
    known = _file(door.secrets)
    if person not in known:
        raise CannotRead(f"--secrets: {door.secrets} has no secret of {person}")
    return known[person]


def _file(path: Path) -> dict[str, str]:
    try:
        if path.stat().st_mode & 0o077:
            raise CannotRead(f"--secrets: others can read {path}; make it yours alone (chmod 600)")
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotRead(f"--secrets: {path} cannot be read: {error}") from None
    if wrong := [name for name, secret in found.items() if not isinstance(secret, str)]:
        raise CannotRead(f"--secrets: in {path}, the secret of {wrong[0]} is not a text in quotes")
    return found


def sign_in(pit: Pit, door: Door, person: str, role: str | None = None) -> str:
    """Sign a person in at the terminal of this command; return the token."""
    from croupier.floor.desk import SignedIn

    known = pit.people.person(person)
    roles = () if known is None else known.roles
    if role is None and len(roles) != 1:
        named = f" ({', '.join(roles)})" if roles else ""
        raise CannotRead(f"--role: say in which role {visible(person)} acts{named}")
    acts = next((each for each in roles if each == role), None) or (roles[0] if role is None else role)
    secret = secret_of(door, person if known is None else known.name)
    found = pit.desk.sign_in(person, acts, secret, _proof(pit, door.terminal, person))  # type: ignore[arg-type]
    if isinstance(found, SignedIn):
        return found.token
    accepted(found)
    raise AssertionError("an answer instead of a token is a refusal")


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


def accepted(answer: Answer) -> Answer:
    """An answer that is no refusal; a refusal ends the command with its sentence and paragraph."""
    if (no := answer.refusal) is None:
        return answer
    raise Refused(f"{no.said()}{f' [{no.cite}]' if no.cite else ''}")


# Giving commands --------------------------------------------------------------------------------------------
def give(pit: Pit, door: Door, token: str, stream: str, word: str, fields: Mapping[str, Any]) -> str:
    """Give a command, or propose it if it needs two people; return what happened, in words."""
    import json

    from croupier.conduct import powers

    kind = stream.partition("/")[0]
    second = powers.second_of(kind, word)
    if not second:
        return _happened(pit, stream, accepted(pit.give(token, stream, word, fields)))
    body = json.dumps({"do": word, **fields}, ensure_ascii=False)
    accepted(pit.give(token, stream, "propose", {"body": body}))
    number = pit.hosts[stream].state.proposals.count
    return f"Proposed as {kind}/{number}. Within ten minutes, approval by {' or '.join(second)}: " + (
        f"croupier pit approve {kind}/{number} --as NAME"
    )


def _happened(pit: Pit, stream: str, answer: Answer) -> str:
    """The events of an answer, by what the documentation of each says."""
    events = pit.hosts[stream].kind.events
    found = (type(events.read(bytes(body))).__doc__ or "" for body in answer.events)
    return " ".join(each.splitlines()[0] for each in found)
