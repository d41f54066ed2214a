"""Craps and Craps Free Craps: the dice, the line, and every permitted wager."""

from croupier.core.machine import Game
from croupier.games import discover
from croupier.games.craps import facts, no_roll

__all__ = ["GAME"]

GAME = Game(
    name="craps",
    begin=facts.begin,
    read=facts.read,
    ready=facts.ready,
    observe=facts.observe,
    void=no_roll.void,
    shooter=facts.shooter,
    chance=facts.chance,
    forget=facts.forget,
    wagers=discover("croupier.games.craps.wagers", "croupier.games.craps.side_bets"),
)
