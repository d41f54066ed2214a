"""The pit of a demonstration: people with made-up licences and one known password, and all that its tables need."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from croupier.conduct.by import Role
from croupier.core.refusal import Refusal
from croupier.floor.demo.equipment import approvals, complete
from croupier.floor.demonstration import AnotherHouse
from croupier.floor.desk import Newcomer, Proof, SignedIn, to_sign
from croupier.floor.desk.terminal_keys import public, terminal_key
from croupier.floor.pit import Pit
from croupier.host import Answer
from croupier.house import House
from croupier.people.stream import STREAM as PEOPLE
from croupier.pit import inspected
from croupier.pit.stream import STREAM as PIT
from croupier.store import Owned
from croupier.table import HouseText, stream_of
from croupier.table.houses import house_of

#: The password of everybody in a demonstration, and the first one, which each of them replaces by it.
PASSWORD, FIRST = "for demonstrations only", "the first one, for a day"
TERMINAL = "desk"
#: Who works in a demonstration. The first two found the house; those with a password sign in.
STAFF: tuple[tuple[str, Role], ...] = (
    ("Ada Lund", "administrator"),
    ("Kim Okafor", "key-manager"),
    ("Pat Reyes", "pit-supervisor"),
    ("Sal Weber", "security"),
    ("Dee Novak", "dealer"),
    ("Stu Park", "stickperson"),
    ("Bo Marsh", "boxperson"),
    ("Mo Ivers", "maintenance"),
    ("Tess Quinn", "slot-technician"),
    ("Cam Ortiz", "cage"),
    ("Lee Adler", "count-team"),
    ("Lou Brandt", "count-team"),
    ("Lin Chavez", "count-team"),
    ("Ann Diaz", "accounting"),
    ("Ty Ellis", "tournament-director"),
    ("Avi Foss", "auditor"),
    ("Ria Gupta", "regulator"),
)
ADA, KIM, PAT = STAFF[:3]
YEARS = 10  # for which licences are valid
#: In microseconds: whoever signed in longer ago signs in again, since an approval needs a proof of the last minute.
AGAIN = 30_000_000


class Altered(AnotherHouse):
    """Somebody has changed the people or the equipment of a demonstration so that it cannot be prepared again."""


class DemonstrationPit:
    """Makes what is missing in the pit of a demonstration; what is there stays. All of it goes by the desk."""

    def __init__(self, pit: Pit) -> None:
        self.pit = pit
        self._tokens: dict[str, tuple[str, int]] = {}  # by person, with the time of the sign-in

    def begin(self, *, passwords: bool = True) -> None:
        """Found the house, and register everybody; without `passwords` only those get one who prepare tables."""
        if not self.pit.people.founded:
            key = public(terminal_key(self.pit.folder, TERMINAL))
            first, second = (self._newcomer(name, role) for name, role in (ADA, KIM))
            _done(self.pit.desk.found(first, second, TERMINAL, key))
        since, until = self._days()
        for number, (name, role) in enumerate(STAFF[2:], 3):
            if self.pit.people.person(name) is None:
                days = {"since": since.isoformat(), "until": until.isoformat()}
                fields = {"person": name, "roles": [role], "licence": f"DEMO-{number}", **days}
                self._both(PEOPLE, "register-person", fields, ADA)
            if passwords or (name, role) == PAT:
                self._give_password(name, role)

    def _newcomer(self, name: str, role: Role) -> Newcomer:
        number = [each for each, _ in STAFF].index(name) + 1
        return Newcomer(name, (role,), f"DEMO-{number}", *self._days(), "password", PASSWORD)

    def _days(self) -> tuple[date, date]:
        today = self.pit.people.day(self.pit.now())
        return today, date(today.year + YEARS, 12, 31)

    def _give_password(self, name: str, role: Role) -> None:
        """Enrol a person, who replaces the first password at once; a stop in between is made up for."""
        known = self.pit.people.credential_of(name)
        if known is None or (known.until is not None and known.until <= self.pit.now()):
            _done(self.pit.desk.enrol(self._token(*ADA), name, "password", FIRST))
            self._approve(PEOPLE)
            known = self.pit.people.credential_of(name)
        assert known is not None, "somebody approved it"
        if known.until is not None:
            _done(self.pit.desk.replace(self._sign_in(name, role, FIRST), "password", FIRST, PASSWORD))

    # Tables ---------------------------------------------------------------------------------------------------
    def prepare(self, houses: Mapping[str, HouseText]) -> tuple[str, ...]:
        """Give kits to those of these tables that are closed and have none; return these tables.

        A table that another process runs is open, and stays as it is.
        """
        waiting = {table: text for table, text in houses.items() if self._waits(table)}
        if waiting:  # a kit may be on its way since a stop
            self.pit.slips.deliver_from(PIT, self.pit.now())
            waiting = {table: text for table, text in waiting.items() if self._waits(table)}
        found = {table: house for table, text in waiting.items() if isinstance(house := house_of(text), House)}
        if found:
            self._record(found)
            self._activate({table: waiting[table] for table in found})
            for table, house in found.items():
                self._equip(table, house)
                self._inspect(table, house)
                self.do("issue-kit", {"table": table})
        return tuple(found)

    def _waits(self, table: str) -> bool:
        """Whether a table is closed without a kit, and this process may run it."""
        try:
            state = self.pit.hosts[stream_of(table)].state
        except Owned:
            return False
        return state.phase == "closed" and state.kit is None

    def _record(self, found: Mapping[str, House]) -> None:
        """Put the approvals on record that houses and equipment name."""
        named = [each for table, house in found.items() for each in approvals(house, table)]
        for house in found.values():
            for name, approval in house.approvals.items():
                subject = "device" if "device" in name else "variation" if "variation" in name else "equipment"
                about = {"subject": subject, "scope": f"{name} of a demonstration, approved by nobody"}
                named.append({"reference": approval.reference, "day": approval.on.isoformat(), **about})
        for each in named:
            if self.pit.register.approval(each["reference"]) is None:
                self.do("record-approval", each, KIM)

    def _activate(self, texts: Mapping[str, HouseText]) -> None:
        new = [
            {"table": table, "house": {"name": text.name, "text": text.text, "on": text.on, "change": text.change}}
            for table, text in texts.items()
            if not self._in_force(table, text)
        ]
        if new:
            self._both(PIT, "activate-house", {"changes": new}, PAT)

    def _in_force(self, table: str, text: HouseText) -> bool:
        known, house = self.pit.register.versions(table), house_of(text)
        assert not isinstance(house, Refusal), house
        return bool(known) and known[-1].version == house.version

    def _equip(self, table: str, house: House) -> None:
        """Register the equipment of a table, and move it there."""
        for name, kind, fields in complete(house, table):
            item = self.pit.register.item(name)
            if item is None:
                self.do("register-item", {"item": name, "kind": kind, "fields": fields})
            if item is None or item.table != table:
                self.do("move-item", {"item": name, "table": table})

    def inspect_again(self, tables: Iterable[str]) -> tuple[str, ...]:
        """Inspect those of these open tables that were not inspected in this gaming day; return them."""
        at, done = self.pit.now(), []
        for table in tables:
            house = house_of(self.pit.register.versions(table)[-1].house)
            if isinstance(house, House) and self.pit.register.kit_out(table) is not None:
                today = house.gaming_date(at).isoformat()
                if house.game.inspection is not None and inspected.last_day(self.pit.register, table, house) != today:
                    self._inspect(table, house)
                    self.do("hand-over-inspection", {"table": table})
                    done.append(table)
        return tuple(done)

    def _inspect(self, table: str, house: House) -> None:
        """State that everything passed, where the rules of the game ask for an inspection."""
        if (asked := house.game.inspection) is None:
            return
        results = [{"check": each.id, "passed": True} for each in asked.checks(house)]
        fields = {"table": table, "results": results, "remark": "a demonstration: nobody looked at anything"}
        self.do("inspect-table", fields)

    # People ---------------------------------------------------------------------------------------------------
    def do(self, word: str, fields: Mapping[str, Any], who: tuple[str, Role] = PAT) -> Answer:
        """Give a command to the pit. The supervisor is on duty for it."""
        known = self.pit.people.person(who[0])
        if who == PAT and known is not None and known.post is None:
            duty = {"person": who[0], "role": who[1], "place": "pit"}
            _done(self.pit.give(self._token(*who), PEOPLE, "come-on-duty", duty))
        return _done(self.pit.give(self._token(*who), PIT, word, fields))

    def _both(self, stream: str, word: str, fields: Mapping[str, Any], who: tuple[str, Role]) -> None:
        """Propose something, and let the key manager approve it."""
        body = {"body": json.dumps({"do": word, **fields}, ensure_ascii=False)}
        if stream == PIT:
            self.do("propose", body, who)
        else:
            _done(self.pit.give(self._token(*who), stream, "propose", body))
        self._approve(stream)

    def _approve(self, stream: str) -> None:
        waiting = self.pit.hosts[stream].state.proposals.waiting[-1]
        said = {"number": waiting.number, "digest": waiting.digest}
        _done(self.pit.give(self._token(*KIM), stream, "approve", said))

    def _token(self, name: str, role: Role) -> str:
        """The token of a session in which the person proved the password a moment ago."""
        token, since = self._tokens.get(name, ("", 0))
        if self.pit.now() - since > AGAIN:
            token = self._sign_in(name, role, PASSWORD)
            self._tokens[name] = token, self.pit.now()
        return token

    def _sign_in(self, name: str, role: Role, password: str) -> str:
        key, number = terminal_key(self.pit.folder, TERMINAL), self.pit.desk.number(TERMINAL)
        proof = Proof(TERMINAL, number, key.sign(to_sign(TERMINAL, number, name)))
        found = self.pit.desk.sign_in(name, role, password, proof)
        if isinstance(found, SignedIn):
            return found.token
        _done(found)
        raise AssertionError("an answer instead of a token is a refusal")


def _done(answer: Answer) -> Answer:
    """An answer without a refusal: in a demonstration nothing is refused, unless somebody has changed it."""
    if answer.refusal is not None:
        raise Altered(f"this demonstration is not as it was made; begin another one: {answer.refusal.said()}")
    return answer
