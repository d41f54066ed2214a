"""A sealed history of two streams, and what verifying it finds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.store import Fault, Head, Store
from croupier.store.seal import Signer
from croupier.store.sql import Tables
from croupier.store.verifying import Verified, verify
from tests.support.stores import SIGNER, fill, snap

OTHER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))

KEYS = [SIGNER.public]


def history(store: Store) -> list[Head]:
    """Two streams, a refused command, a snapshot; a head at versions 2 and 4 of the first, one of its records too."""
    done = fill(store, "t", 4)
    refused = store.append("t", 4, "no", [], at=9, answer=b"not now")
    fill(store, "wheel", 2, each=2)
    snap(store, "t", 3, b"digest", b"state")
    heads = [
        SIGNER.seal("t", 2, done[1].digest, 7),
        SIGNER.seal("t", 4, done[3].digest, 7, None, refused.number, refused.check),
    ]
    for head in heads:
        store.save_head(head)
    return heads


WHOLE = Verified(streams=2, events=6, commands=6, heads=2, snapshots=1)


def check(rows: Tables, heads: list[Head] | None = None) -> Verified | Fault:
    """Verify the store in these rows with the keys that are known."""
    with Store(rows) as store:
        return verify(store, keys=KEYS, heads=heads or ())


@contextmanager
def undone(rows: Tables) -> Iterator[None]:
    """Undo all changes made in the block."""
    rows.run("BEGIN")
    yield
    rows.rollback()
