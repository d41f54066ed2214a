"""The Big Six wheel: 54 sections and seven wagers."""

from croupier.core.game import Game
from croupier.core.machine import Wager
from croupier.games.big_six import facts, wagers

__all__ = ["GAME"]

_WAGERS: dict[str, Wager] = {wager.id: wager for wager in wagers.WAGERS}

GAME = Game(
    name="big-six",
    variants=("big-six",),
    begin=facts.begin,
    read=facts.read,
    ready=facts.ready,
    observe=facts.observe,
    void=facts.void,
    shooter=facts.shooter,
    chance=facts.chance,
    forget=facts.forget,
    closed=facts.closed,
    repair=facts.repair,
    wagers=_WAGERS,
)
