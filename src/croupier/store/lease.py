"""The right to append to a stream. Each new owner of a stream gets a higher number than the one before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.store.store import Store


@dataclass(frozen=True, slots=True)
class Lease:
    """A stream that this store owns, with the number of this ownership."""

    store: Store
    stream: str
    number: int

    def release(self) -> None:
        """Give up the ownership, so that others can own the stream."""
        self.store.disown(self)

    def __enter__(self) -> Lease:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
