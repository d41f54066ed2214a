"""A house at whose desk commands are given at random: who gives them, and what two people do together.

After each command the naive model reads the log.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.conduct.by import Role
from croupier.conduct.powers import roles_of, second_of
from croupier.conduct.two_people import digest_of
from croupier.core.gaming_day import DENVER
from croupier.floor.demo.equipment import approvals, complete
from croupier.floor.desk import Proof, SignedIn, to_sign
from croupier.floor.desk.checks import CREW, must_be_on_duty
from croupier.floor.desk.sessions import digest_of as session_of
from croupier.floor.pit import Pit
from croupier.floor.vault import Vault
from croupier.host import Answer
from croupier.house import House
from croupier.store import Store
from croupier.table import HouseText
from croupier.table.houses import house_of
from tests.support.desk import ANN, ANNS, KIM, KIMS
from tests.support.pit.naive import Naive, gaming_day
from tests.support.pit.streams import MINUTE, NOON
from tests.support.table.play import written

PEOPLE, PIT = "people/main", "pit/main"
DAY = 24 * 60 * MINUTE
FIRST = "first secret of all"
#: The games of the tables. Roulette is inspected, the others are not.
TABLES = {
    "R0": "colorado-single-zero",
    "R1": "colorado-double-zero",
    "C1": "colorado-craps",
    "B6": "colorado-big-six",
}
INSPECTED = ("R0", "R1")
STREAMS = (PEOPLE, PIT, *(f"table/{each}" for each in TABLES))
#: Who works here at the beginning, besides the first two.
STAFF: dict[str, tuple[Role, ...]] = {
    "abe": ("administrator",),
    "pat": ("pit-supervisor",),
    "una": ("pit-supervisor", "dealer"),
    "sue": ("security",),
    "dee": ("dealer",),
    "dov": ("dealer", "stickperson"),
    "max": ("maintenance", "slot-technician"),
    "ria": ("regulator",),
    "lin": ("accounting",),
}
#: Wheels have parts that only some people adjust.
_MORE = {"roulette-wheel": {"external_parts": True}}


def text_of(table: str, lowest: int = 1) -> HouseText:
    """A house for a table; the lowest wager tells its versions apart."""
    return written(TABLES[table], limits__default={"min": lowest, "max": 500})


class Desked:
    """One house. `done` and `no` count the commands that were accepted and refused, by kind and word."""

    def __init__(self, kept: Store, folder: Path, seed: int) -> None:
        self.random, self.at, self.seed = Random(seed), NOON, seed
        self._key = Ed25519PrivateKey.from_private_bytes(self.random.randbytes(32))
        self.pit = Pit(kept, Vault(folder), lambda: self.at)
        self.model = Naive(kept, STREAMS, INSPECTED)
        self.done, self.no, self.wild = Counter[str](), Counter[str](), False
        self._tokens: dict[tuple[str, str], tuple[str, int]] = {}  # by person and role, with the time of the proof
        self._secrets = {"ann": ANNS, "kim": KIMS}
        key = self._key.public_key().public_bytes_raw().hex()
        self._count("found-house", self.pit.desk.found(ANN, KIM, "desk-1", key))
        for name, roles in STAFF.items():
            self._joins(name, roles)
        for table in TABLES:
            self._equips(table)
        self.wild = True

    # The beginning --------------------------------------------------------------------------------------------
    def _joins(self, name: str, roles: tuple[Role, ...]) -> None:
        """Register somebody with a licence that ends within weeks, and a secret of their own."""
        until = gaming_day(self.at + self.random.randrange(2, 20) * DAY).isoformat()
        days: dict[str, Any] = {"since": "2022-01-01", "until": until}
        assert self._both(PEOPLE, "register-person", person=name, roles=roles, licence=f"L-{name}", **days)
        self._enrols(name)
        self._replaces(name)

    def _equips(self, table: str) -> None:
        """Put a house into force at a table, and its equipment there."""
        text = text_of(table)
        house = house_of(text)
        assert isinstance(house, House)
        named = [*approvals(house, table)]
        for name, subject, each in house.papers:
            named.append({"reference": each.reference, "subject": subject, "day": each.on.isoformat(), "scope": name})
        for one in named:
            if self.pit.register.approval(one["reference"]) is None:
                assert self._gives(PIT, "record-approval", who=("kim", "key-manager"), **one)
        assert self._both(PIT, "activate-house", changes=[{"table": table, "house": self._plain(text)}])
        for item, kind, fields in complete(house, table):
            assert self._gives(
                PIT,
                "register-item",
                who=("kim", "key-manager"),
                item=item,
                kind=kind,
                fields=fields | _MORE.get(kind, {}),
            )
            assert self._gives(PIT, "move-item", who=("kim", "key-manager"), item=item, table=table)

    @staticmethod
    def _plain(text: HouseText) -> dict[str, Any]:
        return {"name": text.name, "text": text.text, "on": text.on, "change": text.change}

    def _enrols(self, name: str) -> bool:
        """Give somebody a first secret, by two people."""
        ann = self._token(("ann", "administrator"))
        if not self._count("people propose", self.pit.desk.enrol(ann, name, "password", FIRST)):
            return False
        waiting = self.pit.people.proposals.waiting[-1]
        said = {"number": waiting.number, "digest": waiting.digest}
        if not self._gives(PEOPLE, "approve", who=("kim", "key-manager"), **said):
            return False
        self._secrets[name] = FIRST
        return True

    def _replaces(self, name: str) -> bool:
        """Somebody chooses another secret."""
        known, old = self.pit.people.person(name), self._secrets.get(name, FIRST)
        if known is None or not known.roles:
            return False
        token, new = self._signs_in(name, known.roles[0], old), str(self.random.randrange(10**6, 10**7))
        if not self._count("people replace-credential", self.pit.desk.replace(token, "pin", old, new)):
            return False
        self._secrets[name] = new
        return True

    # At the desk ----------------------------------------------------------------------------------------------
    def _count(self, word: str, answer: Answer) -> bool:
        """Count an answer, and let the model read what it has changed."""
        events = self.model.catch_up()
        (self.no if answer.refusal else self.done)[word] += 1
        assert answer.refusal is None or (answer.refusal.said()[-1] in ".?" and not answer.events)
        assert events or answer.refusal is not None
        return answer.refusal is None

    def _token(self, who: tuple[str, Role], *, fresh: bool = False) -> str:
        """The token of a session of a person, mostly one that is not locked; a secret may be wrong."""
        token, since = self._tokens.get(who, ("", 0))
        known = self.pit.people.session(session_of(token)) is not None
        if known and self.at - since < (MINUTE if fresh else 4 * MINUTE):
            return token
        if known and self.random.random() < 0.3:
            answer = self.pit.desk.prove(token, self._secret(who[0]))
            if self._count("prove-identity", answer):
                self._tokens[who] = token, self.at
            return token
        found = self._signs_in(*who, self._secret(who[0]))
        return found or token or "0" * 64

    def _secret(self, person: str) -> str:
        return self._secrets.get(person, FIRST) if not self._rarely(0.01) else "wrong secret"

    def _signs_in(self, person: str, role: Role, secret: str) -> str:
        number = self.pit.desk.number("desk-1")
        proof = Proof("desk-1", number, self._key.sign(to_sign("desk-1", number, person)))
        found = self.pit.desk.sign_in(person, role, secret, proof)
        self._count("sign-in", Answer("", 0) if isinstance(found, SignedIn) else found)
        if not isinstance(found, SignedIn):
            return ""
        self._tokens[person, role] = found.token, self.at
        return found.token

    def _gives(self, stream: str, word: str, *, who: tuple[str, Role] | None = None, **fields: Any) -> bool:
        """Give a command, mostly as somebody who may; its slip is mostly delivered at once."""
        who = who or self._somebody(roles_of(stream.partition("/")[0], word))
        token = self._token(who, fresh=word == "approve")
        if who[1] in must_be_on_duty(stream.partition("/")[0]) and not self._rarely(0.05):
            self._comes_on_duty(who, stream, token)
        answer = self.pit.desk.give(token, stream, word, fields)
        if not self._rarely(0.1):
            self.pit.slips.carry(stream, answer, self.at)
        return self._count(f"{stream.partition('/')[0]} {word}", answer)

    def _comes_on_duty(self, who: tuple[str, Role], stream: str, token: str) -> None:
        """Be where the command is given, in that role."""
        person = self.pit.people.person(who[0])
        post = None if person is None else person.post
        place = stream.partition("/")[2]
        if post is not None and post.role == who[1] and (who[1] not in CREW or post.place == place):
            return
        if post is not None:
            self._count("people go-off-duty", self.pit.desk.give(token, PEOPLE, "go-off-duty", {"person": who[0]}))
        said = {"person": who[0], "role": who[1], "place": place}
        self._count("people come-on-duty", self.pit.desk.give(token, PEOPLE, "come-on-duty", said))

    def _somebody(self, roles: frozenset[Role] | tuple[Role, ...]) -> tuple[str, Role]:
        """Somebody with one of these roles; sometimes anybody."""
        persons = self.pit.people.persons
        today = gaming_day(self.at).isoformat()
        if not self._rarely(0.1):  # those whose licence is not over
            persons = tuple(each for each in persons if each.licence.until >= today)
        able = [(each.name, role) for each in persons for role in each.roles if role in roles]
        signed_in = [who for who in able if who in self._tokens and self.random.random() < 0.7]
        everybody = [(each.name, role) for each in persons for role in each.roles]
        return self.random.choice(signed_in or able if able and not self._rarely(0.05) else everybody)

    def _both(self, stream: str, word: str, *, bad: bool = False, **fields: Any) -> bool:
        """Two people: one proposes, another approves. `bad`: sometimes not another, too late, or other bytes."""
        random, kind, body = self.random, stream.partition("/")[0], json.dumps({"do": word, **fields})
        proposer = self._somebody(roles_of(kind, word)) if bad else self._first(roles_of(kind, word))
        over_night = bad and random.random() < 0.1  # the licence of who proposes may end before it is approved
        self.at = self.end_of_day() if over_night else self.at
        if not self._gives(stream, "propose", who=proposer, body=body):
            return False
        number = self.pit.hosts[stream].state.proposals.count
        second, digest = self._second(second_of(kind, word), proposer), digest_of(body)
        self.at += MINUTE if over_night else 0
        match random.randrange(12) if bad else 11:
            case 0:
                second = proposer
            case 1:
                digest = digest_of(body + " ")
            case 2:
                self.at += random.choice((9, 10, 11)) * MINUTE
            case 3:
                return self._gives(
                    stream, "withdraw-proposal", who=random.choice((proposer, second)), number=number, reason="r"
                )
            case 4:
                return False
            case 5:
                number = random.randrange(1, number + 2)
        first = self._gives(stream, "approve", who=second, number=number, digest=digest)
        if first and random.random() < 0.1:
            assert not self._gives(stream, "approve", who=second, number=number, digest=digest), "it is used up"
        return first

    def _rarely(self, chance: float) -> bool:
        """Whether something unusual happens; never at the beginning."""
        return self.wild and self.random.random() < chance

    def end_of_day(self) -> int:
        """A time in the last minute of this gaming day, at the end of which licences end."""
        ends = DENVER.begins(gaming_day(self.at) + timedelta(days=1))
        return max(self.at, ends - self.random.randrange(1, 30) * 1_000_000)

    def _first(self, roles: frozenset[Role]) -> tuple[str, Role]:
        return ("ann", "administrator") if "administrator" in roles else ("pat", "pit-supervisor")

    def _second(self, roles: tuple[Role, ...], proposer: tuple[str, Role]) -> tuple[str, Role]:
        able = [(each.name, role) for each in self.pit.people.persons for role in each.roles if role in roles]
        others = [who for who in able if who[0] != proposer[0]]
        return self.random.choice(others) if others else proposer
