"""The pit of a demonstration, prepared at the desk: people with made-up licences and one known password."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from croupier.conduct.by import Role
from croupier.floor.demo.preparing import ADA, KIM, PAT, STAFF, Preparing, Somebody, done
from croupier.floor.desk import Newcomer, Proof, SignedIn, to_sign
from croupier.floor.desk.hash_file import HashFile
from croupier.floor.desk.hashing import Hasher
from croupier.floor.desk.terminal_keys import public, terminal_key
from croupier.floor.pit import Pit
from croupier.host import Answer, load
from croupier.people.state import State
from croupier.people.stream import STREAM as PEOPLE
from croupier.store import Store

#: The password of everybody in a demonstration, and the first one, which each of them replaces by it.
PASSWORD, FIRST = "for demonstrations only", "the first one, for a day"
TERMINAL = "desk"
YEARS = 10  # for which licences are valid
#: In microseconds: whoever signed in longer ago signs in again, since an approval needs a proof of the last minute.
AGAIN = 30_000_000


def restore_passwords(store: Store, folder: Path) -> None:
    """Write the hashes of a demonstration again where its folder of secrets was lost: everybody knows the password.

    A server on another machine, with a folder of its own, does so too.
    """
    people: State = load(store, PEOPLE)[0]
    kept, hasher = HashFile(folder), Hasher()
    for each in people.credentials:
        if each.id not in kept.read():
            kept.put(each.id, hasher.make(PASSWORD if each.until is None else FIRST))
    hasher.close()


class DemonstrationPit(Preparing):
    """People and tables of a demonstration; all commands go by the desk."""

    def __init__(self, pit: Pit) -> None:
        super().__init__(pit)
        self.pit = pit
        self._tokens: dict[str, tuple[str, int]] = {}  # by person, with the time of the sign-in

    def begin(self, *, passwords: bool = True) -> None:
        """Found the house, and register everybody; without `passwords` only those get one who prepare tables."""
        if not self.pit.people.founded:
            key = public(terminal_key(self.pit.folder, TERMINAL))
            first, second = (self._newcomer(name, role) for name, role in (ADA, KIM))
            done(self.pit.desk.found(first, second, TERMINAL, key))
        since, until = self._days()
        for number, (name, role) in enumerate(STAFF[2:], 3):
            if self.pit.people.person(name) is None:
                days = {"since": since.isoformat(), "until": until.isoformat()}
                fields = {"person": name, "roles": [role], "licence": f"DEMO-{number}", **days}
                self.both(PEOPLE, "register-person", fields, ADA)
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
            done(self.pit.desk.enrol(self._token(*ADA), name, "password", FIRST))
            waiting = self.pit.people.proposals.waiting[-1]
            done(self.give(KIM, PEOPLE, "approve", {"number": waiting.number, "digest": waiting.digest}))
            known = self.pit.people.credential_of(name)
        assert known is not None, "somebody approved it"
        if known.until is not None:
            done(self.pit.desk.replace(self._sign_in(name, role, FIRST), "password", FIRST, PASSWORD))

    def give(self, who: Somebody, stream: str, word: str, fields: Mapping[str, Any]) -> Answer:
        """Give a command at the desk. The supervisor comes on duty for it."""
        known = self.pit.people.person(who[0])
        if who == PAT and known is not None and known.post is None:
            duty = {"person": who[0], "role": who[1], "place": "pit"}
            done(self.pit.give(self._token(*who), PEOPLE, "come-on-duty", duty))
        return self.pit.give(self._token(*who), stream, word, fields)

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
        done(found)
        raise AssertionError("an answer instead of a token is a refusal")
