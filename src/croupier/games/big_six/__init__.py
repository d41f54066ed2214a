"""The Big Six wheel: 54 sections and seven wagers."""

from croupier.core.machine import Game, Wager
from croupier.games.big_six import facts, wagers
from croupier.games.big_six.cites import CITES
from croupier.games.big_six.course import COURSE
from croupier.games.big_six.show import SHOW

__all__ = ["GAME"]

_WAGERS: dict[str, Wager] = {wager.id: wager for wager in wagers.WAGERS}

GAME = Game(
    name="big-six",
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
    course=COURSE,
    cites=CITES,
    show=SHOW,
)
