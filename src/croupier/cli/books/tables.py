"""The books as tables for people."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from croupier.text.money import dollars

if TYPE_CHECKING:
    from croupier.books.rating import Rating
    from croupier.books.run import Booked
    from croupier.books.tax import Month

GAP = 2  # spaces between columns
#: Columns that a narrow terminal leaves out, the first one first.
_FIRST_TO_GO = "rounds tables time average shift band handle day difference award".split()


def _print_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> None:
    """A table without frames; the first columns are words, the others figures. Nothing is cut.

    A terminal that is too narrow shows fewer columns: those of `_FIRST_TO_GO` are left out one by one.
    """
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    shown = _that_fit(heads, widths)
    if title:
        print(title)
    for row in (heads, *rows) if any(heads) else rows:
        cells = (f"{row[at]:<{widths[at]}}" if at < words else f"{row[at]:>{widths[at]}}" for at in shown)
        print((" " * GAP).join(cells).rstrip())
    if left := [head for at, head in enumerate(heads) if at not in shown]:
        print(f"A wider terminal also shows: {', '.join(left)}.")
    print()


def _that_fit(heads: Sequence[str], widths: Sequence[int]) -> list[int]:
    """The columns for which a terminal has room; all of them where the output is no terminal."""
    shown = list(range(len(heads)))
    room = get_terminal_size().columns if sys.stdout.isatty() else None
    for head in _FIRST_TO_GO:
        if room is None or sum(widths[at] + GAP for at in shown) - GAP <= room:
            break
        if head in heads:
            shown.remove(heads.index(head))
    return shown


def print_shifts(shifts: list[Booked]) -> None:
    """One line for each shift, and their sum."""
    heads = (
        "day",
        "table",
        "shift",
        "rounds",
        "handle",
        "drop",
        "win",
        "hold",
        "expected",
        "band",
        "off",
        "difference",
    )
    rows = [_line(each) for each in shifts]
    if len(shifts) > 1:
        rows.append(_total(shifts))
    _print_table("Shifts", heads, rows, 3)
    if any(each.shift.ended is None for each in shifts):
        print("A shift with * has not ended: its closing inventory is that of the record.")
    print("The band is three standard deviations wide on each side; `off` says how many of them the win is off.")


def _line(booked: Booked) -> tuple[str, ...]:

    shift, expected = booked.shift, booked.expected
    low, high = expected.band()
    return (
        str(shift.day),
        shift.table,
        f"{shift.number}{'*' if shift.ended is None else ''}",
        f"{shift.rounds:,}",
        dollars(shift.handle),
        dollars(shift.drop),
        dollars(shift.win),
        _percent(shift.hold),
        _about(expected.expected),
        _band(low, high),
        f"{expected.tenths / 10:+.1f}",
        dollars(shift.difference) if shift.counted is not None else "",
    )


def _total(shifts: list[Booked]) -> tuple[str, ...]:
    """The sum of all shifts. Shifts do not depend on each other, so their variances add up."""
    from croupier.books.expected import Expected

    found = [each.expected for each in shifts]
    whole = Expected(
        sum(each.won for each in found),
        sum((each.expected for each in found), Fraction(0)),
        sum((each.variance for each in found), Fraction(0)),
        (),
    )
    low, high = whole.band()
    handle, drop, win, difference = (
        sum(getattr(each.shift, name) for each in shifts) for name in ("handle", "drop", "win", "difference")
    )
    hold = _percent(Fraction(win, drop) if drop else None)
    figures = (f"{sum(each.shift.rounds for each in shifts):,}", dollars(handle), dollars(drop), dollars(win), hold)
    return (
        "all",
        "",
        "",
        *figures,
        _about(whole.expected),
        _band(low, high),
        f"{whole.tenths / 10:+.1f}",
        dollars(difference),
    )


def _percent(share: Fraction | None) -> str:
    return "" if share is None else f"{float(share):.2%}"


def _about(amount: Fraction) -> str:
    """An exact amount in cents, as dollars and rounded cents."""

    return dollars(round(amount))


def _band(low: int, high: int) -> str:
    """A band in whole dollars, rounded outward."""

    return f"{dollars(low // 100 * 100)} to {dollars(-(-high // 100) * 100)}"


def print_shift(booked: Booked) -> None:
    """Every figure of one shift."""

    shift, expected = booked.shift, booked.expected
    print(f"\nTable {shift.table}, {shift.day}, shift {shift.number}: {shift.house}")
    figures: list[tuple[str, int]] = [("opening inventory", shift.opening)]
    figures += [(f"drop, {each.box}, {each.instrument}", each.amount) for each in shift.dropped]
    figures += [("fills", shift.fills), ("credits", shift.credits), ("closing inventory", shift.closing)]
    figures += [(f"win by wagers: {why}", amount) for why, amount in shift.win_parts]
    figures += [("win by wagers", shift.win), ("win by drop", shift.win_by_drop), ("difference", shift.difference)]
    figures += [("tips, box", shift.tips), ("tips, tube", shift.tube)]
    figures += [("chips brought", shift.brought), ("chips cashed out", shift.cashed_out)]
    for meter in shift.meters:
        figures += [(f"meter of {meter.wager}, opening", meter.opening), ("  seeds", meter.seeds)]
        figures += [
            ("  contributions", meter.contributions),
            ("  awards", meter.awards),
            ("  closing", meter.closing),
        ]
    figures += [(f"claims settled, {how}", amount) for how, amount in shift.claims]
    _print_table("", ("", ""), [(name, dollars(amount)) for name, amount in figures], 1)
    counts = [("wagers decided", shift.wagers), ("buy-ins", shift.buy_ins), ("disputes decided", shift.disputes)]
    counts += [(f"corrections, {stage}", count) for stage, count in shift.corrections]
    counts += [(_void(each.call, each.reason, each.result), each.count) for each in shift.voids]
    _print_table("", ("", ""), [(name, f"{count:,}") for name, count in counts if count], 1)
    heads = ("wager", "pay table", "handle", "win", "expected", "edge")
    rows = [
        (
            each.wager,
            each.pay_table,
            dollars(each.handle),
            dollars(each.won),
            _about(each.expected) if each.priced else "not priced",
            _percent(each.edge) if each.priced else "",
        )
        for each in expected.wagers
    ]
    _print_table("", heads, rows, 2)


def _void(call: str, reason: str, result: str) -> str:
    return f"{call}: {reason}" + (f" ({result})" if result and result != reason else "")


def print_players(ratings: list[Rating]) -> None:
    """One line for each player and gaming day."""

    heads = (
        "day",
        "player",
        "tables",
        "rounds",
        "time",
        "wagered",
        "average",
        "win",
        "theoretical",
        "cash-in",
        "award",
    )
    rows = [
        (
            str(each.day),
            each.person,
            " ".join(each.tables),
            f"{each.rounds:,}",
            f"{each.time // 3_600_000_000}:{each.time // 60_000_000 % 60:02}",
            dollars(each.handle),
            _about(each.average_bet),
            dollars(each.won),
            _about(each.theoretical),
            dollars(each.bought_in),
            dollars(each.award),
        )
        for each in ratings
    ]
    _print_table("Players", heads, rows, 3)
    print("`win` and `theoretical` are the table's: below zero, the player won.")


def print_tax(taxed: Iterable[Month]) -> None:
    """One line for each month."""

    heads = ("month", "tax year from", "proceeds", "tax year so far", "tax of the month", "tax of the year")
    rows = [
        (
            f"{each.first:%Y-%m}",
            str(each.year),
            *map(dollars, (each.proceeds, each.cumulative, each.tax, each.year_tax)),
        )
        for each in taxed
    ]
    _print_table("Adjusted gross proceeds and gaming tax", heads, rows, 2)
    print("Only the tables of this store: what the licensee won elsewhere in the tax year raises the rate.")
