"""Rows that are deleted, doubled, swapped, moved, replayed or taken from another store; and whole streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from croupier.device.log import STREAM as DEVICE
from croupier.store import Appended, Envelope
from croupier.store.base import START
from tests.support.tampering.columns import POSITIONS, in_order
from tests.support.tampering.contents import Contents, renumbered
from tests.support.tampering.evidence import SERVED, Evidence
from tests.support.tampering.kinds import AS_IS, MODES, Change, Kind, in_log, in_store

TABLE = f"table/{SERVED}"
Where = Callable[..., Iterator[Kind]]


def kinds(evidence: Evidence) -> Iterator[Kind]:
    """All of them, in a served demonstration and in the log of its device."""
    for name, change, modes in _rows(evidence.before, evidence.other, TABLE, "past/T1"):
        yield from in_store(evidence, f"row/table/{name}", change, modes)
    for stream in ("floor/owners", "past/T1", "keys", "floor/players"):
        short = stream.removeprefix("floor/").partition("/")[0]
        for name, change, modes in _rows(evidence.before, evidence.other, stream, TABLE):
            yield from in_store(evidence, f"row/{short}/{name}", change, modes)
    for name, change, modes in _rows(evidence.log_before, Contents(), DEVICE, "floor/owners"):
        yield from in_log(evidence, f"row/device-log/{name}", change, modes)
    yield from _cuts(evidence, TABLE, "table", in_store, evidence.before)
    yield from _cuts(evidence, DEVICE, "device-log", in_log, evidence.log_before)
    yield from _streams(evidence)


# Rows -------------------------------------------------------------------------------------------------------
def _rows(
    found: Contents, other: Contents, stream: str, elsewhere: str
) -> Iterator[tuple[str, Change, tuple[str, ...]]]:
    """The changes of single rows. Heads and snapshots need a key, so nothing is computed again for them."""
    for table in ("events", "commands", "heads", "snapshots"):
        rows = in_order(found, table, stream)
        modes = tuple(MODES) if table in ("events", "commands") else AS_IS
        met = set()
        for position, pick in POSITIONS.items():
            if not rows or (row := pick(rows)) in met:
                continue
            met.add(row)
            name = f"{table}/{position}"
            yield f"{name}/deleted", _without(table, row), modes
            yield f"{name}/doubled", _doubled(table, row, rows), modes
            yield f"{name}/moved", _moved(table, row, elsewhere), modes
            if len(rows) > 1:
                yield f"{name}/swapped", _swapped(table, row, rows[rows.index(row) - 1]), modes
            there = {_key(each): each for each in other.table(table)}
            if (taken := there.get(_key(row))) is not None and _bare(taken) != _bare(row):
                yield f"{name}/from-another-day", _put(table, row, taken), modes
        if table in ("events", "commands") and rows:
            for position, pick in POSITIONS.items():
                row = pick(rows)
                close = tuple(mode for mode in MODES if mode != "as-is")
                yield f"{table}/{position}/deleted-and-renumbered", _closed_up(table, row, stream), close
                if table == "events":
                    yield f"{table}/{position}/replayed-at-the-end", _replayed(row, found, stream), close
                    yield f"{table}/{position}/invented-before", _invented(row, found, stream), close


def _key(row: Any) -> tuple[Any, ...]:
    return tuple(getattr(row, name, None) for name in ("stream", "version", "command"))


def _bare(row: Any) -> dict[str, Any]:
    """What a row says, without what is computed from other rows."""
    return {name: value for name, value in row._asdict().items() if name not in ("digest", "previous", "check")}


def _without(table: str, row: Any) -> Change:
    return lambda found: found.mapped(table, lambda each: None if each == row else each)


def _put(table: str, row: Any, new: Any) -> Change:
    return lambda found: found.mapped(table, lambda each: new if each == row else each)


def _added(table: str, row: Any) -> Change:
    return lambda found: found.with_rows(table, (*found.table(table), row))


def _doubled(table: str, row: Any, rows: list[Any]) -> Change:
    """The same row once more, under a key that is free."""
    last = rows[-1]
    match table:
        case "events":
            return _added(table, row._replace(version=last.version + 1))
        case "commands":
            return _added(table, row._replace(command=f"{row.command} again", number=last.place + 1))
        case "heads":
            return _added(table, row._replace(version=row.version + 1))
        case _:
            return _added(table, row._replace(stream=f"{row.stream} again"))


def _moved(table: str, row: Any, elsewhere: str) -> Change:
    """The same row in another stream, where its key is free."""
    fields: dict[str, Any] = {"stream": elsewhere}
    if table == "events":
        fields["version"] = 1_000
    return _put(table, row, row._replace(**fields))


def _swapped(table: str, row: Any, other: Any) -> Change:
    """What two rows say is exchanged; each keeps its place."""
    kept = {"events": ("version",), "commands": ("command",), "heads": ("version", "commands", "key")}[table]
    first = other._replace(**{name: getattr(row, name) for name in kept})
    second = row._replace(**{name: getattr(other, name) for name in kept})
    return lambda found: found.mapped(table, lambda each: {row: first, other: second}.get(each, each))


def _closed_up(table: str, row: Any, stream: str) -> Change:
    """Delete a row with everything that its command did, and close the gap."""

    def change(found: Contents) -> Contents:
        left = found.mapped("events", lambda each: None if _same(each, row) else each)
        left = left.mapped("commands", lambda each: None if _same(each, row) else each)
        return renumbered(left, stream)

    return change


def _same(each: Any, row: Any) -> bool:
    return bool((each.stream, each.command) == (row.stream, row.command))


def _replayed(row: Envelope, found: Contents, stream: str) -> Change:
    """A command of the past once more at the end, under a new id, with its events and a record."""
    return _inserted([each for each in found.of_stream("events", stream) if _same(each, row)], found, stream, None)


def _invented(row: Envelope, found: Contents, stream: str) -> Change:
    """A copy of an event before another one, with a record; everything after it moves on."""
    return _inserted([row], found, stream, row.version)


def _inserted(events: list[Envelope], found: Contents, stream: str, before: int | None) -> Change:
    records = in_order(found, "commands", stream)
    last = in_order(found, "events", stream)[-1].version
    at, name = (last + 1 if before is None else before), "invented"

    def change(found: Contents) -> Contents:
        size = len(events)
        moved = found.mapped(
            "events",
            lambda each: each._replace(version=each.version + size) if _after(each, stream, at) else each,
        )
        moved = moved.mapped(
            "commands",
            lambda each: (
                each._replace(first=each.first + size, last=each.last + size, number=each.place + 1)
                if each.stream == stream and each.first >= at
                else each
            ),
        )
        new = [each._replace(version=at + number, command=name) for number, each in enumerate(events)]
        place = 1 + sum(1 for each in records if each.first < at)
        record = Appended(name, stream, bytes(32), at, at + size - 1, START, b"", START, place, START)
        moved = moved.with_rows("events", (*moved.events, *new))
        return moved.with_rows("commands", (*moved.commands, record))

    return change


def _after(each: Envelope, stream: str, version: int) -> bool:
    return each.stream == stream and each.version >= version


# Streams ----------------------------------------------------------------------------------------------------
def _cuts(evidence: Evidence, stream: str, short: str, where: Where, found: Contents) -> Iterator[Kind]:
    """The end of a stream cut off after each command. The other log shows cuts before its last closed round."""
    commands, heads = in_order(found, "commands", stream), in_order(found, "heads", stream)
    seals = [row.version for row in in_order(evidence.before, "events", TABLE) if row.kind.startswith("seal-")]
    for row in commands[1:-1]:
        covered = "above-the-last-head" if row.place >= heads[-1].commands else "below-a-head"
        other = "the-other-log-agrees" if short == "table" and row.last >= seals[-2] else "the-other-log-contradicts"
        name = f"cut/{short}/{covered}/{other}/after-{row.place}"
        yield from where(evidence, name, _cut(stream, row), ("as-is", "linked", "linked-heads-removed"))


def _cut(stream: str, last: Appended) -> Change:
    def change(found: Contents) -> Contents:
        left = found.mapped("events", lambda row: None if row.stream == stream and row.version > last.last else row)
        return left.mapped("commands", lambda row: None if row.stream == stream and row.place > last.place else row)

    return change


def _streams(evidence: Evidence) -> Iterator[Kind]:
    """Streams that are removed, renamed, copied, invented, or taken from another store."""
    close = ("linked", "linked-heads-removed")
    for row in evidence.before.streams:
        short = "server" if "server" in row.name else row.name.replace("floor/", "").partition("/")[0]
        yield from in_store(evidence, f"stream/{short}/removed", _removed(row.name), AS_IS)
        for variant, name in _names(row.name).items():
            yield from in_store(evidence, f"stream/{short}/renamed-{variant}", _renamed(row.name, name), close)
        for variant, name in _names(row.name).items():
            yield from in_store(evidence, f"stream/{short}/copied-as-{variant}", _copied(row.name, name), close)
        if short != "server":
            yield from in_store(
                evidence, f"stream/{short}/from-another-day", _exchanged(row.name, evidence.other), AS_IS
            )
    yield from in_store(evidence, "stream/keys-and-owners/removed", _without_keys, ("linked-signed-anew",))
    for short, name in {"unknown": "wheel/T1", "past": "past/T9", "owners-like": "floor/owners2"}.items():
        yield from in_store(evidence, f"stream/invented/{short}", _copied("floor/owners", name), close)


def _names(name: str) -> dict[str, str]:
    return {"look-alike": f"{name} ", "other-case": name.swapcase(), "other": f"{name}0"}


def _removed(stream: str) -> Change:
    return lambda found: found.without_stream(stream)


def _without_keys(found: Contents) -> Contents:
    """Nothing names the key that signs: neither the record of keys nor the owners, which sign their records."""
    return found.without_stream("keys").without_stream("floor/owners")


def _exchanged(stream: str, other: Contents) -> Change:
    def change(found: Contents) -> Contents:
        left = found.without_stream(stream)
        for table in ("streams", "events", "commands", "heads", "snapshots"):
            left = left.with_rows(table, (*left.table(table), *other.of_stream(table, stream)))
        return left

    return change


def _renamed(stream: str, name: str) -> Change:
    def change(found: Contents) -> Contents:
        return _copied(stream, name)(found).without_stream(stream)

    return change


def _copied(stream: str, name: str) -> Change:
    def change(found: Contents) -> Contents:
        for table in ("streams", "events", "commands", "heads", "snapshots"):
            field = "name" if table == "streams" else "stream"
            new = [row._replace(**{field: name}) for row in found.of_stream(table, stream)]
            found = found.with_rows(table, (*found.table(table), *new))
        return found

    return change
