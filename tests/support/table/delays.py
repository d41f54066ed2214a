"""What a device in tests draws from: the log at the close, or in a house with a delay its closing."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.store import Signer
from croupier.table import State
from croupier.table.closing import NOBODY, Closing, Published, closing_digest, delayed, signed_bytes, tree
from croupier.table.outcomes import Fixed

#: The key of the device in tests.
SIGNER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))


def signed(state: State, closing: Published, signer: Signer = SIGNER) -> dict[str, Any]:
    """The fields with which a device publishes a closing of this round."""
    message = signed_bytes(state.table_id, state.round, state.seal or "0" * 64, closing)
    return {"closing": closing, "key": signer.public.hex(), "signature": signer.sign(message).hex()}


def published(state: State, close: bytes) -> Published:
    """The closing of a table that is alone in its tick, without terminals; `close` is the digest of the log."""
    root, _ = tree([closing_digest(state.table_id, state.round, close.hex(), NOBODY, 0)])
    return Published(close.hex(), NOBODY, 0, root, (), state.house.delay)


def fixed(state: State, close: bytes) -> Fixed:
    """What the outcome is drawn from."""
    if state.closing is None:
        return close.hex()
    return Closing(**asdict(state.closing), delayed=delayed(state.closing.root, state.closing.iterations))
