"""A faulty house file: every fault at once, each with its line and paragraph; and files that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import house
from tests.support.house_files import ROULETTE, TEN_FAULTS, Where, found, written


# All faults at once ---------------------------------------------------------------------------------------
def test_a_file_with_ten_faults_reports_all_ten_with_their_lines(tmp_path: Path) -> None:
    expected: set[Where] = {
        (3, "time_zone", None),
        (4, "gaming_day_start", None),
        (7, "chips.denominations", None),
        (14, "limits.default", None),
        (25, "commission.buy", "47.1-2307(1)"),
        (27, "commission.place", "47.1-2307(3)"),
        (30, "pays.place-8", "47.1-2306(1)"),
        (32, "tips", "47.1-2318"),
        (35, "device", "47.1-2310"),
    }
    got = found(tmp_path, TEN_FAULTS)
    assert expected <= set(got)
    left = [where for where in got if where not in expected]
    # Buy without place, and a line wager without odds: in the section that leaves them out.
    assert sorted(str(cite) for _, _, cite in left) == ["47.1-2307(1)", "47.1-2308(1)"]
    assert {line for line, _, _ in left} <= {9, 10, 11}


def test_all_faults_are_one_error(tmp_path: Path) -> None:
    with pytest.raises(house.Unsound) as unsound:
        house.load(written(tmp_path, TEN_FAULTS))
    assert len(unsound.value.faults) == 11
    assert str(unsound.value).count("\n") == 11


def test_a_date_outside_the_rulebook_hides_no_other_fault(tmp_path: Path) -> None:
    text = ROULETTE.replace("2022-09-01", "2010-01-01").replace("Denver", "Denvr").replace("min = 1", "min = true")
    assert {(line, key) for line, key, _ in found(tmp_path, text)} == {
        (3, "rulebook"),
        (4, "time_zone"),
        (14, "limits.default.min"),
    }


def test_an_unknown_game_hides_no_other_fault(tmp_path: Path) -> None:
    text = ROULETTE.replace('"roulette"', '"roulete"').replace("Denver", "Denvr")
    assert {(line, key) for line, key, _ in found(tmp_path, text)} == {(2, "game"), (4, "time_zone")}


def test_a_fault_prints_its_line_and_its_paragraph(tmp_path: Path) -> None:
    path = written(tmp_path, ROULETTE + '\n[pays]\nstraight = { win = "34 to 1" }\n')
    (fault,) = house.faults(path)
    assert fault.line == 17
    assert str(fault).startswith("line 17: pays.straight: ")
    assert str(fault).endswith("[30-2204(1)]")


# Not readable ---------------------------------------------------------------------------------------------
def test_a_file_that_is_not_toml_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(house.Unreadable, match=r"house\.toml"):
        house.load(written(tmp_path, "game = roulette\n"))


def test_a_file_that_is_not_text_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"title = '\xff\xfe'\n")
    with pytest.raises(house.Unreadable):
        house.load(path)


def test_a_missing_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(house.Unreadable, match="colorado-craps"):
        house.load(tmp_path / "nowhere.toml")
    with pytest.raises(house.Unreadable):
        house.load("colorado-crabs")
    with pytest.raises(house.Unreadable):
        house.load(tmp_path)


def test_an_empty_file_has_faults_and_no_crash(tmp_path: Path) -> None:
    keys = {key for _, key, _ in found(tmp_path, "")}
    assert {"game", "rulebook", "chips.denominations"} <= keys


def test_a_wrong_limit_is_on_its_own_line(tmp_path: Path) -> None:
    text = ROULETTE.replace("[limits]\n", "[limits.outside]\nmin = 1\nmax = -1\n\n[limits]\n")
    (fault,) = house.faults(written(tmp_path, text))
    line = text.splitlines().index("max = -1") + 1
    assert (fault.line, fault.key) == (line, "limits.outside.max")


@pytest.mark.parametrize("text", ["name = " + "9" * 5_000, "name = " + "[" * 100_000], ids=["digits", "depth"])
def test_a_file_that_breaks_its_reader_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    with pytest.raises(house.Unreadable, match=r"house\.toml cannot be read"):
        house.load(tmp_path / "house.toml")
