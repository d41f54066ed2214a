"""Roulette Up: how many spins in a row go up. A bonus wager and a progressive one share the streak."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import ActName, Closed, Declared, Standing, Stands, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.sheet import Sheet
from croupier.core.show import WagerShow
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.wager import At, RouletteWager
from croupier.text.facts import Person, WagerId


def primary_required(sheet: Sheet) -> bool:
    """Whether this house takes it only together with an ordinary wager."""
    given = sheet.table("side_bets", "roulette-up")
    return sheet.flag(("side_bets", "roulette-up", "primary_required"), given.get("primary_required", False))


def fits(sheet: Sheet, wager: str, wheel: object) -> None:
    """Fault it on a triple-zero wheel: the rules give 000 no rank (reading R16)."""
    if wheel == "triple-zero":
        message = "the rank of 000 is not printed: not on a triple-zero wheel"
        sheet.fault(("side_bets", wager), message, "30-2299.04/streak(1)")


@implements("30-2299.04/start(2)", "30-2299.04/streak(2)", "30-2299.04/end(2)")
def _streak_runs(wager: RouletteUp, act: ActName, at: At) -> Refusal | None:
    """While a streak is active, no wager on it may be made or changed."""
    if at.table.up is None or not at.table.up.active:
        return None
    comes_down = act in ("reduce", "take-down")
    return refuse(Code.NOT_NOW, "up-streak", cite=wager.aside("stays") if comes_down else "30-2299.04/streak(2)")


@implements("30-2299.04/start(1)")
def _needs_a_primary_wager(act: ActName, at: At) -> Refusal | None:
    """If the house says so, it needs an ordinary roulette wager beside it."""
    ordinary = any(wager.rules.game.wagers[wager.wager].group != "side-bets" for wager in at.mine)
    if act not in ("place", "raise") or ordinary or not at.rules.options.primary_required:
        return None
    return refuse(Code.NO_PARENT, "roulette-up", cite="30-2299.04/start(1)")


@implements("30-2299.04/start(3)")
def _no_tip(wager: str, at: At) -> Refusal | None:
    """A tip wager lies on or near an own ordinary or bonus wager of the player, and not on the progressive wager."""
    if not at.tip:
        return None
    if wager == "roulette-up-progressive":
        return refuse(Code.TIPS_NOT_TAKEN, "progressive", cite="30-2299.04/start(3)")
    if any(own.wager == wager or own.rules.game.wagers[own.wager].group != "side-bets" for own in at.mine):
        return None
    return refuse(Code.NO_PARENT, "roulette-up-tip", cite="30-2299.04/start(3)")


def _locked_in(wager: str, at: At) -> Refusal | None:
    """One wager for each sensor: beside a wager that is locked in there is no other (reading R21)."""
    if not any(each.collected for each in at.mine if each.wager == wager):
        return None
    return refuse(Code.LOCKED, "locked-in", cite="30-2299.04/start(4)", player=Person(at.seat), wager=WagerId(wager))


@implements("30-2299.04(2)", "30-2299.04/end(1)(a)", "30-2299.04/end(1)(b)")
def _highest(length: int, longest: int) -> str:
    """The highest row that the length of the streak earns; a length without a row loses."""
    return str(min(length, longest))


@dataclass(frozen=True, kw_only=True)
class RouletteUp(RouletteWager[int]):
    """Paid by the length of the streak when it ends; a length without a row loses."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Before the first spin of a streak."""
        return (
            _streak_runs(self, act, at)
            or _needs_a_primary_wager(act, at)
            or _no_tip(self.id, at)
            or _locked_in(self.id, at)
            or Declared.may(self, act, standing, at)
        )

    def open(self, spot: str | None, table: RouletteTable, rules: Rules) -> int:
        """Its state: the longest streak of its pay table."""
        return max(int(row) for row in rules.rows(self.id))

    def cite_of(self, row: str) -> str | None:
        """The paragraph of what this length earns."""
        return "30-2299.04/end(1)(b)" if row != "lose" else "30-2299.04/end(1)(a)"

    @implements("30-2299.04/end(1)")
    def step(self, state: int, fact: Landed) -> Step:
        """The streak continues, or has ended and is paid."""
        assert fact.up is not None
        return Closed(_highest(fact.up.length, state)) if fact.up.ended else Stands(state)


WAGERS = (
    RouletteUp(
        id="roulette-up",
        cites=("30-2299.04(1)", "30-2299.04(3)", "30-2299.04/start(5)"),
        asides=(
            ("limits", "30-2299.04/start(6)"),
            ("tips", "30-2299.04/start(3)"),
            ("stays", "30-2299.04/start(5)"),
            ("streak", "30-2299.04/streak(1)"),
        ),
        group="side-bets",
        watches=frozenset({"up"}),
        show=WagerShow(
            name="Roulette Up",
            printed=("ROULETTE UP", ""),
            says="How many numbers in a row are higher than the one before",
            counts="in a streak",
            tracker="streak",
            terms=("primary-wager",),
        ),
    ),
    RouletteUp(
        id="roulette-up-progressive",
        cites=("30-2299.04(1)", "30-2299.04(3)"),
        asides=(
            ("tips", "30-2299.04/start(3)"),
            ("stays", "30-2299.04/start(4)"),
            ("streak", "30-2299.04/streak(1)"),
        ),
        group="side-bets",
        watches=frozenset({"up"}),
        show=WagerShow(
            name="Roulette Up Progressive",
            printed=("UP PROGRESSIVE", ""),
            highlighted=True,
            says="How many numbers in a row are higher than the one before",
            counts="in a streak",
            tracker="streak",
            terms=("primary-wager",),
        ),
    ),
)
