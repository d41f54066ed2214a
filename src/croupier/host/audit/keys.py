"""Which keys an audit accepts: those that the store names, each for the heads signed while it was in use.

A head of any other key, or from another time, is a fault. Every change of a key is a remark.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from croupier.conduct.keys import STREAM, Named, keys_of, named, short
from croupier.store import Damaged, Fault, Head, Store

__all__ = ["STREAM", "Accepted", "accepted", "changes_of_device"]


class Accepted(NamedTuple):
    """The keys that count, and a sentence about every change of a key."""

    keys: frozenset[bytes]
    remarks: tuple[str, ...]


class Epoch(NamedTuple):
    """A time in which certain keys signed: after these versions of the streams, and up to those of the next epoch."""

    keys: tuple[str, ...]
    since: Mapping[str, int]
    until: Mapping[str, int] | None  # None: up to now

    def covers(self, head: Head) -> bool:
        """Whether a head was signed in this time. A head at the change itself may have either key."""
        if head.key.hex() not in self.keys or head.version < self.since.get(head.stream, 0):
            return False
        return self.until is None or head.version <= self.until.get(head.stream, 0)


def accepted(store: Store, heads: list[Head], given: Collection[bytes] = ()) -> Accepted | Fault:
    """The keys of a store with these heads, by its record of keys.

    `given` are the keys of what was kept elsewhere: if there are any, only these and those for which they vouch are
    trusted. Returns a fault if the record is wrong, or if a head has a key that the record does not have at its time.
    """
    try:
        records = named(store)
        of_heads = [each for each in records if each.record.of == "heads"]
        peers = tuple(each.record.new for each in records if each.record.of == "peer")
        epochs = [*_epochs(of_heads, heads), Epoch(peers, {}, None)]
        found = _faulty(store, records) or _another(heads, epochs)
    except Damaged as damaged:
        return damaged.fault
    except ValueError as error:
        return Fault(STREAM, 0, f"cannot be read: {error}")
    if found is not None:
        return found
    if not given:
        keys = {key for epoch in epochs for key in epoch.keys}
    else:
        keys = _vouched([each for each in records if each.record.of != "device"], {key.hex() for key in given})
        if (found := _unvouched(heads, keys, of_heads)) is not None:
            return found
    says = tuple(_says(each) for each in records if each.record.by is not None)
    return Accepted(frozenset(map(bytes.fromhex, keys)), says)


def changes_of_device(store: Store) -> list[Named]:
    """The records by which another device was taken into use."""
    return [each for each in named(store) if each.record.of == "device" and each.record.old]


# The record -------------------------------------------------------------------------------------------------
def _faulty(store: Store, records: list[Named]) -> Fault | None:
    """The first record that does not follow the one before it, or is not signed as it must be."""
    last: dict[str, str] = {}
    known: set[str] = set()  # the keys that sign heads so far
    for each in records:
        version, record = each.version, each.record
        if record.of == "peer":
            if not any(map(each.signed_with, known)):
                return Fault(STREAM, version, "names a peer, and is signed by no key that was named before")
            known.add(record.new)
            continue
        before = last.get(record.of)
        if record.by is None and (before is not None or record.old):
            return Fault(STREAM, version, f"names another key for {record.of}, and does not say who changed it")
        if before is not None and record.old != (before,):
            return Fault(STREAM, version, f"does not follow the key before it, {short(before)}")
        signer = record.new if record.of == "heads" else last.get("heads")
        if signer is None or not each.signed_with(signer):
            return Fault(STREAM, version, f"is not signed with key {short(signer or '')}")
        if record.by is not None and not (record.by.person and record.by.licence and record.reason):
            return Fault(STREAM, version, "names nobody, or no reason")
        if (fault := _other_ends(store, each)) is not None:
            return fault
        last[record.of] = record.new
        known |= {record.new} if record.of == "heads" else set()
    return None


def _other_ends(store: Store, each: Named) -> Fault | None:
    """The first stream that is not what it was when a key changed."""
    for end in each.record.ends:
        if store.version(end.stream) < end.version:
            what = f"is missing: a key was changed when the stream ended at version {end.version}"
            return Fault(end.stream, store.version(end.stream) + 1, what)
        if next(store.read(end.stream, end.version - 1)).digest.hex() != end.digest:
            return Fault(end.stream, end.version, "is not what it was when a key was changed: the past was changed")
    return None


# Heads ------------------------------------------------------------------------------------------------------
def _epochs(of_heads: list[Named], heads: list[Head]) -> list[Epoch]:
    """The times of the keys. A store that names no key has one key, that of its first head."""
    if not of_heads:
        return [Epoch(keys_of(heads)[:1], {}, None)]
    first = of_heads[0].record
    changes = of_heads if first.old else of_heads[1:]
    keys = [first.old or (first.new,), *((each.record.new,) for each in changes)]
    bounds = [{end.stream: end.version for end in each.record.ends} for each in changes]
    return [Epoch(*each) for each in zip(keys, [{}, *bounds], [*bounds, None], strict=True)]


def _another(heads: list[Head], epochs: list[Epoch]) -> Fault | None:
    """The first head that none of the keys signed in its time."""
    for head in heads:
        if not any(epoch.covers(head) for epoch in epochs):
            return Fault(head.stream, head.version, _why(head, epochs))
    return None


def _why(head: Head, epochs: list[Epoch]) -> str:
    key = short(head.key.hex())
    if any(head.key.hex() in epoch.keys for epoch in epochs):
        return f"its head is signed with key {key}, which was not in use then"
    return f"its head is signed with key {key}: no change to this key is recorded"


# Keys that were kept elsewhere ------------------------------------------------------------------------------
def _vouched(records: list[Named], trusted: set[str]) -> set[str]:
    """The trusted keys, those that they handed over to or named as peers, and those before them."""
    found = set(trusted)
    for each in records:
        before = found if each.record.of == "peer" else found.intersection(each.record.old)
        if any(map(each.signed_with, before)):
            found.add(each.record.new)
    for each in reversed(records):
        if each.record.new in found:
            found.update(each.record.old)
    return found


def _unvouched(heads: list[Head], keys: set[str], of_heads: list[Named]) -> Fault | None:
    """The first head whose key none of the heads that were kept elsewhere vouches for."""
    head = next((each for each in heads if each.key.hex() not in keys), None)
    if head is None:
        return None
    key = head.key.hex()
    what = f"its head is signed with key {short(key)}, for which the heads that you gave do not vouch"
    changed = next((each for each in of_heads if each.record.new == key and each.record.by is not None), None)
    if changed is not None:
        what += f". {_says(changed)}. If you know of this change, give heads that were exported after it"
    return Fault(head.stream, head.version, what)


# Sentences --------------------------------------------------------------------------------------------------
def _says(each: Named) -> str:
    record, by = each.record, each.record.by
    assert by is not None
    when = datetime.fromtimestamp(each.at / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    old = " and ".join(map(short, record.old)) or "none"
    what = "the key that signs heads" if record.of == "heads" else "the electronic device"
    kept = all(each.signed_with(key) for key in record.old)
    lost = "The old key confirmed it" if kept else "The old key did not confirm it"
    ending = f". {lost}" if record.of == "heads" else ""
    new = f"{short(record.new)}: {record.reason}{ending}"
    return f"{when}: {by.person} ({by.licence}) changed {what} from {old} to {new}"
