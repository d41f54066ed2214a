"""The log of a device: a hash-chained stream of its own store, with heads signed by the device's own key.

A record is found by its command, which has the round's commitment in it. So opening the log of a device does not read
all of it, and nothing is recorded twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from croupier import store as stores
from croupier.conduct import By, Records, keys, register
from croupier.conduct.keys import KeyLost
from croupier.core.clock import Clock
from croupier.device.messages import Shut
from croupier.store import Store, sign_after
from croupier.store.keyring import Keyring
from croupier.table.outcomes import DeviceFailed, Drawn

STREAM = "device"
#: The name of the log in the folder of a device, and that of its keys.
FILE, KEYS = "log.db", "device"
_REKEY = (
    "If it is lost, take another device into use, with your name on record: croupier rekey --db DB --by NAME "
    "--licence NUMBER --reason WHY (docs/security.md: If the secrets folder is lost)"
)


class DeviceLost(DeviceFailed):
    """The folder of a device has lost its key or its log. The message says what to do."""


class SeedSealed(Struct, frozen=True, tag="sealed/1"):
    """The device committed to a seed for a round."""

    commitment: str
    table: str
    round: int


class RoundClosed(Struct, frozen=True, tag="closed/1"):
    """The first closing of a round that the device was shown."""

    commitment: str
    shut: Shut


class ResultDrawn(Struct, frozen=True, tag="drawn/1"):
    """A result of a round."""

    commitment: str
    drawn: Drawn


class SeedTold(Struct, frozen=True, tag="told/1"):
    """The device told a seed: the round is over, and nothing is drawn from it any more."""

    commitment: str


Record = SeedSealed | RoundClosed | ResultDrawn | SeedTold
R = TypeVar("R", SeedSealed, RoundClosed, ResultDrawn, SeedTold)
_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def read(kind: str, body: bytes) -> Record:
    """Read a record of the log; ValueError if it is not valid."""
    found = _decoder.decode(body)
    if kind != found.__struct_config__.tag:
        raise ValueError(f"no record of a device: {kind!r}")
    return found


def name_of(record: Record) -> str:
    """The command that wrote a record: what it is, of which round, and which draw of the round it is."""
    more = f" {record.drawn.attempt}" if isinstance(record, ResultDrawn) else ""
    return _name(type(record), record.commitment, more)


register(Records(STREAM, read, sealed_by=frozenset({"told/1"})))


class Log:
    """The log of one device, open for writing; only one process may have it open.

    Only an empty folder gets a key. If whoever opens it knows the device's `key`, it must have that one.
    """

    def __init__(self, folder: Path, key: str | None = None) -> None:
        ring = Keyring(folder, KEYS)
        if not (folder / FILE).exists() and (key is not None or ring.keys()):
            raise _lost(folder, key or next(iter(ring.keys())), "its log")
        self._store, self._clock = stores.open(f"sqlite:///{folder / FILE}"), Clock()
        try:
            self._store.own(STREAM)
            self._version = self._store.version(STREAM)
            self.signer = _signer(self._store, ring, key)
            self.key = self.signer.public.hex()
        except BaseException:
            self._store.close()
            raise

    def find(self, kind: type[R], commitment: str, more: str = "") -> R | None:
        """The record of this kind about a round; `more` tells several apart."""
        done = self._store.answer(STREAM, _name(kind, commitment, more))
        if done is None:
            return None
        envelope = next(self._store.read(STREAM, done.first - 1))
        found = read(envelope.kind, envelope.body)
        assert isinstance(found, kind), found
        return found

    def add(self, *records: Record) -> None:
        """Record something durably; a seed that is told is sealed with a signed head."""
        at, waiting = self._clock.now(), []
        for each in records:
            written = [(str(each.__struct_config__.tag), msgspec.json.encode(each))]
            waiting.append(self._store.submit(STREAM, self._version, name_of(each), written, at=at))
            self._version += 1
        done = [future.result() for future in waiting][-1]
        if isinstance(records[-1], SeedTold):
            sign_after(self._store, self.signer, done, at)

    def close(self) -> None:
        """Close the log."""
        self._store.close()


def _signer(store: Store, ring: Keyring, key: str | None) -> stores.Signer:
    """The key of the log; the log of a device that has sealed something never gets a new one by itself."""
    if not ring.keys() and store.version(STREAM):
        raise _lost(ring.folder, key or keys.key_of(store, "heads") or "", "its key")
    try:
        signer = keys.signer_of(store, ring)
    except KeyLost as lost:
        raise _lost(ring.folder, key or keys.key_of(store, "heads") or "", "its key") from lost
    if key not in (None, signer.public.hex()):
        raise _lost(ring.folder, key or "", "its key")
    return signer


def _lost(folder: Path, key: str, what: str) -> DeviceLost:
    which = f" with key {keys.short(key)}" if key else ""
    return DeviceLost(
        f"{str(folder)!r} does not have the electronic device{which} any more: {what} is gone. No new one was made. "
        f"If the folder was moved, put it back; an old copy does not do, because its log is behind. {_REKEY}"
    )


def renew(folder: Path, by: By, reason: str) -> str:
    """Give the device of a folder another key, on record in its log, and return it; the device must not run.

    If its log is lost, nobody knows what was drawn from the seeds that are left: they are set aside.
    """
    ring = Keyring(folder, KEYS)
    if not (folder / FILE).exists():
        for seed in folder.glob("*.seed"):
            seed.rename(seed.with_suffix(".seed-without-log"))
    with stores.open(f"sqlite:///{folder / FILE}") as store:
        new = ring.another()
        keys.change(store, new, by, reason, ring.keys())
    return new.public.hex()


def another_device(known: str, found: str) -> DeviceLost:
    """The error where another device answers than the one that the store names."""
    return DeviceLost(
        f"The electronic device has key {keys.short(found)}, but the one that drew for these tables has key "
        f"{keys.short(known)}. Use that one. {_REKEY}"
    )


def _name(kind: type[Record], commitment: str, more: str) -> str:
    word = str(kind.__struct_config__.tag).partition("/")[0]
    return f"{word} {commitment}{more}"
