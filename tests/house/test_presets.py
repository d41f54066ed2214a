"""The presets: each is sound, gives no warning and has the options of its game."""

from __future__ import annotations

from datetime import date

import pytest

from croupier import house
from croupier.core.options import Commission
from croupier.games import NAMES, choices
from croupier.games.craps.options import CrapsOptions
from croupier.games.roulette.options import RouletteOptions
from croupier.house.keys import keys
from croupier.house.show import warnings
from tests.support.house_files import PRESETS


def test_the_presets() -> None:
    assert set(house.presets()) == PRESETS


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_is_sound_and_gives_no_warning(name: str) -> None:
    assert house.faults(name) == []
    assert warnings(house.load(name)) == []


@pytest.mark.parametrize("name", sorted(PRESETS - {"ten-dollar-roulette"}))
def test_what_every_colorado_preset_has_in_common(name: str) -> None:
    chosen = house.load(name)
    assert chosen.rulebook.on == date(2022, 9, 1)
    assert chosen.lowest_chip == 100
    assert chosen.limits["default"] == house.Limit(100, 50_000)
    permitted = {row.id for row in chosen.permitted.values() if not row.withdrawn and not row.side_bet}
    side_bets = {row.id for row in chosen.permitted.values() if row.side_bet}
    assert permitted == chosen.offered - side_bets
    if isinstance(own := chosen.options, RouletteOptions):
        assert own.in_prison == (name == "colorado-single-zero")
        assert own.converted == (name == "colorado-converted-wheel")


def test_the_craps_preset() -> None:
    craps = CrapsOptions.of(house.load("colorado-craps"))
    assert craps.odds["take"].multiples == {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    assert set(craps.odds["lay"].multiples.values()) == {6}
    assert craps.commissions == {"buy": Commission(5, "on-win"), "lay": Commission(5, "on-win")}
    assert not craps.hardways_on_come_out
    assert craps.areas == {"horn-high", "whirl"}


def test_the_ten_dollar_preset() -> None:
    ten = house.load("ten-dollar-roulette")
    assert RouletteOptions.of(ten).wheel == "double-zero"
    assert ten.denominations == (100, 500)
    assert ten.limits["inside"] == house.Limit(100, 1_000)
    assert ten.limits["outside"] == house.Limit(1_000, 1_000)
    assert not ten.offered & {"odd", "even", "trio"}
    assert not RouletteOptions.of(ten).in_prison


def test_options_are_those_of_the_game() -> None:
    with pytest.raises(AssertionError, match="CrapsOptions are no RouletteOptions"):
        RouletteOptions.of(house.load("colorado-craps"))
    for name in NAMES:
        assert {section.key for section in choices(name).sections} <= set(keys())
