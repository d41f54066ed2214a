"""Wagers on the next roll: field, propositions, hops and 6-7-8."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from croupier.core.machine import Closed, Step
from croupier.games.craps.facts import CALLS, Rolled
from croupier.games.craps.wager import CrapsWager


@dataclass(frozen=True, kw_only=True)
class OneRoll(CrapsWager[None]):
    """Decided by the next roll, come-out or not."""

    row: Callable[[Rolled], str]

    def step(self, state: None, fact: Rolled) -> Step:
        """The row of the pay table that the roll leads to."""
        return Closed(self.row(fact))


def _field(fact: Rolled) -> str:
    if fact.total in (2, 12):
        return f"win on {fact.total}"
    return "win" if fact.total in (3, 4, 9, 10, 11) else "lose"


def _six_seven_eight(fact: Rolled) -> str:
    if fact.total not in (6, 7, 8):
        return "lose"
    return "win the hardway" if fact.hard else "win"


def _totals(*totals: int) -> Callable[[Rolled], str]:
    return lambda fact: "win" if fact.total in totals else "lose"


def _pair(low: int, high: int) -> Callable[[Rolled], str]:
    return lambda fact: "win" if fact.faces == (low, high) else "lose"


def _one(wager: str, number: int, row: Callable[[Rolled], str], group: str = "one-roll") -> OneRoll:
    return OneRoll(id=wager, cites=(f"47.1-2304({number})",), asides=CALLS, group=group, row=row)


# The rules print seventeen hops, in this order from 47.1-2304(22) on.
_HOPS = "2-2 3-3 4-4 5-5 1-3 1-4 2-3 1-5 2-4 1-6 2-5 3-4 2-6 3-5 3-6 4-5 4-6".split()

WAGERS = (
    _one("field", 11, _field, "field"),
    _one("any-seven", 12, _totals(7)),
    _one("any-craps", 13, _totals(2, 3, 12)),
    _one("craps-2", 14, _totals(2)),
    _one("craps-3", 15, _totals(3)),
    _one("craps-12", 16, _totals(12)),
    _one("eleven", 17, _totals(11)),
    *(
        _one(f"hop-{hop}", number, _pair(int(hop[0]), int(hop[2])), "hops")
        for number, hop in enumerate(_HOPS, start=22)
    ),
    _one("six-seven-eight", 39, _six_seven_eight),
)
