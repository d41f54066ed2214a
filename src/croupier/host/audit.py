"""Everything that a store holds, checked again: chain and signatures, every stream replayed, every answer compared.

Replay applies what events recorded. Beside it every stream is judged again: what this version would have decided
otherwise is reported, with its place and paragraph. The outcome of an electronic device is drawn again, and money is
checked a second time: what an event posts sums to zero, and accounts kept here from postings alone are those of the
state. Slips between streams are compared. A stream of a kind that nobody knows is a fault.
"""

from __future__ import annotations

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
    verify_commands,
    verify_stream,
)

Each = Callable[[list[str], "Check"], Iterable["Audit"]]  # how every stream is checked
MOST_NAMED = 1_000  # differences of one stream that are named; more are counted


class CannotAudit(Exception):
    """An audit that would prove nothing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What this version would have decided otherwise, and where."""

    stream: str
    version: int
    otherwise: Otherwise

    def __str__(self) -> str:
        return f"{self.stream} version {self.version}, {self.otherwise}"


@dataclass(slots=True)
class Audit:
    """How much was replayed, the first fault if there is one, and what would be decided otherwise today."""

    events: int = 0
    commands: int = 0
    refusals: int = 0
    heads: int = 0
    snapshots: int = 0
    slips: int = 0  # issued
    under_way: int = 0  # slips that were neither received nor taken back yet
    otherwise: int = 0
    counts: dict[str, int] = field(default_factory=dict)  # what the judges of streams have counted
    differences: list[Difference] = field(default_factory=list)
    notes: list[tuple[str, int, Note]] = field(default_factory=list)
    fault: Fault | None = None

    def add(self, part: Audit) -> None:
        """Count a part with the rest; the first fault stays."""
        for name in ("events", "heads", "snapshots", "otherwise"):
            setattr(self, name, getattr(self, name) + getattr(part, name))
        for name, number in part.counts.items():
            self.counts[name] = self.counts.get(name, 0) + number
        self.differences += part.differences
        self.notes += part.notes
        self.fault = self.fault or part.fault

    def row(self) -> dict[str, Any]:
        """As JSON has it."""
        left = ("counts", "differences", "notes")
        found = {name: getattr(self, name) for name in ("tables", "rounds", "proofs")}
        found |= {name: value for name, value in asdict(self).items() if name not in left}
        named = [
            {"stream": each.stream, "version": each.version, **each.otherwise._asdict()} for each in self.differences
        ]
        return {"holds": self.holds, **found, "differences": named}

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return self.counts.get("tables", 0)

    @property
    def rounds(self) -> int:
        """How many rounds were settled."""
        return self.counts.get("rounds", 0)

    @property
    def proofs(self) -> int:
        """How many electronic outcomes were drawn again."""
        return self.counts.get("proofs", 0)

    @property
    def holds(self) -> bool:
        """Whether nothing is damaged, and everything was decided as this version decides it."""
        return self.fault is None and not self.otherwise


def audit(store: Store, heads: Iterable[Head] = ()) -> Audit:
    """Check a store, also against heads that were kept elsewhere: then only their keys are known.

    Without such heads the keys are those that the store itself names.
    """
    return _audit(store, list(heads), lambda streams, check: (check.stream(store, stream) for stream in streams))


def audit_place(place: str, heads: Iterable[Head] = ()) -> Audit:
    """The same for a store that is there or an export, by its URL or the name of its file; long ones on all cores."""
    with export.open(place, reading=True) as store:
        if place == "memory:" or sum(map(store.version, store.streams())) < WORTH_IT:
            return audit(store, heads)
        with ProcessPoolExecutor(mp_context=_way(), initializer=_enter, initargs=(place,)) as pool:
            return _audit(store, list(heads), lambda streams, check: pool.map(partial(_elsewhere, check), streams))


def _way() -> BaseContext:
    """Other processes as copies of this one, which know all that it knows; as new ones where it has other threads."""
    copies = active_count() == 1 and "fork" in get_all_start_methods()
    return get_context("fork" if copies else "spawn")


WORTH_IT = 20_000  # events; fewer are checked before other processes have begun
_place: Store | None = None  # what this process reads for an audit that another one began


def _enter(place: str) -> None:
    global _place
    _place = export.open(place, reading=True)


def _elsewhere(check: Check, stream: str) -> Audit:
    assert _place is not None
    return check.stream(_place, stream)


@dataclass(frozen=True, slots=True)
class Check:
    """What every stream is checked with: the keys that are known, and heads kept elsewhere."""

    keys: frozenset[bytes]
    heads: tuple[Head, ...]

    def stream(self, store: Store, stream: str) -> Audit:
        """One stream, verified and replayed page by page, as far as its first fault."""
        found = Audit()
        kind = registered(stream)
        try:
            if kind is None:
                raise Damaged(Fault(stream, 0, "is of an unknown kind of stream"))
            if isinstance(kind, Records):
                self._check(store, stream, _Taken(kind, found))
            else:
                self._check(store, stream, Replay(kind, stream, found, record.drawn_from(store, stream)))
        except Damaged as damaged:
            found.fault = damaged.fault
        except (StoreFailed, ValueError) as error:
            found.fault = Fault(stream, 0, f"cannot be read: {error}")
        return found

    def _check(self, store: Store, stream: str, taken: _Taken | Replay) -> None:
        snapshot = store.snapshot(stream)
        try:
            verified = verify_stream(
                store, stream, keys=self.keys, heads=self.heads, see=lambda page: taken.page(page, snapshot)
            )
            taken.end(snapshot)
            taken.found.heads = verified.heads
        finally:
            taken.count()


def _audit(store: Store, heads: list[Head], each: Each) -> Audit:
    if not __debug__:
        raise CannotAudit("what is checked is made of assertions, which -O leaves out: run Python without it")
    found = Audit()
    try:
        streams = store.streams()
        known = heads or [head for stream in streams for head in store.heads(stream)]
        check = Check(frozenset(head.key for head in known), tuple(heads))
        names = sorted({*streams, *(head.stream for head in heads)})
        parts = each(names, check)
        wrong = _commands(store, found)
        for part in parts:
            found.add(part)
        found.fault = found.fault or next(iter(store.faults()), None) or wrong
        found.fault = found.fault or _slips(store, found) or record.faults(store)
    except (StoreFailed, ValueError) as error:
        found.fault = Fault("", 0, f"cannot be read: {error}")
    return found


def _commands(store: Store, found: Audit) -> Fault | None:
    """Every command: one that made events has those for an answer, another a refusal that was written down."""
    try:
        for row in verify_commands(store):
            found.commands += 1
            if row.last < row.first:
                found.refusals += 1
                _check_refusal(row)
            elif row.answer:
                raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} was answered otherwise"))
    except Damaged as damaged:
        return damaged.fault
    return None


def _slips(store: Store, found: Audit) -> Fault | None:
    """Every slip that was issued came to one end, or can; nothing was received that nobody issued."""
    slips = Slips()
    for stream, version, note in found.notes:
        if (says := slips.see(stream, note)) is not None:
            return Fault(stream, version, says)
    found.slips, found.under_way = slips.issued, len(slips.under_way)
    return slips.fault(store) or slips.stuck(store)


@dataclass(frozen=True, slots=True)
class _Taken:
    """One stream of records, each read."""

    kind: Records
    found: Audit

    def page(self, envelopes: list[Envelope], snapshot: Snapshot | None) -> None:
        """Some envelopes."""
        for envelope in envelopes:
            try:
                self.kind.check(envelope.kind, envelope.body)
            except ValueError as error:
                raise Damaged(Fault(envelope.stream, envelope.version, f"cannot be read: {error}")) from error
            self.found.events += 1

    def end(self, snapshot: Snapshot | None) -> None:
        """Nothing waits."""

    def count(self) -> None:
        """Nothing but events."""


class Replay:
    """One stream replayed command by command, with accounts of its own beside it."""

    def __init__(
        self, kind: Aggregate[Any, Any, Any], stream: str, found: Audit, before: Mapping[int, str] | None = None
    ) -> None:
        """`before` are digests of the stream as it was before an upgrade, by version."""
        self.kind, self.stream, self.found = kind, stream, found
        self.state = kind.fresh(stream)
        self.judge = kind.judge(before or {})
        self.accounts: dict[str, int] = {}
        self._made: list[Envelope] = []  # those of one command, read so far
        self._events: list[Event] = []  # what they hold
        self._at: Envelope | None = None  # what is looked at

    def page(self, envelopes: list[Envelope], snapshot: Snapshot | None) -> None:
        """Some envelopes, and the snapshot if it stands among them."""
        events = self.kind.events
        with self._faults():
            for envelope in envelopes:
                if self._made and self._made[-1].command != envelope.command:
                    self._end(snapshot)
                self._at = envelope
                event = events.read(envelope.body)
                _, _, kind, _, command, at, _, _ = envelope
                if kind != events.words[type(event)] or command != event.command or at != event.at:
                    self._check_envelope(envelope, event)
                self._made.append(envelope)
                self._events.append(event)

    def end(self, snapshot: Snapshot | None) -> None:
        """The stream is read to its end: go on by the last command."""
        with self._faults():
            self._end(snapshot)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Whatever goes wrong is a fault of what is looked at: bytes that nobody wrote may lead to anything."""
        try:
            yield
        except Damaged:
            raise
        except Exception as error:
            assert self._at is not None
            said = str(error) or type(error).__name__
            raise Damaged(Fault(self.stream, self._at.version, f"does not replay: {said}")) from error

    def count(self) -> None:
        """Add what the judge of the stream has counted."""
        self.found.counts = dict(self.judge.counts)

    def _end(self, snapshot: Snapshot | None) -> None:
        """All events of a command are read: go on by them, and check a snapshot that stands there."""
        if not self._made:
            return
        made, events, self._made, self._events = self._made, tuple(self._events), [], []
        self._go_on(made, events)
        self.found.events += len(made)
        if snapshot is not None and made[0].version <= snapshot.version <= made[-1].version:
            self.found.snapshots += self._check_snapshot(snapshot, made[-1].version)

    def _go_on(self, made: list[Envelope], events: tuple[Event, ...]) -> None:
        """Go on by the events of a command.

        Where this version decides the same, the judge has applied them already: nothing is applied twice.
        """
        self._at = made[-1]
        otherwise, same = self.judge.see(self.state, events, self._at.digest)
        if same is not None:
            self._went_on(same.state, same.entries)
        else:
            for number, each in otherwise:
                self._note(made[number], each)
            for self._at, event in zip(made, events, strict=True):
                entries = self.kind.postings(event, self.state)
                self._went_on(self.kind.evolve(self.state, event, entries), entries)
        if self.kind.slips is not None:
            for envelope, event in zip(made, events, strict=True):
                self.found.notes += [(self.stream, envelope.version, note) for note in self.kind.slips.notes(event)]

    def _went_on(self, state: Any, entries: tuple[Posting, ...]) -> None:
        """The next state, and what was posted up to it."""
        before, self.state = self.state, state
        balances = self.kind.balances(state)
        if entries or balances is not self.kind.balances(before):
            _check_money(entries, self.accounts, balances)

    def _note(self, envelope: Envelope, otherwise: Otherwise) -> None:
        self.found.otherwise += 1
        if len(self.found.differences) < MOST_NAMED:
            self.found.differences.append(Difference(envelope.stream, envelope.version, otherwise))

    def _check_envelope(self, envelope: Envelope, event: Event) -> None:
        """What the envelope says of its event is what the event says; the event may be of an older version."""
        events = self.kind.events
        named = envelope.kind == events.words[type(event)] or envelope.kind == events.word(envelope.body)
        assert named, f"the envelope says {envelope.kind!r}"
        assert envelope.command == event.command, f"the envelope is of command {envelope.command!r}"
        assert envelope.at == event.at, f"the envelope is of another time, {envelope.at}"

    def _check_snapshot(self, snapshot: Snapshot, last: int) -> bool:
        """Whether it is of the shape that states have today; then it is the state that replay gives."""
        snapshots = self.kind.snapshots
        if snapshot.version != last:
            says = "the snapshot is of a state between two events of a command"
            raise Damaged(Fault(snapshot.stream, snapshot.version, says))
        if not snapshot.body.startswith(snapshots.first_line):
            return False  # nobody uses it any more
        if snapshot.state != digest(self.state) or snapshot.body != snapshots.write(self.state):
            says = "the snapshot is of another state than replay gives"
            raise Damaged(Fault(snapshot.stream, snapshot.version, says))
        return True


def _check_money(entries: tuple[Posting, ...], accounts: dict[str, int], balances: Balances) -> None:
    """Money is neither made nor lost, and it is where the state says; the accounts kept here move on."""
    total = 0
    for account, posted, _ in entries:
        total += posted
        if amount := accounts.pop(account, 0) + posted:
            accounts[account] = amount
    assert total == 0, "its postings do not sum to zero"
    assert accounts == dict(balances), "the accounts are not what was posted"


def _check_refusal(row: Appended) -> None:
    """What was answered to a command that made no events is a refusal of it."""
    try:
        said = answer.read(row.answer)
    except msgspec.DecodeError as error:
        raise Damaged(Fault(row.stream, row.first, f"the answer to {row.command!r} is none: {error}")) from error
    if (said.command, said.version, said.events) != (row.command, row.last, ()) or said.refusal is None:
        raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} was answered otherwise"))
