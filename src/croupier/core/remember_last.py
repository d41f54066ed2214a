"""One-entry memo for a pure function.

`decide` and `evolve` compute the same thing one after the other; the second time the result is already there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

A = TypeVar("A")
P = ParamSpec("P")
R = TypeVar("R")


def remember_last(function: Callable[Concatenate[A, P], R]) -> Callable[Concatenate[A, P], R]:
    """Return the previous result while the first argument is the same object and the other arguments are equal."""
    last: tuple[A, tuple[object, ...], dict[str, object], R] | None = None

    def called(first: A, /, *others: P.args, **named: P.kwargs) -> R:
        nonlocal last
        known = last  # read once: another thread may replace it
        if known is not None and known[0] is first and known[1] == others and known[2] == named:
            return known[3]
        result = function(first, *others, **named)
        last = (first, others, named, result)
        return result

    return called
