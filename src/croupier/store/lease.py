"""Who may append to a stream: its owner, by a number that only grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.store.store import Store


@dataclass(frozen=True, slots=True)
class Lease:
    """A stream that this store owns, by its number; a later owner has a higher one."""

    store: Store
    stream: str
    number: int

    def release(self) -> None:
        """Let another own it."""
        self.store.disown(self)

    def __enter__(self) -> Lease:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
