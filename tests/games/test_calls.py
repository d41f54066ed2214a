"""The line of every roll: 36 rolls in every phase of both variants, against a table written by hand."""

from __future__ import annotations

from itertools import product

import pytest

from croupier.core.machine import Seen
from croupier.games import game
from croupier.games.craps.facts import CrapsTable
from croupier.house import load

CRAPS = game("craps")
#: The name of each roll, by total: thrown with two equal faces, and with two different ones.
HARD = {2: "Craps 2", 4: "Hard four", 6: "Hard six", 8: "Hard eight", 10: "Hard ten", 12: "Craps 12"}
EASY = {
    3: "Craps 3",
    4: "Easy four",
    5: "Five",
    6: "Easy six",
    7: "Seven",
    8: "Easy eight",
    9: "Nine",
    10: "Easy ten",
    11: "Yo eleven",
}
#: Come-out rolls that decide the line.
DECIDED = {
    2: "Craps 2: Pass loses",
    3: "Craps 3: Pass loses",
    7: "Seven: Pass wins",
    11: "Yo eleven: Pass wins",
    12: "Craps 12: Pass loses",
}
#: Craps Free Craps has no craps: these are numbers like all others.
FREE = {2: "Two", 3: "Three", 12: "Twelve"}


def _expected(one: int, other: int, point: int | None, come_only: bool, free: bool) -> tuple[str, str]:
    total = one + other
    name = FREE.get(total, "") if free else ""
    name = name or (HARD if one == other else EASY)[total]
    if come_only:
        return f"{name}: only Come bets count", f"{name}: only Come bets count"
    if point is None:
        decided = {7: DECIDED[7]} if free else DECIDED
        if total in decided:
            return decided[total], decided[total]
        return f"Point is {total}", f"{name}. Point is {total}"
    if total == point:
        return f"Point made: {total}", f"{name}. Point made"
    return ("Seven out", "Seven out") if total == 7 else (name, name)


@pytest.mark.parametrize("preset", ["colorado-craps", "colorado-craps-free"])
def test_the_line_of_every_roll(preset: str) -> None:
    house, free, seen = load(preset), preset.endswith("free"), 0
    points = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12) if free else (4, 5, 6, 8, 9, 10)
    phases = [(None, True), (None, False), *((point, False) for point in points)]
    for (point, come_only), one, other in product(phases, range(1, 7), range(1, 7)):
        roll = CRAPS.read(f"{one}-{other}", house)
        found = CRAPS.observe(CrapsTable(point, deciding_come=come_only), roll, house)
        assert isinstance(found, Seen)
        call = CRAPS.call(found.fact, house)
        where = f"{one}-{other} with point {point}, come only {come_only}"
        assert (call.line, call.spoken) == _expected(one, other, point, come_only, free), where
        seen += 1
    assert seen == 36 * len(phases)


def test_what_the_next_roll_is() -> None:
    assert CRAPS.stage(CrapsTable()) == "Come-out roll"
    for point in (4, 5, 6, 8, 9, 10):
        assert CRAPS.stage(CrapsTable(point)) == f"Point is {point}"
