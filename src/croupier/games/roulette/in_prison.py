"""In Prison, where the house offers it: the fate of an even-money wager on 0 and on the next spin."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.machine import Asks, Closed, Stands, Step

CHOICES = ("half-back", "imprison")
#: What counts where the player does not answer (readings R5, A8).
DEFAULT = "imprison"


@implements("30-2204(2)", "47.1-2204(2)")
def on_zero() -> Step:
    """On 0, and on no other zero, the player may choose (reading R5)."""
    return Asks("asked", CHOICES)


def chosen(choice: str) -> Step:
    """Half the wager now, or the whole of it for another spin."""
    return Closed("half-back") if choice == "half-back" else Stands("imprisoned")


@implements("30-2204(2)", "47.1-2204(2)")
def on_next_spin(wins: bool) -> Step:
    """The following spin releases the wager or loses it; 0 again loses it."""
    return Closed("released" if wins else "lost in prison")
