"""The servers on one store: which are alive, and which one runs each table.

When a server starts it records its address in the store, and when it becomes the owner of a table it records that,
both signed with its key. Only records of trusted servers count: those with the same key, and the named peers. A
server counts as alive while it owns its stream `floor/server/ADDRESS`. Methods block: call them from a thread.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from croupier.core.clock import Clock
from croupier.host.owner_records import KIND, STREAM, Claim, Owner, UnsignedOwner, read, written
from croupier.store import Conflict, Envelope, Owned, Signer, Store, genuine, sign_after
from croupier.store.base import START
from croupier.table import stream_of
from croupier.text.visible import visible

PATIENCE = 5.0  # seconds
#: How many servers that are not trusted are named in the log.
MOST_NAMED = 20
_log = logging.getLogger("croupier")


class Stranger(NamedTuple):
    """A table whose latest record is not of a trusted server; `version` is that of the record."""

    table: str
    version: int

    def __str__(self) -> str:
        return f"A server that this one does not trust runs table {self.table}, so it cannot be played here."


class Owners:
    """All servers of a store, as read from the stream so far. `peers` are the names of other trusted keys."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        address: str,
        clock: Clock,
        *,
        link: str | None = None,
        peers: Mapping[bytes, str] | None = None,
    ) -> None:
        self.address, self.link = address, link
        self.trusted = frozenset({signer.public, *(peers or {})})
        self._store, self._signer, self._clock, self._turn = store, signer, clock, Lock()
        self._claims: dict[str, Claim] = {}  # by table, the latest record of a trusted server
        self._strangers: dict[str, Stranger] = {}  # by table, the latest record of another
        self._others: set[str] = set()
        self._named: set[tuple[str, str]] = set()  # addresses and keys in the log
        self._version, self._digest = 0, START
        self._signed = False  # whether a signed record was read

    def start(self) -> None:
        """Record that this server is alive; it stays so until the store is closed."""
        # Wait: another server may be testing right now whether an earlier process at this address is alive.
        self._store.own(_life(self.address), wait=PATIENCE)
        self.announce(None, 0)

    def announce(self, table: str | None, number: int) -> None:
        """Record that this server runs a table, as the owner of its stream with this number."""
        said = Owner(self.address, self.link, table, number, self._signer.public.hex())
        while True:
            version, digest = self._read()
            body, now = written(self._signer, Claim(said, version + 1, digest)), self._clock.now()
            try:
                done = self._store.append(STREAM, version, f"owner/{uuid.uuid4()}", [(KIND, body)], at=now)
            except Conflict:  # another server was faster
                continue
            sign_after(self._store, self._signer, done, now)
            return

    def of(self, table: str) -> Owner | Stranger | None:
        """The server that runs a table, if it is trusted; None if that is not known, as while a table moves."""
        self._read()
        claim, stranger = self._claims.get(table), self._strangers.get(table)
        if claim is not None and claim.owner.number == self._store.end(stream_of(table)).owner:
            return claim.owner
        return stranger if stranger is not None and (claim is None or claim.version < stranger.version) else None

    def alive(self) -> int:
        """The number of trusted servers alive, this one included."""
        self._read()
        for address in tuple(self._others):
            try:
                self._store.own(_life(address)).release()
            except Owned:
                continue
            self._others.discard(address)
        return 1 + len(self._others)

    def _read(self) -> tuple[int, bytes]:
        """Read what is new; return the end of the stream."""
        with self._turn:
            for envelope in self._store.read(STREAM, self._version):
                self._version, self._digest = envelope.version, envelope.digest
                self._see(envelope)
            return self._version, self._digest

    def _see(self, envelope: Envelope) -> None:
        try:
            found = read(envelope)
        except ValueError as error:
            self._shout(envelope.version, "?", "", f"it cannot be read: {error}")
            return
        if isinstance(found, UnsignedOwner):
            self._strange(envelope.version, found.table)
            if self._signed:  # records from before an upgrade are not signed, and mean nothing any more
                self._shout(envelope.version, found.address, "", "it is not signed")
        elif not genuine(found, self.trusted):
            said = found.owner
            self._strange(envelope.version, said.table)
            why = "its signature is wrong" if found.key in self.trusted else f"no peer has its key {said.key}"
            self._shout(envelope.version, said.address, said.key, why)
        else:
            self._signed = True
            if found.owner.table is not None:
                self._claims[found.owner.table] = found
            if found.owner.address != self.address:
                self._others.add(found.owner.address)

    def _strange(self, version: int, table: str | None) -> None:
        if table is not None:
            self._strangers[table] = Stranger(table, version)

    def _shout(self, version: int, address: str, key: str, why: str) -> None:
        """Say once for each server in the log that it is not trusted."""
        if (address, key) in self._named or len(self._named) >= MOST_NAMED:
            return
        self._named.add((address, key))
        _log.error(
            "version %d of %s, of a server at %s, is not trusted: %s. Nothing is relayed there. If that server is "
            "yours, name its key in the file of --peers; otherwise somebody else writes to the store: audit it",
            version, STREAM, visible(address[:200]), visible(why[:200]),
        )  # fmt: skip


def _life(address: str) -> str:
    """The stream that a server owns while it is alive; nothing is ever written to it."""
    return f"floor/server/{address}"
