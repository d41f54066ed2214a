"""What changes from one version of a house to another: every choice is compared, and it is said in words."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest

from croupier.core.citation import Approval
from croupier.core.options import Commission, OddsPolicy
from croupier.house import House, load
from croupier.house.alerts import AlertLimits
from croupier.house.difference import difference
from croupier.house.house import Coupon, Limit, MeterPolicy, TipRules
from croupier.rulebook import readings
from tests.support.command import croupier
from tests.support.house_files import PRESETS, ROULETTE, written

DOUBLE, CRAPS, BIG_SIX = "colorado-double-zero", "colorado-craps", "colorado-big-six"
PAPER = Approval("PAPER-1", date(2026, 1, 5))
#: What identifies a house or follows from its other choices.
NOT_CHOICES = {"name", "version", "source", "game_name", "variant", "rulebook", "options", "variations"}
OTHER: dict[str, Any] = {
    "denominations": (500,),
    "offered": frozenset({"red"}),
    "pays_by_wager": load("colorado-double-zero", change={"pays.straight": {"win": "36 to 1"}}).pays_by_wager,
    "limits": {"default": Limit(100, 700)},
    "player_most": 900,
    "approvals": {"layout": PAPER},
    "time_zone": "America/Chicago",
    "gaming_day_starts": time(5),
    "inspection_alert": 20,
    "tip_wagers": False,
    "tips": TipRules(most=500),
    "tip_tube": True,
    "by_procedure": True,
    "physical_chips": True,
    "electronic_device": True,
    "delay": 10**6,
    "terminals": True,
    "central_screen": False,
    "chip_colors": {500: "red"},
    "pay_tables": {"straights-and-8s": "another"},
    "aggregates": {"roulette-up": 50_000},
    "meters": {"roulette-up-progressive": MeterPolicy(100, 1_000, 500, 5)},
    "coupons": {"S1": Coupon(500, "coupon", ("roulette",), "R0", date(2026, 1, 1), date(2026, 2, 1))},
    "alerts": AlertLimits(cash_in=5_000_00),
}
#: Options that follow from a pay table.
FOLLOW = {"bonus_balls"}
OTHER_OPTIONS: dict[str, dict[str, Any]] = {
    DOUBLE: {
        "wheel": "triple-zero",
        "converted": True,
        "order": tuple("0 00 1 2 3".split()),
        "neutral": True,
        "in_prison": True,
        "customary": frozenset({"trio 0-2-3"}),
        "award_weights": {11: 1},
        "award_from": "another",
        "bonus_pressed_by": "player",
        "primary_required": True,
    },
    CRAPS: {
        "hardways_on_come_out": True,
        "areas": frozenset({"whirl"}),
        "odds": {"take": OddsPolicy({4: 9}, {4: 0}), "lay": OddsPolicy({4: 9}, {4: 0})},
        "commissions": {"buy": Commission(4, "on-win"), "lay": Commission(4, "on-win")},
        "no_roll": ("boxperson",),
        "dice": "SET-2",
    },
    BIG_SIX: {"wheel_inches": 72, "glass": None, "symbols": {"joker": "a star"}},
}


def other(house: House, name: str, value: Any) -> House:
    """The same house with another value of one field."""
    return replace(house, **{name: value})


@pytest.mark.parametrize("name", sorted({each.name for each in fields(House)} - NOT_CHOICES))
def test_every_choice_of_a_house_is_compared(name: str) -> None:
    house = load(DOUBLE)
    if name == "readings":
        key, answer = _another_answer(house)
        changed = other(house, name, {**house.readings, key: answer})
    elif name in ("delay", "central_screen"):  # they matter only with a device, and at terminals
        house = replace(house, electronic_device=True, terminals=True)
        changed = other(house, name, OTHER[name])
    else:
        changed = other(house, name, OTHER[name])
    assert getattr(changed, name) != getattr(house, name), "the value must be another one"
    assert difference(house, changed)
    assert not difference(house, replace(house))


def _another_answer(house: House) -> tuple[str, str]:
    """A reading with an answer that this house has not chosen."""
    found = ((key, each) for key in house.readings for each in readings()[key].answers)
    return next((key, each) for key, each in found if each != house.readings[key])


@pytest.mark.parametrize("preset", [DOUBLE, CRAPS, BIG_SIX])
def test_every_option_of_a_game_is_compared(preset: str) -> None:
    house = load(preset)
    assert OTHER_OPTIONS[preset].keys() == {each.name for each in fields(house.options)} - FOLLOW
    for name, value in OTHER_OPTIONS[preset].items():
        assert getattr(house.options, name) != value, name
        assert difference(house, replace(house, options=replace(house.options, **{name: value}))), name


def test_a_house_differs_from_no_copy_of_itself() -> None:
    for name in PRESETS:
        assert difference(load(name), load(name)) == []


def test_changes_are_said_in_words() -> None:
    """What was there, what is new, and what is no longer there; whoever approves it reads this."""
    change = {
        "limits.default": {"min": 5, "max": 200},
        "side_bets.roulette-up.aggregate": 500,
        "pays.straight": {"win": "36 to 1"},
    }
    old, new = load(DOUBLE), load(DOUBLE, change=change)
    said = [str(each) for each in difference(old, new)]
    assert "Limits on one spot, default: $5 to $200; before: $1 to $500" in said
    assert "Pays on straight: 36 to 1; before: 35 to 1" in said
    assert "New: The most one outcome pays on roulette-up, all players together: $500" in said
    back = [str(each) for each in difference(new, old)]
    assert "No longer: The most one outcome pays on roulette-up, all players together: $500" in back
    assert len(said) == len(back) == 3


def test_the_command_prints_the_changes_as_words_and_as_json(tmp_path: Path) -> None:
    changed = written(tmp_path, ROULETTE + '[pays]\nstraight = { win = "36 to 1" }\n')
    same = croupier("house", "difference", changed, changed)
    assert (same.returncode, same.stdout) == (0, "Nothing changes.\n")
    done = croupier("house", "difference", "colorado-craps", "colorado-craps-free", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert {"about", "before", "now"} == found[0].keys()
    assert any(each["about"] == "Pays on dont-pass" and each["now"] is None for each in found)
    bad = croupier("house", "difference", "colorado-craps", tmp_path / "nowhere.toml")
    assert (bad.returncode, bad.stdout) == (2, "")
