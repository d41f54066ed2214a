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
from croupier.conduct import Records, register
from croupier.core.clock import Clock
from croupier.device.messages import Shut
from croupier.store import Signer, sign_after
from croupier.table.outcomes import Drawn

STREAM = "device"


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


register(Records(STREAM, read, sealed_by=frozenset({"told/1"})))


class Log:
    """The log of one device, open for writing; only one process may have it open."""

    def __init__(self, path: Path, signer: Signer) -> None:
        self._store, self._signer, self._clock = stores.open(f"sqlite:///{path}"), signer, Clock()
        try:
            self._store.own(STREAM)
            self._version = self._store.version(STREAM)
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

    def add(self, *records: Record, more: str = "") -> None:
        """Record something durably; a seed that is told is sealed with a signed head."""
        at, waiting = self._clock.now(), []
        for each in records:
            written = [(str(each.__struct_config__.tag), msgspec.json.encode(each))]
            name = _name(type(each), each.commitment, more)
            waiting.append(self._store.submit(STREAM, self._version, name, written, at=at))
            self._version += 1
        done = [future.result() for future in waiting][-1]
        if isinstance(records[-1], SeedTold):
            sign_after(self._store, self._signer, done, at)

    def close(self) -> None:
        """Close the log."""
        self._store.close()


def _name(kind: type[Record], commitment: str, more: str) -> str:
    word = str(kind.__struct_config__.tag).partition("/")[0]
    return f"{word} {commitment}{more}"
