"""The law's own questions to a house: what it may not choose."""

from __future__ import annotations

from datetime import date

from croupier.core.citation import implements
from croupier.core.printed_odds import Odds
from croupier.rulebook import Permitted


def not_yet(permitted: Permitted, day: date) -> bool:
    """Whether the wager had not come in on that day."""
    return permitted.begins is not None and day < permitted.begins


@implements("30-2204(1)", "47.1-2204(1)", "47.1-2306(1)", "30-2704")
def below(odds: Odds, least: Odds) -> bool:
    """No winning wager is paid at less than the printed odds; better odds are the house's to give."""
    return odds.winnings() < least.winnings()
