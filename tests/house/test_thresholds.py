"""The thresholds of the books in a house file: optional, checked, shown, and no change for houses without them."""

from __future__ import annotations

import pytest

from croupier.house import load
from croupier.house.house import Thresholds
from croupier.house.reader import presets
from croupier.house.show import show
from tests.support.house_files import faults_of, only

CHOSEN = {"cash_in": 10_000, "award": 10_000, "difference": 100, "hold_band": 3}


def test_a_house_sets_its_thresholds() -> None:
    house = load("colorado-craps", change={"thresholds": CHOSEN})
    assert house.thresholds == Thresholds(10_000_00, 10_000_00, 100_00, 3)
    said = "cash-in from $10,000, award from $10,000, difference from $100, win more than 3 standard deviations off"
    assert f"Thresholds of the books: {said}" in show(house)


def test_each_threshold_is_optional() -> None:
    assert load("colorado-craps", change={"thresholds": {"award": "500.50"}}).thresholds == Thresholds(award=500_50)


@pytest.mark.parametrize("preset", presets())
def test_a_house_without_the_section_has_none_and_does_not_say_so(preset: str) -> None:
    house = load(preset)
    assert house.thresholds == Thresholds()
    assert "Thresholds" not in show(house)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("cash_in", 0, "must be a positive number"),
        ("cash_in", True, "money is a whole number"),
        ("award", 1.5, "money is a whole number"),
        ("difference", "-5", "must be a positive number"),
        ("hold_band", 0, "at least 1"),
        ("hold_band", 11, "at most 10"),
        ("hold_band", 2.5, "must be a whole number"),
        ("cashin", 5, "did you mean 'cash_in'"),
    ],
)
def test_a_faulty_threshold_is_named(key: str, value: object, says: str) -> None:
    named, cite, message = only(faults_of("colorado-craps", **{f"thresholds__{key}": value}))
    assert (named, cite) == (f"thresholds.{key}", None)
    assert says in message


def test_the_section_is_a_table() -> None:
    named, _, message = only(faults_of("colorado-craps", thresholds=5))
    assert (named, message) == ("thresholds", "must be a table")
