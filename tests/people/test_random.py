"""Random commands keep every invariant of the list of people."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from croupier.conduct import powers
from croupier.conduct.by import By, Role
from croupier.conduct.powers import roles_of
from croupier.conduct.two_people import Approved, digest_of
from croupier.core.refusal import Refusal
from croupier.people.governed import GOVERNORS
from tests.support.pit.people import DESK, TERMINAL, founded, register
from tests.support.pit.streams import MINUTE, Stream

DAY = 24 * 60 * MINUTE
COMMANDS = 40  # after those that begin the list
NAMES = ("ann", "kim", "Bob", "bob", "dee", "DEE", "eve", "abe", "Cy  Roe", "cy roe")
ROLES: tuple[Role, ...] = ("administrator", "key-manager", "dealer", "boxperson", "cage", "security", "auditor")
#: Commands that one person gives, two people give, and the desk gives.
ALONE = "relieve exclude-patron readmit-patron replace-credential revoke-credential revoke-session".split()
ON_AND_OFF = "come-on-duty come-on-duty come-on-duty go-off-duty relieve".split()
OF_TWO = "register-person grant-role revoke-role renew-licence remove-person enrol-credential".split()
OF_THE_DESK = "sign-in lock-session unlock-session prove-identity end-session report-failure".split()
OF_THE_DESK += "sign-in sign-in unlock-session".split()  # more often


class Shift:
    """Random commands to one list of people. Most are sensible, so that many are accepted."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.people, self.done = founded(), Counter[str]()
        register(self.people, "abe", "administrator")
        for name in ("dee", "eve"):
            register(self.people, name, "dealer", "boxperson", until=f"2022-{self._random.choice((11, 12))}-05")

    def go_on(self) -> None:
        """Give one command, and check what must hold."""
        random, people = self._random, self.people
        people.at += random.choice((0, 0, 0, *(MINUTE,) * 6, DAY // 3, 2 * DAY))
        word, before = random.choice((*ALONE, *ON_AND_OFF, *OF_TWO, *OF_THE_DESK)), people.state
        found = self._give(word)
        self.done[f"{word} {'no' if isinstance(found, Refusal) else 'done'}"] += 1
        _holds(people)
        _was_fit(people, () if isinstance(found, Refusal) else found, before)

    def _give(self, word: str) -> Any:
        people, by = self.people, self._by(word)
        fields = self._fields(word, by)
        said = {name: fields[name] for name in people.kind.commands.kinds[word].__struct_fields__ if name in fields}
        if word in OF_THE_DESK:
            return people.do(word, DESK, **said)
        if word not in OF_TWO:
            return people.do(word, by, **said)
        body = json.dumps({"do": word, **said})
        people.do("propose", by, body=body)
        number = people.state.proposals.count
        return people.do("approve", self._by("enrol-terminal"), number=number, digest=digest_of(body))

    def _often(self, likely: Any, *others: Any) -> Any:
        """Mostly the likely value, sometimes one of the others."""
        return likely if likely is not None and self._random.random() < 0.93 else self._random.choice(others)

    def _by(self, word: str) -> By:
        """Somebody who mostly has a role for the command."""
        wanted = GOVERNORS if word == "enrol-terminal" else roles_of("people", word)
        able = [(each, role) for each in self.people.state.persons for role in each.roles if role in wanted]
        everybody = [(each, role) for each in self.people.state.persons for role in ROLES]
        known, role = self._often(self._random.choice(able) if able else None, *everybody)
        return By(known.name, role, self._often(known.licence.number, "L1", "L9"))

    def _fields(self, word: str, by: By) -> dict[str, Any]:
        """Values for every field that a command may have."""
        random, state = self._random, self.people.state
        anybody = random.choice(NAMES)
        signed_in = [each.person for each in state.sessions] if word == "revoke-session" else []
        own = by.person if word in ALONE + ON_AND_OFF else anybody
        person = self._often(random.choice(signed_in) if signed_in else own, *NAMES)
        known, credential = state.person(person), state.credential_of(person)
        roles = known.roles if known and known.roles and word != "grant-role" else ROLES
        posted = [each.name for each in state.persons if each.post is not None]
        ids = [random.choice("0123456789abcdef") * 32 for _ in range(2)]
        new = word in ("enrol-credential", "replace-credential") or credential is None
        return {
            "person": person,
            "role": self._often(random.choice(roles), *ROLES),
            "roles": random.sample(ROLES, random.choice((1, 1, 2))),
            "licence": f"L{random.randrange(12)}",
            "since": self._often("2022-01-01", "2022-11-02", "2023-01-01"),
            "until": self._often("2022-12-05", "2022-10-01", "2022-11-05", "2023-06-30"),
            "place": random.choice(("R0", "R1", "C1")),
            "relieves": self._often(random.choice(posted) if posted else None, *NAMES),
            "credential": self._often(ids[0] if new or credential is None else credential.id, ids[1]),
            "replaces": self._often(credential.id if credential else None, ids[1]),
            "kind": "pin",
            "reason": "r",
            "terminal": TERMINAL,
            "session": self._session(word),
        }

    def _session(self, word: str) -> str:
        known = [each.digest for each in self.people.state.sessions]
        likely = self._random.choice(known) if known and word != "sign-in" else None
        return str(self._often(likely, *(each * 64 for each in "0123456789")))


def _holds(people: Stream) -> None:
    """Nobody twice, nobody in two places or in a role of somebody else, no roles that clash."""
    state = people.state
    names = {" ".join(each.name.casefold().split()) for each in state.persons}
    licences = {each.licence.number.casefold() for each in state.persons}
    assert len(names) == len(licences) == len(state.persons)
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
    """Whoever acted or came on duty was on the list, with the role and a licence that was valid on the gaming day."""
    for event in events:
        acted = [] if event.by.role == "system" else [(event.by.person, event.by.role)]
        for name, role in (*acted, *_came_on_duty(event)):
            known, day = before.person(name), before.gaming_day.of(people.at)
            assert role in known.roles
            assert date.fromisoformat(known.licence.since) <= day <= date.fromisoformat(known.licence.until)
    if events and isinstance(events[0], Approved):
        approver, done = events[0].by.person.casefold(), events[1]
        proposer, concerned = done.by.person.casefold(), done.person.casefold()
        assert len({approver, proposer, concerned}) == 3


def _came_on_duty(event: Any) -> list[tuple[str, Role]]:
    """Who comes on duty by an event, who was in no other place before."""
    return [(event.person, event.role)] if type(event).__name__ in ("CameOnDuty", "Relieved") else []


@given(some.integers(0, 2**32))
def test_random_commands_keep_the_list_sound(seed: int) -> None:
    shift = Shift(seed)
    for _ in range(COMMANDS):
        shift.go_on()


def test_most_kinds_of_command_are_accepted_and_refused(
    request: pytest.FixtureRequest, share: Callable[[str], None]
) -> None:
    """100,000 commands in the long form; what is never accepted would prove nothing."""
    seed = Random().randrange(2**32) if request.config.getoption("--proof") else 20261119
    found, commands = Counter[str](), 0
    for number in range(2_500 if request.config.getoption("--proof") else 60):
        shift = Shift(seed + number)
        for _ in range(COMMANDS):
            shift.go_on()
            commands += 1
        found += shift.done
    for word in {*ALONE, *ON_AND_OFF, *OF_TWO, *OF_THE_DESK}:
        assert found[f"{word} done"], f"{word} was never accepted"
    done = sum(count for word, count in found.items() if word.endswith("done"))
    share(f"list of people: {commands} random commands with seed {seed}, {done} carried out")
