"""What guests say at their terminals, and the command that it becomes: the floor fills in who, when and where."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Union

import msgspec

from croupier.core import json_once
from croupier.floor.guests import player
from croupier.table import Command
from croupier.table.acts import ACTS
from croupier.table.acts.wagers.changing import Raise
from croupier.table.acts.wagers.placing import Place
from croupier.table.acts.wagers.repeating import Repeat

#: The commands that guests give themselves, by name.
COMMANDS: dict[str, type[Command]] = {
    str(act.command.__struct_config__.tag): act.command for act in ACTS if act.at_terminals
}
#: Those that make a wager, or make it larger.
BETS = (Place, Raise, Repeat)
#: Fields that guests do not send: the floor fills them in, or they are not for guests.
FILLED = frozenset({"by", "at", "player", "coins", "tokens", "table"})
#: The id that a terminal chooses for a command.
ID = re.compile(r"[!-~]{1,64}")
#: Any of them, for the descriptions of the API.
Asked: Any = Union[tuple(COMMANDS.values())]  # noqa: UP007
_decoder = msgspec.json.Decoder(dict[str, Any])


class NotACommand(ValueError):
    """The message is not a command that a guest may give."""

    def __init__(self, why: object) -> None:
        super().__init__(f"This is no command of a terminal: {why}.")


class Said(NamedTuple):
    """A guest's command, and the round that it is for, if the terminal says so."""

    command: Command
    round: int | None


def read(body: bytes, name: str, table: str, at: int) -> Said:
    """Make a guest's command. Its id is `player/table/id`, so that a terminal's ids may repeat between tables."""
    try:
        said = _decoder.decode(body)
        json_once.check(body, len(said))
        kind, own = COMMANDS.get(str(said.get("do"))), said.get("id")
        if kind is None:
            raise NotACommand(f"`do` must be one of {', '.join(COMMANDS)}")
        if not isinstance(own, str) or not ID.fullmatch(own):
            raise NotACommand("`id` does not have 1 to 64 visible ASCII characters")
        if not FILLED.isdisjoint(said):
            raise NotACommand(f"`{min(FILLED & said.keys())}` is not for terminals")
        number = said.pop("round", None)
        if number is not None and type(number) is not int:
            raise NotACommand("`round` is not a whole number")
        said.update(id=f"{name}/{table}/{own}", by=player(name), at=at, player=name)
        command: Command = msgspec.convert(said, kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, json_once.RepeatedKey) as error:
        raise NotACommand(error) from error
    return Said(command, number)


def own_id(command: str) -> str:
    """The id that the terminal chose for a command.

    >>> own_id("ann/R00/a/7")
    'a/7'
    """
    return command.split("/", 2)[2]
