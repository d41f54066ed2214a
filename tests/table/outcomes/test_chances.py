"""What the device draws from, and that every outcome is drawn exactly by its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from croupier.core.chance import Chance, nth
from croupier.games.roulette.options import RouletteOptions
from croupier.house import load
from croupier.table import outcomes
from croupier.table.outcomes import NoChance
from tests.support.table.outcomes import CONVERTED, DEVICES, HOUSES, LOG, SEAL, device_of_house, weighed


# Chances ----------------------------------------------------------------------------------------------------
def test_a_device_is_what_the_house_has() -> None:
    assert DEVICES[36].startswith("1-1:1 1-2:1 1-3:1")
    assert DEVICES[36].endswith("6-5:1 6-6:1")
    assert DEVICES[37].startswith("0:1 1:1 2:1")
    assert DEVICES[38].startswith("0:1 00:1 1:1")
    assert DEVICES[39].startswith("0:1 00:1 000:1 1:1")
    assert DEVICES[54] == "one:23 two:15 five:8 ten:4 twenty:2 flag:1 joker:1"
    for total, text in DEVICES.items():
        assert weighed(text).total == total
        assert not weighed(text).void


def test_on_a_converted_wheel_the_double_zero_is_void() -> None:
    assert device_of_house(CONVERTED) == DEVICES[38].replace("00:1 ", "00:1:void ")
    assert weighed(device_of_house(CONVERTED)).void == {"00"}


@pytest.mark.parametrize("name", [*HOUSES.values(), CONVERTED])
def test_the_house_reads_what_its_device_writes(name: str) -> None:
    house = load(name)
    assert [house.game.read(text, house) for text, _ in weighed(device_of_house(name)).weights] == list(
        house.game.chance(house)
    )


@pytest.mark.parametrize(
    ("of", "change"), [("award", {"award_weights": {50: 3, 100: 1}}), ("bonus", {"bonus_balls": 3})]
)
def test_the_house_reads_what_a_draw_writes(of: str, change: dict[str, Any]) -> None:
    loaded = load(HOUSES[39])
    house = replace(loaded, options=replace(RouletteOptions.of(loaded), **change))
    chance = house.game.draw_chance(of, house)
    found = weighed(outcomes.written(chance)).weights
    assert [(house.game.draw(of, text, house), weight) for text, weight in found] == list(chance.weights)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", NoChance("entry", "")),
        ("0:1  1:1", NoChance("entry", "")),
        ("0:1 1:1\n", NoChance("entry", "1:1\n")),
        ("0:0 1:1", NoChance("entry", "0:0")),
        ("0:01 1:1", NoChance("entry", "0:01")),
        ("0:-1", NoChance("entry", "0:-1")),
        ("é:1", NoChance("entry", "é:1")),
        ("0:١", NoChance("entry", "0:١")),
        ("0:1:valid", NoChance("entry", "0:1:valid")),
        ("0:1 1:1 0:2", NoChance("twice")),
        ("0:1:void", NoChance("all-void")),
        ("a:9007199254740991 b:1", NoChance("too-much")),
    ],
)
def test_text_that_is_not_a_chance_is_explained(text: str, why: NoChance) -> None:
    assert outcomes.weighed(text) == why


# Exactly uniform --------------------------------------------------------------------------------------------
def test_every_word_of_8_bits_is_uniform(share: Callable[[str], None]) -> None:
    """The same function with shorter words: all words, for every total."""
    for total in range(1, 257):
        found = Counter(outcomes.pick(word, total, bits=8) for word in range(256))
        assert found.pop(None, 0) == 256 % total
        assert found == dict.fromkeys(range(total), 256 // total)
    share("electronic outcomes: all words of 8 bits for all totals from 1 to 256, and of 16 bits for every device")


@pytest.mark.parametrize("total", HOUSES)
def test_every_word_of_16_bits_is_uniform(total: int) -> None:
    found = Counter(outcomes.pick(word, total, bits=16) for word in range(2**16))
    assert found.pop(None, 0) == 2**16 % total
    assert found == dict.fromkeys(range(total), 2**16 // total)


@pytest.mark.parametrize("total", [*HOUSES, 1, 2, 3, 1000, 9139, outcomes.MOST])
def test_words_of_64_bits_are_cut_at_the_last_whole_multiple(total: int) -> None:
    kept = 2**64 // total * total
    assert 0 <= 2**64 - kept < total
    assert outcomes.pick(0, total) == 0
    assert outcomes.pick(kept - 1, total) == total - 1
    for word in {kept, 2**64 - 1} - {2**64, kept - 1}:
        assert outcomes.pick(word, total) is None


@pytest.mark.parametrize("text", [*DEVICES.values(), "50:30 100:15 150:8 200:4 500:1"])
def test_every_number_falls_by_weight(text: str) -> None:
    chance = weighed(text)
    assert Counter(nth(chance.weights, number) for number in range(chance.total)) == dict(chance.weights)


def test_chances_with_one_outcome_are_drawn_too() -> None:
    assert outcomes.draw(SEAL, LOG, 1, "award", outcomes.written(Chance(((7, 5),)))).outcome == "7"
