"""Back2Back: the number before hits again, and an award is drawn for the whole table."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import ActName, At, Closed, Declared, Draws, Standing, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.show import WagerShow
from croupier.games.roulette.facts import Landed
from croupier.games.roulette.rules import Rules
from croupier.text.facts import WagerId


@implements("30-2299.01(2)", "47.1-2215.01(2)")
def no_previous_number(wager: str, act: ActName, at: At, cite: str) -> Refusal | None:
    """Placed with the other wagers; nothing can repeat before the table has shown a number (reading R20)."""
    if act == "place" and at.table.previous is None:
        return refuse(Code.NOT_NOW, "no-previous", cite=cite, wager=WagerId(wager))
    return None


@dataclass(frozen=True, kw_only=True)
class Back2Back(Declared):
    """Wins when the previous number repeats; the award is what it wins (reading R9)."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed with the other wagers, once there is a previous number."""
        return no_previous_number(self.id, act, at, "30-2299.01(4)") or Declared.may(self, act, standing, at)

    def step(self, state: None, fact: Landed) -> Step:
        """A repeat calls for the award."""
        return Draws(state, "award") if fact.repeats else Closed("lose")

    def draws_from(self, rules: Rules) -> Hashable:
        """The awards and their weights."""
        return tuple(rules.award_weights.items())

    def drawn(self, state: None, result: int) -> Step:
        """Paid at the award."""
        return Closed(str(result))

    def cite_of(self, row: str) -> str:
        """Decided by the repeat, paid at the award."""
        return "30-2299.01(4)" if row == "lose" else "30-2299.01(5)"


WAGERS = (
    Back2Back(
        id="back2back",
        cites=("30-2299.01(1)", "47.1-2215.01(1)"),
        row_cites=(
            ("lose", "30-2299.01(4)"),
            ("lose", "47.1-2215.01(4)"),
            ("award", "30-2299.01(5)"),
            ("award", "47.1-2215.01(5)"),
        ),
        asides=(("waits", "30-2299.01(5)"),),
        group="side-bets",
        watches=frozenset({"previous"}),
        show=WagerShow(
            name="Back2Back",
            printed=("BACK2BACK", ""),
            says="The previous number comes again",
            tracker="previous-number",
            schedule="award",
            terms=("award",),
        ),
    ),
)
