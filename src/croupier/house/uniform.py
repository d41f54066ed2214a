"""Whether the odds of two houses of one casino agree, where the rules want them uniform."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.core.citation import implements
from croupier.core.printed_odds import Odds
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.house.house import House
from croupier.text.facts import WagerId


@implements("47.1-2306(1)")
def not_uniform(one: House, other: House) -> Refusal | None:
    """Refuse odds that differ between two tables of a game whose odds are uniform in the casino (reading M5).

    Wagers are compared among tables of the same variant, schedules of side bets at all tables that offer them.
    """
    cite = one.game.cites.get(Topic.UNIFORM_ODDS)
    if cite is None or one.game_name != other.game_name:
        return None
    for wager in sorted(one.offered & other.offered):
        schedule = one.permitted[wager].side_bet
        if not schedule and one.variant != other.variant:
            continue
        told = [house.pays_by_wager[wager] if schedule else _worth(house, wager) for house in (one, other)]
        if told[0] != told[1]:
            return refuse(Code.HOUSE_UNSOUND, "not-uniform", cite=cite, wager=WagerId(wager), game=one.game_name)
    return None


def _worth(house: House, wager: str) -> Mapping[str, object]:
    """What a wager wins by row: 6 to 2 is the same as 3 to 1."""
    pays = house.pays_by_wager[wager]
    return {row: each.winnings() if isinstance(each, Odds) else each for row, each in pays.items()}
