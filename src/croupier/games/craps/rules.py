"""What craps needs to know of a house."""

from __future__ import annotations

from typing import Literal, Protocol

Variant = Literal["craps", "craps-free"]


class Rules(Protocol):
    """The choices of a house that craps reads."""

    @property
    def variant(self) -> str:
        """Craps, or Craps Free Craps."""

    @property
    def offered(self) -> frozenset[str]:
        """The wagers taken at the table."""

    @property
    def hardways_on_come_out(self) -> bool:
        """Whether house rules leave hardways active on a come-out roll."""
