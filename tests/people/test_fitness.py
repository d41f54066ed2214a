"""Who may give commands to the list of people at all: on it, with the role and a valid licence of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from croupier.conduct.by import ROLES, By
from croupier.conduct.powers import POWERS
from croupier.core.refusal import Code
from tests.support.pit.people import ANN, ANNS, KIM, KIMS, founded, founders, member
from tests.support.pit.streams import MINUTE, Stream

DAY = 24 * 60 * MINUTE
ON = {"person": "dee", "role": "dealer", "place": "R0"}
PERSON = {"person": "dee", "reason": "r"}
SESSION = {"session": "e" * 64}
CREDENTIAL = {"credential": "d" * 32, "kind": "pin"}
#: An example of every command.
SAID: dict[str, dict[str, Any]] = {
    "found-house": founders(),
    "register-person": {
        "person": "x",
        "roles": ["dealer"],
        "licence": "9",
        "since": "2022-01-01",
        "until": "2023-01-01",
    },
    "grant-role": {"person": "dee", "role": "stickperson"},
    "revoke-role": {"person": "dee", "role": "dealer", "reason": "r"},
    "renew-licence": {"person": "dee", "licence": "9", "since": "2022-01-01", "until": "2023-01-01"},
    "remove-person": PERSON,
    "come-on-duty": ON,
    "go-off-duty": {"person": "dee"},
    "relieve": {"person": "dee", "relieves": "abe"},
    "enrol-credential": {"person": "dee", **CREDENTIAL},
    "replace-credential": {"replaces": KIMS, **CREDENTIAL},
    "revoke-credential": PERSON,
    "enrol-terminal": {"terminal": "desk-2", "key": "d" * 64},
    "revoke-terminal": {"terminal": "desk-1", "reason": "r"},
    "sign-in": {"person": "kim", "role": "key-manager", "credential": KIMS, "terminal": "desk-1", **SESSION},
    "report-failure": {"person": "kim", "terminal": "desk-1"},
    "lock-session": SESSION,
    "unlock-session": SESSION,
    "prove-identity": SESSION,
    "end-session": SESSION,
    "revoke-session": PERSON,
    "exclude-patron": {"person": "al"},
    "readmit-patron": {"person": "al"},
    "propose": {"body": "{}"},
    "approve": {"number": 1, "digest": "a" * 64},
    "withdraw-proposal": {"number": 1, "reason": "r"},
}


@pytest.fixture
def people() -> Stream:
    return founded()


def test_what_is_not_declared_is_denied(people: Stream, share: Callable[[str], None]) -> None:
    """Every role with every command: a denial says who, what, and for whom it is."""
    denied = 0
    assert SAID.keys() == POWERS.commands["people"].keys()
    for word, said in SAID.items():
        for role in ROLES:
            if role not in POWERS.commands["people"][word].roles:
                no = people.refused(word, By("pia", role, "L9"), **said)
                assert no.code is Code.NOT_YOUR_ROLE
                assert "pia" in str(no)
                assert word in str(no).lower()
                denied += 1
    share(f"denials at the list of people: all {denied} pairs of role and command")


def test_whoever_is_not_on_the_list_gives_no_command(people: Stream) -> None:
    """Also with a declared role and a licence number: nobody can be invented."""
    for word, said in SAID.items():
        for role in set(POWERS.commands["people"][word].roles) - {"system"}:
            no = people.refused(word, By("pia", role, "L9"), **said)
            alone = Code.TWO_NEEDED if POWERS.commands["people"][word].second else Code.PERSON_UNKNOWN
            assert no.code is alone, word


def test_a_person_has_the_role_and_the_licence(people: Stream) -> None:
    roles: tuple[tuple[By, Code], ...] = (
        (By("kim", "pit-supervisor", "L2"), Code.ROLE_NOT_HELD),
        (By("kim", "key-manager", "L1"), Code.LICENCE_NOT_VALID),
        (By("kim", "key-manager"), Code.NOT_LICENSED),
        (By("kim", "key-manager", "L2", credential=ANNS), Code.CREDENTIAL_UNKNOWN),
        (By("kim", "key-manager", "L2", credential="0" * 32), Code.CREDENTIAL_UNKNOWN),
    )
    for by, code in roles:
        assert people.refused("exclude-patron", by, person="al").code is code
    people.done("exclude-patron", By("KIM", "key-manager", "L2", credential=KIMS), person="al")


def test_a_licence_that_has_ended_stops_every_act(people: Stream) -> None:
    pat = member(people, "pat", "pit-supervisor", until="2022-10-31")
    people.done("exclude-patron", pat, person="al")
    people.at += 2 * DAY
    for word in ("exclude-patron", "readmit-patron"):
        no = people.refused(word, pat, person="al")
        assert (no.code, no.variant) == (Code.LICENCE_NOT_VALID, "over")
        assert "pat" in str(no)
        assert word in str(no).lower()


def test_the_proposer_must_still_be_fit_when_it_is_approved(people: Stream) -> None:
    """The licence of the proposer ends at 6 o'clock, between proposal and approval."""
    abe = member(people, "abe", "administrator", until="2022-10-30")
    people.at += DAY - 6 * 60 * MINUTE - MINUTE
    body = json.dumps({"do": "grant-role", "person": "abe2", "role": "dealer"})
    assert people.refused("propose", abe, body=body).code is Code.PERSON_UNKNOWN
    body = json.dumps({"do": "enrol-terminal", "terminal": "desk-2", "key": "d" * 64})
    people.done("propose", abe, body=body)
    people.at += MINUTE
    digest = people.state.proposals.waiting[0].digest
    no = people.refused("approve", KIM, number=people.state.proposals.count, digest=digest)
    assert (no.code, no.variant) == (Code.LICENCE_NOT_VALID, "over")
    assert people.state.terminal("desk-2") is None


def test_a_time_far_away_is_refused_like_any_other(people: Stream) -> None:
    people.at = 2**62
    assert people.refused("exclude-patron", KIM, person="al").code is Code.LICENCE_NOT_VALID


def test_with_a_first_secret_one_only_chooses_another(people: Stream) -> None:
    pat = member(people, "pat", "pit-supervisor")
    people.both("enrol-credential", ANN, KIM, person="pat", **CREDENTIAL)
    with_it = By(pat.person, pat.role, pat.licence, credential="d" * 32)
    assert people.refused("exclude-patron", with_it, person="al").code is Code.SECRET_TO_REPLACE
    people.at += DAY
    said = {"credential": "f" * 32, "replaces": "d" * 32, "kind": "pin"}
    no = people.refused("replace-credential", with_it, **said)
    assert (no.code, no.variant) == (Code.CREDENTIAL_UNKNOWN, "too-old")
    people.both("enrol-credential", ANN, KIM, person="pat", credential="9" * 32, kind="pin")
    again = By(pat.person, pat.role, pat.licence, credential="9" * 32)
    people.done("replace-credential", again, **{**said, "replaces": "9" * 32})
    people.done("exclude-patron", By(pat.person, pat.role, pat.licence, credential="f" * 32), person="al")
