"""The tables of a store in a database, and how those of an older schema become these.

Schema 1 had no chain of the records of commands. Such a store is read as it is; opened for writing, it gets the
chain in one transaction. Its records are added in the order of their versions, with negative numbers: nobody can say
whether refusals were changed before that.
"""

from __future__ import annotations

from itertools import groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING

from croupier.store.base import START, Appended, Tip
from croupier.store.errors import CannotOpen, damage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.store.sql import Tables

SCHEMA = 2
OLDER = 1  # the schema that can be read, and upgraded
#: The columns of each table, in the order of the fields of its rows.
TABLES = {
    "streams": "name {text} PRIMARY KEY, version {number}, digest {bytes}, owner {number}, commands {number},"
    " record {bytes}",
    "events": "stream {text}, version {number}, kind {text}, body {bytes}, command {text}, at {number},"
    " previous {bytes}, digest {bytes}, PRIMARY KEY (stream, version)",
    "commands": "id {text}, stream {text}, content {bytes}, first {number}, last {number}, digest {bytes},"
    " answer {bytes}, checksum {bytes}, number {number}, previous {bytes}, PRIMARY KEY (stream, id)",
    "heads": "stream {text}, version {number}, digest {bytes}, at {number}, key {bytes}, signature {bytes},"
    " commands {number}, record {bytes}, PRIMARY KEY (stream, version, commands, key)",
    "snapshots": "stream {text} PRIMARY KEY, version {number}, state {bytes}, body {bytes}, checksum {bytes},"
    " key {bytes}, signature {bytes}",
}
#: The columns that schema 1 does not have: a number and bytes.
_NEW = {"streams": ("commands", "record"), "commands": ("number", "previous"), "heads": ("commands", "record")}
_AT_ONCE = 1_000  # records


def columns(table: str, *, older: bool = False) -> str:
    """The columns of a table, in this schema or in schema 1."""
    if not older or table not in _NEW:
        return TABLES[table]
    number, text = _NEW[table]
    had = TABLES[table].replace(f", {number} {{number}}, {text} {{bytes}}", "")
    return had.replace("(stream, version, commands, key)", "(stream, version, key)")


def statement(kind: Tables | type[Tables], table: str, *, older: bool = False) -> str:
    """The statement that creates a table."""
    return f"CREATE TABLE {table} ({columns(table, older=older).format(**kind.TYPES)}) {kind.TAIL}".rstrip()


def read_as_new(rows: Tables, table: str) -> str:
    """A table of schema 1 as an SQL expression with the columns of this schema, which are zero and empty."""
    number, text = _NEW[table]
    return f"(SELECT *, {rows.ZERO} AS {number}, {rows.EMPTY} AS {text} FROM {table}) AS {table}"


def check_written(table: str, asked: int, written: int) -> None:
    """Raise if fewer rows were written than asked, within the transaction, so that nothing is acknowledged."""
    if written != asked:
        raise OSError(f"only {written} of {asked} rows were written to {table!r}: somebody changed the database")


def upgrade(rows: Tables) -> None:
    """Turn the tables of schema 1 into these, in the current transaction; refuse a store with a changed record."""
    for table in _NEW:
        rows.run(f"ALTER TABLE {table} RENAME TO old_{table}")
        rows.run(statement(rows, table))
    rows.run(f"INSERT INTO heads SELECT *, {rows.ZERO}, {rows.EMPTY} FROM old_heads")
    rows.run("INSERT INTO streams SELECT *, $1, $2 FROM old_streams", 0, START)
    found = rows.each(f"SELECT *, {rows.ZERO}, {rows.EMPTY} FROM old_commands ORDER BY stream, first, last, id")
    for stream, records in groupby((Appended(*row) for row in found), attrgetter("stream")):
        end, new = Tip(), chained(records)
        while some := list(islice(new, _AT_ONCE)):
            rows.add("commands", some)
            end = Tip(commands=some[-1].place, record=some[-1].check)
        rows.run("UPDATE streams SET commands = $1, record = $2 WHERE name = $3", end.commands, end.record, stream)
    for table in _NEW:
        rows.run(f"DROP TABLE old_{table}")


def chained(records: Iterable[Appended]) -> Iterator[Appended]:
    """The records of a stream in no chain, in the order of their versions, with the chain that they get."""
    previous = START
    for place, row in enumerate(records, start=1):
        if not row.intact():
            raise CannotOpen(f"the store cannot be upgraded to schema {SCHEMA}: {damage(row)}. Audit it first")
        new = row._replace(number=-place, previous=previous)
        previous = new.computed()
        yield new._replace(check=previous)
