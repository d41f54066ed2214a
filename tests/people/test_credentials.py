"""Credentials and terminals: enrolled by two people, replaced by their owner, revoked at once."""

from __future__ import annotations

import pytest

from croupier.conduct.by import By
from croupier.core.refusal import Code, Refusal
from tests.support.pit.people import ANN, ANNS, DESK, KEY, KIM, KIMS, TERMINAL, founded, member
from tests.support.pit.streams import MINUTE, Stream

DEES, OTHER = "d" * 32, "e" * 32


@pytest.fixture
def people() -> Stream:
    return founded()


def _enrol(people: Stream, person: str, credential: str = DEES) -> tuple[object, ...] | Refusal:
    return people.both("enrol-credential", ANN, KIM, person=person, credential=credential, kind="pin")


def _sign_in(people: Stream, by: By, credential: str, session: str = "1" * 64) -> None:
    said = {"person": by.person, "role": by.role, "credential": credential, "terminal": TERMINAL, "session": session}
    people.done("sign-in", DESK, **said)


def test_two_people_enrol_a_credential_which_its_owner_replaces(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    assert isinstance(_enrol(people, "DEE"), tuple)
    first = people.state.credential_of("dee")
    assert (first.id, first.kind, first.until) == (DEES, "pin", people.at + 24 * 60 * MINUTE)
    people.done("replace-credential", dee, credential=OTHER, replaces=DEES, kind="password")
    assert [each.id for each in people.state.credentials] == [ANNS, KIMS, OTHER]
    assert people.state.credential_of("dee").until is None


def test_nobody_replaces_the_credential_of_somebody_else(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    for replaces in (KIMS, OTHER):
        no = people.refused("replace-credential", dee, credential=DEES, replaces=replaces, kind="pin")
        assert no.code is Code.CREDENTIAL_UNKNOWN
    assert people.state.credential(KIMS) is not None


def test_an_id_names_one_credential(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    no = _enrol(people, "dee", KIMS)
    assert isinstance(no, Refusal)
    assert no.code is Code.CREDENTIAL_USED
    _enrol(people, "dee")
    for used in (ANNS, DEES):
        no = people.refused("replace-credential", dee, credential=used, replaces=DEES, kind="pin")
        assert no.code is Code.CREDENTIAL_USED


def test_a_new_credential_makes_the_one_before_void_and_signs_out(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    _enrol(people, "dee")
    _sign_in(people, dee, DEES)
    _enrol(people, "dee", OTHER)
    assert people.state.sessions == ()
    assert people.state.credential(DEES) is None
    _sign_in(people, dee, OTHER)
    people.done("replace-credential", dee, credential=DEES, replaces=OTHER, kind="pin")
    assert people.state.sessions == ()


def test_a_credential_is_revoked_at_once(people: Stream) -> None:
    dee, abe = member(people, "dee", "dealer"), member(people, "abe", "dealer")
    _enrol(people, "dee")
    _sign_in(people, dee, DEES)
    assert people.refused("revoke-credential", abe, person="dee", reason="r").code is Code.NOT_FOR_OTHERS
    (event,) = people.done("revoke-credential", KIM, person="dee", reason="the PIN was seen")
    assert (event.by, event.credential) == (KIM, DEES)  # type: ignore[attr-defined]
    assert (people.state.credential(DEES), people.state.sessions) == (None, ())
    assert people.refused("revoke-credential", dee, person="dee", reason="r").variant == "none"
    _enrol(people, "dee", OTHER)
    people.done("revoke-credential", dee, person="dee", reason="my own")


def test_the_last_who_may_change_the_list_keep_their_credentials(people: Stream) -> None:
    for by, person in ((ANN, "kim"), (KIM, "ann"), (KIM, "kim")):
        assert people.refused("revoke-credential", by, person=person, reason="r").code is Code.TOO_FEW_LEFT
    abe = member(people, "abe", "administrator")
    _enrol(people, "abe")
    no = people.refused("revoke-credential", KIM, person="ann", reason="r")
    assert no.code is Code.TOO_FEW_LEFT, "a first secret may be too old tomorrow"
    people.done("replace-credential", abe, credential=OTHER, replaces=DEES, kind="pin")
    people.done("revoke-credential", KIM, person="ann", reason="r")
    assert people.refused("revoke-credential", abe, person="kim", reason="r").code is Code.TOO_FEW_LEFT


def test_a_terminal_is_enrolled_by_two_people_with_a_key_of_its_own(people: Stream) -> None:
    assert people.refused("enrol-terminal", ANN, terminal="desk-2", key="d" * 64).code is Code.TWO_NEEDED
    assert isinstance(people.both("enrol-terminal", ANN, KIM, terminal="desk-2", key="d" * 64), tuple)
    assert people.state.terminal("desk-2").key == "d" * 64
    for terminal, key in (("desk-2", "e" * 64), ("desk-3", "d" * 64), (TERMINAL, KEY)):
        no = people.both("enrol-terminal", ANN, KIM, terminal=terminal, key=key)
        assert isinstance(no, Refusal)
        assert no.code is Code.TERMINAL_USED


def test_a_revoked_terminal_signs_everybody_out(people: Stream) -> None:
    assert people.refused("revoke-terminal", KIM, terminal=TERMINAL, reason="r").code is Code.TOO_FEW_LEFT
    people.both("enrol-terminal", ANN, KIM, terminal="desk-2", key="d" * 64)
    _sign_in(people, KIM, KIMS)
    people.done("revoke-terminal", KIM, terminal=TERMINAL, reason="stolen")
    assert people.state.sessions == ()
    said = {"person": "kim", "role": "key-manager", "credential": KIMS, "terminal": TERMINAL, "session": "2" * 64}
    assert people.refused("sign-in", DESK, **said).code is Code.TERMINAL_UNKNOWN
    assert people.refused("revoke-terminal", KIM, terminal=TERMINAL, reason="r").code is Code.TERMINAL_UNKNOWN


@pytest.mark.parametrize("key", ["", "d" * 63, "D" * 64, "d" * 64 + "\n", "g" * 64])
def test_what_is_no_key_cannot_be_proposed(people: Stream, key: str) -> None:
    no = people.both("enrol-terminal", ANN, KIM, terminal="desk-2", key=key)
    assert isinstance(no, Refusal)
    assert no.code is Code.PROPOSAL_UNREADABLE
