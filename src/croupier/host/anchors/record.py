"""The stream `anchors`: the ends of all other streams, again and again, each entry signed with a head."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from croupier.conduct import Records, register
from croupier.core.clock import Clock
from croupier.store import Appended, Conflict, Damaged, Envelope, Head, Signer, Store, Tip, sign_after
from croupier.store.base import check_number

STREAM = "anchors"
KIND = "anchor/1"


class StreamEnd(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The end of a stream, as it is written in an anchor; digests are hexadecimal."""

    stream: str
    version: int
    digest: str
    owner: int
    commands: int
    record: str

    @classmethod
    def of(cls, stream: str, tip: Tip) -> StreamEnd:
        """Write the end of a stream."""
        return cls(stream, tip.version, tip.digest.hex(), tip.owner, tip.commands, tip.record.hex())

    def tip(self) -> Tip:
        """Read the end again; ValueError if it is not valid."""
        for what, number in (("version", self.version), ("owner", self.owner), ("number of records", self.commands)):
            check_number(f"its {what}", number)
        plain = bytes.fromhex
        return Tip(self.version, plain(self.digest), self.owner, self.commands, plain(self.record))


_decoder = msgspec.json.Decoder(tuple[StreamEnd, ...])


def ends_of(body: bytes) -> list[tuple[str, Tip]]:
    """Read the ends of the streams that an anchor names; ValueError if they are not valid."""
    return [(each.stream, each.tip()) for each in _decoder.decode(body)]


def _check(kind: str, body: bytes) -> None:
    if kind != KIND:
        raise ValueError(f"no anchor: {kind!r}")
    ends_of(body)


register(Records(STREAM, _check))


class Recorded(NamedTuple):
    """An anchor in the store: its number, its time and the ends that it names."""

    number: int
    at: int
    ends: list[tuple[str, Tip]]


def recorded(store: Store) -> Iterator[Recorded]:
    """Read the anchors in a store, up to the first fault, which a check of their stream reports."""
    try:
        for envelope in store.read(STREAM):
            yield Recorded(envelope.version, envelope.at, ends_of(envelope.body))
    except (Damaged, ValueError):
        return


class AnchorLog:
    """Writes the anchors of a store. Several servers may do so; methods block."""

    def __init__(self, store: Store, signer: Signer, clock: Clock | None = None) -> None:
        self._store, self._signer, self._clock = store, signer, clock or Clock()
        self._ends: dict[str, Tip] = {}  # what this process has recorded
        self.first = 0  # the number of its first anchor, which names every stream

    def add(self) -> Head | None:
        """Record the ends of the streams that have changed since the last time; return the newest signed anchor."""
        now = {stream: self._store.end(stream) for stream in self._store.streams() if stream != STREAM}
        changed = [StreamEnd.of(stream, tip) for stream, tip in now.items() if self._ends.get(stream) != tip]
        if changed:
            done = self._append([(KIND, msgspec.json.encode(changed))])
            self._ends, self.first = now, self.first or done.last
        return self._store.last_head(STREAM, self._signer.public)

    def _append(self, made: list[tuple[str, bytes]]) -> Appended:
        name, at = f"anchor/{uuid.uuid4()}", self._clock.now()
        while True:
            try:
                done = self._store.append(STREAM, self._store.version(STREAM), name, made, at=at)
            except Conflict:  # another server was faster
                continue
            sign_after(self._store, self._signer, done, at)
            return done

    def has(self, number: int, digest: bytes) -> bool:
        """Whether this anchor is in the store."""
        if not 0 < number <= self._store.version(STREAM):
            return False
        return next(self._store.read(STREAM, number - 1)).digest == digest

    def between(self, after: int, head: Head) -> list[tuple[Envelope, Head | None]]:
        """The anchors after a number, up to a signed one, with their heads."""
        heads = [head] if head.version == after + 1 else self._store.heads(STREAM)
        signed = {each.version: each for each in heads if each.key == head.key}
        found = (each for each in self._store.read(STREAM, after) if each.version <= head.version)
        return [(envelope, signed.get(envelope.version)) for envelope in found]
