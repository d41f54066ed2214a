"""The facts of a refusal: values whose type says what they are, such as a person, a wager, a spot or an amount.

A number, a word, a date and a list of words have no type of their own. A fact prints as its plain value. How a
sentence names a person or a wager depends on its audience (`text/render.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, TypeAlias


class Person(str):
    """A person at the table, by the name used there."""

    __slots__ = ()


class WagerId(str):
    """A wager, by its id."""

    __slots__ = ()


class SpotId(str):
    """A spot on the layout, by its id."""

    __slots__ = ()


class Money(int):
    """An amount in whole cents."""

    __slots__ = ()


Fact: TypeAlias = Person | WagerId | SpotId | Money | int | str | date | tuple[str, ...] | tuple[Money, ...]
Facts: TypeAlias = tuple[tuple[str, Fact], ...]


def write(fact: Fact) -> tuple[str, object]:
    """Convert a fact to its kind and a plain value, to be stored.

    >>> write(Money(500)), write((Money(1), Money(2))), write(date(2022, 8, 1))
    (('money', 500), ('amounts', [1, 2]), ('day', '2022-08-01'))
    """
    match fact:
        case Person() | WagerId() | SpotId():
            return _KIND[type(fact)], str(fact)
        case Money():
            return "money", int(fact)
        case date():
            return "day", fact.isoformat()
        case tuple():
            amounts = any(isinstance(each, Money) for each in fact)
            return ("amounts", [int(each) for each in fact]) if amounts else ("words", [str(each) for each in fact])
        case int():
            return "number", fact
    return "word", str(fact)


_KIND: dict[type, str] = {Person: "person", WagerId: "wager", SpotId: "spot"}
_READ: dict[str, Callable[[Any], Fact]] = {
    "person": Person,
    "wager": WagerId,
    "spot": SpotId,
    "money": Money,
    "day": date.fromisoformat,
    "amounts": lambda kept: tuple(map(Money, kept)),
    "words": tuple,
    "number": int,
    "word": str,
}


def read(kind: str, value: object) -> Fact:
    """Convert a kind and a plain value back to a fact."""
    return _READ[kind](value)
