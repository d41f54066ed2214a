"""Checks of a house's choices against the rules."""

from __future__ import annotations

from datetime import date

from croupier.core.citation import implements
from croupier.core.printed_odds import Odds
from croupier.rulebook import Permitted


def not_yet(permitted: Permitted, day: date) -> bool:
    """Whether the wager was not yet permitted on that day."""
    return permitted.begins is not None and day < permitted.begins


@implements("30-2204(1)", "47.1-2204(1)", "47.1-2306(1)", "30-2704")
def below(odds: Odds, least: Odds) -> bool:
    """Winning wagers must pay at least the printed odds; a house may pay more."""
    return odds.winnings() < least.winnings()
