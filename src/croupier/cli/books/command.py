"""`croupier books`: what every table won and held, shift by shift, beside what it was expected to win."""

from __future__ import annotations

import json as jsonlib
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import name_houses, nearest

if TYPE_CHECKING:
    from croupier.books.run import Books


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
    from croupier.cli.books.rows import whole
    from croupier.cli.books.tables import print_players, print_shift, print_shifts, print_tax

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
        print(jsonlib.dumps(whole(shifts, ratings, taxed, found.faults), ensure_ascii=False))
    elif tax:
        print_tax(taxed)
    elif players:
        print_players(ratings)
    else:
        print_shifts(shifts)
        for each in shifts if table else ():
            print_shift(each)
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
