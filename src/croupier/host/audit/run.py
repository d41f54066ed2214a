"""Audits a store: checks its hash chains and signatures, replays every stream, and compares every answer.

Replay applies what the events recorded. In addition, every command is decided again; differences are reported with
their place and paragraph. Electronic outcomes are drawn again. The postings of every event must sum to zero, and
accounts computed from postings alone must equal those of the state. Slips are compared between streams. Records of
owners are signed by their servers. A stream of an unknown kind is a fault.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from threading import active_count

import msgspec

from croupier.conduct import Records, registered
from croupier.core.child import spawning
from croupier.host import answer, export, owner_records
from croupier.host.audit.replay import RecordCheck, Replay
from croupier.host.audit.result import Audit
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
    verify_stream,
)

Each = Callable[[list[str], "Check"], Iterable[Audit]]  # checks these streams and returns the parts


class CannotAudit(Exception):
    """The audit cannot run in a way that would prove anything."""


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
    return get_context("fork") if copies else spawning()


PARALLEL_FROM = 20_000  # events; with fewer, starting other processes takes longer than the check
_audited: Store | None = None  # in a worker process: the store that is audited


def _open_store(place: str) -> None:
    global _audited
    gc.freeze()  # objects of the parent process: visiting them in every collection takes a tenth of an audit
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
                self._check(store, stream, RecordCheck(kind, found))
            else:
                self._check(store, stream, Replay(kind, stream, found, record.drawn_from(store, stream)))
        except Damaged as damaged:
            found.fault = damaged.fault
        except (StoreFailed, ValueError) as error:
            found.fault = Fault(stream, 0, f"cannot be read: {error}")
        return found

    def _check(self, store: Store, stream: str, checked: RecordCheck | Replay) -> None:
        snapshot = store.snapshot(stream)
        try:
            verified = verify_stream(
                store,
                stream,
                keys=self.keys,
                heads=self.heads,
                see=partial(_check_page, checked, snapshot),
                refused=partial(_check_refusal, checked.found),
            )
            checked.end(snapshot)
            found = checked.found
            found.heads, found.commands, found.older = verified.heads, verified.commands, verified.older
        finally:
            checked.count()


def _check_page(
    checked: RecordCheck | Replay, snapshot: Snapshot | None, page: list[Envelope], commands: Iterable[Appended]
) -> None:
    """Check a page of envelopes; the commands that made them have no stored answer, their events are the answer."""
    checked.page(page, snapshot)
    for row in commands:
        if row.answer:
            raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} has a wrong stored answer"))


def _audit(store: Store, heads: list[Head], each: Each) -> Audit:
    found = Audit()
    try:
        if changed := store.faults(schema=True):  # then nothing that is read can be relied on
            return Audit(fault=changed[0])
        streams = store.streams()
        known = heads or [head for stream in streams for head in store.heads(stream)]
        check = Check(frozenset(head.key for head in known), tuple(heads))
        names = sorted({*streams, *(head.stream for head in heads)})
        for part in each(names, check):
            found.add(part)
        found.fault = found.fault or next(iter(store.faults()), None)
        found.fault = found.fault or _slips(store, found) or record.faults(store)
        found.fault = found.fault or owner_records.faults(store, check.keys if heads else None)
    except (StoreFailed, ValueError) as error:
        found.fault = Fault("", 0, f"cannot be read: {error}")
    return found


def _slips(store: Store, found: Audit) -> Fault | None:
    """Check that every issued slip has ended once or still can, and that no slip ended that was not issued."""
    slips = Slips()
    for stream, version, note in found.notes:
        if (says := slips.see(stream, note)) is not None:
            return Fault(stream, version, says)
    found.slips, found.under_way = slips.issued, len(slips.under_way)
    return slips.fault(store) or slips.stuck(store)


def _check_refusal(found: Audit, row: Appended) -> None:
    """Check that the stored answer to a command without events is a refusal of this command; count it.

    The stream is checked further: a fault in its events is reported instead.
    """
    found.refusals += 1
    what = None
    try:
        said = answer.read(row.answer)
        if (said.command, said.version, said.events) != (row.command, row.last, ()) or said.refusal is None:
            what = f"command {row.command!r} has a wrong stored answer"
    except msgspec.DecodeError as error:
        what = f"the answer to {row.command!r} is invalid: {error}"
    if what is not None and found.fault is None:
        found.fault = Fault(row.stream, row.first, what)
