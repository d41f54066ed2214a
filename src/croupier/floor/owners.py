"""The servers on one store: which are alive, and which one runs each table.

When a server starts it records its address in the store, and when it becomes the owner of a table it records that.
A server counts as alive while it owns its stream `floor/server/ADDRESS`. Methods block: call them from a thread.
"""

from __future__ import annotations

import time
import uuid
from threading import Lock

import msgspec

from croupier.conduct import Records, register
from croupier.store import Conflict, Owned, Store

STREAM = "floor/owners"
KIND = "owner/1"
PATIENCE = 5.0  # seconds


class Owner(msgspec.Struct, frozen=True):
    """A server's address and a table that it runs; without a table it means that the server started."""

    address: str
    table: str | None = None


def _check(kind: str, body: bytes) -> None:
    if kind != KIND:
        raise ValueError(f"no record of an owner: {kind!r}")
    msgspec.json.decode(body, type=Owner)


register(Records(STREAM, _check))


class Owners:
    """All servers of a store, as read from the stream so far."""

    def __init__(self, store: Store, address: str) -> None:
        self.address = address
        self._store, self._turn = store, Lock()
        self._tables: dict[str, str] = {}
        self._others: set[str] = set()
        self._version = 0

    def start(self) -> None:
        """Record that this server is alive; it stays so until the store is closed."""
        # Wait: another server may be testing right now whether an earlier process at this address is alive.
        self._store.own(_life(self.address), wait=PATIENCE)
        self.announce(None)

    def announce(self, table: str | None) -> None:
        """Record that this server runs a table."""
        body = msgspec.json.encode(Owner(self.address, table))
        while True:
            self._read()
            try:
                self._store.append(STREAM, self._version, f"owner/{uuid.uuid4()}", [(KIND, body)], at=_now())
            except Conflict:  # another server was faster
                continue
            return

    def of(self, table: str) -> str | None:
        """The address of the server that runs a table, by the latest record."""
        self._read()
        return self._tables.get(table)

    def alive(self) -> int:
        """The number of servers alive, this one included."""
        self._read()
        for address in tuple(self._others):
            try:
                self._store.own(_life(address)).release()
            except Owned:
                continue
            self._others.discard(address)
        return 1 + len(self._others)

    def _read(self) -> None:
        with self._turn:
            for envelope in self._store.read(STREAM, self._version):
                said = msgspec.json.decode(envelope.body, type=Owner)
                self._version = envelope.version
                if said.table is not None:
                    self._tables[said.table] = said.address
                if said.address != self.address:
                    self._others.add(said.address)


def _life(address: str) -> str:
    """The stream that a server owns while it is alive; nothing is ever written to it."""
    return f"floor/server/{address}"


def _now() -> int:
    return time.time_ns() // 1000
