"""`croupier bench`: what Croupier is measured by, from a checkout."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.cli import CannotRead


def bench(*names: str, json: bool = False) -> None:
    """Run the benchmarks of a checkout, all or those named, and show each figure beside its target.

    Parameters
    ----------
    names
        Which ones; all if left out.
    json
        One array of figures.
    """
    root = Path(__file__).parents[3]
    if not (root / "benchmarks" / "run.py").is_file():
        raise CannotRead("benchmarks come with a checkout, not with an installed package: run this in a checkout")
    sys.path.insert(0, str(root))
    from benchmarks import run

    try:
        run.bench(names, json=json)
    except run.UnknownBenchmark as error:
        raise CannotRead(str(error)) from None
