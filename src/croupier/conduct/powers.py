"""Who may do what, read from `powers.toml`: the one declaration of powers. What is not declared is refused.

>>> sorted(roles_of("table", "change-house"))
['key-manager']
>>> roles_of("table", "fly")
frozenset()
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from croupier.conduct.by import ROLES, UNLICENSED, Role
from croupier.conduct.command import Command
from croupier.core.citation import Citation
from croupier.core.refusal import Code, Refusal, refuse
from croupier.text.facts import Person


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may give one command: the roles, the paragraphs that name them, and a note for the reader.

    `second` has the roles that approve it. Where it is not empty, the command needs two people.
    """

    roles: tuple[Role, ...]
    note: str
    cites: tuple[str, ...] = ()
    second: tuple[Role, ...] = ()


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    """What one person never combines: two roles, refused when granted, or two acts, refused at the act."""

    name: str
    enforced: Literal["grant", "act"]
    note: str
    one: tuple[Role, ...] = ()
    other: tuple[Role, ...] = ()
    by: tuple[str, ...] = ()  # the commands that refuse it, with their kind of stream
    cites: tuple[str, ...] = ()

    def combined(self, roles: Iterable[Role]) -> tuple[Role, Role] | None:
        """The two roles of this pair that are among some roles; None if they are not combined."""
        held = [role for role in ROLES if role in set(roles)]
        return next(((one, other) for one in held if one in self.one for other in held if other in self.other), None)


class Powers(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole declaration: commands by kind of stream, what roles read, and the incompatible pairs."""

    commands: Mapping[str, Mapping[str, Power]]
    reads: Mapping[Role, str]
    incompatible: tuple[Pair, ...]

    def cites(self) -> Iterator[str]:
        """Every paragraph that the declaration names."""
        for commands in self.commands.values():
            for power in commands.values():
                yield from power.cites
        for pair in self.incompatible:
            yield from pair.cites


def _read() -> Powers:
    text = files("croupier.conduct").joinpath("powers.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(text), Powers)
    for cite in found.cites():
        Citation(cite)  # fails if there is no such paragraph
    return found


POWERS = _read()


def cite_of(kind: str, command: str) -> str | None:
    """The first paragraph that the declaration names for a command; None if it names none."""
    power = POWERS.commands.get(kind, {}).get(command)
    return None if power is None else next(iter(power.cites), None)


@cache
def roles_of(kind: str, command: str) -> frozenset[Role]:
    """The roles that may give a command to streams of a kind; none if it is not declared."""
    power = POWERS.commands.get(kind, {}).get(command)
    return frozenset() if power is None else frozenset(power.roles)


def second_of(kind: str, command: str) -> tuple[Role, ...]:
    """The roles that approve a command as the second person; none if one person gives it alone."""
    power = POWERS.commands.get(kind, {}).get(command)
    return () if power is None else power.second


def denied(kind: str, command: Command) -> Refusal | None:
    """Refuse a role that may not give this command to streams of this kind, or a person without the licence it needs.

    The refusal cites the first paragraph that the declaration names for the command.
    """
    by, word = command.by, str(type(command).__struct_config__.tag)
    roles, cite = roles_of(kind, word), cite_of(kind, word)
    if by.role not in roles:
        named = tuple(role for role in ROLES if role in roles)
        act = word.capitalize()
        return refuse(
            Code.NOT_YOUR_ROLE, "not-for", cite=cite, act=act, role=by.role, player=Person(by.person), roles=named
        )
    if not by.licence and by.role not in UNLICENSED:
        return refuse(Code.NOT_LICENSED, cite=cite, role=by.role, player=Person(by.person))
    return None


def incompatible(roles: Iterable[Role]) -> tuple[Pair, Role, Role] | None:
    """The first pair of roles that one person must not have at the same time; None if there is none."""
    held = tuple(roles)
    for pair in POWERS.incompatible:
        if (found := pair.combined(held)) is not None:
            return pair, *found
    return None
