"""Who is on the list of people: begun once by two, changed by two, never by those whom it concerns."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.conduct.by import ROLES, By
from croupier.conduct.powers import POWERS
from croupier.core.refusal import Code, Refusal
from croupier.people.acts.persons import NOBODYS
from tests.support.pit.people import ANN, ANNS, DAYS, DESK, KIM, founded, founders, member, register
from tests.support.pit.streams import Stream

PAIRS = [
    (one, other)
    for pair in POWERS.incompatible
    if pair.enforced == "grant"
    for one in pair.one
    for other in pair.other
]


def _code(found: object) -> Code:
    assert isinstance(found, Refusal), found
    return found.code


@pytest.fixture
def people() -> Stream:
    return founded()


def test_a_house_begins_with_two_people_and_a_terminal(people: Stream) -> None:
    assert [(each.name, each.roles, each.licence.number) for each in people.state.persons] == [
        ("ann", ("administrator",), "L1"),
        ("kim", ("key-manager",), "L2"),
    ]
    assert len(people.state.credentials) == 2
    assert len(people.state.terminals) == 1


def test_it_begins_once(people: Stream) -> None:
    other = founders(person="bob", licence="L9", credential="9" * 32)
    assert people.refused("found-house", DESK, **other).code is Code.HOUSE_FOUNDED


@pytest.mark.parametrize("role", sorted(set(ROLES) - {"system"}))
def test_only_the_server_begins_it(role: Any) -> None:
    assert Stream("people/main").refused("found-house", By("x", role, "L9"), **founders()).code is Code.NOT_YOUR_ROLE


@pytest.mark.parametrize(
    ("instead", "code"),
    [
        ({"person": " ANN".strip()}, Code.PERSON_KNOWN),
        ({"licence": "l1"}, Code.PERSON_KNOWN),
        ({"roles": ["dealer"]}, Code.HOUSE_FOUNDED),
        ({"roles": ["key-manager", "cage"]}, Code.ROLES_CLASH),
        ({"roles": ["key-manager", "system"]}, Code.ROLE_NOT_FREE),
        ({"roles": ["key-manager", "key-manager"]}, Code.ROLE_NOT_FREE),
        ({"credential": ANNS}, Code.CREDENTIAL_USED),
        ({"since": "2022-10-31"}, Code.LICENCE_UNSOUND),
        ({"until": "2022-10-29"}, Code.LICENCE_UNSOUND),
        ({"since": "2022-02-30"}, Code.LICENCE_UNSOUND),
        ({"since": "2023-12-31", "until": "2022-12-31"}, Code.LICENCE_UNSOUND),
    ],
)
def test_the_first_two_are_two_people_who_can_act(instead: dict[str, Any], code: Code) -> None:
    people = Stream("people/main")
    assert people.refused("found-house", DESK, **founders(**instead)).code is code
    assert people.state.persons == ()


def test_the_second_may_be_another_administrator() -> None:
    Stream("people/main").done("found-house", DESK, **founders(roles=["administrator"]))


def test_the_first_is_an_administrator() -> None:
    said = founders()
    said["first"], said["second"] = said["second"], said["first"]
    assert Stream("people/main").refused("found-house", DESK, **said).code is Code.HOUSE_FOUNDED


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "America", "a\0b"])
def test_the_gaming_day_needs_a_time_zone(zone: str) -> None:
    people = Stream("people/main")
    if zone:
        assert people.refused("found-house", DESK, **founders(), zone=zone).code is Code.HOUSE_FOUNDED
    people.done("found-house", DESK, **founders(), zone="Europe/Berlin", hour=4)
    assert (people.state.gaming_day.zone, people.state.gaming_day.hour) == ("Europe/Berlin", 4)


def test_two_people_register_a_third(people: Stream) -> None:
    events = register(people, "dee", "dealer", "stickperson")
    assert isinstance(events, tuple)
    approved, registered = events
    assert (approved.by.person, registered.by.person) == ("kim", "ann")
    assert people.state.person("DEE").roles == ("dealer", "stickperson")


@pytest.mark.parametrize(
    "word", ["register-person", "grant-role", "revoke-role", "renew-licence", "remove-person", "enrol-credential"]
)
def test_nobody_changes_the_list_alone(people: Stream, word: str) -> None:
    by_word: dict[str, dict[str, Any]] = {
        "register-person": {"person": "dee", "roles": ["dealer"], "licence": "L3", **DAYS},
        "grant-role": {"person": "dee", "role": "dealer"},
        "revoke-role": {"person": "dee", "role": "dealer", "reason": "r"},
        "renew-licence": {"person": "dee", "licence": "L3", **DAYS},
        "remove-person": {"person": "dee", "reason": "r"},
        "enrol-credential": {"person": "dee", "credential": "d" * 32, "kind": "pin"},
    }
    said = by_word[word]
    assert people.refused(word, ANN, **said).code is Code.TWO_NEEDED
    assert _code(people.both(word, KIM, ANN, **said)) is Code.NOT_YOUR_ROLE, "an administrator proposes"


def test_who_approves(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    abe = member(people, "abe", "administrator")
    said = {"person": "bob", "roles": ["security"], "licence": "L7", **DAYS}
    assert _code(people.both("register-person", ANN, dee, **said)) is Code.NOT_YOUR_ROLE
    assert _code(people.both("register-person", ANN, ANN, **said)) is Code.SAME_PERSON
    assert isinstance(people.both("register-person", ANN, abe, **said), tuple), "another administrator may approve"


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_roles_that_one_person_never_has_together(people: Stream, one: str, other: str) -> None:
    pair = next(each for each in POWERS.incompatible if one in each.one and other in each.other)
    refusal = register(people, "dee", one, other)
    assert _code(refusal) is Code.ROLES_CLASH
    assert one in str(refusal)
    assert other in str(refusal)
    assert isinstance(register(people, "dee", one), tuple)
    refusal = people.both("grant-role", ANN, KIM, person="dee", role=other)
    assert _code(refusal) is Code.ROLES_CLASH
    assert pair.note in str(refusal), "the sentence says why"
    assert people.state.person("dee").roles == (one,)


def test_a_role_may_follow_another_that_was_revoked(people: Stream) -> None:
    register(people, "dee", "cage")
    assert isinstance(people.both("revoke-role", ANN, KIM, person="dee", role="cage", reason="r"), tuple)
    assert isinstance(people.both("grant-role", ANN, KIM, person="dee", role="dealer"), tuple)
    assert people.state.person("dee").roles == ("dealer",)


@pytest.mark.parametrize("role", sorted(NOBODYS))
def test_nobody_is_a_machine_or_a_player(people: Stream, role: str) -> None:
    assert _code(register(people, "dee", role)) is Code.ROLE_NOT_FREE
    register(people, "dee", "dealer")
    assert _code(people.both("grant-role", ANN, KIM, person="dee", role=role)) is Code.ROLE_NOT_FREE


@pytest.mark.parametrize("again", ["dee roy", "DEE ROY", "Dee  Roy", "dee\u00a0roy"])
def test_no_person_twice(people: Stream, again: str) -> None:
    register(people, "Dee Roy", "dealer")
    assert _code(register(people, again, "dealer", licence="L8")) is Code.PERSON_KNOWN
    assert _code(register(people, "bob", "dealer", licence="OF DEE ROY")) is Code.PERSON_KNOWN, "nor a licence"


@pytest.mark.parametrize(
    ("days", "variant"),
    [
        ({"since": "2022-13-01"}, "no-day"),
        ({"until": "2021-12-31"}, "backwards"),
        ({"until": "2022-10-29"}, "over"),
    ],
)
def test_a_licence_has_days_that_make_sense(people: Stream, days: dict[str, str], variant: str) -> None:
    refusal = register(people, "dee", "dealer", **days)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.variant) == (Code.LICENCE_UNSOUND, variant)
    register(people, "dee", "dealer", until="2022-10-30")
    said = {"person": "dee", "licence": "new", **DAYS, **days}
    assert _code(people.both("renew-licence", ANN, KIM, **said)) is Code.LICENCE_UNSOUND


def test_a_licence_may_begin_later(people: Stream) -> None:
    assert isinstance(register(people, "dee", "dealer", since="2022-10-31"), tuple)


def test_a_licence_is_renewed(people: Stream) -> None:
    register(people, "dee", "dealer")
    said = {"person": "Dee", "licence": "of dee", "since": "2024-01-01", "until": "2025-12-31"}
    assert isinstance(people.both("renew-licence", ANN, KIM, **said), tuple)
    assert people.state.person("dee").licence.until == "2025-12-31"
    assert _code(people.both("renew-licence", ANN, KIM, **{**said, "licence": "L1"})) is Code.PERSON_KNOWN


def test_nobody_proposes_or_approves_their_own_matter(people: Stream) -> None:
    for person, word, said in (
        ("ann", "grant-role", {"role": "security"}),
        ("KIM", "grant-role", {"role": "pit-supervisor"}),
        ("kim", "remove-person", {"reason": "r"}),
        ("ann", "renew-licence", {"licence": "L1", "since": "2022-01-01", "until": "2029-12-31"}),
        ("kim", "enrol-credential", {"credential": "d" * 32, "kind": "pin"}),
    ):
        refusal = people.both(word, ANN, KIM, person=person, **said)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.variant) == (Code.SAME_PERSON, "own-matter")
    abe = member(people, "abe", "administrator")
    assert isinstance(people.both("grant-role", ANN, abe, person="kim", role="pit-supervisor"), tuple)


def test_who_is_removed_is_gone_everywhere(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    people.done("come-on-duty", dee, person="dee", role="dealer", place="R0")
    people.both("enrol-credential", ANN, KIM, person="dee", credential="d" * 32, kind="pin")
    said = {"person": "dee", "role": "dealer", "credential": "d" * 32, "terminal": "desk-1", "session": "e" * 64}
    people.done("sign-in", DESK, **said)
    assert isinstance(people.both("remove-person", ANN, KIM, person="DEE", reason="has left"), tuple)
    state = people.state
    assert (state.person("dee"), state.credential("d" * 32), state.sessions) == (None, None, ())
    assert people.refused("go-off-duty", dee, person="dee").code is Code.PERSON_UNKNOWN
    assert _code(people.both("remove-person", ANN, KIM, person="dee", reason="r")) is Code.PERSON_UNKNOWN
    assert isinstance(register(people, "dee", "security"), tuple), "somebody may come back"


def test_a_revoked_role_ends_duty_and_session_in_that_role(people: Stream) -> None:
    register(people, "dee", "dealer", "boxperson")
    dee = By("dee", "dealer", "of dee")
    people.done("come-on-duty", dee, person="dee", role="boxperson", place="C1")
    people.both("revoke-role", ANN, KIM, person="dee", role="dealer", reason="r")
    assert people.state.person("dee").post is not None, "another role stays"
    people.both("revoke-role", ANN, KIM, person="dee", role="boxperson", reason="r")
    assert people.state.person("dee").post is None
    no = people.both("revoke-role", ANN, KIM, person="dee", role="boxperson", reason="r")
    assert _code(no) is Code.ROLE_NOT_HELD


@pytest.mark.parametrize("word", ["grant-role", "revoke-role", "renew-licence", "remove-person", "enrol-credential"])
def test_somebody_who_is_not_on_the_list(people: Stream, word: str) -> None:
    said: dict[str, Any] = {
        "grant-role": {"role": "dealer"},
        "revoke-role": {"role": "dealer", "reason": "r"},
        "renew-licence": {"licence": "L3", **DAYS},
        "remove-person": {"reason": "r"},
        "enrol-credential": {"credential": "d" * 32, "kind": "pin"},
    }[word]
    assert _code(people.both(word, ANN, KIM, person="zed", **said)) is Code.PERSON_UNKNOWN
    assert people.state.person("zed") is None
    assert _code(people.both("grant-role", ANN, KIM, person="kim", role="key-manager")) in (
        Code.SAME_PERSON,
        Code.ROLE_NOT_FREE,
    )
