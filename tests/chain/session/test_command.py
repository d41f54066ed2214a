"""`croupier session`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from croupier.chain.session import drawdown
from croupier.cli.session import session as command


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command("pass-odds-place-6-8", bankroll="60", goal="90", max_rounds=5, json=True)
    row = json.loads(capsys.readouterr().out)
    assert row["exact"]
    assert row["house"]
    assert sum(Fraction(each["chance"]) for each in row["results"]) == 1
    assert sum(map(Fraction, row["ends"].values())) == 1
    assert row["drawdown"] == row["drawdown_low"] == row["drawdown_high"]
    assert row["standing_at_end"] == "face"
    assert row["percentiles"]["50%"] == row["median"]
    mean = float(Fraction(row["expectation"]))
    square = sum(Fraction(each["chance"]) * each["net"] ** 2 for each in row["results"])
    assert row["stdev"] ** 2 == pytest.approx(float(square) - mean**2)
    command("pass-odds-place-6-8", bankroll="60", max_rounds=5)
    out = capsys.readouterr().out
    assert "ruin" in out
    assert "Exact" in out


def test_the_command_with_bounds(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawdown, "MOST_WORK", 1)
    command("iron-cross", bankroll="100", max_rounds=60)
    out = capsys.readouterr().out
    assert "Drawdown: proved bounds, not exact." in out
    assert "off by at most" in out
    command("iron-cross", bankroll="100", max_rounds=60, json=True)
    row: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert row["drawdown"] is row["drawdowns"] is None
    assert row["drawdown_low"] < row["drawdown_high"]
    assert all(each["low"] <= each["high"] for each in row["drawdown_bounds"])


def test_an_unknown_plan_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command("pass-odds-place-68", bankroll="200")
    assert left.value.code == 2
    said = capsys.readouterr()
    assert not said.out
    assert "'pass-odds-place-6-8'" in said.err


@pytest.mark.parametrize("terms", [{"bankroll": "ten"}, {"bankroll": "5"}, {"bankroll": "200", "goal": "100"}])
def test_terms_that_cannot_be_read(terms: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command("pass-odds-place-6-8", **terms)  # type: ignore[arg-type]
    assert left.value.code == 2
    assert not capsys.readouterr().out
