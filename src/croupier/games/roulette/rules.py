"""What roulette needs to know of a house."""

from __future__ import annotations

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
        """Customary spots that are not printed and that an approval allows: 'trio 0-2-3', 'corner 0-1-2-3'."""
