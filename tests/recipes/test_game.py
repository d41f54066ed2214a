"""Adding a game touches its folder, the register, its law and a preset: done here in a copy of the repository.

The game is the Big Six wheel under another name: a layer that knows Big Six by its id or its types fails with it.
"""

from __future__ import annotations

import json
import re
import shutil

import pytest

from tests.support.recipe import Copy, recipe

GAMES, LAW = "src/croupier/games", "src/croupier/rulebook/colorado"
PRESETS = "src/croupier/house/presets"
CROUPIER = ("-m", "croupier")
SHIFT = """
from croupier import store
from croupier.floor import demo

with store.open("sqlite:///shift.db") as kept:
    (played,) = demo.play(kept, 12, 1, ["L1"])
assert played.house == "colorado-lucky-wheel" and played.rounds >= 12, played
"""


def _renamed(text: str) -> str:
    for old, new in (
        ("big_six", "lucky_wheel"),
        ("big-six", "lucky-wheel"),
        ("BigSix", "LuckyWheel"),
        ("Big Six", "Lucky Wheel"),
        ("B6", "L1"),
    ):
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The repository after the steps of the recipe."""
    made = Copy(tmp_path_factory.mktemp("game"))
    root = made.root
    shutil.copytree(root / GAMES / "big_six", root / GAMES / "lucky_wheel")
    for module in (root / GAMES / "lucky_wheel").glob("*.py"):
        module.write_text(_renamed(module.read_text(encoding="utf-8")), encoding="utf-8")
    made.insert(f"{GAMES}/__init__.py", ', "lucky-wheel"', after='NAMES = ("roulette", "craps", "big-six"')
    law = (root / LAW / "rule_27_big_six.toml").read_text(encoding="utf-8")
    sections = re.split(r"(?=^\[)", law, flags=re.MULTILINE)
    own = (each for each in sections if not each.startswith("[[paragraph]]"))  # it cites those of Big Six
    made.write(f"{LAW}/lucky_wheel.toml", _renamed("".join(own)))
    preset = (root / PRESETS / "colorado-big-six.toml").read_text(encoding="utf-8")
    made.write(f"{PRESETS}/colorado-lucky-wheel.toml", _renamed(preset))
    return made


def test_the_recipe_names_what_is_touched(copy: Copy) -> None:
    touched = {
        f"{GAMES}/__init__.py",
        f"{GAMES}/lucky_wheel",
        f"{LAW}/lucky_wheel.toml",
        f"{PRESETS}/colorado-lucky-wheel.toml",
    }
    assert copy.touched() == touched
    text = recipe("Add a game")
    for place in ("games/__init__.py", "games/GAME/", "rulebook/colorado/", "house/presets/"):
        assert f"`{place}" in text, f"the recipe does not name {place}"


def test_it_is_checked_played_and_priced(copy: Copy) -> None:
    assert "sound" in copy.run(*CROUPIER, "house", "check", "colorado-lucky-wheel")
    acts = "seat ann 100\nwager ann 5 joker\noutcome joker\n"
    played = copy.run(*CROUPIER, "play", "lucky-wheel", "--script", "-", "--json", typed=acts)
    (row,) = json.loads(played.splitlines()[-1])["resolved"]
    assert (row["grade"], row["net_cents"], row["cite"]) == ("win", 225_00, "30-2704")
    (priced,) = json.loads(copy.run(*CROUPIER, "odds", "--game", "lucky-wheel", "--wager", "joker", "--json"))
    assert (priced["game"], priced["edge"]) == ("lucky-wheel", "4/27")


def test_robots_play_a_shift_at_it_and_an_audit_finds_no_fault(copy: Copy) -> None:
    copy.run("-c", SHIFT)
    assert "Everything is in order." in copy.run(*CROUPIER, "audit", "--db", "sqlite:///shift.db")
