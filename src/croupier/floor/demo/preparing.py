"""Prepares the tables of a demonstration in its pit: approvals, houses, equipment, inspections and kits."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from croupier.conduct.by import Role
from croupier.conduct.two_people import digest_of
from croupier.core.refusal import Refusal
from croupier.floor.demo.equipment import approvals, complete
from croupier.floor.demonstration import AnotherHouse
from croupier.floor.pit.streams import PitStreams
from croupier.host import Answer
from croupier.house import House
from croupier.pit import inspected
from croupier.pit.kinds import plain
from croupier.pit.stream import STREAM as PIT
from croupier.store import Owned
from croupier.table import HouseText, stream_of
from croupier.table.houses import house_of

Somebody = tuple[str, Role]
#: Who works in a demonstration. The first two found the house; the third prepares its tables.
STAFF: tuple[Somebody, ...] = (
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


class Preparing(ABC):
    """Makes what tables lack; what is there stays. Subclasses say how a person gives a command."""

    def __init__(self, streams: PitStreams) -> None:
        self.streams = streams

    @abstractmethod
    def give(self, who: Somebody, stream: str, word: str, fields: Mapping[str, Any]) -> Answer:
        """Give a command to a stream as a person, and deliver the slip that it issues."""

    def do(self, word: str, fields: Mapping[str, Any], who: Somebody = PAT) -> None:
        """Give a command to the pit, which is accepted."""
        done(self.give(who, PIT, word, fields))

    def both(self, stream: str, word: str, fields: Mapping[str, Any], who: Somebody, second: Somebody = KIM) -> None:
        """Somebody proposes a command, and somebody else approves it: the key manager, if nobody is named."""
        body = json.dumps({"do": word, **fields}, ensure_ascii=False)
        done(self.give(who, stream, "propose", {"body": body}))
        said = {"number": self.streams.hosts[stream].state.proposals.count, "digest": digest_of(body)}
        done(self.give(second, stream, "approve", said))

    def prepare(self, houses: Mapping[str, HouseText]) -> tuple[str, ...]:
        """Give kits to those of these tables that are closed and have none; return these tables.

        A table that another process runs is open, and stays as it is.
        """
        waiting = {table: text for table, text in houses.items() if self._waits(table)}
        if waiting:  # a kit may be on its way since a stop
            self.streams.slips.deliver_from(PIT, self.streams.now())
            waiting = {table: text for table, text in waiting.items() if self._waits(table)}
        found = {table: house for table, text in waiting.items() if isinstance(house := house_of(text), House)}
        if found:
            self.put_in_force({table: waiting[table] for table in found})
            for table, house in found.items():
                self._equip(table, house)
                self._inspect(table, house)
                self.do("issue-kit", {"table": table})
        return tuple(found)

    def put_in_force(self, texts: Mapping[str, HouseText]) -> None:
        """Put houses into force that are not, with the approvals that they name."""
        found = {table: house for table, text in texts.items() if isinstance(house := house_of(text), House)}
        self._record(found)
        self._activate({table: texts[table] for table in found})

    def _waits(self, table: str) -> bool:
        """Whether a table is closed without a kit, and this process may run it."""
        try:
            state = self.streams.hosts[stream_of(table)].state
        except Owned:
            return False
        return state.phase == "closed" and state.kit is None

    def _record(self, found: Mapping[str, House]) -> None:
        """Put the approvals on record that houses and equipment name."""
        named = [each for table, house in found.items() for each in approvals(house, table)]
        for house in found.values():
            for name, subject, approval in house.papers:
                about = {"subject": subject, "scope": f"{name} of a demonstration, approved by nobody"}
                named.append({"reference": approval.reference, "day": approval.on.isoformat(), **about})
        for each in named:
            if self.streams.register.approval(each["reference"]) is None:
                self.do("record-approval", each, KIM)

    def _activate(self, texts: Mapping[str, HouseText]) -> None:
        new = [
            {"table": table, "house": {"name": text.name, "text": text.text, "on": text.on, "change": text.change}}
            for table, text in texts.items()
            if not self._in_force(table, text)
        ]
        if new:
            self.both(PIT, "activate-house", {"changes": new}, PAT)

    def _in_force(self, table: str, text: HouseText) -> bool:
        known, house = self.streams.register.versions(table), house_of(text)
        assert not isinstance(house, Refusal), house
        return bool(known) and known[-1].version == house.version

    def _equip(self, table: str, house: House) -> None:
        """Register the equipment of a table, and move it there; an earlier version knew fewer fields of a piece."""
        for name, kind, fields in complete(house, table):
            item = self.streams.register.item(name)
            if item is None:
                self.do("register-item", {"item": name, "kind": kind, "fields": fields})
            elif new := {field: value for field, value in fields.items() if field not in plain(item.what)}:
                self.do("change-item", {"item": name, "fields": new, "reason": "this version asks for it"})
            if item is None or item.table != table:
                self.do("move-item", {"item": name, "table": table})

    def inspect_again(self, tables: Iterable[str]) -> tuple[str, ...]:
        """Inspect those of these open tables that were not inspected in this gaming day; return them."""
        at, done = self.streams.now(), []
        for table in tables:
            house = house_of(self.streams.register.versions(table)[-1].house)
            if isinstance(house, House) and self.streams.register.kit_out(table) is not None:
                today = house.gaming_date(at).isoformat()
                if (
                    house.game.inspection is not None
                    and inspected.last_day(self.streams.register, table, house) != today
                ):
                    self._inspect(table, house)
                    done.append(table)
        return tuple(done)

    def _inspect(self, table: str, house: House) -> None:
        """State that everything passed, where the rules of the game ask for an inspection."""
        if (asked := house.game.inspection) is None:
            return
        results = [{"check": each.id, "passed": True} for each in asked.checks(house)]
        fields = {"table": table, "results": results, "remark": "a demonstration: nobody looked at anything"}
        self.do("inspect-table", fields)


class Altered(AnotherHouse):
    """Somebody has changed the people or the equipment of a demonstration so that it cannot be prepared again."""


def done(answer: Answer) -> Answer:
    """An answer without a refusal: in a demonstration nothing is refused, unless somebody has changed it."""
    if answer.refusal is not None:
        raise Altered(f"this demonstration is not as it was made; begin another one: {answer.refusal.said()}")
    return answer
