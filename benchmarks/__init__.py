"""What croupier is measured by: a module a subject, each with `NAME` and `measure() -> list[Figure]`.

`python -m benchmarks [NAME…] [--json]`, from the root of a checkout, runs them all or those named.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Figure:
    """One measured figure, and what was aimed at."""

    name: str
    value: float
    unit: str
    target: float
    met: bool
    detail: str = ""

    @classmethod
    def at_most(cls, name: str, value: float, unit: str, target: float, detail: str = "") -> Figure:
        """Less is better."""
        return cls(name, value, unit, target, value <= target, detail)

    @classmethod
    def at_least(cls, name: str, value: float, unit: str, target: float, detail: str = "") -> Figure:
        """More is better."""
        return cls(name, value, unit, target, value >= target, detail)


@contextmanager
def cores(count: int) -> Iterator[None]:
    """This process, and those it starts, on so many cores only; where the system cannot, on all."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
