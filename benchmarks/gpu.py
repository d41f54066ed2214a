"""Simulation on an NVIDIA GPU: rounds per second, totals to compare with other machines, and rare awards.

It needs only CuPy and numpy:
`PYTHONPATH=src python3 -m benchmarks gpu --json`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import sqrt
from pathlib import Path

from benchmarks import Figure
from croupier import chain, sim
from croupier.chain import BUILT_IN, Chain
from croupier.chain.everything import Question, everything
from croupier.chain.plans.flat import Flat
from croupier.house import load
from croupier.sim.one_wager import played

NAME = "gpu"
SEED = 20261115
ROUNDS = 10**13  # for a rate; starting and adding up take a twentieth of a second
RARE_ROUNDS = 10**12
SHARED = 10**10  # rounds whose totals are compared with other backends

THREE = Flat(
    "roulette-three",
    (("red", None, 10_00), ("black", None, 10_00), ("straight", "17", 10_00)),
    house="colorado-double-zero",
)
RATES = (
    ("pass line", BUILT_IN["flat"], 1.2e12),
    ("pass-odds-place-6-8", BUILT_IN["pass-odds-place-6-8"], 1.0e12),
    ("roulette, three wagers", THREE, 2e12),
)
#: The rows of the odds whose highest award is counted.
RARE = tomllib.loads(Path(__file__).with_name("rare_awards.toml").read_text(encoding="utf-8"))["award"]


def measure() -> list[Figure]:
    """Take all figures; without a GPU, return one that says so."""
    try:
        return [*_rates(), *_rare()]
    except sim.CannotRun as error:
        return [Figure("GPU", 0.0, "", 0.0, met=False, detail=f"not measured: {error}")]


def _rates() -> Iterator[Figure]:
    for name, plan, target in RATES:
        compiled = chain.compile(load(plan.house), plan)
        sim.run(compiled, rounds=10**8, seed=SEED, backend="cuda")  # compiles the kernel
        found = sim.run(compiled, rounds=ROUNDS, seed=SEED, backend="cuda")
        detail = f"{found.device}, {ROUNDS:.0e} rounds, seed {SEED}, {found.seconds:.2f} s, {found.totals}"
        yield Figure.at_least(name, ROUNDS / found.seconds, "rounds/s", target, detail)
        same = sim.run(compiled, rounds=SHARED, seed=SEED, backend="cuda").totals
        yield Figure(f"{name}, totals of {SHARED:.0e} rounds", 1.0, "", 1.0, met=True, detail=str(same))


def _rare() -> Iterator[Figure]:
    for award in RARE:
        name, counting = award["name"], counted(question(award))
        found = sim.run(counting, rounds=RARE_ROUNDS, seed=SEED, backend="cuda")
        seen = found.totals.net
        z = zscore(counting, found)
        detail = f"seen {seen:,} of {RARE_ROUNDS:.0e} rounds, seed {SEED}, {found.seconds:.2f} s on {found.device}"
        if z is None:
            yield Figure(name, float(seen), "awards", 0.0, met=True, detail=f"{detail}; exact value not solved here")
        else:
            yield Figure.at_most(f"{name}, |z|", abs(z), "", 4.0, detail)


def question(award: Mapping[str, str]) -> Question:
    """The row of the odds that an award belongs to."""
    wanted = tuple(award.get(key) for key in ("wager", "pay_table", "wheel"))
    return next(each for each in everything() if (each.wager.id, each.pay_table, each.wheel) == wanted)


def counted(row: Question) -> Chain:
    """The chain that plays a wager, changed so that its net counts the highest awards."""
    compiled, stake = played(row)
    second, top = [net for net, _ in row.price(stake=stake).distribution][-2:]
    mark = (second + top) * stake / 2
    steps = tuple(tuple(replace(step, net=int(step.net > mark)) for step in row) for row in compiled.steps)
    return replace(compiled, steps=steps)


def zscore(counting: Chain, found: sim.Result) -> float | None:
    """How many standard errors the count is from its expected value; None without python-flint."""
    try:
        exact = chain.gain(counting)
    except ModuleNotFoundError:
        return None
    totals = found.totals
    expected = totals.rounds * exact.net + totals.streams * exact.start
    return float(totals.net - expected) / sqrt(totals.rounds * exact.asymptotic_variance)
