"""The line with odds: pass or don't pass, come wagers after it, and odds behind each that has its point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from croupier.chain.plan import Memory, Move, View
from croupier.felt import Place

Times = tuple[tuple[int, int], ...]  # point and how many times the flat wager

TWICE: Times = ((4, 2), (5, 2), (6, 2), (8, 2), (9, 2), (10, 2))
THREE_FOUR_FIVE: Times = ((4, 3), (5, 4), (6, 5), (8, 5), (9, 4), (10, 3))
#: Six times laid wins three, four or five times the wager: the other side of 3-4-5x.
SIX_LAID: Times = ((4, 6), (5, 6), (6, 6), (8, 6), (9, 6), (10, 6))


@dataclass(frozen=True)
class Line:
    """A line wager every come-out roll, so many come wagers after it, and odds behind every point."""

    name: str
    side: Literal["do", "dont"]
    flat: int  # cents on each
    odds: Times = ()  # none without
    comes: int = 0  # the most that wait or lie on numbers together
    house: str = "colorado-craps"
    says: str = "The line, come wagers after it, and odds behind each."

    @property
    def line(self) -> str:
        """Pass or don't pass."""
        return "pass" if self.side == "do" else "dont-pass"

    @property
    def come(self) -> str:
        """Come or don't come."""
        return "come" if self.side == "do" else "dont-come"

    @property
    def wagers(self) -> frozenset[str]:
        """The line, the come wagers and the odds behind them."""
        flats = (self.line, self.come) if self.comes else (self.line,)
        return frozenset((*flats, *(f"{wager}-odds" for wager in flats if self.odds)))

    def begin(self) -> Memory:
        """Nothing to remember: all of it lies on the table."""
        return None

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """A flat wager where one is wanted, then odds behind whatever has its point and none yet."""
        flats: list[Move] = [Place(wager, self.flat) for wager in (self.line, self.come) if self._wanted(wager, view)]
        return (*flats, *self._odds(view)), memory

    def _wanted(self, wager: str, view: View) -> bool:
        up = sum(each.wager == wager for each in view.mine)
        return view.takes(wager) and up < (1 if wager == self.line else self.comes)

    def _odds(self, view: View) -> list[Move]:
        times = dict(self.odds)
        return [
            Place(f"{each.wager}-odds", each.stake * times[each.state], each.spot)
            for each in view.mine
            if each.wager in (self.line, self.come)
            and each.state in times
            and view.standing(f"{each.wager}-odds", each.spot) is None
        ]


PLANS = (
    Line("pass-3-4-5x", "do", 10_00, THREE_FOUR_FIVE, says="Pass $10 with odds of 3, 4 or 5 times behind its point."),
    Line(
        "three-point-molly",
        "do",
        10_00,
        TWICE,
        comes=2,
        says="Pass $10 and two come wagers of $10, each with 2x odds: three numbers working.",
    ),
    Line(
        "dont-side-lay-odds",
        "dont",
        10_00,
        SIX_LAID,
        comes=1,
        says="Don't pass $10 and one don't come of $10, each with 6x odds laid, to win 3, 4 or 5 times.",
    ),
)
