"""`croupier log` as people use it: rounds, days, streams, refusals, and errors that say what to do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier import store as stores
from croupier.books.rounds import rounds
from croupier.books.walk import tables_of, told
from croupier.cli import CannotRead
from croupier.cli.log.command import log
from croupier.host.answer import read
from croupier.table import stream_of
from croupier.table.acts.round.settling import Settled
from croupier.text.money import dollars
from tests.support.played import shift


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same screen on every machine."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


def _shown(capsys: pytest.CaptureFixture[str], **options: Any) -> str:
    log(db=shift(), **options)
    return capsys.readouterr().out


@pytest.mark.parametrize("width", [80, 120])
def test_every_round_of_every_table_is_shown_in_lines_that_fit(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    with stores.open(shift(), reading=True) as kept:
        found = {table: [each.number for each in rounds(table, told(kept, table))] for table in tables_of(kept)}
    for table, numbers in found.items():
        for number in numbers[1::6]:
            text = _shown(capsys, table=table, number=number, refusals=True)
            assert text.startswith(f"{table}, round {number}  ")
            assert max(map(len, text.splitlines())) <= width


def test_a_round_says_who_dealt_what_came_and_what_was_paid(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with stores.open(shift(), reading=True) as kept:
        told_rounds = rounds("R0", told(kept, "R0"))
        played = next(each for each in told_rounds if each.settlement and any(r.row.winnings for r in each.decided))
    text = _shown(capsys, table="R0", number=played.number)
    lines = [line.strip() for line in text.splitlines()]
    assert f"dealer {played.dealer}" in lines[1]
    assert lines[2].startswith(f"{played.outcome} ")
    assert "No more bets." in text
    assert isinstance(played.settlement, tuple)
    event = played.settlement.event
    assert isinstance(event, Settled)
    settled = lines[lines.index(next(line for line in lines if "The round was settled" in line)) :]
    places = [
        next(at for at, line in enumerate(settled) if row.cite in line and dollars(row.stake) in line)
        for row in event.rows
        if row.step == "pay"
    ]
    assert places == sorted(places)
    for row in event.rows:
        if row.paid:
            assert any(row.player in line and dollars(row.paid) in line for line in settled)


def test_json_has_the_settlement_in_the_order_of_payment(capsys: pytest.CaptureFixture[str]) -> None:
    with stores.open(shift(), reading=True) as kept:
        played = next(each for each in rounds("C1", told(kept, "C1")) if each.settlement and each.decided)
    shown = json.loads(_shown(capsys, table="C1", number=played.number, json=True))
    assert [(row["player"], row["wager"], row["paid_cents"], row["paragraph"]) for row in shown["settlement"]] == [
        (each.row.player, each.row.wager, each.row.paid, each.row.cite) for each in played.decided
    ]
    assert [each["version"] for each in shown["events"]] == [each.envelope.version for each in played.steps]
    assert shown["win_cents"] == played.won
    assert shown["began_at"].endswith("Z")


def test_a_day_is_listed_with_one_line_for_each_round(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(_shown(capsys, table="B6", json=True))
    assert [row["round"] for row in rows] == list(range(1, len(rows) + 1))
    assert _shown(capsys, table="B6") == _shown(capsys, table="B6", day=rows[0]["gaming_day"])
    other = _shown(capsys, table="B6", day="2020-02-29")
    assert "There are no rounds in gaming day 2020-02-29." in other
    assert f"{rows[0]['gaming_day']} ({len(rows)})" in other


def test_refusals_are_shown_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    with stores.open(shift(), reading=True) as kept:
        refused = [read(each.answer).refusal for each in kept.refusals(stream_of("C1"))]
    assert refused
    text = _shown(capsys, table="C1", refusals=True)
    assert f"Refusals: {len(refused)}" in text
    assert "Refusals:" not in _shown(capsys, table="C1")
    with stores.open(shift(), reading=True) as kept:
        numbers = [each.number for each in rounds("C1", told(kept, "C1")) if each.number]
    shown = [json.loads(_shown(capsys, table="C1", number=each, refusals=True, json=True)) for each in numbers]
    assert sum(len(each["refusals"]) for each in shown) == len(refused), "each refusal belongs to one round"


@pytest.mark.parametrize("stream", ["pit/main", "people/main", "table/R0"])
def test_a_stream_is_listed_with_one_line_for_each_act(
    stream: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with stores.open(shift(), reading=True) as kept:
        events = kept.version(stream)
    lines = _shown(capsys, stream=stream).splitlines()
    assert len(lines) == events + 2  # the title and the names of the columns
    assert max(map(len, lines)) <= 80
    assert "  system  " not in lines[2]
    assert len(_shown(capsys, stream=stream, full=True).splitlines()) >= len(lines)
    assert len(json.loads(_shown(capsys, stream=stream, json=True))) == events


def test_without_a_table_the_store_says_what_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    text = _shown(capsys)
    assert "--table R00" in text
    assert "--stream pit/main" in text
    assert {"stream": "people/main", "events": 46} in json.loads(_shown(capsys, json=True))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"table": "R9"}, "this store has no 'R9'; there are B6, C1, C2, R0, R00, R000"),
        ({"table": "R0", "number": 900}, "table R0 has no round 900; its rounds are 1 to "),
        ({"number": 3}, "--round: goes with --table"),
        ({"table": "R0", "stream": "pit/main"}, "--stream: goes without --table"),
        ({"table": "R0", "number": 1, "day": "2026-01-01"}, "--day: goes without --round"),
        ({"table": "R0", "day": "yesterday"}, "--day: write a date such as 2026-01-31, not 'yesterday'"),
        ({"stream": "pit/man"}, "did you mean 'pit/main'?"),
    ],
)
def test_an_error_says_what_to_do(options: dict[str, Any], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CannotRead) as error:
        log(db=shift(), **options)
    assert error.value.code == 2
    assert says in capsys.readouterr().err
