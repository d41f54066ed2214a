"""Who may append to a stream: its owner, by a number that only grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.store.rows import Rows

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


def next_owner(rows: Rows, stream: str) -> int:
    """Raise the number of the owner, so that whoever had it before can append no more."""
    tip = rows.begin([(stream, "")])[0][stream]  # no command has an empty id
    rows.write({stream: tip._replace(owner=tip.owner + 1)}, [], {})
    return tip.owner + 1
