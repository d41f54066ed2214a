"""Plans about shooters: another plan that waits for a count, or that stops after so many losses of a hand."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.chain.plan import BuiltIn, Memory, Move, View
from croupier.chain.plans.flat import Flat
from croupier.felt import Place, Raise


def _without_more(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves that put no more money on the table."""
    return tuple(move for move in moves if not isinstance(move, Place | Raise))


@dataclass(frozen=True)
class FiveCount:
    """Plays another plan only for shooters who have thrown five rolls from their first point on.

    A plan sees the table, not the dice: the count begins with the roll that sets the first point of a hand, every
    roll after it counts one, and the fifth counts only if a point is on after it.
    """

    plan: BuiltIn
    name: str = "five-count"
    count: int = 5
    says: str = "Place 6 and 8 for $12, only for shooters who have thrown five rolls from their first point on."

    @property
    def house(self) -> str:
        """That of the plan it plays."""
        return self.plan.house

    @property
    def wagers(self) -> frozenset[str]:
        """Those of the plan it plays."""
        return self.plan.wagers

    def begin(self) -> Memory:
        """Nothing counted."""
        return 0, self.plan.begin()

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Counts the roll, then moves as the other plan where the count is full."""
        assert isinstance(memory, tuple)
        counted = self._counted(view, memory[0])
        moves, remembered = self.plan.moves(view, memory[1])
        return moves if counted == self.count else _without_more(moves), (counted, remembered)

    def _counted(self, view: View, before: int) -> int:
        if view.new_hand:
            return 0
        if before in (0, self.count - 1):  # the first and the last count want a point on
            return before + (not view.table.come_out)
        return min(self.count, before + 1)


@dataclass(frozen=True)
class LimitPerShooter:
    """Plays another plan, and after so many losing wagers of one hand puts up nothing until the next shooter."""

    plan: BuiltIn
    losses: int
    name: str = "limit-per-shooter"
    says: str = "The field $10 every roll, until three are lost with one shooter; then waits for the next."

    @property
    def house(self) -> str:
        """That of the plan it plays."""
        return self.plan.house

    @property
    def wagers(self) -> frozenset[str]:
        """Those of the plan it plays."""
        return self.plan.wagers

    def begin(self) -> Memory:
        """Nothing lost."""
        return 0, self.plan.begin()

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Counts what the hand has lost, then moves as the other plan where the limit is not reached."""
        assert isinstance(memory, tuple)
        lost = memory[0] + sum(row.net < 0 for row in view.decided)
        lost = 0 if view.new_hand else min(self.losses, lost)
        moves, remembered = self.plan.moves(view, memory[1])
        return moves if lost < self.losses else _without_more(moves), (lost, remembered)


_SIX_AND_EIGHT = Flat(
    "place-6-8",
    (("place-6", None, 12_00), ("place-8", None, 12_00)),
    only_with_a_point=frozenset({"place-6", "place-8"}),
)

PLANS = (
    FiveCount(_SIX_AND_EIGHT),
    LimitPerShooter(Flat("field", (("field", None, 10_00),)), losses=3),
)
