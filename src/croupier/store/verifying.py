"""Verifies a whole store, and reports the first fault and its place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

from croupier.store.base import START, Appended, Envelope, Fault, Head, Tip
from croupier.store.errors import Damaged, StoreFailed, damage
from croupier.store.seal import genuine, genuine_heads
from croupier.store.store import Store

_PAGE = 1000
Mark = Head | Tip  # what a stream once was: a signed head, or an end that was anchored
See = Callable[[list[Envelope], Iterable[Appended]], None]


@dataclass(frozen=True, slots=True)
class Verified:
    """How much was read and verified."""

    streams: int
    events: int
    commands: int
    heads: int
    snapshots: int
    older: int = 0  # commands that are older than the chain of records


def verify(store: Store, *, keys: Collection[bytes], heads: Iterable[Head] = ()) -> Verified | Fault:
    """Verify a whole store: every digest, link, end, command, snapshot and head, its own heads and the given ones."""
    given = list(heads)
    name = ""
    events = commands = seen = snapshots = older = 0
    try:
        if changed := store.faults(schema=True):
            return changed[0]
        names = store.streams()
        for name in sorted({*names, *(head.stream for head in given)}):
            found = verify_stream(store, name, keys=keys, heads=given)
            events += found.events
            commands += found.commands
            seen += found.heads
            snapshots += found.snapshots
            older += found.older
        name = ""
        if faults := store.faults():
            return faults[0]
        return Verified(len(names), events, commands, seen, snapshots, older)
    except Damaged as damaged:
        return damaged.fault
    except (StoreFailed, ValueError) as error:  # or a name that no stream can have
        return Fault(name, 0, f"cannot be read: {error}")


def verify_stream(
    store: Store,
    stream: str,
    *,
    keys: Collection[bytes],
    heads: Iterable[Head] = (),
    anchored: Iterable[Tip] = (),
    see: See | None = None,
    refused: Callable[[Appended], None] | None = None,
) -> Verified:
    """Verify one stream; raise `Damaged` at the first fault.

    `heads` were kept elsewhere; `anchored` are ends that the stream once had. `see` is called with its envelopes,
    page by page, and with the records of their commands; `refused` with each record of a command without events.
    Others may append meanwhile: the end is read before everything that it covers.
    """
    signed = {*store.heads(stream), *(head for head in heads if head.stream == stream)}
    due: list[Mark] = sorted([*signed, *anchored], key=lambda mark: mark.version)
    end = store.end(stream)
    records = Records(store, stream, end, due)
    records.read(refused)
    known = genuine_heads(signed, keys)
    events, commands = _check_stream(store, end, due, known, records, see)
    records.finish()
    _check_chain(known)
    _check_commands(store, stream, commands, events)
    snapshots = _check_snapshot(store, stream, keys)
    return Verified(1, events, commands + records.refused, len(signed), int(snapshots), records.older)


def _check_stream(
    store: Store,
    end: Tip,
    marks: list[Mark],
    signed: Collection[Head],
    records: Records,
    see: See | None,
) -> tuple[int, int]:
    """Check a stream against its heads and the records of its commands; count its envelopes and commands.

    `marks` are its heads and the ends that were anchored, by version; `signed` are the genuine ones of the heads.
    """
    stream = records.stream
    commands = 0
    version, last = 0, 0  # the last version that was read, and the version of the last head
    under: Appended | None = None  # a command of which not all events were read yet
    due = [mark for mark in reversed(marks) if mark.version or isinstance(mark, Head)]
    for page in _pages(store.read(stream, until=end)):
        known = store.unchecked_answers(stream, {envelope.command for envelope in page})
        for envelope in page:
            version = envelope.version
            row = known.get(envelope.command)
            fits = row is not None and row.stream == stream and row.last >= version
            if row is None or not fits or (row.first != version if under is None else row != under):
                raise Damaged(Fault(stream, version, f"its command {envelope.command!r} has no matching record"))
            if under is None:
                commands += 1
                if not row.intact():
                    raise damage(row)
                records.follow(row, envelope.previous)
            if version < row.last:
                under = row
            elif row.digest == envelope.digest:
                under = None
            else:
                raise Damaged(Fault(stream, version, f"command {envelope.command!r} ended with another digest"))
            while due and due[-1].version <= version:
                _check_mark(due.pop(), envelope, last, signed)
                last = version
        if see is not None:
            see(page, known.values())
    if under is not None:
        raise Damaged(
            Fault(stream, version + 1, f"is missing: command {under.command!r} went to version {under.last}")
        )
    if due:
        kept = "a head of version {} is kept" if isinstance(due[-1], Head) else "version {} was anchored"
        what = f"is missing: the stream ends at version {version}, and {kept.format(due[-1].version)}"
        raise Damaged(Fault(stream, version + 1, what))
    return version, commands


class Refused(NamedTuple):
    """What the chain of records needs of a command without events."""

    command: str
    last: int
    digest: bytes
    check: bytes
    previous: bytes


class Records:
    """Follows the chain of the records of a stream's commands, and checks it against the end and the heads.

    Records with events come in the order of their versions; the refusals between them are read before, and kept.
    """

    def __init__(self, store: Store, stream: str, end: Tip, marks: Iterable[Mark]) -> None:
        self.stream = stream
        self.refused = self.older = 0  # how many there are
        self._store, self._end = store, end
        self._refusals: dict[int, Refused] = {}  # by place
        self._place, self._last = 0, START
        self._version, self._digest = 0, START
        due = (mark for mark in marks if mark.commands)
        self._due = sorted(due, key=lambda mark: mark.commands, reverse=True)

    def read(self, refused: Callable[[Appended], None] | None) -> None:
        """Read the records of all commands without events."""
        end = self._end
        for row in self._store.refusals(self.stream):
            if row.first < 1 or row.last < row.first - 1:
                raise self._damaged(row.first, f"command {row.command!r} has impossible versions")
            if not self._store.chained and row.last > end.version:
                _check_end(row, self._store.version(self.stream))
            if self._store.chained:
                if row.place == 0:
                    raise self._damaged(row.first, f"the record of command {row.command!r} is in no chain")
                if row.place > end.commands:
                    self._check_later(row)
                    continue
                if row.place in self._refusals:
                    raise self._damaged(row.first, f"two commands have record {row.place}: one is {row.command!r}")
                kept = Refused(row.command, row.last, row.digest, row.check, row.previous)
                self._refusals[row.place] = kept
            self.refused += 1
            self.older += row.number <= 0
            if refused is not None:
                refused(row)

    def follow(self, row: Appended, before: bytes) -> None:
        """Follow the chain to a command with events; `before` is the digest of the version before it."""
        self.older += row.number <= 0
        if not self._store.chained:
            return
        self._digest = before
        self._follow_refusals()
        if row.place != self._place + 1:
            what = f"record {self._place + 1} of its commands is missing: {row.command!r} has number {row.place}"
            raise self._damaged(row.first, what)
        self._step(row.command, row.previous, row.check)
        self._version, self._digest = row.last, row.digest

    def finish(self) -> None:
        """Follow the chain to its end, which must be the one that was written."""
        if self._store.chained:
            self._follow_refusals()
            if self._place != self._end.commands:
                what = f"record {self._place + 1} of its commands is missing: there were {self._end.commands}"
                raise self._damaged(self._version, what)
            if self._last != self._end.record:
                raise self._damaged(self._version, "the last record of its commands is not the one that was written")
        for mark in self._due[-1:]:
            kept = "a head of {} is kept" if isinstance(mark, Head) else "{} were anchored"
            what = f"has {self._place} records of commands, and {kept.format(mark.commands)}"
            raise self._damaged(mark.version, what)

    def _follow_refusals(self) -> None:
        while (row := self._refusals.get(self._place + 1)) is not None:
            if (row.last, row.digest) != (self._version, self._digest):
                raise self._damaged(row.last + 1, f"command {row.command!r} was not refused at this version")
            self._step(row.command, row.previous, row.check)

    def _step(self, command: str, previous: bytes, check: bytes) -> None:
        if previous != self._last:
            what = f"the record of command {command!r} does not follow the one before it"
            raise self._damaged(self._version + 1, what)
        self._place, self._last = self._place + 1, check
        while self._due and self._due[-1].commands <= self._place:
            mark = self._due.pop()
            if mark.record != check:
                what = f"command {command!r} is not what {_source(mark)}: records of commands were changed"
                raise self._damaged(mark.version, what)

    def _check_later(self, row: Appended) -> None:
        """Check that a record after the end was added meanwhile."""
        if row.place > (now := self._store.end(self.stream).commands):
            what = f"the record of command {row.command!r} is number {row.place}, and the last is {now}"
            raise self._damaged(row.first, what)

    def _damaged(self, version: int, what: str) -> Damaged:
        return Damaged(Fault(self.stream, version, what))


def _check_end(row: Appended, end: int) -> None:
    if row.last > end:
        what = f"command {row.command!r} goes to version {row.last}, and the stream ends at {end}"
        raise Damaged(Fault(row.stream, row.first, what))


def _check_commands(store: Store, stream: str, commands: int, end: int) -> None:
    """Check that no other commands claim events than the `commands` that the events of the stream name."""
    here, later = store.commands_up_to(stream, end)
    if here != commands:
        raise Damaged(_false_command(store, stream))
    if not later:
        return
    for row in store.commands():
        if row.stream == stream and row.first <= row.last:
            _check_end(row, end if row.first <= end else store.version(stream))  # it may have been added meanwhile


def _false_command(store: Store, stream: str) -> Fault:
    """Find two commands that claim the same version; report the one that the event there does not name."""
    claims = sorted((row.first, row.last, row.command) for row in store.commands() if row.stream == stream)
    with_events = [claim for claim in claims if claim[0] <= claim[1]]
    for (_, last, one), (version, _, other) in pairwise(with_events):
        if version <= last:
            true = next(store.read(stream, version - 1)).command
            false = one if true == other else other
            return Fault(stream, version, f"command {false!r} is recorded for it, but it belongs to {true!r}")
    return Fault(stream, 0, "its commands do not match its versions")


def _check_snapshot(store: Store, stream: str, keys: Collection[bytes]) -> bool:
    """Check the signature of the stream's snapshot; return whether there is a snapshot."""
    found = store.snapshot(stream)
    if found is not None and not genuine(found, keys):
        what = "its snapshot was changed, or signed by a key that is not known"
        raise Damaged(Fault(stream, found.version, what))
    return found is not None


def _check_mark(mark: Mark, envelope: Envelope, last: int, signed: Collection[Head]) -> None:
    stream = envelope.stream
    if mark.version != envelope.version or (isinstance(mark, Head) and mark not in signed):
        raise Damaged(Fault(stream, mark.version, "its head was changed, or signed by a key that is not known"))
    if mark.digest != envelope.digest:
        what = f"is not what {_source(mark)}: the past was changed after version {last}"
        raise Damaged(Fault(stream, mark.version, what))


def _source(mark: Mark) -> str:
    return "its head signed" if isinstance(mark, Head) else "was anchored"


def _check_chain(known: Mapping[Head, bytes]) -> None:
    """Check that no head was removed which a later one of the same key names."""
    there = {(head.key, named) for head, named in known.items()}
    for head in known:
        if head.before and (head.key, head.before) not in there:
            raise Damaged(Fault(head.stream, head.version, "names an earlier head that is missing: it was removed"))


def _pages(envelopes: Iterator[Envelope]) -> Iterator[list[Envelope]]:
    while page := list(islice(envelopes, _PAGE)):
        yield page
