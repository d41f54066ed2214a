"""How a table is found in its store: by the last signed head, a snapshot where there is one, and replay of the rest.

A snapshot is used only if it was signed with the key of who opens, and is the state that its digest says. Without one
every event is replayed, which always gives the same table.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.store import Damaged, Fault, Signer, Store, genuine
from croupier.store.base import START
from croupier.table import State, digest, events, evolve, written


class End(NamedTuple):
    """A table as it is at the end of its stream, and the digest of the stream there."""

    state: State
    version: int
    digest: bytes


def opened(store: Store, stream: str, fresh: State, signer: Signer | None) -> tuple[End, int]:
    """The table at the end of its stream, and the version of the snapshot that this began with; 0 without one."""
    found = None
    if signer is not None:
        _check_head(store, stream, signer.public)
        found = _snapshot(store, stream, signer.public)
    end = first = found or End(fresh, 0, START)
    for envelope in store.read(stream, first.version):
        end = End(evolve(end.state, events.read(envelope.body)), envelope.version, envelope.digest)
    return end, first.version


def save(store: Store, stream: str, signer: Signer, end: End) -> None:
    """Sign and keep a snapshot of a table as it is now."""
    body = written.write(end.state)
    store.save_snapshot(signer.snapshot(stream, end.version, end.digest, digest(end.state), body))


def _check_head(store: Store, stream: str, key: bytes) -> None:
    """The last head signed with this key is of what the stream holds."""
    head = store.last_head(stream, key)
    if head is None:
        return
    if not genuine(head, [key]):
        raise Damaged(Fault(stream, head.version, "its head was changed"))
    if head.version > (last := store.version(stream)):
        raise Damaged(Fault(stream, last + 1, f"is missing: a head of version {head.version} is kept"))
    if next(store.read(stream, head.version - 1)).digest != head.digest:
        raise Damaged(Fault(stream, head.version, "is not what its head signed: the past was changed"))


def _snapshot(store: Store, stream: str, key: bytes) -> End | None:
    """The snapshot, if it is to be trusted and of a shape that is known; an audit says what is wrong with another."""
    try:
        found = store.snapshot(stream)
        if found is None or not genuine(found, [key]):
            return None
        state = written.read(found.body)
    except (Damaged, written.Unreadable):
        return None
    return End(state, found.version, b"") if digest(state) == found.state else None
