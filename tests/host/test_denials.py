"""Every role with every command at real tables, people and pit: what is not declared is refused and on record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from croupier import store
from croupier.conduct import aggregate_of
from croupier.conduct.by import ROLES, UNLICENSED, By
from croupier.conduct.powers import POWERS, cite_of
from croupier.core.refusal import Code
from croupier.games import game
from croupier.host import Host
from croupier.host.answer import read
from croupier.host.audit import audit
from croupier.table import commands, stream_of
from croupier.table.people import OF_SOME_GAMES
from tests.support.pit.story import Story, examples
from tests.support.stores import SIGNER
from tests.support.table.golden import COMMANDS
from tests.support.table.hosted import Hosted
from tests.support.table.play import by

HOUSES = {"roulette": "colorado-double-zero", "craps": "colorado-craps", "big-six": "colorado-big-six"}
DECLARED = POWERS.commands["table"]


@pytest.mark.parametrize("played", sorted(HOUSES))
def test_what_is_not_declared_is_refused_and_on_record(
    played: str, tmp_path: Path, share: Callable[[str], None]
) -> None:
    """A denial on record says who, what and, where the game has one on the matter, the paragraph."""
    denied = 0
    with store.open(f"sqlite:///{tmp_path}/denials.db") as kept:
        host = Host(kept, stream_of("T1"), signer=SIGNER)
        Hosted(host=host).opened(HOUSES[played])
        version, cites = host.version, game(played).cites
        for word, kind in commands.KINDS.items():
            for role in ROLES:
                if role in DECLARED[word].roles:
                    continue
                who, name = by(role, "pia"), f"{word}/{role}"
                said = {"do": word, "id": name, "by": who, "at": host.state.at, **COMMANDS[word]}
                answer = host.handle(commands.read(msgspec.json.encode(said)))
                assert answer.refusal is not None, name
                record = kept.answer(host.stream, name)
                assert record is not None, name
                refusal = read(record.answer).refusal
                assert refusal is not None, name
                assert refusal.code == Code.NOT_YOUR_ROLE, f"{name}: {refusal.said()}"
                assert role in OF_SOME_GAMES or "pia" in refusal.said()
                assert role in refusal.said()
                assert role in OF_SOME_GAMES or word in refusal.said().lower()
                assert (refusal.cite is not None) or kind.topic not in cites or role in OF_SOME_GAMES, name
                denied += 1
        assert host.version == version, "a refusal changes nothing"
        host.close()
        assert audit(kept).fault is None
    expected = sum(len(ROLES) - len(power.roles) for power in DECLARED.values())
    assert denied == expected
    share(f"denials at a {played} table: {denied} of {expected} pairs of role and command denied and recorded")


def test_a_slip_under_another_id_is_refused_and_on_record(tmp_path: Path) -> None:
    """Also one of the server itself. Under the id of a slip nothing is recorded: that would use it up."""
    with store.open(f"sqlite:///{tmp_path}/slips.db") as kept:
        story = Story(kept)
        for step in story.tell():
            if step.word == "receive-slip" and step.stream == "pit/main":
                host = story.hosts["pit/main"]
                for name, who, code in (
                    (f"own/{story.at}", By("server", "system"), Code.SLIP_MISUSED),
                    (f"desk/{story.at}", By("pia", "key-manager", "L-pia", "c"), Code.NOT_YOUR_ROLE),
                    (f"{step.id}0", By("server", "system"), Code.SLIP_MISUSED),
                ):
                    body = {"do": step.word, "id": name, "by": who, "at": story.at, **step.said}
                    refusal = host.handle(aggregate_of(host.stream).commands.read(msgspec.json.encode(body))).refusal
                    assert refusal is not None
                    assert refusal.code == code
                    assert (kept.answer(host.stream, name) is None) is name.startswith("slip/")
        story.close()
        found = audit(kept)
        assert (found.fault, found.differences) == (None, [])


def test_whoever_has_proved_nothing_does_nothing_in_the_pit(tmp_path: Path) -> None:
    """Every role with every command that it may give, without a credential; the refusal is on record."""
    with store.open(f"sqlite:///{tmp_path}/unsigned.db") as kept:
        story = Story(kept)
        for _ in story.tell():
            pass
        host = story.hosts["pit/main"]
        state, version, unsigned = host.state, host.version, 0
        for word, power in POWERS.commands["pit"].items():
            for role in set(power.roles) - {*UNLICENSED}:
                name = f"{word}/{role}"
                body = {
                    "do": word,
                    "id": name,
                    "by": By("pia", role, "L-pia"),
                    "at": story.at,
                    **examples()["pit", word],
                }
                refusal = host.handle(aggregate_of(host.stream).commands.read(msgspec.json.encode(body))).refusal
                assert refusal is not None, name
                assert refusal.code == (Code.TWO_NEEDED if power.second else Code.UNSIGNED), (
                    f"{name}: {refusal.said()}"
                )
                record = kept.answer(host.stream, name)
                assert record is not None, name
                assert read(record.answer).refusal == refusal
                unsigned += not power.second
        assert (host.state, host.version) == (state, version)
        assert unsigned > 50
        story.close()
        assert audit(kept).fault is None


@pytest.mark.parametrize("kind", ["people", "pit", "cage"])
def test_what_is_not_declared_is_refused_and_on_record_in_people_pit_and_cage(
    kind: str, tmp_path: Path, share: Callable[[str], None]
) -> None:
    """Also to whoever has the role and no licence. The record names the paragraph where `powers.toml` names one."""
    declared, denied, unlicensed = POWERS.commands[kind], 0, 0
    assert {word for of, word in examples() if of == kind} == declared.keys()
    with store.open(f"sqlite:///{tmp_path}/denials.db") as kept:
        story = Story(kept)
        for _ in story.tell():
            pass
        host = story.hosts[f"{kind}/main"]
        state, version, before = host.state, host.version, len(list(kept.commands()))
        for word, power in declared.items():
            for role in ROLES:
                if role in power.roles and role in UNLICENSED:
                    continue
                who = By("pia", role, "" if role in UNLICENSED or role in power.roles else "L-pia")
                name = f"{word}/{role}"
                said = {"do": word, "id": name, "by": who, "at": story.at, **examples()[kind, word]}
                answer = host.handle(aggregate_of(host.stream).commands.read(msgspec.json.encode(said)))
                refusal = answer.refusal
                assert refusal is not None, name
                record = kept.answer(host.stream, name)
                assert record is not None, name
                assert read(record.answer).refusal == refusal
                no_licence = role in power.roles
                assert refusal.code == (Code.NOT_LICENSED if no_licence else Code.NOT_YOUR_ROLE), name
                assert all(each in refusal.said() for each in ("pia", role)), refusal.said()
                assert no_licence or word in refusal.said().lower()
                assert refusal.cite == cite_of(kind, word), name
                denied, unlicensed = denied + (not no_licence), unlicensed + no_licence
        assert (host.state, host.version) == (state, version), "a refusal changes nothing"
        assert len(list(kept.commands())) - before == denied + unlicensed
        story.close()
        assert audit(kept).fault is None
    expected = sum(len(ROLES) - len(power.roles) for power in declared.values())
    assert denied == expected
    share(
        f"denials in {kind}: {denied} of {expected} pairs of role and command denied and recorded,"
        f" {unlicensed} without a licence"
    )
