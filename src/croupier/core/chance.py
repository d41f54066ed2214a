"""Chance is an explicit finite distribution with exact weights. Nothing here draws."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Chance(Generic[T]):
    """Outcomes with whole-number weights.

    >>> coin = Chance.even(["heads", "tails"])
    >>> coin.of("heads")
    Fraction(1, 2)
    """

    weights: tuple[tuple[T, int], ...]

    def __post_init__(self) -> None:
        outcomes = [outcome for outcome, _ in self.weights]
        assert outcomes, "a chance has at least one outcome"
        assert len(set(outcomes)) == len(outcomes), "an outcome is listed once"
        assert all(type(w) is int and w > 0 for _, w in self.weights), "weights are positive whole numbers"

    @classmethod
    def even(cls, outcomes: Iterable[T]) -> Chance[T]:
        """Every outcome equally likely."""
        return cls(tuple((outcome, 1) for outcome in outcomes))

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(weight for _, weight in self.weights)

    def of(self, outcome: T) -> Fraction:
        """The exact chance of one outcome."""
        return Fraction(dict(self.weights).get(outcome, 0), self.total)

    def __iter__(self) -> Iterator[T]:
        return (outcome for outcome, _ in self.weights)

    def __len__(self) -> int:
        return len(self.weights)


def nth(weights: Iterable[tuple[T, int]], number: int) -> T:
    """The outcome at a position, if every outcome takes as many positions as its weight, in order.

    >>> nth((("a", 2), ("b", 1)), 1), nth((("a", 2), ("b", 1)), 2)
    ('a', 'b')
    """
    for outcome, weight in weights:
        if number < weight:
            return outcome
        number -= weight
    raise AssertionError("the number is below the total of the weights")


def as_text(outcome: object) -> str:
    """An outcome as scripts, events and proofs write it.

    >>> as_text((4, 2)), as_text("00"), as_text(150)
    ('4-2', '00', '150')
    """
    return "-".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)
