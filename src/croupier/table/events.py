"""Every event there is, by its word and version, and how one is read from JSON. Events are in the past tense."""

from __future__ import annotations

import msgspec

from croupier.table import events_irregularities, events_play, events_table
from croupier.table.event import Event
from croupier.table.upcasters import UPCASTERS, Reader

#: Every kind of event by its word and version; a new one is found by being declared.
KINDS: dict[str, type[Event]] = {
    str(kind.__struct_config__.tag): kind
    for module in (events_table, events_play, events_irregularities)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}

#: The word and version of every kind.
WORDS = {kind: word for word, kind in KINDS.items()}

_reader = Reader(KINDS, UPCASTERS)


def read(body: bytes) -> Event:
    """An event from its JSON, in whatever version it was written; `upcasters.Unreadable` where it is none."""
    return _reader.read(body)


def word(body: bytes) -> str:
    """The word and version under which an event was written."""
    return msgspec.json.decode(body, type=_Word).event


class _Word(msgspec.Struct):
    event: str


def write(event: Event) -> bytes:
    """An event as JSON: the same bytes for the same event."""
    return msgspec.json.encode(event)
