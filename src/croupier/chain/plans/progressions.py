"""Progressions: one wager whose amount depends on its wins and losses, each with a cap and a rule for the cap.

No progression changes the edge of its wager; each only moves where the money is lost.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from croupier.chain.plan import BuiltIn, Cents, Count, Memory, Move, View, Wager, resized
from croupier.chain.plans.rest import SITS_OUT, STOPPED, Rest
from croupier.felt import Place

Rung = TypeVar("Rung", bound=Hashable)  # the position in a progression; there are finitely many


@dataclass(frozen=True)
class Progression(BuiltIn, Generic[Rung]):
    """One wager, placed whenever it is not on the layout. Its rung sets its number of units.

    If a win or a loss would lead above the cap, it stays on its rung, restarts at the first, sits out a round and
    then restarts, or stops for good.
    """

    wager: Wager
    unit: Cents
    at_cap: Literal["stay", "restart", "sit-out", "stop"]

    @property
    def wagers(self) -> frozenset[str]:
        """Its only wager."""
        return frozenset({self.wager})

    @abstractmethod
    def first(self) -> Rung:
        """The memory at the start, and after every restart."""

    @abstractmethod
    def units(self, rung: Rung) -> int:
        """The units wagered on a rung."""

    @abstractmethod
    def after(self, rung: Rung, won: bool) -> Rung | None:
        """The next rung; None if it would exceed the cap."""

    def begin(self) -> Memory:
        """The first rung."""
        return self.first()

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Climb by the result of the last round, and wager the units of the rung."""
        won = view.won(self.wager)
        rung = self._rung(memory)
        if won is not None and not isinstance(rung, Rest):
            rung = self._climbed(rung, won)
        wanted = 0 if isinstance(rung, Rest) else self.unit * self.units(rung)
        standing = next((each for each in view.mine if each.wager == self.wager), None)
        if standing is None:
            return (Place(self.wager, wanted),) if wanted and view.takes(Place(self.wager, wanted)) else (), rung
        return view.answers() if won is None else resized(standing, wanted), rung

    def _rung(self, memory: Memory) -> Rung | Rest:
        """The remembered rung; the first one after sitting out."""
        first = self.first()
        if memory is SITS_OUT:
            return first
        return memory if isinstance(memory, type(first)) else STOPPED

    def _climbed(self, rung: Rung, won: bool) -> Rung | Rest:
        higher = self.after(rung, won)
        if higher is not None:
            return higher
        at_cap: dict[str, Rung | Rest] = {
            "stay": rung,
            "restart": self.first(),
            "sit-out": SITS_OUT,
            "stop": STOPPED,
        }
        return at_cap[self.at_cap]


@dataclass(frozen=True)
class Numbered(Progression[int]):
    """A progression with numbered rungs. The cap is their number."""

    rungs: Count

    @abstractmethod
    def climb(self, rung: int, won: bool) -> int:
        """The next rung, without regard to the cap."""

    def first(self) -> int:
        """The lowest rung."""
        return 0

    def after(self, rung: int, won: bool) -> int | None:
        """The next rung, or None at the cap."""
        higher = self.climb(rung, won)
        return higher if higher < self.rungs else None


@dataclass(frozen=True)
class Martingale(Numbered):
    """Doubles after every loss; a win goes back to one unit."""

    kind = "martingale"

    def climb(self, rung: int, won: bool) -> int:
        """Counts losses in a row."""
        return 0 if won else rung + 1

    def units(self, rung: int) -> int:
        """1, 2, 4, 8, …"""
        return int(2**rung)


@dataclass(frozen=True)
class GrandMartingale(Martingale):
    """Doubles and adds a unit after every loss; a win goes back to one unit."""

    kind = "grand-martingale"

    def units(self, rung: int) -> int:
        """1, 3, 7, 15, …"""
        return int(2 ** (rung + 1) - 1)


@dataclass(frozen=True)
class Paroli(Martingale):
    """Doubles after every win, up to a number of wins in a row; a loss goes back to one unit."""

    kind = "paroli"

    def climb(self, rung: int, won: bool) -> int:
        """Counts wins in a row."""
        return rung + 1 if won else 0


@dataclass(frozen=True)
class DAlembert(Numbered):
    """One unit more after a loss, one less after a win."""

    kind = "dalembert"

    def climb(self, rung: int, won: bool) -> int:
        """Up or down a rung, never below the first."""
        return max(0, rung - 1) if won else rung + 1

    def units(self, rung: int) -> int:
        """1, 2, 3, 4, …"""
        return int(rung + 1)


@dataclass(frozen=True)
class Fibonacci(Numbered):
    """Up the Fibonacci numbers after a loss, two back after a win."""

    kind = "fibonacci"

    def climb(self, rung: int, won: bool) -> int:
        """Up a rung or down two, never below the first."""
        return max(0, rung - 2) if won else rung + 1

    def units(self, rung: int) -> int:
        """1, 1, 2, 3, 5, 8, …"""
        one, next_one = 1, 1
        for _ in range(rung):
            one, next_one = next_one, one + next_one
        return one


@dataclass(frozen=True)
class Labouchere(Progression[tuple[int, ...]]):
    """Wagers the first and last number of a line: a win strikes both, a loss adds the amount at the end."""

    kind = "labouchere"

    line: tuple[Count, ...]  # units
    most: Count  # units in one wager
    longest: Count  # numbers in the line

    def __post_init__(self) -> None:
        if not self.line:
            raise ValueError("line has no number")
        if len(self.line) > self.longest or self.units(self.line) > self.most:
            raise ValueError(f"line {list(self.line)} is over its own cap: see longest and most")

    def first(self) -> tuple[int, ...]:
        """The whole line."""
        return self.line

    def units(self, rung: tuple[int, ...]) -> int:
        """The sum of the first and the last number, or the only number left."""
        return sum({0: rung[0], len(rung) - 1: rung[-1]}.values())

    def after(self, rung: tuple[int, ...], won: bool) -> tuple[int, ...] | None:
        """When all numbers are struck, the line is won and starts again."""
        if won:
            return rung[1:-1] or self.line
        longer = (*rung, self.units(rung))
        return longer if len(longer) <= self.longest and self.units(longer) <= self.most else None
