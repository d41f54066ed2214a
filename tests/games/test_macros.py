"""Bets that terminals place with one press: ordinary wagers on spots of the layout, in the usual units."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from re import findall

import pytest

from croupier.documents.felts import track
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.wheel import ring
from croupier.house import House, load

WHEELS = {
    "colorado-single-zero": 37,
    "colorado-double-zero": 38,
    "colorado-triple-zero": 39,
    "colorado-converted-wheel": 37,
}


def _named(house: House, name: str) -> dict[tuple[str, str | None], int]:
    macro = next(macro for macro in house.game.macros(house) if macro.name == name)
    return {(bet.wager, bet.spot): bet.amount for bet in macro.bets}


@pytest.mark.parametrize("preset", ["colorado-craps", "colorado-craps-free"])
def test_numbers_are_bet_in_units_that_are_paid_exactly(preset: str) -> None:
    house = load(preset)
    across = _named(house, "Across")
    assert across == {(f"place-{number}", None): 600 if number in (6, 8) else 500 for number in (4, 5, 6, 8, 9, 10)}
    inside = _named(house, "Inside")
    assert inside == {place: across[place] for place in inside}
    assert sum(inside.values()) == 22_00
    for wager, unit in house.game.units(house).items():
        pays = house.pays(wager, "win")
        lowest = [
            stake for stake in range(100, unit + 1, 100) if (Fraction(str(stake)) * _to_one(str(pays))) % 100 == 0
        ]
        assert lowest == [unit], wager


def _to_one(odds: str) -> Fraction:
    won, _, staked = odds.split()
    return Fraction(int(won), int(staked))


@pytest.mark.parametrize("preset", WHEELS)
def test_neighbors_are_five_numbers_in_a_row_on_the_wheel(preset: str) -> None:
    house = load(preset)
    wheel = RouletteOptions.of(house).ring
    found = [macro for macro in house.game.macros(house) if macro.id.startswith("neighbors-")]
    assert len(found) == WHEELS[preset]
    taken = {macro.id.removeprefix("neighbors-") for macro in found}
    for macro in found:
        place = wheel.index(macro.id.removeprefix("neighbors-"))
        near = [wheel[(place + step) % len(wheel)] for step in (-2, -1, 0, 1, 2)]
        assert [bet.spot for bet in macro.bets] == [pocket for pocket in near if pocket in taken]
        assert {bet.wager for bet in macro.bets} == {"straight"}


def _arc(first: str, last: str) -> set[str]:
    """The numbers of the single-zero wheel from one to another, clockwise."""
    wheel = ring("single-zero")
    turned = wheel[wheel.index(first) :] + wheel[: wheel.index(first)]
    return set(turned[: turned.index(last) + 1])


def test_the_sectors_cover_the_single_zero_wheel_once() -> None:
    """Voisins, tiers and orphelins are all numbers; only custom's 17 is covered twice."""
    house = load("colorado-single-zero")
    sectors = {name: _named(house, name) for name in ("Voisins", "Tiers", "Orphelins", "Zero game")}
    assert [sum(each.values()) // 100 for each in sectors.values()] == [9, 6, 5, 4]
    three = [spot for name in ("Voisins", "Tiers", "Orphelins") for _, spot in sectors[name]]
    covered = Counter(number for spot in three for number in str(spot).split("-"))
    assert covered == Counter(ring("single-zero")) + Counter({"17": 1})
    ends = {"Voisins": ("22", "25"), "Tiers": ("27", "33"), "Zero game": ("12", "15")}
    for name, (first, last) in ends.items():
        assert {n for _, spot in sectors[name] for n in str(spot).split("-")} == _arc(first, last), name
    for preset in WHEELS.keys() - {"colorado-single-zero"}:
        other = load(preset)
        assert all(macro.id.startswith("neighbors-") for macro in other.game.macros(other))


@pytest.mark.parametrize("preset", [*WHEELS, "colorado-craps"])
def test_every_bet_of_a_macro_has_its_spot(preset: str) -> None:
    """The layout takes each of them: there is no wager without a place for its chips."""
    house = load(preset)
    for macro in house.game.macros(house):
        for bet in macro.bets:
            assert bet.wager in house.offered
            assert bet.spot in house.game.wagers[bet.wager].spots(house), macro.id


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("preset", WHEELS)
def test_the_racetrack_has_every_number_once(preset: str, upright: bool) -> None:
    """In the order of the wheel; and every macro can be pressed."""
    house = load(preset)
    drawn = track(house, upright=upright)
    assert drawn is not None
    ids = [macro.id for macro in house.game.macros(house)]
    assert sorted(findall(r'data-macro="([^"]+)"', drawn)) == sorted(ids)
    wheel = RouletteOptions.of(house).ring
    assert findall(r">(\d+)</text>", drawn) == list(wheel)


def test_a_table_without_a_wheel_of_numbers_has_no_racetrack() -> None:
    assert track(load("colorado-craps")) is None
