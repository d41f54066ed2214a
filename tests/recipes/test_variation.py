"""The worked example of a variation from outside: playable, priced and printable, and refused without approval."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from croupier import house
from croupier.felt import script
from croupier.games.craps.dice import ROLLS
from croupier.house.value import chances, value
from croupier.web.api import felts
from croupier.web.shared import naming, posted_rules
from tests.support.command import croupier

FOLDER = Path(__file__).parents[2] / "examples" / "variation"
HOUSE = FOLDER / "house.toml"


def test_it_is_played_by_its_own_file() -> None:
    table = house.load(HOUSE)
    told = list(script.play(table, (FOLDER / "echo.txt").read_text(encoding="utf-8")))
    rows = [(row.grade, row.net, str(row.cite)) for each in told for row in each.resolutions]
    approval = "approval EXAMPLE-1 of 2022-08-01"
    assert rows == [("echo", 3500, approval), ("lose", -500, approval)]
    assert [each.refusal.code.word for each in told if each.refusal] == ["contract"]


def test_it_is_priced_from_the_same_declaration() -> None:
    totals = Counter(a + b for a, b in ROLLS)
    again = sum(Fraction(count, 36) ** 2 for count in totals.values())
    assert chances(house.load(HOUSE), "echo") == {"echo": again, "lose": 1 - again}
    assert value(house.load(HOUSE), "echo", 100) == 100 * (8 * again - 1)


def test_it_is_printed() -> None:
    done = croupier("house", "show", HOUSE)
    assert done.returncode == 0, done.stderr
    assert "echo: 7 to 1 (approval EXAMPLE-1 of 2022-08-01)" in done.stdout


@pytest.mark.cites("47.1-2317(1)")
def test_without_an_approval_that_has_come_it_is_refused() -> None:
    for change in ({"reference": ""}, {"date": date(2023, 1, 1)}):
        row = {"path": "echo.py", "reference": "EXAMPLE-1", "date": date(2022, 8, 1)} | change
        with pytest.raises(house.Unsound, match=r"approval.*47\.1-2317\(1\)"):
            house.load(HOUSE, change={"variations": [row]})


@pytest.mark.cites("30-2214(1)", "47.1-2215(1)")
def test_a_variation_at_roulette_works_too() -> None:
    row = {"path": "echo.py", "date": date(2022, 8, 1)}
    with pytest.raises(house.Unsound, match=r"approval.*30-2214\(1\)"):
        house.load("colorado-double-zero", change={"variations": [row]})


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"path": "nothing.py"}, "no Python file"),
        ({}, "either a path or an entry_point"),
        ({"path": "echo.py", "entry_point": "echo"}, "either a path or an entry_point"),
        ({"entry_point": "echo"}, "there is no 'echo'"),
        ({"path": "echo.py", "pathh": "x"}, "did you mean 'path'"),
    ],
)
def test_faults_of_a_variation_are_reported(row: dict[str, str], says: str) -> None:
    approval = {"reference": "EXAMPLE-1", "date": date(2022, 8, 1)}
    with pytest.raises(house.Unsound, match=says):
        house.load(HOUSE, change={"variations": [row | approval]})


def test_the_same_wager_is_unknown_elsewhere() -> None:
    told = list(script.play(house.load("colorado-craps"), "seat ann 10\nwager ann 5 echo"))
    assert json.loads(script.to_json(told[-1]))["refusal"]["name"] == "unknown-wager"


def test_it_is_called_by_its_own_name(tmp_path: Path) -> None:
    """On the felt and in every list of a page, also where the name differs from the id."""
    text = (FOLDER / "echo.py").read_text(encoding="utf-8")
    shown = 'show=WagerShow(name="The Echo", printed=("THE ECHO", "COMES BACK"), says="A total comes twice")'
    text = text.replace('group="side-bets")', f'group="side-bets", {shown})')
    text = text.replace("from croupier.games", "from croupier.core.show import WagerShow\nfrom croupier.games", 1)
    (tmp_path / "echo.py").write_text(text, encoding="utf-8")
    (tmp_path / "house.toml").write_text(HOUSE.read_text(encoding="utf-8"), encoding="utf-8")
    table = house.load(tmp_path / "house.toml")
    assert naming.wager("echo", table) == "The Echo"
    assert "The Echo" in [each.name for each in posted_rules.side_bets(table)]
    assert [each.covers for each in felts.spots(table) if each.wager == "echo"] == ["A total comes twice"]
    assert "COMES BACK" in felts.plain(table)
    assert naming.wager("echo", house.load(HOUSE)) == "Echo"
