"""The complete set of equipment of a demonstration lacks nothing, at any preset, and can be registered."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from croupier.conduct import By
from croupier.core.citation import PARAGRAPHS
from croupier.core.equipment import Equipment, Equipped, Missing, TableEquipment
from croupier.core.rules import HouseRules
from croupier.floor.demo.equipment import approvals, complete
from croupier.games import NAMES, game
from croupier.house import load
from croupier.house.reader import presets
from croupier.pit import kinds
from croupier.pit.equipped import areas, items, lacking
from croupier.pit.state import Item
from tests.support.pit.equipment import TABLE, made, pit_of, without
from tests.support.pit.streams import Stream

PAT, KIM = By("pat", "pit-supervisor", "L1", "c-pat"), By("kim", "key-manager", "L2", "c-kim")
PRESETS = presets()
ROULETTE = "colorado-double-zero"
EBT: dict[str, Any] = {
    "device.terminals": True,
    "approvals.electronic-device": {"reference": "D-1", "date": "2014-07-01"},
}
SERIES: dict[str, Any] = {
    "serials": ["A-3", "A-7", "A-1", "A-2"],
    "face": 5,
    "games": ["roulette"],
    "table": TABLE,
    "from": "2022-01-01",
    "to": "2022-12-31",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_complete_equipment_lacks_nothing(preset: str) -> None:
    house = load(preset)
    pit = Stream("pit/main")
    for approval in approvals(house, TABLE):
        pit.done("record-approval", KIM, **approval)
    assert lacking(pit.state, TABLE, house) != ()
    for name, kind, fields in complete(house, TABLE):
        pit.done("register-item", PAT, item=name, kind=kind, fields=fields)
        pit.done("move-item", PAT, item=name, table=TABLE)
    assert lacking(pit.state, TABLE, house) == ()
    assert [each.id for each in items(pit.state, TABLE)] == [name for name, *_ in complete(house, TABLE)]
    assert lacking(pit.state, "T2", house) != (), "it is equipment of one table"


@pytest.mark.parametrize("preset", ["colorado-double-zero", "colorado-single-zero", "colorado-converted-wheel"])
def test_complete_equipment_lacks_nothing_by_the_printing_of_2015(preset: str) -> None:
    house = load(preset, on=date(2016, 1, 1))
    assert lacking(pit_of(house), TABLE, house) == ()
    nothing = lacking(pit_of(house).but(items=()), TABLE, house)
    rules = {"47.1-2202", "47.1-2203", "47.1-2209", "47.1-2210", "47.1-2211"}
    assert {each.cite.partition("(")[0] for each in nothing} <= rules


def test_complete_equipment_of_all_presets_is_registered_in_one_pit() -> None:
    pit = Stream("pit/main")
    for number, preset in enumerate(PRESETS):
        for name, kind, fields in complete(load(preset), f"T{number}"):
            pit.done("register-item", PAT, item=name, kind=kind, fields=fields)
            pit.done("move-item", PAT, item=name, table=f"T{number}")


@pytest.mark.parametrize("preset", PRESETS)
def test_all_that_is_missing_is_named_at_once_in_the_order_of_the_paragraphs(preset: str) -> None:
    house = load(preset)
    pit = pit_of(house)
    names = [each.id.removeprefix(f"{TABLE}-") for each in pit.items]
    nothing = lacking(pit.but(items=(), approvals=()), TABLE, house)
    one_by_one = [missing for name in names for missing in lacking(without(pit, name), TABLE, house)]
    # a piece of which there are two, such as a ball, is missed only if both are away
    assert {each.cite for each in one_by_one} <= {each.cite for each in nothing}
    places = [PARAGRAPHS.index(each.cite) for each in nothing]
    assert places == sorted(places)
    assert all(str(each) == f"{each.what} [{each.cite}]" for each in nothing)


def test_the_order_is_that_of_the_paragraphs_however_a_game_finds_them() -> None:
    house = load("colorado-double-zero")
    nothing = pit_of(house).but(items=())
    found = lacking(nothing, TABLE, house)
    declared = house.game.equipment

    def turned(at: Equipped, rules: HouseRules) -> list[Missing]:
        return [*declared.lacks(at, rules)][::-1]

    house.__dict__["game"] = replace(house.game, equipment=TableEquipment(declared.kinds, turned))
    assert [each.cite for each in lacking(nothing, TABLE, house)] == [each.cite for each in found]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_wager_that_is_offered_has_an_area(preset: str) -> None:
    """What has no place at this table, such as first five on a single-zero wheel, needs none."""
    house = load(preset)
    pit = pit_of(house)
    offered = {name for name in house.offered if house.game.wagers[name].spots(house)}
    assert offered <= set(areas(pit, TABLE))
    assert areas(pit, TABLE) == tuple(sorted(areas(pit, TABLE)))
    assert areas(without(pit, "layout"), TABLE) == ()
    for wager in sorted(offered):
        kept = [name for name in areas(pit, TABLE) if name != wager]
        broken = pit_of(house, {"layout": {"areas": kept}})
        (missing,) = lacking(broken, TABLE, house)
        assert wager in missing.what


@pytest.mark.parametrize("preset", PRESETS)
def test_fields_are_written_as_they_are_read(preset: str) -> None:
    for _, kind, fields in complete(load(preset), TABLE):
        what = made(kind, fields)
        assert type(what) is kinds.kinds()[kind]
        assert kinds.plain(what) == fields
        assert kinds.read(kind, fields) == kinds.made(kind, fields)


def test_every_kind_is_in_a_set() -> None:
    """A kind that no test registers would be read by nobody."""
    stated = [load(preset) for preset in PRESETS] + [load(ROULETTE, change={**EBT, "coupons": [SERIES]})]
    assert {kind for house in stated for _, kind, _ in complete(house, TABLE)} == kinds.kinds().keys()


# What a house file states, and the register too -------------------------------------------------------------
@pytest.mark.cites("30-2201(7)", "47.1-2201(7)")
def test_a_house_with_terminals_has_one_on_the_register() -> None:
    for on, cite in ((None, "30-2201(7)"), (date(2016, 1, 1), "47.1-2201(7)")):
        house = load(ROULETTE, change=EBT, on=on)
        pit = pit_of(house)
        assert lacking(pit, TABLE, house) == ()
        without = pit.but(items=tuple(each for each in pit.items if each.kind != "terminal"))
        assert [each.cite for each in lacking(without, TABLE, house)] == [cite]
        assert lacking(pit_of(load(ROULETTE, on=on)), TABLE, load(ROULETTE, on=on)) == ()
    assert lacking(pit_of(load("colorado-craps")), TABLE, load("colorado-craps", change=EBT)) == (), "not written"


@pytest.mark.cites("30-2203(3)", "47.1-2203(3)")
def test_value_chips_have_the_colors_of_the_house_file() -> None:
    colors = {"1": "blue", "5": "red"}
    for on, cite in ((None, "30-2203(3)"), (date(2016, 1, 1), "47.1-2203(3)")):
        house = load(ROULETTE, change={"chips.colors": colors}, on=on)
        none = load(ROULETTE, change={"chips.colors": {}}, on=on)
        same: dict[str, Any] = {"colors": [[1_00, "Blue"], [5_00, "RED"]]}
        assert lacking(pit_of(house, {"chips": same}), TABLE, house) == ()
        for wrong in (
            {"chips": None},
            {"chips": {"colors": [[1_00, "blue"]]}},
            {"chips": {"colors": [[1_00, "red"], [5_00, "blue"]]}},
            {"chips": {"colors": [[1_00, "blue"], [5_00, "red"], [25_00, "green"]]}},
        ):
            (missing,) = lacking(pit_of(house, wrong), TABLE, house)
            assert (missing.cite, missing.what) == (
                cite, "value chips in the colors that the house states: blue for $1, red for $5",
            )  # fmt: skip
        (missing,) = lacking(pit_of(house), TABLE, none)
        assert missing.what.endswith("it states none")
        assert lacking(pit_of(none), TABLE, none) == ()


@pytest.mark.cites("30-2203(1)", "47.1-2203(1)")
def test_every_coupon_of_the_house_file_is_in_a_registered_series() -> None:
    """Reading M3; also 47.1-2305(1) and 30-2703(3)."""
    for preset, cite in (
        (ROULETTE, "30-2203(1)"), ("colorado-craps", "47.1-2305(1)"), ("colorado-big-six", "30-2703(3)"),
    ):  # fmt: skip
        house = load(preset, change={"coupons": [SERIES]})
        assert lacking(pit_of(house), TABLE, house) == ()
        assert [kind for _, kind, _ in complete(house, TABLE)].count("coupons") == 2, "A-1 to A-3, and A-7"
        wrong: dict[str, Any] | None
        for wrong in (None, {"last": 2}, {"face": 10_00}, {"games": []}, {"begins": "2022-01-02"},
                      {"ends": "2022-12-30"}, {"prefix": "B-"}):  # fmt: skip
            (missing,) = lacking(pit_of(house, {"coupons-1": wrong}), TABLE, house)
            assert missing.cite == cite
            assert missing.what.endswith("A-3" if wrong == {"last": 2} else "A-3, A-1, A-2")
        elsewhere = pit_of(house)
        kept = tuple(replace(each, table=None) if each.kind == "coupons" else each for each in elsewhere.items)
        assert lacking(elsewhere.but(items=kept), TABLE, house) == (), "a series lies anywhere"
    many = {**SERIES, "serials": [f"A-{number}" for number in range(1, 9)]}
    house = load(ROULETTE, change={"coupons": [many]})
    (missing,) = lacking(pit_of(house, {"coupons-1": None}), TABLE, house)
    assert missing.what.endswith("A-1, A-2, A-3 and 5 more")


def test_a_single_coupon_may_be_on_the_register_by_its_serial_number() -> None:
    house = load(ROULETTE, change={"coupons": [{**SERIES, "serials": ["GALA"]}]})
    pit = pit_of(load(ROULETTE))
    one = {"serial": "GALA", "prefix": "GALA", "first": 0, "last": 0, "face": 5_00, "games": ["roulette"]}
    item = Item("gala", "coupons", made("coupons", {**one, "begins": "2022-01-01", "ends": "2022-12-31"}))
    (missing,) = lacking(pit, TABLE, house)
    assert missing.what.endswith("for coupons GALA")
    assert lacking(pit.but(items=(*pit.items, item)), TABLE, house) == ()


def test_a_game_declares_its_own_kinds() -> None:
    for name in NAMES:
        declared = game(name).equipment
        assert declared.kinds
        assert all(issubclass(kind, Equipment) for kind in declared.kinds.values())
        nothing = list(declared.lacks(Equipped(()), load(game(name).demo_tables[0].preset)))
        assert nothing


@pytest.mark.cites("30-2202", "47.1-2202")
def test_the_key_of_the_lock_to_the_table_is_with_a_role_that_removes_boxes() -> None:
    """Also at craps and Big Six, by their own paragraphs."""
    for preset, on, cite in (
        (ROULETTE, None, "30-2202"),
        (ROULETTE, date(2016, 1, 1), "47.1-2202"),
        ("colorado-craps", None, "47.1-2303(1)"),
        ("colorado-big-six", None, "30-2702(6)"),
    ):
        house = load(preset, on=on)
        for table, box, able in (
            ("security", "count-team", True),
            ("count-team", "security", True),
            ("pit-supervisor", "count-team", False),
            ("cage", "security", False),
        ):
            keys = {"drop-box": {"table_key_holder": table, "container_key_holder": box}}
            found = lacking(pit_of(house, keys), TABLE, house)
            assert [each.cite for each in found] == ([] if able else [cite])
            assert able or "a key of the security or count-team" in found[0].what
