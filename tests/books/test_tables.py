"""The tables of an export: sums equal the accounts, wagers recompute payments, CSV and Parquet are the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import polars
import pytest
from polars.testing import assert_frame_equal

from croupier import store as stores
from croupier.books import flat_files
from croupier.books.tables import (
    TABLES,
    InspectionRow,
    MoneyRow,
    PersonRow,
    RoundRow,
    Row,
    WagerRow,
    Wanted,
    of_table,
    rows,
)
from croupier.books.walk import replayed, tables_of, told
from croupier.table import stream_of
from tests.support.pit.story import Story
from tests.support.pit.wheels import MAX, SUE
from tests.support.played import shift

DOCS = Path(__file__).parents[2] / "docs" / "exports.md"
PART = ("name", "external", "movable")
R = TypeVar("R", bound=Row)


@cache
def _all() -> tuple[Row, ...]:
    with stores.open(shift(), reading=True) as kept:
        return tuple(rows(kept))


def _of(kind: type[R], found: Iterable[Row] | None = None) -> list[R]:
    return [each for each in (_all() if found is None else found) if isinstance(each, kind)]


# Sums -------------------------------------------------------------------------------------------------------
def test_the_money_of_every_event_sums_to_zero() -> None:
    sums: dict[tuple[str, int], int] = defaultdict(int)
    for row in _of(MoneyRow):
        sums[row.stream, row.event] += row.amount_cents
    assert sums
    assert set(sums.values()) == {0}


def test_the_money_that_is_exported_is_what_the_accounts_have() -> None:
    sums: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in _of(MoneyRow):
        sums[row.stream][row.account] += row.amount_cents
    with stores.open(shift(), reading=True) as kept:
        for table in tables_of(kept):
            *_, last = told(kept, table)
            found = {name: amount for name, amount in sums[stream_of(table)].items() if amount}
            assert found == dict(last.after.balances)


def test_the_wins_of_rounds_are_what_the_money_says() -> None:
    exchanges = {"chips", "opening", "closing", "fill", "credit", "contribution", "award", "counted"}
    for table in {row.table for row in _of(RoundRow)}:
        banked = [row for row in _of(MoneyRow) if (row.table, row.account) == (table, "bank")]
        won = sum(row.amount_cents for row in banked if row.why not in exchanges)
        assert won == sum(row.win_cents for row in _of(RoundRow) if row.table == table)


def _payment(row: WagerRow) -> int:
    """What a row says was paid, from its stake and odds alone."""
    back = row.released_cents + row.collected_cents
    if row.odds_figure is None or row.odds_unit is None or row.result in ("push", "returned", "half-back"):
        won = row.winnings_cents
    else:
        figure = row.odds_figure - (row.odds_unit if row.odds_basis == "for" else 0)
        won = row.stake_cents * figure // row.odds_unit
    if row.result == "lose":
        return row.overage_cents
    if row.result == "half-back":
        return back // 2 + row.rounding_cents
    return back + won + row.rounding_cents - row.commission_cents


def test_every_payment_is_recomputed_from_its_row() -> None:
    seen = 0
    for row in _of(WagerRow):
        if row.result == "push" and row.winnings_cents:
            continue  # a combination: one part won what the others lost
        if row.odds is None and row.result == "win":
            continue  # likewise
        assert _payment(row) == row.paid_cents, row
        seen += row.odds_figure is not None
    assert seen > 150


def test_the_rows_of_a_settlement_are_the_money_that_its_players_got() -> None:
    """For every settlement and every player: what the rows pay is what the rack got."""
    paid: dict[tuple[str, int, str], int] = defaultdict(int)
    for row in _of(WagerRow):
        to_dealers = row.tip and not row.given_back
        if row.entry == "settled" and not to_dealers:
            paid[row.table, row.event, row.player] += row.paid_cents - row.coupon_cents
    got: dict[tuple[str, int, str], int] = defaultdict(int)
    for entry in _of(MoneyRow):
        if entry.table is not None and entry.player is not None:
            got[entry.table, entry.event, entry.player] += entry.amount_cents
    assert len(paid) > 100
    assert {key: amount for key, amount in paid.items() if amount} == {
        key: got[key] for key, amount in paid.items() if amount
    }


def test_a_correction_counts_once() -> None:
    by_entry: dict[tuple[str, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in _of(WagerRow):
        by_entry[row.table, row.round][row.entry] += row.counts
    corrected = [sums for sums in by_entry.values() if "reversed" in sums]
    assert corrected
    for sums in corrected:
        assert sums["reversed"] < 0
        assert sum(sums.values()) == sums["corrected"], "what was settled first is taken back"


# What is wanted ---------------------------------------------------------------------------------------------
def test_a_table_and_a_day_are_cut_out_of_the_whole() -> None:
    day = _of(RoundRow)[0].gaming_day
    with stores.open(shift(), reading=True) as kept:
        mine = list(rows(kept, Wanted("R0", day)))
        assert list(rows(kept, Wanted("R0", date(2020, 1, 1)))) == [
            each for each in mine if type(each) is TABLES["equipment"] or type(each) is TABLES["people"]
        ]
    kinds: tuple[type[RoundRow | WagerRow | MoneyRow | InspectionRow], ...] = (RoundRow, WagerRow, MoneyRow)
    for kind in (*kinds, InspectionRow):
        whole = [each for each in _of(kind) if each.table == "R0" and each.gaming_day == day]
        assert _of(kind, mine) == whole
        assert whole


def test_rows_come_while_the_log_is_read() -> None:
    """No table waits in memory for the end of its log."""
    with stores.open(shift(), reading=True) as kept:
        events, taken = 0, 0
        read = kept.read

        def counted(*about: Any, **more: Any) -> Any:
            nonlocal events
            for each in read(*about, **more):
                events += 1
                yield each

        kept.read = counted  # type: ignore[method-assign]
        for taken, _ in enumerate(of_table(kept, "R0", Wanted()), 1):
            if taken == 100:
                break
        assert events < kept.version("table/R0") // 2


# Files ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("at_once", [1, 7, 100_000])
def test_csv_and_parquet_have_the_same_content(at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flat_files, "AT_ONCE", at_once)
    found = [each for kind in TABLES.values() for each in _of(kind)[: 40 if at_once == 1 else None]]
    count = flat_files.export(found, csv=tmp_path / "csv", parquet=tmp_path / "parquet")
    for name, kind in TABLES.items():
        whole = polars.read_parquet(tmp_path / "parquet" / f"{name}.parquet")
        assert whole.columns == list(kind._fields)
        assert whole.rows() == [tuple(each) for each in found if type(each) is kind]
        assert len(whole) == count[name]
        assert_frame_equal(_csv(tmp_path / "csv" / f"{name}.csv", whole.schema), whole)
    assert {path.suffix for path in (tmp_path / "parquet").iterdir()} == {".parquet"}


def _csv(path: Path, schema: Any) -> polars.DataFrame:
    """A CSV file with the types of the Parquet file."""
    times = [name for name, kind in schema.items() if isinstance(kind, polars.Datetime)]
    texts = {name: polars.String() if name in times else kind for name, kind in schema.items()}
    read = polars.read_csv(path, schema_overrides=texts)
    return read.with_columns(
        polars.col(name).str.to_datetime("%Y-%m-%dT%H:%M:%S%.6fZ", time_unit="us", time_zone="UTC") for name in times
    )


def test_an_empty_table_has_its_columns(tmp_path: Path) -> None:
    flat_files.export([], csv=tmp_path / "csv", parquet=tmp_path / "parquet")
    for name, kind in TABLES.items():
        whole = polars.read_parquet(tmp_path / "parquet" / f"{name}.parquet")
        assert whole.columns == list(kind._fields)
        assert whole.is_empty()
        assert (tmp_path / "csv" / f"{name}.csv").read_text(encoding="utf-8") == ",".join(kind._fields) + "\n"


def test_a_cell_is_no_formula(tmp_path: Path) -> None:
    row = _of(WagerRow)[0]._replace(player="=cmd|calc", bet="+1", pay_table="-x")
    flat_files.export([row], csv=tmp_path / "csv")
    written = polars.read_csv(tmp_path / "csv" / "wagers.csv")
    assert written.select("player", "bet", "pay_table").row(0) == ("'=cmd|calc", "'+1", "'-x")
    assert written["stake_cents"].dtype == polars.Int64


def test_an_export_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def broken() -> Iterable[Row]:
        yield _of(RoundRow)[0]
        raise OSError("the store is gone")

    with pytest.raises(OSError, match="gone"):
        flat_files.export(broken(), csv=tmp_path / "csv", parquet=tmp_path / "parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "csv").mkdir()
    with pytest.raises(stores.CannotOpen, match="give the name of a new file"):
        flat_files.export([], csv=tmp_path / "csv", parquet=tmp_path / "parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["csv"]


# The page ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_documented_in_its_order(name: str) -> None:
    section = DOCS.read_text(encoding="utf-8").partition(f"\n## {name.capitalize()}\n")[2].partition("\n## ")[0]
    named = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert named == list(TABLES[name]._fields)


# Inspections ------------------------------------------------------------------------------------------------
def test_everything_that_was_inspected_or_worked_on_has_its_rows() -> None:
    """Every command of people and pit, told by real hosts."""
    with stores.open("memory:") as kept:
        for _ in Story(kept).tell():
            pass
        found = _of(InspectionRow, rows(kept))
        events = {step.envelope.version: step.event for step in replayed(kept, "pit/main")}
        assert {row.person for row in _of(PersonRow, rows(kept))}
    by_kind = {kind: [row for row in found if row.kind == kind] for kind in {row.kind for row in found}}
    assert by_kind.keys() == {"adjustment", "replacement", "director", "movement", "level", "opening"}
    opening: Any = events[by_kind["opening"][0].event]
    first = [row for row in by_kind["opening"] if row.event == by_kind["opening"][0].event]
    assert [(row.item, row.passed) for row in first] == [(e.check, e.passed) for e in opening.results]
    for kind in ("adjustment", "replacement"):
        (row,) = by_kind[kind]
        worked: Any = events[row.event]
        assert (row.item, row.external, row.movable) == tuple(getattr(worked.parts[0], f) for f in PART)
        assert (row.person, row.credential) == (MAX.person, MAX.credential)
        assert (row.witness, row.witness_licence, row.witness_credential) == (SUE.person, SUE.licence, SUE.credential)
        assert row.place == "at the table"
    assert [row.witness for row in first + by_kind["level"]] == [None] * (len(opening.results) + 1)
    assert by_kind["director"][0].passed is True
    assert len({(row.event, row.line) for row in found}) == len(found)
