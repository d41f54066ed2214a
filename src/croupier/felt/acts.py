"""What a player may do between outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.core.money import cents


@dataclass(frozen=True, slots=True)
class _Amount:
    """An amount that is added to a wager or taken from it."""

    wager: str
    amount: int
    spot: str | None = None

    def __post_init__(self) -> None:
        cents(self.amount)


@dataclass(frozen=True, slots=True)
class Place(_Amount):
    """Put an amount on a wager; if there is one already, this raises it (reading A3)."""

    tip: bool = False  # for the dealers


@dataclass(frozen=True, slots=True)
class Raise(_Amount):
    """Add to a wager on the layout."""


@dataclass(frozen=True, slots=True)
class Reduce(_Amount):
    """Take part of a wager back. Taking all of it back is `TakeDown`."""


@dataclass(frozen=True, slots=True)
class TakeDown:
    """Take a wager back."""

    wager: str
    spot: str | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """Call a wager On or Off. The call holds until it is changed or the wager leaves the layout."""

    wager: str
    on: bool
    spot: str | None = None
    tip: bool = False  # for the dealers
    alike: bool = False  # the call is for all wagers of the player that are like this one


Act: TypeAlias = Place | Raise | Reduce | TakeDown | Call
