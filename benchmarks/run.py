"""Find the benchmarks by their folder, run them, and show their figures as a table or as JSON."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Sequence
from dataclasses import asdict
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from benchmarks import ROOT, Figure

_NOT_BENCHMARKS = ("run", "__main__", "side_by_side", "trees", "web_client", "web_server")


class Benchmark(Protocol):
    """A module of this folder."""

    NAME: str

    def measure(self) -> list[Figure]:
        """Take its figures."""
        ...


class UnknownBenchmark(ValueError):
    """A name that no benchmark has."""


def benchmarks() -> dict[str, Benchmark]:
    """Every benchmark there is, by name."""
    found = sorted(each.name for each in iter_modules([str(ROOT / "benchmarks")]) if each.name not in _NOT_BENCHMARKS)
    modules: list[Benchmark] = [import_module(f"benchmarks.{name}") for name in found]
    return {module.NAME: module for module in modules}


def chosen(names: Sequence[str]) -> dict[str, Benchmark]:
    """Those named, or all."""
    known = benchmarks()
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise UnknownBenchmark(f"no benchmark is called {name!r}: {hint}")
    return {name: known[name] for name in names or known}


def bench(names: Sequence[str] = (), *, json: bool = False) -> None:
    """Run the benchmarks named, or all, and print their figures."""
    show([(name, figure) for name, module in chosen(names).items() for figure in module.measure()], json=json)


def show(figures: Sequence[tuple[str, Figure]], *, json: bool = False) -> None:
    """Print figures, each with the name of its benchmark."""
    if json:
        print(jsonlib.dumps([{"benchmark": name, **asdict(figure)} for name, figure in figures], ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("benchmark", "figure", show_edge=False)
    for heading in ("measured", "target"):
        table.add_column(heading, justify="right")
    table.add_column("met")
    table.add_column("detail")
    for name, figure in figures:
        measured, target = (f"{value:,.4g} {figure.unit}" for value in (figure.value, figure.target))
        table.add_row(name, figure.name, measured, target, "yes" if figure.met else "no", figure.detail)
    Console().print(table)
