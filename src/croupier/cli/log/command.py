"""`croupier log`: a round, the rounds of a day, or the acts of a stream."""

from __future__ import annotations

import json as jsonlib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import gaming_day, known

if TYPE_CHECKING:
    from croupier.books.rounds import RoundTold
    from croupier.cli.log.lists import Page
    from croupier.store import Store


def log(
    *,
    db: str,
    table: str | None = None,
    number: Annotated[int | None, Parameter(name="--round")] = None,
    stream: str | None = None,
    day: str | None = None,
    refusals: Annotated[bool, Parameter(negative="")] = False,
    full: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Show a round as people read it, the rounds of a gaming day, or the acts of a stream. Nothing is changed.

    Without --table and --stream: what the store has. Times are those of the house; JSON has them in UTC.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…, or the file of an export.
    table
        The table whose rounds are shown.
    number
        One round of it in full: who dealt, wagers, close, outcome, settlement, corrections.
    stream
        The stream whose acts are shown, one on each line, such as pit/main or people/main.
    day
        The gaming day of the list, as 2026-01-31; the last one with entries if this is left out.
    refusals
        Show what was refused too.
    full
        Do not cut long lines of a stream.
    json
        Print JSON.
    """
    from croupier.host import export as exports
    from croupier.store import StoreError, shown
    from croupier.table.houses import HouseUnsound

    if number is not None and table is None:
        raise CannotRead("--round: goes with --table, such as --table R0 --round 12")
    if table is not None and stream is not None:
        raise CannotRead("--stream: goes without --table; the rounds of a table are shown with --table alone")
    if number is not None and day is not None:
        raise CannotRead("--day: goes without --round, which shows one round whatever its day")
    try:
        with exports.open(db, reading=True) as store:
            if number is not None and table is not None:
                _round(store, table, number, refusals=refusals, json=json)
            elif table is not None:
                _rounds(store, table, gaming_day(day), refusals=refusals, json=json)
            elif stream is not None:
                _acts(store, stream, gaming_day(day), refusals=refusals, full=full, json=json)
            else:
                _streams(store, json=json)
    except (StoreError, HouseUnsound, OSError, ValueError) as error:
        raise CannotRead(f"cannot read the log of {shown(db)!r}: {error}") from None


def _told(store: Store, table: str) -> Iterator[RoundTold]:
    """The rounds of a table that were opened."""
    from croupier.books.rounds import rounds
    from croupier.books.walk import tables_of, told

    known("--table", table, list(tables_of(store)))
    return (each for each in rounds(table, told(store, table)) if each.number)


def _round(store: Store, table: str, number: int, *, refusals: bool, json: bool) -> None:
    from croupier.books.sentences import Teller
    from croupier.cli.log import refusals as refused
    from croupier.cli.log import round as view
    from croupier.cli.log import shapes
    from croupier.cli.log.screen import screen
    from croupier.table import stream_of

    newest = 0
    for told in _told(store, table):
        newest = told.number
        if newest >= number:
            break
    if newest != number:
        there = f"its rounds are 1 to {newest}" if newest else "it has no rounds"
        raise CannotRead(f"--round: table {table} has no round {number}; {there}")
    first, last = (told.steps[at].envelope.version for at in (0, -1))
    found = refused.within(refused.refusals(store, stream_of(table)), first, last) if refusals else []
    teller = Teller("table")
    if json:
        _print(shapes.complete(told, teller, found))
    else:
        view.show(told, teller, found, screen())


def _rounds(store: Store, table: str, day: date | None, *, refusals: bool, json: bool) -> None:
    from croupier.books.days import day_of_round
    from croupier.cli.log import lists, shapes
    from croupier.cli.log import refusals as refused
    from croupier.cli.log.screen import screen
    from croupier.table import stream_of

    found, page = _page(((day_of_round(each), each) for each in _told(store, table)), day)
    if json:
        _print([shapes.line(each) for each in found])
        return
    console = screen()
    lists.rounds(found, page, console)
    if refusals and found:
        first, last = found[0].steps[0].envelope.version, found[-1].steps[-1].envelope.version
        lists.refused(refused.within(refused.refusals(store, stream_of(table)), first, last), console)


def _acts(store: Store, stream: str, day: date | None, *, refusals: bool, full: bool, json: bool) -> None:
    from croupier.books.acts import acts
    from croupier.cli.log import lists, shapes
    from croupier.cli.log import refusals as refused
    from croupier.cli.log.screen import screen

    known("--stream", stream, store.streams())
    found, page = _page(((each.day, each) for each in acts(store, stream)), day)
    if json:
        _print([shapes.act(each) for each in found])
        return
    console = screen()
    lists.acts(stream, found, page, console, full=full)
    if refusals and found:
        lists.refused(refused.within(refused.refusals(store, stream), found[0].version, found[-1].version), console)


def _page(entries: Iterable[tuple[date, Any]], day: date | None) -> tuple[list[Any], Page]:
    """The entries of one gaming day, the last one if none is asked for, and how many every day has."""
    from croupier.cli.log.lists import Page

    days, found, shown = Counter[date](), list[Any](), day
    for own, entry in entries:
        days[own] += 1
        if day is None and own != shown:
            shown, found = own, []
        if own == shown:
            found.append(entry)
    return found, Page(shown, days)


def _streams(store: Store, *, json: bool) -> None:
    from croupier.cli.log import lists
    from croupier.cli.log.screen import screen

    found = [(each, store.version(each)) for each in store.streams()]
    if json:
        _print([{"stream": name, "events": events} for name, events in found])
    else:
        lists.streams(found, screen())


def _print(value: Any) -> None:
    print(jsonlib.dumps(value, ensure_ascii=False))
