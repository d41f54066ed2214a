"""The oracle's side bets and tips against scripts worked by hand: windows, what is due, meter, tip box."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .play import DOUBLE_ZERO_SIDES, PROGRESSIVE, SETUPS, play, play_lines
from .scripts import random_script
from .side_bets import ALL
from .wheel_tables import RouletteTable


def last(house: str, script: str, **changes: Any) -> dict[str, Any]:
    """The answer to the last act of a script, where every act before it went well."""
    answers = play({**SETUPS[house], **changes}, script.replace("; ", "\n"))
    assert all(answer["ok"] for answer in answers[:-1]), answers
    return answers[-1]


def rows(answer: dict[str, Any]) -> list[tuple[str, str, int]]:
    """The decided rows, short."""
    assert answer["ok"], answer
    return [(r["wager"], r["grade"], r["net_cents"]) for r in answer["resolved"]]


def tips(answer: dict[str, Any]) -> list[tuple[str, str, int]]:
    """The decided tips, short: what each brings to the tip box."""
    found = [r for r in answer["resolved"] if r.get("tip")]
    assert all(r["net_cents"] == 0 for r in found)
    return [(r["wager"], r["grade"], r["tip_box_cents"]) for r in found]


def sides(**changes: Any) -> dict[str, dict[str, Any]]:
    """The side bets of the double-zero preset, some of them changed."""
    return {**DOUBLE_ZERO_SIDES, **{name.replace("_", "-"): value for name, value in changes.items()}}


ZERO2 = "colorado-double-zero"
CRAPS = "colorado-craps"


def test_back2back() -> None:
    start = "seat ann 500; outcome 17; wager ann 5 back2back; "
    assert rows(last(ZERO2, start + "outcome 18")) == [("back2back", "lose", -500)]
    due = start + "outcome 17; "
    got = last(ZERO2, due + "wager ann 3 back2back")
    assert [s["stake_cents"] for s in got["standing"]] == [500, 300]  # the new one is for the next spin
    assert rows(last(ZERO2, due + "award 50")) == [("back2back", "50", 25000)]
    assert last(ZERO2, due + "award 50")["racks"] == {"ann": 75000}
    paid = last(ZERO2, due + "wager ann 3 back2back; award 10; outcome 17; award 1000")
    assert rows(paid) == [("back2back", "1000", 300000)]
    for line in ("outcome 3", "no-spin other", "award 15", "award 0", "bonus 1-1", "take-down ann back2back"):
        assert not last(ZERO2, due + line)["ok"], line
    assert last(ZERO2, start + "no-spin other; outcome 17; award 10")["ok"]
    assert not last(ZERO2, "seat ann 500; award 10")["ok"]


def test_spinner_winner() -> None:
    start = "seat ann 500; outcome 17; wager ann 2 spinner-winner; "
    assert rows(last(ZERO2, start + "outcome 0")) == [("spinner-winner", "lose", -200)]
    due = start + "outcome 17; "
    for balls, row, pays in (
        ("17-17", "both-on-main", 500),
        ("5-5", "same-number", 200),
        ("0-2", "adjacent", 100),
        ("0-00", "same-color", 40),
        ("0-1", "other", 10),
    ):
        assert rows(last(ZERO2, due + f"bonus {balls}")) == [("spinner-winner", row, 200 * pays)]
    for line in ("bonus 17", "bonus 1-2-3", "bonus 37-1", "bonus 000-1", "outcome 4", "award 10"):
        assert not last(ZERO2, due + line)["ok"], line
    three = sides(spinner_winner={"pay_table": "SW3-U04"})
    assert rows(last(ZERO2, due + "bonus 17-5-32", side_bets=three)) == [
        ("spinner-winner", "three-adjacent-with-main", 200000)
    ]
    assert not last(ZERO2, due + "bonus 17-17-32", side_bets=three)["ok"]
    assert not last("colorado-single-zero", "seat a 9; outcome 1; wager a 1 spinner-winner; outcome 1; bonus 00-1")[
        "ok"
    ]


def test_award_then_bonus_then_choice() -> None:
    offered = {**SETUPS["colorado-single-zero"]["side_bets"], "back2back": DOUBLE_ZERO_SIDES["back2back"]}
    start = (
        "seat ann 500; outcome 0; wager ann 1 back2back; wager ann 1 spinner-winner; wager ann 10 red; outcome 0; "
    )
    for line in ("bonus 0-0", "choose ann red imprison", "outcome 1", "no-spin other"):
        assert not last("colorado-single-zero", start + line, side_bets=offered)["ok"]
    assert not last("colorado-single-zero", start + "award 10; choose ann red imprison", side_bets=offered)["ok"]
    done = start + "award 10; bonus 0-0; "
    assert not last("colorado-single-zero", done + "outcome 1", side_bets=offered)["ok"]
    assert last("colorado-single-zero", done + "choose ann red imprison; outcome 1", side_bets=offered)["ok"]


def test_straights_and_8s_window() -> None:
    start = "seat ann 500; seat bob 500; wager ann 5 straights-and-8s; "
    assert last(ZERO2, start + "raise ann 5 straights-and-8s; reduce ann 2 straights-and-8s")["ok"]
    assert last(ZERO2, start + "take-down ann straights-and-8s; outcome 5; wager bob 1 straights-and-8s")["ok"]
    running = start + "outcome 5; "
    for line in (
        "wager bob 5 straights-and-8s",
        "raise ann 5 straights-and-8s",
        "reduce ann 1 straights-and-8s",
        "take-down ann straights-and-8s",
    ):
        assert not last(ZERO2, running + line)["ok"], line
    assert rows(last(ZERO2, running + "outcome 3; no-spin other; outcome 4")) == [
        ("straights-and-8s", "three-sequential", 25000)
    ]
    assert last(ZERO2, running + "outcome 9; wager bob 5 straights-and-8s")["ok"]
    assert rows(last("colorado-triple-zero", start + "outcome 000")) == [("straights-and-8s", "lose", -500)]


def test_roulette_up_and_its_progressive() -> None:
    start = "seat ann 500; seat bob 500; wager ann 5 roulette-up; wager bob 1 roulette-up-progressive; "
    for line in (
        "wager bob 2 roulette-up-progressive",
        "wager bob 1 roulette-up-progressive",
        "reduce ann 6 roulette-up",
    ):
        assert not last(ZERO2, start + line)["ok"], line
    running = start + "outcome 0; "
    for line in (
        "wager ann 1 roulette-up-progressive",
        "wager bob 1 roulette-up",
        "raise ann 1 roulette-up",
        "take-down ann roulette-up",
        "take-down bob roulette-up-progressive",
    ):
        assert not last(ZERO2, running + line)["ok"], line
    assert rows(last(ZERO2, running + "outcome 00; outcome 1; outcome 1")) == [
        ("roulette-up", "3", 1000),
        ("roulette-up-progressive", "lose", -100),
    ]
    assert rows(last(ZERO2, start + "outcome 36")) == [
        ("roulette-up", "lose", -500),
        ("roulette-up-progressive", "lose", -100),
    ]
    climb = "; ".join(f"outcome {n}" for n in range(1, 9))
    assert rows(last(ZERO2, start + climb)) == []  # the bonus alone would end at 8
    alone = "seat ann 500; wager ann 5 roulette-up; "
    assert rows(last(ZERO2, alone + climb)) == [("roulette-up", "8", 200000)]
    meter = 1_000_000 + 20
    assert rows(last(ZERO2, start + climb + "; outcome 9")) == [
        ("roulette-up", "8", 200000),
        ("roulette-up-progressive", "9", meter - 100),
    ]
    assert rows(last(ZERO2, start + climb + "; outcome 36"))[1] == ("roulette-up-progressive", "9", meter - 100)
    assert rows(last(ZERO2, start + climb + "; outcome 36", r15="36-does-not-count"))[1] == (
        "roulette-up-progressive", "8", 300000 - 100,
    )  # fmt: skip


def test_the_meter_is_shared_and_reseeds() -> None:
    both = "seat bob 50; seat ann 50; wager ann 1 roulette-up-progressive; wager bob 1 roulette-up-progressive; "
    climb = "; ".join(f"outcome {n}" for n in range(1, 10))
    odd = sides(roulette_up_progressive={**PROGRESSIVE, "seed_cents": 1_000_001})
    setup = {**SETUPS[ZERO2], "side_bets": odd}
    answers, table = play_lines(setup, (both + climb).replace("; ", "\n"))
    assert isinstance(table, RouletteTable)
    assert table.meter == 1_000_000
    assert answers[-1]["racks"] == {"bob": 4900 + 500_021, "ann": 4900 + 500_020}
    five = sides(roulette_up_progressive={**PROGRESSIVE, "unit_cents": 500, "contribution_percent": 13})
    setup = {**SETUPS[ZERO2], "side_bets": five}
    script = "seat ann 50; wager ann 5 roulette-up-progressive; outcome 1"
    _, table = play_lines(setup, script.replace("; ", "\n"))
    assert isinstance(table, RouletteTable)
    assert table.meter == 5 * 1_000_000 + 65  # seed for the unit, and 13 % of $5
    up_to = "seat ann 50; wager ann 5 roulette-up-progressive; " + climb[: climb.index("; outcome 6")] + "; outcome 1"
    assert rows(last(ZERO2, up_to, side_bets=five)) == [("roulette-up-progressive", "5", 5 * 2500 - 500)]


def test_aggregate_limit_and_primary_wager() -> None:
    limited = sides(roulette_up={"pay_table": "PT-FLT-RU-01", "primary_required": True, "aggregate_cents": 100_00})
    assert not last(ZERO2, "seat ann 50; wager ann 1 roulette-up", side_bets=limited)["ok"]
    assert not last(ZERO2, "seat ann 50; tip ann 1 red; wager ann 1 roulette-up", side_bets=limited)["ok"]
    start = "seat ann 50; seat bob 50; wager bob 1 red; wager ann 1 red; "
    start += "wager bob 2 roulette-up; wager ann 5 roulette-up; "
    climb = "outcome 1; outcome 2; outcome 3; outcome 4; outcome 5; outcome 5"
    got = last(ZERO2, start + climb, side_bets=limited)
    assert rows(got) == [("roulette-up", "5", 7200), ("roulette-up", "5", 2800)]
    assert [r["player"] for r in got["resolved"]] == ["ann", "bob"]


def test_wheels_without_a_table() -> None:
    up = {"roulette-up": {"pay_table": "PT-FLT-RU-01"}, "spinner-winner": {"pay_table": "SW2-U03"}}
    for house in ("colorado-triple-zero", "colorado-converted-wheel"):
        assert not last(house, "seat a 9; outcome 1; wager a 1 spinner-winner", side_bets=up)["ok"]
    assert not last("colorado-triple-zero", "seat a 9; wager a 1 roulette-up", side_bets=up)["ok"]
    void = "seat a 9; wager a 1 roulette-up; outcome 5; outcome 00; outcome 6; outcome 7; outcome 1"
    assert rows(last("colorado-converted-wheel", void, side_bets=up)) == [("roulette-up", "3", 200)]


def test_fire_bet_and_sharp_shooter() -> None:
    start = "seat ann 500; wager ann 5 fire-bet; wager ann 5 sharp-shooter; "
    assert last(CRAPS, start + "raise ann 5 fire-bet; reduce ann 2 fire-bet; shooter ann")["ok"]
    natural = start + "outcome 6-5; "
    for line in ("raise ann 5 fire-bet", "wager ann 5 sharp-shooter", "shooter ann", "off ann fire-bet"):
        assert not last(CRAPS, natural + line)["ok"], line
    assert last(CRAPS, natural + "reduce ann 1 fire-bet; take-down ann sharp-shooter")["ok"]
    pointed = natural + "outcome 4-2; "
    for line in ("reduce ann 1 fire-bet", "take-down ann sharp-shooter"):
        assert not last(CRAPS, pointed + line)["ok"], line
    made = start + "outcome 4-2; outcome 4-2; outcome 3-3; outcome 5-1; outcome 2-2; outcome 1-3; "
    assert rows(last(CRAPS, made + "outcome 5-4; outcome 3-4")) == [
        ("fire-bet", "lose", -500),
        ("sharp-shooter", "3", 2500),
    ]
    six = start + "; ".join(f"outcome {d}; outcome {d}" for d in ("2-2", "2-3", "3-3", "4-4", "4-5", "5-5"))
    assert rows(last(CRAPS, six)) == [("fire-bet", "6", 499500)]
    ten = six + "; " + "; ".join(["outcome 4-6; outcome 5-5"] * 4)
    assert rows(last(CRAPS, ten)) == [("sharp-shooter", "10", 149500)]
    assert last(CRAPS, ten + "; shooter ann")["ok"]


def test_super_front_line_winner() -> None:
    assert not last(CRAPS, "seat ann 500; wager ann 5 super-front-line-winner")["ok"]
    assert not last(CRAPS, "seat ann 500; tip ann 5 pass; wager ann 5 super-front-line-winner")["ok"]
    start = "seat ann 500; wager ann 5 pass; outcome 4-2; wager ann 5 super-front-line-winner; "
    for line in (
        "wager ann 5 super-front-line-winner",
        "raise ann 5 super-front-line-winner",
        "reduce ann 1 super-front-line-winner",
        "take-down ann super-front-line-winner",
        "shooter ann",
    ):
        assert not last(CRAPS, start + line)["ok"], line
    assert not last(CRAPS, "seat ann 500; wager ann 5 pass; outcome 4-3; wager ann 5 dont-pass; "
                    "wager ann 5 super-front-line-winner")["ok"]  # fmt: skip
    rolls = "outcome 5-6; outcome 4-2; outcome 3-4; outcome 5-6; outcome 2-2; outcome 3-4"
    assert ("super-front-line-winner", "4", 1500) in rows(last(CRAPS, start + rolls))
    short = start + "outcome 3-4"
    assert ("super-front-line-winner", "lose", -500) in rows(last(CRAPS, short))
    push = {"super-front-line-winner": {"pay_table": "7"}}
    three = start + "outcome 5-6; outcome 4-2; outcome 3-4; outcome 2-2; outcome 3-4"
    assert rows(last(CRAPS, three, side_bets=push)) == [("super-front-line-winner", "push", 0)]
    assert rows(last(CRAPS, three)) == [("super-front-line-winner", "lose", -500)]
    three = start + "outcome 5-6; outcome 5-6; outcome 3-4"
    assert ("super-front-line-winner", "push", 0) in rows(last(CRAPS, three, side_bets=push))


def test_side_bets_need_a_house_that_offers_them() -> None:
    for house in ("colorado-converted-wheel", "ten-dollar-roulette", "colorado-craps-free", "colorado-big-six"):
        for wager in ALL:
            assert not last(house, f"seat ann 50; wager ann 1 {wager}")["ok"]
    assert not last(ZERO2, "seat ann 500; wager ann 101 straights-and-8s")["ok"]
    assert not last(ZERO2, "seat ann 500; wager ann 1 straights-and-8s 8")["ok"]
    for house in (CRAPS, "colorado-big-six"):
        assert not last(house, "seat ann 5; award 10")["ok"]
        assert not last(house, "seat ann 5; bonus 1-1")["ok"]


def test_tips_on_line_wagers_and_odds() -> None:
    assert not last("ten-dollar-roulette", "seat ann 500; tip ann 10 red")["ok"]
    start = "seat ann 500; tip ann 5 pass; tip ann 5 pass; "
    got = last(CRAPS, start.strip("; "))
    assert got["racks"] == {"ann": 49000}
    assert got["standing"] == [
        {"player": "ann", "wager": "pass", "spot": None, "stake_cents": 1000, "working": True, "tip": True}
    ]
    for line in ("raise ann 5 pass", "reduce ann 5 pass", "take-down ann pass", "tip ann 5 pass-odds"):
        assert not last(CRAPS, start + line)["ok"], line
    pointed = start + "outcome 4-2; "
    assert not last(CRAPS, pointed + "wager ann 5 pass-odds")["ok"]
    got = last(CRAPS, pointed + "tip ann 5 pass-odds; outcome 4-2")
    assert tips(got) == [("pass", "win", 2000), ("pass-odds", "win", 1100)]
    assert got["racks"] == {"ann": 48500}
    assert tips(last(CRAPS, pointed + "outcome 3-4")) == [("pass", "lose", 0)]
    place = "seat ann 500; tip ann 6 place-6; wager ann 6 place-6; outcome 2-2; outcome 4-2"
    got = last(CRAPS, place)
    assert tips(got) == [("place-6", "win", 700)]  # the wager stays up
    assert rows(got) == [("place-6", "win", 0), ("place-6", "win", 700)]
    assert len(got["standing"]) == 2
    assert not last(CRAPS, "seat ann 50; shooter ann; tip ann 5 pass; outcome 4-2")["ok"]


def test_tips_on_side_bets_and_in_prison() -> None:
    fire = "seat ann 500; tip ann 5 sharp-shooter; " + "; ".join(["outcome 2-2; outcome 2-2"] * 3) + "; outcome 2-2; "
    assert tips(last(CRAPS, fire + "outcome 3-4")) == [("sharp-shooter", "3", 3000)]
    sflw = "seat ann 500; wager ann 5 pass; "
    assert not last(CRAPS, sflw + "tip ann 5 super-front-line-winner")["ok"]
    own = sflw + "wager ann 5 super-front-line-winner; tip ann 5 super-front-line-winner"
    assert last(CRAPS, own)["ok"]
    assert not last(CRAPS, own + "; tip ann 5 super-front-line-winner")["ok"]
    assert not last(ZERO2, "seat ann 5; tip ann 1 roulette-up-progressive")["ok"]
    start = "seat ann 500; tip ann 5 red; wager ann 10 red; outcome 0; "
    first = last("colorado-single-zero", start + "choose ann red half-back")
    assert rows(first) == [("red", "half-back", -500)]
    assert tips(first) == []
    second = last("colorado-single-zero", start + "choose ann red half-back; choose ann red half-back")
    assert tips(second) == [("red", "half-back", 300)]
    third = last("colorado-single-zero", start + "choose ann red half-back; choose ann red imprison; outcome 1")
    assert tips(third) == [("red", "push", 500)]
    got = last("colorado-big-six", "seat a 9; tip a 5 joker; void clapper-broken")
    assert tips(got) == [("joker", "returned", 0)]
    assert got["racks"] == {"a": 900}


@pytest.mark.parametrize("house", ["colorado-double-zero", "colorado-craps"])
def test_random_scripts_reach_far(house: str) -> None:
    setup = SETUPS[house]
    grades: dict[str, set[str]] = {}
    for number in range(60):
        script = random_script(setup, random.Random(f"{house} {number}"), 80)
        for answer in play(setup, script):
            for row in answer["resolved"]:
                grades.setdefault(row["wager"], set()).add(row["grade"])
    wanted = {
        "back2back": 4, "spinner-winner": 5, "straights-and-8s": 6, "roulette-up": 5, "roulette-up-progressive": 4,
    }  # fmt: skip
    if house == "colorado-craps":
        wanted = {"fire-bet": 3, "sharp-shooter": 5, "super-front-line-winner": 4}
    for wager, count in wanted.items():
        assert len(grades[wager]) >= count, (wager, grades[wager])
