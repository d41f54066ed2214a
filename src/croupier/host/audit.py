"""Everything that a store holds, checked again: chain and signatures, every table replayed, every answer compared.

Replay settles every round anew under the rules of its day; an event that they would not have made is a fault at its
stream and version. Beside it the outcome of an electronic device is drawn again, and money is checked a second time:
what an event posts sums to zero, and accounts kept here from postings alone are those of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from threading import active_count
from typing import Any

import msgspec

from croupier.host import answer, export
from croupier.host.device import CLOSES
from croupier.host.host import stream_of
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
from croupier.table import Event, Posting, State, begin, decide, digest, events, evolve, postings, written
from croupier.table import commands_play as play_commands
from croupier.table import events_play as play

TABLE = stream_of("")  # how the streams of tables begin


Each = Callable[[list[str], "Check"], Iterable["Audit"]]  # how every stream is checked


class CannotAudit(Exception):
    """An audit that would prove nothing."""


@dataclass(slots=True)
class Audit:
    """How much was replayed, and the first fault if there is one."""

    tables: int = 0
    events: int = 0
    rounds: int = 0  # settled
    proofs: int = 0  # of electronic outcomes
    commands: int = 0
    refusals: int = 0
    heads: int = 0
    snapshots: int = 0
    fault: Fault | None = None

    def add(self, part: Audit) -> None:
        """Count a part with the rest; the first fault stays."""
        for name in ("tables", "events", "rounds", "proofs", "heads", "snapshots"):
            setattr(self, name, getattr(self, name) + getattr(part, name))
        self.fault = self.fault or part.fault

    def row(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"holds": self.fault is None, **asdict(self)}


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
        table = Replay(stream.removeprefix(TABLE), found) if stream.startswith(TABLE) else None
        try:
            snapshot = store.snapshot(stream) if table is not None else None
            see = None if table is None else lambda page: table.page(page, snapshot)
            verified = verify_stream(store, stream, keys=self.keys, heads=self.heads, see=see)
            found.heads, found.tables = verified.heads, int(table is not None)
        except Damaged as damaged:
            found.fault = damaged.fault
        except (StoreFailed, ValueError) as error:
            found.fault = Fault(stream, 0, f"cannot be read: {error}")
        return found


def _audit(store: Store, heads: list[Head], each: Each) -> Audit:
    if not __debug__:
        raise CannotAudit("replay is made of assertions, which -O leaves out: run Python without it")
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


class Replay:
    """One table replayed, with accounts of its own beside it."""

    def __init__(self, table_id: str, found: Audit) -> None:
        self.state = begin(table_id)
        self.found = found
        self.accounts: dict[str, int] = {}
        self.close: tuple[str, str] | None = None  # the command that closed the betting, the digest there

    def page(self, envelopes: list[Envelope], snapshot: Snapshot | None) -> None:
        """Some envelopes, and the snapshot if it stands among them."""
        for envelope in envelopes:
            event = self.take(envelope)
            self.found.events += 1
            if isinstance(event, play.Settled):
                self.found.rounds += event.stage == "round"
            elif isinstance(event, play.SeedRevealed):
                self.found.proofs += 1
            if snapshot is not None and snapshot.version == envelope.version:
                self.found.snapshots += _check_snapshot(snapshot, self.state)

    def take(self, envelope: Envelope) -> Event:
        """Go on by one event; what does not fit is a fault here."""
        try:
            event = events.read(envelope.body)
            _check_envelope(envelope, event)
            if isinstance(event, play.SeedRevealed):
                _check_proof(event, self.state, self.close)
            before, entries = self.state, postings(event, self.state)
            self.state = evolve(before, event, entries)
            if entries or self.state.balances is not before.balances:
                _check_money(entries, self.accounts, self.state)
        except Exception as error:  # whatever bytes that no table wrote may lead to
            said = str(error) or type(error).__name__
            raise Damaged(Fault(envelope.stream, envelope.version, f"does not replay: {said}")) from error
        if isinstance(event, play.SealPublished):
            self.close = None
        elif isinstance(event, CLOSES) or (self.close is not None and self.close[0] == event.command):
            self.close = event.command, envelope.digest.hex()
        return event


def _check_proof(event: play.SeedRevealed, state: State, close: tuple[str, str] | None) -> None:
    """The outcome follows from the seed that was sealed and from the log as it was when wagers were closed."""
    again = decide(play_commands.RevealSeed(id=event.command, by=event.by, at=event.at, proof=event.proof), state)
    assert again == (event,), f"the proof of the round does not hold: {again}"
    log = event.proof.log
    closed = None if close is None else close[1]
    assert log in (None, closed), f"the proof is from {log}, which is no digest of the log at the close"


def _check_money(entries: tuple[Posting, ...], accounts: dict[str, int], after: State) -> None:
    """Money is neither made nor lost, and it is where the table says; the accounts kept here move on."""
    total = 0
    for account, posted, _ in entries:
        total += posted
        if amount := accounts.pop(account, 0) + posted:
            accounts[account] = amount
    assert total == 0, "its postings do not sum to zero"
    assert accounts == dict(after.balances), "the accounts of the table are not what was posted"


def _check_envelope(envelope: Envelope, event: Event) -> None:
    """What the envelope says of its event is what the event says."""
    named = envelope.kind == events.WORDS[type(event)] or envelope.kind == events.word(envelope.body)
    assert named, f"the envelope says {envelope.kind!r}"
    assert envelope.command == event.command, f"the envelope is of command {envelope.command!r}"
    assert envelope.at == event.at, f"the envelope is of another time, {envelope.at}"


def _check_snapshot(snapshot: Snapshot, state: State) -> bool:
    """Whether it is of the shape that states have today; then it is the state that replay gives."""
    if not snapshot.body.startswith(written.first_line()):
        return False  # nobody uses it any more
    if snapshot.state != digest(state) or snapshot.body != written.write(state):
        raise Damaged(Fault(snapshot.stream, snapshot.version, "the snapshot is of another state than replay gives"))
    return True


def _check_refusal(row: Appended) -> None:
    """What was answered to a command that made no events is a refusal of it."""
    try:
        said = answer.read(row.answer)
    except msgspec.DecodeError as error:
        raise Damaged(Fault(row.stream, row.first, f"the answer to {row.command!r} is none: {error}")) from error
    if (said.command, said.version, said.events) != (row.command, row.last, ()) or said.refusal is None:
        raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} was answered otherwise"))
