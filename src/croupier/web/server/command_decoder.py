"""Decodes what a terminal sends into a command of the table; the server fills in who, when and where."""

from __future__ import annotations

from typing import Annotated, Any, Union, get_type_hints

import msgspec
from msgspec import Meta

from croupier.conduct.command import tag_of
from croupier.floor.guests import clock, player
from croupier.table import Command
from croupier.table.acts import ACTS

#: Fields that terminals do not send: the server fills them in, or they are not for terminals.
FILLED = frozenset({"by", "at", "player", "coins", "table"})
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$")]


class NotACommand(ValueError):
    """The message is not a command that a terminal may give."""


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


#: Message types, with the command that each becomes.
ASKED: dict[type[msgspec.Struct], type[Command]] = {
    _asked(act.command): act.command for act in ACTS if act.at_terminals
}
Asked: Any = Union[tuple(ASKED)]  # noqa: UP007
_decoder = msgspec.json.Decoder(Asked)


def read(body: bytes | str, name: str, table: str) -> tuple[str, Command]:
    """Make a player's command. Its id is `player/table/id`, so that a terminal's ids may repeat between tables."""
    try:
        asked = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotACommand(f"This is no command of a terminal: {error}.") from error
    given = msgspec.structs.asdict(asked)
    own = given.pop("id")
    filled: dict[str, Any] = {"by": player(name), "at": clock(), "player": name}
    return own, ASKED[type(asked)](id=f"{name}/{table}/{own}", **filled, **given)
