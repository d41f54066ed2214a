"""A wheel that was moved is inspected again: level and rotation alone, or the whole table."""

from __future__ import annotations

import pytest

from croupier.conduct.by import ROLES, Role
from croupier.conduct.powers import roles_of
from croupier.core.equipment import Wheel
from croupier.core.refusal import Code
from croupier.pit.acts.movement import LevelInspected, MovementReported
from croupier.pit.inspected import after_movement, last_day, waiting
from croupier.pit.state import Item
from tests.support.pit.streams import Stream
from tests.support.pit.wheels import (
    BALL,
    FIRST_NEW,
    FOUR,
    LAST_OLD,
    NEW,
    OLD,
    PAT,
    SUE,
    WHEEL,
    cites,
    house_at,
    house_on,
    in_force,
    inspect,
    pit_with,
    put,
    results,
    staff,
)

DEE = staff("dealer")


def _moved(on: str = NEW) -> Stream:
    """A pit with an inspected table whose wheel was moved."""
    pit = pit_with(on)
    inspect(pit)
    pit.done("report-movement", DEE, table="R0", remark="a guest fell against it")
    return pit


def _level(pit: Stream, *, passed: bool) -> None:
    stated = results("level") if passed else results(failed=["level"])
    pit.done("inspect-level", SUE, table="R0", results=stated, remark="with a spirit level")


def _waits(pit: Stream) -> list[str]:
    return [each.cite for each in waiting(pit.state, "R0", house_at(pit))]


def test_whoever_may_tell_the_pit_may_tell_the_table() -> None:
    assert roles_of("table", "report-wheel-moved") == roles_of("pit", "report-movement")


@pytest.mark.cites("30-2212(9)")
def test_a_wheel_that_was_moved_is_inspected_again() -> None:
    for on in (NEW, FIRST_NEW):
        pit = _moved(on)
        assert (cites(pit), _waits(pit)) == (["30-2212(9)"], ["30-2212(9)"])
        assert last_day(pit.state, "R0", house_at(pit)) is None
        _level(pit, passed=True)
        assert (cites(pit), _waits(pit)) == ([], [])
        assert last_day(pit.state, "R0", house_at(pit)) == "2022-10-30", "the inspection of the day still counts"


def test_the_printing_of_2015_has_no_such_rule() -> None:
    """30-2212(9) is of 2017-12-15."""
    for on in (OLD, LAST_OLD):
        pit = pit_with(on)
        inspect(pit)
        stated = {"table": "R0", "remark": "r"}
        for word, said in (("report-movement", stated), ("inspect-level", {**stated, "results": results("level")})):
            found = pit.refused(word, PAT, **said)
            assert (found.code, on in found.message) == (Code.INSPECTION_UNASKED, True)
        assert (cites(pit), _waits(pit)) == ([], [])


def test_a_wheel_that_failed_waits_on() -> None:
    pit = _moved()
    _level(pit, passed=False)
    assert _waits(pit) == ["30-2212(9)"]
    _level(pit, passed=True)
    assert _waits(pit) == []
    _level(pit, passed=False)
    assert _waits(pit) == ["30-2212(9)"], "also a wheel that nobody reported"


def test_an_inspection_of_the_whole_table_is_enough() -> None:
    pit = _moved()
    inspect(pit, "magnets", "parts", "ball", failed=["level"])
    assert _waits(pit) == ["30-2212(9)"]
    inspect(pit)
    assert (cites(pit), _waits(pit)) == ([], [])
    pit.done("report-movement", PAT, table="R0", remark="again")
    assert _waits(pit) == ["30-2212(9)"]


def test_a_moved_wheel_waits_at_another_table_too() -> None:
    pit = _moved()
    in_force(pit, house_on(NEW), "R1")
    put(pit, "W-R1", WHEEL, "R1")
    put(pit, "B-R1", BALL, "R1")
    inspect(pit, table="R1")
    put(pit, "W-R1", WHEEL, None)
    put(pit, "W-R0", WHEEL, "R1")
    assert [each.cite for each in waiting(pit.state, "R1", house_at(pit, "R1"))] == ["30-2212(9)"]
    assert cites(pit, "R1") == ["30-2212(1)", "30-2212(9)"]


def test_a_short_inspection_states_its_items_and_no_others() -> None:
    pit = _moved()
    for stated in (results("magnets"), results(*FOUR), results("level", "level")):
        found = pit.refused("inspect-level", SUE, table="R0", results=stated, remark="r")
        assert (found.code, str(found.cite)) == (Code.CHECKLIST_DIFFERS, "30-2212(9)")
    unsigned = staff("security", credential="")
    said = {"table": "R0", "results": results("level"), "remark": "r"}
    assert pit.refused("inspect-level", unsigned, **said).code is Code.UNSIGNED
    assert _waits(pit) == ["30-2212(9)"]


def test_a_table_tells_the_pit_that_its_wheel_was_moved() -> None:
    """30-2212(9): as `report-movement`; other equipment of the table and other tables do not wait."""
    pit = pit_with()
    others = tuple(each for each in pit.state.items if each.kind != WHEEL)
    wheel = Item("W-R0", WHEEL, Wheel(serial="W", diameter=512), "R0")
    away = Item("W-R1", WHEEL, Wheel(serial="V", diameter=512), "R1")
    pit.state = pit.state.but(items=(*others, wheel, away))
    state = after_movement(pit.state, "R0", pit.at)
    assert [each.cite for each in waiting(state, "R0", house_at(pit))] == ["30-2212(9)"]
    assert [each.wheel for each in state.wheels] == ["W-R0"]
    assert waiting(after_movement(pit.state, "R1", pit.at), "R0", house_at(pit)) == ()


def test_a_table_without_a_wheel_has_none_that_moved() -> None:
    pit = pit_with()
    put(pit, "W-R0", WHEEL, None)
    found = pit.refused("report-movement", DEE, table="R0", remark="r")
    assert (found.code, str(found.cite)) == (Code.NOTHING_TO_INSPECT, "30-2212(9)")
    assert pit.refused("report-movement", DEE, table="R9", remark="r").code is Code.INSPECTION_UNASKED


REPORTERS = {"dealer", "pit-supervisor", "key-manager", "security", "maintenance", "slot-technician"}
INSPECTORS = {"key-manager", "security", "pit-supervisor"}


@pytest.mark.parametrize("role", ROLES)
def test_who_reports_and_who_inspects(role: Role) -> None:
    """30-2212(9): the staff report it; a key manager, licensed security or a pit supervisor inspects."""
    said = {"table": "R0", "remark": "r"}
    for word, may, event, more in (
        ("report-movement", REPORTERS, MovementReported, {}),
        ("inspect-level", INSPECTORS, LevelInspected, {"results": results("level")}),
    ):
        pit = _moved()
        if role in may:
            (done,) = pit.done(word, staff(role), **said, **more)
            assert isinstance(done, event)
            assert (done.by, done.wheels) == (staff(role), ("W-R0",))
        else:
            found = pit.refused(word, staff(role), **said, **more)
            assert (found.code, str(found.cite)) == (Code.NOT_YOUR_ROLE, "30-2212(9)")
