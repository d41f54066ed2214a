"""Who gives a command: a person, a role and a licence number."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from croupier.conduct.names import same_person as same_person

Role = Literal[
    "player",
    "dealer",
    "stickperson",
    "boxperson",
    "pit-supervisor",
    "key-manager",
    "security",
    "maintenance",
    "slot-technician",
    "cage",
    "count-team",
    "accounting",
    "tournament-director",
    "auditor",
    "regulator",
    "administrator",
    "device",
    "system",
]
ROLES: tuple[Role, ...] = get_args(Role)
#: Roles without a licence: the player, and the machine that restores a table after a stop.
UNLICENSED = ("player", "system")

Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\s:](?:[^:\n]*[^\s:])?\Z")]


class By(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The person who gives a command, the role in which that person acts, and the person's licence number.

    `credential` is the id of what proved the identity, `terminal` the id of where the person signed in.
    """

    person: Name
    role: Role
    licence: Annotated[str, Meta(max_length=64)] = ""
    credential: Annotated[str, Meta(max_length=64)] = ""
    terminal: Annotated[str, Meta(max_length=64)] = ""
