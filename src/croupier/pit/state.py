"""The pit of a house as an immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from croupier.conduct.two_people import Proposals


@dataclass(frozen=True, slots=True)
class Approval:
    """An approval on record."""

    reference: str
    subject: str
    day: str
    scope: str


@dataclass(frozen=True)
class State:
    """Everything about the pit of one house. Only events make a new one."""

    house: str  # what follows the prefix in the name of the stream
    at: int = 0
    proposals: Proposals = field(default_factory=Proposals)
    approvals: tuple[Approval, ...] = ()

    def but(self, **changes: Any) -> State:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def approval(self, reference: str) -> Approval | None:
        """The approval with this reference; None if there is none."""
        return next((each for each in self.approvals if each.reference == reference), None)
