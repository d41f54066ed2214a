"""Reads the logs of streams: every event with the state before and after it, and what it posted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from croupier.conduct import Aggregate, Event, Posting
from croupier.conduct.aggregate import registered
from croupier.store import Envelope, Store
from croupier.table import stream_of
from croupier.table.state import State
from croupier.table.stream import TABLE

S = TypeVar("S")


class Step(NamedTuple, Generic[S]):
    """One event of a log."""

    envelope: Envelope
    event: Event
    before: S
    after: S
    entries: tuple[Posting, ...]


#: One event of a table's log.
Told: TypeAlias = Step[State]


def told(store: Store, table: str) -> Iterator[Told]:
    """Every event of a table in order. Replay applies them and asks no rule."""
    return replayed(store, stream_of(table))


def replayed(store: Store, stream: str) -> Iterator[Step[Any]]:
    """Every event of a stream in order; ValueError if streams of this kind take no commands."""
    kind = registered(stream)
    if not isinstance(kind, Aggregate):
        raise ValueError(f"{stream!r} is not replayed: it holds records, not the results of commands")
    state = kind.fresh(stream)
    for envelope in store.read(stream):
        event = kind.events.read(envelope.body)
        entries = kind.postings(event, state)
        before, state = state, kind.evolve(state, event, entries)
        yield Step(envelope, event, before, state, entries)


def tables_of(store: Store) -> tuple[str, ...]:
    """The ids of all tables in a store."""
    return tuple(each.removeprefix(TABLE.prefix) for each in store.streams() if each.startswith(TABLE.prefix))
