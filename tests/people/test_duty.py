"""Who is on duty where: in one place, in a role and with a licence that are valid, relieved in one event."""

from __future__ import annotations

import pytest

from croupier.conduct.by import By
from croupier.core.refusal import Code
from croupier.people.acts.duty import Relieved
from croupier.people.state import Post
from tests.support.pit.people import ANN, KIM, founded, member, register
from tests.support.pit.streams import MINUTE, Stream

DAY = 24 * 60 * MINUTE


@pytest.fixture
def people() -> Stream:
    return founded()


def _come(people: Stream, by: By, place: str = "R0", **instead: str) -> None:
    people.done("come-on-duty", by, **{"person": by.person, "role": by.role, "place": place, **instead})


def _posts(people: Stream) -> dict[str, Post]:
    return {each.name: each.post for each in people.state.persons if each.post is not None}


def test_a_dealer_comes_on_duty_and_goes_off(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    _come(people, dee)
    assert _posts(people) == {"dee": Post("dealer", "R0")}
    people.done("go-off-duty", dee, person="DEE")
    assert _posts(people) == {}
    assert people.refused("go-off-duty", dee, person="dee").code is Code.OFF_DUTY


def test_nobody_is_in_two_places(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    _come(people, dee)
    for place in ("R0", "R1"):
        no = people.refused("come-on-duty", dee, person="Dee", role="dealer", place=place)
        assert no.code is Code.ON_DUTY_ALREADY
    abe = member(people, "abe", "dealer")
    _come(people, abe, "R1")
    assert people.refused("relieve", dee, person="dee", relieves="abe").code is Code.ON_DUTY_ALREADY
    assert _posts(people) == {"dee": Post("dealer", "R0"), "abe": Post("dealer", "R1")}


def test_nobody_works_in_a_role_that_they_do_not_have(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    for role in ("boxperson", "security", "administrator"):
        no = people.refused("come-on-duty", dee, person="dee", role=role, place="C1")
        assert no.code is Code.ROLE_NOT_HELD
    assert people.refused("come-on-duty", KIM, person="zed", role="dealer", place="C1").code is Code.PERSON_UNKNOWN


def test_a_licence_counts_on_the_gaming_day(people: Stream) -> None:
    """A night belongs to the day before: the licence ends when the gaming day of its last day ends, at 6 o'clock."""
    dee = member(people, "dee", "dealer", since="2022-10-31", until="2022-10-31")
    no = people.refused("come-on-duty", dee, person="dee", role="dealer", place="R0")
    assert (no.code, no.variant) == (Code.LICENCE_NOT_VALID, "not-yet")
    people.at += DAY - 6 * 60 * MINUTE - 1  # 5:59:59 of the next morning: still the day before
    assert people.refused("come-on-duty", KIM, person="dee", role="dealer", place="R0").variant == "not-yet"
    people.at += 1
    _come(people, dee)
    people.done("go-off-duty", dee, person="dee")
    people.at += DAY - 1
    _come(people, dee)
    people.done("go-off-duty", dee, person="dee")
    people.at += 1
    no = people.refused("come-on-duty", KIM, person="dee", role="dealer", place="R0")
    assert (no.code, no.variant) == (Code.LICENCE_NOT_VALID, "over")
    assert "2022-10-31" in str(no)


def test_whoever_is_excluded_does_not_work_in_the_house(people: Stream) -> None:
    dee, abe = member(people, "dee", "dealer"), member(people, "abe", "dealer")
    _come(people, abe)
    people.done("exclude-patron", KIM, person="DEE")
    no = people.refused("come-on-duty", dee, person="dee", role="dealer", place="R1")
    assert no.code is Code.STAFF_EXCLUDED
    assert people.refused("relieve", KIM, person="dee", relieves="abe").code is Code.STAFF_EXCLUDED
    people.done("readmit-patron", KIM, person="DEE")
    _come(people, dee, "R1")


@pytest.mark.cites("30-2201(4)", "47.1-2201(4)")
def test_relief_is_one_event(people: Stream) -> None:
    """30-2201(4): one dealer follows the other; no moment lies between them."""
    dee, abe = member(people, "dee", "dealer"), member(people, "abe", "dealer")
    _come(people, dee)
    (event,) = people.done("relieve", abe, person="abe", relieves="DEE")
    assert isinstance(event, Relieved)
    assert (event.relieves, event.role, event.place) == ("DEE", "dealer", "R0")
    assert _posts(people) == {"abe": Post("dealer", "R0")}
    assert people.refused("relieve", abe, person="abe", relieves="dee").code is Code.OFF_DUTY
    assert people.refused("relieve", abe, person="abe", relieves="ABE").code is Code.SAME_PERSON
    assert people.refused("relieve", abe, person="abe", relieves="zed").code is Code.OFF_DUTY


def test_only_somebody_with_the_role_relieves(people: Stream) -> None:
    dee, sam = member(people, "dee", "dealer"), member(people, "sam", "security")
    _come(people, dee)
    assert people.refused("relieve", sam, person="sam", relieves="dee").code is Code.ROLE_NOT_HELD
    old = member(people, "old", "dealer", until="2022-10-30")
    people.at += DAY
    assert people.refused("relieve", KIM, person="old", relieves="dee").code is Code.LICENCE_NOT_VALID
    assert people.refused("relieve", old, person="old", relieves="dee").code is Code.LICENCE_NOT_VALID
    assert _posts(people) == {"dee": Post("dealer", "R0")}


def test_who_says_where_others_work(people: Stream) -> None:
    dee, abe = member(people, "dee", "dealer"), member(people, "abe", "dealer")
    pat = member(people, "pat", "pit-supervisor")
    for word, said in (
        ("come-on-duty", {"person": "abe", "role": "dealer", "place": "R0"}),
        ("relieve", {"person": "abe", "relieves": "dee"}),
        ("go-off-duty", {"person": "abe"}),
    ):
        assert people.refused(word, dee, **said).code is Code.NOT_FOR_OTHERS
    for by in (pat, KIM):
        people.done("come-on-duty", by, person="dee", role="dealer", place="R0")
        people.done("relieve", by, person="abe", relieves="dee")
        people.done("go-off-duty", by, person="abe")
    assert people.refused("come-on-duty", ANN, person="dee", role="dealer", place="R0").code is Code.NOT_YOUR_ROLE
    assert abe.person not in _posts(people)


def test_one_person_may_have_several_roles_but_one_post(people: Stream) -> None:
    register(people, "dee", "dealer", "stickperson")
    dee = By("dee", "dealer", "of dee")
    _come(people, dee, "C1", role="stickperson")
    assert people.refused("come-on-duty", dee, person="dee", role="dealer", place="C1").code is Code.ON_DUTY_ALREADY
