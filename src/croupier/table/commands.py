"""Every command there is, by its word, and how one is read from JSON. Commands are verbs."""

from __future__ import annotations

from typing import Union

import msgspec

from croupier.table import commands_irregularities, commands_play, commands_table
from croupier.table.command import Command, tag_of

#: Every kind of command by its word; a new one is found by being declared.
KINDS: dict[str, type[Command]] = {
    tag_of(name): kind
    for module in (commands_table, commands_play, commands_irregularities)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Command) and kind is not Command
}

_decoder = msgspec.json.Decoder(Union[tuple(KINDS.values())])  # noqa: UP007


class Unreadable(ValueError):
    """Bytes that are no command."""


def read(body: bytes) -> Command:
    """A command from its JSON, or an error that quotes what is wrong with it.

    >>> read(b'{"do":"settle","id":"7","by":{"person":"dee","role":"dealer","licence":"L1"},"at":0}').by.person
    'dee'
    """
    try:
        command: Command = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"no command: {error}: {body[:200]!r}") from error
    return command
