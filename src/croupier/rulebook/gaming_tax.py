"""Reads the dated rates of the gaming tax, and computes the tax on what was won in a tax year."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path

from croupier.core.sheet import Sheet, lines_of, parsed, read_file
from croupier.rulebook.reader import DateNotCovered
from croupier.text.money import read_dollars

FILE = Path(__file__).parent / "colorado" / "gaming_tax.toml"
_KEYS = ("from", "checked_on", "source", "year_begins", "bracket")


class RatesUnsound(ValueError):
    """The file of rates has faults; the message lists all of them."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A rate, and the amount in cents up to which it applies; None in the last one."""

    up_to: int | None
    rate: Fraction


@dataclass(frozen=True, slots=True)
class GamingTax:
    """The rates from one date on, for a tax year that begins on the same day of every year."""

    begins: date
    checked_on: date
    source: str
    year_begins: tuple[int, int]  # month and day
    brackets: tuple[Bracket, ...]

    def on(self, amount: int) -> Fraction:
        """The exact tax in cents on an amount won in one tax year; nothing on a loss.

        >>> gaming_tax(date(2026, 1, 1)).on(2_000_000_00)
        Fraction(500000, 1)
        """
        tax, below = Fraction(0), 0
        for each in self.brackets:
            up_to = amount if each.up_to is None else min(amount, each.up_to)
            tax += max(0, up_to - below) * each.rate
            below = each.up_to or below
        return tax

    def year_of(self, day: date) -> date:
        """The first day of the tax year of a day.

        >>> gaming_tax(date(2026, 1, 1)).year_of(date(2026, 6, 30)).isoformat()
        '2025-07-01'
        """
        begins = date(day.year, *self.year_begins)
        return begins if day >= begins else date(day.year - 1, *self.year_begins)


def gaming_tax(on: date) -> GamingTax:
    """The rates in force on a day; `DateNotCovered` names the first covered one."""
    known = [each for each in rates() if each.begins <= on]
    if not known:
        raise DateNotCovered(f"no gaming tax is known for {on}: the rates are known from {rates()[0].begins} on")
    return known[-1]


@cache
def rates() -> tuple[GamingTax, ...]:
    """All rates, oldest first."""
    return read(read_file(FILE), FILE.name)


def read(text: str, name: str) -> tuple[GamingTax, ...]:
    """Read a text of rates; `RatesUnsound` lists its faults."""
    data = parsed(text)
    sheet = Sheet(data, lines_of(text))
    sheet.known((), data, ("gaming_tax",))
    entries = data.get("gaming_tax")
    if not isinstance(entries, list) or not entries:
        sheet.fault(("gaming_tax",), "lists the rates: write [[gaming_tax]]")
        entries = []
    found = [tax for entry in entries if (tax := _entry(sheet, entry)) is not None]
    if [each.begins for each in found] != sorted({each.begins for each in found}):
        sheet.fault(("gaming_tax",), "the entries must be in the order of their dates, one for each date")
    if sheet.faults:
        raise RatesUnsound(f"{name} has {len(sheet.faults)} fault(s):\n" + "\n".join(map(str, sheet.faults)))
    return tuple(found)


def _entry(sheet: Sheet, entry: object) -> GamingTax | None:
    if not isinstance(entry, Mapping):
        sheet.fault(("gaming_tax",), "must be a list of tables: [[gaming_tax]]")
        return None
    sheet.known(("gaming_tax",), entry, _KEYS)
    begins, checked = (sheet.day(("gaming_tax", key), entry.get(key)) for key in ("from", "checked_on"))
    source = sheet.text(("gaming_tax", "source"), entry.get("source"))
    year, brackets = _year(sheet, entry.get("year_begins")), _brackets(sheet, entry.get("bracket"))
    if begins is None or checked is None or source is None or year is None or not brackets:
        return None
    return GamingTax(begins, checked, source, year, brackets)


def _year(sheet: Sheet, value: object) -> tuple[int, int] | None:
    path = ("gaming_tax", "year_begins")
    text = sheet.text(path, value)
    if text is None:
        return None
    try:
        day = date.fromisoformat(f"2001-{text}")  # no leap year: each year has its first day
    except ValueError:
        sheet.fault(path, f'must be a month and a day such as "07-01", not {text!r}')
        return None
    return day.month, day.day


def _brackets(sheet: Sheet, value: object) -> tuple[Bracket, ...]:
    path = ("gaming_tax", "bracket")
    if not isinstance(value, list) or not value or not all(isinstance(each, Mapping) for each in value):
        sheet.fault(path, "lists the rates from the lowest on: write [[gaming_tax.bracket]]")
        return ()
    found: list[Bracket] = []
    for at, each in enumerate(value):
        sheet.known(path, each, ("up_to", "percent"))
        last, below = at == len(value) - 1, found[-1].up_to if found else 0
        if last != ("up_to" not in each):
            sheet.fault(path, "every bracket but the last one has an `up_to`, and the last one has none")
            return ()
        up_to = None if last else sheet.money((*path, "up_to"), each["up_to"])
        rate = _rate(sheet, each.get("percent"))
        if rate is None or (up_to is None and not last):
            return ()
        if up_to is not None and below is not None and up_to <= below:
            sheet.fault((*path, "up_to"), "must be above the bracket before it")
            return ()
        found.append(Bracket(up_to, rate))
    return tuple(found)


def _rate(sheet: Sheet, value: object) -> Fraction | None:
    path = ("gaming_tax", "bracket", "percent")
    text = sheet.text(path, value)
    if text is None:
        return None
    try:
        percent = read_dollars(text) / 100
    except ValueError:
        sheet.fault(path, f'must be a number as text, such as "0.25", not {text!r}')
        return None
    if not 0 <= percent <= 100:
        sheet.fault(path, f"must be from 0 to 100, not {text}")
        return None
    return percent / 100
