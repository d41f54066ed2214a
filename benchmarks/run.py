"""Finds the benchmarks in this folder, runs them, and prints their figures as a table or as JSON.

A benchmark is imported only when it runs, and this module needs only the standard library. So `gpu` runs on a machine
that has little else installed.
"""

from __future__ import annotations

import ast
import json as jsonlib
from collections.abc import Sequence
from dataclasses import asdict
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from benchmarks import ROOT, Figure

_NOT_BENCHMARKS = ("run", "__main__", "side_by_side", "trees")
_FOLDER = ROOT / "benchmarks"
_ALIGNED = "<<>><<"  # the alignment of the table's columns, as in `format`


class Benchmark(Protocol):
    """A benchmark module in this folder."""

    NAME: str

    def measure(self) -> list[Figure]:
        """Measure and return the figures."""
        ...


class UnknownBenchmark(ValueError):
    """No benchmark has this name."""


def names() -> list[str]:
    """The names of all benchmarks, which are those of their modules."""
    found = (each.name for each in iter_modules([str(_FOLDER)]) if not each.ispkg)
    return sorted(name for name in found if name not in _NOT_BENCHMARKS)


def summary(name: str) -> str:
    """The first line of a benchmark's docstring, read without importing it."""
    tree = ast.parse((_FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def load(name: str) -> Benchmark:
    """Import one benchmark."""
    module: Benchmark = import_module(f"benchmarks.{name}")
    return module


def chosen(asked: Sequence[str]) -> list[str]:
    """The named benchmarks, or all if none is named."""
    known = names()
    for name in asked:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise UnknownBenchmark(f"no benchmark is called {name!r}: {hint}")
    return list(dict.fromkeys(asked)) or known


def bench(asked: Sequence[str] = (), *, json: bool = False) -> None:
    """Run the named benchmarks, or all, and print their figures."""
    show([(name, figure) for name in chosen(asked) for figure in load(name).measure()], json=json)


def show(figures: Sequence[tuple[str, Figure]], *, json: bool = False) -> None:
    """Print figures, each with the name of its benchmark."""
    if json:
        print(jsonlib.dumps([{"benchmark": name, **asdict(figure)} for name, figure in figures], ensure_ascii=False))
        return
    rows = [("benchmark", "figure", "measured", "target", "met", "detail")]
    for name, figure in figures:
        measured, target = (f"{value:,.4g} {figure.unit}" for value in (figure.value, figure.target))
        rows.append((name, figure.name, measured, target, "yes" if figure.met else "no", figure.detail))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, _ALIGNED, strict=True)
        print("  ".join(f"{cell:{side}{width}}" for cell, width, side in cells).rstrip())
