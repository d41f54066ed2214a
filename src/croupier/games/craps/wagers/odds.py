"""Odds behind pass, don't pass, come, don't come and put wagers: settled together with the wager they support."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.machine import ActName, Declared, Standing, Step
from croupier.core.options import Side
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.craps import dice
from croupier.games.craps.facts import CrapsTable, Rolled
from croupier.games.craps.rules import Rules
from croupier.games.craps.wager import At, CrapsWager
from croupier.games.craps.wagers.numbers import inactive_on_come_out
from croupier.text.facts import WagerId


@dataclass(frozen=True, kw_only=True)
class OddsBehind(CrapsWager[None]):
    """Odds behind a wager. Its rows are the points. It is settled together with the wager it supports."""

    by_number: bool = False  # whether its spot is a number: come, don't come and put odds
    rests: bool = False  # off during a come-out roll

    def spots(self, rules: Rules) -> tuple[str | None, ...]:
        """The numbers, for odds on a number."""
        return tuple(map(str, dice.POINTS)) if self.by_number else (None,)

    def read_spot(self, text: str | None, rules: Rules) -> str | Refusal | None:
        """Odds behind a come or put wager need its number."""
        if not self.by_number:
            return Declared.read_spot(self, text, rules)
        if text is None:
            return refuse(Code.SPOT_MISSING, "odds", cite=self.cite, wager=WagerId(self.id))
        if text in self.spots(rules):
            return text
        return refuse(Code.SPOT_ILLEGAL, "odds", cite=self.cite, text=text)

    def parent_of(self, spot: str | None) -> tuple[str, str | None]:
        """The wager and spot that these odds support."""
        assert self.parent is not None
        return (f"put-{spot}", None) if self.parent == "put" else (self.parent, spot)

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed, changed, called on and off at any time while the wager it supports has a point."""
        return None

    def works(self, standing: Standing, table: CrapsTable) -> bool:
        """Come odds and put odds are off during a come-out roll (reading C2)."""
        return not (self.rests and inactive_on_come_out(table))

    def step(self, state: None, fact: Rolled) -> Step:
        """Never called: the wager it supports is decided instead."""
        raise AssertionError(f"{self.id} is decided by the wager it supports")


def _odds(parent: str, cite: str, side: Side, *, by_number: bool = False, rests: bool = False) -> OddsBehind:
    return OddsBehind(
        id=f"{parent}-odds",
        cites=(cite,),
        group="odds",
        parent=parent,
        side=side,
        by_number=by_number,
        rests=rests,
    )


WAGERS = (
    _odds("pass", "47.1-2308(1)", "take"),
    _odds("dont-pass", "47.1-2308(2)", "lay"),
    _odds("come", "47.1-2308(3)", "take", by_number=True, rests=True),
    _odds("dont-come", "47.1-2308(4)", "lay", by_number=True),
    _odds("put", "47.1-2304(42)", "take", by_number=True, rests=True),
)
