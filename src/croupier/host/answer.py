"""The answer to a command: its events, or a refusal. Asking again gives the same bytes."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.core.refusal import Code, Refusal
from croupier.store import Appended
from croupier.text import facts
from croupier.text.render import LOG, Audience, sentence


class Refused(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A refusal as it is stored: its code as number and word, its facts, and the paragraph, if there is one.

    Answers from before facts were stored, and those of a demonstration, have a sentence (`message`) instead of facts.
    """

    code: int
    word: str
    cite: str | None = None
    variant: str = ""
    facts: tuple[tuple[str, str, str | int | list[str | int]], ...] = ()  # name, kind and value of each fact
    message: str = ""

    def said(self, audience: Audience = LOG) -> str:
        """The sentence of the refusal, for an audience."""
        if self.message:
            return self.message
        found = ((name, facts.read(kind, value)) for name, kind, value in self.facts)
        return sentence(Refusal(Code(self.code), tuple(found), None, self.variant), audience)


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The answer to a command: the version of the stream after it, and its events in order or a refusal."""

    command: str
    version: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refused | None = None

    def write(self) -> bytes:
        """Write the answer as JSON."""
        return msgspec.json.encode(self)


def refused(command: str, version: int, refusal: Refusal) -> Answer:
    """The answer to a refused command, which leaves the stream at this version."""
    code, cite = refusal.code, None if refusal.cite is None else str(refusal.cite)
    plain: Any = tuple((name, *facts.write(fact)) for name, fact in refusal.facts)
    return Answer(command, version, (), Refused(int(code), code.word, cite, refusal.variant, plain))


def of_record(record: Appended, events: list[bytes]) -> Answer:
    """Restore the first answer to a command from the store: its events, or the stored refusal."""
    if events:
        return Answer(record.command, record.last, tuple(map(msgspec.Raw, events)))
    return read(record.answer)


def read(body: bytes) -> Answer:
    """Read an answer from JSON."""
    return msgspec.json.decode(body, type=Answer)
