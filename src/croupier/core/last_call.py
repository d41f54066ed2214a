"""The last call of a pure function, remembered: what decides a thing asks, and what carries it out asks again."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def last_call(function: Callable[P, R]) -> Callable[P, R]:
    """Give the same result again while the first argument is the same object and the others are equal."""
    last: tuple[object, tuple[object, ...], R] | None = None

    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        nonlocal last
        assert not kwargs, "give all arguments by place"
        known = last
        if known is not None and known[0] is args[0] and known[1] == args[1:]:
            return known[2]
        result = function(*args, **kwargs)
        last = (args[0], args[1:], result)
        return result

    return called
