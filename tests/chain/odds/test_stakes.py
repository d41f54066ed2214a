"""`croupier odds` for a stake: it has a price if the table would accept it, and the felt agrees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from croupier import chain, felt, house
from croupier.chain.everything import of_house
from croupier.chain.price import NotTaken, not_taken
from croupier.core.machine import Wager
from croupier.core.refusal import Code, Refusal
from croupier.house import House
from tests.support.odds import odds, run, with_number

LATER = (Code.NOT_NOW, Code.NO_PARENT)


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
    done = run("odds", *words.split(), "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_of_several_rows_those_that_do_not_take_the_stake_are_left_out() -> None:
    rows, told = odds("--house", "colorado-craps", "--stake", "5")
    assert {row["wager"] for row in rows} >= {"pass", "place-6", "field", "whirl"}
    assert not {row["wager"] for row in rows} & {"c-and-e", "horn", "place-to-lose-4", "pass-odds"}
    assert "the stake is not taken: place-to-lose-4, place-to-lose-5" in told
    assert re.search(r"and \d+ more\n", told)
    assert "4 rows left out, with odds behind them priced per unit only: pass, dont-pass, come, dont-come" in told


@pytest.mark.parametrize("number", ["4", "5", "6"])
def test_put_odds_are_taken_in_the_units_of_their_number(number: str) -> None:
    (row,) = (each for each in with_number(number) if each.house.variant == "craps")
    units = {"4": 100, "5": 200, "6": 500}
    for stake in (100, 200, 500, 1000):
        if stake % units[number]:
            with pytest.raises(NotTaken, match=f"Odds on {number}"):
                row.price(stake=stake)
        else:
            assert row.price(stake=stake).edge == 0


def test_the_library_gives_the_reason() -> None:
    (row,) = (each for each in of_house(house.load("colorado-craps")) if each.wager.id == "place-6")
    with pytest.raises(ValueError, match="cannot be paid") as caught:
        row.price(stake=100)
    assert isinstance(caught.value, chain.NotTaken)
    assert caught.value.refusal.code == Code.CANNOT_BE_PAID


def _tables(rules: House) -> Iterator[felt.Felt]:
    """A new table, and one with a point or a previous number; each empty, and with a wager that others need."""
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
    """The felt's answer at the first table that accepts the wager at all."""
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


def test_chips_over_the_maximum_are_not_wagered() -> None:
    """Physical chips over the maximum are returned, so the price is that of the maximum."""
    rules = house.load("colorado-craps", change={"chips.physical": True, "limits.place": {"min": 1, "max": 5}})
    assert chain.worth(rules, "place-6", stake=1200) == chain.worth(rules, "place-6", stake=500)
