"""Wagers made of whole parts on the next roll: C and E, Horn, Horn High, Whirl.

Each part is a wager of its own, settled by its own rule and shown with the others as one row.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.machine import Step
from croupier.games.craps.facts import CALLS, Rolled
from croupier.games.craps.wager import CrapsWager

HORN = ("craps-2", "craps-3", "eleven", "craps-12")


@dataclass(frozen=True, kw_only=True)
class Combination(CrapsWager[None]):
    """The same amount on each of its parts."""

    def step(self, state: None, fact: Rolled) -> Step:
        """Never called: each part is decided by itself."""
        raise AssertionError(f"{self.id} is settled by its parts")


def _horn_high(number: int, extra: str) -> Combination:
    return Combination(
        id=f"horn-high-{number}",
        cites=("47.1-2304(20)", "47.1-2306(2)"),
        asides=CALLS,
        group="one-roll",
        parts=(*HORN, extra),
        area="horn-high",
        breaks_into=(("horn", 4), (extra, 1)),
    )


WAGERS = (
    Combination(
        id="c-and-e",
        cites=("47.1-2304(18)", "47.1-2306(3)"),
        asides=CALLS,
        group="one-roll",
        parts=("any-craps", "eleven"),
    ),
    Combination(id="horn", cites=("47.1-2304(19)", "47.1-2306(2)"), asides=CALLS, group="one-roll", parts=HORN),
    _horn_high(2, "craps-2"),
    _horn_high(3, "craps-3"),
    _horn_high(11, "eleven"),
    _horn_high(12, "craps-12"),
    Combination(
        id="whirl",
        cites=("47.1-2304(21)",),
        asides=CALLS,
        group="one-roll",
        parts=(*HORN, "any-seven"),
        area="whirl",
        breaks_into=(("horn", 4), ("any-seven", 1)),
    ),
)
