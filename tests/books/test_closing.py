"""A gaming day is closed with the figures of its tables, and what was counted differently raises an alert."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import pytest

from croupier import store as stores
from croupier.books.alerts.seen import counts_of, shifts_of
from croupier.books.alerts.watch import findings
from croupier.books.closing import changed_since, figures_of
from croupier.books.run import of_table
from croupier.floor.demo import close_day, play_day
from croupier.floor.demo.play import MISCOUNTED
from croupier.host.audit import audit
from croupier.store import Store
from croupier.text.facts import Money

TABLES = ("R00", "C1", "B6")
SEED = 11


@pytest.fixture
def played() -> Iterator[tuple[Store, str]]:
    """A gaming day at three tables, and its date."""
    with stores.open("memory:") as store:
        yield store, play_day(store, 12, SEED, TABLES).day


def test_the_books_of_a_day_are_closed_with_its_figures(played: tuple[Store, str]) -> None:
    store, day = played
    found = figures_of(store, day)
    assert {each.table for each in found} == set(TABLES)
    assert all(each.win_by_wagers == each.win_by_drop != 0 for each in found)
    assert figures_of(store, "2026-01-02") == ()
    close_day(store, SEED, day, [asdict(each) for each in found])
    assert list(changed_since(store)) == []
    held = audit(store)
    assert (held.fault, held.differences) == (None, [])


def test_a_day_that_was_closed_with_other_figures_is_named(played: tuple[Store, str]) -> None:
    store, day = played
    wrong = [asdict(each) for each in figures_of(store, day)]
    wrong[0]["win_by_wagers"] += 1
    close_day(store, SEED, day, wrong)
    assert list(changed_since(store)) == [day]


def test_every_shift_of_a_table_with_a_cage_balances(played: tuple[Store, str]) -> None:
    store, _ = played
    for table in TABLES:
        books = of_table(store, table)
        assert books.meters_agree
        assert all(each.balances and each.shift.difference == 0 for each in books.shifts)


def test_a_box_that_was_counted_short_raises_an_alert(played: tuple[Store, str]) -> None:
    store, day = played
    shifts, counts = list(shifts_of(store)), list(counts_of(store))
    assert {each.table for each in shifts} == set(TABLES)
    (short,) = [each for each in counts if each.counted != each.recorded]
    assert short.recorded - short.counted == MISCOUNTED
    (found,) = [each for each in findings(store, 0, shifts, counts) if each.kind == "count-difference"]
    assert (found.table, found.day) == (short.table, day)
    assert dict(found.facts)["difference"] == Money(MISCOUNTED)


def test_a_win_outside_its_band_raises_an_alert(played: tuple[Store, str]) -> None:
    store, _ = played
    shifts = [each._replace(sigmas=0) for each in shifts_of(store)]
    assert {each.table for each in findings(store, 0, shifts) if each.kind == "hold"} == set(TABLES)
