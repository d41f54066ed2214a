"""What a device in tests draws from: the log at the close, or in a house with a delay its closing."""

from __future__ import annotations

from dataclasses import asdict

from croupier.table import State
from croupier.table.closing import NOBODY, Closing, Published, closing_digest, delayed, tree
from croupier.table.outcomes import Fixed


def published(state: State, close: bytes) -> Published:
    """The closing of a table that is alone in its tick, without terminals; `close` is the digest of the log."""
    root, _ = tree([closing_digest(state.table_id, state.round, close.hex(), NOBODY, 0)])
    return Published(close.hex(), NOBODY, 0, root, (), state.house.delay)


def fixed(state: State, close: bytes) -> Fixed:
    """What the outcome is drawn from."""
    if state.closing is None:
        return close.hex()
    return Closing(**asdict(state.closing), delayed=delayed(state.closing.root, state.closing.iterations))
