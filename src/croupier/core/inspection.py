"""What a game asks to have inspected before its tables open. A game without such rules declares none.

Who inspects, adjusts and witnesses is declared in `conduct/powers.toml`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date
from typing import Generic

from croupier.core.citation import Citation
from croupier.core.machine import RulesT


@dataclass(frozen=True, slots=True)
class Check:
    """One item of a checklist: its name, what must be so, and the paragraph that asks for it."""

    id: str
    says: str
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """The paragraphs of a game about inspections, by their newest numbers."""

    opening: str  # the inspection before a table opens
    adjusting: str  # who adjusts the parts of a wheel
    closed: str  # on the floor, a wheel is adjusted only while its table is closed
    place: str  # the place outside the floor where it may be adjusted too
    before: str  # adjustments come before the inspection
    director: str  # the Director inspects a replaced external part
    log: str  # the log of adjustments is signed
    moved: str  # what is inspected after the wheel was moved

    def __post_init__(self) -> None:
        for each in fields(self):
            Citation(getattr(self, each.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspections(Generic[RulesT]):
    """What a game asks to have inspected, and when.

    `wheel` is the kind of equipment that is adjusted, and that must not move; `inspected` are the kinds of which a
    table has at least one when it is inspected. `covers` has all kinds to which the checklist of a house applies.
    """

    wheel: str
    inspected: tuple[str, ...]
    covers: Callable[[RulesT], tuple[str, ...]]
    checks: Callable[[RulesT], tuple[Check, ...]]  # the checklist of a house
    daily: Callable[[date], bool]  # whether the rules of a date ask for an inspection of an open table every day
    after_movement: Callable[[date], tuple[str, ...]]  # the items to inspect again when the wheel has moved
    cites: Cited
