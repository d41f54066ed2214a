"""Simulation on CPUs: one core compared with crapssim and with the draws alone, two cores, a cluster of two workers.

Every figure except the first is a ratio of two rates, measured one after the other on this machine, each the best of
a few runs. `python -m benchmarks.simulation --quick` plays fewer rounds, only to check that everything runs; its
figures say so and mean little.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import Figure, cores
from croupier import chain, sim
from croupier.chain import BUILT_IN, Chain
from croupier.chain.plans.flat import Flat
from croupier.house import load

NAME = "simulation"
SEED = 20261115
PLAN = "pass-odds-place-6-8"
THREE = Flat(
    "roulette-three",
    (("red", None, 10_00), ("black", None, 10_00), ("straight", "17", 10_00)),
    house="colorado-double-zero",
)
PEER = "crapssim==0.4.1"
PEER_ROLLS = 60_000
ROUNDS, CLUSTER_ROUNDS, SESSIONS = 4 * 10**9, 10**10, 2 * 10**6
QUICK = 40  # how many times fewer rounds a quick run plays
BEST_OF = 3
BLOCK = 1024  # rounds in a block of draw_only

#: A program that plays the same plan with the peer's own classes and loop; it prints rolls per second.
PEER_LOOP = f"""
from time import perf_counter
from crapssim.strategy import BetPassLine, BetPlace, PassLineOddsMultiplier
from crapssim.table import Table
table = Table(seed={SEED})
plan = BetPassLine(10) + PassLineOddsMultiplier(2) + BetPlace({{6: 12, 8: 12}}, skip_point=False)
table.add_player(bankroll=1e9, strategy=plan)
table.run(max_rolls=1000, verbose=False)
rates = []
for _ in range({BEST_OF}):
    began = perf_counter()
    table.run(max_rolls={PEER_ROLLS}, verbose=False)
    rates.append({PEER_ROLLS} / (perf_counter() - began))
print(max(rates))
"""


def measure() -> list[Figure]:
    """Take all figures."""
    return figures(quick=False)


def figures(*, quick: bool) -> list[Figure]:
    """Take all figures, or (quick) only check that each can be taken."""
    less = QUICK if quick else 1
    reason = f"; --quick: {QUICK} times fewer rounds, too few to tell" if quick else ""
    rounds = ROUNDS // less
    craps, wheel = (chain.compile(load(plan.house), plan) for plan in (BUILT_IN[PLAN], THREE))
    with cores(1):
        pairs, spun, digits = drawn(36, True, rounds), drawn(38, True, rounds), drawn(36, False, rounds)
        one = rate(lambda: sim.run(craps, rounds=rounds, seed=SEED, threads=1))
        spins = rate(lambda: sim.run(wheel, rounds=rounds, seed=SEED, threads=1))
        sessions = rate(lambda: _sessions(craps, SESSIONS // less))
        peer = _peer(one, reason)
    said = f"bankroll $500, goal $750, 1,000 rounds; {sessions / pairs:.3f} of draws two by two{reason}"
    return [
        Figure.at_least(f"one core, {PLAN}", one, "rounds/s", 3e8, f"{rounds:.0e} rounds, best of {BEST_OF}{reason}"),
        peer,
        _share(f"one core, {PLAN}, of the draws alone", one, pairs, 0.4, f"0.5 wanted{reason}"),
        _share("roulette, three wagers, of the draws alone", spins, spun, 0.4, f"base 38{reason}"),
        _share(f"sessions of {PLAN}, of the draws alone", sessions, digits, 0.1, said),
        *_two(craps, less, reason),
    ]


def rate(run: Callable[[], sim.Result]) -> float:
    """Rounds per second in the best of several runs."""
    return max(found.totals.rounds / found.seconds for found in (run() for _ in range(BEST_OF)))


def drawn(base: int, pairs: bool, rounds: int) -> float:
    """Digits per second that are drawn and only added up, the best of several runs.

    They are drawn in pairs as for rounds, or one by one as for sessions.
    """
    from croupier.sim.backends import cpu

    def once(blocks: int) -> float:
        began = perf_counter()
        cpu.draw_only(base, blocks, pairs, SEED)
        return blocks * BLOCK / (perf_counter() - began)

    once(1)  # compiles it
    return max(once(rounds // BLOCK) for _ in range(BEST_OF))


def _sessions(craps: Chain, many: int) -> sim.Result:
    return sim.run(craps, sessions=many, bankroll=500_00, goal=750_00, max_rounds=1000, seed=SEED, threads=1)


def _share(name: str, part: float, whole: float, target: float, detail: str) -> Figure:
    rates = f"{part / 1e6:.1f} of {whole / 1e6:.1f} million rounds a second, one core"
    return Figure.at_least(name, part / whole, "", target, f"{rates}; {detail}")


def _peer(one: float, reason: str) -> Figure:
    """How many rounds Croupier plays in the time of one round of the peer."""
    name, target = f"one core, {PLAN}, beside {PEER.replace('==', ' ')}", 25_000.0
    try:
        theirs = peer()
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout or str(error)).strip().splitlines()
        return Figure(
            name, 0.0, "times", target, met=False, detail=f"not measured, {PEER} cannot be had: {said[-1:]}"
        )
    detail = f"{one:,.0f} and {theirs:,.0f} rounds a second, one core; its own loop, best of {BEST_OF}{reason}"
    return Figure.at_least(name, one / theirs, "times", target, detail)


def peer() -> float:
    """Rolls per second of the peer, which is installed from the package index into a temporary environment."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        _output(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PEER)
        return float(_output(python, "-c", PEER_LOOP))


def _output(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


@contextmanager
def _two_cores() -> Iterator[bool]:
    """Limit this process to two cores; yield whether the machine has two."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(sorted(before)[:2]))
    try:
        yield len(before) > 1
    finally:
        os.sched_setaffinity(0, before)


def _two(craps: Chain, less: int, reason: str) -> Iterator[Figure]:
    """Compare two threads with one, and two cluster workers with two threads."""

    def threads(many: int, rounds: int) -> float:
        return rate(lambda: sim.run(craps, rounds=rounds, seed=SEED, threads=many))

    def cluster() -> sim.Result:
        return sim.run(craps, rounds=rounds, seed=SEED, backend="dask", threads=2)

    rounds = CLUSTER_ROUNDS // less
    with _two_cores() as are_two:
        note = reason if are_two else f"; this machine has one core only{reason}"
        one, two = threads(1, ROUNDS // less), threads(2, rounds)
        detail = f"{two / 1e6:.1f} and {one / 1e6:.1f} million rounds a second{note}"
        yield Figure.at_least("two cores, of one", two / one, "times", 1.8, detail)
        name, began = "two workers of Dask, of two threads", perf_counter()
        try:
            found = [cluster() for _ in range(BEST_OF)]
        except sim.CannotRun as error:
            yield Figure(name, 0.0, "", 0.85, met=False, detail=f"not measured: {error}")
            return
        besides = (perf_counter() - began - sum(each.seconds for each in found)) / BEST_OF
        assert {each.totals for each in found} == {sim.run(craps, rounds=rounds, seed=SEED, threads=2).totals}
        best = min(each.seconds for each in found)
        detail = f"{rounds:.0e} rounds, the same totals, {best:.2f} and {rounds / two:.2f} s, best of {BEST_OF}"
        detail += f"; the cluster takes {besides:.1f} s more to start and to end{note}"
        yield Figure.at_least(name, rounds / two / best, "", 0.85, detail)


if __name__ == "__main__":
    from benchmarks.run import show

    words = sys.argv[1:]
    show([(NAME, figure) for figure in figures(quick="--quick" in words)], json="--json" in words)
