"""`croupier odds` asked for what a table does not have: stakes it would not take, states a wager cannot be in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from croupier import chain, felt, house
from croupier.chain.everything import Question, everything, of_house
from croupier.chain.live import KEYS, TABLE, NotWatched, live, watched
from croupier.chain.price import NotTaken, not_taken
from croupier.cli import app
from croupier.core.live import UnknownState
from croupier.core.machine import Wager
from croupier.core.refusal import Code, Refusal
from croupier.documents.par_sheet import plots
from croupier.documents.par_sheet.sheet import Sheet
from croupier.house import House

ROOT = Path(__file__).parents[3]
LATER = (Code.NOT_NOW, Code.NO_PARENT)


@dataclass(frozen=True)
class Done:
    """What a command did."""

    returncode: int
    stdout: str
    stderr: str


def _run(*words: str, columns: int = 80) -> Done:
    """`croupier WORDS` on a terminal so many columns wide."""
    code, said, told = 0, StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(told):
        patch.setenv("COLUMNS", str(columns))
        try:
            app(words)
        except SystemExit as left:
            code = int(left.code or 0)
    return Done(code, said.getvalue(), told.getvalue())


def _odds(*words: str) -> tuple[list[dict[str, Any]], str]:
    done = _run("odds", *words, "--json")
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows, done.stderr


@cache
def _everything() -> list[Question]:
    return list(everything())


# stakes --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "--house colorado-craps --wager place-6 --stake 1",
            "$1 on place-6 cannot be paid in $1 chips at its odds: $5 can. [47.1-2306(4)]",
        ),
        (
            "--house colorado-craps --wager field --stake 0.50",
            "$0.50 is not a whole number of $1 chips. [47.1-2306(4)]",
        ),
        (
            "--house colorado-craps --wager c-and-e --stake 5",
            "c-and-e has 2 equal parts: wager a multiple of $2, not $5. [47.1-2306(4)]",
        ),
        (
            "--house colorado-craps --wager lay-4 --stake 41",
            "$41 on lay-4 cannot be paid in $1 chips at its odds: $40 or $42 can. [47.1-2306(4)]",
        ),
        ("--house colorado-craps --wager pass --stake 10000", "$10,000 is above the maximum of $500 for pass."),
        (
            "--house colorado-double-zero --wager roulette-up-progressive --stake 5",
            "roulette-up-progressive is a fixed wager of $1, not $5. [30-2299.04/start(6)]",
        ),
        (
            "--house colorado-craps --wager pass-odds --stake 7",
            "Odds on 5 come in units of $2, not $7. [47.1-2308(1)]",
        ),
        (
            "--house colorado-craps --wager pass-odds --state point=6 --stake 4",
            "Odds on 6 come in units of $5, not $4. [47.1-2308(1)]",
        ),
    ],
)
def test_a_stake_that_is_not_taken_has_no_price(words: str, says: str) -> None:
    done = _run("odds", *words.split(), "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_of_several_rows_those_that_do_not_take_the_stake_are_left_out() -> None:
    rows, told = _odds("--house", "colorado-craps", "--stake", "5")
    assert {row["wager"] for row in rows} >= {"pass", "place-6", "field", "whirl"}
    assert not {row["wager"] for row in rows} & {"c-and-e", "horn", "place-to-lose-4", "pass-odds"}
    assert "the stake is not taken: place-to-lose-4, place-to-lose-5" in told
    assert re.search(r"and \d+ more\n", told)
    assert "4 rows left out, with odds behind them priced per unit only: pass, dont-pass, come, dont-come" in told


@pytest.mark.parametrize("number", ["4", "5", "6"])
def test_put_odds_are_taken_in_the_units_of_their_number(number: str) -> None:
    (row,) = (each for each in _with_number(number) if each.house.variant == "craps")
    units = {"4": 100, "5": 200, "6": 500}
    for stake in (100, 200, 500, 1000):
        if stake % units[number]:
            with pytest.raises(NotTaken, match=f"Odds on {number}"):
                row.price(stake=stake)
        else:
            assert row.price(stake=stake).edge == 0


def test_the_library_says_why() -> None:
    (row,) = (each for each in of_house(house.load("colorado-craps")) if each.wager.id == "place-6")
    with pytest.raises(ValueError, match="cannot be paid") as caught:
        row.price(stake=100)
    assert isinstance(caught.value, chain.NotTaken)
    assert caught.value.refusal.code == Code.CANNOT_BE_PAID


def _tables(rules: House) -> Iterator[felt.Felt]:
    """A table just opened, and one with a point or a number before; alone, and beside a wager that others need."""
    beside = {"craps": felt.Place("pass", 100), "roulette": felt.Place("straight", 100, "7")}.get(rules.game_name)
    opened = felt.open(rules).sit("ann", 10**9)
    outcome = {"craps": "2-2", "roulette": "1"}.get(rules.game_name)
    assert isinstance(opened, felt.Felt)
    yield opened
    if beside is None or outcome is None:
        return
    with_it = opened.act("ann", beside)
    assert isinstance(with_it, felt.Felt)
    yield with_it
    later = opened.outcome(outcome)
    assert isinstance(later, felt.Played)
    yield later.felt


def _felt_says(rules: House, wager: Wager, stake: int) -> Refusal | None:
    """What the felt answers at the first moment that is one for the wager."""
    spot = wager.spots(rules)[0]
    for table in _tables(rules):
        done = table.act("ann", felt.Place(wager.id, stake, spot))
        if not isinstance(done, Refusal):
            return None
        if done.code not in LATER:
            return done
    raise AssertionError(f"no moment for {wager.id}")


STAKES = (50, 100, 200, 300, 400, 500, 700, 1000, 1200, 4100, 10_000, 10_100, 50_000, 50_100, 10**6)
_FIVES = {"chips.denominations": [5, 25], "limits": {"default": {"min": 5, "max": 500}}}
POSTINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    *((preset, {}) for preset in house.presets()),
    *((preset, {"chips.physical": True}) for preset in house.presets()),
    ("colorado-craps", {"limits.player": {"max": 300}}),
    ("colorado-double-zero", {"limits.player": {"max": 300}}),
    ("colorado-craps", {"options.areas": []}),
    ("colorado-double-zero", {"side_bets.roulette-up.primary_required": True}),
    ("colorado-double-zero", {"side_bets.roulette-up-progressive.unit": 5}),
    ("colorado-big-six", _FIVES),
    ("colorado-converted-wheel", _FIVES),
)


@pytest.mark.parametrize(("preset", "change"), POSTINGS)
def test_the_felt_says_the_same_of_every_stake(preset: str, change: dict[str, Any]) -> None:
    _the_felt_says_the_same(house.load(preset, change=change))


def test_a_stake_is_refused_under_the_numbers_of_the_date() -> None:
    rules = house.load("colorado-converted-wheel", on=date(2016, 5, 1))
    _the_felt_says_the_same(rules)
    assert str(not_taken(rules, "red", 10**6)).endswith("[47.1-2207]")


def _the_felt_says_the_same(rules: House) -> None:
    for wager_id in sorted(rules.offered):
        wager = rules.game.wagers[wager_id]
        for stake in STAKES if wager.parent is None and wager.spots(rules) else ():
            told, here = _felt_says(rules, wager, stake), not_taken(rules, wager_id, stake)
            assert (told is None) == (here is None), (wager_id, stake, str(told), str(here))
            if told is not None and here is not None:
                assert (here.code, here.cite) == (told.code, told.cite), (wager_id, stake)
                assert here.message == told.message or here.code == Code.OVER_PLAYER_MAXIMUM


def test_the_felt_says_the_same_of_odds() -> None:
    rules = house.load("colorado-craps")
    seated = felt.open(rules).sit("ann", 10**9)
    assert isinstance(seated, felt.Felt)
    table = seated.act("ann", felt.Place("pass", 50_000))
    assert isinstance(table, felt.Felt)
    for dice, point in (("2-2", 4), ("2-3", 5), ("3-3", 6)):
        set_ = table.outcome(dice)
        assert isinstance(set_, felt.Played)
        for stake in (100, 200, 250, 500, 700, 150_000, 150_100, 250_000, 250_500):
            told = set_.felt.act("ann", felt.Place("pass-odds", stake))
            here = not_taken(rules, "pass-odds", stake, (point,))
            assert (str(told) if isinstance(told, Refusal) else None) == (str(here) if here else None)


def test_what_lies_over_the_maximum_is_not_wagered() -> None:
    """Physical chips over the maximum go back: the price is that of the maximum."""
    rules = house.load("colorado-craps", change={"chips.physical": True, "limits.place": {"min": 1, "max": 5}})
    assert chain.worth(rules, "place-6", stake=1200) == chain.worth(rules, "place-6", stake=500)


# states --------------------------------------------------------------------------------------------------------
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
    done = _run("odds", *words.split(), "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_a_state_leaves_out_what_cannot_be_in_it() -> None:
    rows, told = _odds("--state", "point=6")
    hand_long = {"fire-bet", "sharp-shooter", "super-front-line-winner"}
    assert {row["wager"] for row in rows} == {"pass", "dont-pass", "pass-odds", "dont-pass-odds"} | hand_long
    assert "rows left out, cannot be in that state: straight, split" in told
    (row,), told = _odds("--wager", "red", "--state", "imprisoned")
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
def test_a_key_changes_the_price_of_whoever_watches_it(key: str) -> None:
    """Every wager that takes a key is worth something else for one of its values, and others refuse it."""
    values = {
        "point": "6 4", "on": "6 4", "made": "4 4-9-10", "passes": "1 9", "count": "1 9", "imprisoned": "",
        "previous": "17 0", "streak": "3-20 1-5", "track": "5-3 8",
    }  # fmt: skip
    states = [f"{key}={value}" for value in values[key].split()] or [key]
    seen, tables = set(), {(each.house, each.wager.id): each for each in _everything()}
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
    told = " ".join(_run("odds", "--help").stdout.split())
    for line in table[2:]:
        example = line.split("`")[1]
        assert example in told
        for wager in re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", line.split("|")[2]):
            if (found := next((each for each in _everything() if each.wager.id == wager), None)) is not None:
                rules = house.load("colorado-single-zero") if example == "imprisoned" else found.house
                live(rules, wager, example)


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
def test_names_that_are_not_priced(words: str, says: str) -> None:
    done = _run("odds", *words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_a_handful_of_names_is_enough() -> None:
    told = _run("odds", "--wager", "xyzzy").stderr
    assert re.search(r"there are straight, split, \S+, \S+, \S+, \S+ and \d+ more\n$", told)


def test_a_house_that_does_not_offer_it_says_so(tmp_path: Path) -> None:
    text = (ROOT / "src/croupier/house/presets/colorado-craps.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('offered = "all"', 'offered = ["pass", "pass-odds"]'), encoding="utf-8")
    done = _run("odds", "--house", str(mine), "--wager", "field")
    assert done.returncode == 2
    assert "This house does not offer field. [47.1-2304(11)]" in done.stderr


def test_a_pay_table_by_its_letters() -> None:
    (row,), _ = _odds("--wager", "fire-bet", "--pay-table", "fb-1")
    assert row["pay_table"] == "FB-1"


# rows ----------------------------------------------------------------------------------------------------------
def _with_odds(rules: House) -> dict[str, Question]:
    return {each.wager.id: each for each in of_house(rules) if "odds" in each.options}


def test_a_house_has_rows_with_the_odds_it_posts() -> None:
    """Three, four and five times taken; six times laid wins as much."""
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
    rows, _ = _odds("--house", "colorado-craps", "--wager", "put-odds")
    assert [row["options"] for row in rows] == [{"number": str(number)} for number in (4, 5, 6, 8, 9, 10)]
    assert [row["hit"] for row in rows] == ["1/3", "2/5", "5/11", "5/11", "2/5", "1/3"]


def test_the_sheet_of_put_odds_shows_their_number() -> None:
    (row,) = (each for each in _with_number("5") if each.house.variant == "craps")
    assert [each.row for each in Sheet(row, row.price()).pays] == ["point 5"]


def _with_number(number: str) -> list[Question]:
    return [each for each in _everything() if each.options == {"number": number}]


def test_a_converted_wheel_is_told_apart() -> None:
    (row,), _ = _odds("--house", "colorado-converted-wheel", "--wager", "red", "--wheel", "37")
    assert (row["wheel"], row["options"], row["edge"]) == ("37", {"converted": "38"}, "1/37")
    assert row["rounds"] == "38/37"  # a void spin is spun


# what is printed -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("columns", [80, 120])
def test_nothing_that_tells_rows_apart_is_cut(columns: int) -> None:
    told = _run("odds", columns=columns).stdout
    lines = told.splitlines()
    assert "…" not in told
    assert max(len(line.rstrip()) for line in lines if "every further dollar" not in line) <= columns
    figures = ["edge", "hit", "rounds", *(["per", "round", "stdev"] if columns == 120 else [])]
    assert lines[1].split() == ["wager", "terms", *figures]
    words = set(told.replace(",", " ").split())
    for each in _everything():
        assert {each.wager.id, *filter(None, (each.pay_table,)), *each.options.values()} <= words


def test_plans_are_read_at_eighty_columns() -> None:
    told = _run("plans").stdout
    assert "…" not in told
    assert max(map(len, told.splitlines())) <= 80
    assert len(told.splitlines()) < 6 * len(chain.BUILT_IN)
    assert "flat-red  colorado-double-zero" in told


@pytest.mark.parametrize("meter", [10_001_00, 12_000_00, 25_000_00, 185_000_00])
def test_marks_on_the_plot_of_a_meter_have_names_apart(meter: int) -> None:
    """Names are seven points high and some four wide a letter: they lie clear of each other."""
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
