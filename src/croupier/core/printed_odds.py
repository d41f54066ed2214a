"""Odds as a pay table prints them: "2 to 1" pays 2 and returns the stake, "2 for 1" includes the stake."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Literal

_TEXT = re.compile(r"([0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,9}) (to|for) ([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning wager pays.

    >>> Odds.read("25 for 1").winnings(), Odds.read("24 to 1").winnings()
    (Fraction(24, 1), Fraction(24, 1))
    >>> Odds.read("25 for 1") == Odds.read("24 to 1")
    False
    """

    figure: int
    unit: int = 1
    basis: Literal["to", "for"] = "to"

    def __post_init__(self) -> None:
        for part in (self.figure, self.unit):
            if isinstance(part, bool) or not isinstance(part, int):
                raise TypeError(f"odds are whole numbers, not {part!r}")
        if self.figure < 0 or self.unit < 1:
            raise ValueError(f"no such odds: {self.figure} {self.basis} {self.unit}")

    @classmethod
    def read(cls, text: str) -> Odds:
        """Read odds as the rules print them: '3 to 2', '1,000 for 1'."""
        match = _TEXT.fullmatch(text)
        if match is None or int(match[3]) == 0:
            raise ValueError(f"not odds: {text!r} (write for example '3 to 2' or '25 for 1')")
        return cls(int(match[1].replace(",", "")), int(match[3]), "for" if match[2] == "for" else "to")

    def winnings(self) -> Fraction:
        """The winnings for one unit staked, without the stake."""
        to_one = Fraction(self.figure, self.unit)
        return to_one if self.basis == "to" else to_one - 1

    def won(self, stake: int) -> tuple[int, int]:
        """The winnings for a stake, without the stake: numerator and denominator in cents."""
        return stake * (self.figure if self.basis == "to" else self.figure - self.unit), self.unit

    def unit_of(self, chip: int) -> int:
        """The lowest stake in whole chips that is paid exactly, without rounding.

        >>> Odds.read("7 to 6").unit_of(100)
        600
        """
        won, unit = self.won(1)
        return unit // gcd(won, unit) * chip

    def __str__(self) -> str:
        return f"{self.figure:,} {self.basis} {self.unit}"
