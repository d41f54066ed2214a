"""Audits a store: checks its hash chains and signatures, replays every stream, and compares every answer.

Replay applies what the events recorded. In addition, every command is decided again; differences are reported with
their place and paragraph. Electronic outcomes are drawn again. The postings of every event must sum to zero, and
accounts computed from postings alone must equal those of the state. Slips are compared between streams. A stream of
an unknown kind is a fault.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from threading import active_count
from typing import Any

import msgspec

from croupier.conduct import Aggregate, Event, Otherwise, Posting, Records, digest, registered
from croupier.conduct.postings import Balances
from croupier.conduct.slip import Note
from croupier.host import answer, export
from croupier.host.slips.courier import Slips
from croupier.host.upgrade import record
from croupier.store import (
    Appended,
    Damaged,
    Envelope,
    Fault,
    Head,
    Snapshot,
    Store,
    StoreFailed,
    verify_refusals,
    verify_stream,
)

Each = Callable[[list[str], "Check"], Iterable["Audit"]]  # checks these streams and returns the parts
MOST_NAMED = 1_000  # differences of one stream that are listed; further ones are only counted


class CannotAudit(Exception):
    """The audit cannot run in a way that would prove anything."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A decision in the log that differs from what this version would decide, and its place."""

    stream: str
    version: int
    otherwise: Otherwise

    def __str__(self) -> str:
        return f"{self.stream} version {self.version}, {self.otherwise}"


@dataclass(slots=True)
class Audit:
    """The result of an audit: counts, the first fault if there is one, and the differences from today's decisions."""

    events: int = 0
    commands: int = 0
    refusals: int = 0
    heads: int = 0
    snapshots: int = 0
    slips: int = 0  # issued
    under_way: int = 0  # slips in transit: neither received nor taken back yet
    otherwise: int = 0
    counts: dict[str, int] = field(default_factory=dict)  # further counts, from the judges of the streams
    differences: list[Difference] = field(default_factory=list)
    notes: list[tuple[str, int, Note]] = field(default_factory=list)
    fault: Fault | None = None

    def add(self, part: Audit) -> None:
        """Add the result of another part; the first fault stays."""
        for name in ("events", "commands", "heads", "snapshots", "otherwise"):
            setattr(self, name, getattr(self, name) + getattr(part, name))
        for name, number in part.counts.items():
            self.counts[name] = self.counts.get(name, 0) + number
        self.differences += part.differences
        self.notes += part.notes
        self.fault = self.fault or part.fault

    def row(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        left = ("counts", "differences", "notes")
        found = {name: getattr(self, name) for name in ("tables", "rounds", "proofs")}
        found |= {name: value for name, value in asdict(self).items() if name not in left}
        named = [{"stream": at.stream, "version": at.version, **at.otherwise._asdict()} for at in self.differences]
        return {"holds": self.holds, **found, "differences": named}

    @property
    def tables(self) -> int:
        """The number of tables."""
        return self.counts.get("tables", 0)

    @property
    def rounds(self) -> int:
        """The number of settled rounds."""
        return self.counts.get("rounds", 0)

    @property
    def proofs(self) -> int:
        """The number of electronic outcomes that were drawn again."""
        return self.counts.get("proofs", 0)

    @property
    def holds(self) -> bool:
        """Whether there is no fault and no difference from what this version decides."""
        return self.fault is None and not self.otherwise


def audit(store: Store, heads: Iterable[Head] = ()) -> Audit:
    """Audit a store, also against heads that were kept elsewhere.

    If such heads are given, only their keys are trusted; otherwise the keys that the store itself names are.
    """
    return _audit(store, list(heads), lambda streams, check: (check.stream(store, stream) for stream in streams))


def audit_place(place: str, heads: Iterable[Head] = ()) -> Audit:
    """Audit an existing store or an export, by URL or file name. A long one is checked on all cores."""
    with export.open(place, reading=True) as store:
        streams = store.streams()
        if place == "memory:" or sum(map(store.version, streams)) < PARALLEL_FROM:
            return audit(store, heads)
        workers = min(os.cpu_count() or 1, len(streams))
        with ProcessPoolExecutor(workers, _process_context(), _open_store, (place,)) as pool:
            return _audit(store, list(heads), lambda streams, check: pool.map(partial(_check_stream, check), streams))


def _process_context() -> BaseContext:
    """Choose how worker processes start: as copies of this process, or as new ones if it has other threads."""
    copies = active_count() == 1 and "fork" in get_all_start_methods()
    return get_context("fork" if copies else "spawn")


PARALLEL_FROM = 20_000  # events; with fewer, starting other processes takes longer than the check
_audited: Store | None = None  # in a worker process: the store that is audited


def _open_store(place: str) -> None:
    global _audited
    _audited = export.open(place, reading=True)


def _check_stream(check: Check, stream: str) -> Audit:
    assert _audited is not None
    return check.stream(_audited, stream)


@dataclass(frozen=True, slots=True)
class Check:
    """What is needed to check a stream: the trusted keys, and the heads that were kept elsewhere."""

    keys: frozenset[bytes]
    heads: tuple[Head, ...]

    def stream(self, store: Store, stream: str) -> Audit:
        """Verify and replay one stream page by page, up to its first fault."""
        found = Audit()
        kind = registered(stream)
        try:
            if kind is None:
                raise Damaged(Fault(stream, 0, "is of an unknown kind of stream"))
            if isinstance(kind, Records):
                self._check(store, stream, _RecordCheck(kind, found))
            else:
                self._check(store, stream, Replay(kind, stream, found, record.drawn_from(store, stream)))
        except Damaged as damaged:
            found.fault = damaged.fault
        except (StoreFailed, ValueError) as error:
            found.fault = Fault(stream, 0, f"cannot be read: {error}")
        return found

    def _check(self, store: Store, stream: str, checked: _RecordCheck | Replay) -> None:
        snapshot = store.snapshot(stream)
        try:
            verified = verify_stream(
                store, stream, keys=self.keys, heads=self.heads, see=partial(_check_page, checked, snapshot)
            )
            checked.end(snapshot)
            checked.found.heads, checked.found.commands = verified.heads, verified.commands
        finally:
            checked.count()


def _check_page(
    checked: _RecordCheck | Replay, snapshot: Snapshot | None, page: list[Envelope], commands: Iterable[Appended]
) -> None:
    """Check a page of envelopes; the commands that made them have no stored answer, their events are the answer."""
    checked.page(page, snapshot)
    for row in commands:
        if row.answer:
            raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} has a wrong stored answer"))


def _audit(store: Store, heads: list[Head], each: Each) -> Audit:
    if not __debug__:
        raise CannotAudit("the checks are assertions, which -O leaves out: run Python without -O")
    found = Audit()
    try:
        streams = store.streams()
        known = heads or [head for stream in streams for head in store.heads(stream)]
        check = Check(frozenset(head.key for head in known), tuple(heads))
        names = sorted({*streams, *(head.stream for head in heads)})
        parts = each(names, check)
        wrong = _refusals(store, found)
        for part in parts:
            found.add(part)
        found.fault = found.fault or next(iter(store.faults()), None) or wrong
        found.fault = found.fault or _slips(store, found) or record.faults(store)
    except (StoreFailed, ValueError) as error:
        found.fault = Fault("", 0, f"cannot be read: {error}")
    return found


def _refusals(store: Store, found: Audit) -> Fault | None:
    """Check every command without events: it must have a stored refusal."""
    try:
        for row in verify_refusals(store):
            found.commands, found.refusals = found.commands + 1, found.refusals + 1
            _check_refusal(row)
    except Damaged as damaged:
        return damaged.fault
    return None


def _slips(store: Store, found: Audit) -> Fault | None:
    """Check that every issued slip has ended once or still can, and that no slip ended that was not issued."""
    slips = Slips()
    for stream, version, note in found.notes:
        if (says := slips.see(stream, note)) is not None:
            return Fault(stream, version, says)
    found.slips, found.under_way = slips.issued, len(slips.under_way)
    return slips.fault(store) or slips.stuck(store)


@dataclass(frozen=True, slots=True)
class _RecordCheck:
    """Reads every entry of a stream of plain records."""

    kind: Records
    found: Audit

    def page(self, envelopes: list[Envelope], snapshot: Snapshot | None) -> None:
        """Check a page of envelopes."""
        for envelope in envelopes:
            try:
                self.kind.check(envelope.kind, envelope.body)
            except ValueError as error:
                raise Damaged(Fault(envelope.stream, envelope.version, f"cannot be read: {error}")) from error
            self.found.events += 1

    def end(self, snapshot: Snapshot | None) -> None:
        """Do nothing: every record was checked with its page."""

    def count(self) -> None:
        """Add nothing: plain records have no judge."""


class Replay:
    """Replays one stream command by command, and keeps its own accounts to compare with the state."""

    def __init__(
        self, kind: Aggregate[Any, Any, Any], stream: str, found: Audit, before: Mapping[int, str] | None = None
    ) -> None:
        """`before` has the digests of the stream from before an upgrade, by version."""
        self.kind, self.stream, self.found = kind, stream, found
        self.state = kind.fresh(stream)
        self.judge = kind.judge(before or {})
        self.accounts: dict[str, int] = {}
        self._envelopes: list[Envelope] = []  # the envelopes of the current command so far
        self._events: list[Event] = []  # their events
        self._at: Envelope | None = None  # the envelope that is being checked

    def page(self, envelopes: list[Envelope], snapshot: Snapshot | None) -> None:
        """Replay a page of envelopes, and check the snapshot if it belongs to one of them."""
        events = self.kind.events
        with self._faults():
            for envelope in envelopes:
                if self._envelopes and self._envelopes[-1].command != envelope.command:
                    self._end(snapshot)
                self._at = envelope
                event = events.read(envelope.body)
                _, _, kind, _, command, at, _, _ = envelope
                if kind != events.words[type(event)] or command != event.command or at != event.at:
                    self._check_envelope(envelope, event)
                self._envelopes.append(envelope)
                self._events.append(event)

    def end(self, snapshot: Snapshot | None) -> None:
        """Apply the last command: the stream has no more envelopes."""
        with self._faults():
            self._end(snapshot)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn any exception into a fault of the current envelope: damaged bytes may cause any error."""
        try:
            yield
        except Damaged:
            raise
        except Exception as error:
            assert self._at is not None
            said = str(error) or type(error).__name__
            raise Damaged(Fault(self.stream, self._at.version, f"does not replay: {said}")) from error

    def count(self) -> None:
        """Take over the counts of the stream's judge."""
        self.found.counts = dict(self.judge.counts)

    def _end(self, snapshot: Snapshot | None) -> None:
        """Apply a command whose events have all been read, and check the snapshot if it belongs to it."""
        if not self._envelopes:
            return
        envelopes, events, self._envelopes, self._events = self._envelopes, tuple(self._events), [], []
        self._apply(envelopes, events)
        self.found.events += len(envelopes)
        if snapshot is not None and envelopes[0].version <= snapshot.version <= envelopes[-1].version:
            self.found.snapshots += self._check_snapshot(snapshot, envelopes[-1].version)

    def _apply(self, envelopes: list[Envelope], events: tuple[Event, ...]) -> None:
        """Judge and apply the events of a command.

        If this version decides the same, the judge returns the next state, so the events need not be applied again.
        """
        self._at = envelopes[-1]
        otherwise, same = self.judge.see(self.state, events, self._at.digest)
        if same is not None:
            self._advance(same.state, same.entries)
        else:
            for number, each in otherwise:
                self._note(envelopes[number], each)
            for self._at, event in zip(envelopes, events, strict=True):
                entries = self.kind.postings(event, self.state)
                self._advance(self.kind.evolve(self.state, event, entries), entries)
        if self.kind.slips is not None:
            for envelope, event in zip(envelopes, events, strict=True):
                self.found.notes += [(self.stream, envelope.version, note) for note in self.kind.slips.notes(event)]

    def _advance(self, state: Any, entries: tuple[Posting, ...]) -> None:
        """Set the next state, and check its balances against the postings."""
        before, self.state = self.state, state
        balances = self.kind.balances(state)
        if entries or balances is not self.kind.balances(before):
            _check_money(entries, self.accounts, balances)

    def _note(self, envelope: Envelope, otherwise: Otherwise) -> None:
        self.found.otherwise += 1
        if len(self.found.differences) < MOST_NAMED:
            self.found.differences.append(Difference(envelope.stream, envelope.version, otherwise))

    def _check_envelope(self, envelope: Envelope, event: Event) -> None:
        """Check that kind, command and time of the envelope are the event's. The kind may be of an older version."""
        events = self.kind.events
        named = envelope.kind == events.words[type(event)] or envelope.kind == events.word(envelope.body)
        assert named, f"the envelope says {envelope.kind!r}"
        assert envelope.command == event.command, f"the envelope is of command {envelope.command!r}"
        assert envelope.at == event.at, f"the envelope is of another time, {envelope.at}"

    def _check_snapshot(self, snapshot: Snapshot, last: int) -> bool:
        """Check that a snapshot equals the replayed state; return whether this version can read its format."""
        snapshots = self.kind.snapshots
        if snapshot.version != last:
            says = "the snapshot is of a state between two events of a command"
            raise Damaged(Fault(snapshot.stream, snapshot.version, says))
        if not snapshot.body.startswith(snapshots.first_line):
            return False  # written by another version; it is not used any more
        if snapshot.state != digest(self.state) or snapshot.body != snapshots.write(self.state):
            says = "the snapshot differs from the replayed state"
            raise Damaged(Fault(snapshot.stream, snapshot.version, says))
        return True


def _check_money(entries: tuple[Posting, ...], accounts: dict[str, int], balances: Balances) -> None:
    """Apply postings to the audit's accounts; check that they sum to zero and give the state's balances."""
    total = 0
    for account, posted, _ in entries:
        total += posted
        if amount := accounts.pop(account, 0) + posted:
            accounts[account] = amount
    assert total == 0, "its postings do not sum to zero"
    assert accounts == dict(balances), "the accounts differ from the postings"


def _check_refusal(row: Appended) -> None:
    """Check that the stored answer to a command without events is a refusal of this command."""
    try:
        said = answer.read(row.answer)
    except msgspec.DecodeError as error:
        raise Damaged(Fault(row.stream, row.first, f"the answer to {row.command!r} is invalid: {error}")) from error
    if (said.command, said.version, said.events) != (row.command, row.last, ()) or said.refusal is None:
        raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} has a wrong stored answer"))
