"""The long run of a plan: means, variances and correlations of rounds, compared with slower computations."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import chain
from croupier.chain import solve
from croupier.chain.compile import Step
from croupier.chain.solve import NoLongRun, gain, whole_rounds
from croupier.core.absorbing import End, explore, visits
from croupier.house import load
from tests.support.plans import DRAWN, Reds

CHAINS = {name: chain.compile(load(plan.house), plan) for name, plan in chain.BUILT_IN.items()}


def _by_a_tour(of: chain.Chain) -> list[Fraction]:
    """Net, wagered and decided of a tour from the first state back to it, by its length, in plain fractions."""

    def leads(state: int) -> list[tuple[int | End[str], int]]:
        return [(End("home") if step.next == 0 else step.next, step.weight) for step in of.steps[state]]

    often = visits(explore(0, leads))
    rounds = sum(times for state, times in often.items() if not of.is_draw[state])
    totals = [Fraction(0)] * 3
    for state, times in often.items():
        weight = sum(step.weight for step in of.steps[state])
        for step in of.steps[state]:
            for at, each in enumerate((step.net, step.wagered, step.decided)):
                totals[at] += times * each * step.weight / weight
    return [total / rounds for total in totals]


def _moments(of: chain.Chain, rounds: int) -> tuple[float, float]:
    """Mean and variance of the net of a number of rounds from the first state, carried from state to state."""
    ways = whole_rounds(of)
    now = {0: (1.0, 0.0, 0.0)}  # chance, and the first and second moment of the net on it
    for _ in range(rounds):
        after: dict[int, tuple[float, float, float]] = {}
        for state, (chance, first, second) in now.items():
            for way, part in ways[state].items():
                share, net = float(part), way.net
                old = after.get(way.next, (0.0, 0.0, 0.0))
                after[way.next] = (
                    old[0] + share * chance,
                    old[1] + share * (first + net * chance),
                    old[2] + share * (second + 2 * net * first + net * net * chance),
                )
        now = after
    mean = sum(first for _, first, _ in now.values())
    return mean, sum(second for _, _, second in now.values()) - mean**2


SMALL = [name for name, each in CHAINS.items() if each.size <= 64]


@pytest.mark.parametrize("name", SMALL)
def test_the_mean_is_that_of_a_tour(name: str) -> None:
    found = gain(CHAINS[name])
    assert [found.net, found.wagered, found.decided] == _by_a_tour(CHAINS[name])


def test_a_round_with_its_draws_is_one_round() -> None:
    assert any(DRAWN.is_draw), "this plan calls for draws"
    found = gain(DRAWN)
    alone = chain.worth(load("colorado-single-zero"), "spinner-winner")
    assert found.net == 5_00 * alone.expectation / alone.rounds
    assert sum(chance for _, chance in found.distribution) == 1


@pytest.mark.parametrize("name", [*SMALL, "three-point-molly"])
def test_the_variance_is_that_of_many_rounds(name: str) -> None:
    found = gain(CHAINS[name])
    few, many = 300, 400
    mean_few, variance_few = _moments(CHAINS[name], few)
    mean_many, variance_many = _moments(CHAINS[name], many)
    assert mean_many == pytest.approx(many * float(found.net) + float(found.start), rel=1e-6, abs=1e-2)
    assert mean_many - mean_few == pytest.approx((many - few) * float(found.net), rel=1e-6, abs=1e-2)
    slope = (variance_many - variance_few) / (many - few)
    assert slope == pytest.approx(float(found.asymptotic_variance), rel=2e-4)


@pytest.mark.parametrize("name", list(CHAINS))
def test_floats_stay_within_their_bound(name: str) -> None:
    exact, floats = gain(CHAINS[name]), solve._in_floats(whole_rounds(CHAINS[name]))
    assert 0 < floats.error < 1e-8
    assert abs(float(Fraction(floats.net) - Fraction(exact.net))) <= floats.error
    assert abs(float(Fraction(floats.wagered) - Fraction(exact.wagered))) <= floats.error
    assert floats.asymptotic_variance == pytest.approx(float(exact.asymptotic_variance), rel=1e-9)
    assert floats.start == pytest.approx(float(exact.start), abs=1e-6)


def test_a_large_chain_is_iterated() -> None:
    size = solve.MOST_EXACT + 1
    red = ((18, 0, 1_00), (20, 1, -1_00))
    steps = tuple(
        tuple(Step(weight, (state + on) % size if on else 0, net, 1_00, 1) for weight, on, net in red)
        for state in range(size)
    )
    plan = chain.BUILT_IN["flat-red"]
    found = gain(chain.Chain(load("colorado-double-zero"), plan, steps, (False,) * size, (1_00,) * size))
    assert found.error > 0
    assert abs(found.net + 100 / 19) <= found.error
    assert found.asymptotic_variance == pytest.approx(100**2 * (1 - 1 / 19**2), rel=1e-9)


def test_moments_of_one_round() -> None:
    found = gain(CHAINS["flat-red"])
    assert found.distribution == ((-10_00, Fraction(10, 19)), (10_00, Fraction(9, 19)))
    assert found.hit == Fraction(9, 19)
    assert found.variance == found.asymptotic_variance == 10_00**2 * (1 - Fraction(1, 19**2))
    assert found.skewness == pytest.approx((2 * 10 / 19 - 1) / (9 / 19 * 10 / 19) ** 0.5)


@pytest.mark.parametrize(("times", "says"), [(3, "stops for good"), (0, "never has a wager decided")])
def test_a_plan_without_a_long_run_is_refused(times: int, says: str) -> None:
    compiled = chain.compile(load("colorado-double-zero"), Reds(times))
    with pytest.raises(NoLongRun, match=f"a-few-reds {says}"):
        gain(compiled)
