"""What a Big Six house chooses: themed symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.core.options import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class BigSixOptions(Options):
    """The choices of a house for the Big Six wheel."""

    symbols: Mapping[str, str] = field(default_factory=dict)  # symbol -> its theme in place of the dollar figure

    def posted(self) -> list[str]:
        """The themed symbols, for the posted rules."""
        return [f"Symbol {key}: {text}" for key, text in self.symbols.items()]

    def called(self, outcome: str) -> str | None:
        """The themed symbol that the dealer calls for an outcome, if there is one."""
        return self.symbols.get(outcome)
