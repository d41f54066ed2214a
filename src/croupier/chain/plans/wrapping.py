"""Plans that wrap another plan: wait for a count, stop after some losses in a hand, or at a win or loss limit."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal

from croupier.chain.plan import BuiltIn, Cents, Count, Memory, Move, View
from croupier.chain.plans.dice import new_hand, point_number_rolled
from croupier.chain.plans.rest import SITS_OUT, STOPPED
from croupier.felt import Place, Raise


def _without_more(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Moves that add no money to the table."""
    return tuple(move for move in moves if not isinstance(move, Place | Raise))


@dataclass(frozen=True)
class Wrapping(BuiltIn):
    """Adds a count to the memory of another plan; the count decides whether that plan may add money."""

    plan: BuiltIn

    @property
    def wagers(self) -> frozenset[str]:
        """The wagers of the wrapped plan."""
        return self.plan.wagers

    @property
    def needs_dice(self) -> bool:
        """Same as the wrapped plan."""
        return self.plan.needs_dice

    @abstractmethod
    def counted(self, view: View, before: int) -> int:
        """The next count, from what is seen."""

    @abstractmethod
    def plays(self, count: int) -> bool:
        """Whether the wrapped plan may add money at this count."""

    def begin(self) -> Memory:
        """Nothing counted."""
        return 0, self.plan.begin()

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Update the count, then move as the wrapped plan does, or without adding money."""
        assert isinstance(memory, tuple)
        count = self.counted(view, memory[0])
        moves, remembered = self.plan.moves(view, memory[1])
        return moves if self.plays(count) else _without_more(moves), (count, remembered)


@dataclass(frozen=True)
class OfShooters(Wrapping):
    """Counts within a hand; a new shooter starts at zero."""

    @property
    def needs_dice(self) -> bool:
        """Always."""
        return True

    def counted(self, view: View, before: int) -> int:
        """Zero before a shooter's first roll."""
        return 0 if new_hand(view) else self.on(view, before)

    @abstractmethod
    def on(self, view: View, before: int) -> int:
        """The number after a roll of the hand."""


@dataclass(frozen=True)
class FiveCount(OfShooters):
    """Plays another plan only for shooters who have survived a count of rolls, usually five.

    The first point number of a hand, which sets its point, counts one. Every roll after it counts one more, but the
    last count is again a point number: until one shows, the count waits. A seven-out ends it.
    """

    kind = "five-count"

    count: Count = 5

    def on(self, view: View, before: int) -> int:
        """Count one more roll; the first and the last count need a point number."""
        if before in (0, self.count - 1):
            return before + point_number_rolled(view)
        return min(self.count, before + 1)

    def plays(self, count: int) -> bool:
        """When the count is complete."""
        return count == self.count


@dataclass(frozen=True)
class LimitPerShooter(OfShooters):
    """Plays another plan; after a number of losses in one hand it adds nothing until the next shooter."""

    kind = "limit-per-shooter"

    losses: Count

    def on(self, view: View, before: int) -> int:
        """The losses in this hand."""
        return min(self.losses, before + sum(row.net < 0 for row in view.decided))

    def plays(self, count: int) -> bool:
        """Below the limit."""
        return count < self.losses


@dataclass(frozen=True)
class StopAt(Wrapping):
    """Plays another plan until a win limit or a loss limit is reached.

    At the limit it adds no more money, and the wagers on the layout stay until they are decided. Then it stops for
    good, or sits out a round and starts again.
    """

    kind = "stop-at-win-or-loss"

    win: Cents
    loss: Cents
    then: Literal["sit-out", "stop"]

    def counted(self, view: View, before: int) -> int:
        """Cents won or lost so far, clipped to the limits; once at a limit it stays there."""
        if not self.plays(before):
            return before
        return max(-self.loss, min(self.win, before + sum(row.net for row in view.decided)))

    def plays(self, count: int) -> bool:
        """Between the limits."""
        return -self.loss < count < self.win

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Moves as the wrapped plan between the limits; after that it stops, once its wagers are decided."""
        if memory is STOPPED:
            return (), STOPPED
        moves, now = Wrapping.moves(self, view, self.begin() if memory is SITS_OUT else memory)
        assert isinstance(now, tuple)
        if self.plays(now[0]) or view.mine:
            return moves, now
        return (), STOPPED if self.then == "stop" else SITS_OUT
