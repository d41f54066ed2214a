"""Place numbers, inside or across, with press (more after a win) and regress (less after a win)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from croupier.chain.plan import BuiltIn, Cents, Count, Memory, Move, View, Wager, resized
from croupier.chain.plans.dice import come_out, new_hand
from croupier.felt import Place


@dataclass(frozen=True)
class Numbers(BuiltIn):
    """Numbers that go up with a point on, and stay up until a seven."""

    units: tuple[tuple[Wager, Cents], ...]  # by number, the amount of one unit

    def __post_init__(self) -> None:
        if not self.units:
            raise ValueError("units names no wager")

    @property
    def wagers(self) -> frozenset[str]:
        """Its numbers."""
        return frozenset(wager for wager, _ in self.units)

    @property
    def needs_dice(self) -> bool:
        """Always."""
        return True

    def up(self, view: View, wanted: Mapping[str, int]) -> tuple[Move, ...]:
        """Sets every number to the wanted amount: wagers on the layout at once, new ones when a point is on."""
        moves: list[Move] = []
        for wager, cents in wanted.items():
            if standing := view.standing(wager):
                moves += resized(standing, cents)
            elif not come_out(view):
                moves.append(Place(wager, cents))
        return tuple(moves)


@dataclass(frozen=True)
class Press(Numbers):
    """Every number goes up with a point on; one that wins is pressed a unit, up to its cap."""

    kind = "press"

    pressed: frozenset[Wager]  # the numbers that are pressed; the others stay as they are
    cap: Count  # units on a number
    at_cap: Literal["stay", "restart"]  # what a win at the cap does: nothing, or back to one unit

    def __post_init__(self) -> None:
        Numbers.__post_init__(self)
        if strangers := self.pressed - self.wagers:
            raise ValueError(f"pressed names {', '.join(sorted(strangers))}, not among the units")

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Place what is missing while a point is on; raise what has won, or reset it at its cap."""
        return self.up(view, {wager: self._wanted(view, wager, unit) for wager, unit in self.units}), memory

    def _wanted(self, view: View, wager: str, unit: int) -> int:
        standing = view.standing(wager)
        if standing is None or wager not in self.pressed or not view.won(wager):
            return unit if standing is None else standing.stake
        if standing.stake < unit * self.cap:
            return standing.stake + unit
        return unit if self.at_cap == "restart" else standing.stake


@dataclass(frozen=True)
class Regress(Numbers):
    """Large wagers on every number with a point on; after a number of wins in a hand they are reduced to one unit."""

    kind = "regress"

    large: Count  # units before it regresses
    wins: Count = 1  # wins in a hand until it regresses

    def begin(self) -> Memory:
        """No wins in this hand yet."""
        return 0

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Count the wins of the hand; the wagers are large until the count is reached, then small."""
        assert isinstance(memory, int)
        wins = 0 if new_hand(view) else min(self.wins, memory + any(view.won(wager) for wager in self.wagers))
        times = self.large if wins < self.wins else 1
        standing = {each.wager: each.stake for each in view.mine}
        wanted = {wager: min(unit * times, standing.get(wager, unit * times)) for wager, unit in self.units}
        return self.up(view, wanted), wins
