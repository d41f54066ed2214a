"""The readings that each figure depends on and the paragraphs it cites, compared with what really changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from croupier import rulebook
from croupier.chain.everything import Question, everything, of_house
from croupier.house import House, load, otherwise
from croupier.rulebook.reader import Prices

GAME = {"roulette": "roulette", "craps": "craps"}  # what a reading is about -> the game it can price
SEVERAL = [key for key, reading in rulebook.readings().items() if len(reading.answers) > 1]


@cache
def _rows() -> tuple[Question, ...]:
    """Every figure, and those of a converted wheel and of In Prison on a double-zero one."""
    prison = otherwise(load("colorado-double-zero"), {"options.in_prison": True})
    return (*everything(), *of_house(load("colorado-converted-wheel")), *of_house(prison))


def _covers(prices: Prices, row: Question) -> bool:
    named = (row.wager.id, row.wager.group, row.house.variant, row.wheel, row.pay_table, row.options)
    return prices.cover(*named)


def _entries() -> Iterator[tuple[str, Prices]]:
    for key, reading in rulebook.readings().items():
        for prices in reading.prices:
            yield key, prices


@cache
def _answered(house: House, key: str, answer: str) -> House:
    return otherwise(house, {f"readings.{key}": answer})


@pytest.mark.parametrize("key", SEVERAL)
def test_another_answer_changes_the_figures_it_names_and_no_others(key: str) -> None:
    reading = rulebook.readings()[key]
    for answer in reading.answers.keys() - {reading.default}:
        for row in _rows():
            if row.house.game_name != GAME[reading.about]:
                continue
            usual, other = (replace(row, house=_answered(row.house, key, each)) for each in (reading.default, answer))
            named = any(answer in prices.changed_by and _covers(prices, row) for prices in reading.prices)
            assert (usual.price() != other.price()) == named, (row.wager.id, row.pay_table, row.options, answer)


def test_an_answer_that_changes_figures_is_an_answer() -> None:
    for key, prices in _entries():
        assert prices.changed_by <= rulebook.readings()[key].answers.keys() - {rulebook.readings()[key].default}


def test_everything_a_reading_names_exists_and_every_entry_prices_something() -> None:
    rows = _rows()
    options = {word for row in rows for name, value in row.options.items() for word in (name, f"{name}={value}")}
    for key, prices in _entries():
        covered = [row for row in rows if _covers(prices, row)]
        assert covered, (key, prices)
        assert prices.wagers <= {row.wager.id for row in covered}, key
        assert prices.groups <= {row.wager.group for row in covered}, key
        assert prices.wheels <= {row.wheel for row in covered}, key
        assert prices.pay_tables <= {row.pay_table for row in covered}, key
        assert prices.options | prices.without <= options, key


def test_readings_of_procedure_price_nothing() -> None:
    priced = {rulebook.readings()[key].about for key, _ in _entries()}
    assert priced == {"editions", "roulette", "craps"}
    assert {key for key, _ in _entries() if rulebook.readings()[key].about == "editions"} == {"E2"}


#: variant, wheel, wager, pay table, options -> the readings it rests on.
EXPECTED = [
    ("craps", None, "pass", None, {}, ""),
    ("craps", None, "pass", None, {"odds": "2x"}, "E2 C7"),
    ("craps", None, "dont-pass", None, {}, "C1"),
    ("craps", None, "dont-come", None, {}, "C1"),
    ("craps", None, "dont-come", None, {"odds": "10x"}, "E2 C1 C7"),
    ("craps", None, "come", None, {"odds": "1x"}, "E2 C2 C7"),
    ("craps", None, "field", None, {}, ""),
    ("craps", None, "hop-5-5", None, {}, ""),
    ("craps", None, "craps-2", None, {}, ""),
    ("craps", None, "place-6", None, {}, "C2"),
    ("craps", None, "horn", None, {}, ""),
    ("craps", None, "horn-high-12", None, {}, "C14"),
    ("craps", None, "put-6", None, {}, ""),
    ("craps", None, "lay-4", None, {"commission": "on-win"}, "C6"),
    ("craps", None, "fire-bet", "FB-1", {}, "C9 C10"),
    ("craps", None, "super-front-line-winner", "3", {}, "C10 C11 C12"),
    ("craps-free", None, "pass", None, {}, ""),
    ("craps-free", None, "pass", None, {"odds": "2x"}, "E2 C7 C8"),
    ("craps-free", None, "hop-5-5", None, {}, "C8"),
    ("craps-free", None, "hop-2-2", None, {}, ""),
    ("craps-free", None, "place-2", None, {}, "C2 C8"),
    ("roulette", "37", "split", None, {}, ""),
    ("roulette", "37", "red", None, {"in_prison": "none"}, "R4"),
    ("roulette", "37", "red", None, {"in_prison": "imprisoned"}, "R5"),
    ("roulette", "37", "red", None, {"converted": "38"}, "R4 R6 R7"),
    ("roulette", "38", "red", None, {"in_prison": "half-back"}, "R4 R5"),
    ("roulette", "38", "red", None, {}, "R4"),
    ("roulette", "37", "spinner-winner", "SW2-U01", {}, "R19 R14"),
    ("roulette", "38", "spinner-winner", "SW2-U04", {}, "R19 R13 R14"),
    ("roulette", "38", "spinner-winner", "SW3-U03", {}, "R19 R14"),
    ("roulette", "37", "straights-and-8s", None, {}, "R10 R11"),
    ("roulette", "39", "straights-and-8s", None, {}, "R10 R11 R12"),
    ("roulette", "38", "roulette-up", "PT-FLT-RU-01", {"R15": "36-counts"}, "R15 C10"),
    ("roulette", "38", "roulette-up-progressive", "PT-BJS-RU-01", {}, "R15 R17 C10"),
    ("big-six", None, "joker", None, {}, ""),
]


def _row(variant: str, wheel: str | None, wager: str, table: str | None, options: dict[str, str]) -> Question:
    (found, *_) = (
        row
        for row in _rows()
        if (row.house.variant, row.wheel, row.wager.id, row.pay_table) == (variant, wheel, wager, table)
        and dict(row.options) == options
    )
    return found


@pytest.mark.parametrize(("variant", "wheel", "wager", "table", "options", "named"), EXPECTED)
def test_the_readings_of_a_figure(
    variant: str, wheel: str | None, wager: str, table: str | None, options: dict[str, str], named: str
) -> None:
    assert _row(variant, wheel, wager, table, options).readings == named.split()


@pytest.mark.parametrize(
    ("variant", "wheel", "wager", "options", "cites"),
    [
        ("craps", None, "pass", {}, "47.1-2304(1) 47.1-2306(1)"),
        ("craps", None, "pass", {"odds": "2x"}, "47.1-2304(1) 47.1-2306(1) 47.1-2308(1)"),
        ("craps", None, "dont-come", {"odds": "5x"}, "47.1-2304(4) 47.1-2306(1) 47.1-2308(4)"),
        ("craps-free", None, "come", {"odds": "1x"}, "47.1-2317.03/wagers(3) 47.1-2317.03/odds 47.1-2308(3)"),
        ("craps-free", None, "place-6", {}, "47.1-2304(5) 47.1-2317.03/odds"),
        ("craps-free", None, "hop-4-5", {}, "47.1-2304(37) 47.1-2317.03/odds"),
        ("craps-free", None, "hop-4-6", {}, "47.1-2304(38) 47.1-2306(1)"),
        ("craps-free", None, "buy-4", {"commission": "always"}, "47.1-2307(1) 47.1-2317.03/buy(1)"),
        ("roulette", "37", "red", {"in_prison": "none"}, "30-2203(6)(i) 30-2204(1)"),
        ("roulette", "37", "red", {"in_prison": "half-back"}, "30-2203(6)(i) 30-2204(1) 30-2204(2)"),
        ("roulette", "37", "red", {"in_prison": "imprisoned"}, "30-2203(6)(i) 30-2204(1) 30-2204(2)"),
    ],
)
def test_the_paragraphs_of_a_figure(
    variant: str, wheel: str | None, wager: str, options: dict[str, str], cites: str
) -> None:
    assert _row(variant, wheel, wager, None, options).cites == cites.split()


def test_an_older_date_cites_its_own_printing() -> None:
    house = load("colorado-single-zero", change={"rulebook": "2016-06-01", "side_bets": {}})
    rows = {row.options["in_prison"]: row for row in of_house(house) if row.wager.id == "red" and row.options}
    assert rows["imprisoned"].cites == ["47.1-2203(6)(i)", "47.1-2204(1)", "47.1-2204(2)"]
