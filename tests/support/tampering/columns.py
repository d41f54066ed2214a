"""Every column of every table, changed in the first, a middle and the last row; also in the log of a device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from croupier.device.log import STREAM as DEVICE
from croupier.store.base import MOST_NUMBER
from tests.support.tampering.contents import TABLES, Contents
from tests.support.tampering.evidence import SERVED, Evidence
from tests.support.tampering.kinds import AS_IS, MODES, Change, Kind, in_log, in_store

#: What is computed again by somebody who has no key. Changed alone, it is found; computed again, it is not changed.
DERIVED = {
    ("events", "previous"),
    ("events", "digest"),
    ("commands", "digest"),
    ("commands", "check"),
    ("commands", "previous"),
    ("streams", "version"),
    ("streams", "digest"),
    ("streams", "commands"),
    ("streams", "record"),
}
NUMBERS: dict[str, Callable[[int], int]] = {
    "raised": lambda value: value + 1_000,
    "zeroed": lambda value: 0 if value else 1,
    "negative": lambda value: -value - 1,
    "largest": lambda value: MOST_NUMBER - (value == MOST_NUMBER),
}
TEXTS: dict[str, Callable[[str], str]] = {
    "other": lambda value: f"{value}x",
    "space-after": lambda value: f"{value} ",
    "look-alike": lambda value: value[:-1] + chr(ord(value[-1]) + 0xFEE0) if value[-1:] > " " else f"{value}\u200b",
    "emptied": lambda value: "" if value else "x",
}
BYTES: dict[str, Callable[[bytes], bytes]] = {
    "flipped": lambda value: bytes([value[0] ^ 1]) + value[1:] if value else b"\1",
    "emptied": lambda value: b"" if value else b"\0",
    "longer": lambda value: value + b"\0",
}
POSITIONS: dict[str, Callable[[list[Any]], Any]] = {
    "first": lambda rows: rows[0],
    "middle": lambda rows: rows[len(rows) // 2],
    "last": lambda rows: rows[-1],
}
#: The order in which rows were written.
ORDER: dict[str, Callable[[Any], Any]] = {
    "events": lambda row: row.version,
    "commands": lambda row: row.place,
    "heads": lambda row: row.version,
}


def in_order(found: Contents, table: str, stream: str) -> list[Any]:
    """The rows of a stream in the order in which they were written."""
    return sorted(found.of_stream(table, stream), key=ORDER.get(table, lambda row: 0))


def variants(value: object) -> dict[str, Callable[[Any], Any]]:
    """The changes of a value, by its type."""
    return NUMBERS if isinstance(value, int) else TEXTS if isinstance(value, str) else BYTES


def kinds(evidence: Evidence) -> Iterator[Kind]:
    """All of them, in a served demonstration."""
    for stream in sorted(row.name for row in evidence.before.streams):
        tables = TABLES if stream == f"table/{SERVED}" else ("streams", "events", "commands")
        for table in tables:
            for name, change, modes in _changes(evidence.before, table, stream):
                yield from in_store(evidence, f"column/{_short(stream)}/{name}", change, modes)
    for table in ("streams", "events", "commands", "heads"):
        for name, change, modes in _changes(evidence.log_before, table, DEVICE):
            yield from in_log(evidence, f"column/device-log/{name}", change, modes)


def _short(stream: str) -> str:
    """The kind of a stream, as names of kinds have it."""
    return "server" if stream.startswith("floor/server/") else stream.removeprefix("floor/").partition("/")[0]


def _changes(found: Contents, table: str, stream: str) -> Iterator[tuple[str, Change, tuple[str, ...]]]:
    rows = in_order(found, table, stream)
    if not rows:
        return
    met = set()
    for position, pick in POSITIONS.items():
        row = pick(rows)
        if row in met:
            continue
        met.add(row)
        for column in TABLES[table][0]._fields:
            keyed = table in ("heads", "snapshots") or (table, column) in DERIVED
            modes = AS_IS if keyed else tuple(MODES) if table != "streams" else AS_IS
            for variant, new in variants(getattr(row, column)).items():
                yield f"{table}.{column}/{position}/{variant}", _replaced(table, row, column, new), modes


def _replaced(table: str, row: Any, column: str, new: Callable[[Any], Any]) -> Change:
    changed = row._replace(**{column: new(getattr(row, column))})
    return lambda found: found.mapped(table, lambda each: changed if each == row else each)
