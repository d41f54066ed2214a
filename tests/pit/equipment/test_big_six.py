"""What a Big Six table lacks: every piece that is missing, and both sides of every bound."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.equipment import FOOT
from croupier.games.big_six.wheel import SYMBOLS, sections
from croupier.house import load
from tests.support.pit.equipment import Broken, cites, pit_of

HOUSE = "colorado-big-six"
WHEEL, ORDER, THEMED, ODDS, CLAPPER = (f"30-2702({number})" for number in (1, 2, 3, 4, 5))
BOXES, LAYOUT, PAYS = "30-2702(6)", "30-2702(7)", "30-2702(7)(c)"
FIGURES = {"one": 1, "two": 2, "five": 5, "ten": 10, "twenty": 20, "flag": 45, "joker": 45}
SECTIONS = sections()


def _odds(**instead: str) -> list[list[str]]:
    """The odds of every symbol, some of them otherwise; an empty text leaves one out."""
    found = {name: f"{figure} to 1" for name, figure in FIGURES.items()} | instead
    return [[name, odds] for name, odds in found.items() if odds]


def _without(*names: str) -> dict[str, Any]:
    return {"areas": [name for name in SYMBOLS if name not in names]}


#: What is broken, and the paragraphs of what is missing then.
ROWS: list[tuple[Broken, tuple[str, ...]]] = [
    ({"wheel": None}, (WHEEL,)),
    ({"wheel": {"diameter": 5 * FOOT}}, ()),
    ({"wheel": {"diameter": 5 * FOOT + 1}}, ()),
    ({"wheel": {"diameter": 5 * FOOT - 1}}, (WHEEL,)),
    ({"wheel": {"equally_spaced": False}}, (WHEEL,)),
    ({"wheel": {"glass": False}}, (WHEEL,)),
    ({"wheel": {"sections": [*SECTIONS[:-1]]}}, (WHEEL, ORDER)),
    ({"wheel": {"sections": [*SECTIONS, "one"]}}, (WHEEL, ORDER)),
    ({"wheel": {"sections": [SECTIONS[0], *SECTIONS[:0:-1]]}}, (ORDER,)),
    ({"wheel": {"sections": [*SECTIONS[:1], SECTIONS[2], SECTIONS[1], *SECTIONS[3:]]}}, (ORDER,)),
    ({"wheel": {"symbols": [["one", "cherry"]]}}, (THEMED, THEMED)),
    ({"wheel": {"odds": _odds(joker="")}}, (ODDS,)),
    ({"wheel": {"odds": _odds(two="3 to 1")}}, (ODDS,)),
    ({"wheel": {"odds": _odds()}}, ()),
    ({"wheel": {"clapper": False}}, (CLAPPER,)),
    ({"table": None}, (BOXES,)),
    ({"drop-box": None}, (BOXES,)),
    ({"drop-box": {"attached": False}}, (BOXES,)),
    ({"drop-box": {"number": "T2"}}, (BOXES,)),
    ({"tip-box": None}, (BOXES,)),
    ({"tip-box": {"attached": False}}, (BOXES,)),
    ({"layout": None}, (LAYOUT,)),
    ({"layout": {"approval": "another"}}, (LAYOUT,)),
    ({"layout": {"licensee": ""}}, (f"{LAYOUT}(a)",)),
    ({"layout": _without("one")}, (f"{LAYOUT}(b)(i)",)),
    ({"layout": _without("flag")}, (f"{LAYOUT}(b)(ii)",)),
    ({"layout": _without("joker")}, (f"{LAYOUT}(b)(iii)",)),
    ({"layout": {"symbols": [["flag", "a crown"]]}}, (f"{LAYOUT}(b)(ii)",)),
    ({"layout": {"odds": _odds(flag="")}}, (PAYS,)),
    ({"layout": {"odds": _odds(flag="44 to 1")}}, (PAYS,)),
    (
        {"wheel": {"glass": False, "clapper": False}, "tip-box": None, "layout": {"licensee": ""}},
        (WHEEL, CLAPPER, BOXES, f"{LAYOUT}(a)"),
    ),
]


def _cited() -> list[Any]:
    marked = ((row, [pytest.mark.cites(row[1][0])] if len(set(row[1])) == 1 else []) for row in ROWS)
    return [pytest.param(*row, marks=marks, id=f"{row[0]}-{row[1]}"[:80]) for row, marks in marked]


@pytest.mark.parametrize(("broken", "wanted"), _cited())
def test_what_a_table_lacks_is_named_with_its_paragraph(broken: Broken, wanted: tuple[str, ...]) -> None:
    house = load(HOUSE)
    assert cites(house, pit_of(house)) == ()
    assert cites(house, pit_of(house, broken)) == wanted


@pytest.mark.cites("30-2702(6)")
def test_a_tip_box_is_needed_where_tips_are_taken() -> None:
    for wagers, tips, wanted in ((True, False, (BOXES,)), (False, True, (BOXES,)), (False, False, ())):
        house = load(HOUSE, change={"tips.wagers": wagers})
        assert cites(house, pit_of(house, {"tip-box": None, "table": {"tips": tips}})) == wanted


@pytest.mark.cites("30-2702(3)")
def test_themed_symbols_are_those_of_the_house_and_approved() -> None:
    approval = {"reference": "S-1", "date": "2021-07-01"}
    house = load(HOUSE, change={"symbols": {"one": "cherry"}, "approvals": {"themed-symbols": approval}})
    assert cites(house, pit_of(house)) == ()
    layout = ("DEMO-LAYOUT", "layout")
    assert cites(house, pit_of(house, approved=[layout, ("DEMO-SYMBOLS", "symbols")])) == ()
    for approved in ([layout], [layout, ("DEMO-SYMBOLS", "equipment")]):
        assert cites(house, pit_of(house, approved=approved)) == (THEMED,)
    assert cites(house, pit_of(house, {"wheel": {"symbols": [["one", "plum"]]}})) == (THEMED,)
    assert cites(house, pit_of(house, {"wheel": {"symbols": []}})) == (THEMED,)


@pytest.mark.cites("30-2702(3)")
def test_a_picture_in_place_of_the_flag_needs_no_approval() -> None:
    house = load(HOUSE, change={"symbols": {"flag": "a crown"}})
    layout = ("DEMO-LAYOUT", "layout")
    assert cites(house, pit_of(house, approved=[layout])) == ()
