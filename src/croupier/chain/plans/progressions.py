"""Progressions: one wager whose amount follows its wins and losses, each with a cap and what it does there.

No progression changes the edge of its wager; each only moves where the money is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from croupier.chain.plan import Memory, Move, View
from croupier.felt import Place

Rung: TypeAlias = Any  # where a ladder stands; finitely many of them


class Ladder(Protocol):
    """How a progression climbs: rungs, and where a win or a loss leads."""

    def first(self) -> Rung:
        """Where it begins, and begins anew."""

    def units(self, rung: Rung) -> int:
        """What is wagered there."""
        ...

    def after(self, rung: Rung, won: bool) -> Rung | None:
        """The next rung; none where it would go over its cap."""


@dataclass(frozen=True)
class Martingale:
    """Doubles after every loss; a win goes back to one unit."""

    rungs: int

    def first(self) -> Rung:
        """No loss in a row."""
        return 0

    def units(self, rung: Rung) -> int:
        """1, 2, 4, 8, …"""
        return int(2**rung)

    def after(self, rung: Rung, won: bool) -> Rung | None:
        """Counts losses in a row."""
        if won:
            return 0
        return rung + 1 if rung + 1 < self.rungs else None


@dataclass(frozen=True)
class GrandMartingale(Martingale):
    """Doubles and adds a unit after every loss; a win goes back to one unit."""

    def units(self, rung: Rung) -> int:
        """1, 3, 7, 15, …"""
        return int(2 ** (rung + 1) - 1)


@dataclass(frozen=True)
class DAlembert:
    """One unit more after a loss, one less after a win."""

    rungs: int

    def first(self) -> Rung:
        """One unit."""
        return 0

    def units(self, rung: Rung) -> int:
        """1, 2, 3, 4, …"""
        return int(rung + 1)

    def after(self, rung: Rung, won: bool) -> Rung | None:
        """Up or down a rung, never below the first."""
        if won:
            return max(0, rung - 1)
        return rung + 1 if rung + 1 < self.rungs else None


@dataclass(frozen=True)
class Fibonacci(DAlembert):
    """Up the Fibonacci numbers after a loss, two back after a win."""

    def units(self, rung: Rung) -> int:
        """1, 1, 2, 3, 5, 8, …"""
        one, next_one = 1, 1
        for _ in range(rung):
            one, next_one = next_one, one + next_one
        return one

    def after(self, rung: Rung, won: bool) -> Rung | None:
        """Up a rung or down two, never below the first."""
        return max(0, rung - 2) if won else DAlembert.after(self, rung, won)


@dataclass(frozen=True)
class Labouchere:
    """Wagers the first and last number of a line: a win strikes both, a loss adds the amount at the end."""

    line: tuple[int, ...]
    most: int  # units a wager
    longest: int  # numbers in the line

    def first(self) -> Rung:
        """The whole line."""
        return self.line

    def units(self, rung: Rung) -> int:
        """First and last, or the one that is left."""
        return sum({0: rung[0], len(rung) - 1: rung[-1]}.values())

    def after(self, rung: Rung, won: bool) -> Rung | None:
        """A line struck to nothing is won, and begins anew."""
        if won:
            return rung[1:-1] or self.line
        longer = (*rung, self.units(rung))
        return longer if len(longer) <= self.longest and self.units(longer) <= self.most else None


@dataclass(frozen=True)
class Paroli:
    """Doubles after every win, so many in a row; a loss goes back to one unit."""

    rungs: int

    def first(self) -> Rung:
        """No win in a row."""
        return 0

    def units(self, rung: Rung) -> int:
        """1, 2, 4, …"""
        return int(2**rung)

    def after(self, rung: Rung, won: bool) -> Rung | None:
        """Counts wins in a row."""
        if not won:
            return 0
        return rung + 1 if rung + 1 < self.rungs else None


@dataclass(frozen=True)
class _SitsOut:
    """Stopped at the cap: nothing is wagered for a round."""


SITS_OUT = _SitsOut()


@dataclass(frozen=True)
class Progression:
    """One wager, put up whenever it is down, of as many units as its ladder says.

    Over the cap it stays on its rung, restarts at the first, or stops. A chain has no end, so one that stops sits out
    a round and begins anew; to leave the table for good is a matter of sessions.
    """

    name: str
    ladder: Ladder
    at_cap: Literal["stay", "restart", "stop"]
    wager: str
    unit: int  # cents
    house: str
    says: str

    @property
    def wagers(self) -> frozenset[str]:
        """The one."""
        return frozenset({self.wager})

    def begin(self) -> Memory:
        """The first rung."""
        rung: Memory = self.ladder.first()
        return rung

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Climbs by what the last round decided, and puts up what the rung says."""
        won = view.won(self.wager)
        rung = self.ladder.first() if memory == SITS_OUT else memory
        rung = rung if won is None else self._climbed(rung, won)
        if rung == SITS_OUT or view.standing(self.wager) is not None or not view.takes(self.wager):
            return (), rung
        return (Place(self.wager, self.unit * self.ladder.units(rung)),), rung

    def _climbed(self, rung: Rung, won: bool) -> Rung:
        higher = self.ladder.after(rung, won)
        if higher is not None:
            return higher
        return {"stay": rung, "restart": self.ladder.first(), "stop": SITS_OUT}[self.at_cap]


_RED, _PASS = ("red", 5_00, "colorado-double-zero"), ("pass", 5_00, "colorado-craps")

PLANS = (
    Progression(
        "martingale",
        Martingale(7),
        "restart",
        *_RED,
        says="Red from $5, doubled after every loss; after seven losses in a row ($320) it begins anew.",
    ),
    Progression(
        "grand-martingale",
        GrandMartingale(6),
        "stop",
        *_RED,
        says="Red from $5, doubled and $5 more after a loss; a loss of $315 stops it for a round.",
    ),
    Progression(
        "dalembert",
        DAlembert(10),
        "stay",
        *_RED,
        says="Red from $5, $5 more after a loss and $5 less after a win; stays at $50.",
    ),
    Progression(
        "fibonacci",
        Fibonacci(9),
        "restart",
        *_PASS,
        says="Pass from $5, up the Fibonacci numbers after a loss, two back after a win; a loss of $170 restarts it.",
    ),
    Progression(
        "labouchere",
        Labouchere((1, 2, 3), most=9, longest=5),
        "restart",
        *_RED,
        says="Red, first and last of 1, 2, 3 in $5; five numbers in the line or $45 at most, else it restarts.",
    ),
    Progression(
        "paroli",
        Paroli(3),
        "restart",
        *_PASS,
        says="Pass from $5, doubled after a win; after three wins in a row, or a loss, it begins anew.",
    ),
)
