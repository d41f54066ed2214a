"""Chips: a payment broken into denominations, the units of colored chips, and what can be exchanged for chips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.house import House
from croupier.text.facts import Money

Instrument = Literal["cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt"]
Chips = tuple[tuple[int, int], ...]  # (value of one chip in cents, how many), highest first
HOUSE_UNITS = (1_00, 5_00)
#: The colors of electronic chips, in the order in which terminals get them: one for each place that a table may have.
TERMINAL_COLORS = (
    *"orange turquoise deeppink olive skyblue saddlebrown orchid gold teal salmon yellowgreen chocolate".split(),
    *"plum khaki tomato hotpink lightseagreen peru violet aquamarine goldenrod palevioletred cadetblue".split(),
    *"tan mediumorchid coral paleturquoise darkkhaki lightpink sienna darkturquoise wheat greenyellow".split(),
    *"thistle mediumaquamarine sandybrown lightsalmon lavender rosybrown lightyellow".split(),
)


def break_down(amount: int, denominations: Iterable[int], unit: int | None = None) -> Chips:
    """The fewest chips that make an amount: of the player's own unit first, then value chips, highest first.

    A remainder below the lowest chip, as in a share of a meter, is paid in cents.

    >>> break_down(36_00, (1_00, 5_00, 25_00)), break_down(36_00, (1_00, 5_00, 25_00), unit=5_00)
    (((2500, 1), (500, 2), (100, 1)), ((500, 7), (100, 1)))
    """
    if not amount:
        return ()
    found = []
    for chip in ((unit,) if unit else ()) + tuple(sorted(denominations, reverse=True)):
        count, amount = divmod(amount, chip)
        if count:
            found.append((chip, count))
    return (*found, (1, amount)) if amount else tuple(found)


@implements("30-2201(9)", "47.1-2201(9)", "H-wagers(3)")
def unit_of(house: House, unit: int) -> Refusal | None:
    """The value of a non-value chip is a denomination of the table; by the house procedure $1 or $5."""
    units = HOUSE_UNITS if house.by_procedure else house.denominations
    if unit in units:
        return None
    cite = house.game.cites.get(Topic.PROCEDURE_UNITS if house.by_procedure else Topic.COLOR)
    return refuse(Code.UNIT_UNKNOWN, cite=cite, unit=Money(unit), units=tuple(map(Money, units)))


@implements("30-2203(2)", "H-wagers(6)")
def of_a_table(here: str, table: str, house: House) -> Refusal:
    """Non-value chips are used only at the table that issued them, and none leave it: nobody can bring any."""
    cite = house.game.cites.get(Topic.REDEEMED)
    if table == here:
        return refuse(Code.CHIPS_NEVER_LEAVE, cite=cite, here=here)
    return refuse(Code.CHIPS_OF_ANOTHER_TABLE, cite=cite, table=table, here=here)


@implements("30-2203(3)", "47.1-2203(3)")
def of_a_value_chip(house: House, color: str) -> Refusal | None:
    """A player's color may not be one of the house's value-chip colors (reading M4)."""
    for value, name in house.chip_colors.items():
        if same_color(name, color):
            cite, chip = house.game.cites.get(Topic.COLOR_TAKEN), Money(value)
            return refuse(Code.VALUE_CHIP_COLOR, cite=cite, color=name.capitalize(), chip=chip)
    return None


@implements("30-2201(9)", "47.1-2201(9)", "30-2203(3)", "47.1-2203(3)")
def color_at_a_terminal(house: House, taken: Sequence[str]) -> str | None:
    """The color of a new player's electronic chips: nobody else's and no value chip's; None if all are taken.

    Without a central screen that shows the layout to all, two players may have the same.
    """
    others = taken if house.central_screen else ()
    free = (each for each in TERMINAL_COLORS if not any(same_color(each, other) for other in others))
    return next((each for each in free if of_a_value_chip(house, each) is None), None)


def same_color(one: str, other: str) -> bool:
    """Whether two words name one color; case and spacing do not matter."""
    return one.casefold().split() == other.casefold().split()


@implements("H-wagers(7)")
def table_chips_only(house: House) -> Refusal | None:
    """By the house procedure only the table's own chips are wagered."""
    if not house.by_procedure:
        return None
    return refuse(Code.COLOR_MISSING, "table-chips-only", cite=house.game.cites.get(Topic.PROCEDURE_CHIPS))
