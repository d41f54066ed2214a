"""Faults under the rules of a game: odds, commissions, wagers left out, wheels, devices, approvals."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from croupier import house
from croupier.felt import amounts
from croupier.games.roulette.options import RouletteOptions
from croupier.house import show
from tests.support.house_files import APPROVED, ROULETTE, faults_of, found, only, written


@pytest.mark.parametrize("name", ["colorado-craps", "colorado-big-six"])
def test_the_house_procedure_lists_wagers_of_its_own_game_alone(name: str) -> None:
    key, _, message = only(faults_of(name, wagers__offered="house-procedure"))
    assert key == "wagers.offered"
    assert "a list of wager ids" in message


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
def test_text_that_is_not_odds_is_a_fault(odds: object) -> None:
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


@pytest.mark.cites("47.1-2311(5)")
@pytest.mark.parametrize("posts", [["player"], ["boxperson", "auditor"], [], "dealer"])
def test_no_roll_is_called_by_posts_of_licensed_employees(posts: object) -> None:
    key, cite, _ = only(faults_of("colorado-craps", options__no_roll=posts))
    assert (key, cite) == ("options.no_roll", "47.1-2311(5)")


def test_a_device_at_craps_needs_an_approval() -> None:
    key, cite, _ = only(faults_of("colorado-craps", device__electronic=True))
    assert (key, cite) == ("device", "47.1-2310") or (key, cite) == ("device.electronic", "47.1-2310")
    change = {"device.electronic": True, "approvals.electronic-device": APPROVED}
    assert house.load("colorado-craps", change=change).electronic_device


def test_a_device_at_the_big_six_wheel_needs_an_approval() -> None:
    key, cite, _ = only(faults_of("colorado-big-six", device__electronic=True))
    assert key.startswith("device")
    assert cite == "30-2703(2)"


@pytest.mark.cites("30-2205(1)")
def test_a_device_at_roulette_needs_an_approval_too() -> None:
    key, cite, _ = only(faults_of("colorado-single-zero", device__electronic=True))
    assert (key, cite) == ("device", "30-2205(1)")
    change = {"device.electronic": True, "approvals.electronic-device": APPROVED}
    assert house.load("colorado-single-zero", change=change).electronic_device


SUBMITTED = {
    "wagers": True,
    "submission": {"reference": "T-1", "date": "2022-01-31"},
    "ends": "first-decision",
    "then": "box",
}


@pytest.mark.cites("47.1-2318")
@pytest.mark.parametrize("missing", ["submission", "ends", "then"])
def test_tip_wagers_at_craps_need_submitted_rules_about_their_end(missing: str) -> None:
    assert house.load("colorado-craps", change={"tips": SUBMITTED}).tips.ends == "first-decision"
    change = {key: value for key, value in SUBMITTED.items() if key != missing}
    key, cite, _ = only(faults_of("colorado-craps", tips=change))
    assert key in ("tips", f"tips.{missing}")
    assert cite == "47.1-2318"
    assert not house.load("colorado-craps", change={"tips": {"wagers": False}}).tip_wagers


@pytest.mark.parametrize(
    "change",
    [
        {"submission": {"reference": "T-1", "date": "2022-09-02"}},  # after the day of the rules
        {"submission": {"reference": "T-1"}},
        {"submission": {"reference": "", "date": "2022-01-31"}},
        {"then": "tube"},  # without a tube
    ],
)
def test_the_submission_comes_first_with_its_date_and_fits_the_table(change: dict[str, object]) -> None:
    _, cite, _ = only(faults_of("colorado-craps", tips=SUBMITTED | change))
    assert cite == "47.1-2318"


def test_a_reference_without_a_date_is_read_with_a_warning() -> None:
    old = house.load("colorado-craps", change={"tips": {"wagers": True, "submission": "T-1"}})
    assert old.tips_to_submit
    assert any("has no date (47.1-2318)" in warning for warning in show.warnings(old))
    assert not any("47.1-2318" in warning for warning in show.warnings(house.load("colorado-craps")))


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
    key, cite, _ = only(faults_of("colorado-big-six", symbols__one="lemon"))
    assert (key, cite) == ("symbols", "30-2702(3)")


def test_a_section_of_another_game_is_a_fault() -> None:
    key, _, message = only(faults_of("colorado-big-six", wheel__kind="double-zero"))
    assert key == "wheel"
    assert "roulette" in message


# The house procedure ----------------------------------------------------------------------------------------
TEN = "ten-dollar-roulette"


@pytest.mark.cites("H-wagers(1)")
@pytest.mark.parametrize(
    ("key", "limit"),
    [
        ("inside", {"min": 1, "max": 100}),
        ("inside", {"min": 2, "max": 10}),
        ("straight", {"min": 1, "max": 9}),
    ],
)
def test_a_house_by_the_procedure_takes_one_to_ten_dollars_inside(key: str, limit: dict[str, int]) -> None:
    key_of, cite, message = only(faults_of(TEN, **{f"limits__{key}": limit}))
    assert (key_of, cite) == (f"limits.{key}", "H-wagers(1)")
    assert message == "by the house procedure inside wagers are $1 to $10"


@pytest.mark.cites("H-wagers(2)")
@pytest.mark.parametrize("limit", [{"min": 1, "max": 10}, {"min": 10, "max": 500}])
def test_a_house_by_the_procedure_takes_ten_dollars_outside(limit: dict[str, int]) -> None:
    key, cite, message = only(faults_of(TEN, limits__outside=limit))
    assert (key, cite, message) == ("limits.outside", "H-wagers(2)", "by the house procedure outside wagers are $10")


@pytest.mark.cites("H-pay-table")
@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        ({"pays__straight": {"win": "36 to 1"}}, "pays.straight", "pays straight 35 to 1"),
        ({"side_bets__roulette-up": {"pay_table": "PT-FLT-RU-01"}}, "side_bets.roulette-up", "list roulette-up"),
        ({"wheel__kind": "single-zero"}, "wagers.offered", "lists first-five"),
    ],
)
def test_a_house_by_the_procedure_has_its_pay_table_and_nothing_else(
    change: dict[str, object], key: str, says: str
) -> None:
    found_key, cite, message = only(faults_of(TEN, **change))
    assert (found_key, cite) == (key, "H-pay-table")
    assert says in message


@pytest.mark.cites("H-wagers(8)")
def test_a_house_by_the_procedure_takes_no_wagers_for_the_dealers() -> None:
    key, cite, _ = only(faults_of(TEN, tips__wagers=True))
    assert (key, cite) == ("tips.wagers", "H-wagers(8)")


@pytest.mark.cites("H-pay-table")
def test_a_house_by_the_procedure_offers_no_in_prison() -> None:
    found_ = faults_of(TEN, options__in_prison=True)
    assert {str(each.cite) for each in found_} == {"H-pay-table"}
    assert found_[0].message == "the house procedure does not ask the player of red to choose half-back or imprison"


def test_limits_of_a_wager_that_the_procedure_does_not_know_are_refused_by_its_own_paragraph() -> None:
    """A house of an older log may have the procedure and a side bet: its limits refuse, and nothing crashes."""
    change = {"side_bets.roulette-up": {"pay_table": "PT-FLT-RU-01"}}
    kept = replace(house.load("colorado-double-zero", change=change), by_procedure=True)
    refusal = amounts.limits(kept, kept.game.wagers["roulette-up"], 100_000_00)
    assert refusal is not None
    assert str(refusal.cite) == "30-2299.04/start(6)"
