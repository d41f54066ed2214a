"""What a terminal may see at a close: a good round, and every fault, by the word that the page of a terminal uses."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec

from croupier.core.delay import PATIENCE_MS
from croupier.table.closing import Published, closing_digest, signed_bytes, tree
from croupier.table.witness import Seen
from tests.support.table.delays import SIGNER
from tests.support.table.outcomes import LOG, SEAL

NONCES = tuple(sha256(b"nonce %d" % number).hexdigest()[:32] for number in range(5))


def good() -> Seen:
    """A round in which a terminal took part, with four others and another table in the tick."""
    nonces, own = tree(NONCES)
    digest = closing_digest(SEAL.table, SEAL.round, LOG, nonces, len(NONCES))
    root, paths = tree([digest, "cd" * 32])
    closing = Published(LOG, nonces, len(NONCES), root, paths[digest], 1_000)
    message = signed_bytes(SEAL.table, SEAL.round, SEAL.commitment, closing)
    return Seen(
        format="croupier evidence 1", table=SEAL.table, round=SEAL.round, commitment=SEAL.commitment,
        key=SIGNER.public.hex(), iterations=1_000, nonce=NONCES[3], at=1_700_000_000_000, waited=PATIENCE_MS,
        closing=closing, path=own[NONCES[3]], signature=SIGNER.sign(message).hex(),
    )  # fmt: skip


def but(seen: Seen, **change: Any) -> Seen:
    """The same with something else."""
    return msgspec.structs.replace(seen, **change)


def cases() -> dict[str, Seen]:
    """By its fault, what a terminal saw."""
    seen = good()
    assert seen.closing is not None
    assert seen.signature is not None
    return {
        "good": seen,
        "late": but(seen, waited=PATIENCE_MS + 1),
        "missing": but(seen, nonce="ab" * 16),
        "delay": but(seen, iterations=2_000),
        "root": but(seen, closing=replace(seen.closing, log="ef" * 32)),
        "signature": but(seen, signature="00" + seen.signature[2:]),
    }
