"""Proceeds by month of the gaming day, and the tax of each month as a difference of taxes on sums."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from croupier.books.figures import figures
from croupier.books.shift import Shift
from croupier.books.tax import months, tax_on
from tests.support.table.logged import Logged

DAY = date(2026, 6, 30)


def _won(day: date, amount: int) -> Shift:
    """A real shift, with the day and the win changed."""
    return replace(SHIFT, day=day, bank=(("lost", amount),))


def _shift() -> Shift:
    log = Logged()
    log.table.opened("colorado-double-zero")
    (shift,) = figures(log.told(), "T1")
    return shift


SHIFT = _shift()


def test_the_vectors_of_the_return() -> None:
    assert (tax_on(2_000_000_00, DAY), tax_on(15_000_000_00, DAY)) == (5_000_00, 1_435_000_00)
    assert (tax_on(1_99, DAY), tax_on(2_00, DAY)) == (0, 1), "half a cent is rounded up"


def test_the_tax_of_a_month_is_what_its_sum_adds() -> None:
    """May and June are of one tax year, July begins the next."""
    shifts = [
        _won(date(2026, 5, 1), 1_500_000_00),
        _won(date(2026, 5, 31), 500_000_00),
        _won(date(2026, 6, 30), 1_000_000_00),
        _won(date(2026, 7, 1), 1_000_000_00),
    ]
    found = [(str(each.first), str(each.year), each.proceeds, each.cumulative, each.tax) for each in months(shifts)]
    assert found == [
        ("2026-05-01", "2025-07-01", 2_000_000_00, 2_000_000_00, 5_000_00),
        ("2026-06-01", "2025-07-01", 1_000_000_00, 3_000_000_00, 20_000_00),
        ("2026-07-01", "2026-07-01", 1_000_000_00, 1_000_000_00, 2_500_00),
    ]


def test_a_month_below_zero_lowers_the_sum_and_the_tax() -> None:
    shifts = [_won(date(2026, 1, 5), 2_100_000_00), _won(date(2026, 2, 5), -100_000_00)]
    one, two = months(shifts)
    assert (one.tax, two.tax, two.year_tax) == (7_000_00, -2_000_00, 5_000_00)
    (lost,) = months([_won(date(2026, 1, 5), -100_00)])
    assert (lost.tax, lost.cumulative) == (0, -100_00)


@given(st.lists(st.integers(-(10**9), 3 * 10**9), min_size=1, max_size=12))
def test_the_months_of_a_year_add_up(wins: list[int]) -> None:
    days = [date(2025 + (each + 6) // 12, (each + 6) % 12 + 1, 1) for each in range(len(wins))]
    found = months(_won(day, won) for day, won in zip(days, wins, strict=True))
    assert sum(each.tax for each in found) == tax_on(sum(wins), DAY)
    assert all(each.year_tax >= 0 for each in found)
