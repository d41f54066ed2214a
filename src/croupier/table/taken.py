"""What the felt takes, or why it does not: for effects, which follow from what was decided."""

from __future__ import annotations

from typing import Any, TypeVar

from croupier.core.refusal import Refusal

T = TypeVar("T")
Effects = dict[str, Any]  # fields of an event that follow from the others


class NotTaken(Exception):
    """The rules of this version refuse what an event says."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def taken(found: T | Refusal, kind: type[T]) -> T:
    """What was taken; `NotTaken` otherwise."""
    if isinstance(found, Refusal):
        raise NotTaken(found)
    assert isinstance(found, kind)
    return found
