"""Croupier's benchmarks: one module for each subject, with `NAME` and `measure() -> list[Figure]`.

`python -m benchmarks [NAME…] [--json]`, from the root of a checkout, runs all of them or those named.
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
    """One measured figure and its target."""

    name: str
    value: float
    unit: str
    target: float
    met: bool
    detail: str = ""

    @classmethod
    def at_most(cls, name: str, value: float, unit: str, target: float, detail: str = "") -> Figure:
        """A figure that meets its target if it is not above it."""
        return cls(name, value, unit, target, value <= target, detail)

    @classmethod
    def at_least(cls, name: str, value: float, unit: str, target: float, detail: str = "") -> Figure:
        """A figure that meets its target if it is not below it."""
        return cls(name, value, unit, target, value >= target, detail)


@contextmanager
def cores(count: int) -> Iterator[None]:
    """Limit this process, and those that it starts, to a number of cores, if the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
