"""The wagers of roulette on which a coupon is taken."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.machine import Wager
from croupier.core.printed_odds import Odds
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.games.roulette.cites import CITES
from croupier.games.roulette.rules import Rules

#: The odds of a wager on which a coupon is taken: 1 to 1 and 2 to 1.
COUPON_ODDS = (1, 2)


@implements("30-2203(1)", "47.1-2203(1)")
def coupon(wager: Wager, rules: Rules) -> Refusal | None:
    """Only on even-money and 2 to 1 wagers, and not on a wager that may go In Prison."""
    pays = rules.pays(wager.id, "win")
    if wager.group != "outside" or not isinstance(pays, Odds) or pays.winnings() not in COUPON_ODDS:
        return refuse(Code.COUPON_NOT_TAKEN, "even-money", cite=CITES[Topic.CHIPS])
    if rules.options.in_prison and pays.winnings() == 1:
        return refuse(Code.COUPON_NOT_TAKEN, "prison", cite=CITES[Topic.CHOICE])
    return None
