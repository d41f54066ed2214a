"""Sharp Shooter: how many points one shooter makes before sevening out."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import ActName, Closed, Declared, Standing, Stands, Step
from croupier.core.refusal import Refusal
from croupier.core.show import WagerShow
from croupier.games.craps.facts import PointMade, Rolled, SevenOut
from croupier.games.craps.side_bets.fire_bet import before_the_hand, down_until_the_first_point
from croupier.games.craps.wager import At, CrapsWager

MOST = 10


@dataclass(frozen=True, kw_only=True)
class SharpShooter(CrapsWager[None]):
    """Decided by the seven-out, or at once by the tenth point."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Like the Fire Bet where the rule does not say when it may be placed or changed (reading C9)."""
        return (
            before_the_hand(self.id, act, at, "47.1-2317.02(2)")
            or down_until_the_first_point(self.id, act, at, "47.1-2317.02(2)")
            or Declared.may(self, act, standing, at)
        )

    def step(self, state: None, fact: Rolled) -> Step:
        """A seven-out pays for the points made so far; the tenth point pays at once."""
        match fact:
            case SevenOut():
                return _at_seven_out(fact)
            case PointMade() if _ten(fact):
                return Closed(str(MOST))
        return Stands(state)


@implements("47.1-2317.02(6)")
def _at_seven_out(fact: Rolled) -> Step:
    return Closed(str(fact.hand.passes))


@implements("47.1-2317.02(7)")
def _ten(fact: Rolled) -> bool:
    return fact.hand.passes == MOST


WAGERS = (
    SharpShooter(
        id="sharp-shooter",
        cites=("47.1-2317.02(2)", "47.1-2317.02(9)"),
        asides=(
            ("area", "47.1-2317.02(1)"),
            ("limits", "47.1-2317.02(2)"),
            ("moved", "47.1-2317.02(3)"),
            ("tip-position", "47.1-2317.02(4)"),
            ("lose", "47.1-2317.02(6)"),
            ("paid", "47.1-2317.02(9)"),
        ),
        group="side-bets",
        paid_last=True,
        watches=frozenset({"passes"}),
        show=WagerShow(
            name="Sharp Shooter",
            printed=("SHARP SHOOTER", ""),
            says="How many points the shooter makes before the seven-out",
            counts="points",
            tracker="passes",
        ),
    ),
)
