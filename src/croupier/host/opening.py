"""Opens a stream: check the last signed head, read the snapshot if there is one, and replay the events after it.

A snapshot is used only if it was signed with our own key and its state has the recorded digest. Otherwise all events
are replayed, which gives the same state.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

from croupier.conduct import Aggregate, UnreadableEvent, UnreadableState, digest, registered
from croupier.host.upgrade.record import unfinished
from croupier.store import Damaged, Envelope, Fault, Signer, Store, StoreError, genuine
from croupier.store.base import START

AnyKind = Aggregate[Any, Any, Any]
REPLAYED = 20_000  # events of each stream that `check` replays; they take a third of a second


class AnotherVersion(StoreError):
    """Another version of Croupier wrote the store, and this one cannot read it. The message says what to do."""


class End(NamedTuple):
    """The end of a stream: the state, the version and the digest of the last envelope; its last record of a command.

    The record is known once a command was carried out here.
    """

    state: Any
    version: int
    digest: bytes
    commands: int = 0
    record: bytes = b""


def opened(store: Store, stream: str, kind: AnyKind, signer: Signer | None) -> tuple[End, int]:
    """Open a stream; return its end, and the version of the snapshot that was used (0 if none)."""
    if (fault := unfinished(store)) is not None:
        raise Damaged(fault)
    found = None
    if signer is not None:
        _check_head(store, stream, signer.public)
        found = _snapshot(store, stream, kind, signer.public)
    end = first = found or End(kind.fresh(stream), 0, START)
    try:
        for envelope in store.read(stream, first.version):
            event = kind.events.read(envelope.body)
            end = End(kind.evolve(end.state, event), envelope.version, envelope.digest)
    except UnreadableEvent as error:
        raise AnotherVersion(f"stream {stream!r}: {error}") from None
    return end, first.version


def unknown(store: Store) -> list[str]:
    """The streams of a store whose kind this version does not know."""
    return [stream for stream in store.streams() if registered(stream) is None]


def check(store: Store, signer: Signer | None) -> None:
    """Open every stream of a store and replay its first `REPLAYED` events; raise the first error.

    Without the key of the store, heads and snapshots are not used.
    """
    for stream in unknown(store):
        raise AnotherVersion(f"stream {stream!r} is of an unknown kind")
    for stream in store.streams():
        kind, past = registered(stream), islice(store.read(stream), REPLAYED)
        if isinstance(kind, Aggregate):
            opened(store, stream, kind, signer)
            snapshot = None if signer is None else _snapshot(store, stream, kind, signer.public)
            _replay(kind, stream, past, snapshot)
        elif kind is not None:
            for envelope in past:
                kind.check(envelope.kind, envelope.body)


def _replay(kind: AnyKind, stream: str, past: Iterable[Envelope], snapshot: End | None) -> None:
    """Replay from the first event. At the version of the snapshot, the state must be the stored one."""
    state = kind.fresh(stream)
    for envelope in past:
        state = kind.evolve(state, kind.events.read(envelope.body))
        if snapshot is not None and snapshot.version == envelope.version and digest(snapshot.state) != digest(state):
            raise AnotherVersion(f"stream {stream!r}: its events do not lead to the stored state")


def save(store: Store, stream: str, kind: AnyKind, signer: Signer, end: End) -> None:
    """Sign and store a snapshot of a state."""
    body = kind.snapshots.write(end.state)
    store.save_snapshot(signer.snapshot(stream, end.version, end.digest, digest(end.state), body))


def _check_head(store: Store, stream: str, key: bytes) -> None:
    """Check the last head with this key: its signature, and that the stream has its digest at its version."""
    head = store.last_head(stream, key)
    if head is None:
        return
    if not genuine(head, [key]):
        raise Damaged(Fault(stream, head.version, "its head was changed"))
    if head.version > (last := store.version(stream)):
        raise Damaged(Fault(stream, last + 1, f"is missing: a head of version {head.version} is kept"))
    if head.commands > (records := store.end(stream).commands):
        what = f"has {records} records of commands, and a head of {head.commands} is kept"
        raise Damaged(Fault(stream, head.version, what))
    if next(store.read(stream, head.version - 1)).digest != head.digest:
        raise Damaged(Fault(stream, head.version, "is not what its head signed: the past was changed"))


def _snapshot(store: Store, stream: str, kind: AnyKind, key: bytes) -> End | None:
    """Read the snapshot if it is genuine and has the classes and fields of this version; None otherwise.

    An audit reports what is wrong with a snapshot.
    """
    try:
        found = store.snapshot(stream)
        if found is None or not genuine(found, [key]):
            return None
        state = kind.snapshots.read(found.body)
    except (Damaged, UnreadableState):
        return None
    return End(state, found.version, b"") if digest(state) == found.state else None
