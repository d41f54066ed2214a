"""The roulette wheel: equal spaces, and another order or neutral compartments by approval (reading R19)."""

from __future__ import annotations

import re
from datetime import date

import pytest

from croupier import house
from croupier.felt import script
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.wheel import WheelName, ring
from croupier.web.lobby import emblems
from croupier.web.shared import house_choices

OLD = date(2016, 1, 1)


def cites_at(key: str, unsound: house.Unsound) -> list[str]:
    """The paragraphs of the faults at one key."""
    return [str(fault.cite) for fault in unsound.faults if fault.key == key]


KINDS = [
    pytest.param("single-zero", None, "30-2210(2)(a)", marks=pytest.mark.cites("30-2210(2)(a)")),
    pytest.param("double-zero", None, "30-2210(2)(b)", marks=pytest.mark.cites("30-2210(2)(b)")),
    pytest.param("triple-zero", None, "30-2210(2)(c)", marks=pytest.mark.cites("30-2210(2)(c)")),
    pytest.param("single-zero", OLD, "47.1-2210(2)(a)", marks=pytest.mark.cites("47.1-2210(2)(a)")),
    pytest.param("double-zero", OLD, "47.1-2210(2)(b)", marks=pytest.mark.cites("47.1-2210(2)(b)")),
]


@pytest.mark.parametrize(("kind", "on", "cite"), KINDS)
def test_compartments_are_equally_spaced(kind: WheelName, on: date | None, cite: str) -> None:
    table = house.load(f"colorado-{kind}", on=on)
    around = RouletteOptions.of(table).ring
    assert {weight for _, weight in table.game.chance(table).weights} == {1}
    turns = [float(turn) for turn in re.findall(r"rotate\(([0-9.]+) ", emblems.emblem(table))]
    assert len(turns) == len(around) == len(set(around))
    assert all(abs(turn - 360 * place / len(around)) < 0.01 for place, turn in enumerate(turns))


@pytest.mark.parametrize(("kind", "on", "cite"), KINDS)
def test_another_order_or_neutral_compartments_need_an_approval(kind: WheelName, on: date | None, cite: str) -> None:
    other = sorted(ring(kind), key=int)
    paper = {"reference": "DIRECTOR-1", "date": "2015-01-14" if on else "2022-01-01"}
    made = {"order": ("wheel-order", other), "neutral_compartments": ("neutral-compartments", True)}
    for key, (approval, value) in made.items():
        change = {f"wheel.{key}": value}
        with pytest.raises(house.Unsound) as unsound:
            house.load(f"colorado-{kind}", on=on, change=change)
        assert cites_at(f"wheel.{key}", unsound.value) == [cite]
        table = house.load(f"colorado-{kind}", on=on, change={**change, f"approvals.{approval}": paper})
        assert ("Approval: " + approval.replace("-", " "), f"DIRECTOR-1, {paper['date']}") in house_choices.choices(
            table
        )
    with pytest.raises(house.Unsound) as unsound:
        house.load(f"colorado-{kind}", on=on, change={"wheel.order": other[1:], "approvals.wheel-order": paper})
    assert cites_at("wheel.order", unsound.value) == [cite]


def test_the_approved_order_is_drawn_and_decides_what_is_adjacent() -> None:
    other = ["00", "0", *map(str, range(1, 37))]
    paper = {"reference": "DIRECTOR-1", "date": "2022-01-01"}
    played = "seat ann 100\noutcome 17\nwager ann 5 spinner-winner\noutcome 17\nbonus 1-2"
    rows = {}
    for order in (None, other):
        change = {} if order is None else {"wheel.order": order, "approvals.wheel-order": paper}
        table = house.load("colorado-double-zero", change=change)
        assert list(RouletteOptions.of(table).ring) == (order or list(ring("double-zero")))
        rows[order is None] = [row.grade for each in script.play(table, played) for row in each.resolutions]
    assert rows == {True: ["other"], False: ["adjacent"]}
