"""Bounds of drawdowns and of errors: they contain the exact values."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from croupier import chain, house, sim
from croupier.chain.session import drawdown, floats
from croupier.chain.session import game as session_game
from croupier.sim.totals import SessionTotals
from tests.support.sessions import Terms, apart, assert_enclosed, made_up, on_red, only_floats

ENCLOSED: list[Terms] = [
    {"goal": 800},
    {"goal": 1000},
    {"max_rounds": 12},
    {"goal": 1100, "max_rounds": 12},
    {"max_rounds": 12, "loss_limit": 300},
    {"goal": 900, "loss_limit": 300},
]


@pytest.mark.parametrize("terms", ENCLOSED, ids=str)
@pytest.mark.parametrize("work", [1, 100_000_000])
@pytest.mark.parametrize("seed", range(3))
def test_bounds_of_drawdowns(terms: Terms, work: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With peaks rounded as coarsely as possible, and without rounding."""
    monkeypatch.setattr(session_game, "MOST_MOVES", 10**7)
    exact = chain.session(made_up(seed), 600, **terms)
    only_floats(monkeypatch)
    monkeypatch.setattr(drawdown, "MOST_WORK", work)
    rough = chain.session(made_up(seed), 600, **terms)
    assert not rough.exact
    assert_enclosed(exact, rough)
    if work > 1:
        assert rough.drawdown_high - rough.drawdown_low < 1e-3


@cache
def _fallen(seed: int, bankroll: int, goal: int, fall: int) -> float:
    """Another solution for the chance of a fall: one equation for every state, wealth and highest wealth."""
    if fall <= 0:
        return 1.0
    played = made_up(seed)
    top, states = goal // 100, range(len(played.steps))
    nodes = [(s, w, p) for s in states for p in range(1, top) for w in range(max(1, p - fall + 1), p + 1)]
    number = {node: at for at, node in enumerate(nodes)}
    matrix, right = np.eye(len(nodes)), np.zeros(len(nodes))
    for (state, wealth, peak), at in number.items():
        if 100 * wealth < played.standing[state]:
            continue
        weight = sum(step.weight for step in played.steps[state])
        for step in played.steps[state]:
            left = wealth + step.net // 100
            to = step.next, left, max(peak, left)
            if to in number:
                matrix[at, number[to]] -= step.weight / weight
            elif to[2] - left >= fall:
                right[at] += step.weight / weight
    return float(np.linalg.solve(matrix, right)[number[0, bankroll // 100, bankroll // 100]])


FAR_OFF = (400, 2000)  # cents to begin with, and to reach


@pytest.mark.parametrize("work", [1, 2_000_000])
@pytest.mark.parametrize("far", [0.0, 2.0], ids=["planes to the goal", "planes as far as needed"])
@pytest.mark.parametrize("seed", range(3))
def test_a_fall_on_the_way_to_a_far_goal(seed: int, far: float, work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds contain the solution of the equations, whatever other falls are computed at the same time."""
    game = session_game.game(made_up(seed), *FAR_OFF, None)
    solved = floats.to_the_end(game)
    assert solved is not None
    monkeypatch.setattr(drawdown, "MOST_WORK", work)
    monkeypatch.setattr(drawdown, "FAR", far)
    spared = sum(float(chance) for ending, chance in solved.endings.items() if ending[1] >= game.calm) + solved.error
    found: dict[int, tuple[float, float]] = {}
    for together in ([2], [3], [7], [2, 3, 7]):
        asker = drawdown._Asker(game, floats.moves(game), None, spared)
        asker.ask(together)
        for fall in together:
            chance, over, error = asker.known.get(fall, (0.0, fall, 1.0))  # a ladder for which no work is left
            assert chance + error >= _fallen(seed, *FAR_OFF, fall) - 1e-10, (together, fall)
            assert chance - error <= _fallen(seed, *FAR_OFF, fall - over) + 1e-10, (together, fall)
            alone, off = found.setdefault(fall, (chance, error))
            assert abs(alone - chance) <= off + error, (together, fall)


@pytest.mark.parametrize("together", [[154], [154, 160]], ids=str)
def test_a_peak_rounded_up_by_more_than_the_fall(together: list[int]) -> None:
    """Pressing inside from $44 to $4,000: 0.200905 ± 0.000127 of ten million simulated sessions fell by $154."""
    plan = chain.BUILT_IN["inside-press"]
    game = session_game.game(chain.compile(house.load(plan.house), plan), 44_00, 4_000_00, None)
    asker = drawdown._Asker(game, floats.moves(game), None)
    asker.ask(together)
    chance, over, error = asker.known[154]
    assert over > 154
    assert chance == pytest.approx(0.2185726, abs=1e-7)
    assert error < 1e-8


def test_planes_below_a_ladder_however_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without room to the left of the fall: the same chance of the fall, and of every peak above."""
    monkeypatch.setattr(drawdown, "MOST_WORK", 1)
    plan = chain.BUILT_IN["grand-martingale"]
    game = session_game.game(chain.compile(house.load(plan.house), plan), 20_00, 1_000_00, None)
    asker = drawdown._Asker(game, floats.moves(game), None)
    for fall in (5, 13, 29):
        assert asker._has_ladder(fall)
        planes = [asker._planes(0, fall, asker._calm(fall) - 1)]
        narrow, wide = asker._places(), asker._places()
        (chance,), (error,) = asker._to_the_end(planes, fall, [narrow])
        (other,), (off,) = asker._to_the_end(planes, fall + 100, [wide])
        assert abs(chance - other) + np.abs(narrow - wide).sum() <= error + off < 1e-7


@pytest.mark.parametrize(
    ("name", "bankroll", "goal"),
    [
        ("inside-press", 44_00, 4_000_00),
        ("limit-per-shooter", 100_00, 1_000_00),
        ("grand-martingale", 20_00, 1_000_00),
    ],
)
def test_falls_on_the_way_to_a_far_goal_as_simulated(
    name: str, bankroll: int, goal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every computed fall, the simulation is at most four standard errors outside the bounds."""
    monkeypatch.setattr(drawdown, "MOST_WORK", 200_000_000)
    plan, many = chain.BUILT_IN[name], 500_000
    played = chain.compile(house.load(plan.house), plan)
    found = chain.session(played, bankroll, goal=goal)
    totals = sim.run(played, sessions=many, bankroll=bankroll, goal=goal, seed=1).totals
    assert isinstance(totals, SessionTotals)
    assert len(found.falls) > 4
    for fall, low, high in found.falls:
        share = sum(times for deep, times in totals.drawdowns.items() if deep >= fall) / many
        margin = 4 * max((share * (1 - share) / many) ** 0.5, 1 / many)
        assert float(low) - margin <= share <= float(high) + margin, fall


@pytest.mark.parametrize(
    ("terms", "cut"), [({"goal": 200_00}, 1e-21), ({"max_rounds": 60}, 1e-21), ({"max_rounds": 60}, 1e-5)]
)
def test_the_error_bound_holds(terms: Terms, cut: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same session in fractions and in floats: no figure differs by more than the printed bound."""
    exact = chain.session(on_red(), 100_00, **terms)
    only_floats(monkeypatch)
    monkeypatch.setattr(floats, "CUT", cut)
    rough = chain.session(on_red(), 100_00, **terms)
    assert exact.exact
    assert not rough.exact
    assert 0 < rough.error < (1e-9 if cut < 1e-9 else 1e-2)
    for end, chance in exact.ends.items():
        assert abs(Fraction(rough.ends[end]) - Fraction(chance)) <= Fraction(rough.error)
    assert apart(exact.results, rough.results) <= rough.error
    assert abs(Fraction(rough.expectation) - Fraction(exact.expectation)) <= Fraction(rough.expectation_error)
    assert abs(Fraction(rough.rounds) - Fraction(exact.rounds)) <= Fraction(rough.rounds_error)
    assert abs(rough.stdev - exact.stdev) <= rough.stdev_error
    assert rough.median == exact.median
    assert_enclosed(exact, rough)


@pytest.mark.parametrize("name", chain.BUILT_IN)
def test_every_plan_has_bounds_of_its_drawdown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least the average loss, at most the bankroll and the winnings."""
    monkeypatch.setattr(drawdown, "MOST_WORK", 2_000_000)
    monkeypatch.setattr(session_game, "MOST_MOVES", 10_000)
    plan = chain.BUILT_IN[name]
    played = chain.compile(house.load(plan.house), plan)
    found = chain.session(played, 300_00, max_rounds=30)
    lost = sum(max(0, -net) * float(chance) for net, chance in found.results)
    assert lost <= found.drawdown_high
    assert 0 < found.drawdown_low <= found.drawdown_high < 3_000_00
    assert sum(map(float, found.ends.values())) == pytest.approx(1, abs=1e-12)
