"""The limits of alerts in a house file: usual ones, stated ones, and faults."""

from __future__ import annotations

from dataclasses import fields

import pytest

from croupier import house
from croupier.house.alerts import BOUNDS, UNITS, AlertLimits
from croupier.house.show import show
from tests.support.house_files import faults_of, only

PRESET = "colorado-craps"


def test_a_house_that_states_nothing_has_the_usual_limits() -> None:
    assert house.load(PRESET).alerts == AlertLimits()
    assert "Alerts" not in show(house.load(PRESET))


def test_stated_limits_are_read_in_dollars_and_whole_numbers() -> None:
    found = house.load(PRESET, change={"alerts": {"cash_in": 3_000, "difference": "0.50", "transit": 5}})
    assert found.alerts == AlertLimits(cash_in=3_000_00, difference=50, transit=5)
    assert "Alerts, cash_in: $3,000" in show(found)
    assert "Alerts, transit: 5" in show(found)


def test_every_limit_has_a_unit_and_bounds_that_hold_its_usual_value() -> None:
    names = [each.name for each in fields(AlertLimits)]
    assert list(UNITS) == names
    assert {name for name, unit in UNITS.items() if unit != "money"} == BOUNDS.keys()
    for name, (least, most) in BOUNDS.items():
        assert least <= getattr(AlertLimits(), name) <= most, name


@pytest.mark.parametrize("name", sorted(UNITS))
@pytest.mark.parametrize("value", [True, 1.5, "much", None, [], -1, 10**18])
def test_a_wrong_limit_is_a_fault_at_its_key(name: str, value: object) -> None:
    key, _, _ = only(faults_of(PRESET, alerts={name: value}))
    assert key == f"alerts.{name}"


def test_an_unknown_limit_names_the_nearest() -> None:
    key, _, message = only(faults_of(PRESET, alerts={"cash_inn": 5}))
    assert key == "alerts.cash_inn"
    assert "'cash_in'" in message
