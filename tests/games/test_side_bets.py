"""Side bets where a script cannot show it: house faults, cells of pay tables, trackers, meters, exact chances."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from croupier import felt, house
from croupier.core.machine import Seen
from croupier.felt import Felt, script
from croupier.games.craps.facts import CrapsTable
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.sequences import Track, UpStreak
from croupier.house.show import limits_sign, show
from croupier.rulebook.reader import editions

OLD = date(2016, 1, 1)
DOUBLE, SINGLE, TRIPLE = "colorado-double-zero", "colorado-single-zero", "colorado-triple-zero"
CONVERTED, CRAPS, CRAPS_FREE = "colorado-converted-wheel", "colorado-craps", "colorado-craps-free"
PROGRESSIVE = "side_bets.roulette-up-progressive"
RISING = ["1", "4", "9", "12", "13", "22", "30", "33", "35"]


def faults(name: str, change: Mapping[str, Any], on: date | None = None) -> list[tuple[str, str | None, str]]:
    """What is wrong with a preset so changed: key, paragraph, message."""
    with pytest.raises(house.Unsound) as unsound:
        house.load(name, on=on, change=change)
    return [(f.key, None if f.cite is None else str(f.cite), f.message) for f in unsound.value.faults]


def keys_and_cites(name: str, change: Mapping[str, Any], on: date | None = None) -> list[tuple[str, str | None]]:
    return [(key, cite) for key, cite, _ in faults(name, change, on)]


def played(table: house.House, acts: list[str]) -> script.Told:
    """The last act of a script, all of which must be taken."""
    *_, last = told = list(script.play(table, "\n".join(["seat ann 1000", "seat bob 1000", *acts])))
    for each in told:
        assert each.refusal is None, f"{each.line.text}: {each.refusal}"
    return last


def spins(*pockets: object) -> list[str]:
    return [f"outcome {pocket}" for pocket in pockets]


# House faults ---------------------------------------------------------------------------------------------
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


def test_on_another_date_a_preset_leaves_out_what_had_not_come_in() -> None:
    side_bets = {"back2back", "straights-and-8s", "spinner-winner", "roulette-up", "roulette-up-progressive"}
    assert house.load(DOUBLE).offered >= side_bets
    assert house.load(DOUBLE, on=OLD).offered & side_bets == {"back2back"}
    assert house.load(DOUBLE, on=date(2018, 8, 13)).offered & side_bets == {"back2back", "straights-and-8s"}


# One cell of a pay table ----------------------------------------------------------------------------------
BALLS = {
    ("single-zero", "both-on-main"): "17-17",
    ("single-zero", "same-number"): "4-4",
    ("single-zero", "adjacent"): "34-6",
    ("single-zero", "same-color"): "1-3",
    ("single-zero", "other"): "1-2",
    ("single-zero", "three-adjacent-with-main"): "34-25-17",
    ("single-zero", "three-adjacent"): "32-15-19",
    ("single-zero", "two-adjacent"): "34-1-6",
    ("double-zero", "both-on-main"): "17-17",
    ("double-zero", "same-number"): "4-4",
    ("double-zero", "adjacent"): "5-22",
    ("double-zero", "same-color"): "1-3",
    ("double-zero", "other"): "1-2",
    ("double-zero", "three-adjacent-with-main"): "5-32-17",
    ("double-zero", "three-adjacent"): "28-9-26",
    ("double-zero", "two-adjacent"): "5-1-22",
}
THIRD_BALL = {"same-color": "7", "other": "3"}  # as far from 1, 2 and 3 on both rings
POINTS = ["1-3", "1-4", "1-5", "2-6", "3-6", "4-6"]
TRACKS = {
    "gap": spins(20, 22, 30),
    "eights": spins(28, 8, 36),
    "sequential": spins(33, 32, 17),
    "three-eights": spins(18, 8, 18),
    "three-sequential": spins(25, 26, 27),
    "8-18-28": spins(28, 18, 8),
    "lose": spins(20, 23),
}


def way_to(row: str, wager: str, table: Mapping[str, Any]) -> list[str]:
    """Acts that end with the row decided; "lose" is the highest row that pays nothing."""
    rows: list[str] = list(table["rows"])
    if wager == "straights-and-8s":
        return [f"wager ann 1 {wager}", *TRACKS[row]]
    if wager == "spinner-winner":
        begin = ["outcome 17", f"wager ann 1 {wager}"]
        if row == "lose":
            return [*begin, "outcome 3"]
        balls = BALLS[table["wheel"], row]
        if table["balls"] == 3 and row in THIRD_BALL:
            balls += f"-{THIRD_BALL[row]}"
        return [*begin, "outcome 17", f"bonus {balls}"]
    length = min(map(int, rows)) - 1 if row == "lose" else int(row)
    if wager.startswith("roulette-up"):
        end = [] if length == max(map(int, rows)) else ["outcome 0"]
        return [f"wager ann 1 {wager}", *spins(*RISING[:length]), *end]
    if wager == "super-front-line-winner":
        line = ["wager ann 1 pass", f"wager ann 1 {wager}"]
        return [*line, *["outcome 5-6"] * (length - 1), "outcome 4-5", "outcome 1-6"]
    made = [f"outcome {dice}" for n in range(length) for dice in [POINTS[n % 6]] * 2]
    end = [] if length == max(map(int, rows)) else ["outcome 2-2", "outcome 3-4"]
    return [f"wager ann 1 {wager}", *made, *end]


def another(text: str) -> str:
    """A different cell."""
    if text == "stake back":
        return "1 to 1"
    if text.endswith("of the meter"):
        return "50 % of the meter"
    figure, rest = text.split(" ", 1)
    return f"{int(figure.replace(',', '')) + 1} {rest}"


def tables() -> dict[str, tuple[str, dict[str, Any]]]:
    """Every printed pay table of a side bet: its wager and its row in the rulebook's data."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for edition in editions():
        for table in edition.data.get("pay_table", ()):
            found[f"{table['wager']} {table['id']}"] = (table["wager"], table)
        for wager in edition.data.get("wager", ()):
            if wager.get("side_bet") and wager["odds"]:
                found[wager["id"]] = (wager["id"], {"rows": wager["odds"]})
    return found


TABLES = tables()


def test_every_printed_pay_table_is_there() -> None:
    by_wager: dict[str, list[str]] = {}
    for key in TABLES:
        wager, _, table = key.partition(" ")
        by_wager.setdefault(wager, []).append(table)
    assert {wager: sorted(ids) for wager, ids in by_wager.items()} == {
        "fire-bet": [f"FB-{n}" for n in range(1, 5)],
        "sharp-shooter": [f"SS-0{n}" for n in range(1, 7)],
        "super-front-line-winner": sorted(str(n) for n in range(1, 11)),
        "spinner-winner": sorted(f"SW{balls}-U0{n}" for balls in (2, 3) for n in range(1, 5)),
        "roulette-up": [f"PT-FLT-RU-0{n}" for n in range(1, 6)],
        "roulette-up-progressive": [f"PT-BJS-RU-0{n}" for n in range(1, 8)],
        "straights-and-8s": [""],
    }


def payouts(wager: str, table: Mapping[str, Any], title: str) -> dict[str, tuple[str, int]]:
    """What a dollar makes in each row, and where it loses, through the felt."""
    name = CRAPS if wager in ("fire-bet", "sharp-shooter", "super-front-line-winner") else DOUBLE
    if table.get("wheel") == "single-zero":
        name = SINGLE
    change: dict[str, Any] = {"title": title}
    if "id" in table:
        change[f"side_bets.{wager}.pay_table"] = table["id"]
    chosen = house.load(name, change=change)
    found = {}
    for row in [*table["rows"], "lose"]:
        last = played(chosen, way_to(row, wager, table))
        ((grade, net),) = [(each.grade, each.net) for each in last.resolutions if each.wager == wager]
        found[row] = (grade, net)
    return found


@pytest.mark.parametrize("name", TABLES)
def test_a_changed_cell_changes_the_payouts_of_its_row_and_no_other(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wager, table = TABLES[name]
    before = payouts(wager, table, "as printed")
    assert before["lose"] == ("lose", -100)
    for row, text in dict(table["rows"]).items():
        with monkeypatch.context() as patch:
            patch.setitem(table["rows"], row, another(text))
            after = payouts(wager, table, f"changed in {row}")
        assert [each for each in before if before[each] != after[each]] == [row]
    assert payouts(wager, table, "as printed again") == before


def test_a_row_taken_out_of_a_pay_table_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    wager, table = TABLES["fire-bet FB-1"]
    acts = way_to("5", wager, table)
    monkeypatch.setitem(table, "rows", {row: text for row, text in table["rows"].items() if row != "5"})
    chosen = house.load(CRAPS, change={"title": "no row of five"})
    assert [(each.grade, each.net) for each in played(chosen, acts).resolutions] == [("lose", -100)]


# The paragraph of a decision ------------------------------------------------------------------------------
FIRE, SHARP, FRONT = "47.1-2317.01", "47.1-2317.02", "47.1-2317.04"
DECISIONS = [
    ("fire-bet", "4", {f"{FIRE}(12)", f"{FIRE}(11)"}),
    ("fire-bet", "lose", {f"{FIRE}(12)", f"{FIRE}(7)"}),
    ("sharp-shooter", "3", {f"{SHARP}(9)", f"{SHARP}(6)"}),
    ("sharp-shooter", "lose", {f"{SHARP}(9)", f"{SHARP}(6)"}),
    ("super-front-line-winner", "4", {f"{FRONT}(10)"}),
    ("super-front-line-winner", "11", {f"{FRONT}(11)", f"{FRONT}(10)"}),
    ("super-front-line-winner", "lose", {f"{FRONT}(10)", f"{FRONT}(12)"}),
    ("straights-and-8s", "gap", {"30-2299.02(8)-table", "30-2299.02(6)"}),
    ("straights-and-8s", "lose", {"30-2299.02(5)"}),
    ("spinner-winner", "other", {"30-2299.03(5)"}),
    ("spinner-winner", "lose", {"30-2299.03(2)"}),
    ("roulette-up", "3", {"30-2299.04/end(1)(b)"}),
    ("roulette-up", "lose", {"30-2299.04/end(1)(a)"}),
    ("roulette-up-progressive", "5", {"30-2299.04/end(1)(b)"}),
    ("roulette-up-progressive", "lose", {"30-2299.04/end(1)", "30-2299.04/end(1)(a)"}),
]
CHOSEN = {
    "fire-bet": "fire-bet FB-1",
    "sharp-shooter": "sharp-shooter SS-01",
    "super-front-line-winner": "super-front-line-winner 1",
    "straights-and-8s": "straights-and-8s",
    "spinner-winner": "spinner-winner SW2-U03",
    "roulette-up": "roulette-up PT-FLT-RU-01",
    "roulette-up-progressive": "roulette-up-progressive PT-BJS-RU-01",
}


@pytest.mark.parametrize(("wager", "row", "cites"), DECISIONS, ids=[f"{w} {r}" for w, r, _ in DECISIONS])
def test_a_decision_rests_on_the_paragraph_that_decides_it(wager: str, row: str, cites: set[str]) -> None:
    _, table = TABLES[CHOSEN[wager]]
    name = CRAPS if wager in ("fire-bet", "sharp-shooter", "super-front-line-winner") else DOUBLE
    last = played(house.load(name), way_to(row, wager, table))
    (cite,) = [str(each.cite) for each in last.resolutions if each.wager == wager]
    assert cite in cites


# Trackers -------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2317.04(14)")
def test_the_count_of_sevens_and_elevens_is_kept_without_wagers() -> None:
    table = house.load(CRAPS)
    counts = []
    for n in range(14):
        acts = [f"outcome {'5-6' if i % 2 else '3-4'}" for i in range(n)]
        counts.append(CrapsTable.of(played(table, acts).felt).hand.sevens_and_elevens)
    assert counts == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11]
    assert (
        CrapsTable.of(played(table, ["outcome 5-6", "outcome 2-2", "outcome 3-4"]).felt).hand.sevens_and_elevens == 0
    )


@pytest.mark.cites("47.1-2317.01(6)", "47.1-2317.02(5)")
def test_points_and_passes_are_kept_without_wagers() -> None:
    acts = ["outcome 2-2", "outcome 2-2", "outcome 1-3", "outcome 1-3", "outcome 3-3", "outcome 1-5", "outcome 4-5"]
    hand = CrapsTable.of(played(house.load(CRAPS), acts).felt).hand
    assert hand.points_made == {4, 6}
    assert hand.passes == 3


@pytest.mark.cites("30-2299.02(4)")
def test_the_number_track_holds_the_numbers_of_the_running_sequence_alone() -> None:
    table = house.load(DOUBLE)
    begun = ["outcome 9", "wager ann 1 straights-and-8s", "outcome 12"]
    assert RouletteTable.of(played(table, ["outcome 9"]).felt).track is None
    assert RouletteTable.of(played(table, begun).felt).track == Track(("12",))
    assert RouletteTable.of(played(table, [*begun, "outcome 14"]).felt).track == Track(("12", "14"))
    assert RouletteTable.of(played(table, [*begun, "outcome 14", "outcome 13"]).felt).track is None
    assert RouletteTable.of(played(table, [*begun, "outcome 15"]).felt).track is None


@pytest.mark.cites("30-2299.04/start(8)")
def test_the_up_streak_stands_at_one_after_the_first_spin_and_exists_only_for_a_wager() -> None:
    table = house.load(DOUBLE)
    assert RouletteTable.of(played(table, ["outcome 9", "outcome 10"]).felt).up is None
    for n in range(1, 8):
        up = RouletteTable.of(played(table, ["wager ann 1 roulette-up", *spins(*RISING[:n])]).felt).up
        assert up is not None
        assert up.length == n
    assert RouletteTable.of(played(table, ["wager ann 1 roulette-up", "outcome 9", "outcome 8"]).felt).up is None


# Tips -----------------------------------------------------------------------------------------------------
def test_a_tip_on_a_side_bet_wins_at_the_player_s_odds_for_the_tip_box() -> None:
    acts = ["wager ann 10 pass", "wager ann 5 super-front-line-winner", "tip ann 2 super-front-line-winner"]
    acts += ["outcome 3-4", "outcome 3-4", "outcome 3-4", "outcome 2-2", "outcome 3-4"]
    last = played(house.load(CRAPS), acts)
    assert sorted((each.tip, each.paid) for each in last.resolutions) == [(False, 2000), (True, 800)]
    assert last.felt.tip_box == 800


@pytest.mark.cites("30-2299.04/start(3)")
def test_a_tip_on_roulette_up_wins_at_the_player_s_odds_for_the_tip_box() -> None:
    acts = ["wager ann 5 roulette-up", "tip ann 1 roulette-up", *spins(1, 2, 3, 4, 5, 5)]
    last = played(house.load(DOUBLE), acts)
    assert sorted((each.tip, each.paid) for each in last.resolutions) == [(False, 15_500), (True, 3_100)]
    assert last.felt.tip_box == 3_100
    assert last.felt.rack("ann") == 100_000 - 600 + 15_500


def test_a_lost_tip_leaves_nothing_in_the_tip_box() -> None:
    last = played(house.load(DOUBLE), ["wager ann 5 roulette-up", "tip ann 1 roulette-up", *spins(9, 3)])
    assert [each.grade for each in last.resolutions] == ["lose", "lose"]
    assert last.felt.tip_box == 0


def test_a_tip_on_back2back_and_spinner_winner_waits_for_the_same_draw() -> None:
    acts = ["outcome 5", "wager ann 1 back2back", "tip ann 1 back2back", "tip ann 1 spinner-winner", "outcome 5"]
    last = played(house.load(DOUBLE), [*acts, "award 20", "bonus 1-2"])
    assert last.felt.tip_box == 2_100 + 1_100
    assert last.felt.rack("ann") == 100_000 - 300 + 2_100


# Meters ---------------------------------------------------------------------------------------------------
def shown(last: script.Told) -> int:
    (meter,) = last.felt.meters
    return meter.cents


@pytest.mark.cites("30-2299.04/start(4)")
def test_the_meter_grows_once_a_wager_when_it_is_locked_in() -> None:
    table = house.load(DOUBLE)
    placed = ["wager ann 1 roulette-up-progressive", "wager bob 1 roulette-up-progressive"]
    assert shown(played(table, placed)) == 1_000_000
    assert shown(played(table, [*placed, "no-spin other"])) == 1_000_000
    assert shown(played(table, [*placed, *spins(3)])) == 1_000_040
    assert shown(played(table, [*placed, *spins(3, 4, 5)])) == 1_000_040
    assert shown(played(table, [*placed, *spins(3, 2)])) == 1_000_040


def test_a_meter_that_was_won_starts_again_with_its_reseed() -> None:
    table = house.load(DOUBLE, change={f"{PROGRESSIVE}.reseed": 2_500})
    last = played(table, ["wager ann 1 roulette-up-progressive", *spins(*RISING)])
    assert [each.paid for each in last.resolutions] == [1_000_020]
    assert shown(last) == 250_000


def test_no_part_of_a_cent_of_a_contribution_is_dropped() -> None:
    change = {
        "chips.denominations": ["0.25", 1, 5],
        "limits.side-bets": {"min": "0.25", "max": 100},
        f"{PROGRESSIVE}.unit": "0.25",
        f"{PROGRESSIVE}.contribution_percent": 1,
    }
    table = house.load(DOUBLE, change=change)
    cents = [
        shown(played(table, ["wager ann 0.25 roulette-up-progressive", "outcome 36"] * rounds))
        for rounds in (1, 3, 4, 7, 8)
    ]
    first = cents[0]
    assert [each - first for each in cents] == [0, 0, 1, 1, 2]


def test_what_comes_out_of_a_shared_meter_is_what_was_in_it() -> None:
    table = house.load(DOUBLE, change={f"{PROGRESSIVE}.contribution_percent": 3})
    begun = ["wager bob 1 roulette-up-progressive", "outcome 36", "wager ann 1 roulette-up-progressive"]
    last = played(table, [*begun, "wager bob 1 roulette-up-progressive", *spins(*RISING)])
    assert [(each.seat, each.paid) for each in last.resolutions] == [("ann", 500_005), ("bob", 500_004)]


def test_an_aggregate_is_paid_out_to_the_last_chip() -> None:
    table = house.load(DOUBLE, change={"side_bets.roulette-up.aggregate": 101})
    acts = ["wager ann 5 roulette-up", "wager bob 5 roulette-up", *spins(1, 2, 3, 4, 5, 5)]
    assert sum(each.winnings for each in played(table, acts).resolutions) == 10_100


# Chances --------------------------------------------------------------------------------------------------
def lengths(name: str, longest: int, reading: str = "36-counts") -> dict[int, Fraction]:
    """The exact chance of each final length, by every pocket at every place of the engine's own machine."""
    chosen = house.load(name, change={"readings.R15": reading})
    game = chosen.game
    pockets = game.chance(chosen).weights
    total = sum(weight for _, weight in pockets)
    ended: dict[int, Fraction] = {}
    running = {RouletteTable(up=UpStreak(longest)): Fraction(1)}
    while running:
        after: dict[RouletteTable, Fraction] = {}
        for table, share in running.items():
            for pocket, weight in pockets:
                seen = game.observe(table, pocket, chosen)
                assert isinstance(seen, Seen)
                assert isinstance(seen.fact, Landed)
                up, then = seen.fact.up, RouletteTable.of(seen)
                assert up is not None
                part = share * Fraction(weight, total)
                if up.ended:
                    ended[up.length] = ended.get(up.length, Fraction(0)) + part
                else:
                    after[then] = after.get(then, Fraction(0)) + part
        running = after
    return ended


@pytest.mark.parametrize(("name", "pockets"), [(SINGLE, 37), (DOUBLE, 38)])
@pytest.mark.parametrize("longest", [8, 9])
def test_the_chance_of_a_streak_of_at_least_k(name: str, pockets: int, longest: int) -> None:
    found = lengths(name, longest)
    assert sum(found.values()) == 1
    for k in range(1, longest + 1):
        at_least = sum(share for length, share in found.items() if length >= k)
        assert at_least == Fraction(comb(pockets, k), pockets**k)


@pytest.mark.parametrize(("name", "pockets"), [(SINGLE, 37), (DOUBLE, 38)])
def test_the_chance_of_a_streak_where_a_closing_36_does_not_count(name: str, pockets: int) -> None:
    found = lengths(name, 8, "36-does-not-count")
    assert sum(found.values()) == 1
    for k in range(2, 9):
        at_least = sum(share for length, share in found.items() if length >= k)
        assert at_least == Fraction(comb(pockets - 1, k), pockets**k)


def test_a_refused_act_on_a_side_bet_changes_nothing() -> None:
    begun = played(house.load(DOUBLE), ["outcome 5", "wager ann 1 roulette-up", "outcome 3"]).felt
    assert isinstance(begun, Felt)
    for line in (
        "wager bob 1 roulette-up",
        "take-down ann roulette-up",
        "award 50",
        "bonus 1-2",
        "tip ann 1 roulette-up",
    ):
        read = script.read_line(1, line)
        assert read is not None
        told = script.do(begun, read)
        assert told.refusal is not None, line
        assert told.felt == begun


def test_a_table_opens_with_its_meter_at_the_seed() -> None:
    (meter,) = felt.open(house.load(DOUBLE)).meters
    assert meter.cents == 1_000_000
    assert felt.open(house.load(SINGLE)).meters == ()


@pytest.mark.cites("47.1-2317.04(6)(a)")
def test_the_first_seven_or_eleven_is_announced_as_the_close() -> None:
    """Said once, after the roll that closes it, with or without a wager, and only where it is offered."""
    script_text = "\n".join(("seat ann 100", "outcome 5-5", "outcome 6-5", "outcome 6-5"))
    told = list(script.play(house.load(CRAPS), script_text))
    assert [each.announced for each in told] == [
        (), (), ("Super Front Line Winner is closed until this shooter sevens out.",), (),
    ]  # fmt: skip
    assert "closed until" in script.to_text(told[2])
    assert not any(each.announced for each in script.play(house.load(CRAPS_FREE), script_text))


@pytest.mark.cites("47.1-2317.04(4)(a)")
def test_the_sign_shows_the_limits_of_every_wager() -> None:
    sign = limits_sign(house.load(CRAPS))
    assert sign[0] == "  default: $1 to $500"
    assert sign[1] == "  side-bets: $1 to $100 (fire-bet, sharp-shooter, super-front-line-winner)"


def test_a_closed_window_comes_before_the_missing_line_wager() -> None:
    """The pass wager has won and come down with the seven that closes the side bet: the window is the first fault."""
    acts = "seat ann 500\nwager ann 5 pass\noutcome 3-4\nwager ann 5 super-front-line-winner"
    refusal = list(script.play(house.load(CRAPS), acts))[-1].refusal
    assert refusal is not None
    assert (refusal.code.word, str(refusal.cite)) == ("not-now", "47.1-2317.04(6)")


def test_what_the_house_chose_for_a_side_bet_is_posted() -> None:
    change = {"side_bets.roulette-up.aggregate": 500, "side_bets.roulette-up.primary_required": True}
    posted = show(house.load(DOUBLE, change=change))
    assert "all players together: $500" in posted
    assert "only beside an ordinary roulette wager" in posted
