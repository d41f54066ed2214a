"""`croupier plans`: the list of built-in plans."""

from __future__ import annotations

import json

import pytest

from croupier import chain
from croupier.chain import BUILT_IN
from croupier.cli.plans import plans


def test_the_list_of_plans(capsys: pytest.CaptureFixture[str]) -> None:
    plans(json=True)
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == list(BUILT_IN)
    flat = rows[list(BUILT_IN).index("flat")]
    assert [round(flat.pop(key), 3) for key in ("stdev", "skewness", "asymptotic_variance")] == [
        544.254,
        -0.003,
        295147.112,
    ]
    assert flat == {
        "name": "flat",
        "house": "colorado-craps",
        "what": "Pass $10, every come-out roll.",
        "states": 7,
        "net": "-7000/1671",
        "wagered": "165000/557",
        "edge": "7/495",
        "hit": "244/1671",
    }


def test_the_list_of_plans_as_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "BUILT_IN", {name: BUILT_IN[name] for name in ("flat", "martingale")})
    plans()
    table = capsys.readouterr().out
    assert "martingale" in table
    assert "-4.189" in table
    assert "5.263%" in table
