"""Writes the tables of a store to a folder, as CSV or as Parquet, one file for each table.

Rows are written some thousands at a time, so that a long log does not need all memory. A folder is complete or not
there at all.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from datetime import date, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol, get_args, get_type_hints

from croupier.books.tables import TABLES, Row
from croupier.books.times import iso_of
from croupier.store import new_folder
from croupier.text.spreadsheet import cell

if TYPE_CHECKING:
    import polars

#: How many rows are written at a time.
AT_ONCE = 20_000
_NAMES: Mapping[type[Row], str] = {kind: name for name, kind in TABLES.items()}


class Format(Protocol):
    """Files of one format in a folder."""

    def write(self, name: str, rows: Sequence[Row]) -> None:
        """Write some rows of a table."""

    def finish(self) -> None:
        """Complete the files."""


def export(rows: Iterable[Row], *, csv: Path | None = None, parquet: Path | None = None) -> dict[str, int]:
    """Write rows to new folders; return how many rows each table has."""
    count = dict.fromkeys(TABLES, 0)
    with ExitStack() as open_folders:
        formats: list[Format] = []
        if csv is not None:
            formats.append(_Csv(open_folders.enter_context(new_folder(csv)), open_folders))
        if parquet is not None:
            formats.append(_Parquet(open_folders.enter_context(new_folder(parquet))))
        waiting: dict[str, list[Row]] = {name: [] for name in TABLES}
        for row in rows:
            name = _NAMES[type(row)]
            waiting[name].append(row)
            if len(waiting[name]) == AT_ONCE:
                _flush(formats, name, waiting, count)
        for name in TABLES:
            _flush(formats, name, waiting, count)
        for each in formats:
            each.finish()
    return count


def _flush(formats: Iterable[Format], name: str, waiting: dict[str, list[Row]], count: dict[str, int]) -> None:
    for each in formats:
        each.write(name, waiting[name])
    count[name] += len(waiting[name])
    waiting[name] = []


# CSV --------------------------------------------------------------------------------------------------------
class _Csv:
    """One file for each table: UTF-8, a line of names, empty cells for what is missing."""

    def __init__(self, folder: Path, closed_by: ExitStack) -> None:
        self._files: dict[str, IO[str]] = {}
        for name, kind in TABLES.items():
            file = closed_by.enter_context((folder / f"{name}.csv").open("x", encoding="utf-8", newline=""))
            self._files[name] = file
            csv.writer(file, lineterminator="\n").writerow(kind._fields)

    def write(self, name: str, rows: Sequence[Row]) -> None:
        """Write some rows of a table."""
        writer = csv.writer(self._files[name], lineterminator="\n")
        writer.writerows([_text(each) for each in row] for row in rows)

    def finish(self) -> None:
        """They are complete; whoever closes them writes what waits."""


#: How values are written, by type; all others as they are.
_WRITTEN: Mapping[type, Callable[[Any], str]] = {
    bool: lambda value: "true" if value else "false",
    datetime: iso_of,
    date: date.isoformat,
    str: cell,
}


def _text(value: Any) -> Any:
    write = _WRITTEN.get(type(value))
    return value if write is None else write(value)


# Parquet ----------------------------------------------------------------------------------------------------
class _Parquet:
    """One file for each table. Parts are written as they come, and made one file at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._parts: dict[str, list[Path]] = {name: [] for name in TABLES}

    def write(self, name: str, rows: Sequence[Row]) -> None:
        """Write some rows of a table as one part; without any rows, the first part has the columns alone."""
        import polars

        parts = self._parts[name]
        if not rows and parts:
            return
        part = self._folder / f"{name}.{len(parts)}.part"
        kind = TABLES[name]
        columns = (
            zip(kind._fields, zip(*rows, strict=True), strict=True) if rows else ((each, ()) for each in kind._fields)
        )
        polars.DataFrame({column: list(values) for column, values in columns}, schema=_schema(kind)).write_parquet(
            part
        )
        parts.append(part)

    def finish(self) -> None:
        """Make one file of the parts of each table, without all of them in memory."""
        import polars

        for name, parts in self._parts.items():
            whole = self._folder / f"{name}.parquet"
            if len(parts) == 1:
                parts[0].rename(whole)
                continue
            polars.scan_parquet(parts).sink_parquet(whole)
            for each in parts:
                each.unlink()


def _schema(kind: type[Row]) -> dict[str, polars.DataType]:
    """The types of the columns of a table."""
    import polars

    types: dict[type, polars.DataType] = {
        bool: polars.Boolean(),
        int: polars.Int64(),
        str: polars.String(),
        date: polars.Date(),
        datetime: polars.Datetime("us", "UTC"),
    }
    return {name: types[_without_none(hint)] for name, hint in get_type_hints(kind).items()}


def _without_none(hint: Any) -> type:
    """The type of a column that may be empty."""
    found: type = next((each for each in get_args(hint) if each is not type(None)), hint)
    return found
