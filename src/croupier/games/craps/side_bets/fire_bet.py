"""Fire Bet: how many different points one shooter makes before sevening out."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import ActName, Closed, Declared, Standing, Stands, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.show import WagerShow
from croupier.games.craps import dice
from croupier.games.craps.facts import PointMade, Rolled, SevenOut
from croupier.games.craps.wager import At, CrapsWager
from croupier.text.facts import WagerId


@implements("47.1-2317.01(2)", "47.1-2317.02(2)")
def before_the_hand(wager: str, act: ActName, at: At, cite: str) -> Refusal | None:
    """Placed and raised only before a new shooter's first roll, a come-out roll (reading A7)."""
    if act in ("place", "raise") and (at.table.hand.rolled or not at.table.come_out):
        return refuse(Code.NOT_NOW, "hand-begun", cite=cite, wager=WagerId(wager))
    return None


@implements("47.1-2317.01(4)")
def down_until_the_first_point(wager: str, act: ActName, at: At, cite: str) -> Refusal | None:
    """Reduced or taken down only until the hand's first point is set (reading C9)."""
    if act in ("reduce", "take-down") and at.table.hand.pointed:
        return refuse(Code.CONTRACT, "first-point", cite=cite, wager=WagerId(wager))
    return None


@dataclass(frozen=True, kw_only=True)
class FireBet(CrapsWager[None]):
    """Decided by the seven-out, or at once by the sixth different point."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed and raised before the hand; reduced and taken down until its first point."""
        return (
            before_the_hand(self.id, act, at, "47.1-2317.01(2)")
            or down_until_the_first_point(self.id, act, at, "47.1-2317.01(4)")
            or Declared.may(self, act, standing, at)
        )

    def step(self, state: None, fact: Rolled) -> Step:
        """Only a seven-out or the sixth point ends it; a come-out roll never does."""
        match fact:
            case SevenOut() | PointMade() if _over(fact):
                return Closed(_points(fact))
        return Stands(state)


@implements("47.1-2317.01(9)")
def _over(fact: Rolled) -> bool:
    return isinstance(fact, SevenOut) or len(fact.hand.points_made) == len(dice.POINTS)


@implements("47.1-2317.01(7)", "47.1-2317.01(8)", "47.1-2317.01(11)")
def _points(fact: Rolled) -> str:
    """Points in any order. A point made twice counts once, and only the highest row is paid."""
    return str(len(fact.hand.points_made))


WAGERS = (
    FireBet(
        id="fire-bet",
        cites=("47.1-2317.01(2)", "47.1-2317.01(12)"),
        asides=(
            ("area", "47.1-2317.01(1)"),
            ("limits", "47.1-2317.01(2)"),
            ("calls", "47.1-2317.01(4)"),
            ("moved", "47.1-2317.01(3)"),
            ("tip-position", "47.1-2317.01(5)"),
            ("lose", "47.1-2317.01(7)"),
            ("paid", "47.1-2317.01(12)"),
        ),
        group="side-bets",
        paid_last=True,
        watches=frozenset({"points_made"}),
        show=WagerShow(
            name="Fire Bet",
            printed=("FIRE BET", ""),
            says="How many different points the shooter makes before the seven-out",
            counts="points",
            tracker="points-made",
        ),
    ),
)
