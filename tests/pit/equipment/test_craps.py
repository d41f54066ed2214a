"""What a craps table lacks: every piece that is missing, and both sides of every bound."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from croupier.core.equipment import FOOT, INCH
from croupier.house import load
from tests.support.pit.equipment import Broken, cites, pit_of

PRESETS = ("colorado-craps", "colorado-craps-free")
TABLE, BOXES, PRINTED, DICE = "47.1-2303", "47.1-2303(1)", "47.1-2303(2)", "47.1-2309(1)"
FIRE, SHARP, FRONT = "47.1-2317.01", "47.1-2317.02", "47.1-2317.04"
LEFT, RIGHT, ELSEWHERE = "left-of-dealer", "right-of-dealer", "elsewhere"


def _all_but(*names: str) -> dict[str, Any]:
    """The areas of the layout without some."""
    return {"areas": sorted(load(PRESETS[0]).offered - set(names))}


#: What is broken, and the paragraphs of what is missing then.
ROWS: list[tuple[Broken, tuple[str, ...]]] = [
    # the table
    ({"table": {"shape": "rectangular"}}, (TABLE,)),
    ({"table": {"rounded_corners": False}}, (TABLE,)),
    ({"table": {"high_walls": False}}, (TABLE,)),
    ({"table": {"length": 14 * FOOT}}, ()),
    ({"table": {"length": 14 * FOOT + 1}}, (BOXES,)),
    ({"table": {"length": 14 * FOOT + INCH}}, (BOXES,)),
    ({"table": {"drop_slot": False}}, (BOXES,)),
    ({"table": {"number_on": "accessory"}}, ()),
    ({"table": {"number_on": "elsewhere"}}, (BOXES,)),
    ({"table": {"number_in_view": False}}, (BOXES,)),
    # the boxes
    ({"drop-box": None}, (BOXES,)),
    ({"tip-box": None}, (BOXES,)),
    ({"drop-box": {"attached": False}}, (BOXES,)),
    ({"tip-box": {"attached": False}}, (BOXES,)),
    ({"drop-box": {"number": "T2"}}, (BOXES,)),
    ({"drop-box": {"place": RIGHT}}, (BOXES,)),
    ({"tip-box": {"place": LEFT}}, (BOXES,)),
    ({"drop-box": {"place": RIGHT}, "tip-box": {"place": LEFT}}, ()),
    ({"drop-box": {"place": ELSEWHERE}}, (BOXES,)),
    ({"tip-box": {"place": ELSEWHERE}}, (BOXES,)),
    # the layout
    ({"layout": {"words": []}}, (PRINTED,)),
    ({"layout": {"words": ["no call bets"]}}, (PRINTED,)),
    # the dice
    ({"dice-1": None}, ()),
    ({"dice-1": {"count": 4}}, (DICE,)),
    ({"dice-2": {"count": 6}}, ()),
    ({"dice-1": {"conforms": False}}, (DICE,)),
    ({"dice-2": {"name": "ANOTHER"}}, (DICE,)),
]
#: The same, for what only its side bets need.
SIDE_BETS: list[tuple[Broken, tuple[str, ...]]] = [
    ({"layout": _all_but("pass")}, (PRINTED,)),
    ({"layout": _all_but("hop-1-2", "whirl")}, (PRINTED,)),
    ({"layout": _all_but("fire-bet")}, (f"{FIRE}(1)",)),
    ({"layout": _all_but("sharp-shooter")}, (f"{SHARP}(1)",)),
    ({"layout": _all_but("super-front-line-winner")}, (f"{FRONT}(1)",)),
    ({"layout": None}, (PRINTED, f"{FIRE}(1)", f"{SHARP}(1)", f"{FRONT}(1)")),
    ({"table": None}, (TABLE, f"{FRONT}(2)")),
    ({"puck": None}, (f"{FRONT}(2)",)),
    ({"dice-1": None, "dice-2": None}, (DICE, f"{FRONT}(2)")),
    ({"lammers-fire-bet": None}, (f"{FIRE}(6)",)),
    ({"lammers-fire-bet": {"count": 0}}, (f"{FIRE}(6)",)),
    ({"lammers-fire-bet": {"value": 100, "numbered": True}}, ()),  # the rules say this of other lammers alone
    ({"lammers-sharp-shooter": None}, (f"{SHARP}(5)",)),
    ({"lammers-super-front-line-winner": {"value": 1}}, (f"{FRONT}(15)",)),
    ({"lammers-super-front-line-winner": {"numbered": True}}, (f"{FRONT}(16)",)),
    ({"lammers-super-front-line-winner": None}, (f"{FRONT}(17)",)),
    ({"lammers-super-front-line-winner": {"wager": "fire-bet"}}, (f"{FRONT}(17)",)),
    (
        {"puck": None, "drop-box": None, "dice-1": {"count": 4}, "table": {"high_walls": False}},
        (TABLE, BOXES, DICE, f"{FRONT}(2)"),
    ),
]


def _cited(rows: list[tuple[Broken, tuple[str, ...]]]) -> list[Any]:
    found = []
    for broken, wanted in rows:
        marks = [pytest.mark.cites(wanted[0])] if len(wanted) == 1 else []
        found.append(pytest.param(broken, wanted, marks=marks, id=f"{broken}-{wanted}"[:80]))
    return found


@pytest.mark.parametrize(("broken", "wanted"), _cited(ROWS))
def test_what_a_table_lacks_is_named_with_its_paragraph(broken: Broken, wanted: tuple[str, ...]) -> None:
    for house in map(load, PRESETS):
        assert cites(house, pit_of(house)) == ()
        assert cites(house, pit_of(house, broken)) == wanted


@pytest.mark.parametrize(("broken", "wanted"), _cited(SIDE_BETS))
def test_what_a_table_with_side_bets_lacks(broken: Broken, wanted: tuple[str, ...]) -> None:
    house = load(PRESETS[0])
    assert cites(house, pit_of(house, broken)) == wanted


def test_without_side_bets_nothing_of_theirs_is_needed() -> None:
    house = load(PRESETS[1])
    pit = pit_of(house, {"puck": None, "table": None})
    assert cites(house, pit) == (TABLE,)


@pytest.mark.cites("47.1-2303(1)")
def test_no_tip_box_is_needed_where_no_tips_are_accepted() -> None:
    """Tip wagers and a tip tube are tips too."""
    for taken, tips in product(({"wagers": True}, {"wagers": False}, {"wagers": False, "tube": True}), (True, False)):
        house = load(PRESETS[0], change={f"tips.{key}": value for key, value in taken.items()})
        table = {"table": {"tips": tips}}
        assert cites(house, pit_of(house, table)) == ()
        needed = tips or any(taken.values())
        assert cites(house, pit_of(house, {**table, "tip-box": None})) == ((BOXES,) if needed else ())


@pytest.mark.cites("47.1-2303(2)")
def test_the_words_no_call_bets_may_be_on_a_sign() -> None:
    house = load(PRESETS[0])
    bare: Broken = {"layout": {"words": []}}
    for words, wanted in ((["No call bets"], ()), (["No bets"], (PRINTED,))):
        assert cites(house, pit_of(house, bare, more={"sign": ("sign", {"says": words})})) == wanted


@pytest.mark.cites("47.1-2303(2)")
def test_a_combination_that_is_broken_down_needs_no_area() -> None:
    """Horn High and Whirl have an area where the house says so; elsewhere they are broken down."""
    combined = ("whirl", *(f"horn-high-{number}" for number in (2, 3, 11, 12)))
    for areas, wanted in ((["horn-high", "whirl"], (PRINTED,)), ([], ())):
        house = load(PRESETS[0], change={"options.areas": areas})
        assert cites(house, pit_of(house, {"layout": _all_but(*combined)})) == wanted
