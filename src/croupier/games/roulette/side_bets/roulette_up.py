"""Roulette Up: how many spins in a row go up. A bonus wager and a progressive one share the streak."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.machine import ActName, At, Closed, Declared, Standing, Stands, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.roulette.facts import Landed


@implements("30-2299.04/start(2)", "30-2299.04/streak(2)", "30-2299.04/end(2)")
def _streak_runs(at: At) -> Refusal | None:
    """While a streak is active no wager on it is made or changed."""
    if at.table.up is None or not at.table.up.active:
        return None
    message = "An Up Streak is active: Roulette Up wagers stand, and none is made, until it has ended."
    return refuse(Code.NOT_NOW, message, "30-2299.04/streak(2)")


@implements("30-2299.04/start(1)")
def _needs_a_primary_wager(act: ActName, at: At) -> Refusal | None:
    """An ordinary roulette wager is needed only where the house says so."""
    ordinary = any(wager.rules.game.wagers[wager.wager].group != "side-bets" for wager in at.mine)
    if act != "place" or ordinary or not at.rules.primary_required:
        return None
    message = "This house takes Roulette Up wagers only beside an ordinary roulette wager."
    return refuse(Code.NO_PARENT, message, "30-2299.04/start(1)")


@dataclass(frozen=True, kw_only=True)
class RouletteUp(Declared):
    """Paid by the length of the streak when it ends; a length without a row loses."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Before the first spin of a streak."""
        return _streak_runs(at) or _needs_a_primary_wager(act, at) or Declared.may(self, act, standing, at)

    def step(self, state: object, fact: Landed) -> Step:
        """The streak goes on or has ended."""
        assert fact.up is not None
        return Closed(str(fact.up.length)) if fact.up.ended else Stands(state)


WAGERS = (
    RouletteUp(
        id="roulette-up",
        cites=("30-2299.04(1)", "30-2299.04/end(1)(b)", "30-2299.04/end(1)(a)"),
        row_cites=(),
        group="side-bets",
        watches=frozenset({"up"}),
    ),
    RouletteUp(
        id="roulette-up-progressive",
        cites=("30-2299.04(1)", "30-2299.04/end(1)(b)"),
        group="side-bets",
        watches=frozenset({"up"}),
    ),
)
