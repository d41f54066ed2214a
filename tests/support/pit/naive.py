"""A naive model of people, pit and tables. It reads the log alone, and fails where a rule was broken.

It keeps plain dictionaries and shares no code with the streams: what it finds wrong, they should have refused.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from croupier.store import Store

ZONE = ZoneInfo("America/Denver")
TEN_MINUTES = 600_000_000
#: What only two people do together; of some, the second is a member of security.
OF_TWO = set(
    """person-registered role-granted role-revoked licence-renewed person-removed credential-enrolled
    terminal-enrolled house-activated house-rolled-back wheel-adjusted part-replaced""".split()
)
WITNESSED = {"wheel-adjusted", "part-replaced"}
#: What the checklist is about, and the kinds of tables.
WHEEL, CHECKED = "roulette-wheel", ("roulette-wheel", "ball")
#: Words about wheels between the pit and a table, when they are sent and when they have ended.
PIT = "pit/main"
SENT = {"inspection-handed-over", "wheel-moved"}
WORDS = SENT | {"inspection-received", "word-taken-back", "wheel-movement-received"}
TOPS = ("table", "roulette-table", "craps-table")


def gaming_day(at: int) -> date:
    """The gaming day of a time: it begins at six in Denver."""
    there = datetime.fromtimestamp(at // 1_000_000, ZONE).replace(tzinfo=None)
    return (there - timedelta(hours=6)).date()


class Naive:
    """What the log says so far."""

    def __init__(self, kept: Store, streams: tuple[str, ...], inspected: tuple[str, ...]) -> None:
        self.kept, self.inspected = kept, inspected  # the tables that are inspected
        self.read = dict.fromkeys(streams, 0)
        self.before: dict[str, Any] = {}  # the last event of each stream
        self.accepted: Counter[str] = Counter()  # events by name
        self.licence: dict[str, tuple[str, str, str]] = {}
        self.roles: dict[str, set[str]] = {}
        self.post: dict[str, tuple[str, str]] = {}
        self.waiting: dict[tuple[str, int], Any] = {}
        self.items: dict[str, tuple[str, str | None]] = {}  # kind and number
        self.place: dict[str, str | None] = {}
        self.out: dict[str, frozenset[str]] = {}  # the equipment of the kits that are out
        self.valid: dict[str, tuple[date, set[str]]] = {}  # the last inspection that passed, and what it was of
        self.unsettled: set[str] = set()  # wheels that were moved and not inspected since
        self.failed: set[str] = set()  # tables whose last inspection was not passed
        self.director: set[str] = set()  # wheels that wait for the Director
        self.sent: dict[str, set[str]] = {}  # by table, the words about its wheel that either side has sent
        self.arrived: set[str] = set()  # those that have arrived, or were taken back
        self.of_pit: set[str] = set()  # tables that had their first kit
        self.kits: dict[str, date | None] = {}  # what a table that has a kit knows of its last inspection
        self.moves: Counter[str] = Counter()  # how many movements a table has reported under its kit
        self.followed: Counter[str] = Counter()  # how many of them were before an inspection that it knows of
        self.alerts: dict[int, tuple[tuple[str, ...], int, str]] = {}  # open: the trouble, how often seen, about what
        self.alerted = 0

    def catch_up(self) -> int:
        """Read what is new in the log, and judge it; return how many events are new."""
        found = 0
        for stream in self.read:
            for envelope in self.kept.read(stream, self.read[stream]):
                self._see(stream, json.loads(bytes(envelope.body)))
                self.read[stream], found = self.read[stream] + 1, found + 1
        self._holds()
        return found

    def _see(self, stream: str, event: dict[str, Any]) -> None:
        name = event["event"].partition("/")[0]
        self.accepted[f"{stream.partition('/')[0]} {name}"] += 1
        self._acted(event)
        before = self.before.get(stream, {})
        approved = before if before.get("command") == event["command"] else {}
        if name in OF_TWO:
            assert approved.get("event") == "approved/1", f"nobody approved {name}"
            assert approved["by"]["person"].casefold() != event["by"]["person"].casefold()
            assert name not in WITNESSED or approved["by"]["role"] == "security"
        self.before[stream] = event
        self._carried(name, stream, event)
        if (handler := getattr(self, "_" + name.replace("-", "_"), None)) is not None:
            handler(stream, event)

    def _carried(self, name: str, stream: str, event: dict[str, Any]) -> None:
        """Note which words about a table's wheel are between the pit and that table."""
        if name not in WORDS:
            return
        slip = event["slip"]
        if name in SENT:
            self.sent.setdefault(slip["to"] if stream == PIT else stream, set()).add(slip["command"])
        else:  # it may be read before the event that sent it
            self.arrived.add(slip["command"])

    def _acted(self, event: dict[str, Any]) -> None:
        """Whoever acts is on the list, in a role that they have, with a licence that is valid on the gaming day."""
        by = event["by"]
        if by["role"] == "system":
            return
        number, since, until = self.licence[by["person"]]
        assert by["role"] in self.roles[by["person"]], f"{by} has not this role"
        assert by["licence"] == number, f"{by} has another licence"
        assert since <= gaming_day(event["at"]).isoformat() <= until, f"the licence of {by} is not valid"
        assert by["credential"], "it was not proved who this is"

    def _holds(self) -> None:
        """What is so at any time: about drop boxes, and the equipment of kits."""
        tops = {(self.place[name], number) for name, (kind, number) in self.items.items() if kind in TOPS}
        for name, (kind, number) in self.items.items():
            place = self.place[name]
            if kind == "drop-box" and place is not None:
                assert number == place, f"{name} is at table {place}"
                assert (place, place) in tops, f"{name} is at {place} without a table"
        taken = [item for kit in self.out.values() for item in kit]
        assert len(taken) == len(set(taken)), "something is in two kits"
        for table, kit in self.out.items():
            assert {name for name, place in self.place.items() if place == table} == kit, f"{table} has another kit"

    # People -------------------------------------------------------------------------------------------------
    def _house_founded(self, stream: str, event: dict[str, Any]) -> None:
        for each in (event["first"], event["second"]):
            self._person_registered(stream, each)

    def _person_registered(self, stream: str, event: dict[str, Any]) -> None:
        person = event["person"]
        assert person.casefold() not in {each.casefold() for each in self.licence}, "somebody is there twice"
        self.licence[person] = (event["licence"], event["since"], event["until"])
        self.roles[person] = set(event["roles"])

    def _role_granted(self, stream: str, event: dict[str, Any]) -> None:
        self.roles[event["person"]].add(event["role"])

    def _role_revoked(self, stream: str, event: dict[str, Any]) -> None:
        self.roles[event["person"]].remove(event["role"])
        if self.post.get(event["person"], ("", ""))[0] == event["role"]:
            del self.post[event["person"]]

    def _licence_renewed(self, stream: str, event: dict[str, Any]) -> None:
        self.licence[event["person"]] = (event["licence"], event["since"], event["until"])

    def _person_removed(self, stream: str, event: dict[str, Any]) -> None:
        del self.licence[event["person"]], self.roles[event["person"]]
        self.post.pop(event["person"], None)

    def _came_on_duty(self, stream: str, event: dict[str, Any]) -> None:
        person = event["person"]
        assert person not in self.post, f"{person} is in two places"
        assert event["role"] in self.roles[person]
        _, since, until = self.licence[person]
        assert since <= gaming_day(event["at"]).isoformat() <= until
        self.post[person] = (event["role"], event["place"])

    def _went_off_duty(self, stream: str, event: dict[str, Any]) -> None:
        del self.post[event["person"]]

    def _relieved(self, stream: str, event: dict[str, Any]) -> None:
        assert self.post.pop(event["relieves"]) == (event["role"], event["place"])
        self._came_on_duty(stream, event)

    # Proposals ----------------------------------------------------------------------------------------------
    def _proposed(self, stream: str, event: dict[str, Any]) -> None:
        assert (stream, event["number"]) not in self.waiting
        self.waiting[stream, event["number"]] = event

    def _approved(self, stream: str, event: dict[str, Any]) -> None:
        proposed = self.waiting.pop((stream, event["number"]))  # once
        assert proposed["by"]["person"].casefold() != event["by"]["person"].casefold(), "it is their own proposal"
        assert proposed["by"]["credential"] != event["by"]["credential"]
        assert event["at"] < proposed["at"] + TEN_MINUTES, "it was over"
        assert event["digest"] == sha256(proposed["body"].encode()).hexdigest(), "other bytes were approved"

    def _proposal_withdrawn(self, stream: str, event: dict[str, Any]) -> None:
        del self.waiting[stream, event["number"]]

    # Equipment ----------------------------------------------------------------------------------------------
    def _item_registered(self, stream: str, event: dict[str, Any]) -> None:
        assert event["item"] not in self.place
        self.items[event["item"]] = (event["kind"], event["fields"].get("number"))
        self.place[event["item"]] = None

    def _item_moved(self, stream: str, event: dict[str, Any]) -> None:
        item, to = event["item"], event.get("table")
        for table in (self.place[item], to):
            assert table not in self.out, f"{item} was moved while {table} has its kit"
            self._other_equipment(item, table)
        self.place[item] = to

    def _item_changed(self, stream: str, event: dict[str, Any]) -> None:
        item, (kind, number) = event["item"], self.items[event["item"]]
        assert self.place[item] not in self.out, f"{item} was changed while its table has a kit"
        self.items[item] = (kind, event["fields"].get("number", number))
        self._other_equipment(item, self.place[item])

    def _item_retired(self, stream: str, event: dict[str, Any]) -> None:
        item = event["item"]
        assert self.place[item] not in self.out, f"{item} was retired while its table has a kit"
        self._other_equipment(item, self.place.pop(item))
        del self.items[item]

    def _other_equipment(self, item: str, table: str | None) -> None:
        """It came, went or was changed: it is not inspected."""
        if table in self.valid:
            self.valid[table][1].discard(item)

    # Inspections --------------------------------------------------------------------------------------------
    def _checked(self, table: str, *kinds: str) -> set[str]:
        """The equipment of these kinds at a table."""
        return {name for name, (kind, _) in self.items.items() if kind in kinds and self.place[name] == table}

    def _table_inspected(self, stream: str, event: dict[str, Any]) -> None:
        table, failed = event["table"], {each["check"] for each in event["results"] if not each["passed"]}
        self.valid.pop(table, None)
        self.failed = self.failed | {table} if failed else self.failed - {table}
        if not failed:
            self.valid[table] = (gaming_day(event["at"]), self._checked(table, *CHECKED))
            self.unsettled -= self._checked(table, WHEEL)

    def _stops(self, table: str) -> bool:
        """Whether no inspection counts at a table."""
        wheels, here = self._checked(table, WHEEL), self._checked(table, *CHECKED)
        counts = table in self.valid and here <= self.valid[table][1]
        return not counts or bool(wheels & (self.unsettled | self.director))

    def _movement_reported(self, stream: str, event: dict[str, Any]) -> None:
        self.unsettled |= set(event["wheels"])

    def _level_inspected(self, stream: str, event: dict[str, Any]) -> None:
        passed = all(each["passed"] for each in event["results"])
        self.unsettled = self.unsettled - set(event["wheels"]) if passed else self.unsettled | set(event["wheels"])

    def _wheel_movement_received(self, stream: str, event: dict[str, Any]) -> None:
        self.unsettled |= self._checked(event["table"], WHEEL)

    def _wheel_adjusted(self, stream: str, event: dict[str, Any]) -> None:
        wheel = event["wheel"]
        assert self.place[wheel] not in self.out, "work on a wheel with which the public plays"
        for _, inspected in self.valid.values():
            inspected.discard(wheel)

    def _part_replaced(self, stream: str, event: dict[str, Any]) -> None:
        self._wheel_adjusted(stream, event)
        if any(each["external"] and each["movable"] for each in event["parts"]):
            self.director.add(event["wheel"])

    def _director_inspected(self, stream: str, event: dict[str, Any]) -> None:
        assert event["wheel"] in self.director
        if event["passed"]:
            self.director.remove(event["wheel"])

    def _counts(self, table: str, at: int) -> bool:
        """Whether a table may open: everything was inspected today, and no wheel waits for anything."""
        day, inspected = self.valid.get(table, (None, set()))
        wheels = self._checked(table, WHEEL)
        return (
            day == gaming_day(at)
            and inspected >= self._checked(table, *CHECKED) > wheels > set()
            and not wheels & (self.unsettled | self.director)
        )

    # Kits ---------------------------------------------------------------------------------------------------
    def _kit_issued(self, stream: str, event: dict[str, Any]) -> None:
        table, kit = event["table"], event["kit"]
        assert table not in self.out, f"{table} has two kits"
        self.out[table] = frozenset(item for _, item in kit["items"])
        if table in self.inspected:
            assert self._counts(table, event["at"]), f"{table} was not inspected today"
            assert kit["inspected"] == gaming_day(event["at"]).isoformat()

    def _kit_returned(self, stream: str, event: dict[str, Any]) -> None:
        del self.out[event["table"]]

    _kit_taken_back = _kit_returned

    def _word_taken_back(self, stream: str, event: dict[str, Any]) -> None:
        """The table has another kit by now."""

    def _inspection_handed_over(self, stream: str, event: dict[str, Any]) -> None:
        said, table = json.loads(event["slip"]["said"]), event["table"]
        if said.get("stops"):  # the word that no inspection counts
            assert self._stops(table), "a table is stopped although its inspection counts"
        else:
            assert said["day"] == self.valid[table][0].isoformat()

    # Alerts -------------------------------------------------------------------------------------------------
    def _alert_raised(self, stream: str, event: dict[str, Any]) -> None:
        assert event["by"]["role"] == "system", "people raise no alerts"
        trouble = tuple(str(event[each]) for each in ("kind", "table", "day", "key"))
        names = [each["name"] for each in event["facts"]]
        assert len(names) == len(set(names)), "a fact is there twice"
        known = [number for number, (each, _, _) in self.alerts.items() if each == trouble]
        if known:
            assert event["number"] == known[0], "the same trouble has two open alerts"
            assert event["count"] > self.alerts[known[0]][1], "it was not seen again"
        else:
            self.alerted += 1
            assert event["number"] == self.alerted, "a number is used twice"
        about = self.alerts[known[0]][2] if known else event["about"]  # it stays as it was raised
        self.alerts[event["number"]] = (trouble, event["count"], about)

    def _alert_cleared(self, stream: str, event: dict[str, Any]) -> None:
        _, _, about = self.alerts.pop(event["number"])
        assert event["by"]["role"] in ("pit-supervisor", "key-manager", "accounting"), "a person clears it"
        assert about == "money" or event["by"]["role"] != "accounting"

    # Tables -------------------------------------------------------------------------------------------------
    def _kit_received(self, stream: str, event: dict[str, Any]) -> None:
        table = stream.partition("/")[2]
        assert table in self.out, "the pit issued no such kit"
        assert stream not in self.kits, "a table has one kit"
        self.of_pit.add(stream)
        day = event["kit"].get("inspected")
        self.kits[stream], self.moves[stream] = date.fromisoformat(day) if day else None, 0
        self.followed[stream] = 0

    def _inspection_received(self, stream: str, event: dict[str, Any]) -> None:
        known, day = self.kits[stream], date.fromisoformat(event["day"])
        self.kits[stream] = day if known is None else max(known, day)
        self.followed[stream] = max(self.followed[stream], event.get("moves", 0))

    def _kit_given_back(self, stream: str, event: dict[str, Any]) -> None:
        del self.kits[stream]

    def _table_opened(self, stream: str, event: dict[str, Any]) -> None:
        if stream not in self.of_pit:  # a table of the library, so far
            return
        assert stream in self.kits, "a table of the pit has opened without a kit"
        if stream.partition("/")[2] in self.inspected:
            assert self.kits[stream] == gaming_day(event["at"]), "it was not inspected in this gaming day"

    def _ball_spun(self, stream: str, event: dict[str, Any]) -> None:
        if stream not in self.of_pit:
            return
        day = self.kits[stream]
        assert day is not None
        assert gaming_day(event["at"]) - day <= timedelta(days=1), "a whole gaming day went by without an inspection"
        assert self.moves[stream] == self.followed[stream], "the wheel was moved and not inspected"
        table = stream.removeprefix("table/")
        if self.sent.get(stream, set()) - self.arrived:
            return  # the table, or the pit, does not know everything yet
        assert not self._checked(table, WHEEL) & self.unsettled, "the pit knows that the wheel was moved"
        assert table not in self.failed, "the last inspection was not passed"

    def _wheel_moved(self, stream: str, event: dict[str, Any]) -> None:
        self.moves[stream] += 1
