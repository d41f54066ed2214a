"""Sessions compared with closed forms, enumeration by hand, and equations solved another way."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from croupier import chain, house
from croupier.chain.compile import Chain
from croupier.chain.plans.flat import Flat
from tests.support.sessions import assert_enclosed, made_up, on_red, only_floats

WIN, LOSE = Fraction(18, 38), Fraction(20, 38)


def test_gamblers_ruin_in_closed_form() -> None:
    """$10 on red, $100 to begin with, $200 to reach: the classical formulas, exactly."""
    found = chain.session(on_red(), 100_00, goal=200_00)
    ratio = LOSE / WIN
    reached = (1 - ratio**10) / (1 - ratio**20)
    assert found.exact
    assert found.error == 0
    assert found.ends["goal"] == reached
    assert found.ends["ruin"] == 1 - reached
    assert found.rounds == (10 - 20 * reached) / (LOSE - WIN)
    assert found.results == ((-100_00, 1 - reached), (100_00, reached))
    assert (found.median, found.expectation) == (-100_00, 100_00 * (2 * reached - 1))
    assert found.kelly is None
    assert not found.notes


def test_two_rounds_by_hand() -> None:
    found = chain.session(on_red(), 100_00, max_rounds=2)
    assert found.results == ((-20_00, LOSE**2), (0, 2 * WIN * LOSE), (20_00, WIN**2))
    assert found.drawdowns == ((0, WIN**2), (10_00, 2 * WIN * LOSE), (20_00, LOSE**2))
    assert found.rounds == 2
    assert found.ends["rounds"] == 1
    assert found.median == 0


def test_every_path_of_six_rounds() -> None:
    """Enumeration: goal, loss limit, ruin and the last round, with the deepest fall of every path."""
    results: dict[int, Fraction] = {}
    falls: dict[int, Fraction] = {}
    for path in product((1, -1), repeat=6):
        wealth = peak = 30
        fall = 0
        chance = Fraction(1)
        for step in path:
            chance *= WIN if step > 0 else LOSE
            if wealth not in (50, 10):
                wealth += 10 * step
                peak = max(peak, wealth)
                fall = max(fall, peak - wealth)
        results[wealth - 30] = results.get(wealth - 30, Fraction(0)) + chance
        falls[fall] = falls.get(fall, Fraction(0)) + chance
    found = chain.session(on_red(), 30_00, goal=50_00, loss_limit=20_00, max_rounds=6)
    assert found.results == tuple((100 * net, results[net]) for net in sorted(results))
    assert found.drawdowns == tuple((100 * fall, falls[fall]) for fall in sorted(falls))
    assert found.ends["loss-limit"] == results[-20]
    assert found.ends["ruin"] == 0


def test_a_player_who_cannot_cover_the_plan_is_ruined() -> None:
    """$25 with $10 per round: after two losses $5 is left, which the player keeps."""
    found = chain.session(on_red(), 25_00, max_rounds=2)
    assert found.ends["ruin"] == LOSE**2
    assert found.results[0] == (-20_00, LOSE**2)


def test_odds_that_cannot_be_covered_are_ruin() -> None:
    """Pass $10 with 2x odds and a bankroll of $10: any point is ruin, since $30 are needed; the player keeps $10."""
    plan = Flat("line", (("pass", None, 10_00),), odds=2)
    found = chain.session(chain.compile(house.load("colorado-craps"), plan), 10_00, max_rounds=1)
    assert found.ends["ruin"] == Fraction(24, 36) + Fraction(4, 36)
    assert dict(found.results) == {-10_00: Fraction(4, 36), 0: Fraction(24, 36), 10_00: Fraction(8, 36)}


@pytest.mark.parametrize("terms", [{"goal": 60_00}, {"max_rounds": 12}, {"goal": 60_00, "max_rounds": 12}])
def test_chances_add_up(terms: dict[str, int]) -> None:
    found = chain.session(on_red(), 40_00, **terms)
    assert sum(found.ends.values()) == 1
    assert sum(chance for _, chance in found.results) == 1
    assert found.drawdowns is not None
    assert sum(chance for _, chance in found.drawdowns) == 1


def _enumerated(played: Chain, bankroll: int, rounds: int, goal: int) -> tuple[dict[int, Fraction], ...]:
    """Every path through the chain's steps: results, deepest falls and lengths."""
    results: dict[int, Fraction] = {}
    falls: dict[int, Fraction] = {}
    lengths: dict[int, Fraction] = {}
    paths = [(0, bankroll, bankroll, 0, 0, Fraction(1))]
    while paths:
        state, wealth, peak, fall, length, chance = paths.pop()
        weight = sum(step.weight for step in played.steps[state])
        for step in played.steps[state]:
            left, often = wealth + step.net, chance * step.weight / weight
            high = max(peak, left)
            deep = max(fall, high - left)
            over = left >= goal or left == 0 or left < played.standing[step.next] or length + 1 == rounds
            if not over:
                paths.append((step.next, left, high, deep, length + 1, often))
                continue
            for found, key in ((results, left - bankroll), (falls, deep), (lengths, length + 1)):
                found[key] = found.get(key, Fraction(0)) + often
    return results, falls, lengths


@pytest.mark.parametrize(
    ("name", "bankroll", "rounds"),
    [
        ("pass-odds-place-6-8", 60_00, 4),
        ("james-bond", 400_00, 2),
        ("iron-cross", 50_00, 4),
        ("martingale", 30_00, 3),
    ],
)
def test_every_path_through_the_steps(name: str, bankroll: int, rounds: int) -> None:
    plan = chain.BUILT_IN[name]
    played = chain.compile(house.load(plan.house), plan)
    goal = bankroll + 40_00
    results, falls, lengths = _enumerated(played, bankroll, rounds, goal)
    found = chain.session(played, bankroll, goal=goal, max_rounds=rounds)
    assert dict(found.results) == results
    assert found.drawdowns is not None
    assert dict(found.drawdowns) == falls
    assert found.rounds == sum(length * chance for length, chance in lengths.items())


def _solved(played: Chain, bankroll: int, goal: int) -> tuple[Fraction, Fraction]:
    """Another solution: the chance of the goal and the rounds to the end, from equations for every node."""
    nodes = [(s, w) for s in range(len(played.steps)) for w in range(0, goal, 100) if played.standing[s] <= w > 0]
    number = {node: at for at, node in enumerate(nodes)}
    rows = []
    for state, wealth in nodes:
        row = [Fraction(0)] * (len(nodes) + 2)
        row[number[state, wealth]] += 1
        row[-1] += 1
        weight = sum(step.weight for step in played.steps[state])
        for step in played.steps[state]:
            to = step.next, wealth + step.net
            if to in number:
                row[number[to]] -= Fraction(step.weight, weight)
            elif to[1] >= goal:
                row[-2] += Fraction(step.weight, weight)
        rows.append(row)
    for at in range(len(rows)):
        pivot = next(row for row in range(at, len(rows)) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at and rows[other][at]:
                by = rows[other][at]
                rows[other] = [a - by * b for a, b in zip(rows[other], rows[at], strict=True)]
    start = rows[number[0, bankroll]]
    return start[-2], start[-1]


@pytest.mark.parametrize("seed", range(4))
def test_a_made_up_chain_is_solved_exactly(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exact solution and the floats agree with equations solved another way."""
    played = made_up(seed)
    goal, rounds = _solved(played, 600, 1000)
    exact = chain.session(played, 600, goal=1000)
    assert (exact.exact, exact.ends["goal"], exact.rounds) == (True, goal, rounds)
    only_floats(monkeypatch)
    rough = chain.session(played, 600, goal=1000)
    assert abs(Fraction(rough.ends["goal"]) - goal) <= Fraction(rough.error) < Fraction(1, 10**9)
    assert abs(Fraction(rough.rounds) - rounds) <= Fraction(rough.rounds_error) < Fraction(1, 10**6)
    assert_enclosed(exact, rough)
