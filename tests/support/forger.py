"""Somebody who can write to the database and computes every digest again, but has no key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from croupier import store as stores
from tests.support.schema_1 import statements


class Entry(NamedTuple):
    """An entry of a stream of plain records."""

    command: str
    kind: str
    body: bytes
    at: int


def run(db: str, statement: str, *values: Any) -> Any:
    """Run one statement in the database."""
    with statements(db) as execute:
        return execute(statement, *values)


def entries(db: str, stream: str) -> list[Entry]:
    """The entries of a stream."""
    with stores.open(db, reading=True) as store:
        return [Entry(each.command, each.kind, each.body, each.at) for each in store.read(stream)]


def rewrite(db: str, stream: str, change: Callable[[list[Entry]], list[Entry]]) -> None:
    """Change the entries of a stream of plain records. Its heads stay as they are."""
    with stores.open("memory:") as new:
        for version, entry in enumerate(change(entries(db, stream))):
            new.append(stream, version, entry.command, [(entry.kind, entry.body)], at=entry.at)
        end, events, commands = new.end(stream), list(new.read(stream)), list(new.commands())
    with statements(db) as execute:
        for table, rows in (("events", events), ("commands", commands)):
            execute(f"DELETE FROM {table} WHERE stream = $1", stream)
            for row in rows:
                execute(f"INSERT INTO {table} VALUES ({', '.join(f'${n}' for n in range(1, len(row) + 1))})", *row)
        ends = "version = $1, digest = $2, commands = $3, record = $4"
        values = end.version, end.digest, end.commands, end.record
        execute(f"UPDATE streams SET {ends} WHERE name = $5", *values, stream)


def remove(db: str, stream: str) -> None:
    """Remove a stream with everything that belongs to it."""
    with statements(db) as execute:
        for table in ("events", "commands", "heads", "snapshots"):
            execute(f"DELETE FROM {table} WHERE stream = $1", stream)
        execute("DELETE FROM streams WHERE name = $1", stream)


def copy_of(db: str, stream: str, name: str) -> None:
    """Copy a stream to another name, with matching digests and without heads."""
    with stores.open(db) as store:
        made: dict[str, list[tuple[str, bytes]]] = {}
        for envelope in store.read(stream):
            made.setdefault(envelope.command, []).append((envelope.kind, envelope.body))
        at = {envelope.command: envelope.at for envelope in store.read(stream)}
        rows = sorted((row for row in store.commands() if row.stream == stream), key=lambda row: row.place)
        for row in rows:
            events = made.get(row.command, [])
            given = {"at": at.get(row.command, 0), "content": row.content, "answer": row.answer}
            store.append(name, row.first - 1, row.command, events, **given)  # type: ignore[arg-type]
