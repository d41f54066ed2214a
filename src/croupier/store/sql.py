"""A storage backend in SQL: the tables and the statements that both databases share.

Statements use the parameters `$1`, `$2`, …, which first appear in this order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, TypeVar, get_type_hints

from croupier.store import schema
from croupier.store.base import Appended, Envelope, Fault, Head, Key, Snapshot, Tip
from croupier.store.rows import Part, Rows

_Row = TypeVar("_Row", Envelope, Appended, Head, Snapshot, Tip)
#: The types of each column. A page of rows is checked column by column, which is faster than row by row.
_TYPES_OF = {
    kind: [{each} for each in get_type_hints(kind).values()] for kind in (Envelope, Appended, Head, Snapshot, Tip)
}
_OR_LEAVE_IT = "ON CONFLICT DO NOTHING"


class Tables(Rows):
    """A storage backend in an SQL database."""

    BEGIN: str
    AMONG: str  # an SQL condition: is one of the names in $1
    ASKED: str  # an SQL table with rows (stream, id), made from the values of `pairs`
    FOR_UPDATE: str
    TYPES: Mapping[str, str]
    TAIL: str
    ZERO: str  # SQL expressions for the number 0 and for no bytes
    EMPTY: str

    def __init__(self) -> None:
        self.read_newer()
        self._with_row: set[str] = set()  # streams that are known to have a row, which can be locked

    @abstractmethod
    def run(self, statement: str, *values: Any) -> list[Any]:
        """Run a statement and return its rows. Outside a transaction it is committed durably."""

    @abstractmethod
    def each(self, query: str) -> Iterator[Any]:
        """Run a query that has many rows, and return them one by one."""

    @abstractmethod
    def add(self, table: str, rows: Sequence[Sequence[Any]], or_else: str = "") -> None:
        """Insert rows into a table. `or_else` is the clause for rows that already exist.

        Without it, raise unless every row was inserted: a trigger could leave some out.
        """

    @abstractmethod
    def move(self, ends: Sequence[tuple[int, bytes, int, int, bytes, str]]) -> int:
        """Set the ends of streams (the fields of a `Tip`, then the name); return how many exist."""

    @abstractmethod
    def listed(self, names: Collection[str]) -> Any:
        """Convert names to the one value that AMONG takes."""

    @abstractmethod
    def pairs(self, asked: Collection[Key]) -> tuple[Any, ...]:
        """Convert streams and ids to the values that ASKED takes."""

    def make_tables(self) -> None:
        """Create the tables, within the current transaction."""
        for table in schema.TABLES:
            self.run(schema.statement(self, table))

    def read_newer(self) -> None:
        """Read the tables of this schema."""
        self.chained = True
        self._streams, self._commands, self._heads = "streams", "commands", "heads"  # as SQL expressions

    def read_older(self) -> None:
        """Read the tables of schema 1, which have no chain of the records of commands."""
        self.chained = False
        self._streams, self._commands, self._heads = (
            schema.read_as_new(self, table) for table in ("streams", "commands", "heads")
        )

    def begin(self, asked: Collection[Key]) -> tuple[dict[str, Tip], dict[Key, Appended]]:
        """Begin a transaction. Return the ends of the streams, and the results of known commands.

        Streams are locked in the order of their names, so that two processes cannot deadlock. They are locked before
        the commands are looked up, so that a command that another process carried out is seen.
        """
        streams = {stream for stream, _ in asked}
        new = sorted(streams - self._with_row)
        if new:
            self.run(self.BEGIN)
            self.add("streams", [(each, *Tip()) for each in new], _OR_LEAVE_IT)
            self.run("COMMIT")
            self._with_row.update(new)
        self.run(self.BEGIN)
        return self.ends(streams), self.commands(set(asked))

    def ends(self, streams: Collection[str]) -> dict[str, Tip]:
        """Return the ends of streams that have rows. The rows stay locked until the transaction ends."""
        query = f"SELECT * FROM streams WHERE name {self.AMONG} ORDER BY name"
        rows = self.run(f"{query} {self.FOR_UPDATE}", self.listed(streams))
        tips = _typed(Tip, [row[1:] for row in rows])
        return {row[0]: tip for row, tip in zip(rows, tips, strict=True)}

    def write(self, tips: Mapping[str, Tip], envelopes: Sequence[Envelope], commands: Mapping[Key, Appended]) -> None:
        """Write everything to the streams that `begin` has locked, and commit durably."""
        self.add("commands", list(commands.values()))
        self.add("events", envelopes)
        ends = [(*tip, name) for name, tip in tips.items()]
        moved = self.move(ends)
        if moved != len(ends):
            raise OSError(f"{len(ends) - moved} of {len(ends)} rows of streams have gone from the database")
        self.run("COMMIT")

    def take(self, parts: Iterable[Part], owned: Mapping[str, int]) -> None:
        """Write parts of streams unchanged, all in one transaction."""
        self.run(self.BEGIN)
        try:
            for part in parts:
                self.add("streams", [(part.stream, *Tip())], _OR_LEAVE_IT)
                end = part.end_after(Tables.ends(self, [part.stream])[part.stream], owned)
                self.move([(*end, part.stream)])
                self.add("events", part.envelopes)
                self.add("commands", part.commands, _OR_LEAVE_IT)
                self.add("heads", part.heads, _OR_LEAVE_IT)
                for snapshot in part.snapshots:
                    self.save_snapshot(snapshot)
        except BaseException:
            self.rollback()
            raise
        self.run("COMMIT")

    def rollback(self) -> None:
        """End the transaction without changes."""
        self.run("ROLLBACK")

    def tip(self, stream: str) -> Tip:
        """Return the end of the stream."""
        rows = self.run(f"SELECT * FROM {self._streams} WHERE name = $1", stream)
        return _typed(Tip, [row[1:] for row in rows])[0] if rows else Tip()

    def page(self, stream: str, after: int, most: int) -> list[Envelope]:
        """Return up to `most` envelopes after a version."""
        query = "SELECT * FROM events WHERE stream = $1 AND version > $2 ORDER BY version LIMIT $3"
        return _typed(Envelope, self.run(query, stream, after, most))

    def commands(self, asked: Collection[Key]) -> dict[Key, Appended]:
        """Return the results of those of these commands that were carried out."""
        joined = f"{self.ASKED} JOIN {self._commands} ON commands.stream = s AND commands.id = i"
        query = f"SELECT commands.* FROM {joined}"
        return {(row.stream, row.command): row for row in _typed(Appended, self.run(query, *self.pairs(asked)))}

    def commands_of(self, stream: str, commands: Collection[str]) -> dict[str, Appended]:
        """Like `commands`, for the commands of one stream, by id. In SQLite this is twice as fast."""
        query = f"SELECT * FROM {self._commands} WHERE id {self.AMONG} AND stream = $2"
        return {row.command: row for row in _typed(Appended, self.run(query, self.listed(commands), stream))}

    def commands_up_to(self, stream: str, version: int) -> tuple[int, int]:
        """Count the commands of a stream that have events: those that end at a version or before, and the others."""
        ended = "count(*) FILTER (WHERE last <= $1), count(*) FILTER (WHERE last > $1)"
        query = f"SELECT {ended} FROM commands WHERE stream = $2 AND last >= first"
        ((here, later),) = self.run(query, version, stream)
        return here, later

    def refused_after(self, stream: str, command: str, most: int) -> list[Appended]:
        """Return at most `most` records of a stream's commands without events after `command`, ordered by id."""
        where = "stream = $1 AND id > $2 AND last < first"
        query = f"SELECT * FROM {self._commands} WHERE {where} ORDER BY id LIMIT $3"
        return _typed(Appended, self.run(query, stream, command, most))

    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """Return the results of up to `most` commands after `last`, ordered by stream and id."""
        query = f"SELECT * FROM {self._commands} WHERE (stream, id) > ($1, $2) ORDER BY stream, id LIMIT $3"
        return _typed(Appended, self.run(query, *last, most))

    def ids_after(self, stream: str, command: str, most: int) -> list[str]:
        """Return up to `most` ids of a stream's commands after `command`, in order."""
        query = "SELECT id FROM commands WHERE stream = $1 AND id > $2 ORDER BY id LIMIT $3"
        return _names(self.run(query, stream, command, most))

    def streams(self) -> list[str]:
        """Return the names of all streams with commands, in order."""
        asked = "EXISTS (SELECT 1 FROM commands WHERE stream = name)"
        return _names(self.run(f"SELECT name FROM streams WHERE version > 0 OR {asked} ORDER BY name"))

    def faults(self) -> list[Fault]:
        """Return the faults that belong to no stream: entries under a name that no stream has."""
        kept = " UNION ".join(f"SELECT stream FROM {table}" for table in ("events", "heads", "snapshots"))
        ends = "SELECT name FROM streams WHERE version > 0"
        asked = "SELECT stream FROM commands WHERE stream NOT IN (SELECT name FROM streams)"
        names = _names(self.run(f"SELECT stream FROM ({kept}) AS kept WHERE stream NOT IN ({ends}) UNION {asked}"))
        return [Fault(name, 1, "has entries, but no such stream exists") for name in names]

    def save_heads(self, heads: Sequence[Head]) -> None:
        """Store heads, all or none. A head of a key that exists for the same version and record stays."""
        self.run(self.BEGIN)
        self.add("heads", heads, _OR_LEAVE_IT)
        self.run("COMMIT")

    def heads(self, stream: str) -> list[Head]:
        """Return all heads of a stream, oldest first."""
        rows = self.run(f"SELECT * FROM {self._heads} WHERE stream = $1 ORDER BY version, commands, key", stream)
        return _typed(Head, rows)

    def last_head(self, stream: str, key: bytes) -> Head | None:
        """Return the last head of a stream that was signed with a key."""
        latest = "ORDER BY version DESC, commands DESC LIMIT 1"
        rows = self.run(f"SELECT * FROM {self._heads} WHERE stream = $1 AND key = $2 {latest}", stream, key)
        return _typed(Head, rows)[0] if rows else None

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot; it replaces an older one."""
        columns = ("version", "state", "body", "checksum", "key", "signature")
        new = ", ".join(f"{name} = excluded.{name}" for name in columns)
        self.run(
            "INSERT INTO snapshots VALUES ($1, $2, $3, $4, $5, $6, $7)"
            f" ON CONFLICT (stream) DO UPDATE SET {new} WHERE excluded.version >= snapshots.version",
            *snapshot,
        )

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream, if there is one."""
        rows = self.run("SELECT * FROM snapshots WHERE stream = $1", stream)
        return _typed(Snapshot, rows)[0] if rows else None


def _names(rows: Sequence[Sequence[Any]]) -> list[str]:
    if not all(isinstance(name, str) for (name,) in rows):
        raise ValueError("a row is damaged: the name in it is not text")
    return [name for (name,) in rows]


def _typed(kind: type[_Row], rows: Sequence[Sequence[Any]]) -> list[_Row]:
    """Convert rows to values; ValueError if a column has another type than was written, as in a damaged file."""
    if rows and [set(map(type, column)) for column in zip(*rows, strict=True)] != _TYPES_OF[kind]:
        row = next(row for row in rows if [{type(value)} for value in row] != _TYPES_OF[kind])
        raise ValueError(f"a row is damaged: it should be an {kind.__name__}, and is {row!r}")
    return list(map(tuple.__new__, repeat(kind), rows))
