"""House files: sound ones, every kind of fault with its line and paragraph, warnings, and the two commands."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest

from croupier import house
from croupier.core.options import Commission
from croupier.games import NAMES, choices
from croupier.games.craps.options import CrapsOptions
from croupier.games.roulette.options import RouletteOptions
from croupier.house.keys import keys
from croupier.house.show import show, warnings

CROUPIER = Path(sys.executable).with_name("croupier")
APPROVED = {"reference": "X", "date": date(2022, 1, 1)}

ROULETTE = """\
title = "Test roulette"
game = "roulette"
rulebook = 2022-09-01
time_zone = "America/Denver"
gaming_day_starts = 06:00:00

[chips]
denominations = [1, 5, 25]

[wheel]
kind = "double-zero"

[limits]
default = { min = 1, max = 500 }
"""

TEN_FAULTS = """\
game = "craps"
rulebook = 2022-09-01
time_zone = "America/Denvr"
gaming_day_start = 06:00:00

[chips]
denominations = [1, 2.5, 25]

[wagers]
offered = "all"
except = ["place-6", "pass-odds"]

[limits]
default = { min = 50, max = 5 }

[odds]
take = 3
lay = 6

[odds.units]
take = { 4 = 1, 5 = 2, 6 = 5, 8 = 5, 9 = 2, 10 = 1 }
lay = { 4 = 2, 5 = 3, 6 = 6, 8 = 6, 9 = 3, 10 = 2 }

[commission]
buy = { percent = 6, when = "on-win" }
lay = { percent = 5, when = "on-win" }
place = { percent = 5, when = "on-win" }

[pays]
place-8 = { win = "1 to 1" }

[tips]
wagers = true

[device]
electronic = true
"""

Where = tuple[int | None, str, str | None]


def written(folder: Path, text: str) -> Path:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def found(folder: Path, text: str) -> list[Where]:
    """The faults of a file: line, key and paragraph."""
    return [
        (fault.line, fault.key, None if fault.cite is None else str(fault.cite))
        for fault in house.faults(written(folder, text))
    ]


def faults_of(name: str, on: date | None = None, /, **change: Any) -> list[house.Fault]:
    """The faults that changes bring into a sound preset; keys are written with two underscores for a dot."""
    dotted = {key.replace("__", "."): value for key, value in change.items()}
    with pytest.raises(house.Unsound) as unsound:
        house.load(name, on=on, change=dotted)
    return unsound.value.faults


def only(faults: list[house.Fault]) -> tuple[str, str | None, str]:
    """The one fault: key, paragraph, message."""
    (fault,) = faults
    return fault.key, None if fault.cite is None else str(fault.cite), fault.message


# Presets --------------------------------------------------------------------------------------------------
PRESETS = {
    "colorado-single-zero",
    "colorado-double-zero",
    "colorado-triple-zero",
    "colorado-converted-wheel",
    "ten-dollar-roulette",
    "colorado-craps",
    "colorado-craps-free",
    "colorado-big-six",
}


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


@pytest.mark.parametrize("name", ["colorado-craps", "colorado-big-six"])
def test_the_house_procedure_lists_wagers_of_its_own_game_alone(name: str) -> None:
    key, _, message = only(faults_of(name, wagers__offered="house-procedure"))
    assert key == "wagers.offered"
    assert "a list of wager ids" in message


def test_variations_are_a_list() -> None:
    assert only(faults_of("colorado-craps", variations=3))[::2] == ("variations", "is a list: write [[variations]]")


# All faults at once ---------------------------------------------------------------------------------------
def test_a_file_with_ten_faults_reports_all_ten_with_their_lines(tmp_path: Path) -> None:
    expected: set[Where] = {
        (3, "time_zone", None),
        (4, "gaming_day_start", None),
        (7, "chips.denominations", None),
        (14, "limits.default", None),
        (25, "commission.buy", "47.1-2307(1)"),
        (27, "commission.place", "47.1-2307(3)"),
        (30, "pays.place-8", "47.1-2306(1)"),
        (32, "tips", "47.1-2318"),
        (35, "device", "47.1-2310"),
    }
    got = found(tmp_path, TEN_FAULTS)
    assert expected <= set(got)
    left = [where for where in got if where not in expected]
    # Buy without place, and a line wager without odds: in the section that leaves them out.
    assert sorted(str(cite) for _, _, cite in left) == ["47.1-2307(1)", "47.1-2308(1)"]
    assert {line for line, _, _ in left} <= {9, 10, 11}


def test_the_ten_and_one_faults_are_one_error(tmp_path: Path) -> None:
    with pytest.raises(house.Unsound) as unsound:
        house.load(written(tmp_path, TEN_FAULTS))
    assert len(unsound.value.faults) == 11
    assert str(unsound.value).count("\n") == 11


def test_a_date_outside_the_rulebook_hides_no_other_fault(tmp_path: Path) -> None:
    text = ROULETTE.replace("2022-09-01", "2010-01-01").replace("Denver", "Denvr").replace("min = 1", "min = true")
    assert {(line, key) for line, key, _ in found(tmp_path, text)} == {
        (3, "rulebook"),
        (4, "time_zone"),
        (14, "limits.default.min"),
    }


def test_an_unknown_game_hides_no_other_fault(tmp_path: Path) -> None:
    text = ROULETTE.replace('"roulette"', '"roulete"').replace("Denver", "Denvr")
    assert {(line, key) for line, key, _ in found(tmp_path, text)} == {(2, "game"), (4, "time_zone")}


def test_a_fault_prints_its_line_and_its_paragraph(tmp_path: Path) -> None:
    path = written(tmp_path, ROULETTE + '\n[pays]\nstraight = { win = "34 to 1" }\n')
    (fault,) = house.faults(path)
    assert fault.line == 17
    assert str(fault).startswith("line 17: pays.straight: ")
    assert str(fault).endswith("[30-2204(1)]")


# Odds -----------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2204(1)")
def test_odds_below_the_least_are_a_fault() -> None:
    for odds in ("34 to 1", "35 for 1", "69 to 2", "0 to 1"):
        key, cite, message = only(faults_of("colorado-double-zero", pays__straight={"win": odds}))
        assert (key, cite) == ("pays.straight", "30-2204(1)")
        assert "35 to 1" in message


@pytest.mark.cites("47.1-2204(1)")
def test_odds_below_the_least_of_the_older_printing_are_a_fault() -> None:
    key, cite, _ = only(faults_of("colorado-double-zero", date(2016, 1, 1), pays__red={"win": "5 to 6"}))
    assert (key, cite) == ("pays.red", "47.1-2204(1)")


def test_odds_at_or_above_the_least_are_no_fault() -> None:
    for odds in ("35 to 1", "36 for 1", "70 to 2", "36 to 1", "1,000 to 1"):
        assert house.load("colorado-double-zero", change={"pays.straight": {"win": odds}})


def test_craps_odds_below_the_least_are_a_fault() -> None:
    key, cite, _ = only(faults_of("colorado-craps", **{"pays__any-seven": {"win": "4 for 1"}}))
    assert key == "pays.any-seven"
    assert cite is not None
    assert cite.startswith("47.1-2306")


@pytest.mark.parametrize("odds", ["35", "35:1", "35 to 0", "-35 to 1", "to 1", 35, 35.0, True])
def test_what_is_no_odds_is_a_fault(odds: object) -> None:
    key, _, message = only(faults_of("colorado-double-zero", pays__straight={"win": odds}))
    assert key == "pays.straight"
    assert repr(odds) in message


def test_an_unknown_row_of_a_pay_table_is_a_fault() -> None:
    key, _, message = only(faults_of("colorado-double-zero", pays__straight={"wins": "36 to 1"}))
    assert key == "pays.straight"
    assert "wins" in message


# Craps ----------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2307(1)")
def test_a_buy_commission_of_six_percent_is_a_fault() -> None:
    key, cite, message = only(faults_of("colorado-craps", commission__buy={"percent": 6, "when": "on-win"}))
    assert (key, cite) == ("commission.buy", "47.1-2307(1)")
    assert "5 %" in message


@pytest.mark.cites("47.1-2307(2)")
def test_a_lay_commission_of_six_percent_is_a_fault() -> None:
    key, cite, _ = only(faults_of("colorado-craps", commission__lay={"percent": 6, "when": "on-win"}))
    assert (key, cite) == ("commission.lay", "47.1-2307(2)")


@pytest.mark.cites("47.1-2307(3)")
def test_a_commission_on_another_wager_is_a_fault() -> None:
    key, cite, _ = only(faults_of("colorado-craps", commission__place={"percent": 1, "when": "on-win"}))
    assert (key, cite) == ("commission.place", "47.1-2307(3)")


def test_a_commission_below_five_percent_or_none_is_the_house_s_choice() -> None:
    for percent in (0, 3, 5):
        assert house.load("colorado-craps", change={"commission.buy": {"percent": percent, "when": "up-front"}})


@pytest.mark.parametrize("percent", [True, 4.5, "5", -1, None])
def test_a_commission_is_a_whole_number(percent: object) -> None:
    key, _, _ = only(faults_of("colorado-craps", commission__buy={"percent": percent, "when": "on-win"}))
    assert key == "commission.buy"


def test_a_commission_is_taken_up_front_or_on_a_win() -> None:
    key, _, message = only(faults_of("colorado-craps", commission__buy={"percent": 5, "when": "on-a-win"}))
    assert key == "commission.buy"
    assert "'on-win'" in message


def test_buy_without_place_is_a_fault() -> None:
    key, cite, message = only(faults_of("colorado-craps", wagers__except=["place-6"]))
    assert key.startswith("wagers.")
    assert cite == "47.1-2307(1)"
    assert "buy-6" in message
    assert "place-6" in message


def test_lay_without_place_to_lose_is_no_fault() -> None:
    points = (4, 5, 6, 8, 9, 10)
    assert house.load("colorado-craps", change={"wagers.except": [f"place-to-lose-{p}" for p in points]})


@pytest.mark.parametrize(
    ("odds", "cite"),
    [
        ("pass-odds", "47.1-2308(1)"),
        ("dont-pass-odds", "47.1-2308(2)"),
        ("come-odds", "47.1-2308(3)"),
        ("dont-come-odds", "47.1-2308(4)"),
    ],
)
def test_a_line_wager_without_odds_is_a_fault(odds: str, cite: str) -> None:
    key, cited, message = only(faults_of("colorado-craps", wagers__except=[odds]))
    assert key.startswith("wagers.")
    assert cited == cite
    assert odds in message


def test_odds_of_zero_times_are_a_fault() -> None:
    faults = faults_of("colorado-craps", odds__lay=0)
    assert {fault.key for fault in faults} == {"odds.lay"}
    assert len({str(fault) for fault in faults}) == len(faults), "said once"


def test_odds_that_leave_out_a_point_are_a_fault() -> None:
    key, cite, message = only(faults_of("colorado-craps", odds__take={"4": 3, "5": 4, "6": 5, "8": 5, "9": 4}))
    assert (key, cite) == ("odds.take", "47.1-2308(1)")
    assert "10" in message


def test_lay_odds_that_leave_out_a_point_rest_on_the_paragraph_of_lay_odds() -> None:
    key, cite, _ = only(faults_of("colorado-craps", odds__lay={"4": 6, "5": 6, "6": 6, "8": 6, "9": 6}))
    assert (key, cite) == ("odds.lay", "47.1-2308(2)")


def test_units_that_do_not_pay_exactly_are_a_fault() -> None:
    units = {"4": 1, "5": 1, "6": 5, "8": 5, "9": 2, "10": 1}
    key, cite, message = only(faults_of("colorado-craps", odds__units__take=units))
    assert (key, cite) == ("odds.units.take", "47.1-2306(4)")
    assert "3 to 2" in message


def test_a_device_at_craps_needs_an_approval() -> None:
    key, cite, _ = only(faults_of("colorado-craps", device__electronic=True))
    assert (key, cite) == ("device", "47.1-2310") or (key, cite) == ("device.electronic", "47.1-2310")
    change = {"device.electronic": True, "approvals.electronic-device": APPROVED}
    assert house.load("colorado-craps", change=change).electronic_device


def test_a_device_at_the_big_six_wheel_needs_an_approval() -> None:
    key, cite, _ = only(faults_of("colorado-big-six", device__electronic=True))
    assert key.startswith("device")
    assert cite == "30-2703(2)"


def test_a_device_at_roulette_is_printed() -> None:
    assert house.load("colorado-single-zero", change={"device.electronic": True}).electronic_device


def test_tip_wagers_at_craps_need_the_submission() -> None:
    key, cite, _ = only(faults_of("colorado-craps", tips={"wagers": True}))
    assert key.startswith("tips")
    assert cite == "47.1-2318"
    assert not house.load("colorado-craps", change={"tips": {"wagers": False}}).tip_wagers


def test_tip_wagers_at_the_wheels_need_none() -> None:
    for name in ("colorado-double-zero", "colorado-big-six"):
        assert house.load(name, change={"tips": {"wagers": True}}).tip_wagers


def test_craps_free_has_no_dont_wagers() -> None:
    key, cite, message = only(faults_of("colorado-craps-free", wagers__except=["dont-pass"]))
    assert key.startswith("wagers.")
    assert cite is not None
    assert "dont-pass" in message


# Roulette and Big Six -------------------------------------------------------------------------------------
def test_in_prison_on_a_converted_wheel_is_a_fault() -> None:
    key, cite, _ = only(faults_of("colorado-converted-wheel", options__in_prison=True))
    assert (key, cite) == ("options.in_prison", "30-2210(2)(d)(ii)(C)")


def test_a_conversion_to_double_zero_is_a_fault() -> None:
    key, cite, message = only(faults_of("colorado-triple-zero", wheel__used_as="double-zero"))
    assert (key, cite) == ("wheel.used_as", "30-2210(2)(d)")
    assert "double-zero" in message


def test_a_wheel_used_as_itself_is_not_converted() -> None:
    same = house.load("colorado-double-zero", change={"wheel.used_as": "double-zero"})
    assert not RouletteOptions.of(same).converted


def test_an_unknown_wheel_names_the_nearest(tmp_path: Path) -> None:
    (fault,) = house.faults(written(tmp_path, ROULETTE.replace('"double-zero"', '"dubble-zero"')))
    assert (fault.line, fault.key) == (11, "wheel.kind")
    assert "'double-zero'" in fault.message


def test_a_roulette_house_without_a_wheel_is_a_fault(tmp_path: Path) -> None:
    text = ROULETTE.replace('[wheel]\nkind = "double-zero"\n', "")
    assert [key for _, key, _ in found(tmp_path, text)] == ["wheel.kind"]


@pytest.mark.parametrize("spot", ["trio 0-2-3", "corner 0-1-2-3"])
def test_a_customary_spot_belongs_to_a_single_zero_layout(spot: str) -> None:
    change = {f"approvals.{spot}": APPROVED}
    assert RouletteOptions.of(house.load("colorado-single-zero", change=change)).customary == {spot}
    for name in ("colorado-double-zero", "colorado-triple-zero", "colorado-converted-wheel"):
        with pytest.raises(house.Unsound, match="single-zero"):
            house.load(name, change=change)


@pytest.mark.parametrize(
    "approval",
    [
        {"reference": "X"},
        {"date": date(2022, 1, 1)},
        {"reference": "", "date": date(2022, 1, 1)},
        {"reference": "X", "date": "soon"},
        "X",
        True,
    ],
)
def test_an_approval_has_a_reference_and_a_date(approval: object) -> None:
    key, _, _ = only(faults_of("colorado-single-zero", **{"approvals__trio 0-2-3": approval}))
    assert key == "approvals.trio 0-2-3"


def test_an_unknown_approval_names_the_nearest() -> None:
    key, _, message = only(faults_of("colorado-single-zero", **{"approvals__trio 0-2-4": APPROVED}))
    assert key == "approvals.trio 0-2-4"
    assert "'trio 0-2-3'" in message


def test_themed_symbols_without_approval_are_a_fault() -> None:
    key, cite, _ = only(faults_of("colorado-big-six", symbols__flag="lemon"))
    assert (key, cite) == ("symbols", "30-2702(3)")


def test_a_section_of_another_game_is_a_fault() -> None:
    key, _, message = only(faults_of("colorado-big-six", wheel__kind="double-zero"))
    assert key == "wheel"
    assert "roulette" in message


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
def test_what_is_no_money_is_a_fault(amount: object) -> None:
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


def test_a_table_that_is_none_is_one_fault() -> None:
    assert {fault.key for fault in faults_of("colorado-double-zero", chips=5)} <= {"chips", "chips.denominations"}
    for section in ("options", "readings", "approvals", "tips", "device", "pays", "wagers", "wheel", "limits"):
        faults = faults_of("colorado-double-zero", **{section: 5})
        assert all(fault.key.startswith(section) for fault in faults)
        assert len({str(fault) for fault in faults}) == len(faults), "said once"


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


@pytest.mark.parametrize("flag", ["yes", 1, 0, "true"])
def test_flags_are_true_or_false(flag: object) -> None:
    key, _, _ = only(faults_of("colorado-double-zero", options__in_prison=flag))
    assert key == "options.in_prison"


# Not readable ---------------------------------------------------------------------------------------------
def test_what_is_no_toml_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(house.Unreadable, match=r"house\.toml"):
        house.load(written(tmp_path, "game = roulette\n"))


def test_what_is_no_text_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"title = '\xff\xfe'\n")
    with pytest.raises(house.Unreadable):
        house.load(path)


def test_a_missing_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(house.Unreadable, match="colorado-craps"):
        house.load(tmp_path / "nowhere.toml")
    with pytest.raises(house.Unreadable):
        house.load("colorado-crabs")
    with pytest.raises(house.Unreadable):
        house.load(tmp_path)


def test_an_empty_file_has_faults_and_no_crash(tmp_path: Path) -> None:
    keys = {key for _, key, _ in found(tmp_path, "")}
    assert {"game", "rulebook", "chips.denominations"} <= keys


# Warnings -------------------------------------------------------------------------------------------------
def stakes_in(warning: str) -> set[int]:
    """The dollars a warning names."""
    return {int(word.strip("$,")) for word in warning.split() if word.startswith("$")}


def warned(name: str, **pays: str) -> set[str]:
    """The wagers of a preset, paid otherwise, that it is warned of."""
    change = {f"pays.{wager.replace('_', '-')}": {"win": odds} for wager, odds in pays.items()}
    return {warning.partition(":")[0] for warning in warnings(house.load(name, change=change))}


def test_rounding_that_favors_the_player_is_warned_of_stake_by_stake() -> None:
    # ceil(7s/6) above the true 6s/5, with a $1 chip.
    craps = house.load("colorado-craps", change={"readings.C4": "accept-all"})
    by_wager = {warning.partition(":")[0]: stakes_in(warning) for warning in warnings(craps)}
    assert by_wager["place-6"] == {1, 2, 3, 4, 7, 8, 9, 13, 14, 19}
    assert by_wager["place-8"] == by_wager["place-6"]
    assert "field" not in by_wager
    assert "any-seven" not in by_wager


def test_better_than_true_odds_are_warned_of() -> None:
    assert warned("colorado-double-zero", straight="38 to 1") == {"straight"}
    assert warned("colorado-triple-zero", split="19 to 1") == {"split"}
    assert warned("colorado-single-zero", red="20 to 18") == {"red"}


def test_true_odds_are_not_warned_of() -> None:
    assert warned("colorado-double-zero", straight="37 to 1") == set()
    assert warned("colorado-single-zero", straight="36 to 1") == set()
    assert warned("colorado-triple-zero", straight="38 to 1") == set()


def test_a_converted_wheel_is_reckoned_with_37_numbers() -> None:
    assert warned("colorado-converted-wheel", straight="36 to 1") == set()
    assert warned("colorado-converted-wheel", straight="37 to 1") == {"straight"}


def test_first_five_above_its_true_odds_is_warned_of() -> None:
    # 5 of 38: true odds are 33 to 5, so 7 to 1 is too much.
    assert warned("colorado-double-zero", first_five="7 to 1") == {"first-five"}


def test_big_six_above_its_true_odds_is_warned_of() -> None:
    # 1 of 54: 53 to 1 is fair, 54 to 1 is not.
    assert warned("colorado-big-six", joker="53 to 1") == set()
    assert warned("colorado-big-six", joker="54 to 1") == {"joker"}


def test_odds_behind_the_line_above_true_odds_are_warned_of() -> None:
    craps = house.load("colorado-craps", change={"pays.pass-odds": {"4": "3 to 1"}})
    assert "pass-odds" in {warning.partition(":")[0] for warning in warnings(craps)}


# The commands ---------------------------------------------------------------------------------------------
def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CROUPIER, *words], capture_output=True, text=True, check=False, timeout=120)


def test_check_of_a_sound_house_exits_0(tmp_path: Path) -> None:
    done = run("house", "check", written(tmp_path, ROULETTE))
    assert (done.returncode, done.stderr) == (0, "")
    assert "sound" in done.stdout


def test_check_of_a_house_with_faults_exits_1_and_prints_them_all(tmp_path: Path) -> None:
    done = run("house", "check", written(tmp_path, TEN_FAULTS))
    assert done.returncode == 1
    assert done.stdout.count("fault: line ") == 11


def test_check_of_what_cannot_be_read_exits_2(tmp_path: Path) -> None:
    for file in (written(tmp_path, "= ["), tmp_path / "nowhere.toml"):
        done = run("house", "check", file)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("croupier: ")
        assert "Traceback" not in done.stderr


def test_check_as_json(tmp_path: Path) -> None:
    sound = run("house", "check", "colorado-craps", "--json")
    assert sound.returncode == 0
    assert json.loads(sound.stdout) == {"sound": True, "faults": [], "warnings": []}
    faulty = run("house", "check", written(tmp_path, ROULETTE + '[pays]\nstraight = { win = "34 to 1" }\n'), "--json")
    assert faulty.returncode == 1
    data = json.loads(faulty.stdout)
    assert data["sound"] is False
    assert [(row["line"], row["key"], row["cite"]) for row in data["faults"]] == [(16, "pays.straight", "30-2204(1)")]


def test_check_prints_warnings_and_exits_0(tmp_path: Path) -> None:
    file = written(tmp_path, ROULETTE + '[pays]\nstraight = { win = "38 to 1" }\n')
    done = run("house", "check", file, "--json")
    assert done.returncode == 0
    (warning,) = json.loads(done.stdout)["warnings"]
    assert warning.startswith("straight")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_show_prints_what_would_be_posted(name: str) -> None:
    text = show(house.load(name))
    chosen = house.load(name)
    assert chosen.name in text
    nowhere = {wager for wager in chosen.offered if not chosen.game.wagers[wager].spots(chosen)}
    assert nowhere <= {"first-five"}
    assert {wager for wager in chosen.offered if wager not in text} == nowhere
    assert "2022-09-01" in text


def test_show_prints_a_reading_chosen_otherwise() -> None:
    text = show(house.load("colorado-single-zero", change={"readings.R5": "pays-even-money"}))
    assert "R5" in text
    assert "pays-even-money" in text


def test_show_on_the_command_line(tmp_path: Path) -> None:
    done = run("house", "show", "ten-dollar-roulette")
    assert (done.returncode, done.stderr) == (0, "")
    assert "outside: $10 to $10" in done.stdout
    for name in ("colorado-crabs", str(written(tmp_path, TEN_FAULTS))):
        done = run("house", "show", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Traceback" not in done.stderr


@pytest.mark.cites("30-2210(2)(d)(ii)(A)", "47.1-2210(2)(c)(ii)(A)")
def test_a_converted_wheel_posts_its_three_notices() -> None:
    posted = house.load("colorado-converted-wheel").options.notices()
    assert posted[0] == "Notice: this double-zero wheel is used as a single-zero wheel; 00 cannot be wagered on."
    assert "void" in posted[1]
    assert "lose on 0" in posted[2]
    assert posted[0] in show(house.load("colorado-converted-wheel"))
    assert "Notice" not in show(house.load("colorado-double-zero"))


def test_a_wrong_limit_is_on_its_own_line(tmp_path: Path) -> None:
    text = ROULETTE.replace("[limits]\n", "[limits.outside]\nmin = 1\nmax = -1\n\n[limits]\n")
    (fault,) = house.faults(written(tmp_path, text))
    line = text.splitlines().index("max = -1") + 1
    assert (fault.line, fault.key) == (line, "limits.outside.max")


def test_a_date_and_a_time_may_stand_in_quotes() -> None:
    """The schema says text, as JSON has it; TOML's own dates are as good."""
    changed = house.load("colorado-craps", change={"rulebook": "2022-09-01", "gaming_day_starts": "05:30:00"})
    assert (changed.rulebook.on, changed.gaming_day_starts) == (date(2022, 9, 1), time(5, 30))
    with pytest.raises(house.Unsound, match="must be a date"):
        house.load("colorado-craps", change={"rulebook": "tomorrow"})


@pytest.mark.parametrize("text", ["name = " + "9" * 5_000, "name = " + "[" * 100_000], ids=["digits", "depth"])
def test_a_file_that_breaks_its_reader_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    with pytest.raises(house.Unreadable, match=r"house\.toml cannot be read"):
        house.load(tmp_path / "house.toml")
