"""What terminals say besides commands: the nonce of a close, and whether their player is ready. None is recorded."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from croupier.core import json_once
from croupier.floor.guest_commands import NotACommand
from croupier.floor.nonces import Nonce
from croupier.floor.readiness import Ready

Aside: TypeAlias = Nonce | Ready


class _Word(msgspec.Struct):
    do: str


_WORDS = frozenset(str(each.__struct_config__.tag) for each in (Nonce, Ready))
_IN = tuple(f'"{word}"'.encode() for word in sorted(_WORDS))
_words, _decoder = msgspec.json.Decoder(_Word), msgspec.json.Decoder(Aside)


def aside_of(body: bytes) -> Aside | None:
    """What a message says besides commands; None if it is anything else, such as a command.

    >>> aside_of(b'{"do": "clear", "id": "ready"}')
    >>> aside_of(b'{"do": "ready", "round": 3}')
    Ready(round=3, ready=True)
    """
    if not any(each in body for each in _IN):  # most messages are commands
        return None
    try:
        if _words.decode(body).do not in _WORDS:
            return None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # no message at all
        return None
    try:
        said: Aside = _decoder.decode(body)
        json_once.check(body, 1 + len(said.__struct_fields__))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, json_once.RepeatedKey) as error:
        raise NotACommand(error) from error
    return said
