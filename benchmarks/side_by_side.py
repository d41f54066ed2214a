"""Compares the speed of this version with an earlier commit: both trees run their own benchmarks alternately.

A figure is the speed of this version divided by that of the reference: 1 is equal, above 1 is faster. It is the
median over pairs of runs. The tree that goes first changes from pair to pair, so that a machine that slows down
favors neither. Work that does not wait for anything is measured in CPU seconds, so that other programs matter less.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from benchmarks import ROOT, Figure
from benchmarks.trees import REFERENCE, environment, reference

NAME = "side-by-side"
#: The lowest acceptable ratio: at most a tenth slower than the reference.
LEAST = 0.9
LONGEST = 900  # seconds for one part in one tree


@dataclass(frozen=True)
class Wanted:
    """A figure that both trees measure."""

    title: str
    name: str  # in the benchmark
    seconds: str = ""  # a pattern that finds the value in seconds in the figure's detail, if it is there


@dataclass(frozen=True)
class Part:
    """A function of a benchmark that both trees have."""

    module: str
    function: str
    figures: tuple[Wanted, ...]
    pairs: int
    processor: bool = False  # measure CPU seconds instead of elapsed time
    constants: Mapping[str, float] = field(default_factory=dict)  # constants of the module to set in both trees


PARTS = (
    Part(
        "conduct",
        "_in_memory",
        (Wanted("commands a second", "commands through the host, in memory, one core"),),
        pairs=9,
        processor=True,
    ),
    Part("conduct", "_settlement", (Wanted("settlement", "settlement of a full table"),), pairs=9, processor=True),
    Part(
        "table",
        "auditing",
        (Wanted("audit", "full audit"),),
        pairs=5,
        processor=True,
        constants={"ROUNDS": 300},
    ),
    Part(
        "table",
        "opening",
        (Wanted("opening", "opening a table with its past"),),
        pairs=7,
        processor=True,
        constants={"EVENTS": 50_000, "LONGEST": 300.0, "BEST_OF": 10},
    ),
    Part(
        "conduct",
        "_durable",
        (Wanted("durable commands a second", "durable commands through hosts, SQLite"),),
        pairs=5,
    ),
    Part(
        "web",
        "measure",
        (
            Wanted("browser: wager, p50", "wager to durable answer, p50"),
            Wanted("browser: wager, p99", "wager to durable answer, p99"),
            Wanted("browser: no more bets, p99", "no more bets, heard by every terminal, p99"),
            Wanted(
                "browser: processor of the server",
                "memory of the server for a terminal",
                r"server with its database ([\d.]+) s",
            ),
        ),
        pairs=3,
    ),
)
#: Smaller constants for a quick run, by function.
QUICK: Mapping[str, Mapping[str, float]] = {
    "auditing": {"ROUNDS": 50},
    "opening": {"EVENTS": 10_000, "LONGEST": 60.0, "BEST_OF": 5},
    "measure": {"TABLES": 10, "TERMINALS": 200, "RATE": 400, "SECONDS": 8},
}
QUICK_PAIRS = 3


def compare(commit: str = REFERENCE, *, quick: bool = False) -> list[Figure]:
    """Compare all figures. The stores are in the temporary folder, so its disk matters."""
    with reference(commit) as path:
        return [figure for part in PARTS for figure in _part(short(part) if quick else part, path)]


def short(part: Part) -> Part:
    """The same part with less work, for a quick run."""
    constants = {**part.constants, **QUICK.get(part.function, {})}
    return replace(part, pairs=min(part.pairs, QUICK_PAIRS), constants=constants)


def _part(part: Part, path: Path) -> Iterator[Figure]:
    """Run all pairs of a part, then return its figures."""
    before, now = list[list[Figure]](), list[list[Figure]]()
    for number in range(part.pairs):
        says = f"{NAME}: {', '.join(each.title for each in part.figures)}: pair {number + 1} of {part.pairs}"
        print(says, file=sys.stderr, flush=True)
        turns = [(before, path), (now, ROOT)]
        for figures, tree in turns if number % 2 == 0 else reversed(turns):
            figures.append(taken(tree, part))
    for wanted in part.figures:
        yield compared(wanted.title, [found(wanted, each) for each in before], [found(wanted, each) for each in now])


# One tree ---------------------------------------------------------------------------------------------------
_TAKE = """
import json, sys
from dataclasses import asdict
from importlib import import_module
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
name, function, constants, processor = json.loads(sys.argv[1])
module = import_module(f"benchmarks.{name}")

def clock():
    used = (getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)

if processor:  # also in programs that the benchmark runs
    constants["perf_counter"] = clock
    for name, value in vars(module).items():
        if isinstance(value, str) and "import perf_counter" in value:
            constants[name] = value.replace("import perf_counter", "import process_time as perf_counter")
for name, value in constants.items():
    assert hasattr(module, name), f"{module.__file__} has no {name}"
    setattr(module, name, value)
figures = [asdict(figure) for figure in getattr(module, function)()]
print(json.dumps({"source": module.__file__, "figures": figures}))
"""


def taken(tree: Path, part: Part) -> list[Figure]:
    """Measure a part with a tree's own code in a new process."""
    asked = json.dumps([part.module, part.function, dict(part.constants), part.processor])
    done = subprocess.run(
        [sys.executable, "-c", _TAKE, asked],
        cwd=tree,
        env=environment(tree),
        stdout=subprocess.PIPE,
        text=True,
        timeout=LONGEST,
        check=True,
    )
    said = json.loads(done.stdout.splitlines()[-1])
    assert Path(said["source"]).is_relative_to(tree.resolve()), f"{said['source']} is not a benchmark of {tree}"
    return [Figure(**each) for each in said["figures"]]


def found(wanted: Wanted, figures: list[Figure]) -> Figure:
    """Find a wanted figure among those that a tree measured."""
    figure = next((each for each in figures if each.name == wanted.name), None)
    assert figure is not None, f"no figure is called {wanted.name!r}, only {[each.name for each in figures]}"
    if not wanted.seconds:
        return figure
    match = re.search(wanted.seconds, figure.detail)
    assert match is not None, f"{wanted.seconds!r} is not in {figure.detail!r}"
    return replace(figure, value=float(match[1]), unit="s")


# Two trees --------------------------------------------------------------------------------------------------
def compared(title: str, before: list[Figure], now: list[Figure]) -> Figure:
    """The speed of this version relative to the reference: the median ratio of all pairs, and their range."""
    ratios = sorted(speed(one, other) for one, other in zip(before, now, strict=True))
    unit = now[0].unit
    old, new = (median(each.value for each in figures) for figures in (before, now))
    detail = (
        f"{ratios[0]:.3f} to {ratios[-1]:.3f} in {len(ratios)} pairs;"
        f" medians {_said(old)} {unit} before, {_said(new)} {unit} now"
    )
    return Figure.at_least(title, median(ratios), "×", LEAST, detail)


def speed(before: Figure, now: Figure) -> float:
    """The ratio of two speeds, given as rates or as times. Above 1 means that `now` is faster."""
    assert before.unit == now.unit, f"{before.name} was in {before.unit}, and is in {now.unit} now"
    return now.value / before.value if now.unit.endswith("/s") else before.value / now.value


def _said(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
