"""The wagers of craps on which a coupon is taken."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.machine import Wager
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.games.craps.cites import CITES
from croupier.games.craps.facts import LINE
from croupier.games.craps.rules import Rules
from croupier.games.craps.wagers.one_roll import OneRoll
from croupier.text.facts import WagerId


@implements("47.1-2305(1)")
def coupon(wager: Wager, rules: Rules) -> Refusal | None:
    """Only on the line and on one-roll wagers: they do not move to another spot before they are decided."""
    if wager.id in LINE or isinstance(wager, OneRoll):
        return None
    return refuse(Code.COUPON_NOT_TAKEN, "moves", cite=CITES[Topic.CHIPS], wager=WagerId(wager.id))
