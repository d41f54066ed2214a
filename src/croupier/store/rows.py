"""The rows of a store and the statements over them, the same in every database; what differs is for its module.

Statements are written with `$1`, `$2`, …, each first met in that order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeVar, get_type_hints

from croupier.store.base import START, Appended, Envelope, Fault, Head, Snapshot, Tip

SCHEMA = 1
_Row = TypeVar("_Row", Envelope, Appended, Head, Snapshot, Tip)
_TYPES_OF = {kind: tuple(get_type_hints(kind).values()) for kind in (Envelope, Appended, Head, Snapshot, Tip)}
_TABLES = (
    "streams (name {text} PRIMARY KEY, version {number}, digest {bytes}, owner {number})",
    "events (stream {text}, version {number}, kind {text}, body {bytes}, command {text}, at {number},"
    " previous {bytes}, digest {bytes}, PRIMARY KEY (stream, version))",
    "commands (id {text} PRIMARY KEY, stream {text}, content {bytes}, first {number}, last {number}, digest {bytes},"
    " answer {bytes}, checksum {bytes})",
    "heads (stream {text}, version {number}, digest {bytes}, at {number}, key {bytes}, signature {bytes},"
    " PRIMARY KEY (stream, version, key))",
    "snapshots (stream {text} PRIMARY KEY, version {number}, state {bytes}, body {bytes}, checksum {bytes})",
)


class Rows(ABC):
    """A database. Never used by two threads at once; any exception of it ends the store.

    Writing is `begin`, which locks the streams and says what stands, then `write` or `rollback`.
    """

    BEGIN: str
    AMONG: str  # "is one of those in $1"
    FOR_UPDATE: str
    TYPES: Mapping[str, str]
    TAIL: str

    def __init__(self) -> None:
        self._met: set[str] = set()  # streams that have a row to lock

    @abstractmethod
    def run(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement gives; outside a transaction it commits, durably."""

    @abstractmethod
    def many(self, statement: str, rows: Sequence[Sequence[Any]]) -> int:
        """Carry out a statement for each of these; how many rows it changed in all."""

    @abstractmethod
    def listed(self, names: Collection[str]) -> Any:
        """Names as the one value that AMONG takes."""

    def lock(self, stream: str) -> bool:
        """Keep other processes, if there may be any, from owning the stream, until unlocked or this one dies."""
        return True

    def unlock(self, stream: str) -> None:  # noqa: B027
        """Let others own it."""

    @abstractmethod
    def close(self, *, failed: bool) -> None:
        """Let go of everything; after a failure nothing is written any more."""

    def make_tables(self) -> None:
        """Make them, in a transaction that was begun."""
        for table in _TABLES:
            self.run(f"CREATE TABLE {table.format(**self.TYPES)} {self.TAIL}")

    def begin(
        self, streams: Collection[str], commands: Collection[str]
    ) -> tuple[dict[str, Tip], dict[str, Appended]]:
        """Begin a transaction: the ends of these streams, and those of these commands that came before.

        Streams are locked in the order of their names, so that two processes cannot wait for each other, and before
        the commands are looked up, so that what another process did with one of them is seen.
        """
        new = sorted(set(streams) - self._met)
        if new:
            self.run(self.BEGIN)
            self.many(
                "INSERT INTO streams VALUES ($1, 0, $2, 0) ON CONFLICT DO NOTHING", [(each, START) for each in new]
            )
            self.run("COMMIT")
            self._met.update(new)
        self.run(self.BEGIN)
        query = f"SELECT name, version, digest, owner FROM streams WHERE name {self.AMONG} ORDER BY name"
        rows = self.run(f"{query} {self.FOR_UPDATE}", self.listed(streams))
        tips = _typed(Tip, [row[1:] for row in rows])
        return {row[0]: tip for row, tip in zip(rows, tips, strict=True)}, self.commands(commands)

    def write(self, tips: Mapping[str, Tip], envelopes: Sequence[Envelope], commands: Sequence[Appended]) -> bool:
        """Write all and commit durably; or nothing, and False, where another process was quicker: begin again."""
        new = "INSERT INTO commands VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING"
        if self.many(new, sorted(commands)) < len(commands):
            self.rollback()
            return False
        self.many("INSERT INTO events VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", envelopes)
        ends = [(*tip, name) for name, tip in tips.items()]
        moved = self.many("UPDATE streams SET version = $1, digest = $2, owner = $3 WHERE name = $4", ends)
        assert moved == len(ends), "the rows of streams are never deleted"
        self.run("COMMIT")
        return True

    def rollback(self) -> None:
        """End the transaction without a change."""
        self.run("ROLLBACK")

    def tip(self, stream: str) -> Tip:
        """Where the stream ends."""
        rows = self.run("SELECT version, digest, owner FROM streams WHERE name = $1", stream)
        return _typed(Tip, rows)[0] if rows else Tip()

    def page(self, stream: str, after: int, most: int) -> list[Envelope]:
        """Up to so many envelopes after a version."""
        query = "SELECT * FROM events WHERE stream = $1 AND version > $2 ORDER BY version LIMIT $3"
        return _typed(Envelope, self.run(query, stream, after, most))

    def commands(self, ids: Collection[str]) -> dict[str, Appended]:
        """What came of these commands, of those that are known."""
        rows = self.run(f"SELECT * FROM commands WHERE id {self.AMONG}", self.listed(ids))
        return {row.command: row for row in _typed(Appended, rows)}

    def commands_after(self, command: str, most: int) -> list[Appended]:
        """Up to so many commands in the order of their ids."""
        rows = self.run("SELECT * FROM commands WHERE id > $1 ORDER BY id LIMIT $2", command, most)
        return _typed(Appended, rows)

    def streams(self) -> list[str]:
        """The streams that have envelopes, in order."""
        return _names(self.run("SELECT name FROM streams WHERE version > 0 ORDER BY name"))

    def faults(self) -> list[Fault]:
        """What is wrong outside the streams: names under which something is kept though no such stream has an end."""
        kept = " UNION ".join(f"SELECT stream FROM {table}" for table in ("events", "heads", "snapshots"))
        ends = "SELECT name FROM streams WHERE version > 0"
        names = _names(self.run(f"SELECT stream FROM ({kept}) AS kept WHERE stream NOT IN ({ends})"))
        return [Fault(name, 1, "is kept though no such stream has an end") for name in names]

    def save_head(self, head: Head) -> None:
        """Keep a head; one that is there under the same version and key stays."""
        self.run("INSERT INTO heads VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING", *head)

    def heads(self, stream: str) -> list[Head]:
        """All heads of a stream, oldest first."""
        rows = self.run("SELECT * FROM heads WHERE stream = $1 ORDER BY version, key", stream)
        return _typed(Head, rows)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in the place of an older one."""
        new = ", ".join(f"{name} = excluded.{name}" for name in ("version", "state", "body", "checksum"))
        self.run(
            "INSERT INTO snapshots VALUES ($1, $2, $3, $4, $5)"
            f" ON CONFLICT (stream) DO UPDATE SET {new} WHERE excluded.version >= snapshots.version",
            *snapshot,
        )

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest."""
        rows = self.run("SELECT * FROM snapshots WHERE stream = $1", stream)
        return _typed(Snapshot, rows)[0] if rows else None


def _names(rows: Sequence[Sequence[Any]]) -> list[str]:
    if not all(isinstance(name, str) for (name,) in rows):
        raise ValueError("a row is damaged: the name of its stream is none")
    return [name for (name,) in rows]


def _typed(kind: type[_Row], rows: Sequence[Sequence[Any]]) -> list[_Row]:
    """Rows as values, if they have the types that were written: in a damaged file they may have others."""
    for row in rows:
        if tuple(map(type, row)) != _TYPES_OF[kind]:
            raise ValueError(f"a row is damaged: it should be an {kind.__name__}, and is {row!r}")
    return [kind(*row) for row in rows]
