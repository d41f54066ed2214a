"""What a command is answered with: the events it made, or why it was refused. Asked again, the same bytes."""

from __future__ import annotations

import msgspec

from croupier.core.refusal import Refusal
from croupier.store import Appended


class Refused(msgspec.Struct, frozen=True, gc=False):
    """A refusal as it is sent: its number and word, the sentence, and the paragraph where there is one."""

    code: int
    word: str
    message: str
    cite: str | None


class Answer(msgspec.Struct, frozen=True, gc=False):
    """What came of a command: the version of the table after it, its events in order, or a refusal."""

    command: str
    version: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refused | None = None

    def write(self) -> bytes:
        """As JSON."""
        return msgspec.json.encode(self)


def refused(command: str, version: int, refusal: Refusal) -> Answer:
    """The answer to a command that leaves the table as it was, at a version."""
    cite = None if refusal.cite is None else str(refusal.cite)
    return Answer(command, version, (), Refused(int(refusal.code), refusal.code.word, refusal.message, cite))


def of_record(record: Appended, made: list[bytes]) -> Answer:
    """The first answer to a command, from what the store keeps of it: its events, or the refusal that was written."""
    if made:
        return Answer(record.command, record.last, tuple(map(msgspec.Raw, made)))
    return read(record.answer)


def read(body: bytes) -> Answer:
    """An answer from its JSON."""
    return msgspec.json.decode(body, type=Answer)
