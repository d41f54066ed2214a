"""Exports a store as one text file, to move, archive or audit it. The file can be opened as a read-only store.

Every line is a word, a space and a JSON array, with bytes in base64. The last line has the digest of all lines before
it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

from croupier import store as stores
from croupier.host.anchors.record import STREAM as ANCHORS
from croupier.store import (
    Appended,
    CannotOpen,
    Damaged,
    Envelope,
    Fault,
    Head,
    Part,
    Snapshot,
    Store,
    Verified,
    check_new,
    export_heads,
    new_file,
    verify,
)
from croupier.store.base import START, Key, Tip, check_number
from croupier.store.rows import Rows
from croupier.store.schema import chained
from croupier.table import events as all_events
from croupier.table import stream_of
from croupier.table.acts.device import SeedRevealed
from croupier.table.proof import to_json

FIRST = b"croupier export 2\n"
OLDER = b"croupier export 1\n"  # without the chain of the records of commands, like a store of schema 1
_AT_ONCE = 500  # rows that are copied at a time


class End(NamedTuple):
    """The last line: the number of lines before it, and their SHA-256."""

    lines: int
    digest: str


class Ends(NamedTuple):
    """The end of a stream: its last version, and its last record of a command. The line comes after its events."""

    stream: str
    version: int
    digest: bytes
    commands: int = 0
    record: bytes = b""


#: The type of each line, by its first word.
LINES: dict[str, Any] = {
    "event": Envelope,
    "head": Head,
    "snapshot": Snapshot,
    "stream": Ends,
    "command": Appended,
    "end": End,
}
_decoders = {word: msgspec.json.Decoder(kind) for word, kind in LINES.items()}


# Writing ----------------------------------------------------------------------------------------------------
def write(store: Store, path: Path, heads: Path | None = None) -> int:
    """Write everything in a store to a new file, completely or not at all; return the number of events.

    If `heads` is given, the signed heads are also written to a file of their own.
    """
    if heads is not None:
        check_new(heads)
    exported: list[Head] = []
    with new_file(path) as file:
        events = _write(store, file, exported)
    if heads is not None:
        export_heads(heads, exported)
    return events


def _write(store: Store, file: BinaryIO, heads: list[Head]) -> int:
    events, lines, running = 0, 0, sha256()
    for line in _lines(store, heads):
        file.write(line)
        running.update(line)
        lines += 1
        events += line.startswith(b"event ")
    file.write(_line("end", End(lines, running.hexdigest())))
    return events


def _lines(store: Store, heads: list[Head]) -> Iterator[bytes]:
    """Yield all lines but the last, and collect the heads in `heads`. Commands appended meanwhile are left out."""
    yield FIRST if store.chained else OLDER
    cut = None if store.chained else -2  # the fields of rows that format 1 has
    ends = {ANCHORS: store.end(ANCHORS)}  # first: anchors name the ends that other streams have by then
    for stream in store.streams():
        end = ends.setdefault(stream, store.end(stream))
        for envelope in store.read(stream, until=end):
            yield _line("event", envelope)
        if store.chained or end.version:
            yield _line("stream", Ends(stream, end.version, end.digest, end.commands, end.record)[:cut])
        mine = [head for head in store.heads(stream) if _covers(end, head)]
        heads += mine
        yield from (_line("head", head[:cut]) for head in mine)
        snapshot = store.snapshot(stream)
        if snapshot is not None and snapshot.version <= end.version:
            yield _line("snapshot", snapshot)
    for row in store.commands():
        end = ends.get(row.stream, Tip())
        if row.last <= end.version and row.place <= end.commands:
            yield _line("command", row[:cut])


def _covers(end: Tip, head: Head) -> bool:
    return head.version <= end.version and head.commands <= end.commands


def _line(word: str, row: tuple[Any, ...]) -> bytes:
    return b"%s %s\n" % (word.encode(), msgspec.json.encode(row))


def write_proof(store: Store, name: str, path: Path) -> None:
    """Write the published proof of a round to a new file. `name` is TABLE/ROUND."""
    table, _, number = name.rpartition("/")
    word = str(SeedRevealed.__struct_config__.tag).partition("/")[0]
    found = None
    for envelope in store.read(stream_of(table)):
        if envelope.kind.partition("/")[0] == word:
            event = all_events.read(envelope.body)
            assert isinstance(event, SeedRevealed)
            found = event.proof if str(event.proof.round) == number else found
    if found is None:
        what = f"there is no proof of round {name!r}"
        raise ValueError(f"{what}: give TABLE/ROUND of a round that an electronic device drew and that is over")
    with new_file(path) as file:
        file.write(to_json(found).encode())


# Reading ----------------------------------------------------------------------------------------------------
def open(place: str, *, reading: bool = False) -> Store:
    """Open an existing store by its URL, or an export by the name of its file."""
    name = place.removeprefix("sqlite:///")
    if place == "memory:" or place.startswith("postgresql://"):
        return stores.open(place, reading=reading)
    if not Path(name).is_file():
        what = f"there is no file {stores.shown(name)!r}"
        raise CannotOpen(f"{what}: give sqlite:///PATH, postgresql://… or the file of an export")
    return stores.open(place, reading=reading) if place.startswith("sqlite:///") else Store(File(Path(name)))


@dataclass(slots=True)
class _Stream:
    """The versions of a stream, and the offsets of their lines in the file."""

    versions: array[int] = field(default_factory=lambda: array("q"))
    offsets: array[int] = field(default_factory=lambda: array("q"))


class File(Rows):
    """An export as a read-only storage backend. Opening it reads the file, checks its digest and indexes it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._streams: dict[str, _Stream] = {}
        self._tips: dict[str, Tip] = {}
        self._heads: dict[str, list[Head]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._commands: list[Key] = []  # sorted
        self._places = array("q")  # the offsets of the commands' lines
        self._file = path.open("rb")
        try:
            self._index(path)
        except BaseException:
            self._file.close()
            raise

    def _index(self, path: Path) -> None:
        first = self._file.readline(len(FIRST))
        if first not in (OLDER, FIRST):
            raise CannotOpen(f"{str(path)!r} is no export: it does not begin with {FIRST.decode().strip()!r}")
        self.chained = first == FIRST
        number, offset, running = 1, len(first), sha256(first)
        for line in self._file:
            row = _row(line, number + 1)
            if isinstance(row, End):
                if row != (number, running.hexdigest()) or line != _line("end", row) or self._file.read(1):
                    raise self._changed()
                return
            if not self._note(row, offset):
                raise _damaged(number + 1, "it comes twice, or is not in order")
            number, offset = number + 1, offset + len(line)
            running.update(line)
        raise _damaged(number + 1, "the file ends before its last line")

    def _note(self, row: tuple[Any, ...], offset: int) -> bool:
        """Index a row; return whether it is in order and not a duplicate."""
        match row:
            case Envelope():
                found = self._streams.setdefault(row.stream, _Stream())
                fits = not found.versions or found.versions[-1] < row.version
                found.versions.append(row.version)
                found.offsets.append(offset)
                return fits
            case Appended():
                key = (row.stream, row.command)
                fits = not self._commands or self._commands[-1] < key
                self._commands.append(key)
                self._places.append(offset)
                return fits
            case Head():
                self._heads.setdefault(row.stream, []).append(row)
                return True
            case Snapshot():
                return self._snapshots.setdefault(row.stream, row) is row
            case Ends():
                tip = Tip(row.version, row.digest, 0, row.commands, row.record)
                return self._tips.setdefault(row.stream, tip) is tip
        raise AssertionError(f"a line may not hold {row!r}")

    def _changed(self) -> Damaged:
        """The error for a changed export. It names the first row that does not match its own digest, if any."""
        self._file.seek(len(FIRST))
        for number, line in enumerate(self._file, start=2):
            row = _row(line, number)
            if isinstance(row, Envelope) and row.computed() != row.digest:
                return Damaged(Fault(row.stream, row.version, "was changed: its digest does not match"))
            if isinstance(row, Appended) and row.computed() != row.check:
                return Damaged(Fault(row.stream, row.first, f"the record of command {row.command!r} was changed"))
        return Damaged(Fault("", 0, "the export is not what was written: its digest does not match"))

    def _at(self, offset: int) -> Any:
        self._file.seek(offset)
        return _row(self._file.readline(), 0)

    # The interface of a storage backend ---------------------------------------------------------------------
    def close(self, *, failed: bool) -> None:
        """Close the file."""
        self._file.close()

    def tip(self, stream: str) -> Tip:
        """Return the end of the stream."""
        return self._tips.get(stream) or Tip(record=START if self.chained else b"")

    def streams(self) -> list[str]:
        """Return the names of all streams with events or commands, in order."""
        return sorted({*self._tips, *(stream for stream, _ in self._commands)})

    def page(self, stream: str, after: int, most: int) -> list[Envelope]:
        """Return up to `most` envelopes after a version."""
        found = self._streams.get(stream, _Stream())
        first = bisect_right(found.versions, after)
        return [self._at(offset) for offset in found.offsets[first : first + most]]

    def commands(self, asked: Collection[Key]) -> dict[Key, Appended]:
        """Return the results of those of these commands that were carried out."""
        found = {}
        for key in asked:
            at = bisect_left(self._commands, key)
            if at < len(self._commands) and self._commands[at] == key:
                found[key] = self._at(self._places[at])
        return found

    def commands_after(self, last: Key, most: int) -> list[Appended]:
        """Return the results of up to `most` commands after `last`, ordered by stream and id."""
        first = bisect_right(self._commands, last)
        return [self._at(offset) for offset in self._places[first : first + most]]

    def ids_after(self, stream: str, command: str, most: int) -> list[str]:
        """Return up to `most` ids of a stream's commands after `command`, in order."""
        first = bisect_right(self._commands, (stream, command))
        return [each for name, each in self._commands[first : first + most] if name == stream]

    def faults(self) -> list[Fault]:
        """Return the faults that belong to no stream: entries under a name that no stream has."""
        recorded = {stream for stream, _ in self._commands} if self.chained else set()
        names = sorted({*self._streams, *self._heads, *self._snapshots, *recorded} - set(self._tips))
        return [Fault(name, 1, "has entries, but no such stream exists") for name in names]

    def heads(self, stream: str) -> list[Head]:
        """Return all heads of a stream, oldest first."""
        return self._heads.get(stream, [])

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream, if there is one."""
        return self._snapshots.get(stream)


def _row(line: bytes, number: int) -> Any:
    word, _, rest = line.partition(b" ")
    try:
        row = _decoders[word.decode()].decode(rest)
        for value in row:
            if type(value) is int:
                check_number("a number", abs(value))  # numbers of older records are negative
        return row
    except (KeyError, ValueError) as error:  # msgspec's and Unicode's errors are ValueErrors
        raise _damaged(number, f"{error}: {line[:80]!r}") from error


def _damaged(number: int, what: str) -> Damaged:
    return Damaged(Fault("", 0, f"line {number} of the export is damaged: {what}"))


# Moving -----------------------------------------------------------------------------------------------------
class CannotImport(ValueError):
    """The target store has other contents under the same names. Nothing was written."""


def verified(source: Store) -> Verified:
    """Verify a store; return how much it holds, or raise `Damaged`. Heads are checked with their own keys."""
    keys = {head.key for stream in source.streams() for head in source.heads(stream)}
    found = verify(source, keys=keys)
    if isinstance(found, Fault):
        raise Damaged(found)
    return found


def copy(source: Store, target: Store) -> None:
    """Copy everything in an undamaged store into another, row by row: all of it or nothing."""
    streams = source.streams()
    for stream in streams:
        _check_beginning(source, target, stream)
    _check_records(source, target, set(streams))
    target.take(_parts(source, {stream: target.version(stream) for stream in streams}))


def _check_beginning(source: Store, target: Store, stream: str) -> None:
    """Check that the target's part of a stream, if any, is the beginning of the source's stream."""
    version = target.version(stream)
    if version == 0:
        return
    there = next(target.read(stream, version - 1)).digest
    if version > source.version(stream) or next(source.read(stream, version - 1)).digest != there:
        raise _another(stream)


def _check_records(source: Store, target: Store, streams: set[str]) -> None:
    """Check that the target's records of commands in these streams, if any, are those of the source."""
    there = {(row.stream, row.command): row for row in target.commands() if row.stream in streams}
    if there:
        for row in _records(source):
            if there.pop((row.stream, row.command), row) != row:
                raise _another(row.stream)
        for stream, _ in there:
            raise _another(stream)


def _another(stream: str) -> CannotImport:
    return CannotImport(f"this store has a stream {stream!r} of its own: import into another store")


def _parts(source: Store, versions: dict[str, int]) -> Iterator[Part]:
    """Everything in a store after these versions of its streams."""
    ends: dict[str, Tip] = {}
    for stream, after in versions.items():
        end = source.end(stream)
        ends[stream] = Tip(end.version, end.digest, 0, end.commands, end.record) if source.chained else Tip(*end[:2])
        envelopes = source.read(stream, after, end)
        version = after
        while page := list(islice(envelopes, _AT_ONCE)):
            last = page[-1]
            yield Part(stream, version, ends[stream]._replace(version=last.version, digest=last.digest), page)
            version = last.version
        snapshot = source.snapshot(stream)
        kept = () if snapshot is None else (snapshot,)
        yield Part(stream, version, ends[stream], heads=source.heads(stream), snapshots=kept)
    for stream, rows in groupby(_records(source), lambda row: row.stream):
        while some := list(islice(rows, _AT_ONCE)):
            if not source.chained:
                ends[stream] = ends[stream]._replace(commands=some[-1].place, record=some[-1].check)
            yield Part(stream, ends[stream].version, ends[stream], commands=some)


def _records(source: Store) -> Iterator[Appended]:
    """The records of all commands by stream. Those that are in no chain get one, as in an upgrade of the store."""
    if source.chained:
        yield from source.commands()
        return
    for stream, rows in groupby(source.commands(), lambda row: row.stream):
        ids = [row[-1] for row in sorted((row.first, row.last, row.command) for row in rows)]
        batches = (ids[at : at + _AT_ONCE] for at in range(0, len(ids), _AT_ONCE))
        found = ((some, source.answers(stream, some)) for some in batches)
        yield from chained(rows[command] for some, rows in found for command in some)
