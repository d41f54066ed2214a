"""The record of the keys of a store, in its stream `keys`: which key signs its heads, and which device draws for it.

The first use of a key is recorded. Later only `croupier rekey` changes it: a named person, with a reason. So a lost
key is noticed, and an audit accepts a key only where the record has it. A record about heads is signed with the new
key, and with the old one if that is still there. A record about the device is signed with the key that signs heads.
Servers on other machines have keys of their own: those that are named with `--peers` are recorded too, each signed
with a key that was recorded before, and sign heads beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from croupier.conduct.aggregate import Records, register
from croupier.conduct.by import By
from croupier.core.clock import Clock
from croupier.store import CommandReused, Conflict, Head, Signer, Store, StoreError, sign_after, signed_by
from croupier.store.base import digest_of
from croupier.store.keyring import Keyring

STREAM = "keys"
KIND = "key-named/1"
Of = Literal["heads", "device", "peer"]
_SHORT = 16  # digits of a key in a sentence
_REKEY = (
    "change the key, with your name on record: croupier rekey --db DB --by NAME --licence NUMBER --reason WHY "
    "(docs/security.md: If the secrets folder is lost)"
)


class KeyLost(StoreError):
    """The store was signed with a key that is not there any more. The message says what to do."""


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a stream when a key changed: later heads of the stream have the new key."""

    stream: str
    version: int
    digest: str


class KeyNamed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """From here on, `new` signs the heads of this store, or is the key of the device that draws for its tables.

    A peer is a server on another machine, whose key signs heads too.

    `by` is None for the first key of its kind. `old` has several keys only if a version without this record changed
    them.
    """

    of: Of
    new: str
    old: tuple[str, ...] = ()
    by: By | None = None
    reason: str = ""
    ends: tuple[End, ...] = ()
    signed: dict[str, str] = {}  # signatures by public key

    def message(self, version: int, at: int) -> bytes:
        """The bytes that are signed: they belong to one entry of one store."""
        plain = msgspec.json.encode(msgspec.structs.replace(self, signed={}))
        return digest_of("croupier key 1", (version, at), plain)


class Named(NamedTuple):
    """A record with its place in the stream, and its time."""

    version: int
    at: int
    record: KeyNamed

    def signed_with(self, key: str) -> bool:
        """Whether this key has signed the record."""
        try:
            message = self.record.message(self.version, self.at)
            return signed_by(bytes.fromhex(key), message, bytes.fromhex(self.record.signed.get(key, "")))
        except ValueError:  # no hexadecimal digits
            return False


def read(kind: str, body: bytes) -> KeyNamed:
    """Read a record; ValueError if it is not valid."""
    if kind != KIND:
        raise ValueError(f"no record of a key: {kind!r}")
    return msgspec.json.decode(body, type=KeyNamed)


register(Records(STREAM, read))


def named(store: Store) -> list[Named]:
    """All records of a store."""
    return [Named(each.version, each.at, read(each.kind, each.body)) for each in store.read(STREAM)]


def key_of(store: Store, of: Of) -> str | None:
    """The key that the store names now; None if it names none."""
    return next((each.record.new for each in reversed(named(store)) if each.record.of == of), None)


def unnamed(store: Store) -> tuple[str, ...]:
    """The keys of all heads of a store that names no key, in the order of their first heads."""
    return keys_of(head for stream in store.streams() for head in store.heads(stream))


def keys_of(heads: Iterable[Head]) -> tuple[str, ...]:
    """The keys of heads, in the order of their first heads."""
    in_order = sorted(heads, key=lambda head: head.at)
    return tuple(key.hex() for key in dict.fromkeys(head.key for head in in_order))


def short(key: str) -> str:
    """A key in a sentence: its first digits."""
    return f"{key[:_SHORT]}…"


# The key that signs a store ---------------------------------------------------------------------------------
def signer_of(store: Store, ring: Keyring) -> Signer:
    """The key that signs the heads of a store, from a folder of keys. Only a store without heads gets a new key."""
    known = key_of(store, "heads")
    if known is None:
        signer = _first(store, ring)
        try:
            name(store, KeyNamed("heads", signer.public.hex()), (signer,))
        except (Conflict, CommandReused):  # another server has just named its key
            return signer_of(store, ring)
        return signer
    beside = peers_of(store)
    found = next((signer for key, signer in ring.keys().items() if key == known or key in beside), None)
    if found is None:
        raise _lost(known, ring)
    return found


def peers_of(store: Store) -> frozenset[str]:
    """The keys of servers on other machines that the store names."""
    return frozenset(each.record.new for each in named(store) if each.record.of == "peer")


def name_peers(store: Store, signer: Signer, peers: Collection[bytes]) -> None:
    """Record the keys of servers on other machines, which sign heads beside this one."""
    for peer in sorted(key.hex() for key in peers):
        while peer not in {key_of(store, "heads"), *peers_of(store)}:
            try:
                name(store, KeyNamed("peer", peer), (signer,))
            except (Conflict, CommandReused):  # another server has just recorded something
                continue


def check(store: Store, signer: Signer) -> None:
    """Raise `KeyLost` if the store is signed with another key by now."""
    known = key_of(store, "heads")
    if signer.public.hex() not in {known, *peers_of(store)}:
        raise KeyLost(f"the key that signs this store was changed to {short(known or '')}: start the server again")


def _first(store: Store, ring: Keyring) -> Signer:
    """The key of a store that names none: that of its heads; without heads, the first key of the folder."""
    before = unnamed(store)
    if not before:
        return ring.first()
    held = ring.keys()
    if missing := [key for key in before if key not in held]:
        raise _lost(missing[-1], ring)
    if len(before) > 1:
        raise _changed(before)
    return held[before[0]]


def _lost(key: str, ring: Keyring) -> KeyLost:
    has = ", ".join(map(short, ring.keys())) or "none"
    return KeyLost(
        f"its heads are signed with key {short(key)}, and {str(ring.folder)!r} does not have that key (keys there: "
        f"{has}). No new key was made. If a server on another machine has that key, name this one in the file of its "
        f"--peers, with the line that `croupier identity` prints, and start that one first. If you have a copy of "
        f"this folder, put it back. If the key is lost, {_REKEY}"
    )


def _changed(before: tuple[str, ...]) -> KeyLost:
    listed = ", ".join(map(short, before))
    return KeyLost(
        f"its heads are signed with keys {listed}, and no change of key is on record. To continue, {_REKEY}"
    )


# Writing ----------------------------------------------------------------------------------------------------
def ends(store: Store) -> tuple[End, ...]:
    """The ends of all streams, for the record of a change."""
    tips = ((stream, store.end(stream)) for stream in store.streams())
    return tuple(End(stream, tip.version, tip.digest.hex()) for stream, tip in tips if tip.version)


def name(store: Store, record: KeyNamed, signers: Iterable[Signer], at: int | None = None) -> None:
    """Record a key, signed with these keys; the first of them signs a head of the stream too."""
    version, at = store.version(STREAM) + 1, Clock().now() if at is None else at
    first, *_ = all_of = list(signers)
    message = record.message(version, at)
    signed = {each.public.hex(): each.sign(message).hex() for each in all_of}
    body = msgspec.json.encode(msgspec.structs.replace(record, signed=signed))
    done = store.append(STREAM, version - 1, f"{record.of}/{record.new}/{version}", [(KIND, body)], at=at)
    sign_after(store, first, done, at)


def signed_before(store: Store) -> tuple[str, ...]:
    """The key that signs the heads of a store; several only if their changes are not on record."""
    known = key_of(store, "heads")
    return unnamed(store) if known is None else (known,)


def change(
    store: Store, new: Signer, by: By, reason: str, held: Mapping[str, Signer], at: int | None = None
) -> KeyNamed:
    """Record that another key signs the heads of a store from here on.

    If the key before is among those that are still `held`, it signs the record too: it hands over to the new one.
    """
    old = signed_before(store)
    record = KeyNamed("heads", new.public.hex(), old, by, reason, ends(store))
    name(store, record, (new, *(held[key] for key in old if key in held)), at)
    return record


def change_device(store: Store, new: str, by: By, reason: str, signer: Signer) -> KeyNamed:
    """Record that another device draws for the tables of a store from here on."""
    old = key_of(store, "device")
    record = KeyNamed("device", new, () if old is None else (old,), by, reason, ends(store))
    name(store, record, (signer,))
    return record
