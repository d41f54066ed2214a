"""Forged, expired and replayed approvals at real hosts: refused, on record, and nothing is changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import store
from croupier.conduct import aggregate_of, digest
from croupier.conduct.by import By
from croupier.conduct.two_people import WAITS, digest_of
from croupier.core.refusal import Code
from croupier.host import Answer, Host
from croupier.host.answer import read
from croupier.host.audit import audit
from croupier.store import CommandReused, Store
from tests.support.pit.people import ANN, DAYS, DESK, KIM, founders
from tests.support.pit.story import HOUSE
from tests.support.pit.streams import NOON
from tests.support.pit.wheels import KIM as KEY_MANAGER
from tests.support.pit.wheels import PAT
from tests.support.stores import LASTING, SIGNER, chosen

PEOPLE, PIT = "people/main", "pit/main"
#: What is proposed in each stream, by whom, and who approves it.
ASKED: dict[str, tuple[dict[str, Any], By, By]] = {
    PEOPLE: ({"do": "register-person", "person": "dan", "roles": ["dealer"], "licence": "L3", **DAYS}, ANN, KIM),
    PIT: (
        {"do": "activate-house", "changes": [{"table": "R0", "house": msgspec.to_builtins(HOUSE)}]},
        PAT,
        KEY_MANAGER,
    ),
}


@dataclass
class Door:
    """One stream with a proposal, at a host that can be opened again."""

    kept: Store
    stream: str
    at: int = NOON

    def __post_init__(self) -> None:
        self.host = Host(self.kept, self.stream, signer=SIGNER)
        asked, self.proposer, self.second = ASKED[self.stream]
        self.body = json.dumps(asked)
        if self.stream == PEOPLE:
            assert self.gives("found", "found-house", DESK, **founders()).refusal is None
        assert self.gives("p", "propose", self.proposer, body=self.body).refusal is None

    def gives(self, named: str, word: str, by: By, **said: Any) -> Answer:
        """Give a command under an id."""
        body = {"do": word, "id": named, "by": by, "at": self.at, **said}
        return self.host.handle(aggregate_of(self.stream).commands.read(msgspec.json.encode(body)))

    def approves(self, named: str = "a", by: By | None = None, **other: Any) -> Answer:
        """Approve the proposal; `other` replaces what the approval says."""
        said = {"number": 1, "digest": digest_of(self.body), **other}
        return self.gives(named, "approve", by or self.second, **said)

    def refused(self, code: Code, named: str = "a", by: By | None = None, **other: Any) -> None:
        """An approval is refused and on record, and nothing else is different."""
        before = digest(self.host.state), self.host.version, self.kept.version(self.stream), self._digest()
        answer = self.approves(named, by, **other)
        assert answer.refusal is not None
        assert (answer.refusal.code, answer.events) == (code, ())
        record = self.kept.answer(self.stream, named)
        assert record is not None
        assert read(record.answer).refusal == answer.refusal
        assert answer.refusal.said()[-1] == "."
        assert (digest(self.host.state), self.host.version, self.kept.version(self.stream), self._digest()) == before

    def _digest(self) -> bytes:
        """The digest of the last event, which covers all before it."""
        return [each.digest for each in self.kept.read(self.stream)][-1]

    def opened_again(self) -> None:
        """The process ends, and another one goes on."""
        self.host.close()
        self.host = Host(self.kept, self.stream, signer=SIGNER)


@pytest.fixture(params=[(place, stream) for place in LASTING for stream in ASKED], ids=lambda each: "-".join(each))
def door(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    request.param, stream = request.param
    with store.open(chosen(request, tmp_path, monkeypatch)) as kept:
        made = Door(kept, stream)
        yield made
        made.host.close()
        found = audit(kept)
        assert (found.fault, found.differences) == (None, [])


def test_forged_approvals(door: Door) -> None:
    """Of other bytes, of another number, by the proposer, under another name with the proposer's credential."""
    door.refused(Code.PROPOSAL_DIFFERS, "bytes", digest=digest_of(door.body + " "))
    door.refused(Code.PROPOSAL_DIFFERS, "nothing", digest="0" * 64)
    for number in (0, 2, 10**12):
        door.refused(Code.PROPOSAL_UNKNOWN, f"number {number}", number=number)
    own = msgspec.structs.replace(door.proposer, role=door.second.role)
    door.refused(Code.ROLE_NOT_HELD if door.stream == PEOPLE else Code.SAME_PERSON, "own", own)
    if door.stream == PIT:
        same = msgspec.structs.replace(door.second, credential=door.proposer.credential)
        door.refused(Code.SAME_PERSON, "credential", same)
        door.refused(Code.SAME_PERSON, "spelled", msgspec.structs.replace(door.second, person="PAT"))
    nobody = msgspec.structs.replace(door.second, role="auditor")
    door.refused(Code.NOT_YOUR_ROLE, "auditor", nobody)
    door.refused(Code.NOT_LICENSED, "unlicensed", msgspec.structs.replace(door.second, licence=""))
    assert door.approves("at last").refusal is None, "none of that has used it up"


def test_expired_approvals(door: Door) -> None:
    """After ten minutes, also after a restart, and whatever the clock of who approves says."""
    door.at += WAITS
    door.refused(Code.PROPOSAL_OVER, "late")
    door.opened_again()
    door.refused(Code.PROPOSAL_OVER, "after a restart")
    door.at += 100 * WAITS
    door.refused(Code.PROPOSAL_OVER, "much later")
    assert door.gives("q", "propose", door.proposer, body=door.body).refusal is None
    door.at = NOON
    door.refused(Code.PROPOSAL_UNKNOWN, "what is over is forgotten")
    assert door.approves("b", number=2).refusal is None


def test_replayed_approvals(door: Door) -> None:
    """The same command again is answered as before; under another id it is refused, before and after a restart."""
    door.opened_again()
    first = door.approves()
    assert first.refusal is None
    version = door.host.version
    for number in range(3):
        assert door.approves() == first
        with pytest.raises(CommandReused):
            door.approves(number=2)
        with pytest.raises(CommandReused):
            door.gives("a", "withdraw-proposal", door.second, number=1, reason="r")
        door.refused(Code.PROPOSAL_UNKNOWN, f"again {number}")
        assert (door.host.version, door.kept.version(door.stream)) == (version, version)
        door.opened_again()
    kinds = [each.kind for each in door.kept.read(door.stream)]
    assert kinds.count("approved/1") == 1
    assert kinds.count("person-registered/1" if door.stream == PEOPLE else "house-activated/1") == 1


def test_an_approval_of_a_proposal_that_was_withdrawn(door: Door) -> None:
    assert door.gives("w", "withdraw-proposal", door.second, number=1, reason="r").refusal is None
    door.refused(Code.PROPOSAL_UNKNOWN)
    door.opened_again()
    door.refused(Code.PROPOSAL_UNKNOWN, "after a restart")


def test_a_command_that_needs_two_is_not_given_alone(door: Door) -> None:
    """Not by its proposer and not by who may approve it."""
    asked = json.loads(door.body)
    for by in (door.proposer, door.second):
        before = digest(door.host.state), door.kept.version(door.stream)
        answer = door.gives(f"alone {by.person}", asked["do"], by, **{k: v for k, v in asked.items() if k != "do"})
        assert answer.refusal is not None
        assert answer.refusal.code in (Code.TWO_NEEDED, Code.NOT_YOUR_ROLE)
        assert (digest(door.host.state), door.kept.version(door.stream)) == before
