"""The declaration of powers: it names every command, nothing else, and every role knows what it reads."""

from __future__ import annotations

import pytest

from croupier.conduct import Aggregate, registered
from croupier.conduct.aggregate import PLACES
from croupier.conduct.by import ROLES
from croupier.conduct.powers import POWERS, incompatible, roles_of
from croupier.web.views.audiences import SEES

#: The commands of every kind of stream that takes commands, by the first part of its name.
DECLARED = {
    prefix.rstrip("/"): set(kind.commands.kinds)
    for prefix in PLACES
    if isinstance(kind := registered(f"{prefix}x" if prefix.endswith("/") else prefix), Aggregate)
}


def test_every_command_is_declared_and_every_declared_command_exists() -> None:
    assert {kind: set(commands) for kind, commands in POWERS.commands.items()} == DECLARED


def test_every_command_has_a_role_and_a_note() -> None:
    for commands in POWERS.commands.values():
        for word, power in commands.items():
            assert power.roles, f"nobody may {word}"
            assert len(set(power.roles)) == len(power.roles), f"{word} names a role twice"
            assert power.note.endswith("."), word


def test_what_is_not_declared_is_for_nobody() -> None:
    assert roles_of("table", "fly") == roles_of("moon", "sit") == frozenset()


def test_every_role_reads_one_of_the_views() -> None:
    assert set(POWERS.reads) == set(ROLES)
    assert set(POWERS.reads.values()) <= set(SEES)


def test_a_pair_of_acts_names_declared_commands() -> None:
    for pair in POWERS.incompatible:
        assert bool(pair.by) is (pair.enforced == "act"), pair.name
        assert bool(pair.one and pair.other) is (pair.enforced == "grant"), pair.name
        for named in pair.by:
            kind, _, word = named.partition("/")
            assert roles_of(kind, word), named


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cage", "pit-supervisor"),
        ("count-team", "accounting"),
        ("count-team", "cage"),
        ("count-team", "key-manager"),  # not present at the soft count
        ("accounting", "dealer"),
        ("administrator", "cage"),
        ("administrator", "pit-supervisor"),
        ("auditor", "dealer"),
        ("regulator", "key-manager"),
    ],
)
def test_roles_that_one_person_never_has_together(one: str, other: str) -> None:
    for roles in ((one, other), (other, one), (other, "player", one)):
        found = incompatible(roles)  # type: ignore[arg-type]
        assert found is not None
        assert set(found[1:]) == {one, other}


def test_roles_that_go_together() -> None:
    assert incompatible(("dealer", "stickperson", "boxperson", "pit-supervisor")) is None
    assert incompatible(("security", "maintenance")) is None
    assert incompatible(()) is None
