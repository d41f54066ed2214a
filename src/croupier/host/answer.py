"""What a command is answered with: the events it made, or why it was refused. Asked again, the same bytes."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.core.refusal import Code, Refusal
from croupier.store import Appended
from croupier.text import facts
from croupier.text.render import LOG, Audience, sentence


class Refused(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A refusal as it is kept: its number and word, its facts, and the paragraph where there is one.

    A sentence is kept only where there are no facts: with an answer older than these, and of a demonstration.
    """

    code: int
    word: str
    cite: str | None = None
    variant: str = ""
    facts: tuple[tuple[str, str, str | int | list[str | int]], ...] = ()  # its name, its kind, and the value
    message: str = ""

    def said(self, audience: Audience = LOG) -> str:
        """The sentence, for an audience."""
        if self.message:
            return self.message
        found = ((name, facts.read(kind, value)) for name, kind, value in self.facts)
        return sentence(Refusal(Code(self.code), tuple(found), None, self.variant), audience)


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
    code, cite = refusal.code, None if refusal.cite is None else str(refusal.cite)
    kept: Any = tuple((name, *facts.written(fact)) for name, fact in refusal.facts)
    return Answer(command, version, (), Refused(int(code), code.word, cite, refusal.variant, kept))


def of_record(record: Appended, made: list[bytes]) -> Answer:
    """The first answer to a command, from what the store keeps of it: its events, or the refusal that was written."""
    if made:
        return Answer(record.command, record.last, tuple(map(msgspec.Raw, made)))
    return read(record.answer)


def read(body: bytes) -> Answer:
    """An answer from its JSON."""
    return msgspec.json.decode(body, type=Answer)
