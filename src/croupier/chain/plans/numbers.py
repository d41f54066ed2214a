"""Place numbers inside and across, with press (more after a win) and regress (less after a win)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from croupier.chain.plan import Memory, Move, View
from croupier.felt import Place, Raise, Reduce

Units = tuple[tuple[str, int], ...]  # wager and the cents of one unit

INSIDE: Units = (("place-5", 5_00), ("place-6", 6_00), ("place-8", 6_00), ("place-9", 5_00))
ACROSS: Units = (("place-4", 5_00), *INSIDE, ("place-10", 5_00))


@dataclass(frozen=True)
class Press:
    """Every number goes up with a point on; one that wins is pressed a unit, up to its cap."""

    name: str
    units: Units
    pressed: frozenset[str]  # the numbers that are pressed; the others stay as they are
    cap: int = 2  # units on a number
    at_cap: Literal["stay", "restart"] = "restart"  # what a win at the cap does: nothing, or back to one unit
    house: str = "colorado-craps"
    says: str = "Place numbers; one that wins is pressed."

    @property
    def wagers(self) -> frozenset[str]:
        """Its numbers."""
        return frozenset(wager for wager, _ in self.units)

    def begin(self) -> Memory:
        """Nothing to remember: what stands says how far it was pressed."""
        return None

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """What is down goes up with a point on; what has won is pressed, or at its cap goes back."""
        moves = (self._move(view, wager, unit) for wager, unit in self.units)
        return tuple(move for move in moves if move is not None), memory

    def _move(self, view: View, wager: str, unit: int) -> Move | None:
        standing = view.standing(wager)
        if standing is None:
            return None if view.table.come_out else Place(wager, unit)
        if wager not in self.pressed or not view.won(wager):
            return None
        if standing.stake < unit * self.cap:
            return Raise(wager, unit)
        return Reduce(wager, standing.stake - unit) if self.at_cap == "restart" and self.cap > 1 else None


@dataclass(frozen=True)
class Regress:
    """Every number goes up large with a point on; after so many wins of a hand all come down to one unit."""

    name: str
    units: Units
    large: int = 3  # units before
    wins: int = 1  # of the hand, until it regresses
    house: str = "colorado-craps"
    says: str = "Place numbers large, then small after a win."

    @property
    def wagers(self) -> frozenset[str]:
        """Its numbers."""
        return frozenset(wager for wager, _ in self.units)

    def begin(self) -> Memory:
        """No wins in this hand yet."""
        return 0

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Counts its wins of the hand; the numbers are large before the count is full and small after it."""
        assert isinstance(memory, int)
        wins = 0 if view.new_hand else min(self.wins, memory + any(view.won(wager) for wager in self.wagers))
        times = self.large if wins < self.wins else 1
        moves = (self._move(view, wager, unit * times) for wager, unit in self.units)
        return tuple(move for move in moves if move is not None), wins

    def _move(self, view: View, wager: str, wanted: int) -> Move | None:
        standing = view.standing(wager)
        if standing is None:
            return None if view.table.come_out else Place(wager, wanted)
        return Reduce(wager, standing.stake - wanted) if standing.stake > wanted else None


PLANS = (
    Press(
        "inside-press",
        INSIDE,
        frozenset({"place-5", "place-6", "place-8", "place-9"}),
        says="Inside for $22; a number that wins is doubled once, and after a win there goes back.",
    ),
    Press(
        "across-press",
        ACROSS,
        frozenset({"place-6", "place-8"}),
        cap=3,
        at_cap="stay",
        says="Across for $32; 6 and 8 are pressed by $6 after each win, up to $18, and stay there.",
    ),
    Regress(
        "inside-regress",
        INSIDE,
        large=3,
        wins=2,
        says="Inside for $66; after two wins of a hand all come down to $22.",
    ),
    Regress(
        "across-regress", ACROSS, large=2, says="Across for $64; after the first win of a hand all come down to $32."
    ),
)
