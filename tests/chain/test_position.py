"""What a wager on the layout is worth: as `croupier odds` prices it, and no outcome changes it on average."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from croupier import chain
from croupier.chain.position import Position, variance, variance_of_draw, weights
from croupier.house import House, load
from croupier.house.alone import opening
from croupier.house.reader import presets

STAKES = (5_00, 6_00, 7_00, 12_00)


def _taken(house: House) -> Iterator[tuple[str, int, Fraction]]:
    """Every wager of a house that is decided by its own machine, with the stakes that the table takes."""
    for wager in sorted(house.offered):
        if house.game.wagers[wager].parent is not None or not house.game.wagers[wager].spots(house):
            continue
        for stake in STAKES:
            try:
                yield wager, stake, chain.worth(house, wager, stake=stake).expectation
            except chain.NotTaken:
                continue


@pytest.mark.parametrize("preset", presets())
def test_the_value_is_the_price_and_outcomes_are_fair(preset: str) -> None:
    house = load(preset)
    chances, seen = weights(house), 0
    for wager, stake, expectation in _taken(house):
        policy = house.meters.get(wager)
        at = Position(house, wager, opening(house, wager), stake, meter=0 if policy is None else policy.seed)
        assert at.value == stake * expectation, (wager, stake)
        _, changes = at.changes
        assert sum(weight * each for weight, each in zip(chances, changes, strict=True)) == 0, wager
        seen += 1
    assert seen > 10


def test_odds_are_priced_on_the_point_of_their_wager() -> None:
    """$10 on a point of 6 pays $12; $5 pays $6. Both are fair; laid odds too."""
    house = load("colorado-craps")
    for odds, stake in (("pass-odds", 10_00), ("pass-odds", 5_00), ("dont-pass-odds", 12_00)):
        line = odds.removesuffix("-odds")
        place = chain.live(house, line, "point=6")
        at = Position(house, line, place, stake, odds=odds)
        assert at.value == 0
        assert set(at.changes[1]) > {0}
    rounded = Position(house, "pass", chain.live(house, "pass", "point=6"), 6_00, odds="pass-odds")
    assert rounded.value == Fraction(5, 11) * 80, "7.20 is rounded up to 8"


def test_a_point_changes_the_value_of_a_line_wager() -> None:
    house = load("colorado-craps")
    dont = Position(house, "dont-pass", opening(house, "dont-pass"), 11_00)
    on_six = dont.at(chain.live(house, "dont-pass", "point=6"))
    assert dont.value == -11_00 * Fraction(3, 220)
    assert on_six.value == 11_00 * Fraction(1, 11)


def test_a_coupon_loses_nothing() -> None:
    house = load("colorado-double-zero")
    place = opening(house, "red")
    assert Position(house, "red", place, 5_00, coupon=5_00).value == Fraction(18, 38) * 5_00
    assert Position(house, "red", place, 5_00).value == -Fraction(2, 38) * 5_00


def test_wagers_on_one_outcome_vary_together() -> None:
    """Red and black together lose only on a zero; twice red varies four times as much as red."""
    house = load("colorado-double-zero")
    red, black = (Position(house, wager, opening(house, wager), 5_00) for wager in ("red", "black"))
    chances = weights(house)
    one = variance([red], chances)
    assert one == 5_00**2 * (1 - Fraction(1, 19) ** 2)
    assert variance([red, red], chances) == 4 * one
    assert variance([red, black], chances) == 10_00**2 * Fraction(1, 19) * Fraction(18, 19)


def test_outcomes_and_draws_have_the_variance_of_the_price() -> None:
    """A wager that one outcome and one draw decide: the variance of both parts is the whole one."""
    house = load("colorado-double-zero")
    for wager in ("back2back", "spinner-winner"):
        if wager not in house.offered:
            continue
        at = Position(house, wager, opening(house, wager), 5_00)
        draw = "award" if wager == "back2back" else "bonus"
        waiting = at.waiting(draw)
        assert waiting is not None
        whole = variance([at], weights(house)) + Fraction(1, 38) * variance_of_draw([waiting])
        assert whole == 5_00**2 * chain.worth(house, wager, stake=5_00).variance
