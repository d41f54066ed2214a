"""What craps reads of a house."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from croupier.core import rules
from croupier.games.craps.options import CrapsOptions

Variant = Literal["craps", "craps-free"]
Rules: TypeAlias = rules.Rules[CrapsOptions]


class HasVariant(Protocol):
    """The part of a house that decides what a roll means."""

    @property
    def variant(self) -> str:
        """Craps, or Craps Free Craps."""
