"""The wagers of roulette on which a coupon is taken."""

from __future__ import annotations

from datetime import date

from croupier.core.citation import implements
from croupier.core.machine import Wager
from croupier.core.printed_odds import Odds
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.games.roulette.cites import CITES
from croupier.games.roulette.rules import Rules

#: The odds of a wager on which a coupon is taken: 1 to 1 and 2 to 1.
COUPON_ODDS = (1, 2)
#: From this day on the rules print coupons instead of match play coupons.
PLAIN_COUPONS = date(2021, 8, 14)


@implements("30-2203(1)", "47.1-2203(1)")
def coupon(wager: Wager, rules: Rules) -> Refusal | None:
    """Only on even-money and 2 to 1 wagers."""
    pays = rules.pays(wager.id, "win")
    if wager.group != "outside" or not isinstance(pays, Odds) or pays.winnings() not in COUPON_ODDS:
        return refuse(Code.COUPON_NOT_TAKEN, "even-money", cite=CITES[Topic.CHIPS])
    return None


@implements("47.1-2203(1)")
def match_play(on: date) -> bool:
    """Before 2021-08-14 a coupon is a match play coupon: it stands only beside chips of the same amount (M3)."""
    return on < PLAIN_COUPONS
