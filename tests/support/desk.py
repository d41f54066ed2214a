"""A desk for tests, over a store in a file: with terminals, people who sign in, and a table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier import store
from croupier.conduct.by import By, Role
from croupier.conduct.two_people import digest_of
from croupier.core.refusal import Code
from croupier.floor.desk import Desk, Newcomer, Proof, SignedIn, to_sign
from croupier.host import Answer, Host
from croupier.host.answer import Refused, read
from croupier.store import Store
from tests.support.pit.streams import MINUTE, NOON
from tests.support.stores import SIGNER
from tests.support.table.hosted import Hosted

PEOPLE, PIT, TABLE = "people/main", "pit/main", "table/R0"
ANNS, KIMS = "correct horse battery", "834912"
#: What somebody else chooses for those who join, and what they choose themselves.
FIRST, PIN = "first secret of all", "592047"
ANN = Newcomer("ann", ("administrator",), "L1", date(2022, 1, 1), date(2023, 12, 31), "password", ANNS)
KIM = Newcomer("kim", ("key-manager",), "L2", date(2022, 1, 1), date(2023, 12, 31), "pin", KIMS)
SECOND = MINUTE // 60


@dataclass
class Front:
    """A desk with its hosts, its clock and its terminals."""

    kept: Store
    folder: Path
    at: int = NOON
    hosts: dict[str, Host] = field(default_factory=dict)
    keys: dict[str, Ed25519PrivateKey] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (PEOPLE, PIT, TABLE):
            self.hosts[name] = Host(self.kept, name, signer=SIGNER)
        self.desk = self.reopened()

    def reopened(self) -> Desk:
        """Another desk over the same files, as after a restart."""
        return Desk(self.hosts[PEOPLE], self.folder, lambda: self.at, self.hosts.__getitem__)

    @property
    def people(self) -> Any:
        """The state of the list of people."""
        return self.hosts[PEOPLE].state

    def key(self, terminal: str) -> str:
        """The public key of a terminal, which makes its pair of keys on first use."""
        made = self.keys.setdefault(terminal, Ed25519PrivateKey.generate())
        return made.public_key().public_bytes_raw().hex()

    def found(self) -> Front:
        """Begin the list of people."""
        accepted(self.desk.found(ANN, KIM, "desk-1", self.key("desk-1")))
        return self

    def proof(self, person: str, terminal: str = "desk-1") -> Proof:
        """A new number of the desk, signed by a terminal."""
        self.key(terminal)
        number = self.desk.number(terminal)
        return Proof(terminal, number, self.keys[terminal].sign(to_sign(terminal, number, person)))

    def sign_in(self, person: str, role: Role, secret: str, terminal: str = "desk-1") -> str:
        """Sign in; the token."""
        found = self.desk.sign_in(person, role, secret, self.proof(person, terminal))
        assert isinstance(found, SignedIn), found
        return found.token

    def sign_in_refused(self, person: str, role: Role, secret: str, proof: Proof | None = None) -> Refused:
        """Sign in, which is refused."""
        found = self.desk.sign_in(person, role, secret, proof or self.proof(person))
        assert isinstance(found, Answer)
        return refused(found)

    def both(self, word: str, **said: Any) -> Answer:
        """Ann proposes something to the list of people, and Kim approves it."""
        body = json.dumps({"do": word, **said})
        ann = self.sign_in("ann", "administrator", ANNS)
        accepted(self.desk.give(ann, PEOPLE, "propose", {"body": body}))
        return self.approve(digest_of(body))

    def approve(self, digest: str) -> Answer:
        """Kim approves the newest proposal."""
        said = {"number": self.people.proposals.count, "digest": digest}
        return accepted(self.desk.give(self.sign_in("kim", "key-manager", KIMS), PEOPLE, "approve", said))

    def join(self, person: str, *roles: Role, until: str = "2023-12-31") -> None:
        """Register somebody, who gets a first secret and chooses a PIN."""
        days = {"since": "2022-01-01", "until": until}
        self.both("register-person", person=person, roles=roles, licence=f"L-{person}", **days)
        ann = self.sign_in("ann", "administrator", ANNS)
        accepted(self.desk.enrol(ann, person, "password", FIRST))
        self.approve(self.people.proposals.waiting[-1].digest)
        accepted(self.desk.replace(self.sign_in(person, roles[0], FIRST), "pin", FIRST, PIN))

    def on_duty(self, person: str, role: Role, place: str = "R0") -> str:
        """Sign in and come on duty; the token."""
        token = self.sign_in(person, role, PIN)
        accepted(self.desk.give(token, PEOPLE, "come-on-duty", {"person": person, "role": role, "place": place}))
        return token

    def opened(self) -> Front:
        """Open the table, without the desk: with another dealer in charge."""
        Hosted(host=self.hosts[TABLE]).opened("colorado-single-zero")
        return self

    def record(self, stream: str, answer: Answer) -> Refused | None:
        """The refusal that the store has for an answer, if it is on record."""
        found = self.kept.answer(stream, answer.command) if answer.command else None
        return None if found is None else read(found.answer).refusal

    def last_by(self, stream: str) -> By:
        """Who gave the last command of a stream, as the log has it."""
        events = list(self.kept.read(stream))
        by: By = self.hosts[stream].kind.events.read(events[-1].body).by
        return by


def accepted(answer: Answer) -> Answer:
    """An answer without a refusal."""
    assert answer.refusal is None, answer.refusal.said()
    return answer


def refused(answer: Answer) -> Refused:
    """The refusal of an answer."""
    assert answer.refusal is not None, answer
    return answer.refusal


def code(answer: Answer) -> tuple[Code, str]:
    """The code and the variant of a refusal."""
    found = refused(answer)
    return Code(found.code), found.variant


@contextmanager
def front(folder: Path) -> Iterator[Front]:
    """A desk with nobody on the list yet."""
    with store.open(f"sqlite:///{folder}/desk.db") as kept:
        made = Front(kept, folder / "secrets")
        yield made
        made.desk.close()
        for host in made.hosts.values():
            host.close()
