"""The last call of a pure function, remembered: what decides a thing asks, and what carries it out asks again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

A = TypeVar("A")
P = ParamSpec("P")
R = TypeVar("R")


def last_call(function: Callable[Concatenate[A, P], R]) -> Callable[Concatenate[A, P], R]:
    """Give the same result again while the first argument is the same object and the others are equal."""
    last: tuple[A, tuple[object, ...], dict[str, object], R] | None = None

    def called(first: A, /, *others: P.args, **named: P.kwargs) -> R:
        nonlocal last
        known = last  # another thread may change it meanwhile
        if known is not None and known[0] is first and known[1] == others and known[2] == named:
            return known[3]
        result = function(first, *others, **named)
        last = (first, others, named, result)
        return result

    return called
