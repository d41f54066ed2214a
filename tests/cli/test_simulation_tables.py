"""The tables of simulations add up: z follows from the printed columns, and a negative edge has its own name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from croupier import chain, sim
from croupier.chain.compile import Step
from croupier.cli.simulate.command import simulate
from croupier.cli.simulate.table import show
from croupier.documents.simulation.words import other_figures
from croupier.house import load
from croupier.sim.statistics import Simulation, exact
from tests.support.command import croupier

SESSIONS = {"sessions": "2000", "bankroll": "300", "goal": "350", "max_rounds": "50"}
NUMBER = re.compile(r"[-−+]?\$?[\d,]+\.\d+")
UNITS = {"¢": "cents", "$": "dollars", "%": "share"}

Row = tuple[str, float, float, float, float]  # name, observed, expected, standard error, z


def _value(text: str) -> float:
    return float(re.sub(r"[^\d.\-+]", "", text.replace("−", "-")))


def _unit(text: str) -> str:
    return next((unit for sign, unit in UNITS.items() if sign in text), "count")


def _rows(text: str) -> Iterator[tuple[Row, str]]:
    """Every printed row with four figures under the headings of a comparison, and the unit of the row."""
    inside = False
    for line in text.splitlines():
        if line.endswith("standard error      z"):
            inside = True
        elif not line.strip():
            inside = False
        elif inside and len(found := list(NUMBER.finditer(line))) == 4:
            name = line[: found[0].start()].strip(" -$")
            yield (name, *(_value(each.group()) for each in found)), _unit(line)  # type: ignore[misc]


def _adds_up(row: Row) -> None:
    """z has two decimals; the standard error has four digits, which change z by less than a thousandth of it."""
    name, observed, expected, error, z = row
    assert abs((observed - expected) / error - z) < 0.005 + 0.0011 + 0.0006 * abs(z), name


@pytest.mark.parametrize("plan", chain.BUILT_IN)
def test_z_follows_from_the_columns_of_every_plan(plan: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of rounds, where every stream starts anew, and of sessions."""
    simulate(plan, rounds="50_000", seed="7")
    ((row, unit),) = _rows(capsys.readouterr().out)
    assert (row[0], unit) == ("net a round", "cents")
    _adds_up(row)


@pytest.mark.parametrize("plan", ["flat-red", "martingale", "pass-odds-place-6-8"])
def test_z_follows_from_the_columns_of_every_unit(plan: str, capsys: pytest.CaptureFixture[str]) -> None:
    simulate(plan, **SESSIONS, seed="7")  # type: ignore[arg-type]
    found = list(_rows(capsys.readouterr().out))
    assert {unit for _, unit in found} == {"dollars", "share", "count"}
    for row, _ in found:
        _adds_up(row)


def test_z_follows_from_the_columns_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    simulate("dalembert", "paroli", rounds="50_000", seed="7")
    text = capsys.readouterr().out
    found = [row for row, _ in _rows(text[text.index("plan: net a round") :])]
    assert [row[0] for row in found] == ["dalembert", "paroli"]
    for row in found:
        _adds_up(row)


def test_the_start_of_each_stream_is_expected(capsys: pytest.CaptureFixture[str]) -> None:
    """D'Alembert begins each stream with its lowest stake, so a run loses less than the long run."""
    simulate("dalembert", rounds="1e7", seed="7")
    text = capsys.readouterr().out
    ((row, _),) = _rows(text)
    lines = text[text.index("in the long run") :].splitlines()
    long_run = _value(NUMBER.findall(next(line for line in lines if line.startswith("net a round")))[1])
    assert row[2] - long_run > row[3] / 3
    _adds_up(row)


class _Cells(HTMLParser):
    """The rows of all tables of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.rows[-1][-1] += data.strip()


def test_z_follows_from_the_columns_of_a_report(tmp_path: Path) -> None:
    simulate("dalembert", "paroli", rounds="50_000", seed="7", out=(tmp_path / "both.html",), json=True)
    page = _Cells()
    page.feed((tmp_path / "both.html").read_text())
    found = [row for row in page.rows if len(row) == 5 and NUMBER.match(row[4])]
    assert [row[0] for row in found] == ["dalembert", "paroli", "net a round", "net a round"]
    for name, *cells in found:
        observed, expected, error, z = map(_value, cells)
        _adds_up((name, observed, expected, error, z))


def test_z_follows_from_the_columns_of_validate() -> None:
    """For a wager that varies little, and for one whose rare awards are counted apart."""
    for wager in ("field", "fire-bet"):
        rows = croupier("validate", "--wager", wager, "--rounds", "1e5", "--seed", "7").stdout.splitlines()
        rows = [line for line in rows if line.startswith(f"{wager} ")]
        assert rows
        for line in rows:
            observed, expected, error, z = (_value(each) for each in NUMBER.findall(line)[:4])
            _adds_up((line, observed, expected, error, z))


def _simulation(pays: int) -> Simulation:
    """A fair coin that pays `pays` to 1."""
    red = chain.compile(load("colorado-double-zero"), chain.BUILT_IN["flat-red"])
    coin = replace(red, steps=((Step(1, 0, pays * 1_00, 1_00, 1), Step(1, 0, -1_00, 1_00, 1)),))
    result = sim.run(coin, rounds=1_000, seed=1)
    return Simulation(coin, result, exact(coin, result.terms))


def test_a_negative_edge_is_the_players_advantage(capsys: pytest.CaptureFixture[str]) -> None:
    generous = _simulation(3)
    show([generous])
    lines = capsys.readouterr().out.splitlines()
    (row,) = (line for line in lines if line.startswith("player's advantage"))
    assert row.split()[-2:] == ["100.0000", "%"]
    assert not [line for line in lines if line.startswith("edge")]
    heads, cells = other_figures([generous])
    assert dict(zip(heads, cells, strict=True))["player's advantage"][0] != "-"


def test_an_edge_and_an_advantage_have_rows_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    """A lucky run with a wager that favors the house: neither figure is negative."""
    fair = _simulation(1)
    totals = fair.result.totals
    assert isinstance(totals, sim.Totals)
    lucky = replace(fair, result=replace(fair.result, totals=replace(totals, net=50_00)))
    gain = fair.exact.gain
    assert gain is not None
    show([replace(lucky, exact=replace(fair.exact, gain=replace(gain, net=-gain.wagered / 20)))])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines if line.startswith(("edge", "player"))] == [
        ["edge", "5.0000", "%"],
        ["player's", "advantage", "5.0000", "%"],
    ]
