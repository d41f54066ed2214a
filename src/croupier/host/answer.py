"""What a command is answered with: the events it made, or why it was refused. Asked again, the same bytes."""

from __future__ import annotations

import msgspec

from croupier.core.refusal import Refusal
from croupier.table import Event, events


class Refused(msgspec.Struct, frozen=True):
    """A refusal as it is sent: its number and word, the sentence, and the paragraph where there is one."""

    code: int
    word: str
    message: str
    cite: str | None


class Answer(msgspec.Struct, frozen=True):
    """What came of a command: the version of the table after it, its events in order, or a refusal."""

    command: str
    version: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refused | None = None

    def write(self) -> bytes:
        """As JSON."""
        return msgspec.json.encode(self)


def answered(command: str, version: int, decided: tuple[Event, ...] | Refusal) -> Answer:
    """The answer to a command that leaves the table at a version."""
    if isinstance(decided, Refusal):
        cite = None if decided.cite is None else str(decided.cite)
        return Answer(command, version, (), Refused(int(decided.code), decided.code.word, decided.message, cite))
    return Answer(command, version, tuple(msgspec.Raw(events.write(event)) for event in decided))


def read(body: bytes) -> Answer:
    """An answer from its JSON."""
    return msgspec.json.decode(body, type=Answer)
