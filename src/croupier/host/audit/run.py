"""Audits a store: checks its hash chains and signatures, replays every stream, and compares every answer.

Replay applies what the events recorded. In addition, every command is decided again; differences are reported with
their place and paragraph. Electronic outcomes are drawn again. The postings of every event must sum to zero, and
accounts computed from postings alone must equal those of the state. Slips are compared between streams. Records of
owners are signed by their servers. A stream of an unknown kind is a fault.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import msgspec

from croupier.conduct import Records, registered
from croupier.core.child import workers_start
from croupier.host import answer, export, owner_records
from croupier.host.anchors.kept import Elsewhere
from croupier.host.anchors.record import STREAM as ANCHORS
from croupier.host.anchors.record import Recorded
from croupier.host.anchors.record import recorded as anchors_in
from croupier.host.audit import warnings
from croupier.host.audit.keys import STREAM as KEYS
from croupier.host.audit.keys import accepted
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
    Tip,
    verify_stream,
)

Each = Callable[[list["Check"]], Iterable[Audit]]  # checks streams and returns the parts


class CannotAudit(Exception):
    """The audit cannot run in a way that would prove anything."""


def audit(store: Store, heads: Iterable[Head] = (), *, elsewhere: Elsewhere | None = None) -> Audit:
    """Audit a store, also against heads and anchors that were kept elsewhere.

    If any are given, only their keys are trusted; otherwise the keys that the store itself names are.
    """
    kept = elsewhere or Elsewhere().add_heads(list(heads))
    return _audit(store, kept, lambda checks: (check.run(store) for check in checks))


def audit_place(place: str, heads: Iterable[Head] = (), *, elsewhere: Elsewhere | None = None) -> Audit:
    """Audit an existing store or an export, by URL or file name. A long one is checked on all cores."""
    kept = elsewhere or Elsewhere().add_heads(list(heads))
    with export.open(place, reading=True) as store:
        try:
            streams = store.streams()
            short = place == "memory:" or sum(map(store.version, streams)) < PARALLEL_FROM
        except ValueError:  # a name that no stream can have: the audit reports it
            short = True
        if short:
            return audit(store, elsewhere=kept)
        workers = min(os.cpu_count() or 1, len(streams))
        with ProcessPoolExecutor(workers, workers_start(), _open_store, (place,)) as pool:
            return _audit(store, kept, lambda checks: pool.map(_check_stream, checks))


PARALLEL_FROM = 20_000  # events; with fewer, starting other processes takes longer than the check
_audited: Store | None = None  # in a worker process: the store that is audited


def _open_store(place: str) -> None:
    global _audited
    gc.freeze()  # objects of the parent process: visiting them in every collection takes a tenth of an audit
    _audited = export.open(place, reading=True)


def _check_stream(check: Check) -> Audit:
    assert _audited is not None
    return check.run(_audited)


@dataclass(frozen=True, slots=True)
class Check:
    """What is needed to check a stream: the trusted keys, and its heads and ends that were kept elsewhere."""

    stream: str
    keys: frozenset[bytes]
    heads: tuple[Head, ...]
    anchored: tuple[Tip, ...]

    def run(self, store: Store) -> Audit:
        """Verify and replay the stream page by page, up to its first fault."""
        found, stream = Audit(), self.stream
        kind = registered(stream)
        try:
            if kind is None:
                raise Damaged(Fault(stream, 0, "is of an unknown kind of stream"))
            if isinstance(kind, Records):
                self._check(store, RecordCheck(kind, found))
            else:
                self._check(store, Replay(kind, stream, found, record.drawn_from(store, stream)))
        except Damaged as damaged:
            found.fault = damaged.fault
        except (StoreFailed, ValueError) as error:
            found.fault = Fault(stream, 0, f"cannot be read: {error}")
        return found

    def _check(self, store: Store, checked: RecordCheck | Replay) -> None:
        snapshot = store.snapshot(self.stream)
        try:
            verified = verify_stream(
                store,
                self.stream,
                keys=self.keys,
                heads=self.heads,
                anchored=self.anchored,
                see=partial(_check_page, checked, snapshot),
                refused=partial(_check_refusal, checked.found),
            )
            checked.end(snapshot)
            found = checked.found
            found.heads, found.commands, found.older = verified.heads, verified.commands, verified.older
            found.warnings += [(self.stream, says) for says in self._missing(store, checked)]
        finally:
            checked.count()

    def _missing(self, store: Store, checked: RecordCheck | Replay) -> Iterator[str]:
        """Warn of heads and of a snapshot that should be there. They are read last: a server may run."""
        heads = store.heads(self.stream)
        yield from warnings.missing_heads(checked.sealed, heads, self.heads)
        if isinstance(checked, Replay):
            snapshot = store.snapshot(self.stream)
            yield from warnings.missing_snapshot(heads, 0 if snapshot is None else snapshot.version)


def _check_page(
    checked: RecordCheck | Replay, snapshot: Snapshot | None, page: list[Envelope], commands: Iterable[Appended]
) -> None:
    """Check a page of envelopes; the commands that made them have no stored answer, their events are the answer."""
    checked.page(page, snapshot)
    for row in commands:
        if row.answer:
            raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} has a wrong stored answer"))


def _audit(store: Store, kept: Elsewhere, each: Each) -> Audit:
    found = Audit(anchored=kept.at)
    try:
        if changed := store.faults(schema=True):  # then nothing that is read can be relied on
            return Audit(fault=changed[0])
        anchors = list(anchors_in(store))  # first of all: a server may add others, with later ends
        streams = store.streams()
        ends = _ends(kept, anchors)
        keys = accepted(store, [head for stream in streams for head in store.heads(stream)], kept.keys)
        if isinstance(keys, Fault):
            return Audit(fault=keys)
        found.remark(KEYS, *keys.remarks)
        checks = [
            Check(name, keys.keys, _of(name, kept.heads), tuple(ends.get(name, ())))
            for name in sorted({*streams, *ends, *(head.stream for head in kept.heads)})
        ]
        for part in each(checks):
            found.add(part)
        found.fault = found.fault or next(iter(store.faults()), None)
        found.fault = found.fault or _slips(store, found) or record.faults(store)
        found.fault = found.fault or owner_records.faults(store, keys.keys)
        found.warnings += warnings.similar_names(streams)
        if found.fault is None:
            found.warnings += [*warnings.owner_numbers(store, ends), *warnings.doubts(store, streams)]
            found.recorded = anchors[-1].at if anchors else None
            found.unanchored = _unanchored(store, streams, kept, anchors)
    except (StoreFailed, ValueError) as error:
        found.fault = Fault("", 0, f"cannot be read: {error}")
    return found


def _of(stream: str, heads: Iterable[Head]) -> tuple[Head, ...]:
    return tuple(head for head in heads if head.stream == stream)


def _ends(kept: Elsewhere, anchors: list[Recorded]) -> dict[str, list[Tip]]:
    """The ends that streams once had, by anchors that were kept elsewhere and by those in the store."""
    found = {stream: list(ends) for stream, ends in kept.ends.items()}
    for anchor in anchors:
        for stream, tip in anchor.ends:
            found.setdefault(stream, []).append(tip)
    return found


def _unanchored(store: Store, streams: list[str], kept: Elsewhere, anchors: list[Recorded]) -> int:
    """How many events are later than all that was kept elsewhere. An anchor vouches for those before it."""
    covered = {stream: max(tip.version for tip in ends) for stream, ends in kept.ends.items()}
    known = [(head.stream, head.version) for head in kept.heads]
    for anchor in anchors[: kept.number]:
        known += [(stream, tip.version) for stream, tip in anchor.ends]
    for stream, version in known:
        covered[stream] = max(covered.get(stream, 0), version)
    left = (store.version(stream) - covered.get(stream, 0) for stream in streams if stream != ANCHORS)
    return sum(max(0, each) for each in left)


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
