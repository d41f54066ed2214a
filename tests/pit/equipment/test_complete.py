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
from tests.support.pit.equipment import TABLE, made, pit_of, without
from tests.support.pit.streams import Stream

PAT, KIM = By("pat", "pit-supervisor", "L1", "c-pat"), By("kim", "key-manager", "L2", "c-kim")
PRESETS = presets()


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
    assert {each.cite.partition("(")[0] for each in nothing} <= {"47.1-2202", "47.1-2209", "47.1-2210", "47.1-2211"}


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


def test_every_kind_is_in_a_set_or_is_used_beside_one() -> None:
    """A kind that no test registers would be read by nobody."""
    used = {kind for preset in PRESETS for _, kind, _ in complete(load(preset), TABLE)}
    beside = {"terminal", "value-chips", "coupons"}
    assert used | beside == kinds.kinds().keys()
    chips: dict[str, Any] = {"colors": [[1_00, "blue"], [5_00, "red"]]}
    assert kinds.plain(made("value-chips", chips)) == chips


def test_a_game_declares_its_own_kinds() -> None:
    for name in NAMES:
        declared = game(name).equipment
        assert declared.kinds
        assert all(issubclass(kind, Equipment) for kind in declared.kinds.values())
        nothing = list(declared.lacks(Equipped(()), load(game(name).demo_tables[0].preset)))
        assert nothing
