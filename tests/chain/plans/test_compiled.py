"""Plans compiled to chains: the exact net of a round, compared with the price of each wager alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier import chain, house
from croupier.chain.plans.flat import Flat
from croupier.felt import Place
from croupier.games.craps.facts import CrapsTable


def _flat(*wagers: str, odds: int = 0) -> Flat:
    return Flat("flat", tuple((wager, None, 10_00) for wager in wagers), odds=odds)


@pytest.mark.parametrize("wager", ["pass", "dont-pass", "field", "any-seven", "horn", "hard-6", "big-8", "put-6"])
def test_a_flat_plan_nets_the_price_of_its_wager(wager: str) -> None:
    """A wager that is placed again at once is exposed in every round: its net per round is its edge per round."""
    table = house.load("colorado-craps", change={"options.hardways_on_come_out": True})
    stake = 8_00 if wager == "horn" else 10_00
    compiled = chain.compile(table, Flat("flat", ((wager, None, stake),)))
    price = chain.worth(table, wager)
    found = chain.gain(compiled)
    assert found.edge == price.edge
    assert found.net == -price.edge_per_round * stake


def test_line_and_odds_per_dollar_of_all_action() -> None:
    table = house.load("colorado-craps")
    multiples = dict.fromkeys((4, 5, 6, 8, 9, 10), 2)
    assert chain.gain(chain.compile(table, _flat("pass", odds=2))).edge == Fraction(1, 165)
    assert chain.worth(table, "pass", multiples=multiples).edge == Fraction(1, 165)


def test_a_flat_plan_goes_to_prison() -> None:
    table = house.load("colorado-single-zero")
    price = chain.worth(table, "red", choice="imprison")
    found = chain.gain(chain.compile(table, _flat("red")))
    assert found.edge == price.edge == Fraction(19, 1369)
    assert found.net == -price.edge_per_round * 10_00


def test_independent_wagers_add_up() -> None:
    """Expectation is linear: the net of three roulette wagers together is the sum of their nets."""
    table = house.load("colorado-double-zero")
    together = chain.gain(chain.compile(table, _flat("red", "odd", "low"))).net
    assert together == sum(chain.gain(chain.compile(table, _flat(wager))).net for wager in ("red", "odd", "low"))


def test_the_side_bet_of_a_whole_hand() -> None:
    """$1 on the line and $100 on Super Front Line Winner for every shooter: each nets its own price per round."""
    table = house.load("colorado-craps")
    line, side = chain.worth(table, "pass"), chain.worth(table, "super-front-line-winner")
    found = chain.gain(chain.compile(table, EveryHand()))
    assert found.net == -(line.edge_per_round * 1_00 + side.edge_per_round * 100_00)


class EveryHand:
    """Pass, and Super Front Line Winner before every shooter's first roll."""

    name = "every-hand"
    wagers = frozenset({"pass", "super-front-line-winner"})

    def begin(self) -> None:
        return None

    def moves(self, view: chain.View, memory: object) -> tuple[tuple[Place, ...], object]:
        acts = [] if view.standing("pass") or not CrapsTable.of(view).come_out else [Place("pass", 1_00)]
        fresh = view.standing("super-front-line-winner") is None and not CrapsTable.of(view).hand.rolled
        return (*acts, *([Place("super-front-line-winner", 100_00)] if fresh else [])), memory


def test_a_plan_that_breaks_a_rule_is_refused_with_its_paragraph() -> None:
    class Come:
        name = "come-on-a-come-out"
        wagers = frozenset({"come"})

        def begin(self) -> None:
            return None

        def moves(self, view: chain.View, memory: object) -> tuple[tuple[Place, ...], object]:
            return (Place("come", 5_00),), memory

    with pytest.raises(chain.PlanRefused, match=r"47\.1-2304\(3\)") as refused:
        chain.compile(house.load("colorado-craps"), Come())
    assert refused.value.refusal.code.word == "not-now"


def test_a_chain_too_large_says_how_large_and_what_made_it_so() -> None:
    class Counts:
        name = "counts-for-ever"
        wagers = frozenset({"red"})

        def begin(self) -> int:
            return 0

        def moves(self, view: chain.View, memory: object) -> tuple[tuple[Place, ...], int]:
            assert isinstance(memory, int)
            return (Place("red", 1_00),), memory + 1

    with pytest.raises(chain.TooLarge, match=r"more than 50 states: 51 memories"):
        chain.compile(house.load("colorado-triple-zero"), Counts(), most=50)


@pytest.mark.parametrize(("answer", "edge"), [("half-back", Fraction(1, 74)), ("imprison", Fraction(19, 1369))])
def test_results_of_a_choice_count_in_the_round(answer: str, edge: Fraction) -> None:
    """In Prison at single zero: half the wager back on 0 is part of that round's net."""

    class Answers:
        name = f"red-{answer}"
        wagers = frozenset({"red"})

        def begin(self) -> None:
            return None

        def moves(self, view: chain.View, memory: object) -> tuple[tuple[Any, ...], object]:
            due = [chain.Answer("red", answer)] if any(each.choices for each in view.mine) else []
            free = [each for each in view.mine if not each.choices and not each.locked]
            return (*due, *([] if free else [Place("red", 10_00)])), memory

    table = house.load("colorado-single-zero")
    found = chain.gain(chain.compile(table, Answers()))
    wagered = Fraction(10_00)  # a fresh wager every round; the imprisoned one stands beside it
    assert found.net == -edge * wagered
