"""Adding a side bet touches one file, its data and its cases: done here in a copy of the repository."""

from __future__ import annotations

import json

import pytest

from tests.support.recipe import Copy, follows

FILE = '''
"""Twice: an invented side bet, the same total on two rolls in a row."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.machine import Closed, Stands, Step
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
CASE = """
[[case]]
cite = "47.1-2317(1)"
says = "Twice wins when the second roll shows the total of the first."
change = { "side_bets.twice.pay_table" = "T-1" }
acts = ["wager ann 5 twice", "outcome 4-2", "outcome 3-3"]
resolved = ["ann twice twice +35"]
"""
BET, RULES, CASES = (
    "src/croupier/games/craps/side_bets/twice.py",
    "src/croupier/rulebook/colorado/rule_23_craps.toml",
    "tests/cases/side_bets_craps.toml",
)
CROUPIER = ("-m", "croupier")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The repository after the steps of the recipe, and a house that offers the bet."""
    made = Copy(tmp_path_factory.mktemp("side bet"))
    made.write(BET, FILE)
    made.append(RULES, DATA)
    made.append(CASES, CASE)
    preset = (made.root / "src/croupier/house/presets/colorado-craps.toml").read_text(encoding="utf-8")
    made.write("house.toml", f'{preset}\n[side_bets.twice]\npay_table = "T-1"\n')
    return made


def test_three_files_are_touched_and_the_recipe_names_them(copy: Copy) -> None:
    assert copy.touched() == {BET, RULES, CASES}
    follows("Add a side bet", copy.touched())


def test_its_case_holds(copy: Copy) -> None:
    copy.tests("tests/games/test_every_case.py", "-k", "Twice")


def test_it_is_checked_played_priced_and_drawn(copy: Copy) -> None:
    assert "sound" in copy.run(*CROUPIER, "house", "check", "house.toml")
    acts = "seat ann 100\nwager ann 5 twice\noutcome 4-2\noutcome 3-3\n"
    played = copy.run(*CROUPIER, "play", "craps", "--house", "house.toml", "--script", "-", "--json", typed=acts)
    (row,) = json.loads(played.splitlines()[-1])["resolved"]
    assert (row["grade"], row["net_cents"], row["cite"]) == ("twice", 3500, "47.1-2317(1)")
    (priced,) = json.loads(copy.run(*CROUPIER, "odds", "--house", "house.toml", "--wager", "twice", "--json"))
    assert (priced["pay_table"], priced["edge"]) == ("T-1", "8/81")
    assert copy.run(*CROUPIER, "felt", "craps", "--house", "house.toml").count('data-wager="twice"') == 1
    assert "T-1" in copy.run(*CROUPIER, "house", "schema")


def test_people_read_its_names_and_rows(copy: Copy) -> None:
    copy.run("-c", SHOWN)


def test_craps_free_does_not_get_it(copy: Copy) -> None:
    acts = "seat ann 100\nwager ann 5 twice\n"
    played = copy.run(
        *CROUPIER, "play", "craps", "--house", "colorado-craps-free", "--script", "-", "--json", typed=acts
    )
    refusal = json.loads(played.splitlines()[-1])["refusal"]
    assert (refusal["name"], refusal["cite"]) == ("not-permitted", "47.1-2317.03/wagers")
