"""Random good and bad commands to the people, the pit and some tables of one house, by the desk.

Most are sensible, so that many are accepted. After each the naive model reads the log.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.conduct.by import By, Role
from croupier.conduct.powers import POWERS, roles_of, second_of
from croupier.conduct.slip import COURIER, Slip
from croupier.conduct.two_people import digest_of
from croupier.floor.crew.performer import stated_moves
from croupier.floor.crew.spins import valid_close, valid_spin
from croupier.floor.demo.equipment import approvals, complete
from croupier.floor.desk import Proof, SignedIn, to_sign
from croupier.floor.desk.checks import CREW, ON_DUTY
from croupier.floor.desk.sessions import digest_of as session_of
from croupier.floor.houses import charge
from croupier.floor.pit import Pit
from croupier.floor.vault import Vault
from croupier.host import Answer
from croupier.host.audit import audit
from croupier.house import House
from croupier.pit.kinds import plain
from croupier.store import Store
from croupier.table import HouseText, commands
from croupier.table.acts.kit import ReceiveSlip
from croupier.table.houses import house_of
from croupier.table.kit import KIT
from croupier.table.kit import written as said
from tests.support.desk import ANN, ANNS, KIM, KIMS
from tests.support.pit.naive import Naive, gaming_day
from tests.support.pit.streams import MINUTE, NOON
from tests.support.table.play import written

PEOPLE, PIT = "people/main", "pit/main"
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
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
}
OTHERS = ("eve", "bob", "cy")
ROLES: tuple[Role, ...] = (
    "dealer",
    "stickperson",
    "boxperson",
    "security",
    "maintenance",
    "cage",
    "tournament-director",
)
#: Wheels have parts that only some people adjust.
_MORE = {"roulette-wheel": {"external_parts": True}}
PART = {"name": "separator", "external": True, "movable": True}


def text_of(table: str, lowest: int = 1) -> HouseText:
    """A house for a table; the lowest wager tells its versions apart."""
    return written(TABLES[table], limits__default={"min": lowest, "max": 500})


class RandomPit:
    """One house. `acts` counts the commands that were given, `no` those that were refused, by word."""

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
        days = {"since": "2022-01-01", "until": until}
        assert self._both(PEOPLE, "register-person", person=name, roles=roles, licence=f"L-{name}", **days)
        self._enrols(name)
        self._replaces(name)

    def _equips(self, table: str) -> None:
        """Put a house into force at a table, and its equipment there."""
        text = text_of(table)
        house = house_of(text)
        assert isinstance(house, House)
        named = [*approvals(house, table)]
        for name, each in house.approvals.items():
            named.append(
                {"reference": each.reference, "subject": "equipment", "day": each.on.isoformat(), "scope": name}
            )
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
        if who[1] in ON_DUTY and stream != PEOPLE and not self._rarely(0.05):
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
        if not self._gives(stream, "propose", who=proposer, body=body):
            return False
        number = self.pit.hosts[stream].state.proposals.count
        second, digest = self._second(second_of(kind, word), proposer), digest_of(body)
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

    def _first(self, roles: frozenset[Role]) -> tuple[str, Role]:
        return ("ann", "administrator") if "administrator" in roles else ("pat", "pit-supervisor")

    def _second(self, roles: tuple[Role, ...], proposer: tuple[str, Role]) -> tuple[str, Role]:
        able = [(each.name, role) for each in self.pit.people.persons for role in each.roles if role in roles]
        others = [who for who in able if who[0] != proposer[0]]
        return self.random.choice(others) if others else proposer

    # What happens ---------------------------------------------------------------------------------------------
    def goes_on(self) -> None:
        """Something happens: mostly one command, or a few that belong together."""
        random = self.random
        self.at += random.choice((0, 1_000_000, 5_000_000, 20_000_000))
        if random.random() < 0.03:
            self.at += random.choice((6 * MINUTE, 20 * MINUTE, HOUR, 7 * HOUR, DAY, DAY, 2 * DAY))
        random.choice(_HAPPENS)(self)

    def _changes_people(self) -> None:
        random, name = self.random, self.random.choice((*OTHERS, *STAFF))
        until = gaming_day(self.at + random.randrange(-1, 25) * DAY).isoformat()
        licence = {"licence": f"L-{name}", "since": "2022-01-01", "until": until}
        known = self.pit.people.person(name)
        roles = known.roles if known is not None else ROLES
        role: Role = random.choice(roles or ROLES)
        if known is None:
            if self._both(PEOPLE, "register-person", bad=True, person=name, roles=[role], **licence):
                self._enrols(name)
                self._replaces(name)
            return
        over = known.licence.until < gaming_day(self.at).isoformat()
        match "renew" if over else random.choice("renew grant revoke remove enrol register".split()):
            case "renew":
                self._both(PEOPLE, "renew-licence", bad=True, person=name, **licence)
            case "grant":
                self._both(PEOPLE, "grant-role", bad=True, person=name, role=random.choice(ROLES))
            case "revoke":
                role = random.choice([each for each in roles if each not in STAFF.get(name, ())] or ROLES)
                self._both(PEOPLE, "revoke-role", bad=True, person=name, role=role, reason="r")
            case "remove":
                self._both(PEOPLE, "remove-person", bad=True, person=random.choice(OTHERS), reason="r")
            case "enrol":
                if self._enrols(name):
                    self._replaces(name)
            case "register":
                self._both(PEOPLE, "register-person", bad=True, person=name, roles=[role], **licence)

    def _is_on_duty(self) -> None:
        """People come, go and relieve each other, by themselves or because a supervisor says so."""
        random, known = self.random, self.pit.people.persons
        person = random.choice(known)
        role: Role = random.choice(person.roles or ROLES)
        on_duty = [each.name for each in known if each.post is not None] or ["pat"]
        who = None if random.random() < 0.3 else (person.name, role)
        match random.choice("come come off relieve".split()):
            case "come":
                place = random.choice((*TABLES, "pit"))
                self._gives(PEOPLE, "come-on-duty", who=who, person=person.name, role=role, place=place)
            case "off":
                self._gives(PEOPLE, "go-off-duty", who=who, person=random.choice(on_duty))
            case "relieve":
                busy = random.choice([each for each in known if each.post is not None] or [person])
                able = [each for each in known if each.post is None and busy.post and busy.post.role in each.roles]
                other = random.choice(able or [person])
                who = None if who is None else (other.name, busy.post.role if busy.post else role)
                self._gives(PEOPLE, "relieve", who=who, person=other.name, relieves=busy.name)

    def _trusts(self) -> None:
        """Terminals, credentials, sessions and patrons."""
        random, name = self.random, self.random.choice((*STAFF, "al"))
        token = random.choice([each for each, _ in self._tokens.values()])
        match random.choice("terminal drop revoke credential secret lock lock out exclude readmit".split()):
            case "terminal":
                key = random.randbytes(32).hex()
                self._both(PEOPLE, "enrol-terminal", bad=True, terminal=f"t-{random.randrange(3)}", key=key)
            case "drop":
                self._gives(PEOPLE, "revoke-terminal", terminal=f"t-{random.randrange(3)}", reason="r")
            case "revoke":
                self._gives(PEOPLE, "revoke-session", person=name, reason="r")
            case "credential":
                other = random.choice((*OTHERS, "max"))
                if self._gives(PEOPLE, "revoke-credential", person=other, reason="r"):
                    self._enrols(other)
                    self._replaces(other)
            case "secret":
                self._replaces(name)
            case "lock":
                if self._count("lock-session", self.pit.desk.lock(token)):
                    who = next(who for who, (each, _) in self._tokens.items() if each == token)
                    self._count("unlock-session", self.pit.desk.unlock(token, self._secret(who[0])))
            case "out":
                self._count("end-session", self.pit.desk.sign_out(token))
            case word:
                self._gives(PEOPLE, f"{word}-patron", person="al" if random.random() < 0.8 else name)

    # The pit --------------------------------------------------------------------------------------------------
    def _wheel_of(self, table: str) -> str:
        return next((e.id for e in self.pit.register.at_table(table) if e.kind == "roulette-wheel"), f"{table}-wheel")

    def _moves_equipment(self) -> None:
        random, items = self.random, self.pit.register.items
        away = [each for each in items if each.table is None]
        item = random.choice(away if away and random.random() < 0.6 else items)
        home = item.id.partition("-")[0]
        match random.choice("home home move change register retire".split()):
            case "home":
                self._gives(PIT, "move-item", item=item.id, table=home)
            case "move":
                self._gives(PIT, "move-item", item=item.id, table=random.choice((None, None, *TABLES)))
            case "change":
                fields = random.choice(
                    ({"serial": f"S{random.randrange(10**6)}"}, {"number": random.choice([*TABLES])})
                )
                self._gives(PIT, "change-item", item=item.id, fields=fields, reason="r")
            case "register":
                other = f"{home}-{random.randrange(10**6)}"
                serial = {"serial": other} if item.what.serial else {}
                self._gives(PIT, "register-item", item=other, kind=item.kind, fields=plain(item.what) | serial)
            case "retire":
                extra = [each.id for each in items if each.id.rpartition("-")[2].isdigit()]
                self._gives(PIT, "retire-item", item=random.choice(extra or ["nothing"]), reason="r")

    def _inspects(self) -> None:
        """Inspections and work on wheels."""
        random, table = self.random, self.random.choice(INSPECTED)
        wheel, passed = self._wheel_of(table), random.random() < 0.9
        waiting = [each.wheel for each in self.pit.register.wheels if each.replaced > each.accepted]
        acts = "table table hand report level adjust adjust adjust replace replace director"
        match random.choice((acts + " director director director" if waiting else acts).split()):
            case "table":
                self._inspects_table(table, passed=passed)
            case "hand":
                self._gives(PIT, "hand-over-inspection", table=table)
            case "report":
                self._gives(PIT, "report-movement", table=table, remark="r")
            case "level":
                results = [{"check": "level", "passed": passed}]
                self._gives(PIT, "inspect-level", table=table, results=results, remark="r")
            case "director":
                self._gives(
                    PIT, "director-inspection", wheel=random.choice(waiting or [wheel]), passed=passed, remark="r"
                )
            case word:
                act = "adjust-wheel" if word == "adjust" else "replace-part"
                if self.pit.register.kit_out(table) and random.random() < 0.7:
                    self._closes(table)
                part = {**PART, "external": random.random() < 0.5}
                if random.random() < 0.4:  # in the place that the Director approved, or not
                    self._gives(PIT, "move-item", item=wheel, table=None)
                known = [each.reference for each in self.pit.register.approvals if each.subject == "place"]
                place = random.choice((None, "P-0", *known))
                fields = {"table": table, "wheel": wheel, "parts": [part], "place": place, "remark": "r"}
                done = self._both(PIT, act, bad=True, **fields)
                if done and part["external"] and act == "replace-part" and random.random() < 0.7:
                    self._gives(PIT, "director-inspection", wheel=wheel, passed=passed, remark="r")

    def _inspects_table(self, table: str, *, passed: bool = True) -> bool:
        checks = ["magnets", "level", "parts", "ball"][self._rarely(0.05) :]
        results = [{"check": each, "passed": passed or each != "level"} for each in checks]
        return self._gives(PIT, "inspect-table", table=table, results=results, remark="r")

    def _approves(self) -> None:
        """Approvals on record, and versions of houses."""
        random, table = self.random, self.random.choice([*TABLES])
        match random.choice("record withdraw house house back back hand change".split()):
            case "record":
                fields = {"reference": f"P-{random.randrange(2)}", "day": "2022-01-01", "scope": "s"}
                self._gives(PIT, "record-approval", subject="place", **fields)
            case "withdraw":
                self._gives(PIT, "withdraw-approval", reference=f"P-{random.randrange(2)}", reason="r")
            case "house":
                changes = [{"table": table, "house": self._plain(text_of(table, random.randrange(1, 4)))}]
                self._both(PIT, "activate-house", bad=True, changes=changes)
            case "back":
                known = [each for each in TABLES if len(self.pit.register.versions(each)) > 1]
                self._both(PIT, "roll-back-house", bad=True, tables=[random.choice(known or [table])])
            case "hand":
                if self._gives(PIT, "hand-over-house", table=table):
                    self._gives(f"table/{table}", "change-house", house=self._in_force(table))
            case "change":
                self._gives(f"table/{table}", "change-house", house=text_of(table, random.randrange(1, 4)))

    def _in_force(self, table: str) -> HouseText:
        return self.pit.register.versions(table)[-1].house

    # Tables ---------------------------------------------------------------------------------------------------
    def _hands_over(self) -> None:
        """Kits go to tables and come back; slips that were left in transit are delivered."""
        random, table = self.random, self.random.choice([*TABLES])
        match random.choice("kit kit kit kit back back moved moved deliver deliver forge".split()):
            case "kit":
                self._kit(table)
            case "back":
                self._gives(f"table/{table}", "return-kit")
            case "moved":
                busy = [e for e in INSPECTED if self.pit.hosts[f"table/{e}"].state.phase != "closed"]
                self._gives(f"table/{random.choice(busy or [table])}", "report-wheel-moved", what="w")
            case "deliver":
                self.pit.slips.deliver_from(random.choice((PIT, f"table/{table}")), self.at)
                self.model.catch_up()
            case "forge":
                kit = self.pit.register.last_kit(table)
                slip = Slip(
                    PIT, f"forged-{self.at}", f"table/{table}", KIT, said="" if kit is None else said(kit.kit)
                )
                command = ReceiveSlip(id=slip.id, by=COURIER, at=self.at, slip=slip)
                assert not self._count("table receive-slip", self.pit.hosts[slip.to].handle(command))

    def _kit(self, table: str) -> None:
        """Get a kit, after all that it needs or not, and mostly open with it."""
        if table in INSPECTED and self.random.random() < 0.8:
            for item in self.pit.register.items:
                if (
                    item.table is None
                    and item.id.startswith(f"{table}-")
                    and not item.id.rpartition("-")[2].isdigit()
                ):
                    self._gives(PIT, "move-item", item=item.id, table=table)
            self._inspects_table(table)
        if self._gives(PIT, "issue-kit", table=table) and self.random.random() < 0.9:
            self._opens(table)

    def _opens(self, table: str) -> None:
        house = self._in_force(table)
        self._gives(f"table/{table}", "open-table", house=house, bank=1_000_00, **charge(house, "dee"))

    def _closes(self, table: str) -> None:
        state = self.pit.hosts[f"table/{table}"].state
        self._gives(f"table/{table}", "close-table", counted=state.balance("bank"))

    def _plays(self) -> None:
        """A table is opened, played at, or closed."""
        random, table = self.random, self.random.choice((*TABLES, *INSPECTED, *INSPECTED))
        stream = f"table/{table}"
        state = self.pit.hosts[stream].state
        if state.phase == "closed":
            self._opens(table) if state.kit is not None or random.random() < 0.1 else self._kit(table)
        elif random.random() < 0.08 and state.phase == "open":
            self._closes(table)
        elif table in INSPECTED:
            dealer = (state.dealer, "dealer")
            who = None if random.random() < 0.1 else dealer
            if random.random() < 0.1:
                self._gives(stream, "relieve-dealer", **stated_moves(state, commands.KINDS["relieve-dealer"]))
                return
            word, fields = _ROUND[state.phase](state)
            self._gives(stream, word, who=who, **fields, **stated_moves(state, commands.KINDS[word]))

    # At the end -----------------------------------------------------------------------------------------------
    def ends(self) -> None:
        """Deliver what is in transit, and audit everything."""
        self.pit.slips.deliver_all(self.at)
        self.model.catch_up()
        self.pit.close()
        found = audit(self.model.kept)
        assert (found.fault, found.differences) == (None, []), (self.seed, found.fault, found.differences)


_ROUND: dict[str, Callable[[Any], tuple[str, dict[str, Any]]]] = {
    "open": lambda state: ("spin", {}),
    "spun": lambda state: ("call-no-more-bets", valid_close(state)),
    "no-more-bets": lambda state: ("call-outcome", {"outcome": "17", **valid_spin(state)}),
    "called": lambda state: ("settle", {}),
    "settled": lambda state: ("open-betting", {}),
}
_HAPPENS: tuple[Callable[[RandomPit], None], ...] = (
    *(RandomPit._changes_people,) * 3,
    *(RandomPit._is_on_duty,) * 3,
    *(RandomPit._trusts,) * 3,
    *(RandomPit._moves_equipment,) * 3,
    *(RandomPit._inspects,) * 4,
    *(RandomPit._approves,) * 2,
    *(RandomPit._hands_over,) * 3,
    *(RandomPit._plays,) * 8,
)
