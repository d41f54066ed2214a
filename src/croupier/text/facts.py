"""What a refusal says is made of facts: plain values that know what they are, a person, a wager, a spot, an amount.

A number, a word, a date and a list of words need no kind of their own. Each prints as itself, so that a fact can be
written anywhere; who is told the sentence decides how a person or a wager is called (`text/render.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, TypeAlias


class Person(str):
    """Somebody at the table, by the name he or she is known under there."""

    __slots__ = ()


class WagerId(str):
    """A wager, by its id."""

    __slots__ = ()


class SpotId(str):
    """A place on the layout, as it is written."""

    __slots__ = ()


class Money(int):
    """An amount in whole cents."""

    __slots__ = ()


Fact: TypeAlias = Person | WagerId | SpotId | Money | int | str | date | tuple[str, ...] | tuple[Money, ...]
Facts: TypeAlias = tuple[tuple[str, Fact], ...]


def written(fact: Fact) -> tuple[str, object]:
    """A fact as its kind and a plain value, to be kept.

    >>> written(Money(500)), written((Money(1), Money(2))), written(date(2022, 8, 1))
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
    """A fact that was written."""
    return _READ[kind](value)
