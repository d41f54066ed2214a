"""The options of a craps house: hardways on a come-out roll; areas, odds and commissions as in the base class."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from croupier.core.options import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class CrapsOptions(Options):
    """The choices of a house for craps."""

    hardways_on_come_out: bool = False  # house rules leave hardways active on a come-out roll

    def mechanism(self) -> Hashable:
        """Whether hardways work on a come-out roll."""
        return self.hardways_on_come_out

    def posted(self) -> list[str]:
        """Hardways, and odds by point."""
        hardways = "on" if self.hardways_on_come_out else "off"
        lines = [f"Hardways on a come-out roll: {hardways}"]
        for side, policy in self.odds.items():
            each = ", ".join(f"{point}: {times}x" for point, times in policy.multiples.items())
            lines.append(f"Odds ({side}): {each}")
        return lines
