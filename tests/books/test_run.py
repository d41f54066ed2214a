"""The books of a whole store: the same in one process and in several, and what cannot be read is named."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier import chain
from croupier import store as stores
from croupier.books import run
from croupier.books.run import Books, CannotBook, books
from croupier.floor import demo
from croupier.house import load
from croupier.store import Store
from croupier.text.money import dollars
from tests.support.command import croupier

TABLES = ("B6", "R0")
DAY = "2026-01-01"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with a shift at two tables."""
    url = f"sqlite:///{tmp_path_factory.mktemp('books')}/shift.db"
    with stores.open(url) as kept:
        demo.play(kept, 25, 7, TABLES)
    return url


@pytest.fixture(scope="module")
def found(place: str) -> Books:
    return books(place)


def test_several_processes_give_the_same_books(place: str, found: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(run, "PARALLEL_FROM", 0)
    assert books(place, report=lambda done, of: told.append((done, of))) == found
    assert len(told) == len(TABLES)
    assert told[-1][0] == told[-1][1] == sum(each.events for each in found.tables)


def test_one_table_alone(place: str, found: Books) -> None:
    alone = books(place, ["R0"])
    assert [each.table for each in alone.tables] == ["R0"]
    assert alone.tables[0] in found.tables


def test_players_are_rated_at_all_tables_together(found: Books) -> None:
    assert {each.tables for each in found.ratings} == {TABLES}
    handle = sum(rating.handle for table in found.tables for rating in table.ratings)
    assert sum(each.handle for each in found.ratings) == handle


def test_what_does_not_balance_is_a_fault(found: Books) -> None:
    assert found.faults == ()
    table = found.tables[0]
    (booked,) = table.shifts
    wrong = replace(booked, shift=replace(booked.shift, bank=(*booked.shift.bank, ("winnings", 1))))
    off = Books((replace(table, shifts=(wrong,), meters_agree=False), found.tables[1]))
    assert off.faults == ("B6, 2026-01-01: the two wins differ", "B6: the meters differ")
    short = replace(booked.shift, counted=booked.shift.expected - 35_00)
    assert replace(booked, shift=short).balances, "a short count is a difference, not a fault"


# From the command line --------------------------------------------------------------------------------------
def _json(*words: str) -> Any:
    done = croupier("books", *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_json_has_everything(place: str, found: Books) -> None:
    said = _json("--db", place)
    assert [(each["table"], each["win"], each["expected_win"]) for each in said["shifts"]] == [
        (each.shift.table, each.shift.win, str(each.expected.expected)) for each in found.shifts
    ]
    big_six = said["shifts"][0]
    assert big_six["win"] == big_six["win_by_drop"] == sum(big_six["win_parts"].values())
    house = load("colorado-big-six")
    for each in big_six["by_wager"]:
        assert Fraction(each["expected"]) <= each["handle"] * chain.worth(house, each["wager"]).edge, "or coupons"
    assert {each["person"] for each in said["players"]} == {"Ann", "Ben", "Cho", "Dov"}
    (month,) = said["months"]
    assert (month["month"], month["tax_year"]) == ("2026-01", "2025-07-01")
    assert month["proceeds"] == sum(each["win"] for each in said["shifts"])
    assert said["faults"] == []


def test_the_table_of_shifts(place: str, found: Books) -> None:
    done = croupier("books", "--db", place, "--day", DAY)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    for each, line in zip(found.shifts, lines[2:], strict=False):
        for amount in (each.shift.handle, each.shift.drop, each.shift.win):
            assert f" {dollars(amount)} " in line
    whole = sum(each.shift.win for each in found.shifts)
    assert lines[4].startswith("all ")
    assert f" {dollars(whole)} " in lines[4]


def test_every_figure_of_one_table(place: str, found: Books) -> None:
    said = croupier("books", "--db", place, "--table", "R0").stdout
    (shift,) = (each.shift for each in found.shifts if each.shift.table == "R0")
    assert "Table R0, 2026-01-01, shift 1: Colorado single zero" in said
    for name, amount in (
        ("win by wagers ", shift.win),
        ("win by drop ", shift.win_by_drop),
        ("tips, box ", shift.tips),
    ):
        (line,) = (each for each in said.splitlines() if each.startswith(name))
        assert line.endswith(f" {dollars(amount)}")
    assert "2.70%" in said
    assert "B6" not in said


def test_tax_and_players_are_tables(place: str, found: Books) -> None:
    tax = croupier("books", "--db", place, "--tax").stdout
    assert dollars(sum(each.shift.win for each in found.shifts)) in tax
    players = croupier("books", "--db", place, "--players").stdout
    for each in found.ratings:
        assert f"  {each.person}  " in players
        assert dollars(each.won) in players


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--table", "R00"), "--table: there is no table 'R00' in this store; did you mean 'R0'?"),
        (("--day", "2026-01-03"), "--day 2026-01-03: no shift began in that gaming day; did you mean '2026-01-01'?"),
        (("--day", "soon"), "--day: must be a date such as 2026-01-31, not 'soon'"),
    ],
)
def test_what_cannot_be_shown_is_said(place: str, words: tuple[str, ...], says: str) -> None:
    done = croupier("books", "--db", place, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_a_store_that_does_not_exist(tmp_path: Path) -> None:
    done = croupier("books", "--db", f"sqlite:///{tmp_path}/none.db")
    assert done.returncode == 2
    assert "cannot read" in done.stderr


def test_a_changed_log_is_not_booked(tmp_path: Path) -> None:
    """A buy-in that somebody made larger, with every digest computed again: the rack has not these chips."""
    url = f"sqlite:///{tmp_path}/forged.db"
    with stores.open("memory:") as played, stores.open(url) as forged:
        demo.play(played, 3, 7, ["R0"])
        _copy(played, forged, "table/R0")
    with pytest.raises(CannotBook, match=r"table R0: event \d+ cannot be read: .*; run croupier audit"):
        books(url)
    done = croupier("books", "--db", url)
    assert (done.returncode, done.stdout) == (2, "")
    assert "run croupier audit" in done.stderr


def _copy(store: Store, to: Store, stream: str) -> None:
    """Copy a stream; its first payment of chips is $1 larger."""
    made: dict[str, list[tuple[str, bytes]]] = {}
    larger = False
    for each in store.read(stream):
        body = each.body
        if not larger and each.kind.startswith("chips-given"):
            event = json.loads(body)
            event["amount"] += 1_00
            body, larger = json.dumps(event, separators=(",", ":")).encode(), True
        made.setdefault(each.command, []).append((each.kind, body))
    assert larger
    at = {each.command: each.at for each in store.read(stream)}
    for command, events in made.items():
        to.append(stream, to.version(stream), command, events, at=at[command])
