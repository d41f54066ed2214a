"""Snapshots of a table at past rounds, so that an old round can be replayed without starting at the first event.

They are kept in the stream `past/TABLE`, every 50 rounds, and signed. One with a wrong signature is ignored. They are
only a cache: a long replay of the table's stream writes those that are missing. Methods block.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

import msgspec

from croupier.conduct import Records, UnreadableState, register
from croupier.store import Conflict, Signer, Snapshot, Store, genuine, sign_after
from croupier.table import State, begin, digest, stream_of
from croupier.table.shapes import SNAPSHOTS

EVERY = 50  # rounds between two snapshots
KIND = "mark/1"


def _check(kind: str, body: bytes) -> None:
    if kind != KIND:
        raise ValueError(f"no state that was kept: {kind!r}")
    msgspec.msgpack.decode(body, type=Snapshot)


register(Records("past/", _check))


class PastSnapshot(NamedTuple):
    """Where a snapshot is: its round, the table version it was taken after, and its entry in `past/TABLE`."""

    round: int
    version: int
    entry: int


class PastSnapshots:
    """The past snapshots of one table."""

    def __init__(self, store: Store, table_id: str, signer: Signer) -> None:
        self.table, self.stream = table_id, f"past/{table_id}"
        self._store, self._signer, self._turn = store, signer, Lock()
        self._key = signer.public.hex()[:16]
        self._known: list[PastSnapshot] = []
        self._read = 0  # entries of `past/TABLE` read so far

    def before(self, round_: int | None = None) -> tuple[State, int]:
        """The last state kept before a round (default: the last of all) and its version; else an empty table."""
        with self._turn:
            self._follow()
            end = len(self._known) if round_ is None else bisect_left(self._known, (round_,))
            found = (self._state(snapshot) for snapshot in reversed(self._known[:end]))
            return next((each for each in found if each is not None), (begin(self.table), 0))

    def keep(self, state: State, version: int) -> None:
        """Keep the state after a durable version, unless a snapshot of a round less than 50 away exists."""
        if self._near(state.round):
            return
        with self._turn:
            self._follow()  # another process may have written one
            if self._near(state.round):
                return
            stream = stream_of(self.table)
            last = next(self._store.read(stream, version - 1))
            kept = self._signer.snapshot(stream, version, last.digest, digest(state), SNAPSHOTS.write(state))
            made, name = [(KIND, msgspec.msgpack.encode(kept))], f"{self._key}/{state.round}/{version}"
            with suppress(Conflict):  # another process appended one first
                done = self._store.append(self.stream, self._read, name, made, at=state.at)
                sign_after(self._store, self._signer, done, state.at)
            self._follow()

    def _near(self, round_: int) -> bool:
        place = bisect_left(self._known, (round_,))
        beside = self._known[max(0, place - 1) : place + 1]
        return round_ < EVERY or any(abs(snapshot.round - round_) < EVERY for snapshot in beside)

    def _follow(self) -> None:
        for envelope in self._store.read(self.stream, self._read):
            key, round_, version = envelope.command.split("/")
            if key == self._key:
                insort(self._known, PastSnapshot(int(round_), int(version), envelope.version))
            self._read = envelope.version

    def _state(self, snapshot: PastSnapshot) -> tuple[State, int] | None:
        """The state of a snapshot; None if its signature is wrong or its format is unknown."""
        envelope = next(self._store.read(self.stream, snapshot.entry - 1))
        try:
            kept = msgspec.msgpack.decode(envelope.body, type=Snapshot)
            if kept.version != snapshot.version or not genuine(kept, [self._signer.public]):
                return None
            state = SNAPSHOTS.read(kept.body)
        except (msgspec.DecodeError, UnreadableState):
            return None
        return (state, kept.version) if digest(state) == kept.state else None
