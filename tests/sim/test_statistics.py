"""Statistics of simulations compared with closed forms, brute force and each other."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb, isclose, sqrt
from statistics import fmean, stdev

import pytest

from croupier import chain, sim
from croupier.chain.compile import Step
from croupier.chain.solve import whole_rounds
from croupier.house import load
from croupier.sim.fan import fan
from croupier.sim.statistics import (
    PERCENTS,
    Exact,
    Figure,
    Simulation,
    exact,
    observed_error,
    of_rounds,
    of_sessions,
    percentiles,
)
from croupier.sim.terms import Rounds, Sessions
from tests.support.plans import Reds

WIN = Fraction(18, 38)


def _chain(name: str) -> chain.Chain:
    plan = chain.BUILT_IN[name]
    return chain.compile(load(plan.house), plan)


def _by_key(figures: tuple[Figure, ...]) -> dict[str, Figure]:
    assert len({figure.key for figure in figures}) == len(figures)
    return {figure.key: figure for figure in figures}


def _red(rounds: int, wins: int, streams: int = 1) -> sim.Totals:
    """The totals of $10 on red in every spin, which wins or loses $10."""
    net = 10_00 * (2 * wins - rounds)
    return sim.Totals(rounds, net, 10_00**2 * rounds, 10_00 * rounds, rounds, streams, net * net)


@pytest.mark.parametrize("wins", [400, 474, 520])
def test_red_is_a_bernoulli_trial(wins: int) -> None:
    """The z of $10 on red is that of w wins in n trials: (w - np) / sqrt(npq)."""
    n = 1_000
    found = _by_key(tuple(of_rounds(_red(n, wins), chain.gain(_chain("flat-red")))))
    spread = sqrt(n * WIN * (1 - WIN))
    assert isclose(found["net"].z or 0, float(wins - n * WIN) / spread)
    assert found["net"].observed == 10_00 * (2 * wins - n) / n
    assert found["net"].exact == Fraction(-10_00, 19)
    assert isclose(found["net"].error or 0, 20_00 * spread / n)
    assert found["edge"].observed == (n - 2 * wins) / n
    assert found["edge"].exact == Fraction(1, 19)
    share = wins / n
    assert isclose(found["stdev"].observed or 0, 20_00 * sqrt(share * (1 - share) * n / (n - 1)))
    assert isclose(float(found["stdev"].exact or 0), 20_00 * sqrt(WIN * (1 - WIN)))
    assert (found["wagered"].observed, found["wagered"].exact) == (10_00, 10_00)


def test_the_first_state_of_a_stream_counts() -> None:
    """Totals equal to the expected totals of walks from the first state have a z of zero."""
    compiled = _chain("pass-odds-place-6-8")
    known = chain.gain(compiled)
    rounds, streams = 500, 64
    often, brings = {0: 1.0}, 0.0
    ways = whole_rounds(compiled)
    for _ in range(rounds):
        after: dict[int, float] = {}
        for state, share in often.items():
            for way, chance in ways[state].items():
                brings += share * float(chance) * way.net
                after[way.next] = after.get(way.next, 0.0) + share * float(chance)
        often = after
    n = rounds * streams
    found = next(of_rounds(sim.Totals(n, round(brings * streams), streams=streams), known))
    assert found.z is not None
    assert abs(found.z) < 1e-4
    assert found.error is not None
    assert abs(streams * float(known.start)) / (found.error * n) > 1e-2, "which is no matter of course"


def test_the_standard_error_from_streams() -> None:
    """With streams of equal length the mean of a round is the mean of their means, with its usual standard error."""
    rng = random.Random(5)
    nets, each = [rng.randrange(-500, 500) * 100 for _ in range(40)], 4_096
    squares = sum(net * net for net in nets)
    totals = sim.Totals(40 * each, sum(nets), streams=40, stream_squares=squares)
    usual = stdev([net / each for net in nets]) / sqrt(40)
    assert isclose(observed_error(totals) or 0, usual)
    assert observed_error(replace(totals, streams=29)) is None


def test_squares_of_any_size() -> None:
    """No digit is lost to floats: values that differ by a cent, far from zero."""
    far = 10**15
    nets = [far, far + 1, far + 2, far + 3]
    totals = sim.Totals(4, sum(nets), sum(net * net for net in nets), streams=1)
    found = _by_key(tuple(of_rounds(totals, None)))["stdev"]
    assert isclose(found.observed or 0, stdev([0, 1, 2, 3]))


def test_one_round_has_no_deviation() -> None:
    found = _by_key(tuple(of_rounds(_red(1, 1), None)))
    assert found["net"] == Figure("net", "net a round", "cents", 10_00.0)
    assert found["stdev"].observed is None


def test_a_plan_that_stops_is_simulated_without_an_exact_mean() -> None:
    compiled = chain.compile(load("colorado-double-zero"), Reds(3))
    result = sim.run(compiled, rounds=50_000, seed=2)
    found = Simulation(compiled, result, exact(compiled, result.terms))
    assert (found.exact.gain, found.z, found.figures[0].exact) == (None, None, None)
    assert result.totals.streams == 12
    assert isinstance(result.totals, sim.Totals)
    assert result.totals.decided == 3 * 12
    assert len(found.notes) == 1
    assert found.notes[0].startswith("No exact mean of a round: the plan a-few-reds stops for good")
    session = exact(compiled, Sessions(1, 100_00, max_rounds=5)).session
    assert session is not None
    assert session.ends["stopped"] == 1


def test_a_constant_result_has_no_z() -> None:
    """A plan that always loses a dollar has no z."""
    compiled = _chain("flat-red")
    certain = chain.Chain(compiled.house, compiled.plan, ((Step(38, 0, -1_00, 1_00, 1),),), (False,), (1_00,))
    result = sim.run(certain, rounds=100, seed=1)
    found = Simulation(certain, result, exact(certain, result.terms))
    assert found.figures[0] == Figure(
        "net", "net a round", "cents", -100.0, Fraction(-100), 0.0, None, Fraction(-100)
    )


def test_correlated_rounds_have_a_larger_variance() -> None:
    """The last result repeats with chance 9/10: the asymptotic variance is nine times that of a round."""
    red = _chain("flat-red")
    steps = tuple(
        (Step(9, state, net, 1_00, 1), Step(1, 1 - state, -net, 1_00, 1)) for state, net in enumerate((1_00, -1_00))
    )
    sticky = chain.Chain(red.house, red.plan, steps, (False, False), (1_00, 1_00))
    n, streams = 900 * 4_096, 900
    known = exact(sticky, Rounds(n))
    assert known.gain is not None
    assert (known.gain.net, known.gain.asymptotic_variance, known.gain.start) == (0, 9 * 1_00**2, 4_00)
    net = streams * 4_00 + 2 * 3_00 * 1_920  # the root of n is 1,920
    figure = next(of_rounds(sim.Totals(n, net, streams=streams), known.gain))
    assert isclose(figure.z or 0, 2)
    assert isclose(figure.error or 0, 3_00 / 1_920)
    found = Simulation(sticky, sim.run(sticky, rounds=n, seed=5), known)
    assert abs(found.z or 9) < 4
    assert isclose(_observed(found) or 0, 3_00 / 1_920, rel_tol=0.1)


def test_gamblers_ruin() -> None:
    """$10 on red from $100 to $200 or nothing: the classical chance, and the z of the number of successes."""
    compiled = _chain("flat-red")
    known = exact(compiled, Sessions(10_000, 100_00, 200_00))
    ratio = (1 - WIN) / WIN
    reached = (1 - ratio**10) / (1 - ratio**20)
    nets = {-100_00: 7_500, 100_00: 2_500}
    ends = {"goal": 2_500, "ruin": 7_500, "loss-limit": 0, "stopped": 0, "rounds": 0}
    falls = {0: 100, 10_00: 9_900}
    totals = sim.SessionTotals(10_000, 900_000, 10**8, ends=ends, nets=nets, drawdowns=falls)
    found = _by_key(tuple(of_sessions(totals, known)))
    spread = sqrt(reached * (1 - reached) / 10_000)
    assert (found["end-goal"].exact, found["end-goal"].observed) == (reached, 0.25)
    assert isclose(found["end-goal"].z or 0, (0.25 - float(reached)) / spread)
    assert isclose(found["end-ruin"].z or 0, -(0.25 - float(reached)) / spread)
    assert isclose(found["result"].z or 0, (0.25 - float(reached)) / spread), "all there is to win or lose"
    assert isclose(found["result"].error or 0, 200_00 * spread)
    assert found["rounds"].exact == (10 - 20 * reached) / (1 - 2 * WIN)
    assert found["rounds"].observed == 90
    assert found["drawdown"].observed == 9_90
    assert found["net"].z is None
    assert not {"end-stopped", "end-loss-limit", "end-rounds"} & set(found), "what cannot happen is not said"


def test_a_rare_end_has_no_z() -> None:
    """At least ten must be expected: the normal approximation is bad for fewer."""
    compiled = _chain("flat-red")
    known = exact(compiled, Sessions(1_000, 100_00, max_rounds=10))
    assert known.session is not None
    assert known.session.ends["ruin"] == (1 - WIN) ** 10
    nets = Counter({10_00 * (2 * wins - 10): comb(10, wins) for wins in range(11)})
    ends = {"goal": 0, "ruin": 0, "loss-limit": 0, "stopped": 0, "rounds": 1_024}
    totals = sim.SessionTotals(1_024, 10_240, 102_400, ends=ends, nets=nets, drawdowns={10_00: 1_024})
    found = _by_key(tuple(of_sessions(totals, known)))
    assert (found["end-ruin"].observed, found["end-ruin"].z) == (0, None), "it might have been, so it is said"
    assert isclose(found["end-ruin"].error or 0, sqrt((1 - WIN) ** 10 * (1 - (1 - WIN) ** 10) / 1_024))
    assert found["rounds"].z is None, "they are all of one length"


def test_percentiles_by_sorting() -> None:
    rng = random.Random(3)
    values = [rng.randrange(-50, 50) * 100 for _ in range(1_000)]
    in_order = sorted(values)
    by_hand = {percent: in_order[-(-percent * len(values) // 100) - 1] for percent in PERCENTS}
    assert percentiles(Counter(values)) == by_hand


@pytest.mark.parametrize("name", ["pass-odds-place-6-8", "martingale", "three-point-molly"])
def test_z_has_mean_0_and_variance_1_over_seeds(name: str) -> None:
    """Over 60 seeds z has mean 0 and mean square 1, within four standard errors; so has the z from streams."""
    compiled = _chain(name)
    known = exact(compiled, Rounds(1))
    found = [Simulation(compiled, sim.run(compiled, rounds=130_000, seed=seed), known) for seed in range(60)]
    zs = [each.z or 0.0 for each in found]
    assert abs(fmean(zs)) < 4 / sqrt(60)
    assert abs(fmean(z * z for z in zs) - 1) < 4 * sqrt(2 / 60)
    errors = [(_observed(each) or 0) / (each.figures[0].error or 1) for each in found]
    assert abs(fmean(errors) - 1) < 4 / sqrt(2 * 30 * 60)


def _observed(found: Simulation) -> float | None:
    assert isinstance(found.result.totals, sim.Totals)
    return observed_error(found.result.totals)


def test_sessions_are_near_the_exact_one() -> None:
    compiled = _chain("pass-odds-place-6-8")
    result = sim.run(compiled, sessions=50_000, bankroll=300_00, goal=450_00, max_rounds=60, seed=4)
    found = Simulation(compiled, result, exact(compiled, result.terms))
    by = _by_key(found.figures)
    zs = {key: figure.z for key, figure in by.items() if figure.z is not None}
    assert {"result", "end-goal", "end-ruin", "end-rounds", "rounds"} <= set(zs)
    assert all(abs(z) < 4 for z in zs.values()), zs
    assert found.z == by["result"].z
    assert isclose(by["result_stdev"].observed or 0, float(by["result_stdev"].exact or 1), rel_tol=0.02)


def test_the_rate_is_of_this_run_alone() -> None:
    compiled = _chain("flat-red")
    result = replace(sim.run(compiled, rounds=100 * 4_096 + 7, seed=1), seconds=2.0)
    found = Simulation(compiled, result, Exact(None))
    assert found.rounds_per_second == (100 * 4_096 + 7) / 2
    part = replace(found, result=replace(result, played=40))
    assert part.rounds_per_second == 40 * 4_096 / 2, "the last streams have no round more"
    assert replace(found, result=replace(result, played=0)).rounds_per_second is None


def test_every_built_in_has_an_exact_value() -> None:
    for name in chain.BUILT_IN:
        assert exact(_chain(name), Rounds(1)).gain is not None, name


def test_a_fan_is_the_beginning_of_the_same_sessions() -> None:
    compiled = _chain("flat-red")
    result = sim.run(compiled, sessions=1_500, bankroll=50_00, goal=100_00, max_rounds=80, seed=9)
    found = fan(compiled, result)
    assert (found.players, found.rounds[0], found.rounds[-1], len(found.rounds)) == (1_500, 0, 80, 41)
    assert set(found.percentiles[0].values()) == {0}
    assert isinstance(result.totals, sim.SessionTotals)
    assert found.percentiles[-1] == percentiles(result.totals.nets), "after the last round it is the result"
    assert found.percentiles[1] == {1: -20_00, 5: -20_00, 25: -20_00, 50: 0, 75: 0, 95: 20_00, 99: 20_00}, "two spins"


def test_a_fan_of_rounds_never_ruins_anybody() -> None:
    compiled = _chain("flat-red")
    found = fan(compiled, sim.run(compiled, rounds=5_000_000, seed=9))
    assert found.rounds[-1] == 1_000
    spread = found.percentiles[-1]
    assert spread[1] < -1_500_00 + 10**5, "far below any bankroll of the presets"
    middle = 1_000 * -10_00 / 19
    assert abs(spread[50] - middle) < 4 * 1.2533 * 10_00 * sqrt(1_000) / sqrt(found.players)
