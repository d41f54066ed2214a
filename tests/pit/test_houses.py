"""Versions of a house: two people put them into force, all at once where odds are uniform, and take them back."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from croupier.conduct import By
from croupier.core.refusal import Code, Refusal
from croupier.house import House
from croupier.house.keys import approvals
from croupier.pit.acts.approvals import Subject
from croupier.pit.acts.houses import HouseActivated, HouseRolledBack, together
from croupier.table import HouseText
from croupier.table.houses import house_of, named_by_operator
from tests.support.pit.command import ROOT
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


@pytest.mark.cites("30-2208", "47.1-2208")
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


@pytest.mark.cites("47.1-2306(1)")
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


def test_a_table_is_told_which_tables_change_with_it(pit: Stream) -> None:
    """Reading M5: those of its game that were named in one act, also when that act went back; none at roulette."""

    def told(table: str) -> tuple[str, ...]:
        house = house_of(pit.state.versions(table)[-1].house)
        assert isinstance(house, House)
        return together(pit.state, house, table)

    _activate(pit, C1=CRAPS, R0=SINGLE)
    _activate(pit, C2=CRAPS)
    assert [told(each) for each in ("C1", "C2", "R0")] == [("C1",), ("C2",), ()]
    _activate(pit, C2=BETTER, R0=WHEEL, C1=BETTER)
    assert [told(each) for each in ("C1", "C2", "R0")] == [("C1", "C2"), ("C1", "C2"), ()]
    _back(pit, "C1", "C2")
    assert [told(each) for each in ("C1", "C2")] == [("C1", "C2"), ("C1", "C2")], "going back is one act too"


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


@pytest.mark.cites("47.1-2310")
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


ABOUT = ("layout", "variation", "posting", "symbols", "equipment", "place")


@pytest.mark.parametrize("subject", ABOUT)
def test_an_approval_about_something_else_is_not_enough(pit: Stream, subject: str) -> None:
    electronic = written("colorado-craps", device__electronic=True, device__terminals=True)
    said = {"reference": "TEST", "scope": "something else", "day": "2017-12-15"}
    pit.done("record-approval", KIM, subject=subject, **said)
    refusal = _activate(pit, C1=electronic)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.variant) == (Code.APPROVAL_UNKNOWN, "other-subject")
    assert f"must be about device; the one on record is about {subject}" in refusal.message
    assert _in_force(pit) == {}
    pit.done("withdraw-approval", KIM, reference="TEST", reason="recorded about the wrong thing")
    pit.done("record-approval", KIM, subject="device", **said)
    assert isinstance(_activate(pit, C1=electronic), tuple)


def test_every_approval_that_a_house_may_name_is_about_something_that_can_be_recorded() -> None:
    assert set(approvals().values()) <= set(get_args(Subject))
    assert approvals()["electronic-device"] == "device"
    assert approvals()["themed-symbols"] == "symbols"


@pytest.mark.cites("30-2214(1)", "47.1-2215(1)")
def test_the_rule_of_the_commission_for_a_variation_is_on_record(pit: Stream) -> None:
    """Also 47.1-2317(1): its reference, its date, and that it is about a variation."""
    echo = named_by_operator(ROOT / "examples" / "variation" / "house.toml")
    refusal = _activate(pit, C1=echo)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.variant) == (Code.APPROVAL_UNKNOWN, "named")
    assert "'EXAMPLE-1' for echo" in refusal.message.replace('"', "'")
    said = {"reference": "EXAMPLE-1", "scope": "Echo at craps"}
    for subject, day, variant in (
        ("device", "2022-08-01", "other-subject"),
        ("variation", "2022-08-02", "other-day"),
    ):
        pit.done("record-approval", KIM, subject=subject, day=day, **said)
        assert _variant(_activate(pit, C1=echo)) == variant
        pit.done("withdraw-approval", KIM, reference="EXAMPLE-1", reason="wrong")
    pit.done("record-approval", KIM, subject="variation", day="2022-08-01", **said)
    assert isinstance(_activate(pit, C1=echo), tuple)


def _variant(found: object) -> str:
    assert isinstance(found, Refusal), found
    return found.variant
