"""Sequences over several spins: the Up Streak and the number track. They exist while there is a wager on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import Standing
from croupier.games.roulette.wheel import NUMBERS

UP_WAGERS = ("roulette-up", "roulette-up-progressive")
TRACK_WAGER = "straights-and-8s"
EIGHTS = frozenset({"8", "18", "28"})

_UP_RANK = {pocket: rank for rank, pocket in enumerate(("0", "00", *NUMBERS))}


@dataclass(frozen=True, slots=True)
class UpStreak:
    """How many spins in a row went up, the last number, and the longest streak that a pay table in play pays."""

    longest: int
    length: int = 0
    last: str | None = None
    ended: bool = False

    @property
    def active(self) -> bool:
        """Whether a streak has begun."""
        return self.length > 0

    @implements("30-2299.04/streak(3)")
    def spun(self, pocket: str, *, last_counts: bool) -> UpStreak:
        """The streak after one more number (reading R15)."""
        if self.last is None:
            return _first(self.longest, pocket)
        if not goes_up(self.last, pocket):
            return UpStreak(self.longest, self.length, pocket, ended=True)
        length = self.length + (last_counts or not is_top(pocket))
        return UpStreak(self.longest, length, pocket, ended=is_top(pocket) or reached(length, self.longest))


@implements("30-2299.04/start(8)")
def _first(longest: int, pocket: str) -> UpStreak:
    """The first spin sets the number to beat. The length is 1; the streak ends at once if the number is 36."""
    return UpStreak(longest, 1, pocket, ended=is_top(pocket))


@implements("30-2299.04/streak(1)", "30-2299.04/streak(3)(a)")
def goes_up(last: str, pocket: str) -> bool:
    """Whether a number continues the streak. An equal or lower number ends it; 00 lies between 0 and 1."""
    return _UP_RANK[pocket] > _UP_RANK[last]


@implements("30-2299.04/streak(3)(b)")
def is_top(pocket: str) -> bool:
    """36 ends a streak: no number is higher."""
    return pocket == "36"


@implements("30-2299.04/streak(3)(c)")
def reached(length: int, longest: int) -> bool:
    """Whether the streak is as long as the longest one that a pay table in play pays."""
    return length >= longest


@dataclass(frozen=True, slots=True)
class Track:
    """The number track of Straights and 8's: the numbers of the running sequence."""

    numbers: tuple[str, ...] = ()

    @property
    def active(self) -> bool:
        """Whether a sequence has begun."""
        return bool(self.numbers)

    def spun(self, pocket: str) -> Track:
        """The track with one more number marked."""
        return Track((*self.numbers, pocket))

    @property
    def alive(self) -> bool:
        """Whether the sequence continues: after a first number, and after a second one within reach."""
        if len(self.numbers) == 1:
            return not is_zero(self.numbers[0])
        return len(self.numbers) == 2 and within_reach(*self.numbers)


def is_zero(pocket: str) -> bool:
    """0, 00 and 000 (reading R12)."""
    return pocket not in NUMBERS


def within_reach(first: str, second: str) -> bool:
    """A difference of one or two, or two of 8, 18 and 28, which may be the same number twice (reading R10)."""
    if is_zero(first) or is_zero(second):
        return False
    return {first, second} <= EIGHTS or abs(int(first) - int(second)) in (1, 2)


def up_streak(standing: Iterable[Standing]) -> UpStreak | None:
    """A new streak, if there is a Roulette Up wager. It runs up to the longest streak of the pay tables in play."""
    longest = [
        max(int(row) for row in wager.rules.rows(wager.wager)) for wager in standing if wager.wager in UP_WAGERS
    ]
    return UpStreak(max(longest)) if longest else None


def track(standing: Iterable[Standing]) -> Track | None:
    """A new number track, if there is a Straights and 8's wager."""
    return Track() if any(wager.wager == TRACK_WAGER for wager in standing) else None
