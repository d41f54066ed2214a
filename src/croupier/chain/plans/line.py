"""The line with odds: pass or don't pass, come wagers after it, and odds behind each that has its point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from croupier.chain.plan import BuiltIn, Cents, Count, Memory, Move, View
from croupier.chain.plans.dice import Side, come, line, odds_behind
from croupier.felt import Place

Point: TypeAlias = Literal[4, 5, 6, 8, 9, 10]


@dataclass(frozen=True)
class Line(BuiltIn):
    """A line wager every come-out roll, then a number of come wagers, and odds behind every point."""

    kind = "line"

    side: Side
    flat: Cents  # the amount of each wager
    odds: tuple[tuple[Point, Count], ...] = ()  # multiples of the flat wager by point; empty for no odds
    comes: int = 0  # the most come wagers at the same time, on numbers or before their first roll

    @property
    def line(self) -> str:
        """Pass or don't pass."""
        return line(self.side)

    @property
    def come(self) -> str:
        """Come or don't come."""
        return come(self.side)

    @property
    def wagers(self) -> frozenset[str]:
        """The line, the come wagers and the odds behind them."""
        flats = (self.line, self.come) if self.comes else (self.line,)
        return frozenset((*flats, *(odds_behind(wager) for wager in flats if self.odds)))

    @property
    def needs_dice(self) -> bool:
        """Always."""
        return True

    def moves(self, view: View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        """Place a flat wager if one is wanted, then odds behind each wager that has a point and no odds."""
        flats: list[Move] = [Place(wager, self.flat) for wager in (self.line, self.come) if self._wanted(wager, view)]
        return (*flats, *self._odds(view)), memory

    def _wanted(self, wager: str, view: View) -> bool:
        up = sum(each.wager == wager for each in view.mine)
        return up < (1 if wager == self.line else self.comes) and view.takes(Place(wager, self.flat))

    def _odds(self, view: View) -> list[Move]:
        times: dict[object, int] = dict(self.odds)
        return [
            Place(odds_behind(each.wager), each.stake * times[each.state], each.spot)
            for each in view.mine
            if each.wager in (self.line, self.come)
            and each.state in times
            and view.standing(odds_behind(each.wager), each.spot) is None
        ]
