"""Adjustments of a wheel and replacements of its parts: who, where, what they end, and the log of them."""

from __future__ import annotations

import csv
import json
from io import StringIO
from unittest.mock import patch

import pytest

from croupier.conduct import By
from croupier.conduct.by import ROLES, Role
from croupier.conduct.two_people import Approved
from croupier.core.equipment import Equipment, Wheel
from croupier.core.refusal import Code, Refusal
from croupier.pit.acts.adjustments import Part as WheelPart
from croupier.pit.acts.adjustments import PartReplaced, ReplacePart, WheelAdjusted, as_csv, log, replace_part
from croupier.pit.inspected import last_day, waits_for_director
from croupier.pit.state import Item
from tests.support.pit.streams import Stream
from tests.support.pit.wheels import (
    BALL,
    DOT,
    FIVE,
    KIM,
    MAX,
    NEW,
    OLD,
    PAT,
    SUE,
    TIM,
    WHEEL,
    cites,
    house_at,
    house_on,
    in_force,
    inspect,
    part,
    pit_with,
    put,
    staff,
    work,
    worked,
)

WORDS = ("adjust-wheel", "replace-part")
#: The numbers of the rule in both printings, by the date of a house.
RULES = {NEW: "30-2212", OLD: "47.1-2212"}


def _code(found: object) -> tuple[Code, str]:
    assert isinstance(found, Refusal), found
    return found.code, str(found.cite)


def _approve_place(pit: Stream, reference: str = "P-1", subject: str = "place", day: str = "2022-10-30") -> None:
    pit.done("record-approval", KIM, reference=reference, subject=subject, day=day, scope="the workshop")


# Who --------------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2212(2)", "47.1-2212(2)")
def test_an_adjustment_is_made_in_the_presence_of_security() -> None:
    for on in RULES:
        pit = pit_with(on)
        said = {"table": "R0", "wheel": "W-R0", "parts": [part()], "place": None, "remark": "r"}
        assert _code(pit.refused("adjust-wheel", MAX, **said)) == (Code.TWO_NEEDED, "30-2212(2)")
        assert _code(work(pit, witness=KIM)) == (Code.NOT_YOUR_ROLE, "30-2212(2)")
        events = work(pit)
        assert isinstance(events, tuple)
        approved, adjusted = events
        assert (type(approved), approved.by) == (Approved, SUE)
        assert (type(adjusted), adjusted.by) == (WheelAdjusted, MAX)


PERFORMERS = {"key-manager", "maintenance", "slot-technician", "pit-supervisor"}


@pytest.mark.parametrize("role", ROLES)
def test_who_works_on_a_wheel(role: Role) -> None:
    """30-2212(2), 47.1-2212(2): a key manager, licensed maintenance, a slot technician, a pit supervisor."""
    for word, cite in zip(WORDS, ("30-2212(2)", "30-2212(4)"), strict=True):
        found = work(pit_with(), word, staff(role))
        if role in PERFORMERS:
            assert isinstance(found, tuple)
            assert found[1].by == staff(role)
            assert _code(work(pit_with(), word, staff(role, licence="")))[0] is Code.NOT_LICENSED
            assert _code(work(pit_with(), word, staff(role, credential="")))[0] is Code.UNSIGNED
        elif role in ("player", "auditor", "device", "system"):
            assert _code(found)[0] is Code.NOT_YOUR_ROLE, "they propose nothing"
        else:
            assert _code(found) == (Code.NOT_YOUR_ROLE, cite)


@pytest.mark.parametrize("role", ROLES)
def test_who_is_the_witness(role: Role) -> None:
    """30-2212(2), 47.1-2212(2): a licensed member of security, and never whoever does the work."""
    for word in WORDS:
        pit = pit_with()
        found = work(pit, word, MAX, staff(role))
        if role == "security":
            assert isinstance(found, tuple)
            assert _code(work(pit, word, MAX, staff(role, licence="")))[0] is Code.NOT_LICENSED
            assert _code(work(pit, word, MAX, staff(role, person="MAINTENANCE")))[0] is Code.SAME_PERSON
            assert _code(work(pit, word, MAX, staff(role, credential=MAX.credential)))[0] is Code.SAME_PERSON
        else:
            assert _code(found)[0] is Code.NOT_YOUR_ROLE


# Where ------------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2212(2)(a)", "47.1-2212(2)(a)")
def test_on_the_floor_only_while_the_table_is_closed() -> None:
    for on, rule in RULES.items():
        for word in WORDS:
            pit = pit_with(on)
            with patch("croupier.pit.acts.adjustments.open_to_public", return_value=True):
                assert _code(work(pit, word)) == (Code.OPEN_TO_PUBLIC, f"{rule}(2)(a)")
            worked(pit, word)


def test_a_table_that_opens_before_the_approval_is_not_adjusted() -> None:
    """30-2212(2)(a): what was proposed at a closed table is decided again when it is approved."""
    pit = pit_with()
    said = {"table": "R0", "wheel": "W-R0", "parts": [part()], "place": None, "remark": "r"}
    pit.done("propose", MAX, body=json.dumps({"do": "adjust-wheel", **said}))
    (waits,) = pit.state.proposals.waiting
    with patch("croupier.pit.acts.adjustments.open_to_public", return_value=True):
        found = pit.refused("approve", SUE, number=waits.number, digest=waits.digest)
    assert _code(found) == (Code.OPEN_TO_PUBLIC, "30-2212(2)(a)")
    assert pit.state.wheel("W-R0").worked == 0


@pytest.mark.cites("30-2212(2)(b)", "47.1-2212(2)(b)")
def test_away_from_its_table_only_in_an_approved_place() -> None:
    for on, rule in RULES.items():
        pit, cite = pit_with(on), f"{rule}(2)(b)"
        _approve_place(pit)
        _approve_place(pit, "L-1", "layout")
        _approve_place(pit, "P-2", day="2022-10-31")
        assert _code(work(pit, place="P-1")) == (Code.PLACE_NOT_APPROVED, cite), "the wheel is still at its table"
        put(pit, "W-R0", WHEEL, None)
        assert _code(work(pit)) == (Code.WHEEL_UNKNOWN, f"{rule}(2)(a)"), "it is not at its table any more"
        for reference in ("P-9", "L-1", "P-2"):  # unknown, of a layout, of tomorrow
            assert _code(work(pit, place=reference)) == (Code.PLACE_NOT_APPROVED, cite)
        worked(pit, place="P-1")
        pit.done("withdraw-approval", KIM, reference="P-1", reason="the workshop was moved")
        assert _code(work(pit, place="P-1")) == (Code.PLACE_NOT_APPROVED, cite)


def test_work_is_on_a_wheel_of_a_table_that_asks_for_inspections() -> None:
    pit = pit_with()
    for wheel in ("W-R9", "B-R0"):
        assert _code(work(pit, wheel=wheel)) == (Code.WHEEL_UNKNOWN, "30-2212(2)")
    assert _code(work(pit, table="R9"))[0] is Code.INSPECTION_UNASKED
    in_force(pit, house_on(NEW), "R1")
    assert _code(work(pit, table="R1")) == (Code.WHEEL_UNKNOWN, "30-2212(2)(a)"), "it is at another table"
    in_force(pit, house_on(NEW, "colorado-big-six"), "B1")
    assert _code(work(pit, table="B1"))[0] is Code.INSPECTION_UNASKED


@pytest.mark.parametrize(
    ("external", "movable", "has", "fits"), [(1, 1, 1, 1), (1, 1, 0, 0), (0, 1, 0, 1), (1, 0, 0, 1)]
)
def test_a_wheel_without_external_movable_parts_has_none_to_work_on(
    external: int, movable: int, has: int, fits: int
) -> None:
    """30-2212(2): the register says which wheels have such parts."""
    state = pit_with().state
    what = Wheel(serial="S", diameter=512, external_parts=bool(has))
    state = state.but(items=(Item("W-R0", WHEEL, what, "R0"), Item("B-R0", BALL, Equipment(), "R0")))
    parts = (WheelPart("separator", bool(external), bool(movable)),)
    command = ReplacePart(id="c", by=MAX, at=state.at, table="R0", wheel="W-R0", parts=parts, place=None, remark="r")
    found = replace_part(command, state)
    assert isinstance(found, tuple) is bool(fits), found
    assert fits or _code(found) == (Code.WHEEL_UNKNOWN, "30-2212(2)")


# What it ends -----------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2212(3)", "47.1-2212(3)")
def test_an_adjustment_ends_an_earlier_inspection() -> None:
    for on, rule in RULES.items():
        for word in WORDS:
            inside = part("spindle", external=False)
            pit = pit_with(on)
            worked(pit, word, inside)
            assert cites(pit) == [f"{rule}(1)"]
            inspect(pit)
            assert cites(pit) == [], "adjusted, then inspected"
            worked(pit, word, inside)
            assert cites(pit) == [f"{rule}(3)"], "inspected, then adjusted"
            assert last_day(pit.state, "R0", house_at(pit)) is None
            inspect(pit)
            assert cites(pit) == []


def test_an_adjustment_of_another_wheel_ends_nothing() -> None:
    """30-2212(3) is about the wheel that was adjusted; it takes that with it to another table."""
    pit = pit_with()
    in_force(pit, house_on(NEW), "R1")
    put(pit, "W-R1", WHEEL, "R1")
    put(pit, "B-R1", BALL, "R1")
    inspect(pit)
    inspect(pit, table="R1")
    worked(pit, table="R1", wheel="W-R1")
    assert (cites(pit), cites(pit, "R1")) == ([], ["30-2212(3)"])


@pytest.mark.cites("30-2212(4)", "47.1-2212(4)")
def test_a_replaced_external_part_waits_for_the_director() -> None:
    for on, rule in RULES.items():
        pit = pit_with(on, "colorado-converted-wheel")
        worked(pit, "replace-part", part("pin", external=False), part("separator"))
        inspect(pit, *FIVE)
        assert cites(pit) == [f"{rule}(4)"], "the inspection of the house is not enough"
        pit.done("director-inspection", DOT, wheel="W-R0", passed=False, remark="it is loose")
        assert cites(pit) == [f"{rule}(4)"]
        assert last_day(pit.state, "R0", house_at(pit)) is None
        pit.done("director-inspection", DOT, wheel="W-R0", passed=True, remark="it holds")
        assert cites(pit) == []


def test_the_director_inspects_only_replaced_external_movable_parts() -> None:
    """30-2212(4): not adjusted parts, not inner or fixed ones; each replacement again."""
    pit = pit_with()
    said = {"wheel": "W-R0", "passed": True, "remark": "r"}
    for word, each in (
        ("adjust-wheel", part()),
        ("replace-part", part(external=False)),
        ("replace-part", part(movable=False)),
    ):
        worked(pit, word, each)
        inspect(pit)
        assert cites(pit) == []
        assert pit.refused("director-inspection", DOT, **said).code is Code.NOTHING_TO_INSPECT
    for _ in range(2):
        worked(pit, "replace-part")
        inspect(pit)
        assert cites(pit) == ["30-2212(4)"]
        pit.done("director-inspection", DOT, **said)
        assert cites(pit) == []


def test_a_wheel_takes_the_directors_inspection_that_it_waits_for_to_another_table() -> None:
    """30-2212(4)"""
    pit = pit_with()
    worked(pit, "replace-part")
    in_force(pit, house_on(NEW), "R1")
    put(pit, "W-R0", WHEEL, "R1")
    put(pit, "B-R0", BALL, "R1")
    inspect(pit, table="R1")
    assert cites(pit, "R1") == ["30-2212(4)"]


@pytest.mark.parametrize("role", ROLES)
def test_who_inspects_for_the_director(role: Role) -> None:
    """30-2212(4), 47.1-2212(4): the Director or a designee."""
    pit = pit_with()
    worked(pit, "replace-part")
    said = {"wheel": "W-R0", "passed": True, "remark": "r"}
    if role == "regulator":
        assert pit.refused("director-inspection", staff(role, licence=""), **said).code is Code.NOT_LICENSED
        pit.done("director-inspection", staff(role), **said)
    else:
        found = pit.refused("director-inspection", staff(role), **said)
        assert _code(found) == (Code.NOT_YOUR_ROLE, "30-2212(4)")


def test_the_director_signs_as_everybody_does() -> None:
    """30-2212(4): an inspection by somebody who has not proven who they are changes nothing."""
    for on in RULES:
        pit = pit_with(on)
        worked(pit, "replace-part")
        for table in ("R0", None):
            if table is None:
                pit.done("move-item", PAT, item="W-R0")
            said = {"wheel": "W-R0", "passed": True, "remark": "r"}
            found = pit.refused("director-inspection", staff("regulator", credential=""), **said)
            assert _code(found) == (Code.UNSIGNED, "30-2212(4)")
            assert waits_for_director(pit.state, "W-R0")


# The log ----------------------------------------------------------------------------------------------------
@pytest.mark.cites("30-2212(5)", "47.1-2212(5)")
def test_the_log_has_what_was_done_by_whom_and_their_signature() -> None:
    for on in RULES:
        pit = pit_with(on)
        work(pit, "adjust-wheel", MAX, SUE, part("pin", external=False, movable=False))
        inspect(pit)
        work(pit, "replace-part", TIM, SUE, place=None, remark="a new one")
        adjusted, replaced = log(pit.events)
        assert (adjusted.date, adjusted.table, adjusted.work) == ("2022-10-30", "R0", "adjustment")
        assert (adjusted.name, adjusted.licence, adjusted.signature) == (
            "maintenance",
            "L-maintenance",
            "c-maintenance",
        )
        assert (adjusted.wheel, adjusted.parts, adjusted.place) == ("W-R0", "pin (internal, fixed)", "at the table")
        assert (replaced.work, replaced.role, replaced.remark) == ("replacement", "slot-technician", "a new one")
        assert (replaced.witness, replaced.witness_licence, replaced.witness_signature) == ("sue", "L-sue", "c-sue")
        for row, kind in ((adjusted, WheelAdjusted), (replaced, PartReplaced)):
            assert type(pit.events[row.event - 1]) is kind
            assert kind in pit.kind.sealed_by, "the head that is signed then covers it"
        assert log(pit.events[adjusted.event :], adjusted.event + 1) == (replaced,)


def test_the_witness_in_the_log_is_of_the_same_act() -> None:
    """30-2212(5): whoever approved something else was not there."""
    pit = pit_with()
    worked(pit)
    (*_, other), (*_, adjusted) = ([e for e in pit.events[:3] if isinstance(e, Approved)], pit.events)
    (row,) = log([other, adjusted])
    assert (row.name, row.witness, row.witness_signature) == ("maintenance", "", "")


def test_the_date_in_the_log_is_that_on_the_clock_of_the_house() -> None:
    """30-2212(5): the calendar date, which at one in the morning is not that of the gaming day."""
    pit = pit_with()
    pit.at += 13 * 3600 * 1_000_000  # 1:00 in Denver
    worked(pit)
    (row,) = log(pit.events)
    assert row.date == "2022-10-31"


def test_the_log_as_csv() -> None:
    """Quotes and lines are kept, and a cell that a spreadsheet would calculate is text."""
    pit = pit_with()
    bad = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", 'a "b", c\nd')
    for remark in bad:
        worked(pit, remark=remark)
    performer = By("=cmd", "maintenance", "-1", credential="@c")
    assert isinstance(work(pit, "adjust-wheel", performer, SUE), tuple)
    rows = log(pit.events)
    read = list(csv.DictReader(StringIO(as_csv(rows), newline="")))
    assert [each["remark"] for each in read[:-1]] == [f"'{each}" for each in bad[:-1]] + [bad[-1]]
    assert (read[-1]["name"], read[-1]["licence"], read[-1]["signature"]) == ("'=cmd", "'-1", "'@c")
    assert [int(each["event"]) for each in read] == [each.event for each in rows]
    for line in read:
        assert set(line) == set(rows[0]._fields)
        assert not any(str(cell).startswith(("=", "+", "-", "@", "\t", "\r")) for cell in line.values())
    assert as_csv(()).count("\n") == 1


def test_a_log_without_work_is_empty() -> None:
    pit = pit_with()
    inspect(pit)
    pit.done("report-movement", PAT, table="R0", remark="r")
    assert log(pit.events) == ()
