"""Houses with side bets: the choices that are faults, with their paragraphs, and what is posted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from croupier import house
from croupier.games.roulette.options import RouletteOptions
from croupier.house.show import limits_sign, show
from tests.support.house_files import faults_after, parts
from tests.support.side_bets import CONVERTED, CRAPS, CRAPS_FREE, DOUBLE, OLD, PROGRESSIVE, SINGLE, TRIPLE


def faults(name: str, change: Mapping[str, Any], on: date | None = None) -> list[tuple[str, str | None, str]]:
    """The faults of a preset after these changes: key, paragraph, message."""
    return [parts(fault) for fault in faults_after(change, name, on)]


def keys_and_cites(name: str, change: Mapping[str, Any], on: date | None = None) -> list[tuple[str, str | None]]:
    return [(key, cite) for key, cite, _ in faults(name, change, on)]


PAY_TABLES = {
    "fire-bet": (CRAPS, "FB-11", "FB-1"),
    "sharp-shooter": (CRAPS, "SS-7", "SS-0"),
    "super-front-line-winner": (CRAPS, "100", "10"),
    "spinner-winner": (DOUBLE, "SW2-U33", "SW2-U"),
    "roulette-up": (DOUBLE, "PT-FLT-RU-1", "PT-FLT-RU-0"),
    "roulette-up-progressive": (DOUBLE, "PT-BJS-RU-08", "PT-BJS-RU-0"),
}


@pytest.mark.parametrize("wager", PAY_TABLES)
def test_an_unknown_pay_table_names_the_nearest(wager: str) -> None:
    name, unknown, near = PAY_TABLES[wager]
    ((key, _, message),) = faults(name, {f"side_bets.{wager}.pay_table": unknown})
    assert key == f"side_bets.{wager}.pay_table"
    assert repr(unknown) in message
    assert f"did you mean '{near}" in message


@pytest.mark.parametrize("wager", PAY_TABLES)
@pytest.mark.parametrize("bad", [1, True, None, ["FB-1"]])
def test_a_pay_table_is_text(wager: str, bad: object) -> None:
    name, _, _ = PAY_TABLES[wager]
    assert [key for key, *_ in faults(name, {f"side_bets.{wager}.pay_table": bad})] == [
        f"side_bets.{wager}.pay_table"
    ]


@pytest.mark.parametrize("wager", PAY_TABLES)
def test_a_side_bet_with_pay_tables_needs_one(wager: str) -> None:
    name, _, _ = PAY_TABLES[wager]
    needs = {"unit": 1, "seed": 10, "reseed": 10, "contribution_percent": 1} if wager.endswith("progressive") else {}
    assert f"side_bets.{wager}.pay_table" in [key for key, *_ in faults(name, {f"side_bets.{wager}": needs})]


@pytest.mark.parametrize("table", ["SW2-U01", "SW2-U02", "SW3-U01", "SW3-U02"])
def test_a_pay_table_of_the_single_zero_wheel_is_not_for_double_zero(table: str) -> None:
    key = "side_bets.spinner-winner.pay_table"
    assert keys_and_cites(DOUBLE, {key: table}) == [(key, "30-2299.03(5)")]


@pytest.mark.parametrize("table", ["SW2-U03", "SW2-U04", "SW3-U03", "SW3-U04"])
def test_a_pay_table_of_the_double_zero_wheel_is_not_for_single_zero(table: str) -> None:
    key = "side_bets.spinner-winner.pay_table"
    assert keys_and_cites(SINGLE, {key: table}) == [(key, "30-2299.03(5)")]


@pytest.mark.parametrize("table", ["SW2-U01", "SW2-U03", "SW3-U02", "SW3-U04"])
def test_no_spinner_winner_table_is_for_39_pockets(table: str) -> None:
    found = keys_and_cites(TRIPLE, {"side_bets.spinner-winner": {"pay_table": table}})
    assert found == [("side_bets.spinner-winner.pay_table", "30-2299.03(5)")]


@pytest.mark.parametrize("table", ["SW2-U01", "SW2-U03"])
def test_no_spinner_winner_on_a_converted_wheel(table: str) -> None:
    found = faults(CONVERTED, {"side_bets.spinner-winner": {"pay_table": table}})
    assert ("side_bets.spinner-winner", "30-2299.03(5)") in [(key, cite) for key, cite, _ in found]


@pytest.mark.cites("30-2299.01(5)")
def test_back2back_without_weights_is_a_fault() -> None:
    without: list[dict[str, object]] = [{}, {"weights": {}}, {"weights": [10, 20]}, {"weights": "10"}]
    for weights in without:
        found = keys_and_cites(DOUBLE, {"side_bets.back2back": weights})
        assert found == [("side_bets.back2back.weights", "30-2299.01(5)")]


@pytest.mark.cites("47.1-2215.01(5)")
def test_back2back_without_weights_is_a_fault_under_the_number_of_the_day() -> None:
    found = keys_and_cites(DOUBLE, {"side_bets.back2back": {}}, OLD)
    assert found == [("side_bets.back2back.weights", "47.1-2215.01(5)")]


@pytest.mark.cites("30-2299.01(5)")
def test_an_award_lies_between_10_and_1000() -> None:
    for award in ("9", "1001", "0", "-10", "10.5", "ten", "1e2", ""):
        found = keys_and_cites(DOUBLE, {"side_bets.back2back.weights": {"50": 1, award: 1}})
        assert found == [("side_bets.back2back.weights", "30-2299.01(5)")], award
    for award in ("10", "1000"):
        rules = house.load(DOUBLE, change={"side_bets.back2back.weights": {award: 1}})
        assert RouletteOptions.of(rules).award_weights == {int(award): 1}


@pytest.mark.parametrize("weight", [0, -1, 1.5, True, "3"])
def test_a_weight_is_a_whole_number_above_nothing(weight: object) -> None:
    found = faults(DOUBLE, {"side_bets.back2back.weights": {"10": weight, "20": 1}})
    assert [key for key, *_ in found] == ["side_bets.back2back.weights"]


def test_one_award_written_twice_is_a_fault() -> None:
    assert faults(DOUBLE, {"side_bets.back2back.weights": {"10": 400, "010": 2}})


@pytest.mark.parametrize("wager", ["roulette-up", "roulette-up-progressive"])
def test_no_roulette_up_on_a_triple_zero_wheel(wager: str) -> None:
    table = {
        "roulette-up": {"pay_table": "PT-FLT-RU-01"},
        "roulette-up-progressive": {
            "pay_table": "PT-BJS-RU-01", "unit": 1, "seed": 1, "reseed": 1, "contribution_percent": 1,
        },
    }[wager]  # fmt: skip
    found = keys_and_cites(TRIPLE, {f"side_bets.{wager}": table})
    assert found == [(f"side_bets.{wager}", "30-2299.04/streak(1)")]


@pytest.mark.parametrize("wager", ["fire-bet", "sharp-shooter", "super-front-line-winner"])
def test_no_side_bet_at_craps_free(wager: str) -> None:
    ((key, cite, message),) = faults(CRAPS_FREE, {f"side_bets.{wager}": {"pay_table": "FB-1"}})
    assert (key, cite) == (f"side_bets.{wager}", "47.1-2317.03/wagers")
    assert wager in message


def test_a_side_bet_of_the_other_game_is_a_fault() -> None:
    assert [key for key, *_ in faults(CRAPS, {"side_bets.roulette-up": {"pay_table": "PT-FLT-RU-01"}})]
    assert [key for key, *_ in faults(DOUBLE, {"side_bets.fire-bet": {"pay_table": "FB-1"}})]
    assert [key for key, *_ in faults("colorado-big-six", {"side_bets.fire-bet": {"pay_table": "FB-1"}})]


def test_an_unknown_side_bet_names_the_nearest() -> None:
    ((key, _, message),) = faults(CRAPS, {"side_bets.firebet": {"pay_table": "FB-1"}})
    assert key == "side_bets.firebet"
    assert "'fire-bet'" in message


def test_an_unknown_choice_names_the_nearest() -> None:
    ((key, _, message),) = faults(DOUBLE, {"side_bets.roulette-up.agregate": 100})
    assert key == "side_bets.roulette-up.agregate"
    assert "'aggregate'" in message


def test_an_ordinary_wager_is_no_side_bet() -> None:
    assert [key for key, *_ in faults(DOUBLE, {"side_bets.red": {}})] == ["side_bets.red"]


@pytest.mark.parametrize("missing", ["unit", "seed", "reseed", "contribution_percent"])
def test_a_progressive_needs_its_meter(missing: str) -> None:
    full = {"pay_table": "PT-BJS-RU-01", "unit": 1, "seed": 10_000, "reseed": 10_000, "contribution_percent": 20}
    del full[missing]
    assert keys_and_cites(DOUBLE, {PROGRESSIVE: full}) == [(f"{PROGRESSIVE}.{missing}", "30-2299.04/start(6)")]


@pytest.mark.parametrize(
    ("key", "bad"),
    [
        ("unit", 0),
        ("unit", -1),
        ("seed", True),
        ("seed", 1.5),
        ("seed", "much"),
        ("reseed", 0),
        ("contribution_percent", 101),
        ("contribution_percent", -1),
        ("contribution_percent", 2.5),
    ],
)
def test_a_meter_is_of_whole_money(key: str, bad: object) -> None:
    assert [at for at, *_ in faults(DOUBLE, {f"{PROGRESSIVE}.{key}": bad})] == [f"{PROGRESSIVE}.{key}"]


def test_a_unit_that_no_chip_can_pay_is_a_fault() -> None:
    assert [key for key, *_ in faults(DOUBLE, {f"{PROGRESSIVE}.unit": "0.50"})] == [f"{PROGRESSIVE}.unit"]


@pytest.mark.parametrize("bad", [1, "yes", None])
def test_whether_a_primary_wager_is_required_is_a_yes_or_no(bad: object) -> None:
    found = faults(DOUBLE, {"side_bets.roulette-up.primary_required": bad})
    assert [key for key, *_ in found] == ["side_bets.roulette-up.primary_required"]


@pytest.mark.parametrize(
    ("day", "wager", "cite"),
    [
        ("2018-01-01", "straights-and-8s", "30-2299.02(1)"),
        ("2018-05-01", "spinner-winner", "30-2299.03(1)"),
        ("2022-08-01", "roulette-up", "30-2299.04(1)"),
        ("2022-08-13", "roulette-up-progressive", "30-2299.04(1)"),
        ("2016-01-01", "straights-and-8s", "30-2299.02(1)"),
    ],
)
def test_a_side_bet_before_its_date_is_a_fault(tmp_path: Path, day: str, wager: str, cite: str) -> None:
    preset = house.reader.find(DOUBLE).read_text(encoding="utf-8")
    path = tmp_path / "house.toml"
    path.write_text(preset.replace("rulebook = 2022-09-01", f"rulebook = {day}"), encoding="utf-8")
    found = {fault.key: fault for fault in house.faults(path)}
    fault = found[f"side_bets.{wager}"]
    assert str(fault.cite) == cite
    assert fault.line is not None


def test_a_preset_leaves_out_side_bets_of_a_later_date() -> None:
    side_bets = {"back2back", "straights-and-8s", "spinner-winner", "roulette-up", "roulette-up-progressive"}
    assert house.load(DOUBLE).offered >= side_bets
    assert house.load(DOUBLE, on=OLD).offered & side_bets == {"back2back"}
    assert house.load(DOUBLE, on=date(2018, 8, 13)).offered & side_bets == {"back2back", "straights-and-8s"}


def test_the_sign_shows_the_limits_of_every_wager() -> None:
    sign = limits_sign(house.load(CRAPS))
    assert list(sign.items())[:2] == [
        ("default", "$1 to $500"),
        ("side-bets", "$1 to $100 (fire-bet, sharp-shooter, super-front-line-winner)"),
    ]


def test_choices_for_a_side_bet_are_posted() -> None:
    change = {"side_bets.roulette-up.aggregate": 500, "side_bets.roulette-up.primary_required": True}
    posted = show(house.load(DOUBLE, change=change))
    assert "all players together: $500" in posted
    assert "only beside an ordinary roulette wager" in posted
