"""The seven wagers of the Big Six wheel."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.machine import Closed, Step
from croupier.games.big_six.facts import Clapped
from croupier.games.big_six.wager import BigSixWager
from croupier.games.big_six.wheel import SYMBOLS


@dataclass(frozen=True, kw_only=True)
class Section(BigSixWager[None]):
    """Wins when the clapper rests in a section with its symbol."""

    def step(self, state: None, fact: Clapped) -> Step:
        """One spin decides."""
        return Closed("win" if fact.symbol == self.id else "lose")


WAGERS = tuple(Section(id=symbol, cites=("30-2704",), group="sections") for symbol in SYMBOLS)
