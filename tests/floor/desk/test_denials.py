"""Every role with every command by the desk: what is not declared is refused, and the refusal is on record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.conduct.by import ROLES, Role
from croupier.conduct.powers import POWERS, cite_of
from croupier.core.refusal import Code
from croupier.floor.desk.checks import CREW, OF_THE_SERVER
from croupier.host import Answer, Host
from croupier.host.audit import audit
from croupier.people.acts.persons import NOBODYS
from tests.support.desk import ANNS, KIMS, PEOPLE, PIN, PIT, TABLE, Front, code, front, refused
from tests.support.pit.story import examples
from tests.support.stores import SIGNER
from tests.support.table.golden import COMMANDS
from tests.support.table.hosted import Hosted

#: Who has which roles; a person has only those that go together.
STAFF: dict[str, tuple[Role, ...]] = {
    "dan": (
        "dealer", "stickperson", "boxperson", "pit-supervisor", "security", "maintenance", "slot-technician",
        "tournament-director",
    ),
    "cam": ("cage",),
    "cal": ("count-team",),
    "ada": ("accounting",),
    "avi": ("auditor", "regulator"),
}  # fmt: skip
STREAMS = {"people": PEOPLE, "pit": PIT, "table": TABLE}


def _fields(kind: str, word: str) -> dict[str, object]:
    """Example fields, without those that only the server states."""
    fields = COMMANDS[word] if kind == "table" else examples()[kind, word]
    return {name: value for name, value in fields.items() if name not in OF_THE_SERVER.get(word, ())}


def test_what_a_role_may_not_do_is_refused_at_the_desk_and_on_record(
    tmp_path: Path, share: Callable[[str], None]
) -> None:
    """The record says who, what and, where `powers.toml` names one, the paragraph."""
    denied = 0
    with front(tmp_path) as at:
        at.found()
        at.opened()
        for name, roles in STAFF.items():
            at.join(name, *roles)
        everybody: list[tuple[str, Role, str]] = [("ann", "administrator", ANNS), ("kim", "key-manager", KIMS)]
        everybody += [(name, role, PIN) for name, roles in STAFF.items() for role in roles]
        assert {role for _, role, _ in everybody} == {*ROLES} - NOBODYS
        for name, role, secret in everybody:
            denied += _tries_everything(at, name, role, secret)
        assert audit(at.kept).fault is None
    expected = sum(
        len({*ROLES} - NOBODYS - {*power.roles}) for kind in STREAMS for word, power in POWERS.commands[kind].items()
    )
    assert denied == expected
    share(f"denials at the desk: {denied} of {expected} pairs of role and command denied and recorded")


def _tries_everything(at: Front, name: str, role: Role, secret: str) -> int:
    """Sign in with a role, be on duty, and give every command that it may not give; return how many there are."""
    token, denied = at.sign_in(name, role, secret), 0
    if role not in ("administrator", "auditor", "regulator"):
        post = at.people.person(name).post
        if post is not None:
            at.desk.give(token, PEOPLE, "go-off-duty", {"person": name})
        at.desk.give(token, PEOPLE, "come-on-duty", {"person": name, "role": role, "place": "R0"})
    versions = {stream: at.hosts[stream].version for stream in STREAMS.values()}
    for kind, stream in STREAMS.items():
        for word, power in POWERS.commands[kind].items():
            if role in power.roles:
                continue
            answer = at.desk.give(token, stream, word, _fields(kind, word))
            refusal = refused(answer)
            assert at.record(stream, answer) == refusal, f"{role} {word}"
            assert code(answer)[0] is Code.NOT_YOUR_ROLE, f"{role} {word}: {refusal.said()}"
            if kind != "table":  # the refusals of a game have words and paragraphs of their own
                assert all(each in refusal.said() for each in (name, role))
                assert word in refusal.said().lower()
                assert refusal.cite == cite_of(kind, word)
            denied += 1
    assert versions == {stream: at.hosts[stream].version for stream in STREAMS.values()}
    return denied


#: Two tables, the one where somebody works and the other one.
TABLES = {"R0": "colorado-single-zero", "C1": "colorado-craps"}


@pytest.mark.parametrize(("post", "other"), [("R0", "C1"), ("C1", "R0")])
def test_whoever_works_at_one_table_gives_no_command_at_another(
    tmp_path: Path, share: Callable[[str], None], post: str, other: str
) -> None:
    """Every command that dealer, stickperson or boxperson may give; the refusal is on record at the other table."""
    denied = 0
    with front(tmp_path) as at:
        at.found()
        at.join("dan", *CREW)
        at.hosts["table/C1"] = Host(at.kept, "table/C1", signer=SIGNER)
        for table, preset in TABLES.items():
            Hosted(host=at.hosts[f"table/{table}"]).opened(preset)
        here, there = f"table/{post}", f"table/{other}"
        for role in sorted(CREW):
            if at.people.person("dan").post is not None:
                at.desk.give(at.sign_in("dan", role, PIN), PEOPLE, "go-off-duty", {"person": "dan"})
            token, version = at.on_duty("dan", role, post), at.hosts[there].version
            for word, power in POWERS.commands["table"].items():
                if role in power.roles:
                    answer = at.desk.give(token, there, word, COMMANDS[word])
                    assert code(answer) == (Code.OFF_DUTY, "elsewhere"), f"{role} {word}"
                    refusal = refused(answer)
                    assert at.record(there, answer) == refusal
                    assert all(each in refusal.said() for each in ("dan", role, post))
                    assert refusal.cite == cite_of("table", word)
                    denied += 1
            assert at.hosts[there].version == version
            own = at.desk.give(token, here, "call-void", COMMANDS["call-void"])
            assert code(own)[0] is not Code.OFF_DUTY, "at the own table the table decides"
        assert audit(at.kept).fault is None
    assert denied == sum(len(CREW & {*power.roles}) for power in POWERS.commands["table"].values())
    share(f"the crew of {post} at {other}: {denied} commands denied and recorded")


@pytest.mark.parametrize("role", sorted({*ROLES} - {"dealer", "boxperson"}))
def test_nobody_signs_in_with_a_role_that_they_do_not_have(tmp_path: Path, role: Role) -> None:
    """The attempt is on record with the name and the role."""
    with front(tmp_path) as at:
        at.found()
        at.join("dan", "dealer", "boxperson")
        version = at.hosts[PEOPLE].version
        found = at.desk.sign_in("dan", role, PIN, at.proof("dan"))
        assert isinstance(found, Answer)
        assert code(found) == (Code.ROLE_NOT_HELD, "acts")
        assert at.record(PEOPLE, found) == refused(found)
        assert all(each in refused(found).said() for each in ("dan", role))
        assert at.hosts[PEOPLE].version == version
