"""The pit of a demo shift. Nobody signs in: the same seed gives the same log, and a session would be a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from hashlib import sha256
from typing import Any

import msgspec

from croupier.cage.stream import STREAM as CAGE
from croupier.conduct.by import By
from croupier.floor.demo.preparing import ADA, KIM, STAFF, Preparing, Somebody, done
from croupier.floor.pit.streams import Hosts, PitStreams
from croupier.host import Answer
from croupier.people.stream import STREAM as PEOPLE
from croupier.pit.stream import STREAM as PIT
from croupier.store import Signer, Store
from croupier.table import HouseText, State

#: The last day of all licences.
UNTIL = date(2035, 12, 31)
DESK = By("desk", "system")


class ScriptedPit(Preparing):
    """People and tables of a demo shift, with made-up identities; `at` is the time of its next command."""

    def __init__(
        self, store: Store, signer: Signer, name: Callable[[int], str], at: int, more: tuple[Somebody, ...] = ()
    ) -> None:
        """`name` makes the ids of commands; `more` work here besides the usual staff."""
        super().__init__(PitStreams(store, Hosts(store, signer), lambda: self.at))
        self.at, self._name, self._number = at, name, 0
        self.staff = (*STAFF, *more)

    def begin(self) -> None:
        """Found the house and register everybody, unless an earlier shift did."""
        if not self.streams.people.founded:
            one, other = (self._founder(*each) for each in (ADA, KIM))
            fields = {"first": one, "second": other, "terminal": "desk", "key": _made_up("terminal")}
            done(self._give(DESK, PEOPLE, "found-house", fields))
        for each in self.staff[2:]:
            if self.streams.people.person(each[0]) is None:
                fields = {"person": each[0], "roles": [each[1]], "licence": self.licence(each[0]), **self._days()}
                self.both(PEOPLE, "register-person", fields, ADA)

    def _founder(self, name: str, role: str) -> dict[str, Any]:
        credential = {"credential": _made_up(name)[:32], "kind": "password"}
        return {"person": name, "roles": [role], "licence": self.licence(name), **self._days(), **credential}

    def _days(self) -> dict[str, str]:
        return {"since": self.streams.people.day(self.at).isoformat(), "until": UNTIL.isoformat()}

    def give(self, who: Somebody, stream: str, word: str, fields: Mapping[str, Any]) -> Answer:
        """Give a command as somebody; in pit and cage acts are signed with a made-up credential."""
        signed = _made_up(who[0])[:32] if stream in (PIT, CAGE) else ""
        return self._give(By(*who, self.licence(who[0]), signed), stream, word, fields)

    def licence(self, person: str) -> str:
        """The number of the licence of somebody who works here."""
        return f"DEMO-{[name for name, _ in self.staff].index(person) + 1}"

    def _give(self, by: By, stream: str, word: str, fields: Mapping[str, Any]) -> Answer:
        self._number += 1
        said = {"do": word, "id": self._name(self._number), "by": by, "at": self.at, **fields}
        host = self.streams.hosts[stream]
        answer = host.handle(host.kind.commands.read(msgspec.json.encode(said)))
        return self.streams.slips.carry(stream, answer, self.at)

    def change(self, table: str, text: HouseText) -> None:
        """Put another version of the house into force at an open table, and hand it over."""
        self.put_in_force({table: text})
        self.do("hand-over-house", {"table": table})

    def inspect_if_due(self, state: State) -> None:
        """Inspect an open table once a gaming day."""
        kit = state.kit
        if kit is not None and kit.inspected is not None and kit.gaming_day.of(self.at).isoformat() > kit.inspected:
            self.inspect_again([state.table_id])


def _made_up(about: str) -> str:
    return sha256(f"croupier demo {about}".encode()).hexdigest()
