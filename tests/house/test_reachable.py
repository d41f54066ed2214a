"""Every reachable state of a variation is priced: late raises, reductions and take-downs that favor the player."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from croupier import house
from croupier.games.craps.dice import ROLLS
from croupier.house import reachable
from croupier.house.reachable import priced
from croupier.house.show import warnings
from tests.support.command import croupier

FOLDER = Path(__file__).parents[2] / "examples" / "variation"
HEAD = """
from dataclasses import dataclass
from croupier.core.machine import Closed, Stands
from croupier.games.craps.wager import CrapsWager
GAME = "craps"
"""


def changed(folder: Path, code: str) -> Path:
    """The example's house with another variation."""
    (folder / "echo.py").write_text(code, encoding="utf-8")
    (folder / "house.toml").write_text((FOLDER / "house.toml").read_text(encoding="utf-8"), encoding="utf-8")
    return folder / "house.toml"


def without_may() -> str:
    """The example with the default `may`: everything is allowed until the wager is decided."""
    text = (FOLDER / "echo.py").read_text(encoding="utf-8")
    return text[: text.index("    def may(")] + text[text.index("    def step(") :]


def test_the_example_is_sound_in_every_state() -> None:
    done = croupier("house", "check", FOLDER / "house.toml", "--trust", FOLDER / "house.toml")
    assert done.stdout == f"echo: all 78 states priced\n{FOLDER / 'house.toml'}: sound\n"


def test_a_late_raise_and_a_late_take_down_are_warned_of(tmp_path: Path) -> None:
    """After its first roll Echo on 7 wins one time in six at 7 to 1; without `may` the player picks her moment."""
    file = changed(tmp_path, without_may())
    done = croupier("house", "check", file, "--trust", file, "--json")
    assert done.returncode == 0
    rows = json.loads(done.stdout)
    assert rows["priced"] == {"echo": 78}
    late, down = rows["warnings"]
    assert late.startswith("echo: a raise in the state 7")
    assert "favors the player by 33.33% of the amount" in late
    assert down.startswith("echo: a reduction or take-down at the right time favors the player by 8.64%")


def test_the_values_are_those_of_a_count_by_hand(tmp_path: Path) -> None:
    favors = {each.act: each for each in priced(house.load(changed(tmp_path, without_may())), "echo").favors}
    totals = Counter(a + b for a, b in ROLLS)
    after = {total: 8 * Fraction(count, 36) - 1 for total, count in totals.items()}
    assert favors["raise"].worth == max(after.values()) == Fraction(1, 3)
    best = sum(Fraction(count, 36) * max(after[total], Fraction(0)) for total, count in totals.items())
    assert favors["reduction or take-down"].worth == best


def test_states_that_lead_back_to_each_other_are_priced(tmp_path: Path) -> None:
    """Two states change places on every even roll; an odd one wins from the second and loses from the first."""
    code = """
@dataclass(frozen=True, kw_only=True)
class Swing(CrapsWager[bool]):
    def open(self, spot, table, rules):
        return False
    def may(self, act, standing, at):
        if standing is not None and act != "raise":
            return self.unchanged()
        return CrapsWager.may(self, act, standing, at)
    def step(self, state, fact):
        return Stands(not state) if fact.total % 2 == 0 else Closed("win" if state else "lose")
WAGERS = (Swing(id="swing", group="side-bets"),)
PAYS = {"swing": {"win": "1 to 1"}}
"""
    (favor,) = priced(house.load(changed(tmp_path, HEAD + code)), "swing").favors
    assert favor.act == "raise"
    # From the second state: wins with 1/2 + 1/8 + …= 2/3, so it is worth 1/3.
    assert abs(favor.worth - Fraction(1, 3)) < Fraction(1, 10**12)


def test_more_states_than_are_walked_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reachable.MOST == 2_000_000
    monkeypatch.setattr(reachable, "MOST", 50)
    code = without_may() + "\n# another version\n"
    (warning,) = warnings(house.load(changed(tmp_path, code)))
    assert warning == "echo: more than 50 states: not all of them are priced"


def test_a_variation_that_is_never_decided_is_a_fault(tmp_path: Path) -> None:
    code = """
@dataclass(frozen=True, kw_only=True)
class Stuck(CrapsWager[bool]):
    def step(self, state, fact):
        return Stands(True) if state or fact.total == 2 else Closed("lose")
WAGERS = (Stuck(id="stuck", group="side-bets"),)
PAYS = {"stuck": {}}
"""
    with pytest.raises(house.Unsound, match="NeverDecided: the state True never leads to a decision"):
        house.load(changed(tmp_path, HEAD + code))


def test_a_refusal_without_a_sentence_is_found_by_the_check(tmp_path: Path) -> None:
    text = (FOLDER / "echo.py").read_text(encoding="utf-8")
    text = text.replace("self.unchanged()", 'refuse(Code.CONTRACT, "of my own")')
    text = text.replace("import Refusal", "import Code, Refusal, refuse")
    with pytest.raises(house.Unsound, match="echo cannot be played: KeyError"):
        house.load(changed(tmp_path, text))
