"""Whether the odds of two houses of one casino agree, where the rules want them uniform."""

from __future__ import annotations

from croupier.core.citation import implements
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
        comparable = one.variant == other.variant or one.permitted[wager].side_bet
        if comparable and one.pays_by_wager[wager] != other.pays_by_wager[wager]:
            return refuse(Code.HOUSE_UNSOUND, "not-uniform", cite=cite, wager=WagerId(wager), game=one.game_name)
    return None
