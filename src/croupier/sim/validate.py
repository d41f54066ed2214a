"""Simulates every wager and pay table, and compares the results with the exact values.

Each figure is computed in three ways: as the price of the wager alone, from the chain of a plan that plays the wager
at the felt, and by simulating that chain. The first two must be equal; the third is a sample, judged by its z-score.
An award so rare that a run expects fewer than `SELDOM` of them would spoil the z-score. Such awards are taken out of
the net and counted, and the count is judged by the Poisson distribution. Among many rows some deviate by chance:
Holm's method keeps the chance of any false alarm at `LEVEL`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import erfc, exp, lgamma, log, sqrt

from croupier.chain import Chain, Gain, compile, gain
from croupier.chain.everything import Question
from croupier.sim.one_wager import OneWager, played
from croupier.sim.run import run
from croupier.sim.statistics import expected_net
from croupier.sim.totals import Totals

SELDOM = 25  # awards expected in a run
LEVEL = 0.01


@dataclass(frozen=True, slots=True)
class Compared:
    """The net of a run, as shares of the stakes that are expected in it: z is (seen - expected) / error."""

    seen: float
    expected: float
    error: float
    z: float | None  # None if the result does not vary


@dataclass(frozen=True)
class Checked:
    """The result for one row of the odds."""

    question: Question
    stake: int  # cents
    rounds: int
    edge: float | None  # observed; None if nothing was decided
    exact: Fraction  # the edge of the same plan, from its chain
    agrees: bool  # whether chain and price have the same edge
    net: Compared  # without rare awards
    seldom: tuple[int, float] | None  # rare awards: observed and expected number
    p: float

    @property
    def z(self) -> float | None:
        """How many standard errors the net is from what is expected of this run."""
        return self.net.z

    @property
    def named(self) -> str:
        """The row's wager, wheel, pay table and options, as text."""
        question = self.question
        options = (f"{key}={value}" for key, value in question.options.items())
        wheel = question.wheel or question.house.variant
        return " ".join(filter(None, (question.wager.id, wheel, question.pay_table, *options)))


def validate(
    questions: Sequence[Question],
    rounds: int,
    seed: int,
    *,
    backend: str = "cpu",
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Checked]:
    """Simulate every row for a number of rounds, each with its own seed: `seed`, `seed` + 1, …"""
    found = []
    for at, question in enumerate(questions):
        own = (seed + at) % 2**64
        found.append(_checked(question, lambda chain, own=own: _played(chain, rounds, own, backend, threads)))  # type: ignore[misc]
        if progress is not None:
            progress(at + 1, len(questions))
    return found


def suspects(rows: Iterable[Checked]) -> list[Checked]:
    """The rows whose exact values disagree, or whose deviation is significant by Holm's method over all rows."""
    ordered = sorted(rows, key=lambda row: row.p)
    beyond = 0
    while beyond < len(ordered) and ordered[beyond].p <= LEVEL / (len(ordered) - beyond):
        beyond += 1
    return ordered[:beyond] + [row for row in ordered[beyond:] if not row.agrees]


def _played(chain: Chain, rounds: int, seed: int, backend: str, threads: int | None) -> Totals:
    totals = run(chain, rounds=rounds, seed=seed, backend=backend, threads=threads).totals
    assert isinstance(totals, Totals)
    return totals


def _checked(question: Question, simulated: Callable[[Chain], Totals]) -> Checked:
    chain, stake = played(question)
    exact, totals = gain(chain), simulated(chain)
    assert isinstance(exact.edge, Fraction)
    rare = {net for net, chance in exact.distribution if chance * totals.rounds < SELDOM}
    counted = None
    if not rare:
        net = _compared(totals, exact)
        p = _p(net.z)
    else:
        often = _with_nets(chain, lambda net: 0 if net in rare else net)
        net = _compared(simulated(often), gain(often))
        seen = simulated(_with_nets(chain, lambda net: int(net in rare))).net
        expected = float(totals.rounds * sum(chance for net, chance in exact.distribution if net in rare))
        counted, p = (seen, expected), min(1.0, 2 * min(_p(net.z), _poisson(seen, expected)))
    return Checked(
        *(question, stake, totals.rounds, -totals.net / totals.wagered if totals.wagered else None, exact.edge),
        *(_agrees(question, chain, stake, exact), net, counted, p),
    )


def _with_nets(chain: Chain, change: Callable[[int], int]) -> Chain:
    steps = tuple(tuple(replace(step, net=change(step.net)) for step in row) for row in chain.steps)
    return replace(chain, steps=steps)


def _agrees(question: Question, chain: Chain, stake: int, exact: Gain) -> bool:
    """Whether chain and price give the same edge. Of odds, and of a wager beside the line, compare what they add."""
    plan = chain.plan
    assert isinstance(plan, OneWager)
    if question.wager.parent is not None:
        alone = gain(compile(chain.house, replace(plan, odds=None)))
        return exact.net - alone.net == -question.price().edge * (exact.wagered - alone.wagered)
    if plan.beside is not None:
        line = gain(compile(chain.house, OneWager(plan.beside, None, stake)))
        added = exact.net - line.net, exact.wagered - line.wagered
        return -added[0] == question.price(stake=stake).edge * added[1]
    price = question.price() if "multiples" in question.terms else question.price(stake=stake)
    return exact.edge == price.edge


def _compared(totals: Totals, exact: Gain) -> Compared:
    """The net and what is expected of it, which includes the starts of the streams."""
    expected, error = expected_net(totals, exact), sqrt(totals.rounds * exact.asymptotic_variance)
    z = float(totals.net - expected) / error if error else None
    stakes = float(totals.rounds * exact.wagered)
    return Compared(totals.net / stakes, float(expected) / stakes, error / stakes, z)


def _p(z: float | None) -> float:
    return 1.0 if z is None else erfc(abs(z) / sqrt(2))


def _poisson(seen: int, expected: float) -> float:
    """The two-sided p-value of a count under the Poisson distribution."""
    chances = [exp(k * log(expected) - expected - lgamma(k + 1)) for k in range(seen + 1)]
    at_most = sum(chances)
    return min(1.0, 2 * min(at_most, 1 - at_most + chances[-1]))
