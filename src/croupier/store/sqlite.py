"""A storage backend in one SQLite file, for one process at a time. It uses a WAL, and every commit is synced."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import apsw

from croupier.store.base import Appended, Envelope, Fault, Key, Tip
from croupier.store.errors import CannotOpen, NoStore, StoreError, UnreadableStore
from croupier.store.files import private, sync_folder
from croupier.store.group import AppendRequest
from croupier.store.reading import read_only
from croupier.store.rows import Part
from croupier.store.schema import OLDER, SCHEMA, TABLES, check_written, statement, upgrade
from croupier.store.sql import Tables

MOST_AT_ONCE = 64  # rows in one statement; each number of rows is another prepared statement, and is cached
LEAST_LIBRARY = (3, 51, 3)  # older versions could lose a commit if the WAL was reset during a checkpoint
APPLICATION = 0x43525550  # "CRUP"
_FULL = 2  # the value of `synchronous` that syncs the WAL at every commit
_PAGES = 2_000  # the WAL's size (8 MB) at which it is copied into the file, which delays the commands that wait
_PATIENCE = 2_000  # milliseconds to wait for another process that is just closing the file
_DURABLE = {
    "locking_mode": "exclusive",
    "journal_mode": "wal",
    "synchronous": _FULL,
    "fullfsync": 1,
    "mmap_size": 0,
    "wal_autocheckpoint": _PAGES,
}


T = TypeVar("T")


def check_library(version: str) -> None:
    """Refuse an SQLite library that is too old to be safe."""
    if tuple(int(part) for part in version.split(".")[:3]) < LEAST_LIBRARY:
        least = ".".join(map(str, LEAST_LIBRARY))
        raise CannotOpen(f"the SQLite library is {version}: {least} or later is needed, install a newer apsw")


class SQLite(Tables):
    """The tables in an SQLite file. `vfs` names a file system of apsw; tests use it to observe or fail every sync."""

    BEGIN = "BEGIN IMMEDIATE"
    AMONG = "IN (SELECT value FROM json_each($1))"
    ASKED = "(SELECT value ->> 0 AS s, value ->> 1 AS i FROM json_each($1)) CROSS"
    FOR_UPDATE = ""
    TYPES = {"text": "TEXT NOT NULL", "number": "INTEGER NOT NULL", "bytes": "BLOB NOT NULL"}  # noqa: RUF012
    TAIL = "STRICT, WITHOUT ROWID"
    ZERO, EMPTY = "0", "x''"

    def __init__(self, path: Path, vfs: str | None = None, *, reading: bool = False) -> None:
        super().__init__()
        self._ends: dict[str, Tip] = {}
        check_library(apsw.sqlite_lib_version())
        if not path.parent.is_dir():
            raise CannotOpen(f"{str(path)!r} cannot be opened: there is no folder {str(path.parent)!r}")
        if reading and not path.exists():
            raise NoStore(f"{str(path)!r} cannot be opened: there is no such file")
        with _opening(path):
            if reading:
                flags, vfs = apsw.SQLITE_OPEN_READONLY, read_only()
            else:
                flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
                private(path, make=vfs is None)  # another file system makes its files itself
                before = _identity(path)
            self.connection = apsw.Connection(str(path), flags=flags, vfs=vfs, statementcachesize=6 * MOST_AT_ONCE)
            self.connection.set_busy_timeout(_PATIENCE)
        try:
            with _opening(path):
                self._prepare(path, reading=reading)
            if not reading:
                self._places = {each: _identity(each) for each in (path, path.with_name(f"{path.name}-wal"))}
                if before not in (None, self._places[path]):
                    raise CannotOpen(f"{str(path)!r} was replaced while it was opened: open it again")
        except BaseException:
            self.connection.close(force=True)
            raise

    def carry_out(
        self, group: Sequence[tuple[AppendRequest, bytes]], owned: Mapping[str, int]
    ) -> list[Appended | StoreError]:
        """Carry out commands, and acknowledge nothing that was written where nobody will find it."""
        results = super().carry_out(group, owned)
        self.beat()
        return results

    def beat(self) -> None:
        """Check that the file and its WAL are still at their paths: what is written to a removed file is lost."""
        for path, identity in self._places.items():
            if _identity(path) != identity:
                what = f"{str(path)!r} was removed or replaced while it was open"
                raise OSError(f"{what}. What was acknowledged before is in the old file: put it back, with its WAL")

    def run(self, statement: str, *values: Any) -> list[Any]:
        """Run a statement and return its rows."""
        return self.connection.execute(statement, values).fetchall()

    def each(self, query: str) -> Iterator[Any]:
        """Run a query that has many rows, and return them one by one."""
        return self.connection.execute(query)

    def add(self, table: str, rows: Sequence[Sequence[Any]], or_else: str = "") -> None:
        """Insert many rows per statement: after each statement this thread must wait for the interpreter."""
        for batch in _batches(rows):
            values = _placeholders(len(batch), len(batch[0]))
            self.run(f"INSERT INTO {table} VALUES {values} {or_else}", *chain.from_iterable(batch))
            if not or_else:
                check_written(table, len(batch), self.connection.changes())

    def move(self, ends: Sequence[tuple[int, bytes, int, int, bytes, str]]) -> int:
        """Set the ends of many streams per statement; return how many exist."""
        moved = 0
        new = "version = column1, digest = column2, owner = column3, commands = column4, record = column5"
        for batch in _batches(ends):
            given = f"(VALUES {_placeholders(len(batch), len(batch[0]))})"
            self.run(f"UPDATE streams SET {new} FROM {given} WHERE name = column6", *chain.from_iterable(batch))
            moved += self.connection.changes()
        return moved

    def lock(self, stream: str) -> bool:
        """Succeed: no other process has the file. The cached end is dropped, so that a new owner reads it again."""
        self._ends.pop(stream, None)
        return True

    def ends(self, streams: Collection[str]) -> dict[str, Tip]:
        """Return the ends of streams, cached: no other process writes the file, and every query costs time."""
        if new := set(streams) - self._ends.keys():
            self._ends.update(super().ends(new))
        return self._ends

    def write(self, tips: Mapping[str, Tip], envelopes: Sequence[Envelope], commands: Mapping[Key, Appended]) -> None:
        """Write everything, and cache the new ends."""
        super().write(tips, envelopes, commands)
        self._ends.update(tips)

    def take(self, parts: Iterable[Part], owned: Mapping[str, int]) -> None:
        """Write parts of streams unchanged, and forget the cached ends."""
        self._ends.clear()
        super().take(parts, owned)
        self.beat()

    def listed(self, names: Collection[str]) -> str:
        """Return the names as JSON."""
        return json.dumps(list(names))

    def pairs(self, asked: Collection[Key]) -> tuple[str]:
        """Return streams and ids as JSON."""
        return (json.dumps(list(asked)),)

    def faults(self) -> list[Fault]:
        """Return the faults that belong to no stream, and those that SQLite itself finds in the file."""
        said = self.run("PRAGMA integrity_check(1)")
        return [
            *super().faults(),
            *(Fault("", 0, f"the file is damaged: {text}") for (text,) in said if text != "ok"),
        ]

    def schema_faults(self) -> list[str]:
        """Say what in the file Croupier did not make: triggers, views, other tables and indexes, changed columns."""
        found, expected = set(self.run(_IN_FILE)), _expected(older=not self.chained)
        added = [f"Croupier did not make the {kind} {name!r} in this file" for kind, name, *_ in found - expected]
        missing = [f"{kind} {name!r} is not as Croupier made it" for kind, name, *_ in expected - found]
        return sorted(missing) + sorted(added)

    def close(self, *, failed: bool) -> None:
        """Close the file. After a failure, skip the checkpoint that SQLite normally makes."""
        if failed:
            self.connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        self.connection.close(force=True)

    def _prepare(self, path: Path, *, reading: bool) -> None:
        """Check that the file is a store, lock it for this process, and set and check what makes a commit durable."""
        pragma = self.connection.pragma
        if reading:
            self.connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            pragma("locking_mode", "exclusive")  # see `reading.py`
            pragma("query_only", 1)
            pragma("temp_store", 2)  # in memory
        application, schema = pragma("application_id"), pragma("user_version")
        fresh = application == 0 and not self.run("SELECT 1 FROM sqlite_schema LIMIT 1")
        if not fresh and application != APPLICATION:
            raise CannotOpen(f"{str(path)!r} is an SQLite file of another program: give another path")
        if not fresh and schema not in (OLDER, SCHEMA):
            raise UnreadableStore(f"{str(path)!r} has schema {schema}, not {SCHEMA}: use the croupier that wrote it")
        if reading:
            if schema == OLDER:
                self.read_older()
            if fresh:
                raise NoStore(f"{str(path)!r} holds no store: give the path of one")
            return
        for name, value in {**_DURABLE, "trusted_schema": 0, "cell_size_check": 1}.items():
            pragma(name, value)
            if pragma(name) != value:
                raise CannotOpen(f"{str(path)!r} is not safe: {name} reads back as {pragma(name)!r}, not {value!r}")
        self.run("BEGIN EXCLUSIVE")
        if schema == OLDER:
            self.read_older()
        if fresh:
            self.make_tables()
            pragma("application_id", APPLICATION)
        elif faults := self.schema_faults():
            raise CannotOpen(f"{str(path)!r} was changed: {faults[0]}. Audit it, and restore it from an export")
        elif schema == OLDER:
            upgrade(self)
            self.read_newer()
        if schema != SCHEMA:
            pragma("user_version", SCHEMA)
        self.run("COMMIT")
        sync_folder(path)


def _identity(path: Path) -> tuple[int, int] | None:
    """What a path leads to: the device and number of a file, or nothing."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


_IN_FILE = "SELECT type, name, tbl_name, sql FROM sqlite_schema"


@cache
def _expected(*, older: bool) -> set[tuple[str, ...]]:
    """What is in a file of this schema, or of schema 1."""
    made = apsw.Connection(":memory:")
    for table in TABLES:
        made.execute(statement(SQLite, table, older=older))
    found = set(made.execute(_IN_FILE))
    made.close()
    return found


def _batches(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    for first in range(0, len(rows), MOST_AT_ONCE):
        yield rows[first : first + MOST_AT_ONCE]


@cache
def _placeholders(rows: int, columns: int) -> str:
    one = f"({', '.join('?' * columns)})"
    return ", ".join([one] * rows)


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    """Turn an error of SQLite into a CannotOpen."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise CannotOpen(f"{str(path)!r} is in use by another process: stop that one first") from error
    except apsw.NotADBError as error:
        raise UnreadableStore(f"{str(path)!r} is not an SQLite file: give another path") from error
    except apsw.CorruptError as error:
        raise UnreadableStore(f"{str(path)!r} cannot be opened: {error}") from error
    except apsw.Error as error:
        raise CannotOpen(f"{str(path)!r} cannot be opened: {error}") from error
