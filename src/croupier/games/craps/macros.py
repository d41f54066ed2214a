"""Bets on several numbers that a terminal places with one press, and the units in which numbers are usually bet.

A unit is paid without rounding: $6 on 6 wins $7. Custom names the numbers: across all six, inside without 4 and 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.core.printed_odds import Odds
from croupier.core.show import Macro, MacroBet
from croupier.games.craps.dice import POINTS
from croupier.games.craps.rules import Rules
from croupier.text.phrase import Phrase

_INSIDE = (5, 6, 8, 9)
#: Groups of wagers that take amounts which are paid rounded. The others take only exact ones, or are paid even money.
_IN_UNITS = ("place", "place-to-lose")


def units(rules: Rules) -> Mapping[str, int]:
    """The unit of each such wager that this house takes."""
    found = {}
    for wager in sorted(rules.offered):
        pays = rules.pays(wager, "win") if rules.game.wagers[wager].group in _IN_UNITS else None
        if isinstance(pays, Odds):
            found[wager] = pays.unit_of(rules.lowest_chip)
    return found


def macros(rules: Rules) -> tuple[Macro, ...]:
    """Across, inside, press and take all down, as far as this house takes place wagers on the numbers."""
    known = units(rules)
    bets = {n: MacroBet(f"place-{n}", None, known[f"place-{n}"]) for n in POINTS if f"place-{n}" in known}
    down = Macro(id="down", name="Take all down", says="All bets that may come down", does="clear")
    if not bets:
        return (down,)
    unit = min(bet.amount for bet in bets.values())
    return (
        _place("across", bets, POINTS, unit),
        _place("inside", bets, _INSIDE, unit),
        Macro(
            id="press",
            name="Press",
            says="More on each of your Place bets",
            does="press",
            unit=unit,
            bets=(*bets.values(),),
        ),
        down,
    )


def _place(name: str, bets: Mapping[int, MacroBet], numbers: Iterable[int], unit: int) -> Macro:
    """One macro that bets on these numbers, if the house takes them."""
    found = {str(number): bets[number] for number in numbers if number in bets}
    *most, last = found
    many = Phrase("Place bets on {most} and {last}", most=", ".join(most), last=last)
    says = many if most else Phrase("Place bets on {last}", last=last)
    return Macro(id=name, name=name.capitalize(), says=says, unit=unit, bets=(*found.values(),))
