"""What roulette needs to know of a house."""

from __future__ import annotations

from typing import Protocol

from croupier.games.roulette.options import RouletteOptions


class Rules(Protocol):
    """The choices of a house that roulette reads."""

    @property
    def options(self) -> RouletteOptions:
        """The wheel, In Prison and the like."""

    def reading(self, reading_id: str) -> str:
        """The answer where the rules are silent."""
        ...

    def rows(self, wager_id: str) -> frozenset[str]:
        """The paying rows of the pay table chosen for a wager."""
        ...
