"""A roulette table is inspected before it opens: by whom, what, when, and what an inspection is worth afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from unittest.mock import patch

import msgspec
import pytest

from croupier import store
from croupier.conduct.by import ROLES, Role
from croupier.core.gaming_day import DENVER
from croupier.core.refusal import Code
from croupier.host import Host
from croupier.host.answer import read
from croupier.host.audit import audit
from croupier.pit.acts.inspections import TableInspected
from croupier.pit.inspected import Due, due, last_day
from tests.support.pit.streams import NOON, Stream
from tests.support.pit.wheels import (
    BALL,
    FIRST_NEW,
    FIVE,
    FOUR,
    KIM,
    LAST_OLD,
    NEW,
    OLD,
    PAT,
    SUE,
    WHEEL,
    cites,
    correct,
    house_at,
    house_on,
    in_force,
    inspect,
    missing,
    pit_with,
    put,
    results,
    staff,
)
from tests.support.stores import SIGNER

SECOND = 1_000_000
HOUR = 3600 * SECOND
CONVERTED = "colorado-converted-wheel"


def _no(pit: Stream, *passed: str, failed: tuple[str, ...] = (), table: str = "R0") -> tuple[Code, str, str]:
    """The refusal of an inspection."""
    found = pit.refused("inspect-table", PAT, table=table, results=results(*passed, failed=failed), remark="r")
    return found.code, found.message, str(found.cite)


# Before a table opens ---------------------------------------------------------------------------------------
def _before_opening(on: str, cite: str) -> None:
    pit = pit_with(on)
    assert cites(pit) == [cite]
    inspect(pit)
    assert cites(pit) == []
    assert cites(pit, at=pit.at + 24 * HOUR) == [cite], "an inspection is worth nothing on the next gaming day"


@pytest.mark.cites("30-2212(1)")
def test_no_table_opens_without_an_inspection_in_its_gaming_day() -> None:
    for on in (NEW, FIRST_NEW):
        _before_opening(on, "30-2212(1)")


@pytest.mark.cites("47.1-2212(1)")
def test_no_table_opens_without_an_inspection_in_the_printing_of_2015() -> None:
    for on in (OLD, LAST_OLD):
        _before_opening(on, "47.1-2212(1)")


#: Each item of the checklist with the letter of its paragraph.
LETTERS = dict(zip(FIVE, "abcde", strict=True))


def _cited(check: str) -> list[str]:
    return [f"{rule}(1)({LETTERS[check]})" for rule in ("30-2212", "47.1-2212")]


@pytest.mark.parametrize("check", [pytest.param(each, marks=pytest.mark.cites(*_cited(each))) for each in FIVE])
def test_every_item_is_stated_and_passes(check: str) -> None:
    """30-2212(1)(a)-(e), 47.1-2212(1)(a)-(e): an item that is not stated is refused, one that failed is missing."""
    others = tuple(each for each in FIVE if each != check)
    for on, cite in zip((NEW, OLD), _cited(check), strict=True):
        pit = pit_with(on, CONVERTED)
        code, says, _ = _no(pit, *others)
        assert (code, f"whether it passed: {check} is missing" in says) == (Code.CHECKLIST_DIFFERS, True)
        inspect(pit, *others, failed=[check])
        assert cites(pit) == [cite]
        inspect(pit, *FIVE)
        assert cites(pit) == []


@pytest.mark.parametrize("wheel", ["double-zero", "triple-zero"])
def test_the_layout_is_inspected_where_a_wheel_is_used_as_a_single_zero_wheel(wheel: str) -> None:
    """30-2212(1)(e): of a wheel with more zeros. Where it is not, the item is not on the list."""
    pit = pit_with(NEW, f"colorado-{wheel}")
    assert _no(pit, *FIVE)[0] is Code.CHECKLIST_DIFFERS
    inspect(pit, *FOUR)
    assert cites(pit) == []
    in_force(pit, house_on(NEW, CONVERTED, wheel__kind=wheel), "R0")
    assert cites(pit) == ["30-2212(1)(e)"], "the house in force now asks for more"
    assert _no(pit, *FOUR)[0] is Code.CHECKLIST_DIFFERS
    inspect(pit, *FIVE)
    assert cites(pit) == []


def test_an_inspection_is_refused_if_it_does_not_fit_the_checklist() -> None:
    pit = pit_with()
    for stated, says in (
        (("magnets",), "level, parts, ball is missing"),
        ((*FOUR, "paint"), "no item 'paint'"),
        ((*FOUR, "level"), "level is there twice"),
    ):
        code, said, cite = _no(pit, *stated)
        assert (code, cite) == (Code.CHECKLIST_DIFFERS, "30-2212(1)")
        assert says in said
    assert _no(pit, *FOUR, failed=("level",))[0] is Code.CHECKLIST_DIFFERS, "passed and failed at once"
    assert cites(pit) == ["30-2212(1)"]


def test_a_failed_item_ends_an_earlier_inspection() -> None:
    pit = pit_with()
    inspect(pit)
    inspect(pit, "magnets", "ball", failed=["level", "parts"])
    assert cites(pit) == ["30-2212(1)(b)", "30-2212(1)(c)"]
    assert last_day(pit.state, "R0", house_at(pit)) is None
    inspect(pit)
    assert cites(pit) == []


def test_everything_that_is_missing_is_named_at_once() -> None:
    pit = pit_with()
    inspect(pit, "magnets", "parts", "ball", failed=["level"])
    put(pit, "B-2", BALL, "R0")
    pit.done("report-movement", PAT, table="R0", remark="pushed")
    pit.at += 24 * HOUR
    assert cites(pit) == ["30-2212(1)", "30-2212(1)", "30-2212(1)(b)", "30-2212(9)"]
    assert [each.what.split(":")[0] for each in missing(pit)] == [
        "an inspection in the gaming day of 2022-10-31",
        f"an inspection of {BALL} B-2",
        "an inspection in which this passed",
        "an inspection of wheel W-R0 after it was moved",
    ]


# By whom ----------------------------------------------------------------------------------------------------
INSPECTORS = {"key-manager", "security", "pit-supervisor"}
DENIED_BY = {"inspect-table": "30-2212(1)", "inspect-level": "30-2212(9)"}


@pytest.mark.parametrize("role", ROLES)
def test_who_inspects(role: Role) -> None:
    """30-2212(1), 47.1-2212(1): a key manager, licensed security, a pit supervisor, and nobody else."""
    for on in (NEW, OLD):
        pit = pit_with(on)
        said = {"table": "R0", "results": results(*FOUR), "remark": "as it must be"}
        if role in INSPECTORS:
            assert pit.refused("inspect-table", staff(role, licence=""), **said).code is Code.NOT_LICENSED
            pit.done("inspect-table", staff(role), **said)
            assert cites(pit) == []
        else:
            found = pit.refused("inspect-table", staff(role), **said)
            assert (found.code, str(found.cite)) == (Code.NOT_YOUR_ROLE, "30-2212(1)")
            assert cites(pit) != []


def test_an_inspection_is_signed() -> None:
    """The event names who inspected, the licence and the credential, and the head after it is signed."""
    pit = pit_with()
    said = {"table": "R0", "results": results(*FOUR), "remark": "as it must be"}
    found = pit.refused("inspect-table", staff("security", credential=""), **said)
    assert (found.code, str(found.cite)) == (Code.UNSIGNED, "30-2212(1)")
    (event,) = pit.done("inspect-table", SUE, **said)
    assert isinstance(event, TableInspected)
    assert event.by == SUE
    assert (event.by.person, event.by.licence, event.by.credential) == ("sue", "L-sue", "c-sue")
    assert (event.day, event.items, event.remark) == ("2022-10-30", ("W-R0", "B-R0"), "as it must be")
    assert type(event) in pit.kind.sealed_by


@pytest.mark.parametrize("role", sorted({*ROLES} - INSPECTORS))
def test_a_denial_is_on_record(role: Role) -> None:
    """30-2212(1): the record says who, what and the paragraph, and an audit finds it in order."""
    with store.open("memory:") as kept:
        host = Host(kept, "pit/main", signer=SIGNER)
        for word, who in (("inspect-table", staff(role)), ("inspect-level", staff(role, person="eve"))):
            said = {"table": "R0", "results": results(*FOUR), "remark": "r"}
            body = {"do": word, "id": word, "by": who, "at": NOON, **said}
            host.handle(host.kind.commands.read(msgspec.json.encode(body)))
            record = kept.answer("pit/main", word)
            assert record is not None
            refusal = read(record.answer).refusal
            assert refusal is not None
            assert (refusal.code, refusal.cite) == (Code.NOT_YOUR_ROLE, DENIED_BY[word])
            assert all(each in refusal.said() for each in (who.person, role, word.capitalize()))
        assert host.version == 0
        host.close()
        assert audit(kept).fault is None


# What is inspected ------------------------------------------------------------------------------------------
def test_an_inspection_needs_a_house_a_game_that_asks_for_it_and_the_equipment() -> None:
    pit = pit_with()
    assert _no(pit, *FOUR, table="R9")[:2] == (
        Code.INSPECTION_UNASKED,
        "No house is in force at table R9: activate one first, since it says what is inspected.",
    )
    in_force(pit, house_on(NEW, "colorado-craps", limits={"default": {"min": 1, "max": 500}}), "C1")
    assert _no(pit, *FOUR, table="C1")[0] is Code.INSPECTION_UNASKED
    assert missing(pit, "C1") == ()
    assert last_day(pit.state, "C1", house_at(pit, "C1")) is None
    for name, kind in (("W-R0", WHEEL), ("B-R0", BALL)):
        put(pit, name, kind, None)
        code, says, _ = _no(pit, *FOUR)
        assert (code, kind in says) == (Code.NOTHING_TO_INSPECT, True)
        put(pit, name, kind, "R0")
    inspect(pit)


@pytest.mark.parametrize(("kind", "name"), [(WHEEL, "W-R0"), (BALL, "B-R0")])
def test_an_inspection_is_of_this_equipment(kind: str, name: str) -> None:
    """30-2212(1): another wheel or ball is not inspected, nor one that was away or was changed on the register."""
    pit = pit_with()
    inspect(pit)
    put(pit, "other", kind, "R0")
    assert cites(pit) == ["30-2212(1)"]
    put(pit, "other", kind, None)
    assert cites(pit) == [], "what was inspected is still there"
    put(pit, name, kind, "R1")
    put(pit, name, kind, "R0")
    assert cites(pit) == ["30-2212(1)"], "it was away"
    inspect(pit)
    correct(pit, name)
    assert cites(pit) == ["30-2212(1)"], "it was changed"
    inspect(pit)
    assert cites(pit) == []


def test_an_inspection_is_of_this_table() -> None:
    pit = pit_with()
    in_force(pit, house_on(NEW), "R1")
    put(pit, "W-R1", WHEEL, "R1")
    put(pit, "B-R1", BALL, "R1")
    inspect(pit)
    assert (cites(pit), cites(pit, "R1")) == ([], ["30-2212(1)"])
    inspect(pit, table="R1", by=KIM)
    assert (cites(pit), cites(pit, "R1")) == ([], [])


# When -------------------------------------------------------------------------------------------------------
#: Usual days, and the days on which the clocks of Denver change: 2022-03-13 has 23 hours, 2022-11-06 has 25.
DAYS = [date(2022, 7, 1), date(2022, 3, 12), date(2022, 3, 13), date(2022, 11, 5), date(2022, 11, 6)]


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_an_inspection_counts_from_six_to_six_on_the_clock_of_the_house(day: date) -> None:
    begins, ends = DENVER.begins(day), DENVER.begins(date.fromordinal(day.toordinal() + 1))
    assert (ends - begins) // HOUR == {date(2022, 3, 12): 23, date(2022, 11, 5): 25}.get(day, 24)
    for at, counts in ((begins, True), (ends - 1, True), (begins - 1, False)):
        pit = pit_with()
        pit.at = at
        pit.state = pit.state.but(at=min(pit.state.at, at))
        inspect(pit)
        assert (cites(pit, at=ends - 1) == []) is counts
        assert cites(pit, at=ends) == ["30-2212(1)"]
        assert (last_day(pit.state, "R0", house_at(pit)) == day.isoformat()) is counts


def test_the_gaming_day_is_that_of_the_house() -> None:
    pit = pit_with()
    in_force(pit, house_on(NEW, time_zone="America/New_York", gaming_day_starts="04:30:00"), "R0")
    pit.at = begins = DENVER.at(date(2022, 11, 1), 2) + HOUR // 2  # half past four in New York
    pit.state = pit.state.but(at=begins)
    inspect(pit)
    assert cites(pit, at=begins + 24 * HOUR - 1) == []
    assert cites(pit, at=begins + 24 * HOUR) == ["30-2212(1)"]


# An open table ----------------------------------------------------------------------------------------------
@contextmanager
def _open() -> Iterator[None]:
    with patch("croupier.pit.inspected.open_to_public", return_value=True):
        yield


def _due(pit: Stream, at: int, hour: int | None = 14) -> Due | None:
    return due(pit.state, "R0", replace(house_at(pit), inspection_alert=hour), at)


@pytest.mark.cites("30-2212(1)")
def test_an_open_table_is_due_once_a_gaming_day() -> None:
    """30-2212(1): at the hour of the alert somebody is told, and not before."""
    pit, today = pit_with(), date(2022, 10, 30)
    inspect(pit)
    tomorrow = DENVER.begins(date(2022, 10, 31))
    with _open():
        assert _due(pit, tomorrow - 1) is None
        first = _due(pit, tomorrow)
        assert first == Due("R0", "2022-10-31", alert=False, cite="30-2212(1)")
        before, then = (_due(pit, tomorrow + 8 * HOUR + more) for more in (-1, 0))
        assert before is not None
        assert then is not None
        assert (before.alert, then.alert) == (False, True)
        pit.at = tomorrow + 8 * HOUR
        inspect(pit)
        assert _due(pit, pit.at) is None
    assert _due(pit, pit.at + 24 * HOUR) is None, "a closed table is inspected when it opens"
    assert today.isoformat() != last_day(pit.state, "R0", house_at(pit)) == "2022-10-31"


@pytest.mark.parametrize(("hour", "after"), [(7, 1), (23, 17), (0, 18), (5, 23)])
def test_the_hour_of_an_alert_may_be_in_the_night(hour: int, after: int) -> None:
    """An hour before six is of the night at the end of the gaming day."""
    pit, begins = pit_with(), DENVER.begins(date(2022, 7, 1))
    with _open():
        for at, alert in ((begins + after * HOUR, True), (begins + after * HOUR - 1, False)):
            found = _due(pit, at, hour)
            assert found is not None
            assert found.alert is alert
        first = _due(pit, begins, 6)
        assert first is not None
        assert first.alert, "the hour at which the day begins"
        never = _due(pit, begins + 23 * HOUR, None)
        assert never is not None
        assert not never.alert, "a house that names no hour gets no alert"


def test_an_open_table_is_not_inspected_every_day_in_the_printing_of_2015() -> None:
    """47.1-2212(1) asks for an inspection before a table opens, and for no other."""
    with _open():
        for on, asked in ((LAST_OLD, False), (FIRST_NEW, True)):
            pit = pit_with(on)
            assert (_due(pit, pit.at) is not None) is asked
