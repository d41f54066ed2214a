"""Stores of schema 1, whose records of commands are in no chain, filled from the export of an older version."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import apsw
import psycopg

from croupier.host import export
from croupier.store import Store
from croupier.store.postgres import Postgres
from croupier.store.sqlite import APPLICATION, SQLite
from tests.support.stores import url

#: The tables as versions up to 0.2 made them. This never changes.
TABLES = (
    "streams (name {text} PRIMARY KEY, version {number}, digest {bytes}, owner {number})",
    "events (stream {text}, version {number}, kind {text}, body {bytes}, command {text}, at {number},"
    " previous {bytes}, digest {bytes}, PRIMARY KEY (stream, version))",
    "commands (id {text}, stream {text}, content {bytes}, first {number}, last {number}, digest {bytes},"
    " answer {bytes}, checksum {bytes}, PRIMARY KEY (stream, id))",
    "heads (stream {text}, version {number}, digest {bytes}, at {number}, key {bytes}, signature {bytes},"
    " PRIMARY KEY (stream, version, key))",
    "snapshots (stream {text} PRIMARY KEY, version {number}, state {bytes}, body {bytes}, checksum {bytes},"
    " key {bytes}, signature {bytes})",
)
Run = Callable[..., Any]


@contextmanager
def statements(url: str) -> Iterator[Run]:
    """A function that runs statements in the database at a URL. They are committed at the end of the block."""
    if url.startswith("sqlite:///"):
        file = apsw.Connection(url.removeprefix("sqlite:///"))
        with closing(file), file:
            yield lambda statement, *values: file.execute(statement, values).fetchall()
        return
    with psycopg.connect(url, cursor_factory=psycopg.RawCursor) as server:

        def run(statement: str, *values: Any) -> Any:
            done = server.execute(statement.encode(), values or None, binary=True)
            return done.fetchall() if done.description else []

        yield run


def made(place: str, folder: Path, source: Path) -> str:
    """Make a store of schema 1 in SQLite or PostgreSQL from an export of format 1; return its URL."""
    at = url(place, folder)
    kind = SQLite if place == "sqlite" else Postgres
    with statements(at) as run, export.open(str(source)) as old:
        for table in TABLES:
            run(f"CREATE TABLE {table.format(**kind.TYPES)} {kind.TAIL}")
        if place == "sqlite":
            run(f"PRAGMA application_id = {APPLICATION}")
            run("PRAGMA user_version = 1")
        else:
            run("CREATE TABLE croupier_store (schema bigint NOT NULL)")
            run("INSERT INTO croupier_store VALUES (1)")
        _fill(run, old)
    return at


def _fill(run: Run, old: Store) -> None:
    assert not old.chained
    for stream in old.streams():
        _insert(run, "streams", (stream, *old.end(stream)[:2], 0))
        for envelope in old.read(stream):
            _insert(run, "events", envelope)
        for head in old.heads(stream):
            _insert(run, "heads", head[:-2])
        if (snapshot := old.snapshot(stream)) is not None:
            _insert(run, "snapshots", snapshot)
    for row in old.commands():
        _insert(run, "commands", row[:-2])


def _insert(run: Run, table: str, row: tuple[Any, ...]) -> None:
    places = ", ".join(f"${number}" for number in range(1, len(row) + 1))
    run(f"INSERT INTO {table} VALUES ({places})", *row)
