"""What a Big Six house chooses: themed symbols. And what it states about its wheel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.core.options import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class BigSixOptions(Options):
    """The choices of a house for the Big Six wheel."""

    wheel_inches: int | None = None  # the diameter of the wheel; None in a house file of an earlier version
    glass: bool | None = None  # whether glass covers the sections
    symbols: Mapping[str, str] = field(default_factory=dict)  # symbol -> its theme in place of the dollar figure

    def posted(self) -> list[str]:
        """The wheel and the themed symbols, for the posted rules."""
        wheel = [] if self.lacks() else [f"Wheel: {self.wheel_inches} inches in diameter, sections under glass"]
        return [*wheel, *(f"Symbol {key}: {text}" for key, text in self.symbols.items())]

    def lacks(self) -> tuple[str, str] | None:
        """The diameter of the wheel and its glass must be stated."""
        key = "wheel_inches" if self.wheel_inches is None else "glass" if self.glass is None else None
        return None if key is None else (f"options.{key}", "30-2702(1)")

    def called(self, outcome: str) -> str | None:
        """The themed symbol that the dealer calls for an outcome, if there is one."""
        return self.symbols.get(outcome)
