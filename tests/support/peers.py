"""Servers that know each other by their keys, as far as a test needs them without a process of their own."""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.core.clock import Clock
from croupier.floor.owners import Owners
from croupier.store import Signer, Store
from croupier.table import stream_of
from croupier.web.server.link import Link


class Peer(NamedTuple):
    """A server: its key, and where browsers and other servers find it."""

    signer: Signer
    address: str = "http://127.0.0.1:8000"
    link: str = "127.0.0.1:1"

    @classmethod
    def new(cls, address: str = "http://127.0.0.1:8000", link: str = "127.0.0.1:1") -> Peer:
        """A server with a key of its own."""
        return cls(Signer(Ed25519PrivateKey.generate()), address, link)

    def owners(self, store: Store, *trusted: Peer) -> Owners:
        """The servers of a store as this one knows them."""
        peers = {each.signer.public: each.address for each in trusted}
        return Owners(store, self.signer, self.address, Clock(), link=self.link, peers=peers)

    def takes(self, store: Store, table: str) -> None:
        """Become the owner of a table, and record it; the next owner may take it at once."""
        with store.own(stream_of(table)) as lease:
            self.owners(store).announce(table, lease.number)

    def ends(self, *trusted: Peer) -> Link:
        """The ends of its connections to other servers."""
        return ends(self.signer, [each.signer.public for each in trusted])


def ends(signer: Signer, keys: Collection[bytes]) -> Link:
    """The ends of connections of a server with this key, which trusts its own key and these."""
    with tempfile.TemporaryDirectory() as folder:
        return Link(signer, {signer.public, *keys}, Path(folder))
