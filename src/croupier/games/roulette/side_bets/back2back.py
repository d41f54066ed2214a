"""Back2Back: the previous number hits again, and one award is drawn for the whole table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from croupier.core.citation import implements
from croupier.core.course import DrawRule
from croupier.core.machine import ActName, Closed, Declared, Draws, Standing, Step
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.schema import Schema
from croupier.core.sheet import Sheet
from croupier.core.show import WagerShow
from croupier.games.choices import Chosen
from croupier.games.roulette.facts import Landed
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.wager import At, RouletteWager
from croupier.text.facts import WagerId

#: The award is drawn before the round is settled.
AWARD = DrawRule(
    wager="back2back", phase="called", cite="30-2299.01(5)", waits="30-2299.01(5)", result="award", number=True
)
LEAST_AWARD, MOST_AWARD = 10, 1000
#: The key in a house file that sets the awards.
WEIGHTS: Schema = {
    "type": "object",
    "propertyNames": {"pattern": "^[0-9]{2,4}$"},
    "additionalProperties": {"type": "integer", "minimum": 1},
}


@implements("30-2299.01(5)", "47.1-2215.01(5)")
def weights(sheet: Sheet) -> dict[int, int]:
    """The house sets how often each award comes: whole weights for awards of 10 to 1000 times (reading R9)."""
    path = ("side_bets", "back2back", "weights")
    value = sheet.table("side_bets", "back2back").get("weights")
    if not isinstance(value, Mapping) or not value:
        message = "the awards and their weights must be set, for example { 10 = 400, 1000 = 2 }"
        sheet.fault(path, message, "30-2299.01(5)")
        return {}
    found = {}
    for key, each in value.items():
        weight = sheet.whole(path, each, least=1)
        if not key.isdecimal() or str(int(key)) != key or not LEAST_AWARD <= int(key) <= MOST_AWARD:
            message = f"an award is a whole number from {LEAST_AWARD} to {MOST_AWARD}, not {key!r}"
            sheet.fault(path, message, "30-2299.01(5)")
        elif weight is not None:
            found[int(key)] = weight
    return dict(sorted(found.items()))


@implements("30-2299.01(5)", "47.1-2215.01(5)")
def drawn_by(sheet: Sheet, chosen: Chosen) -> str:
    """What draws the award at random: the electronic device, or an approved generator that the house names.

    It is "" if a house names none: no table dealt by hand opens then.
    """
    path, named = ("side_bets", "back2back", "generator"), sheet.table("side_bets", "back2back").get("generator")
    if named is not None:
        if not (sheet.text(path, named) or "").strip():
            sheet.fault(path, "must name the random number generator", "30-2299.01(5)")
        if "award-generator" not in chosen.approvals:
            sheet.fault(
                ("approvals", "award-generator"), f"the generator {named!r} needs an approval", "30-2299.01(5)"
            )
    return "the electronic device" if chosen.electronic else str(named or "")


@implements("30-2299.01(2)", "47.1-2215.01(2)")
def no_previous_number(wager: str, act: ActName, at: At, cite: str) -> Refusal | None:
    """Refused before the table's first number: nothing could repeat (reading R20)."""
    if act == "place" and at.table.previous is None:
        return refuse(Code.NOT_NOW, "no-previous", cite=cite, wager=WagerId(wager))
    return None


@dataclass(frozen=True, kw_only=True)
class Back2Back(RouletteWager[None]):
    """Wins when the previous number hits again; it pays the drawn award (reading R9)."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed with the other wagers, if there is a previous number."""
        return no_previous_number(self.id, act, at, "30-2299.01(4)") or Declared.may(self, act, standing, at)

    def step(self, state: None, fact: Landed) -> Step:
        """If the number repeats, the award is drawn."""
        return Draws(state, "award") if fact.repeats else Closed("lose")

    def draws_from(self, rules: Rules) -> Hashable:
        """The awards and their weights."""
        return tuple(rules.options.award_weights.items())

    def drawn(self, state: None, result: Hashable) -> Step:
        """Paid at the drawn award."""
        return Closed(str(result))

    def cite_of(self, row: str) -> str:
        """The paragraph of a row: of the repeat, or of the award."""
        return "30-2299.01(4)" if row == "lose" else "30-2299.01(5)"


WAGERS = (
    Back2Back(
        id="back2back",
        cites=("30-2299.01(1)", "47.1-2215.01(1)"),
        row_cites=(
            ("lose", "30-2299.01(4)"),
            ("lose", "47.1-2215.01(4)"),
            ("award", "30-2299.01(5)"),
            ("award", "47.1-2215.01(5)"),
        ),
        asides=(("waits", "30-2299.01(5)"),),
        group="side-bets",
        watches=frozenset({"previous"}),
        show=WagerShow(
            name="Back2Back",
            printed=("BACK2BACK", ""),
            says="The previous number comes again",
            tracker="previous-number",
            schedule="award",
            terms=("award",),
        ),
    ),
)
