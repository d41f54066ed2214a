"""Super Front Line Winner: how many sevens and elevens one shooter rolls, including the seven-out."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import ActName, Closed, Declared, Standing, Stands, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.show import WagerShow
from croupier.games.craps.facts import LINE, Hand, Rolled, SevenOut
from croupier.games.craps.wager import At, CrapsWager


@implements("47.1-2317.04(4)", "47.1-2317.04(5)")
def _with_a_line_wager(act: ActName, at: At) -> Refusal | None:
    """Only players with a pass or don't pass wager may place it."""
    if act != "place" or any(wager.wager in LINE for wager in at.mine):
        return None
    return refuse(Code.NO_PARENT, "front-line", cite="47.1-2317.04(5)")


@implements("47.1-2317.04(6)", "47.1-2317.04(18)", "47.1-2317.04(30)")
def _before_the_first(act: ActName, at: At) -> Refusal | None:
    """It may be placed until the shooter's first seven or eleven, also while a point is on (reading C11)."""
    if act == "place" and at.table.hand.sevens_and_elevens:
        return refuse(Code.NOT_NOW, "seven-or-eleven", cite="47.1-2317.04(6)")
    return None


@implements("47.1-2317.04(6)(a)")
def announce_closed(before: Hand, after: Hand) -> str | None:
    """The announcement, after the shooter's first seven or eleven, that the wager is closed for this hand."""
    if before.sevens_and_elevens or not after.sevens_and_elevens:
        return None
    return "Super Front Line Winner is closed until this shooter sevens out."


@implements("47.1-2317.04(7)")
def _unchanged(act: ActName) -> Refusal | None:
    """Once placed, it may not be raised, reduced or taken down."""
    if act in ("raise", "reduce", "take-down"):
        return refuse(Code.CONTRACT, "until-decided", cite="47.1-2317.04(7)")
    return None


@implements("47.1-2317.04(8)")
def _tip_beside_his_own(act: ActName, at: At) -> Refusal | None:
    """Only players who have placed it may add a tip wager on it."""
    if act != "place" or not at.tip or any(wager.wager == "super-front-line-winner" for wager in at.mine):
        return None
    return refuse(Code.NO_PARENT, "front-line-tip", cite="47.1-2317.04(8)")


@dataclass(frozen=True, kw_only=True)
class SuperFrontLineWinner(CrapsWager[None]):
    """Decided by the seven-out of the hand."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """With a line wager, before the first seven or eleven, and never changed."""
        return (
            _before_the_first(act, at)
            or _unchanged(act)
            or _with_a_line_wager(act, at)
            or _tip_beside_his_own(act, at)
            or Declared.may(self, act, standing, at)
        )

    @implements("47.1-2317.04(9)", "47.1-2317.04(10)", "47.1-2317.04(29)")
    def step(self, state: None, fact: Rolled) -> Step:
        """The seven-out decides it, before another shooter throws."""
        return Closed(_count(fact)) if _ends_the_round(fact) else Stands(state)


@implements("47.1-2317.04(9)(a)", "47.1-2317.04(9)(c)", "47.1-2317.04(13)")
def _ends_the_round(fact: Rolled) -> bool:
    return isinstance(fact, SevenOut)


@implements("47.1-2317.04(9)(b)", "47.1-2317.04(11)", "47.1-2317.04(12)")
def _count(fact: Rolled) -> str:
    """Every seven and eleven of the hand, including the seven-out; at most eleven are counted."""
    return str(fact.hand.sevens_and_elevens)


WAGERS = (
    SuperFrontLineWinner(
        id="super-front-line-winner",
        cites=("47.1-2317.04(5)", "47.1-2317.04(3)", "47.1-2317.04(10)(a)"),
        asides=(
            ("area", "47.1-2317.04(1)"),
            ("limits", "47.1-2317.04(4)"),
            ("calls", "47.1-2317.04(7)"),
            ("tips", "47.1-2317.04(8)"),
            ("3", "47.1-2317.04(10)(a)"),
            ("11", "47.1-2317.04(11)"),
            ("lose", "47.1-2317.04(12)"),
            ("paid", "47.1-2317.04(10)"),
        ),
        group="side-bets",
        paid_last=True,
        watches=frozenset({"sevens_and_elevens"}),
        show=WagerShow(
            name="Super Front Line Winner",
            printed=("SUPER FRONT LINE", "WINNER"),
            says="How many sevens and elevens the shooter rolls, including the seven-out",
            counts="sevens and elevens",
            tracker="sevens-and-elevens",
        ),
    ),
)
