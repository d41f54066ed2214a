"""`croupier house check` and `croupier house show`: what they print, and how they exit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier import house
from croupier.house.show import show
from tests.support.command import croupier
from tests.support.house_files import PRESETS, ROULETTE, TEN_FAULTS, written


def test_check_of_a_sound_house_exits_0(tmp_path: Path) -> None:
    done = croupier("house", "check", written(tmp_path, ROULETTE))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(": sound\n")


def test_check_of_a_house_with_faults_exits_1_and_prints_them_all(tmp_path: Path) -> None:
    done = croupier("house", "check", written(tmp_path, TEN_FAULTS))
    assert done.returncode == 1
    assert done.stdout.count("fault: line ") == 11


def test_check_of_an_unreadable_file_exits_2(tmp_path: Path) -> None:
    for file in (written(tmp_path, "= ["), tmp_path / "nowhere.toml"):
        done = croupier("house", "check", file)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("croupier: ")
        assert "Traceback" not in done.stderr


def test_check_as_json(tmp_path: Path) -> None:
    sound = croupier("house", "check", "colorado-craps", "--json")
    assert sound.returncode == 0
    assert json.loads(sound.stdout) == {"sound": True, "faults": [], "warnings": [], "priced": {}}
    faulty = croupier(
        "house", "check", written(tmp_path, ROULETTE + '[pays]\nstraight = { win = "34 to 1" }\n'), "--json"
    )
    assert faulty.returncode == 1
    data = json.loads(faulty.stdout)
    assert data["sound"] is False
    assert [(row["line"], row["key"], row["cite"]) for row in data["faults"]] == [(16, "pays.straight", "30-2204(1)")]


def test_check_prints_warnings_and_exits_0(tmp_path: Path) -> None:
    file = written(tmp_path, ROULETTE + '[pays]\nstraight = { win = "38 to 1" }\n')
    done = croupier("house", "check", file, "--json")
    assert done.returncode == 0
    (warning,) = json.loads(done.stdout)["warnings"]
    assert warning.startswith("straight")
    assert croupier("house", "check", file).stdout.endswith(": sound, with 1 warning(s)\n")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_show_prints_what_would_be_posted(name: str) -> None:
    text = show(house.load(name))
    chosen = house.load(name)
    assert chosen.name in text
    nowhere = {wager for wager in chosen.offered if not chosen.game.wagers[wager].spots(chosen)}
    assert nowhere <= {"first-five"}
    assert {wager for wager in chosen.offered if wager not in text} == nowhere
    assert "2022-09-01" in text


def test_show_prints_a_reading_chosen_otherwise() -> None:
    text = show(house.load("colorado-single-zero", change={"readings.R5": "pays-even-money"}))
    assert "R5" in text
    assert "pays-even-money" in text


def test_show_on_the_command_line(tmp_path: Path) -> None:
    done = croupier("house", "show", "ten-dollar-roulette")
    assert (done.returncode, done.stderr) == (0, "")
    assert "outside: $10 to $10" in done.stdout
    for name in ("colorado-crabs", str(written(tmp_path, TEN_FAULTS))):
        done = croupier("house", "show", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Traceback" not in done.stderr


@pytest.mark.cites("30-2210(2)(d)(ii)(A)", "47.1-2210(2)(c)(ii)(A)")
def test_a_converted_wheel_posts_its_three_notices() -> None:
    posted = house.load("colorado-converted-wheel").options.notices()
    assert posted[0] == "Notice: this double-zero wheel is used as a single-zero wheel; 00 cannot be wagered on."
    assert "void" in posted[1]
    assert "lose on 0" in posted[2]
    assert posted[0] in show(house.load("colorado-converted-wheel"))
    assert "Notice" not in show(house.load("colorado-double-zero"))
