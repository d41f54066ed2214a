"""What all commands have in common, and how they are read from JSON."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Annotated, ClassVar, Generic, TypeVar, Union

import msgspec
from msgspec import Meta, Struct

from croupier.conduct.by import By
from croupier.core import json_once
from croupier.core.topic import Silent, Topic

K = TypeVar("K")

Cents = Annotated[int, Meta(ge=1, le=10**12)]
Count = Annotated[int, Meta(ge=0, le=10**12)]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]


def tag_of(name: str) -> str:
    """The name of a command or an event in JSON, from the name of its class.

    >>> tag_of("CallNoMoreBets")
    'call-no-more-bets'
    """
    return "".join(f"-{each.lower()}" if each.isupper() else each for each in name).removeprefix("-")


class Command(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=tag_of):
    """The base of all commands.

    Every command has an id, the person who gives it, and a time in microseconds. Its class says what it cites;
    `powers.toml` says which roles may give it.
    """

    topic: ClassVar[Topic | Silent]  # what it cites: a paragraph of the game that is played, or why there is none
    concerns: ClassVar[str] = ""  # the field that names a person who neither gives nor approves it, if there is one
    id: Annotated[str, Meta(min_length=1, max_length=128)]
    by: By
    at: Annotated[int, Meta(ge=0, le=2**62)]


C = TypeVar("C", bound=Command)


class UnreadableCommand(ValueError):
    """The bytes are not a valid command."""


class Commands(Generic[C]):
    """All commands of one kind of stream, by their names in JSON."""

    def __init__(self, kinds: Iterable[type[C]]) -> None:
        self.kinds: dict[str, type[C]] = {str(kind.__struct_config__.tag): kind for kind in kinds}
        self._decoder = msgspec.json.Decoder(Union[tuple(self.kinds.values())])  # noqa: UP007

    def read(self, body: bytes) -> C:
        """Read a command from JSON; `UnreadableCommand` quotes what is wrong with it."""
        try:
            command: C = self._decoder.decode(body)
            json_once.load(body, dict)
        except (msgspec.DecodeError, ValueError) as error:
            raise UnreadableCommand(f"no command: {error}: {body[:200]!r}") from error
        return command


def declared(base: type[K], *modules: ModuleType) -> list[type[K]]:
    """Find every subclass of `base` in these modules, so that new ones need no registration."""
    found = [kind for module in modules for kind in vars(module).values() if isinstance(kind, type)]
    return [kind for kind in dict.fromkeys(found) if issubclass(kind, base) and kind is not base]
