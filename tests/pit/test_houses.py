"""Versions of a house: two people put them into force, all at once where odds are uniform, and take them back."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.conduct import By
from croupier.core.refusal import Code, Refusal
from croupier.pit.acts.houses import HouseActivated, HouseRolledBack
from croupier.table import HouseText
from croupier.table.houses import house_of
from tests.support.pit.streams import Stream
from tests.support.table.play import written

PAT, KIM = By("pat", "pit-supervisor", "L1", "c-pat"), By("kim", "key-manager", "L2", "c-kim")
KEN = By("ken", "key-manager", "L3", "c-ken")
SINGLE, WHEEL = (
    written("colorado-single-zero"),
    written("colorado-single-zero", limits__default={"min": 2, "max": 200}),
)
CRAPS = written("colorado-craps")
LOW = written("colorado-craps", limits__default={"min": 1, "max": 200})
BETTER = written("colorado-craps", pays__field={"win on 2": "3 to 1"})


def _version(text: HouseText) -> str:
    house = house_of(text)
    assert not isinstance(house, Refusal), house
    return house.version


def _changes(**tables: HouseText) -> list[dict[str, Any]]:
    return [{"table": table, "house": house} for table, house in tables.items()]


def _activate(pit: Stream, **tables: HouseText) -> tuple[Any, ...] | Refusal:
    return pit.both("activate-house", PAT, KIM, changes=_changes(**tables))


def _back(pit: Stream, *tables: str) -> tuple[Any, ...] | Refusal:
    return pit.both("roll-back-house", PAT, KIM, tables=tables)


def _in_force(pit: Stream) -> dict[str, str]:
    return {table: pit.state.versions(table)[-1].version for table in pit.state.tables()}


def _code(found: object) -> tuple[Code, str]:
    assert isinstance(found, Refusal), found
    return found.code, found.message


@pytest.fixture
def pit() -> Stream:
    return Stream("pit/main")


def test_one_person_proposes_and_a_key_manager_approves(pit: Stream) -> None:
    events = _activate(pit, R0=WHEEL)
    assert isinstance(events, tuple)
    approved, activated = events
    assert (approved.by.person, activated.by.person) == ("kim", "pat")
    assert isinstance(activated, HouseActivated)
    assert _in_force(pit) == {"R0": _version(WHEEL)}


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [
        (PAT, By("sal", "pit-supervisor", "L4", "c-sal"), Code.NOT_YOUR_ROLE),
        (KIM, KIM, Code.SAME_PERSON),
        (By("dee", "dealer", "L5", "c-dee"), KIM, Code.NOT_YOUR_ROLE),
        (KIM, PAT, Code.NOT_YOUR_ROLE),
    ],
)
def test_who_may_not_put_rules_into_force(pit: Stream, one: By, other: By, code: Code) -> None:
    assert _code(pit.both("activate-house", one, other, changes=_changes(R0=WHEEL)))[0] is code
    assert _in_force(pit) == {}


def test_nobody_puts_rules_into_force_alone(pit: Stream) -> None:
    for word, said in (("activate-house", {"changes": _changes(R0=WHEEL)}), ("roll-back-house", {"tables": ["R0"]})):
        assert pit.refused(word, KIM, **said).code is Code.TWO_NEEDED


def test_a_key_manager_may_propose_and_another_approve(pit: Stream) -> None:
    assert isinstance(pit.both("activate-house", KIM, KEN, changes=_changes(R0=WHEEL)), tuple)


def test_odds_are_uniform_at_all_craps_tables(pit: Stream) -> None:
    """47.1-2306(1), reading M5: better odds come into force at all tables in one act, or at none."""
    _activate(pit, C1=CRAPS, C2=LOW)
    before = _in_force(pit)
    for found in (_activate(pit, C1=BETTER), _activate(pit, C1=BETTER, C3=CRAPS), _activate(pit, C3=BETTER)):
        assert isinstance(found, Refusal)
        assert str(found.cite) == "47.1-2306(1)"
    assert _in_force(pit) == before
    assert isinstance(_activate(pit, C1=BETTER, C2=BETTER), tuple)
    assert set(_in_force(pit).values()) == {_version(BETTER)}


def test_limits_may_differ_from_table_to_table(pit: Stream) -> None:
    assert isinstance(_activate(pit, C1=CRAPS), tuple)
    assert isinstance(_activate(pit, C2=LOW), tuple)


def test_going_back(pit: Stream) -> None:
    _activate(pit, R0=SINGLE)
    assert _code(_back(pit, "R0"))[0] is Code.HOUSE_IN_FORCE
    other = written("colorado-single-zero", limits__default={"min": 1, "max": 200})
    third = written("colorado-single-zero", limits__default={"min": 1, "max": 100})
    _activate(pit, R0=other)
    _activate(pit, R0=third)
    events = _back(pit, "R0")
    assert isinstance(events, tuple)
    assert isinstance(events[1], HouseRolledBack)
    assert events[1].activated[0].version == _version(other)
    assert _in_force(pit) == {"R0": _version(other)}
    _back(pit, "R0")
    assert _in_force(pit) == {"R0": _version(SINGLE)}
    assert "before this one" in _code(_back(pit, "R0"))[1]


def test_going_back_keeps_odds_uniform(pit: Stream) -> None:
    _activate(pit, C1=CRAPS, C2=CRAPS)
    _activate(pit, C1=BETTER, C2=BETTER)
    assert _code(_back(pit, "C1"))[0] is Code.HOUSE_UNSOUND
    assert isinstance(_back(pit, "C1", "C2"), tuple)
    assert set(_in_force(pit).values()) == {_version(CRAPS)}


def test_a_table_keeps_its_game(pit: Stream) -> None:
    _activate(pit, R0=WHEEL)
    assert _code(_activate(pit, R0=CRAPS))[0] is Code.HOUSE_UNSOUND


def test_the_same_version_twice_is_refused(pit: Stream) -> None:
    _activate(pit, R0=WHEEL)
    assert "in force at table R0 already" in _code(_activate(pit, R0=WHEEL))[1]
    twice = [*_changes(R1=WHEEL), *_changes(R1=SINGLE)]
    assert "named twice" in _code(pit.both("activate-house", PAT, KIM, changes=twice))[1]
    assert _code(_back(pit, "R9"))[0] is Code.HOUSE_IN_FORCE


def test_a_house_with_faults_is_refused(pit: Stream) -> None:
    worse = written("colorado-craps", pays__field={"win on 2": "1 to 1"})
    code, says = _code(_activate(pit, C1=worse))
    assert code is Code.HOUSE_UNSOUND
    assert "47.1-2306" in says


def test_approvals_that_a_house_names_are_on_record(pit: Stream) -> None:
    electronic = written("colorado-craps", device__electronic=True, device__terminals=True)
    approval = {"reference": "TEST", "subject": "device", "scope": "the wheel of table C1"}
    assert "not on record" in _code(_activate(pit, C1=electronic))[1]
    pit.done("record-approval", KIM, **approval, day="2017-12-14")
    assert "another date" in _code(_activate(pit, C1=electronic))[1]
    pit.done("withdraw-approval", KIM, reference="TEST", reason="wrong date")
    pit.done("record-approval", KIM, **approval, day="2017-12-15")
    assert isinstance(_activate(pit, C1=electronic), tuple)
    pit.done("withdraw-approval", KIM, reference="TEST", reason="the device was withdrawn")
    low = {"min": 1, "max": 9}
    lower = written("colorado-craps", device__electronic=True, device__terminals=True, limits__default=low)
    assert _code(_activate(pit, C1=lower))[0] is Code.APPROVAL_UNKNOWN
