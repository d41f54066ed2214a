"""The record of an upgrade in the new store. Its first entry describes the old store, the second says it is complete.

A device drew from the digest of the old log at the close of a round. The record keeps these digests, so that old
proofs stay valid, and so that a round that was closed before the upgrade still gets the outcome that the old log
implies.
"""

from __future__ import annotations

import msgspec

from croupier.conduct import Records, register
from croupier.store import Fault, Signer, Store, sign_after

STREAM = "upgrade"
WORD, FINISHED = "upgraded/1", "upgrade-finished/1"
DEMONSTRATION, MARK = "floor/demonstration", "demonstration/1"  # the stream that marks a demonstration, and its entry


class Old(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of an old stream, and the digests (by version) from which electronic outcomes were drawn."""

    stream: str
    version: int
    digest: str
    drawn_from: dict[int, str] = {}


class Upgraded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first entry of the record: the version that made the upgrade, and the old streams."""

    croupier: str  # the version that made it
    streams: tuple[Old, ...]


def _check(kind: str, body: bytes) -> None:
    if kind == WORD:
        msgspec.json.decode(body, type=Upgraded)
    elif (kind, body) != (FINISHED, b"{}"):
        raise ValueError(f"no record of an upgrade: {kind!r}")


register(Records(STREAM, _check, sealed_by=frozenset({FINISHED})))


def recorded(store: Store) -> Upgraded | None:
    """Read the record of the upgrade that made this store; None if it was not made by one."""
    if not store.version(STREAM):
        return None
    first = next(store.read(STREAM))
    if first.kind != WORD:
        raise ValueError(f"the first record of an upgrade is {first.kind!r}")
    return msgspec.json.decode(first.body, type=Upgraded)


def drawn_from(store: Store, stream: str) -> dict[int, str]:
    """The old digests of a stream from which outcomes were drawn, by version; empty if it was not upgraded."""
    record = recorded(store)
    named = (old.drawn_from for old in record.streams if old.stream == stream) if record is not None else ()
    return next(iter(named), {})


def unfinished(store: Store) -> Fault | None:
    """The fault of a store whose upgrade did not finish, and which must not be used; None otherwise."""
    if store.version(STREAM) != 1:
        return None
    what = "is missing: the upgrade that made this store did not finish. Upgrade the old store again, into a new one"
    return Fault(STREAM, 2, what)


def sign(store: Store, signer: Signer, at: int) -> None:
    """Sign the record of an upgrade, and the mark that it copied, when the new store is first opened.

    Later on it would not be known who wrote them: once a stream has a head, nothing is signed here.
    """
    if not store.version(STREAM) or any(store.last_head(each, signer.public) for each in store.streams()):
        return
    for stream, command in ((STREAM, FINISHED), (DEMONSTRATION, MARK)):
        if (done := store.answer(stream, command)) is not None:
            sign_after(store, signer, done, at)


def faults(store: Store) -> Fault | None:
    """Check the record of an upgrade: it must be finished, the only one, and no old entry may be missing."""
    record = recorded(store)
    if record is None:
        return None
    if (fault := unfinished(store)) is not None:
        return fault
    kinds = [envelope.kind for envelope in store.read(STREAM)]
    if kinds[1:] != [FINISHED]:
        return Fault(STREAM, min(len(kinds), 3), "a store is upgraded once: Croupier did not write this record")
    for old in record.streams:
        if store.version(old.stream) < old.version:
            return Fault(old.stream, old.version, "is missing: the upgrade that made this store copied it")
    return None
