"""The rates of the gaming tax: dated, read strictly, and exact at the edge of each bracket."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from croupier.rulebook import gaming_tax as taxes
from croupier.rulebook.gaming_tax import FILE, RatesUnsound, gaming_tax, rates, read
from croupier.rulebook.reader import DateNotCovered, editions

TEXT = FILE.read_text(encoding="utf-8")
#: The tax in cents at each edge, and the rate above it.
EDGES = {
    2_000_000: (5_000_00, Fraction("0.0025"), Fraction("0.02")),
    5_000_000: (65_000_00, Fraction("0.02"), Fraction("0.09")),
    8_000_000: (335_000_00, Fraction("0.09"), Fraction("0.11")),
    10_000_000: (555_000_00, Fraction("0.11"), Fraction("0.16")),
    13_000_000: (1_035_000_00, Fraction("0.16"), Fraction("0.20")),
}


@pytest.mark.parametrize("edge", EDGES)
def test_the_tax_at_each_edge_and_a_dollar_beside_it(edge: int) -> None:
    tax, below, above = EDGES[edge]
    found = gaming_tax(date(2026, 6, 30))
    assert found.on(edge * 100) == tax
    assert found.on((edge - 1) * 100) == tax - 100 * below
    assert found.on((edge + 1) * 100) == tax + 100 * above


def test_the_tax_on_fifteen_million_and_on_nothing() -> None:
    found = gaming_tax(date(2026, 6, 30))
    assert found.on(15_000_000_00) == 1_435_000_00
    assert [found.on(amount) for amount in (0, -5_000_00, 1)] == [Fraction(0), Fraction(0), Fraction(1, 400)]


def test_the_tax_year_begins_on_the_first_of_july() -> None:
    found = gaming_tax(date(2026, 1, 1))
    assert found.year_of(date(2026, 6, 30)) == date(2025, 7, 1)
    assert found.year_of(date(2026, 7, 1)) == date(2026, 7, 1)
    assert found.checked_on >= date(2026, 11, 1)
    assert found.source


def test_a_day_before_all_rates_is_refused() -> None:
    with pytest.raises(DateNotCovered, match=r"from 2014-07-01 on"):
        gaming_tax(date(2014, 6, 30))


def test_the_rates_are_no_printing_of_a_rule() -> None:
    files = {path.name for path in FILE.parent.glob("*.toml")}
    assert len(editions()) == len(files) - 1
    assert len(rates()) == 1


def test_a_new_rate_is_a_new_entry() -> None:
    later = TEXT.replace("from = 2014-07-01", "from = 2030-07-01").replace('percent = "20"', 'percent = "25"')
    old, new = read(f"{TEXT}\n{later}", "both")
    assert (old.brackets[-1].rate, new.brackets[-1].rate) == (Fraction(1, 5), Fraction(1, 4))
    with pytest.raises(RatesUnsound, match="order of their dates"):
        read(f"{later}\n{TEXT}", "both")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("up_to = 2_000_000", "up_too = 2_000_000", "did you mean 'up_to'"),
        ("up_to = 2_000_000\n", "", "the last one has none"),
        ("up_to = 5_000_000", "up_to = 2_000_000", "above the bracket before it"),
        ("up_to = 5_000_000", "up_to = 5_000_000.5", "money is a whole number"),
        ('percent = "9"', "percent = 9", "must be text"),
        ('percent = "9"', 'percent = "nine"', "must be a number as text"),
        ('percent = "9"', 'percent = "900"', "from 0 to 100"),
        ('year_begins = "07-01"', 'year_begins = "13-01"', "a month and a day"),
        ("from = 2014-07-01\n", "", "must be a date"),
        ("[[gaming_tax]]", "[[gaming_taxes]]", "did you mean 'gaming_tax'"),
    ],
)
def test_a_faulty_file_of_rates_is_refused(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(RatesUnsound, match=says):
        read(TEXT.replace(old, new, 1), "rates")


def test_the_last_bracket_has_no_end() -> None:
    assert taxes.rates()[0].brackets[-1].up_to is None
    assert gaming_tax(date(2026, 1, 1)).on(10**15) == 1_035_000_00 + (10**15 - 13_000_000_00) / Fraction(5)
