"""Commands of staff: who gives them comes from the session alone, and what the desk refuses is on record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.conduct.by import Role
from croupier.conduct.two_people import digest_of
from croupier.core.refusal import Code
from croupier.floor.desk.checks import FRESH
from croupier.floor.desk.sessions import IDLE, IDLE_ELSEWHERE
from croupier.host import Answer
from croupier.host.audit import audit
from croupier.people.acts.sessions import LASTS
from croupier.store import CommandReused
from tests.support.desk import ANNS, KIMS, PEOPLE, PIN, PIT, SECOND, TABLE, Front, accepted, code, front, refused
from tests.support.pit.kits import HOUSE
from tests.support.pit.streams import MINUTE

DAY = 24 * 60 * MINUTE
AL: dict[str, Any] = {"person": "al"}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Front]:
    with front(tmp_path) as made:
        yield made.found()
        assert audit(made.kept).fault is None


def _denied(at: Front, stream: str, answer: Answer) -> tuple[Code, str]:
    """A refusal that is on record in the stream, and names the person."""
    found = refused(answer)
    assert at.record(stream, answer) == found
    assert "dan" in found.said() or "kim" in found.said()
    return code(answer)


def test_the_desk_fills_in_who_gives_a_command(at: Front) -> None:
    at.join("dan", "dealer")
    at.opened()
    dan = at.on_duty("dan", "dealer")
    accepted(at.desk.give(dan, TABLE, "relieve-dealer", {}))
    by, credential = at.last_by(TABLE), at.people.credential_of("dan").id
    assert (by.person, by.role, by.licence) == ("dan", "dealer", "L-dan")
    assert (by.credential, by.terminal) == (credential, "desk-1")


@pytest.mark.parametrize(
    "said", [{"by": {"person": "ann", "role": "key-manager"}}, {"id": "slip/1"}, {"at": 1}, {"do": "readmit-patron"}]
)
def test_a_client_never_says_who_it_is(at: Front, said: dict[str, Any]) -> None:
    kim = at.sign_in("kim", "key-manager", KIMS)
    answer = at.desk.give(kim, PEOPLE, "exclude-patron", {**AL, **said})
    assert _denied(at, PEOPLE, answer) == (Code.DESK_FIELD, "")
    assert not at.people.excluded


def test_a_forged_token_is_nobody(at: Front) -> None:
    kim = at.sign_in("kim", "key-manager", KIMS)
    version = at.hosts[PEOPLE].version
    digest = at.people.sessions[0].digest
    for forged in (digest, kim[:-1], kim + "0", kim.upper() + " ", "", "0" * 64, "kim", "\udcff"):
        answer = at.desk.give(forged, PEOPLE, "exclude-patron", AL)
        assert code(answer) == (Code.SESSION_NOT_THERE, "ended")
        assert not answer.command
        for act in (at.desk.lock, at.desk.sign_out):
            assert code(act(forged))[0] is Code.SESSION_NOT_THERE
        assert code(at.desk.unlock(forged, KIMS))[0] is Code.SESSION_NOT_THERE
        assert code(at.desk.prove(forged, KIMS))[0] is Code.SESSION_NOT_THERE
    assert at.hosts[PEOPLE].version == version


def test_a_token_is_worth_nothing_after_signing_out(at: Front) -> None:
    kim = at.sign_in("kim", "key-manager", KIMS)
    accepted(at.desk.sign_out(kim))
    assert code(at.desk.give(kim, PEOPLE, "exclude-patron", AL))[0] is Code.SESSION_NOT_THERE
    again = at.sign_in("kim", "key-manager", KIMS)
    accepted(
        at.desk.give(
            at.sign_in("ann", "administrator", ANNS), PEOPLE, "revoke-session", {"person": "kim", "reason": "r"}
        )
    )
    assert code(at.desk.give(again, PEOPLE, "exclude-patron", AL))[0] is Code.SESSION_NOT_THERE
    one = at.sign_in("kim", "key-manager", KIMS)
    two = at.sign_in("kim", "key-manager", KIMS)
    assert code(at.desk.give(one, PEOPLE, "exclude-patron", AL))[0] is Code.SESSION_NOT_THERE
    accepted(at.desk.give(two, PEOPLE, "exclude-patron", AL))


def test_a_session_is_over_after_a_long_shift(at: Front) -> None:
    kim = at.sign_in("kim", "key-manager", KIMS)
    until = at.at + LASTS
    while at.at + 4 * MINUTE < until:
        at.at += 4 * MINUTE
        accepted(at.desk.give(kim, PEOPLE, "exclude-patron", AL))
    at.at = until
    answer = at.desk.give(kim, PEOPLE, "exclude-patron", AL)
    assert _denied(at, PEOPLE, answer) == (Code.SESSION_NOT_THERE, "over-for")


def test_an_idle_session_is_locked_until_its_person_gives_the_secret(at: Front) -> None:
    assert {IDLE[role] for role in ("dealer", "pit-supervisor")} == {5 * MINUTE}
    kim = at.sign_in("kim", "key-manager", KIMS)
    for _ in range(3):
        at.at += 5 * MINUTE
        accepted(at.desk.give(kim, PEOPLE, "exclude-patron", AL))
    at.at += 5 * MINUTE + 1
    answer = at.desk.give(kim, PEOPLE, "exclude-patron", AL)
    assert _denied(at, PEOPLE, answer) == (Code.SESSION_LOCKED, "idle")
    assert at.people.sessions[0].locked
    assert _denied(at, PEOPLE, at.desk.give(kim, PEOPLE, "readmit-patron", AL))[0] is Code.SESSION_LOCKED
    assert code(at.desk.unlock(kim, ANNS))[0] is Code.SIGN_IN_FAILED
    accepted(at.desk.unlock(kim, KIMS))
    accepted(at.desk.give(kim, PEOPLE, "readmit-patron", AL))
    accepted(at.desk.lock(kim))
    assert code(at.desk.give(kim, PEOPLE, "exclude-patron", AL))[0] is Code.SESSION_LOCKED


def test_others_may_be_idle_for_longer(at: Front) -> None:
    ann = at.sign_in("ann", "administrator", ANNS)
    at.at += IDLE_ELSEWHERE
    body = json.dumps({"do": "enrol-terminal", "terminal": "desk-2", "key": at.key("desk-2")})
    accepted(at.desk.give(ann, PEOPLE, "propose", {"body": body}))
    at.at += IDLE_ELSEWHERE + 1
    assert code(at.desk.give(ann, PEOPLE, "propose", {"body": body}))[0] is Code.SESSION_LOCKED


def test_a_proof_of_a_locked_session_does_not_unlock_it(at: Front) -> None:
    kim = at.sign_in("kim", "key-manager", KIMS)
    at.at += 6 * MINUTE
    assert code(at.desk.prove(kim, KIMS)) == (Code.SESSION_LOCKED, "first")


def test_after_a_restart_a_session_goes_on_if_its_secret_is_fresh(at: Front) -> None:
    kim = at.sign_in("kim", "key-manager", KIMS)
    at.at += 5 * MINUTE
    accepted(at.desk.give(kim, PEOPLE, "exclude-patron", AL))
    again = at.reopened()
    accepted(again.give(kim, PEOPLE, "readmit-patron", AL))
    at.at += MINUTE
    accepted(at.desk.give(kim, PEOPLE, "exclude-patron", AL))
    other = at.reopened()
    assert code(other.give(kim, PEOPLE, "readmit-patron", AL))[0] is Code.SESSION_LOCKED, "nobody knows of its use"
    again.close()
    other.close()


def test_an_approval_needs_a_secret_of_the_last_minute(at: Front) -> None:
    body = json.dumps({"do": "enrol-terminal", "terminal": "desk-2", "key": at.key("desk-2")})
    kim = at.sign_in("kim", "key-manager", KIMS)
    accepted(at.desk.give(at.sign_in("ann", "administrator", ANNS), PEOPLE, "propose", {"body": body}))
    said = {"number": 1, "digest": digest_of(body)}
    at.at += FRESH + 1
    assert _denied(at, PEOPLE, at.desk.give(kim, PEOPLE, "approve", said)) == (Code.PROOF_STALE, "")
    assert code(at.desk.prove(kim, ANNS))[0] is Code.SIGN_IN_FAILED
    assert code(at.desk.give(kim, PEOPLE, "approve", said))[0] is Code.PROOF_STALE
    accepted(at.desk.prove(kim, KIMS))
    at.at += FRESH
    accepted(at.desk.give(kim, PEOPLE, "approve", said))
    assert at.people.terminal("desk-2") is not None
    assert code(at.desk.give(kim, PEOPLE, "approve", said))[0] is Code.PROPOSAL_UNKNOWN, "executed once"


def test_nobody_approves_with_the_session_that_proposed(at: Front) -> None:
    body = json.dumps({"do": "enrol-terminal", "terminal": "desk-2", "key": at.key("desk-2")})
    ann = at.sign_in("ann", "administrator", ANNS)
    accepted(at.desk.give(ann, PEOPLE, "propose", {"body": body}))
    answer = at.desk.give(ann, PEOPLE, "approve", {"number": 1, "digest": digest_of(body)})
    assert code(answer)[0] is Code.SAME_PERSON


@pytest.mark.parametrize("how", ["over", "role", "credential"])
def test_what_somebody_proposed_is_not_carried_out_once_they_may_not_act(at: Front, how: str) -> None:
    """The licence of the proposer has ended, or the role or the credential is gone, when the other one approves."""
    at.join("dan", "pit-supervisor", "dealer", until="2022-10-30" if how == "over" else "2022-12-31")
    at.at += 18 * 60 * MINUTE - MINUTE  # a minute before the gaming day ends
    dan = at.on_duty("dan", "pit-supervisor", "pit")
    house = {"name": HOUSE.name, "text": HOUSE.text, "on": HOUSE.on, "change": HOUSE.change}
    body = json.dumps({"do": "activate-house", "changes": [{"table": "R0", "house": house}]})
    accepted(at.desk.give(dan, PIT, "propose", {"body": body}))
    if how == "over":
        at.at += MINUTE
    elif how == "role":
        at.both("revoke-role", person="dan", role="pit-supervisor", reason="r")
    else:
        kim = at.sign_in("kim", "key-manager", KIMS)
        accepted(at.desk.give(kim, PEOPLE, "revoke-credential", {"person": "dan", "reason": "r"}))
    said = {"number": 1, "digest": digest_of(body)}
    answer = at.desk.give(at.sign_in("kim", "key-manager", KIMS), PIT, "approve", said)
    found = {"over": Code.LICENCE_NOT_VALID, "role": Code.ROLE_NOT_HELD, "credential": Code.CREDENTIAL_UNKNOWN}[how]
    assert _denied(at, PIT, answer)[0] is found
    assert "Activate-house" in refused(answer).said()
    assert not at.hosts[PIT].state.houses


@pytest.mark.cites("30-2201(4)", "47.1-2201(4)")
def test_whoever_works_at_a_table_is_on_duty_there(at: Front) -> None:
    at.join("dan", "dealer", "boxperson")
    at.opened()
    dan = at.sign_in("dan", "dealer", PIN)
    assert _denied(at, TABLE, at.desk.give(dan, TABLE, "relieve-dealer", {})) == (Code.OFF_DUTY, "to-act")
    on = {"person": "dan", "role": "dealer", "place": "R1"}
    accepted(at.desk.give(dan, PEOPLE, "come-on-duty", on))
    answer = at.desk.give(dan, TABLE, "relieve-dealer", {})
    assert _denied(at, TABLE, answer) == (Code.OFF_DUTY, "elsewhere")
    assert refused(answer).cite == "30-2201(4)", "the paragraph that names the role"
    accepted(at.desk.give(dan, PEOPLE, "go-off-duty", {"person": "dan"}))
    accepted(at.desk.give(dan, PEOPLE, "come-on-duty", {**on, "role": "boxperson", "place": "R0"}))
    assert code(at.desk.give(dan, TABLE, "relieve-dealer", {})) == (Code.OFF_DUTY, "to-act"), "in another role"
    accepted(at.desk.give(dan, PEOPLE, "go-off-duty", {"person": "dan"}))
    accepted(at.desk.give(dan, PEOPLE, "come-on-duty", {**on, "place": "R0"}))
    accepted(at.desk.give(dan, TABLE, "relieve-dealer", {}))


def test_a_pit_supervisor_is_on_duty_anywhere_and_a_key_manager_need_not_be(at: Front) -> None:
    at.join("dan", "pit-supervisor")
    dan = at.sign_in("dan", "pit-supervisor", PIN)
    for stream in (TABLE, PIT):
        word, said = ("exclude-patron", AL) if stream == TABLE else ("propose", {"body": "{}"})
        assert _denied(at, stream, at.desk.give(dan, stream, word, said)) == (Code.OFF_DUTY, "to-act")
    accepted(at.desk.give(dan, PEOPLE, "exclude-patron", AL))
    accepted(at.desk.give(dan, PEOPLE, "come-on-duty", {"person": "dan", "role": "pit-supervisor", "place": "pit"}))
    at.opened()
    accepted(at.desk.give(dan, TABLE, "exclude-patron", AL))
    accepted(at.desk.give(at.sign_in("kim", "key-manager", KIMS), TABLE, "readmit-patron", AL))


@pytest.mark.parametrize("role", ["security", "maintenance", "slot-technician"])
def test_whoever_inspects_or_works_on_a_wheel_is_on_duty_somewhere(at: Front, role: Role) -> None:
    """A witness who is at home has seen nothing; whoever sees a wheel move at a table may still say so."""
    at.join("dan", role)
    dan = at.sign_in("dan", role, PIN)
    word, said = ("inspect-table", {"table": "R0", "results": [{"check": "ball", "passed": True}], "remark": "r"})
    given = (PIT, word, said) if role == "security" else (PIT, "propose", {"body": "{}"})
    for stream, act, fields in (given, (PIT, "approve", {"number": 1, "digest": "0" * 64})):
        answer = at.desk.give(dan, stream, act, fields)
        assert _denied(at, PIT, answer) == (Code.OFF_DUTY, "to-act")
    accepted(at.desk.give(dan, PEOPLE, "come-on-duty", {"person": "dan", "role": role, "place": "pit"}))
    assert code(at.desk.give(dan, *given))[0] is not Code.OFF_DUTY
    accepted(at.desk.give(dan, PEOPLE, "go-off-duty", {"person": "dan"}))
    assert code(at.desk.give(dan, TABLE, "report-wheel-moved", {"what": "it was pushed"}))[0] is not Code.OFF_DUTY


def test_no_person_says_that_odds_change_at_all_tables(at: Front) -> None:
    """47.1-2306(1): the server changes them there in one act; a person could change one table alone."""
    at.opened()
    kim = at.sign_in("kim", "key-manager", KIMS)
    said = {"house": {"name": "x", "text": "", "on": None, "change": "{}"}, "tables": ["R0"]}
    answer = at.desk.give(kim, TABLE, "change-house", said)
    assert code(answer) == (Code.DESK_FIELD, "")
    assert "leave out tables" in refused(answer).said()
    assert at.record(TABLE, answer) == refused(answer)


def test_only_somebody_on_the_list_is_designated_to_call_no_roll(at: Front) -> None:
    """47.1-2311(5): a licensed employee, with the name and the licence that the list has."""
    at.join("dan", "dealer", until="2022-10-31")
    at.join("avi", "auditor")
    at.opened()
    kim = at.sign_in("kim", "key-manager", KIMS)

    def designates(person: str, licence: str, **more: bool) -> Answer:
        return at.desk.give(kim, TABLE, "designate", {"person": person, "licence": licence, **more})

    for person, licence, variant in (
        ("zed", "L-zed", "not-listed"),
        ("dan", "L-ann", "not-listed"),
        ("DAN", "L-dan", "not-listed"),
        ("avi", "L-avi", "reads-only"),
    ):
        answer = designates(person, licence)
        assert code(answer) == (Code.NO_EMPLOYEE, variant)
        assert refused(answer).cite == "47.1-2311(5)"
        assert at.record(TABLE, answer) == refused(answer)
    accepted(designates("dan", "L-dan"))
    at.at += 2 * DAY
    kim = at.sign_in("kim", "key-manager", KIMS)
    assert _denied(at, TABLE, designates("dan", "L-dan"))[0] is Code.LICENCE_NOT_VALID
    accepted(designates("dan", "L-dan", withdraw=True))


def test_whoever_is_excluded_does_not_act_at_a_table(at: Front) -> None:
    at.join("dan", "dealer")
    at.opened()
    dan = at.on_duty("dan", "dealer")
    accepted(at.desk.give(at.sign_in("kim", "key-manager", KIMS), PEOPLE, "exclude-patron", {"person": "Dan"}))
    assert _denied(at, TABLE, at.desk.give(dan, TABLE, "relieve-dealer", {})) == (Code.STAFF_EXCLUDED, "")


def test_a_licence_that_ends_during_a_session_stops_it(at: Front) -> None:
    at.join("dan", "dealer", until="2022-10-30")
    at.opened()
    dan = at.on_duty("dan", "dealer")
    accepted(at.desk.give(dan, TABLE, "relieve-dealer", {}))
    at.at += 17 * 60 * MINUTE  # 5:00 in Denver
    dan = at.sign_in("dan", "dealer", PIN)
    assert code(at.desk.give(dan, TABLE, "relieve-dealer", {}))[0] is Code.SAME_PERSON, "the table itself refuses"
    for _ in range(15):
        at.at += 4 * MINUTE
        answer = at.desk.give(dan, TABLE, "relieve-dealer", {})
    assert _denied(at, TABLE, answer) == (Code.LICENCE_NOT_VALID, "over")


def test_a_role_that_the_person_does_not_act_in_is_refused(at: Front) -> None:
    kim = at.sign_in("kim", "key-manager", KIMS)
    ending = at.desk.give(kim, PEOPLE, "end-session", {"session": "1" * 64})
    assert _denied(at, PEOPLE, ending)[0] is Code.NOT_YOUR_ROLE, "only the desk itself"
    assert _denied(at, TABLE, at.desk.give(kim, TABLE, "open-betting", {}))[0] is Code.NOT_YOUR_ROLE
    with pytest.raises(KeyError):
        at.desk.give(kim, "table/R9", "open-betting", {})


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("fly", {}),
        ("exclude-patron", {}),
        ("exclude-patron", {"person": 7}),
        ("exclude-patron", {"person": "al", "more": 1}),
        ("exclude-patron", {"person": "al\n"}),
    ],
)
def test_what_cannot_be_read_is_an_error_that_says_why(at: Front, word: str, said: dict[str, Any]) -> None:
    kim = at.sign_in("kim", "key-manager", KIMS)
    version = at.hosts[PEOPLE].version
    with pytest.raises(ValueError, match="no command"):
        at.desk.give(kim, PEOPLE, word, said)
    assert at.hosts[PEOPLE].version == version


def test_a_repeated_command_gets_its_first_answer(at: Front) -> None:
    kim = at.sign_in("kim", "key-manager", KIMS)
    first = accepted(at.desk.give(kim, PEOPLE, "exclude-patron", AL, own="1"))
    version = at.hosts[PEOPLE].version
    at.at += SECOND
    assert at.desk.give(kim, PEOPLE, "exclude-patron", AL, own="1") == first
    assert at.hosts[PEOPLE].version == version
    with pytest.raises(CommandReused):
        at.desk.give(kim, PEOPLE, "exclude-patron", {"person": "bo"}, own="1")
    ann = at.sign_in("ann", "administrator", ANNS)
    assert at.desk.give(ann, PEOPLE, "propose", {"body": "{}"}, own="1").command != first.command
    for own in ("", "a b", "x" * 65, "a\n"):
        with pytest.raises(ValueError, match="visible ASCII"):
            at.desk.give(kim, PEOPLE, "exclude-patron", AL, own=own)


def test_a_denied_command_stays_denied_under_its_id(at: Front) -> None:
    at.join("dan", "dealer")
    at.opened()
    dan = at.sign_in("dan", "dealer", PIN)
    denied = at.desk.give(dan, TABLE, "relieve-dealer", {}, own="1")
    assert code(denied)[0] is Code.OFF_DUTY
    accepted(at.desk.give(dan, PEOPLE, "come-on-duty", {"person": "dan", "role": "dealer", "place": "R0"}))
    assert at.desk.give(dan, TABLE, "relieve-dealer", {}, own="1") == denied
    accepted(at.desk.give(dan, TABLE, "relieve-dealer", {}, own="2"))
