"""Spinner Winner: the previous number hits again, and a bonus round of two or three balls decides the payout."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import get_args

from croupier.core.citation import implements
from croupier.core.course import DrawRule
from croupier.core.machine import ActName, Closed, Declared, Draws, Standing, Step
from croupier.core.options import Presses
from croupier.core.refusal import Refusal
from croupier.core.schema import Schema
from croupier.core.sheet import Sheet
from croupier.core.show import WagerShow
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.side_bets.back2back import no_previous_number
from croupier.games.roulette.wager import At, RouletteWager
from croupier.games.roulette.wheel import WheelName, color, ring
from croupier.rulebook import Permitted

#: The balls of the bonus round are spun after all other wagers are resolved.
BONUS = DrawRule(
    wager="spinner-winner",
    phase="settled",
    cite="30-2299.03(3)",
    waits="30-2299.03(4)",
    reloads="30-2299.03(4)(a)",
    result="balls",
    chosen=tuple({"bonus_balls": balls} for balls in (2, 3)),
)
#: The wheel, or its order if it is not the customary one.
Around = WheelName | tuple[str, ...]
State = tuple[Around, str | None]  # the wheel; the number of the main spin, once it has repeated


def balls(permitted: Mapping[str, Permitted], chosen: Mapping[str, str]) -> int:
    """The balls of a bonus round in the chosen pay table; 0 if the wager is not offered."""
    table = chosen.get("spinner-winner")
    return 0 if table is None else permitted["spinner-winner"].pay_tables[table].balls


#: The key in a house file that says who presses the button.
PRESSES: Schema = {"enum": list(get_args(Presses))}


@implements("30-2299.03(4)")
def pressed_by(sheet: Sheet) -> Presses:
    """The house posts who ejects the balls, the dealer or a player (reading R23); the dealer, unless it says so."""
    named = sheet.table("side_bets", "spinner-winner").get("presses", "dealer")
    found = sheet.text(("side_bets", "spinner-winner", "presses"), named, get_args(Presses))
    return "player" if found == "player" else "dealer"


def fits(sheet: Sheet, *, converted: bool) -> None:
    """Fault it on a converted wheel: no pay table is printed for one (reading R20)."""
    if converted:
        sheet.fault(("side_bets", "spinner-winner"), "there is no pay table for a converted wheel", "30-2299.03(5)")


@dataclass(frozen=True, kw_only=True)
class SpinnerWinner(RouletteWager[State]):
    """Wins when the previous number hits again; paid at the highest row that the bonus round earns (reading R14)."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """Placed with the other wagers, if there is a previous number."""
        return no_previous_number(self.id, act, at, "30-2299.03(2)") or Declared.may(self, act, standing, at)

    def open(self, spot: str | None, table: RouletteTable, rules: Rules) -> State:
        """Its state begins with the wheel: the order of its pockets decides which are adjacent."""
        return (rules.options.order or rules.options.wheel, None)

    def step(self, state: State, fact: Landed) -> Step:
        """If the number repeats, the bonus round is played."""
        return Draws((state[0], fact.pocket), "bonus") if fact.repeats else Closed("lose")

    def draws_from(self, rules: Rules) -> Hashable:
        """The wheel and the number of balls."""
        return rules.options.wheel, rules.options.bonus_balls

    def drawn(self, state: State, result: Hashable) -> Step:
        """The pockets of the balls decide the row."""
        wheel, main = state
        assert main is not None
        assert isinstance(result, tuple)
        return Closed(_two_balls(wheel, main, result) if len(result) == 2 else _three_balls(wheel, main, result))


def _adjacent(wheel: Around, first: str, second: str) -> bool:
    order = wheel if isinstance(wheel, tuple) else ring(wheel)
    apart = (order.index(first) - order.index(second)) % len(order)
    return apart in (1, len(order) - 1)


@implements("30-2299.03(5)")
def _two_balls(wheel: Around, main: str, balls: tuple[str, ...]) -> str:
    first, second = balls
    if first == second:
        return "both-on-main" if first == main else "same-number"
    if _adjacent(wheel, first, second):
        return "adjacent"
    return "same-color" if color(first) == color(second) else "other"


@implements("30-2299.03(5)")
def _three_balls(wheel: Around, main: str, balls: tuple[str, ...]) -> str:
    pairs = sum(_adjacent(wheel, balls[i], balls[j]) for i, j in ((0, 1), (0, 2), (1, 2)))
    if pairs == 2:
        return "three-adjacent-with-main" if main in balls else "three-adjacent"
    if pairs == 1:
        return "two-adjacent"
    return "same-color" if len({color(ball) for ball in balls}) == 1 else "other"


WAGERS = (
    SpinnerWinner(
        id="spinner-winner",
        cites=("30-2299.03(1)", "30-2299.03(2)"),
        asides=(("lose", "30-2299.03(2)"), ("paid", "30-2299.03(5)"), ("waits", "30-2299.03(3)")),
        group="side-bets",
        watches=frozenset({"previous"}),
        show=WagerShow(
            name="Spinner Winner",
            printed=("SPINNER WINNER", ""),
            says="The previous number comes again; a bonus round with more balls decides what you win",
            terms=("presses",),
            rows={
                "both-on-main": "both balls on the main spin",
                "same-number": "both balls in one number",
                "adjacent": "adjacent pockets",
                "same-color": "same color",
                "three-adjacent-with-main": "3 adjacent with the main spin",
                "three-adjacent": "3 adjacent pockets",
                "two-adjacent": "2 adjacent pockets",
            },
        ),
    ),
)
