"""Random commands keep every invariant of the list of people."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from croupier.conduct import powers
from croupier.conduct.by import By, Role
from croupier.conduct.two_people import Approved, digest_of
from croupier.people.governed import GOVERNORS
from tests.support.pit.people import DESK, TERMINAL, founded
from tests.support.pit.streams import MINUTE, Stream

DAY = 24 * 60 * MINUTE
NAMES = ("ann", "kim", "Bob", "bob", "dee", "DEE", "eve")
ROLES: tuple[Role, ...] = ("administrator", "key-manager", "dealer", "boxperson", "cage", "security", "auditor")
#: Commands that one person gives, two people give, and the desk gives.
ALONE = "come-on-duty go-off-duty relieve exclude-patron readmit-patron replace-credential revoke-credential".split()
OF_TWO = "register-person grant-role revoke-role renew-licence remove-person enrol-credential".split()
OF_THE_DESK = "sign-in lock-session unlock-session prove-identity end-session report-failure".split()


@some.composite
def commands(draw: some.DrawFn) -> tuple[str, dict[str, Any], tuple[str, Role], tuple[str, Role], int]:
    """A command with its fields, who gives it, who approves it, and how much time has passed."""
    word = draw(some.sampled_from((*ALONE, *OF_TWO, *OF_TWO, *OF_THE_DESK, "revoke-session")))
    person = some.sampled_from(NAMES)
    since = draw(some.integers(0, 3))
    credential = some.sampled_from("0123456789abcdef").map(lambda each: each * 32)
    fields: dict[str, Any] = {
        "person": draw(person),
        "role": draw(some.sampled_from(ROLES)),
        "roles": draw(some.lists(some.sampled_from(ROLES), min_size=1, max_size=2)),
        "licence": draw(some.sampled_from(("L1", "L2", "L3", "L4", "L5"))),
        "since": f"2022-10-{28 + since}",
        "until": f"2022-{draw(some.integers(10, 12))}-30",
        "place": draw(some.sampled_from(("R0", "R1", "C1"))),
        "relieves": draw(person),
        "credential": draw(credential),
        "replaces": draw(credential),
        "kind": "pin",
        "reason": "r",
        "terminal": TERMINAL,
        "session": draw(some.sampled_from("0123")) * 64,
    }
    one, other = draw(person), draw(person)
    roles = draw(some.sampled_from(ROLES)), draw(some.sampled_from(ROLES))
    passed = draw(some.sampled_from((0, 0, MINUTE, DAY // 2, 3 * DAY)))
    return word, fields, (one, roles[0]), (other, roles[1]), passed


def _by(people: Stream, name: str, role: Role) -> By:
    """Somebody with a role, mostly one of theirs, and with the licence on the list."""
    known = people.state.person(name)
    if known is None:
        return By(name, role, "L9")
    return By(name, known.roles[0] if known.roles else role, known.licence.number)


def _give(people: Stream, drawn: tuple[str, dict[str, Any], tuple[str, Role], tuple[str, Role], int]) -> Any:
    word, fields, one, other, passed = drawn
    people.at += passed
    kind = people.kind.commands.kinds[word]
    said = {name: value for name, value in fields.items() if name in kind.__struct_fields__}
    if word in OF_THE_DESK:
        return people.do(word, DESK, **said)
    by = _by(people, *one)
    if word not in OF_TWO:
        return people.do(word, by, **said)
    body = json.dumps({"do": word, **said})
    people.do("propose", by, body=body)
    return people.do("approve", _by(people, *other), number=people.state.proposals.count, digest=digest_of(body))


def _holds(people: Stream) -> None:
    """Nobody twice, nobody in two places or in a role of somebody else, no roles that clash."""
    state = people.state
    names = Counter(" ".join(each.name.casefold().split()) for each in state.persons)
    assert set(names.values()) <= {1}
    assert len({each.licence.number.casefold() for each in state.persons}) == len(state.persons)
    for each in state.persons:
        assert powers.incompatible(each.roles) is None
        assert len(set(each.roles)) == len(each.roles)
        assert each.post is None or each.post.role in each.roles
        assert len(state.sessions_of(each.name)) <= 1
    for session in state.sessions:
        owner, credential = state.person(session.person), state.credential(session.credential)
        assert session.role in owner.roles
        assert state.person(credential.person) == owner
    governors = [each for each in state.persons if GOVERNORS.intersection(each.roles)]
    assert len(governors) > 1
    assert any("administrator" in each.roles for each in governors)


def _was_fit(people: Stream, events: Any, before: Any) -> None:
    """Whoever acted was on the list, with the role and a licence that was valid on the gaming day."""
    for event in events:
        if event.by.role == "system":
            continue
        known, day = before.person(event.by.person), before.gaming_day.of(people.at)
        assert event.by.role in known.roles
        assert date.fromisoformat(known.licence.since) <= day <= date.fromisoformat(known.licence.until)
    if events and isinstance(events[0], Approved):
        approver, done = events[0].by.person, events[1]
        assert approver.casefold() not in (done.by.person.casefold(), done.person.casefold())
        assert done.by.person.casefold() != done.person.casefold()


@given(some.lists(commands(), max_size=30))
def test_random_commands_keep_the_list_sound(drawn: list[Any]) -> None:
    people = founded()
    for each in drawn:
        before = people.state
        done = _give(people, each)
        _holds(people)
        _was_fit(people, done if isinstance(done, tuple) else (), before)
