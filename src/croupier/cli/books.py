"""`croupier books`: what every table won and held, shift by shift, beside what it was expected to win."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import name_houses, nearest

if TYPE_CHECKING:
    from croupier.books.rating import Rating
    from croupier.books.run import Booked, Books
    from croupier.books.tax import Month

GAP = 2  # spaces between columns
#: Columns that a narrow terminal leaves out, the first one first.
_FIRST_TO_GO = "rounds tables time average shift band handle day difference award".split()


def books(
    *,
    db: str,
    day: str | None = None,
    table: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    tax: Annotated[bool, Parameter(negative="")] = False,
    players: Annotated[bool, Parameter(negative="")] = False,
    house: Annotated[tuple[Path, ...], Parameter(negative="")] = (),
    json: bool = False,
) -> None:
    """Show the books: drop, handle, win, hold and expected win of every shift. Exit status 1 if they do not balance.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…, or the file of an export.
    day
        Only this gaming day, such as 2026-01-31. With --tax the months before it count as well.
    table
        Only this table, with every figure of its shifts and every wager; may be repeated.
    tax
        Show the adjusted gross proceeds and the gaming tax by month instead.
    players
        Show the rating of every player by gaming day instead.
    house
        A house file whose tables have variations; may be repeated. Their Python code runs.
    json
        Print one object with everything; amounts in cents, exact figures as fractions.
    """
    from croupier.books.tax import months

    name_houses(house)
    on = _day(day)
    found = _read(db, table)
    shifts = [each for each in found.shifts if on is None or each.shift.day == on]
    ratings = [each for each in found.ratings if on is None or each.day == on]
    if on is not None and not shifts and not ratings:
        known = dict.fromkeys(str(each.shift.day) for each in found.shifts)
        raise CannotRead(f"--day {day}: no shift began in that gaming day{nearest(str(day), known)}")
    taxed = months(each.shift for each in found.shifts if on is None or each.shift.day <= on)
    if json:
        print(jsonlib.dumps(_row(shifts, ratings, taxed, found.faults), ensure_ascii=False))
    elif tax:
        _print_tax(taxed)
    elif players:
        _print_players(ratings)
    else:
        _print_shifts(shifts)
        for each in shifts if table else ():
            _print_shift(each)
    if not json:
        for fault in found.faults:
            print(f"out of balance: {fault}. Run croupier audit: somebody may have changed the store.")
    raise SystemExit(1 if found.faults else 0)


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CannotRead(f"--day: must be a date such as 2026-01-31, not {text!r}") from None


def _read(db: str, tables: tuple[str, ...]) -> Books:
    from croupier.books.run import CannotBook
    from croupier.books.run import books as all_books
    from croupier.books.walk import tables_of
    from croupier.cli.progress import shown as progress
    from croupier.host import export
    from croupier.store import CannotOpen, Damaged, StoreFailed, shown

    try:
        with export.open(db, reading=True) as store:
            known = tables_of(store)
        for each in tables:
            if each not in known:
                raise CannotRead(f"--table: there is no table {each!r} in this store{nearest(each, known)}")
        with progress("reading the logs", "events") as report:
            return all_books(db, tables or None, report)
    except CannotBook as error:
        raise CannotRead(str(error)) from None
    except (CannotOpen, Damaged, StoreFailed, OSError) as error:
        raise CannotRead(f"cannot read {shown(db)!r}: {error}") from None


# As JSON ----------------------------------------------------------------------------------------------------
def _row(
    shifts: list[Booked], ratings: list[Rating], taxed: Iterable[Month], faults: tuple[str, ...]
) -> dict[str, Any]:
    return {
        "shifts": [_shift(each) for each in shifts],
        "players": [_player(each) for each in ratings],
        "months": [_month(each) for each in taxed],
        "faults": list(faults),
    }


#: Figures of a shift that JSON has under their own names.
_SHIFT = (
    "table number game house began ended opening counted expected rounds wagers handle win win_by_drop difference "
    "drop fills credits closing commission rounding liability buy_ins brought cashed_out tips tube disputes"
).split()


def _shift(booked: Booked) -> dict[str, Any]:
    import msgspec

    shift, expected = booked.shift, booked.expected
    row: dict[str, Any] = {"day": str(shift.day)} | {name: getattr(shift, name) for name in _SHIFT}
    row |= {"hold": _exact(shift.hold), "of_handle": _exact(shift.of_handle), "balances": booked.balances}
    row |= {name: dict(getattr(shift, name)) for name in ("bank", "win_parts", "removed", "corrections", "claims")}
    row |= {name: msgspec.to_builtins(getattr(shift, name)) for name in ("dropped", "meters", "voids")}
    low, high = expected.band()
    return row | {
        "expected_win": str(expected.expected),
        "won_on_wagers": expected.won,
        "variance": str(expected.variance),
        "deviation": expected.deviation(),
        "band": [low, high],
        "not_priced": expected.not_priced,
        "by_wager": [
            {
                "wager": each.wager,
                "pay_table": each.pay_table or None,
                "handle": each.handle,
                "won": each.won,
                "expected": str(each.expected) if each.priced else None,
            }
            for each in expected.wagers
        ],
    }


def _player(each: Rating) -> dict[str, Any]:
    return {
        "person": each.person,
        "day": str(each.day),
        "tables": list(each.tables),
        "rounds": each.rounds,
        "handle": each.handle,
        "average_bet": str(each.average_bet),
        "seconds": each.time // 1_000_000,
        "won": each.won,
        "theoretical": str(each.theoretical),
        "cash_in": dict(each.cash_in),
        "largest_award": each.award,
    }


def _month(each: Month) -> dict[str, Any]:
    row = {"month": f"{each.first:%Y-%m}", "tax_year": str(each.year), "proceeds": each.proceeds}
    return row | {"cumulative": each.cumulative, "tax": each.tax, "year_tax": each.year_tax}


def _exact(share: Fraction | None) -> str | None:
    return None if share is None else str(share)


# As tables --------------------------------------------------------------------------------------------------
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


def _print_shifts(shifts: list[Booked]) -> None:
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
    from croupier.text.money import dollars

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
    from croupier.text.money import dollars

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
    from croupier.text.money import dollars

    return dollars(round(amount))


def _band(low: int, high: int) -> str:
    """A band in whole dollars, rounded outward."""
    from croupier.text.money import dollars

    return f"{dollars(low // 100 * 100)} to {dollars(-(-high // 100) * 100)}"


def _print_shift(booked: Booked) -> None:
    """Every figure of one shift."""
    from croupier.text.money import dollars

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


def _print_players(ratings: list[Rating]) -> None:
    from croupier.text.money import dollars

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


def _print_tax(taxed: Iterable[Month]) -> None:
    from croupier.text.money import dollars

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
