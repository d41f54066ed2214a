"""What craps needs to know of a house."""

from __future__ import annotations

from typing import Literal, Protocol

from croupier.games.craps.options import CrapsOptions

Variant = Literal["craps", "craps-free"]


class HasVariant(Protocol):
    """A house, as far as the meaning of a roll goes."""

    @property
    def variant(self) -> str:
        """Craps, or Craps Free Craps."""


class Rules(HasVariant, Protocol):
    """The choices of a house that craps reads."""

    @property
    def offered(self) -> frozenset[str]:
        """The wagers taken at the table."""

    @property
    def options(self) -> CrapsOptions:
        """Hardways on a come-out roll, and the like."""
