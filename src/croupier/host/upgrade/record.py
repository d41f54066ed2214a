"""What a store says that was made from an older one: of which, by its first entry; that it is whole, by the next.

A device drew from the digest of the old log at the close of a round: those digests are named too, so that its proofs
hold, and so that a round which the upgrade found closed comes out as the old log had it.
"""

from __future__ import annotations

import msgspec

from croupier.conduct import Records, register
from croupier.store import Fault, Store

STREAM = "upgrade"
WORD, FINISHED = "upgraded/1", "upgrade-finished/1"


class Old(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an old stream ended, and its digests (by version) that electronic outcomes are drawn from."""

    stream: str
    version: int
    digest: str
    drawn_from: dict[int, str] = {}


class Upgraded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first entry of a store that was made from an older one."""

    croupier: str  # the version that made it
    streams: tuple[Old, ...]


def _check(kind: str, body: bytes) -> None:
    if kind == WORD:
        msgspec.json.decode(body, type=Upgraded)
    elif (kind, body) != (FINISHED, b"{}"):
        raise ValueError(f"no record of an upgrade: {kind!r}")


register(Records(STREAM, _check))


def recorded(store: Store) -> Upgraded | None:
    """What the first entry says of the store that this one was made from, if it was."""
    if not store.version(STREAM):
        return None
    first = next(store.read(STREAM))
    if first.kind != WORD:
        raise ValueError(f"the first record of an upgrade is {first.kind!r}")
    return msgspec.json.decode(first.body, type=Upgraded)


def drawn_from(store: Store, stream: str) -> dict[int, str]:
    """The digests of an older store's stream that proofs may name, by version; none where it was not upgraded."""
    record = recorded(store)
    named = (old.drawn_from for old in record.streams if old.stream == stream) if record is not None else ()
    return next(iter(named), {})


def unfinished(store: Store) -> Fault | None:
    """An upgrade that stopped on the way: what it has made is not to be used."""
    if store.version(STREAM) != 1:
        return None
    what = "is missing: the upgrade that made this store did not finish. Upgrade the old store again, into a new one"
    return Fault(STREAM, 2, what)


def faults(store: Store) -> Fault | None:
    """What is wrong with an upgraded store: it did not finish, something is missing, or more than one is recorded."""
    record = recorded(store)
    if record is None:
        return None
    if (fault := unfinished(store)) is not None:
        return fault
    kinds = [envelope.kind for envelope in store.read(STREAM)]
    if kinds[1:] != [FINISHED]:
        return Fault(STREAM, min(len(kinds), 3), "a store is upgraded once: this record is not of Croupier")
    for old in record.streams:
        if store.version(old.stream) < old.version:
            return Fault(old.stream, old.version, "is missing: the upgrade that made this store had taken it over")
    return None
