"""`croupier bench`: runs the benchmarks of a checkout."""

from __future__ import annotations

import sys
from pathlib import Path

from cyclopts import App

from croupier.cli import CannotRead

app = App(
    name="bench",
    help="Run the benchmarks of a checkout and compare each figure with its target, or with an earlier commit.",
    help_epilogue=(
        "Examples:\n\ncroupier bench\n\ncroupier bench simulation --json\n\n"
        "croupier bench side-by-side --reference 1c412e8\n"
    ),
)


@app.default
def bench(*names: str, json: bool = False) -> None:
    """Run the benchmarks of a checkout, all or those named, and show each figure beside its target.

    Parameters
    ----------
    names
        Names of benchmarks; default: all.
    json
        Print one array of figures.
    """
    _from_a_checkout()
    from benchmarks import run

    try:
        run.bench(names, json=json)
    except run.UnknownBenchmark as error:
        raise CannotRead(str(error)) from None


@app.command
def side_by_side(*, reference: str | None = None, quick: bool = False, json: bool = False) -> None:
    """Measure this checkout and an earlier commit by turns, and compare their speed.

    Parameters
    ----------
    reference
        The commit to compare with; default: the commit whose speed this version must keep.
    quick
        Run a smaller version of each measurement.
    json
        Print one array of figures.
    """
    _from_a_checkout()
    from benchmarks import run, trees
    from benchmarks.side_by_side import NAME, compare

    try:
        figures = compare(reference or trees.REFERENCE, quick=quick)
    except trees.CommitMissing as error:
        raise CannotRead(str(error)) from None
    run.show([(NAME, figure) for figure in figures], json=json)


def _from_a_checkout() -> None:
    """Make the benchmarks importable; they are not in the package."""
    root = Path(__file__).parents[3]
    if not (root / "benchmarks" / "run.py").is_file():
        raise CannotRead("benchmarks come with a checkout, not with an installed package: run this in a checkout")
    sys.path.insert(0, str(root))
