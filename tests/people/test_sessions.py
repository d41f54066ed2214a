"""Sessions by their digests, and failures at a terminal: slower with each, never shut out, and no name is told."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.conduct.by import ROLES, By
from croupier.core.refusal import Code
from croupier.people.acts.sessions import FORGOTTEN, LASTS, LONGEST_WAIT, SignInFailed, waits
from tests.support.pit.people import ANN, DESK, KIM, KIMS, TERMINAL, founded, member
from tests.support.pit.streams import Stream

ONE, TWO = "1" * 64, "2" * 64
SECOND = 1_000_000


@pytest.fixture
def people() -> Stream:
    return founded()


def _said(session: str = ONE, **instead: str) -> dict[str, Any]:
    said = {"person": "kim", "role": "key-manager", "credential": KIMS, "terminal": TERMINAL, "session": session}
    return said | instead


def _fail(people: Stream, person: str = "kim", terminal: str = TERMINAL) -> int:
    (event,) = people.done("report-failure", DESK, person=person, terminal=terminal)
    assert isinstance(event, SignInFailed)
    return event.failures


def test_a_session_is_begun_locked_unlocked_and_ended(people: Stream) -> None:
    people.done("sign-in", DESK, **_said())
    session = people.state.session(ONE)
    assert (session.person, session.role, session.terminal, session.locked) == (
        "kim",
        "key-manager",
        TERMINAL,
        False,
    )
    people.done("lock-session", DESK, session=ONE)
    assert people.state.session(ONE).locked
    assert people.refused("lock-session", DESK, session=ONE).code is Code.SESSION_LOCKED
    assert people.refused("prove-identity", DESK, session=ONE).code is Code.SESSION_LOCKED
    people.at += SECOND
    people.done("unlock-session", DESK, session=ONE)
    assert people.refused("unlock-session", DESK, session=ONE).code is Code.SESSION_LOCKED
    assert (people.state.session(ONE).locked, people.state.session(ONE).proven) == (False, people.at)
    people.at += SECOND
    people.done("prove-identity", DESK, session=ONE)
    assert people.state.session(ONE).proven == people.at
    people.done("end-session", DESK, session=ONE)
    for word in ("end-session", "lock-session", "unlock-session", "prove-identity"):
        assert people.refused(word, DESK, session=ONE).code is Code.SESSION_NOT_THERE


def test_a_session_ends_after_a_long_shift(people: Stream) -> None:
    people.done("sign-in", DESK, **_said())
    people.at += LASTS - 1
    people.done("prove-identity", DESK, session=ONE)
    people.at += 1
    no = people.refused("prove-identity", DESK, session=ONE)
    assert (no.code, no.variant) == (Code.SESSION_NOT_THERE, "over")
    people.done("sign-in", DESK, **_said(TWO, person="KIM"))
    assert [each.digest for each in people.state.sessions] == [TWO]


def test_a_person_has_one_session(people: Stream) -> None:
    people.done("sign-in", DESK, **_said())
    assert people.refused("sign-in", DESK, **_said()).code is Code.SESSION_NOT_THERE, "a token is used once"
    people.done("sign-in", DESK, **_said(TWO))
    assert [each.digest for each in people.state.sessions] == [TWO]


@pytest.mark.parametrize(
    ("instead", "code"),
    [
        ({"person": "zed"}, Code.PERSON_UNKNOWN),
        ({"person": "ann", "role": "administrator"}, Code.CREDENTIAL_UNKNOWN),  # with the credential of kim
        ({"role": "dealer"}, Code.ROLE_NOT_HELD),
        ({"role": "system"}, Code.ROLE_NOT_HELD),
        ({"credential": "0" * 32}, Code.CREDENTIAL_UNKNOWN),
        ({"terminal": "desk-9"}, Code.TERMINAL_UNKNOWN),
    ],
)
def test_who_does_not_sign_in(people: Stream, instead: dict[str, str], code: Code) -> None:
    assert people.refused("sign-in", DESK, **_said(**instead)).code is code
    assert people.state.sessions == ()


def test_nobody_signs_in_with_a_licence_that_is_not_valid(people: Stream) -> None:
    member(people, "dee", "dealer", since="2022-10-31", until="2022-11-01")
    people.both("enrol-credential", ANN, KIM, person="dee", credential="d" * 32, kind="pin")
    said = _said(person="dee", role="dealer", credential="d" * 32)
    assert people.refused("sign-in", DESK, **said).variant == "not-yet"
    people.at += 18 * 3600 * SECOND  # 6:00 in Denver
    people.done("sign-in", DESK, **said)
    people.both("enrol-credential", ANN, KIM, person="dee", credential="e" * 32, kind="pin")
    people.at += 2 * 24 * 3600 * SECOND
    assert (
        people.refused("sign-in", DESK, **_said(person="dee", role="dealer", credential="e" * 32)).variant == "over"
    )


@pytest.mark.parametrize("role", sorted(set(ROLES) - {"system"}))
def test_only_the_desk_gives_these_commands(people: Stream, role: Any) -> None:
    for word in ("lock-session", "unlock-session", "prove-identity", "end-session"):
        assert people.refused(word, By("kim", role, "L2"), session=ONE).code is Code.NOT_YOUR_ROLE
    assert people.refused("sign-in", By("kim", role, "L2"), **_said()).code is Code.NOT_YOUR_ROLE


def test_somebody_else_signs_a_person_out(people: Stream) -> None:
    dee = member(people, "dee", "dealer")
    assert people.refused("revoke-session", ANN, person="kim", reason="r").code is Code.SESSION_NOT_THERE
    assert people.refused("revoke-session", ANN, person="zed", reason="r").code is Code.PERSON_UNKNOWN
    people.done("sign-in", DESK, **_said())
    assert people.refused("revoke-session", dee, person="kim", reason="r").code is Code.NOT_YOUR_ROLE
    (event,) = people.done("revoke-session", ANN, person="KIM", reason="left the house")
    assert event.by == ANN
    assert people.state.sessions == ()


def _wait(people: Stream, terminal: str = TERMINAL) -> int:
    """How many seconds one waits at a terminal now."""
    no = waits(terminal, people.state, people.at)
    return 0 if no is None else int(str(dict(no.facts)["seconds"]))


def test_after_three_failures_everybody_waits_at_that_terminal(people: Stream) -> None:
    waited = []
    for count in range(1, 14):
        assert _fail(people, "" if count % 2 else "kim") == count
        waited.append(_wait(people))
        people.at += waited[-1] * SECOND
    assert waited == [0, 0, 5, 10, 20, 40, 80, 160, 300, 300, 300, 300, 300], "never longer than five minutes"
    people.done("sign-in", DESK, **_said())


def test_during_the_wait_nobody_signs_in_there_but_elsewhere(people: Stream) -> None:
    people.both("enrol-terminal", ANN, KIM, terminal="desk-2", key="d" * 64)
    for _ in range(3):
        _fail(people, "kim")
    no = people.refused("sign-in", DESK, **_said())
    assert (no.code, no.variant) == (Code.SIGN_IN_LATER, "failures")
    assert "5 seconds" in str(no)
    assert "kim" not in str(no)
    people.done("sign-in", DESK, **_said(terminal="desk-2"))
    people.at += 5 * SECOND - 1
    assert people.refused("sign-in", DESK, **_said(TWO)).code is Code.SIGN_IN_LATER
    people.at += 1
    people.done("sign-in", DESK, **_said(TWO))
    assert _fail(people) == 4, "signing in does not forget: an own account would allow more guesses"


def test_the_count_begins_again_after_a_quiet_quarter_of_an_hour(people: Stream) -> None:
    for count in range(1, 6):
        assert _fail(people) == count
    people.at += FORGOTTEN
    assert _fail(people) == 6
    people.at += FORGOTTEN + 1
    assert _wait(people) == 0
    assert _fail(people) == 1
    assert FORGOTTEN > LONGEST_WAIT


def test_the_wait_is_the_same_for_a_name_that_nobody_has(people: Stream) -> None:
    known, unknown = founded(), founded()
    for count in range(1, 6):
        assert _fail(known, "kim") == _fail(unknown, "") == count
        assert _wait(known) == _wait(unknown)


def test_terminals_that_are_not_enrolled_share_one_count(people: Stream) -> None:
    assert [_fail(people, "", "") for _ in range(3)] == [1, 2, 3]
    assert (_wait(people, ""), _wait(people)) == (5, 0)


@pytest.mark.parametrize(("person", "terminal"), [("hunter2", TERMINAL), ("kim", "desk-9"), ("hunter2", "")])
def test_a_failure_names_nothing_that_may_be_a_secret(people: Stream, person: str, terminal: str) -> None:
    assert people.refused("report-failure", DESK, person=person, terminal=terminal).code is Code.TERMINAL_UNKNOWN
