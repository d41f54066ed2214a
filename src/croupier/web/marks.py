"""States of a table kept on the way, so that a round long past need not be read from the first event of its table.

They are a stream of the store, `past/TABLE`, each signed as a snapshot is; one that is not what was signed is passed
over. All of them can be made again: whoever reads a long way keeps what is missing. Ask from a thread.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

import msgspec

from croupier.conduct import Records, UnreadableState, register
from croupier.store import Conflict, Signer, Snapshot, Store, genuine
from croupier.table import State, begin, digest, stream_of
from croupier.table.shapes import SNAPSHOTS

EVERY = 50  # rounds from one mark to the next
KIND = "mark/1"


def _check(kind: str, body: bytes) -> None:
    if kind != KIND:
        raise ValueError(f"no state that was kept: {kind!r}")
    msgspec.msgpack.decode(body, type=Snapshot)


register(Records("past/", _check))


class Mark(NamedTuple):
    """In which round a state was kept, after which version of its table, and which entry of the stream it is."""

    round: int
    version: int
    entry: int


class Marks:
    """The marks of one table."""

    def __init__(self, store: Store, table_id: str, signer: Signer) -> None:
        self.table, self.stream = table_id, f"past/{table_id}"
        self._store, self._signer, self._turn = store, signer, Lock()
        self._key = signer.public.hex()[:16]
        self._known: list[Mark] = []
        self._read = 0  # entries of the stream

    def before(self, round_: int | None = None) -> tuple[State, int]:
        """The last state kept before a round, or the last of all, and its version; the beginning where none is."""
        with self._turn:
            self._follow()
            end = len(self._known) if round_ is None else bisect_left(self._known, (round_,))
            found = (self._state(mark) for mark in reversed(self._known[:end]))
            return next((each for each in found if each is not None), (begin(self.table), 0))

    def keep(self, state: State, version: int) -> None:
        """Keep a state as it was after a durable version, unless one of nearly the same round is kept."""
        if self._near(state.round):
            return
        with self._turn:
            self._follow()  # another process may have kept it
            if self._near(state.round):
                return
            stream = stream_of(self.table)
            last = next(self._store.read(stream, version - 1))
            kept = self._signer.snapshot(stream, version, last.digest, digest(state), SNAPSHOTS.write(state))
            made, name = [(KIND, msgspec.msgpack.encode(kept))], f"{self._key}/{state.round}/{version}"
            with suppress(Conflict):  # another process keeps one at this moment
                self._store.append(self.stream, self._read, name, made, at=state.at)
            self._follow()

    def _near(self, round_: int) -> bool:
        place = bisect_left(self._known, (round_,))
        beside = self._known[max(0, place - 1) : place + 1]
        return round_ < EVERY or any(abs(mark.round - round_) < EVERY for mark in beside)

    def _follow(self) -> None:
        for envelope in self._store.read(self.stream, self._read):
            key, round_, version = envelope.command.split("/")
            if key == self._key:
                insort(self._known, Mark(int(round_), int(version), envelope.version))
            self._read = envelope.version

    def _state(self, mark: Mark) -> tuple[State, int] | None:
        """A state that was kept, if it is what was signed and of a shape that is known."""
        envelope = next(self._store.read(self.stream, mark.entry - 1))
        try:
            kept = msgspec.msgpack.decode(envelope.body, type=Snapshot)
            if kept.version != mark.version or not genuine(kept, [self._signer.public]):
                return None
            state = SNAPSHOTS.read(kept.body)
        except (msgspec.DecodeError, UnreadableState):
            return None
        return (state, kept.version) if digest(state) == kept.state else None
