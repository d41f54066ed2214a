"""Voids that follow a known outcome: does whoever calls them void rounds with certain results more often?

For an honest caller, the outcome of a voided round has the chances of the device, whatever lies on the layout. So the
chance that the house would have lost that round is exact: it is counted over all outcomes. Each caller is tested
against these chances, in fractions. The test stays valid although every void is looked at (`evidence/martingale.py`
has the argument): it is a mixture of likelihood ratios, of callers to whom a lost round is more or less inviting.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from croupier.books.alerts.detector import Detector, Finding, day_of, key_of, tenths
from croupier.books.alerts.evidence import exact
from croupier.books.walk import Told
from croupier.core.chance import as_text
from croupier.core.refusal import Refusal
from croupier.table import settle
from croupier.table.acts.irregularities.stops import RoundVoided
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.state import State
from croupier.text.facts import Fact, Person

#: How many times more inviting a round that the house loses is to a dishonest caller; below 1: less.
TIMES = (Fraction(1, 16), Fraction(1, 4), Fraction(4), Fraction(16))


@dataclass
class _Caller:
    """The voids of one person since the last alarm: the chance that the house loses, and whether it would have."""

    chances: list[Fraction] = field(default_factory=list)
    lost: int = 0
    ratios: list[Fraction] = field(default_factory=lambda: [Fraction(1)] * len(TIMES))

    def see(self, chance: Fraction, *, lost: bool) -> Fraction:
        """Add a void; return the evidence."""
        self.chances.append(chance)
        self.lost += lost
        self.ratios = [
            ratio * (times if lost else 1) / (1 - chance + times * chance)
            for ratio, times in zip(self.ratios, TIMES, strict=True)
        ]
        return sum(self.ratios, Fraction(0)) / len(self.ratios)


class Voids(Detector):
    """Somebody voids rounds with certain results more often than chance would have it."""

    kind, about, of_house = "voids-by-result", "play", True

    def __init__(self) -> None:
        self._callers: dict[str, _Caller] = {}
        self._counts: dict[tuple[str, str], int] = {}

    def see(self, told: Told) -> Iterable[Finding]:
        """Judge a void of a round whose outcome was known."""
        outcome = _known(told)
        if outcome is None or told.before.play is None:
            return
        loses = house_loses(told.before)
        chance = sum((share for each, share in loses.items() if share), Fraction(0))
        if outcome not in _outcomes(told.before) or not 0 < chance < 1:
            return  # every outcome is alike to the house: the void says nothing
        person = told.event.by.person
        caller = self._callers.setdefault(person, _Caller())
        if caller.see(chance, lost=outcome in loses) < told.after.house.alerts.false_alarms:
            return
        day = day_of(told.after.house, told.event.at)
        self._counts[person, day] = times = self._counts.get((person, day), 0) + 1
        yield self.found(None, day, key_of(person), {"person": Person(person), **_said(caller)}, times)
        self._callers[person] = _Caller()


def _known(told: Told) -> str | None:
    """The outcome that was known when a round was voided; None if nobody knew one."""
    event = told.event
    if isinstance(event, Voided):
        return event.outcome
    return told.before.outcome if isinstance(event, RoundVoided) else None


def _outcomes(state: State) -> dict[str, Fraction]:
    """The exact chances of the outcomes, as a log writes them."""
    chance = state.house.game.chance(state.house)
    return {as_text(each): Fraction(weight, chance.total) for each, weight in chance.weights}


def house_loses(state: State) -> dict[str, Fraction]:
    """The outcomes with which the house loses money to the wagers on the layout, with their chances."""
    return {outcome: share for outcome, share in _outcomes(state).items() if _profit(state, outcome) > 0}


def _profit(state: State, outcome: str) -> int:
    """What all players together win with an outcome, before draws that it asks for."""
    played = settle.play(state.felt, outcome, ())
    if isinstance(played, Refusal):
        return 0
    rows = settle.rows(((felt, each.resolutions) for felt, each in played[1]), state.seats, state.coupons)
    return sum(row.profit for row in rows)


def _said(caller: _Caller) -> dict[str, Fact]:
    expected, more = sum(caller.chances, Fraction(0)), caller.lost
    upper = exact.of_trials(caller.chances, more)
    lower = 1 - exact.of_trials(caller.chances, more + 1)
    value = exact.one_in(min(Fraction(1), 2 * min(upper, lower)))
    return {"voids": len(caller.chances), "lost": caller.lost, "expected": tenths(expected), "p_one_in": value}


DETECTOR = Voids
