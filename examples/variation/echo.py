"""Echo, an invented side bet for craps: the total of the next roll comes again on the roll after it.

This one file contains the whole wager: when it may be placed, its state, what a roll does to it, and what it pays.
The house file beside it names the approval; without one the wager is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.machine import ActName, Closed, Standing, Stands, Step
from croupier.core.refusal import Refusal
from croupier.games.craps.facts import Rolled
from croupier.games.craps.wager import At, CrapsWager

GAME = "craps"


@dataclass(frozen=True, kw_only=True)
class Echo(CrapsWager[int | None]):
    """Wins if the next two rolls have the same total. State: the first total, None before the first roll."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Like any wager, but it may not be changed after its first roll."""
        if standing is not None and standing.state is not None:
            return self.unchanged()
        return CrapsWager.may(self, act, standing, at)

    def step(self, state: int | None, fact: Rolled) -> Step:
        """The first roll is remembered, the second decides."""
        if state is None:
            return Stands(fact.total)
        return Closed("echo" if fact.total == state else "lose")


WAGERS = (Echo(id="echo", group="side-bets"),)
PAYS = {"echo": {"echo": "7 to 1"}}
