"""Pay tables of side bets: every printed one is there, a cell decides its row, and decisions cite."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from croupier import house, rulebook
from croupier.core.machine import Return
from croupier.rulebook.reader import editions
from tests.support.side_bets import CRAPS, DOUBLE, RISING, SINGLE, played, spins

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
    """What a dollar wins in each row, and which rows lose, at the felt."""
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


@pytest.mark.cites("47.1-2317.04(10)")
def test_four_sevens_or_elevens_are_the_least_that_is_paid() -> None:
    tables = rulebook.colorado(on=date(2022, 9, 1)).permitted("craps")["super-front-line-winner"].pay_tables
    assert len(tables) == 10
    for table in tables.values():
        pays = {row: odds for row, odds in table.rows.items() if not isinstance(odds, Return)}
        assert set(pays) == {str(count) for count in range(4, 12)}
        worth = [Fraction(*map(int, str(pays[str(count)]).split(" to "))) for count in range(4, 12)]
        assert worth == sorted(worth)
        assert worth[0] > 0
