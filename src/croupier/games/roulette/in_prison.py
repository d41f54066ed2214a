"""In Prison, if the house offers it: what happens to an even-money wager on 0 and on the next spin."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.machine import Asks, Closed, Stands, Step

CHOICES = ("half-back", "imprison")
#: The choice of a player who does not answer (readings R5, A8).
DEFAULT = "imprison"


@implements("30-2204(2)", "47.1-2204(2)")
def on_zero() -> Step:
    """On 0, but not on 00 or 000, the player may choose (reading R5)."""
    return Asks("asked", CHOICES)


def chosen(choice: str) -> Step:
    """Take half the wager back now, or leave all of it for one more spin."""
    return Closed("half-back") if choice == "half-back" else Stands("imprisoned")


@implements("30-2204(2)", "47.1-2204(2)")
def on_next_spin(wins: bool) -> Step:
    """The next spin releases the wager or loses it; another 0 loses it."""
    return Closed("released" if wins else "lost in prison")
