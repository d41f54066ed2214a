"""What roulette needs to know of a house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from croupier.games.roulette.wheel import WheelName


class Rules(Protocol):
    """The choices of a house that roulette reads."""

    @property
    def wheel(self) -> WheelName:
        """The wheel at the table."""

    @property
    def converted(self) -> bool:
        """Whether that wheel is used as a single-zero wheel."""

    @property
    def in_prison(self) -> bool:
        """Whether every player is offered In Prison."""

    @property
    def customary(self) -> frozenset[str]:
        """Customary spots that are not printed, by approval: 'trio 0-2-3', 'corner 0-1-2-3'."""

    @property
    def award_weights(self) -> Mapping[int, int]:
        """The Back2Back awards and how often each comes."""

    @property
    def bonus_balls(self) -> int:
        """How many balls the Spinner Winner bonus round has."""

    @property
    def primary_required(self) -> bool:
        """Whether a Roulette Up wager needs an ordinary wager beside it."""

    def reading(self, reading_id: str) -> str:
        """The answer where the rules are silent."""
        ...

    def rows(self, wager_id: str) -> frozenset[str]:
        """The paying rows of the pay table chosen for a wager."""
        ...
