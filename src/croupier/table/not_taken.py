"""The rules refuse what an event records: raised when the effects of an event cannot be computed.

This happens when an event was recorded by other rules, or forged. A command that breaks a rule gets a `Refusal`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from croupier.core.refusal import Refusal

T = TypeVar("T")
Effects = dict[str, Any]  # the fields of an event that are computed from its other fields


class NotTaken(Exception):
    """The rules of this version refuse what an event records."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def taken(found: T | Refusal, kind: type[T]) -> T:
    """Return the result; raise `NotTaken` where the rules gave a refusal instead."""
    if isinstance(found, Refusal):
        raise NotTaken(found)
    assert isinstance(found, kind)
    return found
