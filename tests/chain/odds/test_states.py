"""`croupier odds` from a state of the table: only those that a wager can be in."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from croupier import chain, house
from croupier.chain.everything import of_house
from croupier.chain.live import KEYS, TABLE, NotWatched, live, watched
from croupier.core.live import UnknownState
from tests.support.odds import every_row, odds, run

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "--house colorado-craps --wager sharp-shooter --state count=2",
            "count changes nothing for sharp-shooter: its state says point=6 and",
        ),
        (
            "--house colorado-craps --wager dont-come --state point=6",
            "point changes nothing for dont-come: its state says on=6",
        ),
        ("--house colorado-craps --wager field --state point=6", "point changes nothing for field: it has no state"),
        ("--house colorado-craps --wager place-6 --state point=6", "point changes nothing for place-6"),
        ("--house colorado-craps --wager horn --state point=6", "point changes nothing for horn"),
        (
            "--house colorado-craps --wager pass --state point=6,made=4",
            "made changes nothing for pass: its state says point=6",
        ),
        ("--house colorado-big-six --wager one --state point=6", "point changes nothing for one"),
        ("--house colorado-craps --wager pass --state point=6,point=8", "point is said twice"),
        ("--house colorado-craps --wager pass --state point=6,", "not ''"),
        ("--house colorado-craps --wager pass --state point", "point needs a value: point=6"),
        ("--house colorado-craps --wager pass --state pint=6", "a state says point, on, made"),
        ("--state pint=6", "a state says point, on, made"),
        ("--state point=7", "point is one of 4, 5, 6, 8, 9, 10, not '7'"),
        (
            "--house colorado-craps --wager fire-bet --state made=4-4",
            "made names different points, each once, not '4-4'",
        ),
        (
            "--house colorado-craps --wager fire-bet --state made=4-5-6-8-9-10",
            "with every point made the wager is decided",
        ),
        ("--house colorado-craps --wager sharp-shooter --state passes=10", "passes is one of 0, 1,"),
        ("--house colorado-single-zero --wager red --state imprisoned=banana", "imprisoned stands alone"),
        ("--house colorado-double-zero --wager red --state imprisoned", "red is never imprisoned here"),
        ("--house colorado-converted-wheel --wager red --state imprisoned", "red is never imprisoned here"),
        ("--house colorado-single-zero --wager straight --state imprisoned", "straight is never imprisoned"),
        ("--house colorado-double-zero --wager back2back --state previous=000", "the double-zero wheel has no '000'"),
        ("--house colorado-double-zero --wager back2back --state previous=", "previous needs a value: previous=17"),
        ("--house colorado-double-zero --wager roulette-up --state streak=3", "and the number it stands at: 3-20"),
        (
            "--house colorado-double-zero --wager roulette-up --state streak=3-36",
            "no running streak of 3 stands at 36",
        ),
        ("--house colorado-double-zero --wager roulette-up --state streak=3-0", "no running streak of 3 stands at 0"),
        ("--house colorado-double-zero --wager straights-and-8s --state track=5-9", "two within reach"),
    ],
)
def test_a_state_the_wager_cannot_be_in(words: str, says: str) -> None:
    done = run("odds", *words.split(), "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_a_state_leaves_out_what_cannot_be_in_it() -> None:
    rows, told = odds("--state", "point=6")
    hand_long = {"fire-bet", "sharp-shooter", "super-front-line-winner"}
    assert {row["wager"] for row in rows} == {"pass", "dont-pass", "pass-odds", "dont-pass-odds"} | hand_long
    assert "rows left out, cannot be in that state: straight, split" in told
    (row,), told = odds("--wager", "red", "--state", "imprisoned")
    assert (row["options"], row["edge"]) == ({"in_prison": "imprisoned"}, "19/37")
    assert "4 rows left out, cannot be in that state: red" in told


@pytest.mark.parametrize(
    ("preset", "wager", "state", "distribution"),
    [
        ("colorado-craps", "pass-odds", "point=6", {"-1": "6/11", "6/5": "5/11"}),
        ("colorado-craps", "dont-pass-odds", "point=4", {"-1": "1/3", "1/2": "2/3"}),
        ("colorado-craps", "come-odds", "on=9", {"-1": "3/5", "3/2": "2/5"}),
        ("colorado-double-zero", "roulette-up", "streak=7-35", {"19": "37/38", "29": "1/38"}),
    ],
)
def test_from_a_state_one_roll_or_number_is_left(
    preset: str, wager: str, state: str, distribution: dict[str, str]
) -> None:
    rules = house.load(preset)
    found = chain.worth(rules, wager, state=live(rules, wager, state)).distribution
    if wager != "roulette-up":  # its pays are the pay table's: only the chances are known here
        assert found == tuple((Fraction(net), Fraction(chance)) for net, chance in distribution.items())
    assert [str(chance) for _, chance in found] == list(distribution.values())


@pytest.mark.parametrize("key", KEYS)
def test_a_key_changes_the_price_of_wagers_that_watch_it(key: str) -> None:
    """For every wager that takes a key, some value of it changes the price; other wagers refuse the key."""
    values = {
        "point": "6 4", "on": "6 4", "made": "4 4-9-10", "passes": "1 9", "count": "1 9", "imprisoned": "",
        "previous": "17 0", "streak": "3-20 1-5", "track": "5-3 8",
    }  # fmt: skip
    states = [f"{key}={value}" for value in values[key].split()] or [key]
    seen, tables = set(), {(each.house, each.wager.id): each for each in every_row()}
    for (rules, wager_id), question in tables.items():
        if key not in watched(rules, wager_id):
            with pytest.raises(NotWatched):
                live(rules, wager_id, states[0])
        elif wager_id not in seen:
            seen.add(wager_id)
            prices = [question.price(), *(question.price(state=state) for state in states)]
            if key != "previous":  # every number before is as good as any other
                assert len({(price.distribution, price.rounds) for price in prices}) > 1, wager_id
    assert seen


def test_half_back_is_never_imprisoned() -> None:
    for each in of_house(house.load("colorado-single-zero")):
        if each.options.get("in_prison") == "half-back":
            with pytest.raises(UnknownState, match="takes half back"):
                each.price(state="imprisoned")


def test_a_variation_takes_the_point_at_craps_only() -> None:
    rules = house.load(ROOT / "examples" / "variation" / "house.toml")
    (wager,) = rules.variations
    assert ("point" in watched(rules, wager)) == (rules.game_name == "craps")


def test_the_page_and_the_help_name_every_key() -> None:
    table = TABLE.splitlines()
    assert TABLE in (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
    assert [line.split("`")[1].partition("=")[0] for line in table[2:]] == list(KEYS)
    told = " ".join(run("odds", "--help").stdout.split())
    for line in table[2:]:
        example = line.split("`")[1]
        assert example in told
        for wager in re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", line.split("|")[2]):
            if (found := next((each for each in every_row() if each.wager.id == wager), None)) is not None:
                rules = house.load("colorado-single-zero") if example == "imprisoned" else found.house
                live(rules, wager, example)
