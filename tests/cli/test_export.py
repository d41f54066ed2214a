"""`croupier export` to tables and a ledger, as people call it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars
import pytest

from croupier.cli import CannotRead
from croupier.cli.export import export
from tests.support.played import shift


def test_tables_are_written_in_both_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export(db=shift(), csv=tmp_path / "csv", parquet=tmp_path / "parquet", table="R0", day="2026-01-01")
    said = capsys.readouterr().out
    rounds = polars.read_parquet(tmp_path / "parquet" / "rounds.parquet")
    assert set(rounds["table"]) == {"R0"}
    assert f"{len(rounds):,} rounds, " in said
    assert said.rstrip().endswith(f"in {tmp_path / 'csv'} and {tmp_path / 'parquet'}")


def test_the_whole_store_and_tables_of_it_at_once(tmp_path: Path) -> None:
    export(db=shift(), out=tmp_path / "whole", csv=tmp_path / "of the store")
    export(db=str(tmp_path / "whole"), csv=tmp_path / "of the export")
    for path in (tmp_path / "of the store").iterdir():
        assert (tmp_path / "of the export" / path.name).read_bytes() == path.read_bytes()


def test_a_ledger_of_a_table_in_detail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export(db=shift(), beancount=tmp_path / "all")
    export(db=shift(), beancount=tmp_path / "one", table="C1", detail=True)
    text = (tmp_path / "one").read_text(encoding="utf-8")
    assert {line.split(":")[1] for line in text.splitlines() if " open " in line} == {"Table-C1"}
    said = capsys.readouterr().out.splitlines()
    transactions = sum(line[10:13] == " * " for line in text.splitlines())
    assert said[1].startswith(f"{transactions:,} transactions, ")
    assert "Table-R0" in (tmp_path / "all").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "name what to write: --out FILE"),
        ({"csv": "new", "table": "R9"}, "--table: this store has no 'R9'; there are B6, C1"),
        ({"csv": "new", "day": "today"}, "--day: write a date such as 2026-01-31, not 'today'"),
        ({"out": "new", "table": "R0"}, "--table: goes with --csv, --parquet and --beancount"),
        ({"out": "new", "day": "2026-01-01"}, "--day: goes with --csv and --parquet"),
        ({"beancount": "new", "day": "2026-01-01"}, "--day: goes with --csv and --parquet"),
        ({"beancount": "new", "table": "R9"}, "--table: this store has no 'R9'; there are B6, C1"),
        ({"csv": "new", "detail": True}, "--detail: goes with --beancount FILE"),
        ({"beancount": "there"}, "already exists: give the name of a new file"),
        ({"csv": "new", "heads": "heads"}, "--heads: goes with --out FILE"),
        ({"csv": "new", "proof": "R0/1"}, "--proof: goes with --out FILE"),
        ({"csv": "there"}, "already exists: give the name of a new file"),
        ({"csv": "nowhere/new"}, "there is no folder"),
    ],
)
def test_an_error_says_what_to_do_and_writes_nothing(
    options: dict[str, Any], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "there").mkdir()
    paths = {
        name: tmp_path / value for name, value in options.items() if name in ("csv", "out", "heads", "beancount")
    }
    with pytest.raises(CannotRead) as error:
        export(**{"db": shift(), **options, **paths})
    assert error.value.code == 2
    assert says in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
