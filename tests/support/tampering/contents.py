"""Everything that a database holds, as rows that an attacker changes, and what he can compute again without a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from croupier.store import Appended, Envelope, Head, Signer, Snapshot
from croupier.store.base import START
from croupier.store.sqlite import SQLite


class StreamRow(NamedTuple):
    """A row of the table of streams."""

    name: str
    version: int
    digest: bytes
    owner: int
    commands: int
    record: bytes


Row = StreamRow | Envelope | Appended | Head | Snapshot
#: The tables, with the type of their rows and how many of its fields are the key of a row.
TABLES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "streams": (StreamRow, ("name",)),
    "events": (Envelope, ("stream", "version")),
    "commands": (Appended, ("stream", "command")),
    "heads": (Head, ("stream", "version", "commands", "key")),
    "snapshots": (Snapshot, ("stream",)),
}
_SELECTS = {"streams": "SELECT CAST(name AS BLOB), version, digest, owner, commands, record"}


@dataclass(frozen=True)
class Contents:
    """The rows of every table. Changing it gives another one."""

    streams: tuple[StreamRow, ...] = ()
    events: tuple[Envelope, ...] = ()
    commands: tuple[Appended, ...] = ()
    heads: tuple[Head, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()

    @classmethod
    def of(cls, rows: SQLite) -> Contents:
        """What is in a database now."""
        found = {}
        for table, (kind, keys) in TABLES.items():
            order = ", ".join("id" if key == "command" else key for key in keys)
            select = _SELECTS.get(table, "SELECT *")
            found[table] = tuple(kind(*row) for row in rows.run(f"{select} FROM {table} ORDER BY {order}"))
        # a flipped bit may leave the name of a stream without entries as no text
        named = (row._replace(name=row.name.decode(errors="surrogateescape")) for row in found["streams"])
        return cls(**found | {"streams": tuple(named)})

    def table(self, table: str) -> tuple[Any, ...]:
        """The rows of a table."""
        found: tuple[Any, ...] = getattr(self, table)
        return found

    def same(self, other: Contents) -> bool:
        """Whether both hold the same rows."""
        return all(set(self.table(table)) == set(other.table(table)) for table in TABLES)

    def with_rows(self, table: str, rows: Iterable[Any]) -> Contents:
        """The same with other rows in one table."""
        return replace(self, **{table: tuple(rows)})

    def mapped(self, table: str, change: Callable[[Any], Any]) -> Contents:
        """The same with every row of a table changed; None deletes it."""
        return self.with_rows(table, (new for row in self.table(table) if (new := change(row)) is not None))

    def of_stream(self, table: str, stream: str) -> list[Any]:
        """The rows of a table about one stream."""
        name = "name" if table == "streams" else "stream"
        return [row for row in self.table(table) if getattr(row, name) == stream]

    def without_stream(self, stream: str) -> Contents:
        """The same without anything about a stream."""
        left = self
        for table in TABLES:
            gone = set(self.of_stream(table, stream))
            left = left.mapped(table, lambda row, gone=gone: None if row in gone else row)  # type: ignore[misc]
        return left

    def write(self, rows: SQLite, before: Contents) -> None:
        """Change a database that holds `before` into this."""
        for table, (_, keys) in TABLES.items():
            old, new = before.table(table), self.table(table)
            kept, there = set(new), set(old)
            names = ["id" if key == "command" else key for key in keys]
            where = " AND ".join(f"{name} = ${number}" for number, name in enumerate(names, 1))
            for row in old:
                if row not in kept:
                    rows.run(f"DELETE FROM {table} WHERE {where}", *(getattr(row, key) for key in keys))
            for row in new:
                if row not in there:
                    places = ", ".join(f"${number}" for number in range(1, len(row) + 1))
                    rows.run(f"INSERT INTO {table} VALUES ({places})", *row)


# What needs no key ------------------------------------------------------------------------------------------
def linked(found: Contents) -> Contents:
    """Compute every digest again that needs no key: the chains of events and records, and the ends of streams."""
    events = _by_stream(found.events, lambda row: row.version)
    commands = _by_stream(found.commands, lambda row: row.place)
    new_events: list[Envelope] = []
    new_commands: list[Appended] = []
    ends: dict[str, StreamRow] = {}
    for stream in sorted({*events, *commands}):
        chain = _chained(events.get(stream, ()))
        records = _recorded(commands.get(stream, ()), {each.version: each.digest for each in chain})
        new_events += chain
        new_commands += records
        last = (chain[-1].version, chain[-1].digest) if chain else (0, START)
        end = (records[-1].place, records[-1].check) if records else (0, START)
        ends[stream] = StreamRow(stream, *last, 0, *end)
    streams = [ends.pop(row.name)._replace(owner=row.owner) if row.name in ends else row for row in found.streams]
    return Contents((*streams, *ends.values()), tuple(new_events), tuple(new_commands), found.heads, found.snapshots)


def _by_stream(rows: Sequence[Any], order: Callable[[Any], int]) -> dict[str, list[Any]]:
    ordered = sorted(rows, key=lambda row: (row.stream, order(row)))
    return {stream: list(some) for stream, some in groupby(ordered, lambda row: row.stream)}


def _chained(rows: Iterable[Envelope]) -> list[Envelope]:
    previous, chain = START, []
    for row in rows:
        chain.append(Envelope.sealed(*row[:-2], previous))
        previous = chain[-1].digest
    return chain


def _recorded(rows: Iterable[Appended], digests: dict[int, bytes]) -> list[Appended]:
    previous, chain = START, []
    for row in rows:
        digest = digests.get(row.last, START if row.last == 0 else row.digest)
        new = row._replace(digest=digest, previous=previous)
        chain.append(new._replace(check=new.computed()))
        previous = chain[-1].check
    return chain


def renumbered(found: Contents, stream: str) -> Contents:
    """Number the events and records of a stream again, without gaps, and let the records claim the new versions."""
    events = sorted(found.of_stream("events", stream), key=lambda row: row.version)
    new = {row.version: number for number, row in enumerate(events, 1)}
    claimed: dict[str, list[int]] = {}
    for row in events:
        claimed.setdefault(row.command, []).append(new[row.version])
    order = {row: number for number, row in enumerate(_in_order(found.of_stream("commands", stream)), 1)}

    def command(row: Appended) -> Appended | None:
        if row.stream != stream:
            return row
        if row.last < row.first:
            at = sum(1 for each in events if each.version <= row.last)
            return row._replace(first=at + 1, last=at, number=order[row])
        if row.command not in claimed:
            return None
        versions = claimed[row.command]
        return row._replace(first=min(versions), last=max(versions), number=order[row])

    left = found.mapped("commands", command)
    numbers = {row.command: at for at, row in enumerate(_in_order(left.of_stream("commands", stream)), 1)}
    left = left.mapped(
        "commands", lambda row: row._replace(number=numbers[row.command]) if row.stream == stream else row
    )
    return left.mapped("events", lambda row: row._replace(version=new[row.version]) if row.stream == stream else row)


def _in_order(rows: Iterable[Appended]) -> list[Appended]:
    return sorted(rows, key=lambda row: row.place)


def without_contradiction(found: Contents) -> Contents:
    """Remove the heads and snapshots that the rest contradicts."""
    digests = {(row.stream, row.version): row.digest for row in found.events}
    records = {(row.stream, row.place): row.check for row in found.commands}

    def fits(head: Head) -> bool:
        return digests.get((head.stream, head.version)) == head.digest and (
            not head.commands or records.get((head.stream, head.commands)) == head.record
        )

    def genuine(snapshot: Snapshot) -> bool:
        chain = digests.get((snapshot.stream, snapshot.version))
        return chain is not None and snapshot.computed(chain) == snapshot.check

    heads = tuple(head for head in found.heads if fits(head))
    return replace(found, heads=heads, snapshots=tuple(each for each in found.snapshots if genuine(each)))


def signed_by(found: Contents, key: Signer) -> Contents:
    """Sign every head and snapshot again, with a key that the attacker made, to fit the rest."""
    digests = {(row.stream, row.version): row.digest for row in found.events}
    records = {(row.stream, row.place): row.check for row in found.commands}
    heads: dict[str, list[Head]] = {}
    for head in sorted(found.heads, key=lambda row: (row.stream, row.version)):
        digest, mine = digests.get((head.stream, head.version)), heads.setdefault(head.stream, [])
        if digest is not None:
            record = records.get((head.stream, head.commands), b"")
            before = mine[-1] if mine else None
            mine.append(key.seal(head.stream, head.version, digest, head.at, before, head.commands, record))
    snapshots = [
        key.snapshot(each.stream, each.version, digest, each.state, each.body)
        for each in found.snapshots
        if (digest := digests.get((each.stream, each.version))) is not None
    ]
    return replace(found, heads=tuple(row for some in heads.values() for row in some), snapshots=tuple(snapshots))
