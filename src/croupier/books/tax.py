"""Adjusted gross proceeds of table games by month, and the gaming tax on them.

Adjusted gross proceeds are the wagers less the payments to players: the win by wagers. A month has the shifts whose
gaming day is in it. A month of table games may be below zero; it lowers the sum of its tax year, and so the tax of
that month is below zero too, as a correction of what was due before. The sum never gives a tax below zero. (Only
tournaments may never declare a loss; they are not part of these figures.)

The tax of a month is the tax on the sum of the tax year with the month, less the tax on the sum before it. Only these
taxes on sums are rounded, to the nearest cent with half a cent up, so that the months of a year always add up to the
tax on its sum.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from croupier.books.shift import Shift
from croupier.rulebook.gaming_tax import gaming_tax


@dataclass(frozen=True, slots=True)
class Month:
    """A month of gaming days: its adjusted gross proceeds, the sum of its tax year with it, and its tax, in cents."""

    first: date  # its first day
    year: date  # the first day of the tax year
    proceeds: int
    cumulative: int
    tax: int
    year_tax: int  # for the tax year so far


def to_the_nearest_cent(amount: Fraction) -> int:
    """Round to the nearest cent, half a cent up.

    >>> to_the_nearest_cent(Fraction(5, 2)), to_the_nearest_cent(Fraction(9, 4))
    (3, 2)
    """
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)


def tax_on(proceeds: int, day: date) -> int:
    """The tax in cents on the proceeds of a tax year, by the rates in force on a day.

    >>> tax_on(15_000_000_00, date(2026, 6, 30))
    143500000
    """
    return to_the_nearest_cent(gaming_tax(day).on(proceeds))


def months(shifts: Iterable[Shift]) -> tuple[Month, ...]:
    """The months with shifts, in order. Shifts that have not ended count with what was won so far."""
    proceeds: dict[date, int] = {}
    for shift in shifts:
        first = shift.day.replace(day=1)
        proceeds[first] = proceeds.get(first, 0) + shift.win
    found: list[Month] = []
    for first, won in sorted(proceeds.items()):
        year = gaming_tax(first).year_of(first)
        same_year = bool(found) and found[-1].year == year
        before, paid = (found[-1].cumulative, found[-1].year_tax) if same_year else (0, 0)
        year_tax = tax_on(before + won, first)
        found.append(Month(first, year, won, before + won, year_tax - paid, year_tax))
    return tuple(found)
