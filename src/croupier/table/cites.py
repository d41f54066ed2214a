"""The paragraph of each game for what is done at a table; where a game has none, why."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from croupier.core.citation import Citation


class Silent(Enum):
    """Why no paragraph of a game governs an act."""

    NOT_PLAYED = "the act is one of another game"
    UNWRITTEN = "the rules of this game do not say who does it, or how"
    CONTROLS = "internal controls of the licensee, beside the rules of any game"
    PROGRAM = "the program's own act, about its clock or after a stop"


class Cites(dict[str, str]):
    """Paragraphs by game; `silent` says why the other games have none."""

    def __init__(self, named: Mapping[str, str], silent: Mapping[str, Silent]) -> None:
        super().__init__(named)
        self.silent = silent


def of(*, roulette: str | Silent, craps: str | Silent, big_six: str | Silent) -> Cites:
    """The paragraph of every game, or why it has none.

    >>> of(roulette="30-2205(3)", craps="47.1-2312(1)", big_six=Silent.UNWRITTEN)
    {'roulette': '30-2205(3)', 'craps': '47.1-2312(1)'}
    """
    named = {"roulette": roulette, "craps": craps, "big-six": big_six}
    return Cites(
        {game: Citation(cite).id for game, cite in named.items() if isinstance(cite, str)},
        {game: why for game, why in named.items() if isinstance(why, Silent)},
    )


def at_roulette(cite: str) -> Cites:
    """An act that roulette alone has."""
    return of(roulette=cite, craps=Silent.NOT_PLAYED, big_six=Silent.NOT_PLAYED)


def at_craps(cite: str) -> Cites:
    """An act that craps alone has."""
    return of(roulette=Silent.NOT_PLAYED, craps=cite, big_six=Silent.NOT_PLAYED)


def nowhere(why: Silent) -> Cites:
    """An act that no paragraph of any game governs."""
    return of(roulette=why, craps=why, big_six=why)


#: By which somebody decides what no other paragraph covers.
IRREGULAR = of(roulette="30-2206(5)", craps="47.1-2319", big_six=Silent.UNWRITTEN)
#: How the outcome comes about.
OUTCOME = of(roulette="30-2205(1)", craps="47.1-2310", big_six="30-2703(2)")
#: That wagers are made with chips.
CHIPS = of(roulette="30-2203(1)", craps="47.1-2305(1)", big_six="30-2703(3)")
#: That a wager is where its player puts it.
WAGER = of(roulette="30-2203(4)", craps="47.1-2305(1)", big_six="30-2703(3)")
#: What becomes of a wager that stands: up and down, at craps by a paragraph of its own.
WAGER_MOVED = of(roulette="30-2203(4)", craps="47.1-2305(3)", big_six="30-2703(3)")
#: When the betting closes.
CLOSE = of(roulette="30-2205(2)", craps="47.1-2305(2)", big_six="30-2703(1)")
#: How what came is called.
CALL = of(roulette="30-2205(3)", craps="47.1-2312(1)", big_six="30-2703(6)")
#: That losers are collected and winners paid, in this order.
PAYING = of(roulette="30-2205(4)", craps=Silent.UNWRITTEN, big_six="30-2703(6)")
#: That chips of a table are redeemed at that table.
REDEEMED = of(roulette="30-2203(2)", craps=Silent.UNWRITTEN, big_six=Silent.UNWRITTEN)
#: The tip tube.
TUBE = at_craps("47.1-2318")


def buy_in(game: str, step: str = "") -> str | None:
    """A step of taking cash, which the rules of roulette alone set out."""
    return f"30-2215{step}" if game == "roulette" else None
