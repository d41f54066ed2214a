"""Adding a side bet touches one file, its data and its cases: done here in a copy of the source."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import house

SOURCE = Path(house.__file__).parent.parent

FILE = '''
"""Twice: an invented side bet, the same total on two rolls in a row."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.machine import Closed, Stands, Step
from croupier.core.machine import Closed, Declared, Stands, Step
from croupier.core.show import WagerShow
from croupier.games.craps.facts import Rolled
from croupier.games.craps.wager import CrapsWager


@dataclass(frozen=True, kw_only=True)
class Twice(CrapsWager[int | None]):
    """State: the total to come again."""

    def step(self, state: int | None, fact: Rolled) -> Step:
        """The first roll is remembered, the second decides."""
        if state is None:
            return Stands(fact.total)
        return Closed("twice" if fact.total == state else "lose")


WAGERS = (
    Twice(
        id="twice",
        cites=("47.1-2317(1)",),
        group="side-bets",
        show=WagerShow(
            name="Twice in a Row",
            printed=("TWICE IN", "A ROW"),
            says="The same total on two rolls in a row",
            rows={"twice": "the same total"},
        ),
    ),
)
'''
DATA = """
[[wager]]
id = "twice"
cite = "47.1-2317(1)"
odds_cite = "47.1-2317(1)"
from = 2014-07-15
side_bet = true
choices = ["pay_table"]
odds = {}

[[pay_table]]
wager = "twice"
id = "T-1"
rows = { twice = "7 to 1" }
"""


SHOWN = """
from croupier.house import load
from croupier.web.shared import posted_rules
from croupier.web.shared.wager_outcomes import covers

table = load("house.toml")
(bet,) = [each for each in posted_rules.side_bets(table) if each.table == "T-1"]
assert (bet.name, bet.pays) == ("Twice in a Row", (("the same total", "7 to 1"),)), bet
assert covers(table, "twice", "") == "The same total on two rolls in a row"
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source with the one file and the data, and a house that offers the bet."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(SOURCE, root / "croupier", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "croupier/games/craps/side_bets/twice.py").write_text(FILE, encoding="utf-8")
    rules = root / "croupier/rulebook/colorado/rule_23_craps.toml"
    rules.write_text(rules.read_text(encoding="utf-8") + DATA, encoding="utf-8")
    preset = (SOURCE / "house/presets/colorado-craps.toml").read_text(encoding="utf-8")
    (root / "house.toml").write_text(f'{preset}\n[side_bets.twice]\npay_table = "T-1"\n', encoding="utf-8")
    return root


def _run(copy: Path, *words: str, typed: str = "") -> str:
    return _python(copy, "-m", "croupier", *words, typed=typed)


def _python(copy: Path, *words: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_checked_played_priced_and_drawn(copy: Path) -> None:
    assert "sound" in _run(copy, "house", "check", "house.toml")
    acts = "seat ann 100\nwager ann 5 twice\noutcome 4-2\noutcome 3-3\n"
    played = _run(copy, "play", "craps", "--house", "house.toml", "--script", "-", "--json", typed=acts)
    (row,) = json.loads(played.splitlines()[-1])["resolved"]
    assert (row["grade"], row["net_cents"], row["cite"]) == ("twice", 3500, "47.1-2317(1)")
    (priced,) = json.loads(_run(copy, "odds", "--house", "house.toml", "--wager", "twice", "--json"))
    assert (priced["pay_table"], priced["edge"]) == ("T-1", "8/81")
    drawn = _run(copy, "felt", "craps", "--house", "house.toml")
    assert drawn.count('data-wager="twice"') == 1
    assert "7 to 1 on the same total" in drawn
    assert "T-1" in _run(copy, "house", "schema")


def test_craps_free_does_not_get_it(copy: Path) -> None:
    acts = "seat ann 100\nwager ann 5 twice\n"
    played = _run(copy, "play", "craps", "--house", "colorado-craps-free", "--script", "-", "--json", typed=acts)
    refusal = json.loads(played.splitlines()[-1])["refusal"]
    assert (refusal["name"], refusal["cite"]) == ("not-permitted", "47.1-2317.03/wagers")


def test_its_names_and_rows_are_on_the_pages(copy: Path) -> None:
    _python(copy, "-c", SHOWN)
