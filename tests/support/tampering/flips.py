"""Flips single bits: of stored values, and of files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import apsw

from croupier.store.sqlite import SQLite
from tests.support.tampering.contents import TABLES


class Field(NamedTuple):
    """A stored value: its table and column, the key of its row, and the value."""

    table: str
    column: str
    keys: dict[str, Any]
    value: str | int | bytes

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return len(_plain(self.value))


def fields(rows: SQLite) -> Iterator[Field]:
    """Every stored value of every row."""
    for table in TABLES:
        columns = {name: key for _, name, _, _, _, key in rows.run(f"PRAGMA table_info({table})")}
        for row in rows.run(f"SELECT {', '.join(columns)} FROM {table}"):
            values = dict(zip(columns, row, strict=True))
            keys = {name: values[name] for name in columns if columns[name]}
            yield from (Field(table, column, keys, value) for column, value in values.items())


def _plain(value: str | int | bytes) -> bytes:
    if isinstance(value, int):
        return value.to_bytes(8, "big", signed=True)
    return value.encode() if isinstance(value, str) else value


def flip(rows: SQLite, field: Field, place: int, bit: int) -> None:
    """Flip one bit of a stored value; if another row already has the new key, flip the next bit."""
    flipped = bytearray(_plain(field.value))
    flipped[place] ^= 1 << bit
    new = int.from_bytes(flipped, "big", signed=True) if isinstance(field.value, int) else bytes(flipped)
    cast = "CAST($1 AS TEXT)" if isinstance(field.value, str) else "$1"
    where = " AND ".join(f"{name} = ${number}" for number, name in enumerate(field.keys, 2))
    try:
        rows.run(f"UPDATE {field.table} SET {field.column} = {cast} WHERE {where}", new, *field.keys.values())
    except apsw.ConstraintError:
        flip(rows, field, place, (bit + 1) % 8)


class Chosen:
    """Random places: every second one in any byte of all, the others in any column of any row."""

    def __init__(self, rows: SQLite, data: Random) -> None:
        self._data = data
        self._fields = [field for field in fields(rows) if field.size]
        self._sizes = [field.size for field in self._fields]
        self._by_column: dict[tuple[str, str], list[Field]] = {}
        for field in self._fields:
            self._by_column.setdefault((field.table, field.column), []).append(field)
        self._columns = list(self._by_column)

    def some(self, number: int) -> Iterator[tuple[Field, int, int]]:
        """This many values, each with a byte and a bit."""
        data = self._data
        by_size = data.choices(self._fields, self._sizes, k=number)
        for at, large in enumerate(by_size):
            field = large if at % 2 else data.choice(self._by_column[data.choice(self._columns)])
            yield field, data.randrange(field.size), data.randrange(8)


def flipped(whole: bytes, place: int, bit: int) -> bytes:
    """Bytes with one bit flipped."""
    changed = bytearray(whole)
    changed[place] ^= 1 << bit
    return bytes(changed)


def flip_in_file(path: Path, whole: bytes, place: int, bit: int) -> None:
    """Flip one bit in a file that holds `whole`."""
    with path.open("r+b") as file:
        file.seek(place)
        file.write(bytes([whole[place] ^ 1 << bit]))
