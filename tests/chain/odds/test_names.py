"""`croupier odds` by name: which names are known, which rows they have, and how they are printed."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from croupier import chain, house
from croupier.chain.everything import Question, of_house
from croupier.documents.par_sheet import plots
from croupier.documents.par_sheet.sheet import Sheet
from croupier.house import House
from tests.support.odds import every_row, odds, run, with_number

ROOT = Path(__file__).parents[3]


# names ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--house colorado-craps-free --wager dont-pass", "no permitted wager of craps-free. [47.1-2317.03/"),
        ("--wager plce-6", "did you mean 'place-6' or"),
        ("--game craps --wager red", "no wager 'red' is priced here, only at roulette, 37 compartments; "),
        ("--wager spinner-winner --wheel 39", "only at roulette, 37 compartments; roulette, 38 compartments\n"),
        ("--wager fire-bet --pay-table fb-9", "did you mean 'FB-"),
    ],
)  # fmt: skip
def test_names_without_a_price_are_explained(words: str, says: str) -> None:
    done = run("odds", *words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_a_message_lists_only_a_few_names() -> None:
    told = run("odds", "--wager", "xyzzy").stderr
    assert re.search(r"there are straight, split, \S+, \S+, \S+, \S+ and \d+ more\n$", told)


def test_a_house_that_does_not_offer_it_says_so(tmp_path: Path) -> None:
    text = (ROOT / "src/croupier/house/presets/colorado-craps.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('offered = "all"', 'offered = ["pass", "pass-odds"]'), encoding="utf-8")
    done = run("odds", "--house", str(mine), "--wager", "field")
    assert done.returncode == 2
    assert "This house does not offer field. [47.1-2304(11)]" in done.stderr


def test_a_pay_table_by_its_letters() -> None:
    (row,), _ = odds("--wager", "fire-bet", "--pay-table", "fb-1")
    assert row["pay_table"] == "FB-1"


# rows ----------------------------------------------------------------------------------------------------------
def _with_odds(rules: House) -> dict[str, Question]:
    return {each.wager.id: each for each in of_house(rules) if "odds" in each.options}


def test_a_house_has_rows_with_the_odds_it_posts() -> None:
    """Odds taken at three, four and five times; laid odds win six times the flat wager."""
    rows = _with_odds(house.load("colorado-craps"))
    assert {wager: row.options["odds"] for wager, row in rows.items()} == dict.fromkeys(
        ("pass", "dont-pass", "come", "dont-come"), "3-4-5x"
    )
    assert rows["pass"].price().edge == Fraction(7, 1870)
    assert rows["dont-pass"].price().edge == Fraction(3, 1100)


def test_posted_odds_without_a_name() -> None:
    """Seven times behind a four, once elsewhere; laid once, a four wins half the flat wager."""
    change = {"odds.take": {"4": 7, "5": 1, "6": 1, "8": 1, "9": 1, "10": 1}, "odds.lay": 1}
    rows = _with_odds(house.load("colorado-craps", change=change))
    assert rows["pass"].options == {"odds": "posted"}
    assert rows["pass"].price().edge == Fraction(7, 495) / (1 + Fraction(7 * 3 + 21, 36))
    assert rows["dont-pass"].options == {"odds": "posted"}
    assert rows["dont-pass"].price().edge == Fraction(3, 220) / (1 + Fraction(24, 36))


def test_put_odds_have_a_row_for_every_number() -> None:
    rows, _ = odds("--house", "colorado-craps", "--wager", "put-odds")
    assert [row["options"] for row in rows] == [{"number": str(number)} for number in (4, 5, 6, 8, 9, 10)]
    assert [row["hit"] for row in rows] == ["1/3", "2/5", "5/11", "5/11", "2/5", "1/3"]


def test_the_sheet_of_put_odds_shows_their_number() -> None:
    (row,) = (each for each in with_number("5") if each.house.variant == "craps")
    assert [each.row for each in Sheet(row, row.price()).pays] == ["point 5"]


def test_a_converted_wheel_is_told_apart() -> None:
    (row,), _ = odds("--house", "colorado-converted-wheel", "--wager", "red", "--wheel", "37")
    assert (row["wheel"], row["options"], row["edge"]) == ("37", {"converted": "38"}, "1/37")
    assert row["rounds"] == "38/37"  # a void spin is spun


# output --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("columns", [80, 120])
def test_nothing_that_tells_rows_apart_is_cut(columns: int) -> None:
    told = run("odds", columns=columns).stdout
    lines = told.splitlines()
    assert "…" not in told
    assert max(len(line.rstrip()) for line in lines if "every further dollar" not in line) <= columns
    figures = ["edge", "hit", "rounds", *(["per", "round", "stdev"] if columns == 120 else [])]
    assert lines[1].split() == ["wager", "terms", *figures]
    words = set(told.replace(",", " ").split())
    for each in every_row():
        assert {each.wager.id, *filter(None, (each.pay_table,)), *each.options.values()} <= words


def test_plans_are_read_at_eighty_columns() -> None:
    told = run("plans").stdout
    assert "…" not in told
    assert max(map(len, told.splitlines())) <= 80
    assert len(told.splitlines()) < 6 * len(chain.BUILT_IN)
    assert "flat-red  colorado-double-zero" in told


@pytest.mark.parametrize("meter", [10_001_00, 12_000_00, 25_000_00, 185_000_00])
def test_marks_on_the_plot_of_a_meter_have_names_apart(meter: int) -> None:
    """Names are seven points high and about four points wide per letter: they do not overlap."""
    marks = (
        ("seed", 10_000_00, Fraction(1, 2)),
        ("meter", meter, Fraction(4, 9)),
        ("break-even", 190_000_00, Fraction(0)),
    )
    svg = plots.by_meter(((0, Fraction(11, 20)), (230_000_00, Fraction(-1, 10))), marks)
    found = {}
    for group in re.findall(r'<g id="text_\d+">.*?</g>', svg, re.DOTALL):
        name = re.search(r"<!-- ([a-z-]+) -->", group)  # its letters are outlines
        at = re.search(r'translate\((-?[\d.]+) (-?[\d.]+)\)|x="(-?[\d.]+)" y="(-?[\d.]+)"', group)
        assert at is not None
        if name is not None:  # the axis of that name comes before the mark
            found[name[1]] = tuple(float(each) for each in at.groups() if each is not None)
    for one, other in (("seed", "meter"), ("meter", "break-even")):
        (left, low), (right, high) = found[one], found[other]
        assert abs(low - high) > 8 or abs(left - right) > 4.5 * len(one), (found, svg)
