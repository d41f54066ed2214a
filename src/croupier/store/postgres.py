"""A storage backend in PostgreSQL, for many processes. Each stream has one writer; if it dies, another takes over."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from croupier.store.base import Key, digest_of
from croupier.store.errors import CannotOpen, NoStore
from croupier.store.pg_catalog import UNTOUCHED, acting, strange
from croupier.store.schema import OLDER, SCHEMA, check_written, upgrade
from croupier.store.sql import Tables
from croupier.store.url import check

_ARRAYS = {str: "text[]", int: "bigint[]", bytes: "bytea[]"}
_OPENING = 0x43525550  # the advisory lock that is held while the tables are created
_DURABLE = {"synchronous_commit": "on", "fsync": "on", "full_page_writes": "on", "server_encoding": "UTF8"}
#: Seconds that a process may pause within a transaction. Then the server aborts it, so that the next owner can go on.
STOPPED = 10
#: Seconds of silence after which the owner of a stream counts as hung, if it has shown before that it is alive.
HUNG = 15
#: Seconds to wait for a database that restarts; and then for others, who take their own streams again first.
RESTART, OTHERS = 40, 5
_BEATS = "croupier, alive"  # the name of a session whose process shows that it is alive
#: The session that has a lock ($1 and $2 are the halves of its key), and when its process was last seen alive.
_HOLDER = (
    "SELECT {} FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND classid::bigint = $1 AND objid::bigint = $2 AND objsubid = 1 AND granted"
    " AND datname = current_database() AND application_name = $3"
)
_SEEN = _HOLDER.format("pid, state_change::text")
#: Disconnects that session, if its process has not been seen alive since then.
_FENCE = _HOLDER.format("pg_terminate_backend(pid)") + " AND pid = $4 AND state_change::text = $5"
#: If the server does not hear from this process for half a minute, it releases its locks.
_SESSION = (
    "SET synchronous_commit = on; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;"
    " SET tcp_keepalives_count = 4; SET tcp_user_timeout = 30000; SET idle_in_transaction_session_timeout = '{}s'"
)


class Postgres(Tables):
    """The tables in a PostgreSQL database, in the schema that the URL's search path names."""

    BEGIN = "BEGIN"
    AMONG = "= ANY($1::text[])"
    ASKED = "unnest($1::text[], $2::text[]) AS asked (s, i)"
    FOR_UPDATE = "FOR UPDATE"
    TYPES = {"text": 'text COLLATE "C" NOT NULL', "number": "bigint NOT NULL", "bytes": "bytea NOT NULL"}  # noqa: RUF012
    TAIL = ""
    ZERO, EMPTY = "0::bigint", "''::bytea"

    def __init__(self, url: str, *, reading: bool = False) -> None:
        super().__init__()
        self._reading = reading
        self._url, self._place = url, _shown(url)
        self._locks: psycopg.Connection | None = None  # its session holds the locks of the streams we own
        self._held: dict[str, int] = {}  # the owner numbers of these streams; 0 until known
        self._waits = 0.0  # until then, others may take their streams
        self._silent: dict[int, tuple[tuple[int, str], float]] = {}  # by lock: its holder, and since when
        with _opening(self._place):
            self.connection = self._connect()
        try:
            with _opening(self._place):
                self._prepare()
        except BaseException:
            self.connection.close()
            raise

    def run(self, statement: str, *values: Any) -> list[Any]:
        """Run a statement and return its rows."""
        done = self.connection.execute(statement.encode(), values or None, binary=bool(values))
        if statement == "COMMIT" and done.statusmessage != "COMMIT":
            raise OSError(f"PostgreSQL answered COMMIT with {done.statusmessage}: nothing was written")
        return done.fetchall() if done.description else []

    def each(self, query: str) -> Iterator[Any]:
        """Run a query that has many rows, and return them one by one; within a transaction."""
        with self.connection.cursor("rows", binary=True) as cursor:
            yield from cursor.execute(query.encode())

    def add(self, table: str, rows: Sequence[Sequence[Any]], or_else: str = "") -> None:
        """Insert all rows with one statement. In a pipeline of several, the server could not see that we paused."""
        if rows:
            query = f"INSERT INTO {table} SELECT * FROM {_given(rows[0])} {or_else}"
            done = self.connection.execute(query.encode(), [*map(list, zip(*rows, strict=True))], binary=True)
            if not or_else:
                check_written(table, len(rows), done.rowcount)

    def move(self, ends: Sequence[tuple[int, bytes, int, int, bytes, str]]) -> int:
        """Set the ends of streams with one statement; return how many exist."""
        if not ends:
            return 0
        given = f"{_given(ends[0])} AS ends (v, d, o, c, r, n)"
        moved = f"UPDATE streams SET version = v, digest = d, owner = o, commands = c, record = r FROM {given}"
        done = self.run(f"{moved} WHERE name = n RETURNING {UNTOUCHED}", *map(list, zip(*ends, strict=True)))
        if (False,) in done:
            raise OSError("somebody put a trigger, a rule or a policy on the tables of the store: audit it")
        return len(done)

    def schema_faults(self) -> list[str]:
        """Say what in the schema of the store Croupier did not make."""
        return [*acting(self), *strange(self)]

    def listed(self, names: Collection[str]) -> list[str]:
        """Return the names as an array."""
        return list(names)

    def pairs(self, asked: Collection[Key]) -> tuple[list[str], list[str]]:
        """Return streams and ids as two arrays."""
        return [stream for stream, _ in asked], [command for _, command in asked]

    def lock(self, stream: str) -> bool:
        """Take an advisory lock in a separate session. The server releases it when the process or connection ends.

        If the process that has it is hung, disconnect it; then the next try may succeed.
        """
        if time.monotonic() < self._waits:
            return False
        if self._locks is None:
            self._locks = self._connect()
        key = self._key(stream)
        if not _locked(self._locks, key):
            self._fence(self._locks, key)
            return False
        self._held[stream] = 0
        return True

    def _fence(self, session: psycopg.Connection, key: int) -> None:
        """Disconnect the holder of a lock if it has shown nothing new for too long.

        We measure that ourselves, by a clock that nobody can set: the database's clock may step.
        """
        lock, now = [*divmod(key % 2**64, 2**32), _BEATS], time.monotonic()
        holder = session.execute(_SEEN, lock).fetchone()
        if holder is None:
            self._silent.pop(key, None)
            return
        pid, seen = holder
        before, since = self._silent.get(key, (None, now))
        if before != (pid, seen):
            self._silent[key] = (pid, seen), now
        elif now - since > HUNG:
            session.execute(_FENCE, [*lock, pid, seen])

    def next_owner(self, stream: str) -> int:
        """Increase the stream's owner number."""
        number = super().next_owner(stream)
        self._held[stream] = number
        return number

    def unlock(self, stream: str) -> None:
        """Release the lock of the stream."""
        assert self._locks is not None
        self._held.pop(stream, None)
        self._locks.execute("SELECT pg_advisory_unlock($1)", [self._key(stream)])

    def beat(self) -> None:
        """Show in the session with the locks that this process is alive, and check that the database answers."""
        self.run("SELECT 1")
        if self._locks is not None:
            self._locks.execute(f"SET application_name = '{_BEATS}'".encode())

    def back_after(self, error: Exception) -> bool:
        """Wait for a database that restarts, and take the same locks again; return whether that was possible."""
        gone = self.connection.closed or (self._locks is not None and self._locks.closed)
        if not gone or not isinstance(error, psycopg.OperationalError):
            return False
        until = time.monotonic() + RESTART
        while time.monotonic() < until:
            try:
                if self._again():
                    return True
            except psycopg.OperationalError:
                pass
            time.sleep(0.2)
        return False

    def _again(self) -> bool:
        """Connect again; return whether the locks are ours again. An OSError if another server has taken over."""
        self.close(failed=True)
        self.connection = self._connect()
        self._prepare()
        self._locks = self._connect() if self._held else None
        for stream, number in self._held.items():
            if number not in (0, self.tip(stream).owner):
                raise OSError(f"another server has taken over stream {stream!r}, because this one was silent")
            if self._locks is not None and not _locked(self._locks, self._key(stream)):
                return False
        self._waits = time.monotonic() + OTHERS
        return True

    def close(self, *, failed: bool) -> None:
        """Close the connections, which releases all locks."""
        self.connection.close()
        if self._locks is not None:
            self._locks.close()

    def _connect(self) -> psycopg.Connection:
        raw = psycopg.RawCursor
        connection = psycopg.connect(self._url, autocommit=True, connect_timeout=10, cursor_factory=raw)
        connection.execute(_SESSION.format(STOPPED).encode())
        if self._reading:
            connection.execute("SET default_transaction_read_only = on")
        return connection

    def _prepare(self) -> None:
        """Check the settings that make a commit durable. Create the tables, or check the version of existing ones."""
        if not self._reading:
            self._check_durable()
        with self.connection.transaction():
            if not self._reading:
                self._make()
            elif self._is_new():
                raise NoStore(f"{self._place} holds no store: see which database and schema the URL names")
            ((schema, self._schema),) = self.run("SELECT schema, current_schema() FROM croupier_store")
            if schema not in (OLDER, SCHEMA):
                raise CannotOpen(f"{self._place} has schema {schema}, not {SCHEMA}: use the croupier that wrote it")
            if schema == OLDER:
                self.read_older()
            if not self._reading:
                for fault in acting(self):
                    raise CannotOpen(f"{self._place} was changed: {fault}. Audit it, and restore it from an export")
                if schema == OLDER:
                    self._upgrade()

    def _check_durable(self) -> None:
        for name, value in _DURABLE.items():
            found = self.run("SELECT current_setting($1)", name)[0][0]
            if found != value:
                raise CannotOpen(f"{self._place} is not safe: {name} reads back as {found!r}, not {value!r}")

    def _make(self) -> None:
        """Create the tables if there are none; only one process at a time does this."""
        self.run("SELECT pg_advisory_xact_lock($1)", _OPENING)
        if self._is_new():
            self.make_tables()
            self.run("CREATE TABLE croupier_store (schema bigint NOT NULL)")
            self.run("INSERT INTO croupier_store VALUES ($1)", SCHEMA)

    def _upgrade(self) -> None:
        """Upgrade the tables of schema 1, unless a server of an older version still uses them."""
        for (name,) in self.run("SELECT name FROM streams"):
            if self.run("SELECT pg_try_advisory_xact_lock($1)", self._key(name)) != [(True,)]:
                raise CannotOpen(f"{self._place} is in use by servers of an older version: stop them first")
        self.run("LOCK TABLE streams, events, commands, heads, snapshots IN ACCESS EXCLUSIVE MODE")
        upgrade(self)
        self.read_newer()
        self.run("UPDATE croupier_store SET schema = $1", SCHEMA)

    def _is_new(self) -> bool:
        return self.run("SELECT to_regclass('croupier_store') IS NULL") == [(True,)]

    def _key(self, stream: str) -> int:
        return int.from_bytes(
            digest_of("croupier owner 1", (), self._schema.encode(), stream.encode())[:8], "big", signed=True
        )


def _locked(session: psycopg.Connection, key: int) -> bool:
    return session.execute("SELECT pg_try_advisory_lock($1)", [key]).fetchone() == (True,)


def _given(row: Sequence[Any]) -> str:
    """An SQL expression that turns one array per column into rows like this one.

    >>> _given((1, b"", "t"))
    'unnest($1::bigint[], $2::bytea[], $3::text[])'
    """
    return f"unnest({', '.join(f'${place}::{_ARRAYS[type(each)]}' for place, each in enumerate(row, 1))})"


def _shown(url: str) -> str:
    """Describe the database of a URL, without its password, for messages."""
    check(url)
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        raise CannotOpen("the PostgreSQL URL cannot be read: write postgresql://USER@HOST/DATABASE") from None
    return f"the PostgreSQL database {parts.get('dbname', '')!r} at {parts.get('host', 'this machine')!r}"


@contextmanager
def _opening(place: str) -> Iterator[None]:
    """Turn an error of PostgreSQL into a CannotOpen."""
    try:
        yield
    except psycopg.Error as error:
        raise CannotOpen(f"{place} cannot be opened: {' '.join(str(error).split())}") from error
