"""Reads the log of one table: every event with the table before and after it, and what it posted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.conduct import Event, Posting
from croupier.store import Envelope, Store
from croupier.table import stream_of
from croupier.table.state import State
from croupier.table.stream import TABLE


class Told(NamedTuple):
    """One event of a table's log."""

    envelope: Envelope
    event: Event
    before: State
    after: State
    entries: tuple[Posting, ...]


def told(store: Store, table: str) -> Iterator[Told]:
    """Every event of a table in order. Replay applies them and asks no rule."""
    stream = stream_of(table)
    state = TABLE.fresh(stream)
    for envelope in store.read(stream):
        event = TABLE.events.read(envelope.body)
        entries = TABLE.postings(event, state)
        before, state = state, TABLE.evolve(state, event, entries)
        yield Told(envelope, event, before, state, entries)


def tables_of(store: Store) -> tuple[str, ...]:
    """The ids of all tables in a store."""
    return tuple(each.removeprefix(TABLE.prefix) for each in store.streams() if each.startswith(TABLE.prefix))
