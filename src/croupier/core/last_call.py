"""The last call of a pure function, remembered: what decides a thing asks, and what carries it out asks again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def last_call(function: Callable[P, R]) -> Callable[P, R]:
    """Give the same result again while the first argument is the same object and the others are equal."""
    last: tuple[object, tuple[object, ...], Any] = (object(), (), None)

    def called(first: Any, *others: Any) -> R:
        nonlocal last
        known = last  # another thread may change it meanwhile
        if known[0] is first and known[1] == others:
            return known[2]  # type: ignore[no-any-return]
        result = function(first, *others)  # type: ignore[call-arg]
        last = (first, others, result)
        return result

    return called  # type: ignore[return-value]
