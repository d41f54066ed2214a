"""Reads one stream for an audit: replays it command by command, or reads its records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec

from croupier.conduct import Aggregate, Event, Otherwise, Posting, Records, digest
from croupier.conduct.postings import Balances
from croupier.core import json_once
from croupier.host.audit.result import Audit, Difference
from croupier.store import Damaged, Envelope, Fault, Snapshot

MOST_NAMED = 1_000  # differences of one stream that are listed; further ones are only counted


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """Reads every entry of a stream of plain records."""

    kind: Records
    found: Audit
    sealed: list[int] = field(default_factory=list)  # the versions after which a head is signed

    def page(self, envelopes: list[Envelope], snapshot: Snapshot | None) -> None:
        """Check a page of envelopes."""
        for envelope in envelopes:
            if self.kind.sealed_by is None or envelope.kind in self.kind.sealed_by:
                self.sealed.append(envelope.version)
            try:
                self.kind.check(envelope.kind, envelope.body)
            except (msgspec.DecodeError, ValueError) as error:
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
        self.sealed: list[int] = []  # the versions after which a head is signed
        self._seals = False  # whether one is signed after the current command
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
                if events.write(event) != envelope.body:  # of an older version, or written by somebody else
                    json_once.load(envelope.body, dict)
                _, _, kind, _, command, at, _, _ = envelope
                if kind != events.words[type(event)] or command != event.command or at != event.at:
                    self._check_envelope(envelope, event)
                self._envelopes.append(envelope)
                self._events.append(event)
                if type(event) in self.kind.sealed_by:
                    self._seals = True

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
        """Take over the counts and remarks of the stream's judge."""
        self.found.counts = dict(self.judge.counts)
        self.found.remarks = [(self.stream, remark) for remark in self.judge.remarks]

    def _end(self, snapshot: Snapshot | None) -> None:
        """Apply a command whose events have all been read, and check the snapshot if it belongs to it."""
        if not self._envelopes:
            return
        envelopes, events, self._envelopes, self._events = self._envelopes, tuple(self._events), [], []
        self._apply(envelopes, events)
        self.found.events += len(envelopes)
        if self._seals:
            self.sealed.append(envelopes[-1].version)
            self._seals = False
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
