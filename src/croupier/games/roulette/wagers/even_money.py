"""Red, black, odd, even, 1 to 18 and 19 to 36, with In Prison where the house offers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from croupier.core.machine import Closed, Step
from croupier.games.roulette import in_prison
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.wager import OrdinaryWager

#: free: an ordinary wager · pardonable: may go In Prison on 0 · asked: the player may choose · imprisoned
State = Literal["free", "pardonable", "asked", "imprisoned"]


@dataclass(frozen=True, kw_only=True)
class EvenMoney(OrdinaryWager[State]):
    """Wins on half the numbers and loses on every zero (reading R4), except In Prison."""

    wins: Callable[[Landed], bool]

    def open(self, spot: str | None, table: RouletteTable, rules: Rules) -> State:
        """In Prison is offered to every player at the table or to none, and never on a converted wheel."""
        options = rules.options
        return "pardonable" if options.in_prison and not options.converted else "free"

    def step(self, state: State, fact: Landed) -> Step:
        """One spin decides it, unless it goes In Prison on 0: then the next spin does."""
        if state == "imprisoned":
            return in_prison.on_next_spin(self.wins(fact))
        if state == "pardonable" and fact.pocket == "0":
            return in_prison.on_zero()
        return Closed("win" if self.wins(fact) else "lose")

    def choose(self, state: State, choice: str) -> Step:
        """Take half the wager back now, or leave all of it for one more spin."""
        assert state == "asked"
        return in_prison.chosen(choice)


def _red(fact: Landed) -> bool:
    return fact.color == "red"


def _black(fact: Landed) -> bool:
    return fact.color == "black"


def _odd(fact: Landed) -> bool:
    return fact.number is not None and fact.number % 2 == 1


def _even(fact: Landed) -> bool:
    return fact.number is not None and fact.number % 2 == 0


def _low(fact: Landed) -> bool:
    return fact.number is not None and fact.number <= 18


def _high(fact: Landed) -> bool:
    return fact.number is not None and fact.number >= 19


def _even_money(wager: str, permits: str, defines: str, wins: Callable[[Landed], bool]) -> EvenMoney:
    """One even-money wager; it cites the paragraph that permits it and the one that defines it, in both editions."""
    return EvenMoney(
        id=wager,
        cites=(f"30-{permits}", f"47.1-{permits}", f"30-{defines}", f"47.1-{defines}"),
        row_cites=(("released", "30-2204(2)"), ("half-back", "30-2204(2)"), ("lost in prison", "30-2204(2)")),
        group="outside",
        wins=wins,
    )


WAGERS = (
    _even_money("red", "2203(6)(i)", "2201(10)(c)", _red),
    _even_money("black", "2203(6)(j)", "2201(10)(c)", _black),
    _even_money("odd", "2203(6)(k)", "2201(10)(d)", _odd),
    _even_money("even", "2203(6)(l)", "2201(10)(d)", _even),
    _even_money("low", "2203(6)(m)", "2201(10)(e)", _low),
    _even_money("high", "2203(6)(n)", "2201(10)(e)", _high),
)
