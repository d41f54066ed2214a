"""What the log says about one slip."""

from __future__ import annotations

from itertools import islice

import msgspec

from croupier.conduct import Aggregate, registered
from croupier.conduct.slip import Note, Slip
from croupier.store import Store, content_of
from croupier.store.base import MOST_CHARACTERS


def request_of(note: Note) -> bytes:
    """The request of a command that ends a slip. It is only the slip, so a repeat by another courier is equal."""
    return msgspec.json.encode(note.slip)


def takes_slips(stream: str) -> bool:
    """Whether a slip may go to a stream: its name is valid, and its kind takes slips."""
    kind = registered(stream)
    return _can_be(stream) and isinstance(kind, Aggregate) and kind.slips is not None


def issued(store: Store, slip: Slip) -> bool:
    """Whether the log shows that exactly this slip was issued."""
    named = _can_be(slip.source) and _can_be(slip.command)
    return named and _has(store, slip.source, slip.command, Note("issues", slip))


def refused(store: Store, slip: Slip) -> bool:
    """Whether the receiver of a slip has refused it, which is final."""
    there = store.answer(slip.to, slip.id)
    return there is not None and there.last < there.first


def stuck(store: Store, slip: Slip) -> str | None:
    """Why a slip in transit can never end; None if a courier can deliver it."""
    if not takes_slips(slip.to):
        return f"{slip} cannot end: {slip.to!r} takes no slips"
    receives, back = Note("receives", slip), Note("takes-back", slip)
    there, here = store.answer(slip.to, slip.id), store.answer(slip.source, slip.back_id)
    if there is not None and there.content != content_of(slip.to, request_of(receives)):
        return f"{slip} cannot end: its id was used in {slip.to!r} for something else"
    if there is not None and there.first <= there.last and not _has(store, slip.to, slip.id, receives):
        return f"{slip} cannot end: {slip.to!r} has answered it and not received it"
    if here is not None and not _has(store, slip.source, slip.back_id, back):
        return f"{slip} cannot end: {slip.source!r} has answered its return and not taken it back"
    return None


def _can_be(name: str) -> bool:
    """Whether a name is valid in a store."""
    return 0 < len(name) <= MOST_CHARACTERS and name.isprintable()


def _has(store: Store, stream: str, command: str, note: Note) -> bool:
    """Whether an event of a command does what the note says."""
    kind, done = registered(stream), store.answer(stream, command)
    if not isinstance(kind, Aggregate) or kind.slips is None or done is None:
        return False
    envelopes = islice(store.read(stream, done.first - 1), done.last - done.first + 1)
    return any(note in kind.slips.notes(kind.events.read(envelope.body)) for envelope in envelopes)
