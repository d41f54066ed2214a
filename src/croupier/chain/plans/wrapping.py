"""Plans that wrap another: it waits for a count, stops after so many losses of a hand, or at so much won or lost."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal

from croupier.chain.plan import BuiltIn, Cents, Count, Memory, Move, View
from croupier.chain.plans.dice import new_hand, point_number_rolled
from croupier.chain.plans.rest import SITS_OUT, STOPPED
from croupier.felt import Place, Raise


def _without_more(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves that put no more money on the table."""
    return tuple(move for move in moves if not isinstance(move, Place | Raise))


@dataclass(frozen=True)
class Wrapping(BuiltIn):
    """Remembers a number beside what the other plan remembers; the number says whether the other may put up more."""

    plan: BuiltIn

    @property
    def wagers(self) -> frozenset[str]:
        """Those of the plan it plays."""
        return self.plan.wagers

    @property
    def needs_dice(self) -> bool:
        """As the plan it plays."""
        return self.plan.needs_dice

    @abstractmethod
    def counted(self, view: View, before: int) -> int:
        """The number, by what is seen."""

    @abstractmethod
    def plays(self, count: int) -> bool:
        """Whether the other plan may put up more at this number."""

    def begin(self) -> Memory:
        """Nothing counted."""
        return 0, self.plan.begin()

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Counts, then moves as the other plan, or without putting up more."""
        assert isinstance(memory, tuple)
        count = self.counted(view, memory[0])
        moves, remembered = self.plan.moves(view, memory[1])
        return moves if self.plays(count) else _without_more(moves), (count, remembered)


@dataclass(frozen=True)
class OfShooters(Wrapping):
    """Counts within a hand: a new shooter begins at nothing."""

    @property
    def needs_dice(self) -> bool:
        """Always."""
        return True

    def counted(self, view: View, before: int) -> int:
        """Nothing before a shooter's first roll."""
        return 0 if new_hand(view) else self.on(view, before)

    @abstractmethod
    def on(self, view: View, before: int) -> int:
        """The number after a roll of the hand."""


@dataclass(frozen=True)
class FiveCount(OfShooters):
    """Plays another plan only for shooters who have come through a count of rolls, five as a rule.

    The first point number of a hand, which sets its point, counts one. Every roll after it counts one more, but the
    last count is again a point number: until one shows, the count waits. A seven-out ends it.
    """

    kind = "five-count"

    count: Count = 5

    def on(self, view: View, before: int) -> int:
        """One more, where the first and the last want a point number."""
        if before in (0, self.count - 1):
            return before + point_number_rolled(view)
        return min(self.count, before + 1)

    def plays(self, count: int) -> bool:
        """With the count full."""
        return count == self.count


@dataclass(frozen=True)
class LimitPerShooter(OfShooters):
    """Plays another plan, and after so many losing wagers of one hand puts up nothing until the next shooter."""

    kind = "limit-per-shooter"

    losses: Count

    def on(self, view: View, before: int) -> int:
        """What the hand has lost."""
        return min(self.losses, before + sum(row.net < 0 for row in view.decided))

    def plays(self, count: int) -> bool:
        """Below the limit."""
        return count < self.losses


@dataclass(frozen=True)
class StopAt(Wrapping):
    """Plays another plan until it is so much ahead or so much behind.

    At the mark nothing more goes up, and what stands is left to be decided. With nothing standing it stops for good,
    or sits out a round and begins anew.
    """

    kind = "stop-at-win-or-loss"

    win: Cents
    loss: Cents
    then: Literal["sit-out", "stop"]

    def counted(self, view: View, before: int) -> int:
        """Cents won or lost so far, never beyond a mark; a mark once reached stays reached."""
        if not self.plays(before):
            return before
        return max(-self.loss, min(self.win, before + sum(row.net for row in view.decided)))

    def plays(self, count: int) -> bool:
        """Between the marks."""
        return -self.loss < count < self.win

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """As the other plan between the marks; then nothing, once what stood is decided."""
        if memory is STOPPED:
            return (), STOPPED
        moves, now = Wrapping.moves(self, view, self.begin() if memory is SITS_OUT else memory)
        assert isinstance(now, tuple)
        if self.plays(now[0]) or view.mine:
            return moves, now
        return (), STOPPED if self.then == "stop" else SITS_OUT
