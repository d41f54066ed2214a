"""The worked example of a variation from outside: playable, priced and printable, and refused without approval."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from croupier import house
from croupier.chain import plans
from croupier.felt import script
from croupier.games.craps.dice import ROLLS
from croupier.house.value import policies, value
from croupier.web.api import felts
from croupier.web.shared import house_choices, naming, posted_rules
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
    assert policies(house.load(HOUSE), "echo")[None] == {"echo": again, "lose": 1 - again}
    assert value(house.load(HOUSE), "echo", 100) == 100 * (8 * again - 1)


def test_it_is_printed() -> None:
    done = croupier("house", "show", HOUSE, "--trust", HOUSE)
    assert done.returncode == 0, done.stderr
    assert (
        "echo: 7 to 1 (Commission rule EXAMPLE-1 of 2022-08-01, temporary, until 2022-12-31;"
        " application EXAMPLE-0 of 2022-06-01)"
    ) in done.stdout


APPROVED: dict[str, Any] = {
    "application": {"reference": "EXAMPLE-0", "date": date(2022, 6, 1)},
    "rule": "temporary",
    "reference": "EXAMPLE-1",
    "date": date(2022, 8, 1),
    "until": date(2022, 9, 1),
}
#: What is wrong with an approval on 2022-09-01.
NOT_APPROVED: dict[str, dict[str, Any]] = {
    "no application": {"application": None},
    "an application without a date": {"application": {"reference": "EXAMPLE-0"}},
    "an application after the rule": {"application": {"reference": "EXAMPLE-0", "date": date(2022, 8, 2)}},
    "no reference": {"reference": ""},
    "no date": {"date": None},
    "a rule still to come": {"date": date(2022, 9, 2), "until": date(2023, 1, 1)},
    "a temporary rule without an end": {"until": None},
    "a temporary rule that has ended": {"until": date(2022, 8, 31)},
    "a permanent rule with an end": {"rule": "permanent"},
}


@pytest.mark.cites("47.1-2317(1)")
@pytest.mark.parametrize("wrong", NOT_APPROVED.values(), ids=NOT_APPROVED)
def test_a_variation_needs_an_application_and_a_rule_in_force(wrong: dict[str, Any]) -> None:
    row = {"path": "echo.py"} | APPROVED
    assert "echo" in house.load(HOUSE, change={"variations": [row]}).offered
    with pytest.raises(house.Unsound, match=r"47\.1-2317\(1\)"):
        house.load(HOUSE, change={"variations": [row | wrong]})


def test_a_rule_is_temporary_or_permanent() -> None:
    with pytest.raises(house.Unsound, match="one of temporary, permanent"):
        house.load(HOUSE, change={"variations": [{"path": "echo.py"} | APPROVED | {"rule": "verbal"}]})


COLOR = """
from dataclasses import dataclass
from croupier.core.machine import Closed
from croupier.games.roulette.wager import RouletteWager

@dataclass(frozen=True, kw_only=True)
class RedAgain(RouletteWager[None]):
    def step(self, state, fact):
        return Closed("red" if fact.color == "red" else "lose")

GAME, WAGERS, PAYS = "roulette", (RedAgain(id="red-again", group="side-bets"),), {"red-again": {"red": "1 to 1"}}
"""


@pytest.mark.cites("30-2214(1)")
def test_a_variation_at_roulette_exists_by_a_rule_of_the_commission() -> None:
    with TemporaryDirectory() as folder:
        _at_roulette(Path(folder), "2022-09-01", "30-2214(1)")


@pytest.mark.cites("47.1-2215(1)")
def test_a_variation_in_the_printing_of_2015_exists_by_such_a_rule_too() -> None:
    with TemporaryDirectory() as folder:
        _at_roulette(Path(folder), "2016-01-01", "47.1-2215(1)")


def _at_roulette(tmp_path: Path, on: str, cite: str) -> None:
    """The wager is played and posted under its rule, and refused without its application."""
    (tmp_path / "color.py").write_text(COLOR, encoding="utf-8")
    file = tmp_path / "house.toml"
    file.write_text(house.find("colorado-double-zero").read_text(encoding="utf-8"), encoding="utf-8")
    row: dict[str, Any] = {"path": "color.py", "rule": "permanent", "reference": "R-1", "date": "2015-06-01"}
    row["application"] = {"reference": "A-1", "date": "2015-02-01"}
    table = house.load(file, on=date.fromisoformat(on), change={"variations": [row]})
    told = list(script.play(table, "seat ann 10\nwager ann 5 red-again\noutcome 1"))
    assert [(each.grade, each.net) for each in told[-1].resolutions] == [("red", 500)]
    posted = dict(house_choices.choices(table))
    assert (
        posted["Variation: Red again"]
        == "Commission rule R-1 of 2015-06-01, permanent; application A-1 of 2015-02-01"
    )
    with pytest.raises(house.Unsound) as unsound:
        house.load(file, on=date.fromisoformat(on), change={"variations": [row | {"application": None}]})
    assert cite in str(unsound.value)


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
    with pytest.raises(house.Unsound, match=says):
        house.load(HOUSE, change={"variations": [row | APPROVED]})


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


def test_code_of_a_variation_runs_only_for_a_house_that_the_operator_names(tmp_path: Path) -> None:
    """A plan file names its house, but the plan may come from anybody."""
    ran = tmp_path / "ran"
    code = (FOLDER / "echo.py").read_text(encoding="utf-8")
    (tmp_path / "echo.py").write_text(f"{code}\nopen({str(ran)!r}, 'w').close()\n", encoding="utf-8")
    (tmp_path / "house.toml").write_text(HOUSE.read_text(encoding="utf-8"), encoding="utf-8")
    plan = tmp_path / "plan.toml"
    text = plans.find("flat").read_text(encoding="utf-8")
    head = [
        f'{line.split(" = ")[0]} = "house.toml"' if line.startswith("house") else line for line in text.splitlines()
    ]
    plan.write_text("\n".join(head), encoding="utf-8")
    (fault,) = plans.faults(plan)
    assert (fault.key, "only if you name the file" in fault.message) == ("house", True)
    for command in (
        ("simulate", plan, "--rounds", "100"),
        ("session", plan, "--bankroll", "10"),
        ("plans", "show", plan),
    ):
        done = croupier(*command)
        assert (done.returncode, "only if you name the file" in done.stderr) == (2, True)
    assert not ran.exists()
    assert plans.faults(plan, house=tmp_path / "house.toml") == []
    assert ran.exists()
