"""The oracle's script player against scripts worked by hand, and chips conserved under random ones."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from .play import SETUPS, play, play_lines
from .scripts import random_script


def last(house: str, script: str, **changes: Any) -> dict[str, Any]:
    """The answer to the last act of a script, where every act before it went well."""
    answers = play({**SETUPS[house], **changes}, script)
    assert all(answer["ok"] for answer in answers[:-1]), answers
    return answers[-1]


def nets(answer: dict[str, Any]) -> list[tuple[str, str | None, str, int]]:
    """The decided rows, short."""
    return [(r["wager"], r["spot"], r["grade"], r["net_cents"]) for r in answer["resolved"]]


def test_pass_with_odds() -> None:
    got = last("colorado-craps", "seat ann 500\nwager ann 10 pass\noutcome 4-2\nwager ann 50 pass-odds\noutcome 5-1")
    assert nets(got) == [("pass", None, "win", 1000), ("pass-odds", None, "win", 6000)]
    assert got["racks"] == {"ann": 57000}
    assert got["standing"] == []


def test_come_travels_and_its_odds_are_off_on_the_come_out() -> None:
    start = (
        "seat ann 500\nwager ann 10 pass\noutcome 2-2\nwager ann 10 come\noutcome 3-3\n"
        "wager ann 50 come-odds 6\noutcome 1-3"
    )
    got = last("colorado-craps", start)
    assert [(s["wager"], s["spot"], s["working"]) for s in got["standing"]] == [
        ("come", "6", True),
        ("come-odds", "6", False),
    ]
    assert nets(last("colorado-craps", start + "\noutcome 3-4")) == [
        ("come", "6", "lose", -1000),
        ("come-odds", "6", "returned", 0),
    ]
    called = start + "\non ann come-odds 6\noutcome 5-1"
    assert nets(last("colorado-craps", called)) == [
        ("come", "6", "win", 1000),
        ("come-odds", "6", "win", 6000),
    ]


def test_place_pays_and_stays_but_sleeps_on_the_come_out() -> None:
    assert last("colorado-craps", "seat ann 50\nwager ann 6 place-6\noutcome 3-3")["resolved"] == []
    got = last("colorado-craps", "seat ann 50\nwager ann 6 place-6\noutcome 2-2\noutcome 3-3")
    assert nets(got) == [("place-6", None, "win", 700)]
    assert got["standing"][0]["stake_cents"] == 600
    assert got["racks"] == {"ann": 5100}


def test_up_front_commission_goes_and_comes() -> None:
    up_front = {"commission": ("up-front", 5)}
    base = "seat ann 100\nwager ann 20 buy-4\n"
    assert last("colorado-craps", base.strip(), **up_front)["racks"] == {"ann": 7900}
    assert last("colorado-craps", base + "take-down ann buy-4", **up_front)["racks"] == {"ann": 10000}
    got = last("colorado-craps", base + "outcome 5-4\noutcome 2-2", **up_front)
    assert nets(got) == [("buy-4", None, "win", 3900)]
    assert got["racks"] == {"ann": 11800}
    lost = last("colorado-craps", base + "outcome 5-4\noutcome 3-4", **up_front)
    assert nets(lost) == [("buy-4", None, "lose", -2100)]


def test_reducing_a_dont_pass_takes_its_odds_down_in_proportion() -> None:
    script = "seat ann 500\nwager ann 20 dont-pass\noutcome 3-3\nwager ann 96 dont-pass-odds\nreduce ann 5 dont-pass"
    got = last("colorado-craps", script)
    assert [(s["wager"], s["stake_cents"]) for s in got["standing"]] == [
        ("dont-pass", 1500),
        ("dont-pass-odds", 7200),
    ]
    assert not last("colorado-craps", script + "\nraise ann 5 dont-pass")["ok"]
    gone = last("colorado-craps", script + "\ntake-down ann dont-pass")
    assert gone["standing"] == []
    assert gone["racks"] == {"ann": 50000}


@pytest.mark.parametrize(
    "script",
    [
        "wager ann 10 come",
        "wager ann 10 pass-odds",
        "wager ann 10 pass\noutcome 4-2\ntake-down ann pass",
        "wager ann 10 pass\noutcome 4-2\nwager ann 10 dont-pass",
        "outcome 4-2\nwager ann 10 pass",
        "wager ann 10 dont-pass\nreduce ann 5 dont-pass\nraise ann 5 dont-pass",
        "wager ann 10 dont-pass\ntake-down ann dont-pass\nwager ann 5 dont-pass",
        "wager ann 10 pass\noutcome 4-2\nwager ann 55 pass-odds",
        "wager ann 10 pass\noutcome 4-2\nwager ann 7 pass-odds",
        "wager ann 1 place-6",
        "wager ann 5 horn",
        "wager ann 0 pass",
        "wager ann -5 pass",
        "wager ann 2.50 pass",
        "wager ann 300 pass\nwager ann 201 pass",
        "raise ann 5 pass",
        "wager ann 5 place-2",
        "wager ann 5 pass 6",
        "wager bob 5 pass",
        "on ann pass",
        "shooter ann\noutcome 4-2",
        "outcome 7-1",
        "no-spin revolutions",
        "no-roll tired",
        "seat ann 5",
    ],
)  # fmt: skip
def test_refused_at_craps(script: str) -> None:
    before = play(SETUPS["colorado-craps"], "seat ann 1000\n" + script.rpartition("\n")[0])[-1]
    got = last("colorado-craps", "seat ann 1000\n" + script)
    assert not got["ok"]
    assert (got["racks"], got["standing"], got["resolved"]) == (before["racks"], before["standing"], [])


@pytest.mark.parametrize("line", ["dance ann", "wager ann 5", "wager ann five pass", "outcome", "seat ann nan"])
def test_unreadable_lines_are_errors(line: str) -> None:
    with pytest.raises(ValueError, match=r"unknown act|missing|not a number"):
        play(SETUPS["colorado-craps"], "seat bob 5\n" + line)


def test_rolling_only_to_decide_come_wagers() -> None:
    start = "seat ann 500\nshooter ann\nwager ann 10 pass\noutcome 2-2\nwager ann 10 come\noutcome 5-4\noutcome 1-3"
    got = last("colorado-craps", start + "\noutcome 3-3\nwager ann 10 pass")
    assert got["ok"]  # the 6 set no point, so this is still a come-out
    assert nets(last("colorado-craps", start + "\noutcome 3-3\noutcome 6-3")) == [("come", "9", "win", 1000)]
    assert not last("colorado-craps", start + "\noutcome 6-3\noutcome 6-3")["ok"]


def test_without_areas_a_whirl_is_broken_down() -> None:
    got = last("colorado-craps", "seat ann 50\nwager ann 5 whirl\noutcome 3-4", areas=False)
    assert nets(got) == [("horn", None, "lose", -400), ("any-seven", None, "win", 400)]
    assert nets(last("colorado-craps", "seat ann 50\nwager ann 5 whirl\noutcome 3-4")) == [("whirl", None, "push", 0)]


def test_in_prison_script() -> None:
    start = "seat ann 100\nwager ann 5 red\noutcome 0\n"
    assert not last("colorado-single-zero", start + "outcome 1")["ok"]
    assert nets(last("colorado-single-zero", start + "choose ann red half-back")) == [
        ("red", None, "half-back", -200)
    ]
    got = last("colorado-single-zero", start + "choose ann red imprison\nwager ann 10 red\noutcome 1")
    assert nets(got) == [("red", None, "push", 0), ("red", None, "win", 1000)]
    assert got["racks"] == {"ann": 11000}
    assert not last("colorado-single-zero", start + "choose ann red imprison\ntake-down ann red")["ok"]


def test_converted_wheel_and_ten_dollar_house() -> None:
    assert nets(last("colorado-converted-wheel", "seat a 9\nwager a 5 red\noutcome 00")) == []
    assert nets(last("colorado-converted-wheel", "seat a 9\nwager a 5 red\noutcome 0")) == [
        ("red", None, "lose", -500)
    ]
    for line in (
        "wager a 5 red",
        "wager a 11 straight 7",
        "wager a 10 odd",
        "wager a 5 trio 0-1-2",
        "wager a 20 red",
    ):
        assert not last("ten-dollar-roulette", "seat a 99\n" + line)["ok"]
    assert last("ten-dollar-roulette", "seat a 99\nwager a 10 split 00-0")["standing"][0]["spot"] == "0-00"


def test_broken_clapper() -> None:
    start = "seat a 99\nwager a 5 joker\nvoid between-sections\nvoid clapper-broken"
    got = last("colorado-big-six", start)
    assert nets(got) == [("joker", None, "returned", 0)]
    assert not last("colorado-big-six", start + "\nwager a 5 one")["ok"]
    assert nets(last("colorado-big-six", start + "\nrepaired\nwager a 5 one\noutcome one")) == [
        ("one", None, "win", 500)
    ]


@pytest.mark.parametrize("house", SETUPS)
def test_wealth_moves_only_by_the_nets(house: str) -> None:
    rng = random.Random(house)
    for turn in range(40):
        setup = {
            **SETUPS[house],
            "commission": ("up-front" if turn % 2 else "on-win", 5),
            "areas": turn % 3 > 0,
        }
        script = random_script(setup, rng)
        answers, table = play_lines(setup, script)
        moved = sum(row["net_cents"] for answer in answers for row in answer["resolved"])
        held = sum(one.stake + one.fee for one in table.up if not one.tip)
        lines = script.splitlines()
        resolved = [row for answer in answers for row in answer["resolved"]]
        returned = sum(row["stake_cents"] for row in resolved if row.get("tip") and row["grade"] == "returned")
        tipped = sum(  # gone from the racks for good, unless it is returned undecided
            sum(before["racks"].values()) - sum(after["racks"].values())
            for line, (before, after) in zip(lines[1:], pairwise(answers), strict=True)
            if line.startswith("tip ")
        )
        seated = sum(play(setup, "\n".join(script.splitlines()[:2]))[-1]["racks"].values())
        late = [line.split() for line, a in zip(script.splitlines(), answers, strict=True) if a["ok"]]
        seated += sum(int(words[2]) * 100 for words in late[2:] if words[0] == "seat")
        assert sum(table.racks.values()) + held == seated + moved - tipped + returned
        assert all(rack >= 0 for rack in table.racks.values())
        for before, after in pairwise(answers):
            if not after["ok"]:
                assert (after["racks"], after["standing"]) == (before["racks"], before["standing"])
                assert after["resolved"] == []
