"""The people of a house as an immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from croupier.conduct.two_people import Proposals


@dataclass(frozen=True)
class State:
    """Everything about the people of one house. Only events make a new one."""

    house: str  # what follows the prefix in the name of the stream
    at: int = 0
    proposals: Proposals = field(default_factory=Proposals)
    excluded: frozenset[str] = frozenset()  # patrons who may not play

    def but(self, **changes: Any) -> State:
        """A copy with some fields changed."""
        return replace(self, **changes)
