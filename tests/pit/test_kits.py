"""Kits: the pit issues one only if nothing is missing, to one table at a time, and it comes back."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from croupier.conduct import By
from croupier.conduct.slip import Note, Slip
from croupier.core.equipment import Missing
from croupier.core.refusal import Code, Refusal
from croupier.floor.demo.equipment import complete
from croupier.house import House, load
from croupier.pit import equipped, inspected
from croupier.pit.acts.kits import (
    HouseHandedOver,
    InspectionHandedOver,
    KitIssued,
    KitTakenBack,
    WheelMovementReceived,
    WordTakenBack,
)
from croupier.pit.state import State
from croupier.table import HouseText
from croupier.table.houses import house_of
from croupier.table.kit import BACK, HOUSE, INSPECTED, KIT, MOVED, Back, InForce, Inspected, Kit, Moved, read
from croupier.table.kit import written as said
from tests.support.pit.kits import nothing_is_missing
from tests.support.pit.streams import Stream
from tests.support.table.play import written

PAT, KIM = By("pat", "pit-supervisor", "L1", "c-pat"), By("kim", "key-manager", "L2", "c-kim")
SUE, DEE, SYSTEM = By("sue", "security", "L3", "c-sue"), By("dee", "dealer", "L4", "c-dee"), By("server", "system")
WHEEL = written("colorado-single-zero")
OF_2015 = HouseText(WHEEL.name, WHEEL.text, "2016-01-01")
LOW = written("colorado-single-zero", limits__default={"min": 2, "max": 50})


def _activate(pit: Stream, **tables: HouseText) -> None:
    changes = [{"table": table, "house": house} for table, house in tables.items()]
    assert isinstance(pit.both("activate-house", PAT, KIM, changes=changes), tuple)


def _issued(pit: Stream, table: str = "R0", by: By = PAT) -> KitIssued:
    (event,) = pit.done("issue-kit", by, table=table)
    assert isinstance(event, KitIssued)
    return event


def _from(table: str, what: str, document: Back | Moved, command: str = "c9", **other: str) -> dict[str, Slip]:
    """The slip of a table, as the field of a command."""
    slip = Slip(f"table/{table}", command, "pit/main", what, said=said(document))
    return {"slip": structs.replace(slip, **other)}


@pytest.fixture(autouse=True)
def _complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """What equipment and inspections a table needs is tested elsewhere."""
    nothing_is_missing(monkeypatch.setattr)


@pytest.fixture
def pit() -> Stream:
    found = Stream("pit/main")
    _activate(found, R0=WHEEL)
    return found


@pytest.mark.cites("30-2202", "47.1-2202")
def test_a_kit_names_who_has_the_keys_of_the_drop_box(pit: Stream) -> None:
    """30-2202: the role with the key of its lock to the table, and that with the key of the box itself."""
    for name, kind, fields in complete(load("colorado-single-zero"), "R0"):
        if name in ("R0-table", "R0-drop-box"):
            pit.done("register-item", PAT, item=name, kind=kind, fields=fields)
            pit.done("move-item", PAT, item=name, table="R0")
    kit = _issued(pit).kit
    assert (kit.table_key, kit.contents_key) == ("security", "count-team")


def test_a_kit_names_the_house_its_areas_and_the_day(pit: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspected, "last_day", lambda state, table, house: "2022-10-30")
    event, house = _issued(pit), house_of(WHEEL)
    assert not isinstance(house, Refusal)
    kit = read(event.slip, Kit)
    assert kit == event.kit == pit.state.kit_out("R0")
    assert isinstance(kit, Kit)
    assert (kit.number, kit.house, kit.inspected) == (1, house.version, "2022-10-30")
    assert (kit.zone, kit.hour) == ("America/Denver", 6)
    assert kit.areas == tuple(sorted(house.offered))
    slip = event.slip
    assert (slip.source, slip.command, slip.to, slip.what) == ("pit/main", event.command, "table/R0", KIT)
    assert pit.kind.slips is not None
    assert [*pit.kind.slips.notes(event)] == [Note("issues", slip)]


def test_one_kit_at_a_time_for_each_table(pit: Stream) -> None:
    _activate(pit, R1=WHEEL)
    _issued(pit)
    refusal = pit.refused("issue-kit", PAT, table="R0")
    assert (refusal.code, refusal.variant) == (Code.KIT_OUT, "at-table")
    assert _issued(pit, "R1").kit.number == 1
    assert equipped.kit_out(pit.state, "R0")
    pit.done("receive-slip", SYSTEM, **_from("R0", BACK, Back(1)))
    assert not equipped.kit_out(pit.state, "R0")
    assert equipped.kit_out(pit.state, "R1")
    assert _issued(pit).kit.number == 2


def test_no_kit_without_a_house_in_force(pit: Stream) -> None:
    for word in ("issue-kit", "hand-over-inspection"):
        refusal = pit.refused(word, PAT, table="R9")
        assert (refusal.code, refusal.variant) == (Code.HOUSE_IN_FORCE, "none")


def test_a_kit_is_for_the_house_in_force(pit: Stream) -> None:
    first = _issued(pit).kit
    pit.done("receive-slip", SYSTEM, **_from("R0", BACK, Back(1)))
    _activate(pit, R0=LOW)
    assert _issued(pit).kit.house != first.house


def test_who_issues_a_kit(pit: Stream) -> None:
    for who in (SUE, DEE, SYSTEM, By("rob", "regulator", "L5", "c-rob"), By("ann", "player")):
        assert pit.refused("issue-kit", who, table="R0").code is Code.NOT_YOUR_ROLE
    _issued(pit, by=KIM)
    for who in (PAT, KIM, DEE):
        assert pit.refused("receive-slip", who, **_from("R0", BACK, Back(1))).code is Code.NOT_YOUR_ROLE


def test_a_house_in_force_is_handed_over_to_a_table_with_a_kit(pit: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pit.refused("hand-over-house", PAT, table="R0").variant == "not-out"
    _issued(pit)
    _activate(pit, R0=LOW)
    missing = Missing("a sign", "30-2210(2)(d)")
    monkeypatch.setattr(equipped, "lacking", lambda state, table, house: (missing,))
    assert pit.refused("hand-over-house", PAT, table="R0").code is Code.KIT_INCOMPLETE
    monkeypatch.setattr(equipped, "lacking", lambda state, table, house: ())
    low = house_of(LOW)
    assert not isinstance(low, Refusal)
    for who in (KIM, SYSTEM, PAT):
        (event,) = pit.done("hand-over-house", who, table="R0")
        assert isinstance(event, HouseHandedOver)
        assert read(event.slip, InForce) == InForce(1, 2, low.version, tuple(sorted(low.offered)))
        assert (event.slip.to, event.slip.what) == ("table/R0", HOUSE)
    assert pit.refused("hand-over-house", DEE, table="R0").code is Code.NOT_YOUR_ROLE
    assert isinstance(event, HouseHandedOver)
    (back,) = pit.done("take-back-slip", SYSTEM, slip=event.slip)
    assert isinstance(back, WordTakenBack)
    assert isinstance(pit.both("roll-back-house", PAT, KIM, tables=["R0"]), tuple)
    (event,) = pit.done("hand-over-house", PAT, table="R0")
    assert isinstance(event, HouseHandedOver)
    found = read(event.slip, InForce)
    assert isinstance(found, InForce)
    assert found.act == 3, "it counts after the one that was taken back"


@pytest.mark.parametrize(
    ("text", "cites"),
    [(WHEEL, ("30-2210(2)(g)", "30-2212(1)(b)")), (OF_2015, ("47.1-2210(2)(f)", "47.1-2212(1)(b)"))],
)
def test_all_that_is_missing_is_named_at_once_in_the_printing_in_force(
    text: HouseText, cites: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pit = Stream("pit/main")
    _activate(pit, R0=text)
    boxes, level = Missing("a tip box", "30-2210(2)(g)"), Missing("a level wheel", "30-2212(1)(b)")
    monkeypatch.setattr(equipped, "lacking", lambda state, table, house: (boxes,))
    monkeypatch.setattr(inspected, "lacking", lambda state, table, house, at: (level,))
    refusal = pit.refused("issue-kit", PAT, table="R0")
    assert (refusal.code, str(refusal.cite)) == (Code.KIT_INCOMPLETE, cites[0])
    assert refusal.message == (
        f"Table R0 may not open. It lacks: a tip box [{cites[0]}]; a level wheel [{cites[1]}]."
    )
    monkeypatch.setattr(equipped, "lacking", lambda state, table, house: ())
    assert str(pit.refused("issue-kit", PAT, table="R0").cite) == cites[1]
    monkeypatch.setattr(inspected, "lacking", lambda state, table, house, at: ())
    _issued(pit)


def test_the_inspection_is_asked_for_at_the_time_of_the_command(pit: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def lacking(state: State, table: str, house: House, at: int) -> tuple[Missing, ...]:
        asked.append(at)
        return ()

    monkeypatch.setattr(inspected, "lacking", lacking)
    pit.at += 7
    _issued(pit)
    assert set(asked) == {pit.at}


# What comes back --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("what", "document", "other", "variant"),
    [
        (BACK, Back(2), {}, "not-out"),
        (BACK, Back(0), {}, "not-out"),
        (MOVED, Moved(2, "it moved"), {}, "not-out"),
        (BACK, Back(1), {"source": "table/R1"}, "not-out"),
        (BACK, Back(1), {"source": "till/1"}, "not-of-a-table"),
        (BACK, Back(1), {"said": ""}, "unreadable"),
        (MOVED, Back(1), {}, "unreadable"),
        (KIT, Back(1), {}, "no-use-here"),
        ("cash", Back(1), {}, "no-use-here"),
    ],
)
def test_a_slip_that_is_no_kit_of_a_table_is_refused(
    pit: Stream, what: str, document: Back | Moved, other: dict[str, str], variant: str
) -> None:
    _issued(pit)
    refusal = pit.refused("receive-slip", SYSTEM, **_from("R0", what, document, **other))
    assert (refusal.code, refusal.variant) == (Code.SLIP_UNFIT, variant)


def test_a_kit_comes_back_once(pit: Stream) -> None:
    _issued(pit)
    pit.done("receive-slip", SYSTEM, **_from("R0", BACK, Back(1)))
    assert pit.refused("receive-slip", SYSTEM, **_from("R0", BACK, Back(1), "c10")).variant == "not-out"


def test_a_kit_that_the_table_refused_is_taken_back(pit: Stream) -> None:
    event = _issued(pit)
    (back,) = pit.done("take-back-slip", SYSTEM, slip=event.slip)
    assert isinstance(back, KitTakenBack)
    assert pit.state.kit_out("R0") is None
    refusal = pit.refused("take-back-slip", SYSTEM, slip=event.slip)
    assert (refusal.code, refusal.variant) == (Code.SLIP_UNFIT, "not-out")
    assert _issued(pit).kit.number == 2


# Inspections of an open table -------------------------------------------------------------------------------
@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The days of the last inspections, by table, as the pit knows them."""
    found: dict[str, str] = {}
    monkeypatch.setattr(inspected, "last_day", lambda state, table, house: found.get(table))
    return found


def test_an_inspection_is_handed_over_to_a_table_with_a_kit(pit: Stream, days: dict[str, str]) -> None:
    days["R0"] = "2022-10-30"
    refusal = pit.refused("hand-over-inspection", SUE, table="R0")
    assert (refusal.code, refusal.variant) == (Code.KIT_MISSING, "not-out")
    _issued(pit)
    days["R0"] = "2022-10-31"
    for who in (PAT, KIM, SUE, SYSTEM):
        (event,) = pit.done("hand-over-inspection", who, table="R0")
        assert isinstance(event, InspectionHandedOver)
        assert (event.slip.to, event.slip.what) == ("table/R0", INSPECTED)
        assert read(event.slip, Inspected) == Inspected(1, "2022-10-31")
    assert pit.refused("hand-over-inspection", DEE, table="R0").code is Code.NOT_YOUR_ROLE
    del days["R0"]
    refusal = pit.refused("hand-over-inspection", SUE, table="R0")
    assert (refusal.code, refusal.variant) == (Code.INSPECTION_DUE, "none")
    assert isinstance(event, InspectionHandedOver)
    pit.done("take-back-slip", SYSTEM, slip=event.slip)
    assert pit.state.kit_out("R0") is not None


def test_a_movement_counts_for_the_kit_that_is_out(
    pit: Stream, days: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    moved: list[str] = []

    def after_movement(state: State, table: str, at: int) -> State:
        moved.append(table)
        return state

    monkeypatch.setattr(inspected, "after_movement", after_movement)
    days["R0"] = "2022-10-30"
    _issued(pit)
    (event,) = pit.done("receive-slip", SYSTEM, **_from("R0", MOVED, Moved(1, "it moved"), "m1"))
    assert isinstance(event, WheelMovementReceived)
    assert (event.table, event.what) == ("R0", "it moved")
    (handed,) = pit.done("hand-over-inspection", SUE, table="R0")
    assert isinstance(handed, InspectionHandedOver)
    assert read(handed.slip, Inspected) == Inspected(1, "2022-10-30", 1)
    pit.done("receive-slip", SYSTEM, **_from("R0", BACK, Back(1)))
    pit.done("receive-slip", SYSTEM, **_from("R0", MOVED, Moved(1, "it moved"), "m2"))
    _issued(pit)
    pit.done("receive-slip", SYSTEM, **_from("R0", MOVED, Moved(1, "late"), "m3"))
    last = pit.state.last_kit("R0")
    assert last is not None
    assert (last.kit.number, last.moves) == (2, 0)
    assert set(moved) == {"R0"}
