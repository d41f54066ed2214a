"""Faults that any house can have: unknown names, and values that are not money, dates, times or flags."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path

import pytest

from croupier import house
from croupier.house.show import show
from tests.support.house_files import ROULETTE, faults_of, found, only, written


def test_variations_are_a_list() -> None:
    assert only(faults_of("colorado-craps", variations=3))[::2] == ("variations", "is a list: write [[variations]]")


# Words ----------------------------------------------------------------------------------------------------
def test_an_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    (fault,) = house.faults(written(tmp_path, ROULETTE.replace("[limits]", "[limit]")))[:1]
    assert (fault.line, fault.key) == (13, "limit")
    assert "'limits'" in fault.message


def test_missing_limits_are_a_fault() -> None:
    for name, cite in (("colorado-double-zero", "30-2207"), ("colorado-big-six", "30-2703(7)")):
        key, cited, _ = only(faults_of(name, limits={}))
        assert (key, cited) == ("limits.default", cite)


def test_missing_limits_of_the_older_printing_are_a_fault_under_its_number() -> None:
    key, cite, _ = only(faults_of("colorado-double-zero", date(2016, 1, 1), limits={}))
    assert (key, cite) == ("limits.default", "47.1-2207")


def test_an_unknown_wager_names_the_nearest() -> None:
    key, _, message = only(faults_of("colorado-double-zero", wagers__offered=["straight", "splitt"]))
    assert key == "wagers.offered"
    assert "'split'" in message


def test_an_unknown_wager_left_out_names_the_nearest() -> None:
    key, _, message = only(faults_of("colorado-double-zero", wagers__except=["splitt"]))
    assert key == "wagers.except"
    assert "'split'" in message


@pytest.mark.parametrize("value", ["straight", 5, True, [1], ["straight", 5]])
def test_a_wager_list_is_a_list_of_ids(value: object) -> None:
    for key in ("offered", "except"):
        faults = faults_of("colorado-double-zero", **{f"wagers__{key}": value})
        assert faults
        assert all(fault.key.startswith("wagers") for fault in faults)


def test_an_unknown_wager_of_a_pay_table_names_the_nearest() -> None:
    key, _, message = only(faults_of("colorado-double-zero", pays__strait={"win": "36 to 1"}))
    assert key == "pays.strait"
    assert "'straight'" in message


def test_an_unknown_reading_and_an_unknown_answer() -> None:
    key, _, _ = only(faults_of("colorado-double-zero", readings__R99="standard"))
    assert key == "readings.R99"
    key, _, message = only(faults_of("colorado-double-zero", readings__R5="pays-even-mony"))
    assert key == "readings.R5"
    assert "'pays-even-money'" in message


@pytest.mark.parametrize(
    ("reading", "answer"), [("R5", "pays-even-money"), ("C4", "accept-all"), ("C6", "of-the-stake")]
)
def test_a_named_alternative_is_the_house_s_choice(reading: str, answer: str) -> None:
    name = "colorado-single-zero" if reading == "R5" else "colorado-craps"
    assert house.load(name, change={f"readings.{reading}": answer}).reading(reading) == answer


def test_an_unknown_game_names_the_nearest(tmp_path: Path) -> None:
    ((line, key, _),) = found(tmp_path, ROULETTE.replace('"roulette"', '"roulete"'))
    assert (line, key) == (2, "game")


# Money ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "amount", [True, False, 1.0, 0.5, float("nan"), float("inf"), 0, -1, "0", "x", "NaN", None, []]
)
def test_a_value_that_is_not_money_is_a_fault(amount: object) -> None:
    key, _, _ = only(faults_of("colorado-double-zero", limits__inside={"min": amount, "max": 500}))
    assert key == "limits.inside.min"
    keys = {fault.key for fault in faults_of("colorado-double-zero", chips__denominations=[1, amount])}
    assert keys == {"chips.denominations"}
    key, _, _ = only(faults_of("colorado-double-zero", limits__player={"max": amount}))
    assert key == "limits.player"


def test_a_bad_limit_of_the_table_is_one_fault_and_not_a_missing_limit_too() -> None:
    key, _, message = only(faults_of("colorado-double-zero", limits__default={"min": 1.0, "max": 500}))
    assert key == "limits.default.min"
    assert "1.0" in message


def test_half_dollars_are_written_as_text() -> None:
    half = house.load("colorado-double-zero", change={"chips.denominations": ["0.50", 1]})
    assert half.lowest_chip == 50
    assert faults_of("colorado-double-zero", chips__denominations=["0.505", 1])


def test_a_minimum_above_the_maximum_is_a_fault() -> None:
    key, _, message = only(faults_of("colorado-double-zero", limits__inside={"min": 6, "max": 5}))
    assert key == "limits.inside"
    assert "minimum" in message


def test_a_limit_that_no_chips_make_is_a_fault() -> None:
    key, _, _ = only(faults_of("colorado-double-zero", limits__inside={"min": "1.50", "max": 5}))
    assert key == "limits.inside"


@pytest.mark.parametrize("limit", [{"min": 1}, {"max": 5}, {"min": 1, "max": 5, "most": 6}, 5, "5", [1, 5]])
def test_a_limit_has_a_minimum_and_a_maximum(limit: object) -> None:
    key, _, _ = only(faults_of("colorado-double-zero", limits__inside=limit))
    assert key == "limits.inside"


def test_an_unknown_limit_names_the_nearest() -> None:
    key, _, message = only(faults_of("colorado-double-zero", limits__insde={"min": 1, "max": 5}))
    assert key == "limits.insde"
    assert "'inside'" in message


@pytest.mark.parametrize("chips", [[], 5, "1", [1, 1], ["0.40", 1]])
def test_chips_are_a_list_of_whole_numbers_of_the_lowest(chips: object) -> None:
    faults = faults_of("colorado-double-zero", chips__denominations=chips)
    assert faults[0].key == "chips.denominations"


def test_a_value_that_is_not_a_table_is_one_fault() -> None:
    assert {fault.key for fault in faults_of("colorado-double-zero", chips=5)} <= {"chips", "chips.denominations"}
    for section in ("options", "readings", "approvals", "tips", "device", "pays", "wagers", "wheel", "limits"):
        faults = faults_of("colorado-double-zero", **{section: 5})
        assert all(fault.key.startswith(section) for fault in faults)
        assert len({str(fault) for fault in faults}) == len(faults), "said once"


@pytest.mark.parametrize(
    ("delay", "says"),
    [
        (-1, "must be at least 0"),
        (1.5, "must be a whole number"),
        (True, "must be a whole number"),
        (1_000_000_001, "at most 1,000,000,000"),
        (10**30, "at most 1,000,000,000"),
    ],
)
def test_a_delay_is_a_number_of_iterations(delay: object, says: str) -> None:
    approved = {"reference": "D-1", "date": "2022-01-31"}
    device = {"electronic": True, "delay": delay}
    faults = faults_of("colorado-double-zero", device=device, **{"approvals__electronic-device": approved})
    key, _, message = only(faults)
    assert (key, says in message) == ("device.delay", True)


def test_only_an_electronic_device_has_a_delay() -> None:
    key, _, message = only(faults_of("colorado-double-zero", device__delay=10_000_000))
    assert (key, message) == ("device.delay", "is for an electronic device: electronic = true")


# Dates and times ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "too_early", "first"),
    [
        ("colorado-double-zero", date(2015, 1, 13), "2015-01-14"),
        ("colorado-craps", date(2014, 7, 14), "2014-07-15"),
        ("colorado-big-six", date(2021, 11, 13), "2021-11-14"),
    ],
)
def test_a_date_outside_the_rulebook_is_a_fault_with_the_covered_range(
    name: str, too_early: date, first: str
) -> None:
    key, _, message = only(faults_of(name, too_early))
    assert key == "rulebook"
    assert first in message
    assert house.load(name, on=date.fromisoformat(first))


@pytest.mark.parametrize("day", ["2022-09-31", 2022, True, None])
def test_a_rulebook_date_is_a_date(day: object) -> None:
    assert "rulebook" in {fault.key for fault in faults_of("colorado-double-zero", rulebook=day)}


def test_a_date_and_time_is_no_gaming_date(tmp_path: Path) -> None:
    text = ROULETTE.replace("2022-09-01", "2022-09-01T06:00:00")
    assert (3, "rulebook") in {(line, key) for line, key, _ in found(tmp_path, text)}


@pytest.mark.parametrize("zone", ["America/Denvr", "", "America", "../etc/passwd", 7, True])
def test_a_time_zone_must_exist(zone: object) -> None:
    key, _, _ = only(faults_of("colorado-double-zero", time_zone=zone))
    assert key == "time_zone"


@pytest.mark.parametrize("start", ["six", 6, True])
def test_a_gaming_day_starts_at_a_time(start: object) -> None:
    key, _, _ = only(faults_of("colorado-double-zero", gaming_day_starts=start))
    assert key == "gaming_day_starts"


def test_time_zone_and_start_of_the_day_are_kept() -> None:
    chosen = house.load("colorado-double-zero", change={"time_zone": "Europe/Berlin", "gaming_day_starts": time(4)})
    assert (chosen.time_zone, chosen.gaming_day_starts) == ("Europe/Berlin", time(4))


@pytest.mark.parametrize("hour", ["eight", 20, True, "20:30:00", time(20, 0, 1)])
def test_the_alert_about_an_inspection_is_at_a_full_hour(hour: object) -> None:
    key, _, _ = only(faults_of("colorado-double-zero", inspection_alert=hour))
    assert key == "inspection_alert"


def test_the_hour_of_the_alert_is_kept_where_tables_are_inspected() -> None:
    for hour in (time(20), "20:00:00"):
        chosen = house.load("colorado-double-zero", change={"inspection_alert": hour})
        assert chosen.inspection_alert == 20
        assert "Alert if an open table was not inspected in the gaming day: at 20:00" in show(chosen)
    assert house.load("colorado-double-zero").inspection_alert is None
    key, _, says = only(faults_of("colorado-craps", inspection_alert=time(20)))
    assert (key, says) == ("inspection_alert", "is for games whose tables are inspected, and craps is none")


@pytest.mark.parametrize("flag", ["yes", 1, 0, "true"])
def test_flags_are_true_or_false(flag: object) -> None:
    key, _, _ = only(faults_of("colorado-double-zero", options__in_prison=flag))
    assert key == "options.in_prison"


def test_a_date_and_a_time_may_stand_in_quotes() -> None:
    """The schema says text, as in JSON; dates of TOML are accepted too."""
    changed = house.load("colorado-craps", change={"rulebook": "2022-09-01", "gaming_day_starts": "05:30:00"})
    assert (changed.rulebook.on, changed.gaming_day_starts) == (date(2022, 9, 1), time(5, 30))
    with pytest.raises(house.Unsound, match="must be a date"):
        house.load("colorado-craps", change={"rulebook": "tomorrow"})
