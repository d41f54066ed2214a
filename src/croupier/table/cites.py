"""The paragraph of each game for what more than one game has; a game that has none of its own cites nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from croupier.core.citation import Citation

#: A paragraph by game.
Cites: TypeAlias = Mapping[str, str]


def of(*, roulette: str = "", craps: str = "", big_six: str = "") -> Cites:
    """The paragraph of each game that has one.

    >>> of(roulette="30-2205(3)", craps="47.1-2312(1)")
    {'roulette': '30-2205(3)', 'craps': '47.1-2312(1)'}
    """
    named = {"roulette": roulette, "craps": craps, "big-six": big_six}
    return {game: Citation(cite).id for game, cite in named.items() if cite}


#: By which somebody decides what no other paragraph covers.
IRREGULAR = of(roulette="30-2206(5)", craps="47.1-2319")
#: How the outcome comes about.
OUTCOME = of(roulette="30-2205(1)", craps="47.1-2310", big_six="30-2703(2)")
#: That wagers are made with chips.
CHIPS = of(roulette="30-2203(1)", craps="47.1-2305(1)", big_six="30-2703(3)")
#: When the betting closes.
CLOSE = of(roulette="30-2205(2)", craps="47.1-2305(2)", big_six="30-2703(1)")
#: How what came is called.
CALL = of(roulette="30-2205(3)", craps="47.1-2312(1)", big_six="30-2703(6)")
#: That losers are collected and winners paid.
PAYING = of(roulette="30-2205(4)", big_six="30-2703(6)")
#: That chips of a table are redeemed at that table.
REDEEMED = of(roulette="30-2203(2)")
#: The tip tube.
TUBE = of(craps="47.1-2318")


def buy_in(game: str, step: str = "") -> str | None:
    """A step of taking cash, which the rules of roulette alone set out."""
    return f"30-2215{step}" if game == "roulette" else None
