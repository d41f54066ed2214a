"""What a roulette table lacks, by the printing in force: every missing piece, and both sides of every bound."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from croupier.core.citation import older
from croupier.core.equipment import INCH
from croupier.house import House, load
from tests.support.pit.equipment import Broken, cites, pit_of

DOUBLE, SINGLE, TRIPLE = "colorado-double-zero", "colorado-single-zero", "colorado-triple-zero"
CONVERTED, PROCEDURE = "colorado-converted-wheel", "ten-dollar-roulette"
IN_2016 = date(2016, 1, 1)
BOX, BOXES, ENDS, COVER = "30-2202", "30-2210(2)(g)", "30-2210(1)", "30-2210(2)(d)(i)"
LAYOUT, AREAS, NUMBER, OPTIONAL = "30-2210(2)(e)", "30-2210(2)(e)(i)", "30-2210(2)(e)(ii)", "30-2210(2)(f)"
RING, BALL = "30-2210(2)(b)", "30-2211"
SAYS = ["used-as-single-zero", "zeros-void-the-spin", "even-money-loses-on-zero"]
SIGN = "30-2210(2)(d)(ii)"


def _wheel(preset: str) -> dict[str, Any]:
    """The order and the colors of the wheel of a preset."""
    house = load(preset)
    found: Any = next(each.what for each in house.game.equipment.sample("T1", house) if each.name == "wheel")
    return {"order": found.order, "colors": found.colors}


def _turned(values: tuple[str, ...], by: int) -> list[str]:
    return [*values[by:], *values[:by]]


def _swapped(values: tuple[str, ...], one: int, other: int) -> list[str]:
    found = list(values)
    found[one], found[other] = found[other], found[one]
    return found


def _all_but(*names: str) -> list[str]:
    """The areas of the double-zero layout without some."""
    house = load(DOUBLE)
    return sorted(house.offered - set(names))


ORDER, COLORS = _wheel(DOUBLE)["order"], _wheel(DOUBLE)["colors"]

#: By preset: what is broken, and the paragraphs of what is missing then, as the printing of 2022 numbers them.
ROWS: list[tuple[str, Broken, tuple[str, ...]]] = [
    # what is not there at all
    (DOUBLE, {"table": None}, (ENDS,)),
    (DOUBLE, {"wheel": None}, ("30-2209(1)",)),
    (SINGLE, {"wheel": None}, ("30-2209(2)",)),
    (TRIPLE, {"wheel": None}, ("30-2209(3)",)),
    (DOUBLE, {"layout": None}, (LAYOUT,)),
    (DOUBLE, {"drop-box": None}, (BOX, BOXES)),
    (DOUBLE, {"tip-box": None}, (BOXES,)),
    (DOUBLE, {"ball-1": None}, ()),
    (DOUBLE, {"ball-1": None, "ball-2": None}, (BALL,)),
    (DOUBLE, {"marker": None, "board": None, "sorter": None}, ()),  # asked for by the house procedure alone
    # the drop box
    (DOUBLE, {"drop-box": {"number": "T2"}}, (BOX,)),
    (DOUBLE, {"drop-box": {"table": "T2"}}, (BOX,)),
    (DOUBLE, {"drop-box": {"game": "craps"}}, (BOX,)),
    (DOUBLE, {"drop-box": {"markings_visible": False}}, (BOX,)),
    (DOUBLE, {"drop-box": {"number_permanent": False}}, (BOX,)),
    (DOUBLE, {"table": {"number_permanent": False}}, (BOX,)),
    (DOUBLE, {"drop-box": {"markings_permanent": False}}, (BOX,)),
    (DOUBLE, {"drop-box": {"locks": False}}, (BOX,)),
    (DOUBLE, {"drop-box": {"attached": False}}, (BOX, BOXES)),
    (DOUBLE, {"drop-box": {"container_key": "T1-TABLE"}}, (BOX,)),
    (DOUBLE, {"drop-box": {"container_key_holder": "security"}}, (BOX,)),
    (DOUBLE, {"drop-box": {"container_key_holder": "cage"}}, ()),
    (DOUBLE, {"tip-box": {"attached": False}}, (BOXES,)),
    # the table and the size of the wheel
    (DOUBLE, {"wheel": {"diameter": 30 * INCH}}, ()),
    (DOUBLE, {"wheel": {"diameter": 30 * INCH - 1}}, (ENDS,)),
    (DOUBLE, {"table": {"wheel_at": "right-end", "layout_at": "left-end"}}, ()),
    (DOUBLE, {"table": {"wheel_at": "right-end"}}, (ENDS,)),
    (DOUBLE, {"table": {"wheel_at": "middle"}}, (ENDS,)),
    (DOUBLE, {"table": {"number_on": "accessory"}}, (NUMBER,)),
    (DOUBLE, {"table": {"number_on": "elsewhere"}}, (NUMBER,)),
    (DOUBLE, {"table": {"number_in_view": False}}, (NUMBER,)),
    # the compartments
    (DOUBLE, {"wheel": {"kind": "single-zero"}}, ("30-2209(1)",)),
    (DOUBLE, {"wheel": {"compartments": 37}}, (RING,)),
    (DOUBLE, {"wheel": {"compartments": 39}}, (RING,)),
    (SINGLE, {"wheel": {"compartments": 38}}, ("30-2210(2)(a)",)),
    (TRIPLE, {"wheel": {"compartments": 38}}, ("30-2210(2)(c)",)),
    (DOUBLE, {"wheel": {"equally_spaced": False}}, (RING,)),
    (DOUBLE, {"wheel": {"order": _turned(ORDER, 7), "colors": _turned(COLORS, 7)}}, ()),
    (DOUBLE, {"wheel": {"order": _swapped(ORDER, 1, 3), "colors": COLORS}}, (RING, RING)),
    (DOUBLE, {"wheel": {"order": [*ORDER[:-1], "000"]}}, (RING, RING)),
    (DOUBLE, {"wheel": {"order": [*ORDER[:-1], "37"]}}, (RING, RING)),
    (DOUBLE, {"wheel": {"colors": _swapped(COLORS, 1, 2)}}, (RING,)),
    (DOUBLE, {"wheel": {"neutral": True}}, (RING,)),
    # the layout
    (DOUBLE, {"layout": {"approval": ""}}, (LAYOUT,)),
    (DOUBLE, {"layout": {"approval": "another"}}, (LAYOUT,)),
    (DOUBLE, {"layout": {"wheel": "single-zero"}}, (AREAS,)),
    (DOUBLE, {"layout": {"areas": _all_but("red")}}, (AREAS,)),
    (DOUBLE, {"layout": {"areas": _all_but("first-five", "odd")}}, (AREAS,)),
    (PROCEDURE, {"layout": {"areas": _all_but("trio")}}, (AREAS,)),  # authorized, though this house does not offer it
    (DOUBLE, {"layout": {"areas": _all_but("back2back")}}, (OPTIONAL,)),
    (DOUBLE, {"layout": {"covered": ["00"]}}, (AREAS,)),
    # a wheel that is used as a single-zero wheel
    (CONVERTED, {"layout": {"covered": []}}, (COVER,)),
    (CONVERTED, {"layout": {"cover_says_so": False}}, (COVER,)),
    (CONVERTED, {"layout": {"covered": ["0", "00"]}}, (AREAS,)),
    (CONVERTED, {"layout": {"wheel": "single-zero", "covered": []}}, ()),  # nothing on it needs a cover
    (CONVERTED, {"layout": {"wheel": "single-zero", "covered": [], "areas": _all_but("red")}}, (AREAS,)),
    (SINGLE, {"layout": {"wheel": "double-zero", "covered": ["00"]}}, (AREAS, AREAS)),
    (CONVERTED, {"sign": {"says": SAYS[1:]}}, (f"{SIGN}(A)",)),
    (CONVERTED, {"sign": {"says": SAYS[::2]}}, (f"{SIGN}(B)",)),
    (CONVERTED, {"sign": {"says": SAYS[:2]}}, (f"{SIGN}(C)",)),
    (CONVERTED, {"sign": None}, tuple(f"{SIGN}({letter})" for letter in "ABC")),
    # balls, in sixteenths of an inch
    (DOUBLE, {"ball-1": {"diameter": 6}, "ball-2": {"diameter": 14}}, ()),
    (DOUBLE, {"ball-1": {"diameter": 5}}, (BALL,)),
    (DOUBLE, {"ball-2": {"diameter": 15}}, (BALL,)),
    (DOUBLE, {"ball-1": {"metal": True}}, (BALL,)),
    (DOUBLE, {"ball-1": {"material": "acrylic"}}, ()),
    # several at once, in the order of the paragraphs
    (
        DOUBLE,
        {"ball-1": {"metal": True, "diameter": 15}, "tip-box": None, "table": None, "drop-box": None},
        (BOX, ENDS, BOXES, BOXES, BALL, BALL),
    ),
]
#: The house procedure has no other printing.
BY_PROCEDURE: list[tuple[Broken, tuple[str, ...]]] = [
    ({"table": {"designated": False}}, ("H-equipment(1)",)),
    ({"table": None}, (ENDS, "H-equipment(1)")),
    ({"wheel": {"diameter": 32 * INCH - 1}}, ("H-equipment(2)",)),
    ({"wheel": {"diameter": 32 * INCH + 1}}, ("H-equipment(2)",)),
    ({"wheel": {"balanced": False}}, ("H-equipment(2)",)),
    ({"ball-1": {"material": "acrylic"}}, ("H-equipment(3)",)),
    ({"marker": None}, ("H-equipment(4)",)),
    ({"marker": {"material": "brass"}}, ("H-equipment(4)",)),
    ({"board": None}, ("H-equipment(5)",)),
    ({"board": {"electronic": False}}, ("H-equipment(5)",)),
    ({"sorter": None}, ("H-equipment(6)",)),
    ({"sorter": {"electronic": False}}, ("H-equipment(6)",)),
]
#: Paragraphs that other code meets, which this register only compares with.
OTHERS = ("30-2209(1)", "30-2209(2)", "30-2209(3)")


def _both(paragraph: str) -> list[str]:
    """A paragraph with its number in the older printing, if it has one."""
    before = older(paragraph)
    return [paragraph] if before is None else [paragraph, before]


def _cited(rows: list[Any]) -> list[Any]:
    """The rows as parameters: one whose paragraph is unmistakable cites it, in both printings."""
    found = []
    for row in rows:
        named = sorted(set(row[-1]) - set(OTHERS))
        marks = [pytest.mark.cites(*_both(named[0]))] if len(named) == 1 else []
        found.append(pytest.param(*row, marks=marks, id=f"{row[0]}-{row[-2]}-{row[-1]}"))
    return found


@pytest.mark.parametrize(("preset", "broken", "wanted"), _cited(ROWS))
def test_what_a_table_lacks_is_named_with_its_paragraph(preset: str, broken: Broken, wanted: tuple[str, ...]) -> None:
    house = load(preset)
    assert cites(house, pit_of(house)) == ()
    assert cites(house, pit_of(house, broken)) == wanted
    if preset in (DOUBLE, CONVERTED):
        before = load(preset, on=IN_2016)
        areas = broken.get("layout") or {}
        if "areas" not in areas:
            assert cites(before, pit_of(before, broken)) == tuple(older(each) or each for each in wanted)


@pytest.mark.parametrize(("broken", "wanted"), _cited(BY_PROCEDURE))
def test_what_the_house_procedure_asks_for(broken: Broken, wanted: tuple[str, ...]) -> None:
    house = load(PROCEDURE)
    assert house.by_procedure
    assert cites(house, pit_of(house)) == ()
    assert cites(house, pit_of(house, broken)) == wanted
    other = load(DOUBLE)
    assert cites(other, pit_of(other, broken)) == tuple(each for each in wanted if not each.startswith("H-"))


@pytest.mark.cites("30-2210(2)(e)", "47.1-2210(2)(d)")
def test_the_approval_of_a_layout_is_about_a_layout_and_on_record() -> None:
    for house in (load(DOUBLE), load(DOUBLE, on=IN_2016)):
        wanted = ("30-2210(2)(e)",) if house.day >= "2017-12-15" else ("47.1-2210(2)(d)",)
        assert cites(house, pit_of(house, approved=[("DEMO-LAYOUT", "layout")])) == ()
        for approved in ([], [("DEMO-LAYOUT", "equipment")], [("OTHER", "layout")]):
            assert cites(house, pit_of(house, approved=approved)) == wanted


@pytest.mark.cites("30-2211", "47.1-2211")
def test_the_director_may_approve_other_balls() -> None:
    house = load(DOUBLE)
    for broken in ({"diameter": 5}, {"diameter": 15}, {"metal": True}):
        pit = pit_of(house, {"ball-1": {**broken, "approval": "B-1"}})
        layout = ("DEMO-LAYOUT", "layout")
        for approved, wanted in (([("B-1", "equipment")], ()), ([("B-1", "layout")], (BALL,)), ([], (BALL,))):
            on_record = pit_of(house, approved=[layout, *approved]).approvals
            assert cites(house, pit.but(approvals=on_record)) == wanted


def _approved_wheel() -> House:
    order = list(ORDER)
    order[1], order[3] = order[3], order[1]
    change = {
        "wheel.order": order,
        "wheel.neutral_compartments": True,
        "approvals.wheel-order": {"reference": "W-1", "date": "2020-01-01"},
        "approvals.neutral-compartments": {"reference": "W-2", "date": "2020-01-01"},
    }
    return load(DOUBLE, change=change)


@pytest.mark.cites("30-2210(2)(b)", "47.1-2210(2)(b)")
def test_another_order_and_neutral_compartments_are_approved() -> None:
    house = _approved_wheel()
    assert cites(house, pit_of(house)) == ()
    assert cites(house, pit_of(house, {"wheel": {"order": ORDER, "colors": COLORS}})) == (RING,), "the house's order"
    known = [("DEMO-LAYOUT", "layout"), ("DEMO-ORDER", "equipment"), ("DEMO-NEUTRAL", "equipment")]
    assert cites(house, pit_of(house, approved=known)) == ()
    assert cites(house, pit_of(house, approved=known[:2])) == (RING,)
    assert cites(house, pit_of(house, approved=known[::2])) == (RING,)


@pytest.mark.cites("30-2210(2)(a)", "30-2210(2)(c)")
def test_the_other_wheels_have_their_own_compartments_and_colors() -> None:
    for preset, paragraph, number in ((SINGLE, "30-2210(2)(a)", 37), (TRIPLE, "30-2210(2)(c)", 39)):
        house, made = load(preset), _wheel(preset)
        assert len(made["order"]) == number
        colors = ["red" if each == "green" else each for each in made["colors"]]
        assert cites(house, pit_of(house, {"wheel": {"colors": colors}})) == (paragraph,)


@pytest.mark.cites("30-2210(2)(b)", "47.1-2210(2)(b)")
def test_an_approval_of_other_colors_is_none_of_a_ring_without_them() -> None:
    """The ring has one area for each compartment, whatever their approved colors."""
    for house in (_approved_wheel(), load(DOUBLE, on=IN_2016)):
        printed = RING if house.day >= "2017-12-15" else older(RING)
        for colors in ([], COLORS[:-1], [*COLORS, "red"]):
            broken = {"wheel": {"colors": colors, "approval": "W-3"}}
            known = [(each, "equipment") for each in ("W-3", "DEMO-NEUTRAL")]
            assert cites(house, pit_of(house, broken, approved=[("DEMO-LAYOUT", "layout"), *known])) == (printed,)


@pytest.mark.cites("30-2201(7)", "47.1-2201(7)")
def test_terminals_announce_audibly_and_visibly() -> None:
    house = load(DOUBLE)
    for audible, visible in ((True, True), (False, True), (True, False)):
        wanted = () if audible and visible else ("30-2201(7)",)
        more = {"T1-EBT": ("terminal", {"place": 1, "audible": audible, "visible": visible})}
        assert cites(house, pit_of(house, more=more)) == wanted
