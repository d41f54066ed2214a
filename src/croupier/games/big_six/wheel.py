"""The Big Six wheel: 54 sections in the printed order."""

from __future__ import annotations

from collections import Counter

from croupier.core.chance import Chance
from croupier.core.citation import implements

SYMBOLS = ("one", "two", "five", "ten", "twenty", "flag", "joker")

_PRINTED = (
    "joker 1 2 1 5 2 1 10 1 5 1 2 1 20 1 2 1 5 2 1 10 1 2 5 1 2 1 "
    "flag 2 5 2 1 2 1 10 1 5 1 2 1 20 1 2 1 5 2 1 10 1 2 5 1 2 1"
)
_WORDS = {"1": "one", "2": "two", "5": "five", "10": "ten", "20": "twenty"}


@implements("30-2702(2)")
def sections() -> tuple[str, ...]:
    """The sections clockwise around the rim, the joker first."""
    return tuple(_WORDS.get(symbol, symbol) for symbol in _PRINTED.split())


@implements("30-2702(1)")
def chance() -> Chance[str]:
    """Each symbol by the number of its sections: 23, 15, 8, 4, 2, 1 and 1 of 54."""
    count = Counter(sections())
    return Chance(tuple((symbol, count[symbol]) for symbol in SYMBOLS))
