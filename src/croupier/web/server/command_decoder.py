"""Decodes what a terminal sends into a command of the table; the server fills in who, when and where."""

from __future__ import annotations

from typing import Annotated, Any, Union, get_type_hints

import msgspec
from msgspec import Meta

from croupier.conduct.command import tag_of
from croupier.floor.guests import clock, player
from croupier.table import Command
from croupier.table.acts import ACTS

#: Left out of what a terminal sends: the server fills them in, or a terminal has no use for them.
FILLED = frozenset({"by", "at", "player", "coins", "table"})
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$")]


class NotACommand(ValueError):
    """What a terminal sent is no command that it may give."""


def _asked(kind: type[Command]) -> type[msgspec.Struct]:
    hints = get_type_hints(kind, include_extras=True)
    members: list[tuple[Any, ...]] = [("id", Id)]
    for field in msgspec.structs.fields(kind):
        if field.name in FILLED or field.name == "id":
            continue
        default = () if field.required else (field.default,)
        members.append((field.name, hints[field.name], *default))
    return msgspec.defstruct(
        kind.__name__, members, tag_field="do", tag=tag_of(kind.__name__), kw_only=True,
        forbid_unknown_fields=True, frozen=True, module=__name__, namespace={"__doc__": kind.__doc__},
    )  # fmt: skip


#: What is read, with the command that it becomes.
ASKED: dict[type[msgspec.Struct], type[Command]] = {
    _asked(act.command): act.command for act in ACTS if act.at_terminals
}
Asked: Any = Union[tuple(ASKED)]  # noqa: UP007
_decoder = msgspec.json.Decoder(Asked)


def read(body: bytes | str, name: str, table: str) -> tuple[str, Command]:
    """The command of a player, with the id that his terminal gave it; at another table it may come again."""
    try:
        asked = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotACommand(f"This is no command of a terminal: {error}.") from error
    given = msgspec.structs.asdict(asked)
    own = given.pop("id")
    filled: dict[str, Any] = {"by": player(name), "at": clock(), "player": name}
    return own, ASKED[type(asked)](id=f"{name}/{table}/{own}", **filled, **given)
