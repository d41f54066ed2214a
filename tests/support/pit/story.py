"""Every command of people, pit and cage once, in an order in which each is accepted: examples for tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import msgspec

from croupier import store as stores
from croupier.conduct import aggregate_of
from croupier.conduct.by import By
from croupier.conduct.slip import COURIER, Slip
from croupier.conduct.two_people import digest_of
from croupier.floor.demo.equipment import approvals, complete
from croupier.host import Answer
from croupier.house import House
from croupier.people.state import DAY
from croupier.table.houses import house_of
from tests.support.pit.kits import PIT, TABLE, PitAndTable
from tests.support.pit.people import ANN, DAYS, DESK, KIM, TERMINAL, founders
from tests.support.pit.wheels import FOUR, MAX, PAT, SUE, part, results, staff
from tests.support.pit.wheels import KIM as KEY_MANAGER
from tests.support.table.play import written

PEOPLE, CAGE = "people/main", "cage/main"
RIA, CAM, ACE = staff("regulator"), staff("cage"), staff("accounting")
LEE, LOU, LIN = (By(name, "count-team", f"L-{name}", name * 8) for name in ("lee", "lou", "lin"))
CHIPS = [[100_00, 5], [25_00, 4]]
DAN, EVE = By("dan", "dealer", "L3"), By("eve", "dealer", "L4")
FIRST, OWN, TOKEN = "d" * 32, "e" * 32, "f" * 64
HOUSE = written("colorado-single-zero")
OTHER = written("colorado-single-zero", limits__default={"min": 2, "max": 500})


@dataclass(frozen=True)
class Step:
    """A command that will be accepted. With `second`, it is proposed by one person and approved by another."""

    stream: str
    word: str
    by: By
    said: dict[str, Any]
    second: By | None = None
    id: str | None = None  # of a slip; others have new ones


class Story(PitAndTable):
    """The people, the pit, the cage and a table of a house, to which all of it happens."""

    streams = (PEOPLE, PIT, CAGE, TABLE)

    def tell(self) -> Iterator[Step]:
        """Each step before it happens."""
        for step in chain(_PEOPLE, self._pit(), self._kits(), _ALERTS, self._cage()):
            yield step
            self.happens(step)

    def happens(self, step: Step) -> Answer:
        """Give the command of a step, which is accepted."""
        if step.second is None:
            return self._accepted(step.stream, self.body(step.word, step.by, step.said, step.id))
        text = json.dumps({"do": step.word, **step.said})
        self._accepted(step.stream, self.body("propose", step.by, {"body": text}))
        said = {"number": self.hosts[step.stream].state.proposals.count, "digest": digest_of(text)}
        return self._accepted(step.stream, self.body("approve", step.second, said))

    def body(self, word: str, by: By, said: dict[str, Any], named: str | None = None) -> dict[str, Any]:
        """A whole command, as JSON has it."""
        self.at += 1_000
        return {"do": word, "id": named or f"c{self.at}", "by": msgspec.to_builtins(by), "at": self.at, **said}

    def _accepted(self, stream: str, body: dict[str, Any]) -> Answer:
        answer = self.hosts[stream].handle(aggregate_of(stream).commands.read(msgspec.json.encode(body)))
        assert answer.refusal is None, f"{body['do']}: {answer.refusal.said()}"
        return answer

    # The pit --------------------------------------------------------------------------------------------------
    def _pit(self) -> Iterator[Step]:
        house = house_of(HOUSE)
        assert isinstance(house, House)
        for each in approvals(house, "R0"):
            yield Step(PIT, "record-approval", KEY_MANAGER, each)
        changes = [{"table": "R0", "house": msgspec.to_builtins(HOUSE)}]
        yield Step(PIT, "activate-house", PAT, {"changes": changes}, KEY_MANAGER)
        for item, kind, fields in complete(house, "R0"):
            more = {"external_parts": True} if kind == "roulette-wheel" else {}
            yield Step(PIT, "register-item", PAT, {"item": item, "kind": kind, "fields": fields | more})
            yield Step(PIT, "move-item", PAT, {"item": item, "table": "R0"})
        extra = {"item": "more", "kind": "ball", "fields": _ball(self)}
        yield Step(PIT, "register-item", PAT, extra)
        yield Step(PIT, "change-item", PAT, {"item": "more", "fields": {"serial": "S-9"}, "reason": "r"})
        yield Step(PIT, "retire-item", PAT, {"item": "more", "reason": "r"})
        wheel = next(each.id for each in self.pit.items if each.kind == "roulette-wheel")
        work = {"table": "R0", "wheel": wheel, "parts": [part()], "place": None, "remark": "r"}
        yield Step(PIT, "adjust-wheel", MAX, work, SUE)
        yield Step(PIT, "replace-part", MAX, work, SUE)
        yield Step(PIT, "director-inspection", RIA, {"wheel": wheel, "passed": True, "remark": "r"})
        yield Step(PIT, "report-movement", PAT, {"table": "R0", "remark": "r"})
        yield Step(PIT, "inspect-level", SUE, {"table": "R0", "results": results("level"), "remark": "r"})
        yield Step(PIT, "inspect-table", PAT, {"table": "R0", "results": results(*FOUR), "remark": "r"})
        text = json.dumps({"do": "roll-back-house", "tables": ["R0"]})
        changes = [{"table": "R0", "house": msgspec.to_builtins(OTHER)}]
        yield Step(PIT, "activate-house", PAT, {"changes": changes}, KEY_MANAGER)
        yield Step(PIT, "propose", PAT, {"body": text})
        yield Step(PIT, "withdraw-proposal", PAT, {"number": self.pit.proposals.count, "reason": "r"})
        yield Step(PIT, "propose", PAT, {"body": text})
        said = {"number": self.pit.proposals.count, "digest": digest_of(text)}
        yield Step(PIT, "approve", KEY_MANAGER, said)
        yield Step(PIT, "activate-house", PAT, {"changes": changes}, KEY_MANAGER)
        yield Step(PIT, "roll-back-house", PAT, {"tables": ["R0"]}, KEY_MANAGER)
        place = {"reference": "P-1", "subject": "place", "day": "2022-01-01", "scope": "s"}
        yield Step(PIT, "record-approval", KEY_MANAGER, place)
        yield Step(PIT, "withdraw-approval", KEY_MANAGER, {"reference": "P-1", "reason": "r"})

    def _kits(self) -> Iterator[Step]:
        """A kit goes out and comes back; the word of an inspection comes too late, and is taken back."""
        yield Step(PIT, "issue-kit", PAT, {"table": "R0"})
        yield self._slip(PIT, "receive-slip")
        yield Step(PIT, "hand-over-house", PAT, {"table": "R0"})
        yield Step(PIT, "hand-over-inspection", PAT, {"table": "R0"})
        late = self._issued(PIT)
        yield Step(TABLE, "return-kit", PAT, {})
        yield self._slip(TABLE, "receive-slip")
        receive = self.body("receive-slip", COURIER, {"slip": msgspec.to_builtins(late)}, late.id)
        assert self.hosts[TABLE].handle(aggregate_of(TABLE).commands.read(msgspec.json.encode(receive))).refusal
        yield Step(PIT, "take-back-slip", COURIER, {"slip": msgspec.to_builtins(late)}, id=late.back_id)

    def _cage(self) -> Iterator[Step]:
        """Chips go to the table and come back, and everything is counted. An open table refuses its first fill."""
        found = {"amount": 10_000_00, "zone": "America/Denver", "hour": 6, "minute": 0}
        yield Step(CAGE, "found-cage", CAM, found, KEY_MANAGER)
        yield Step(CAGE, "stock-cage", CAM, {"amount": 100_00, "reason": "r"}, KEY_MANAGER)
        yield Step(CAGE, "draw-from-cage", CAM, {"amount": 100_00, "reason": "r"}, KEY_MANAGER)
        fill = {"table": "R0", "chips": CHIPS}
        yield Step(PIT, "inspect-table", PAT, {"table": "R0", "results": results(*FOUR), "remark": "r"})
        yield Step(PIT, "issue-kit", PAT, {"table": "R0"})
        yield self._slip(PIT, "receive-slip")
        opened = {"house": msgspec.to_builtins(HOUSE), "bank": 1_00, "dealer": "dan"}
        yield Step(TABLE, "open-table", PAT, opened)
        yield Step(CAGE, "issue-fill", PAT, fill, CAM)
        late = self._issued(CAGE)
        receive = self.body("receive-slip", COURIER, {"slip": msgspec.to_builtins(late)}, late.id)
        assert self.hosts[TABLE].handle(aggregate_of(TABLE).commands.read(msgspec.json.encode(receive))).refusal
        yield Step(CAGE, "take-back-slip", COURIER, {"slip": msgspec.to_builtins(late)}, id=late.back_id)
        yield Step(TABLE, "close-table", PAT, {"counted": 1_00})
        yield self._slip(TABLE, "receive-slip")
        yield Step(CAGE, "issue-fill", PAT, fill, CAM)
        yield self._slip(CAGE, "receive-slip")
        received = {"amount": 600_00, "slip": "2", "witness": "sue", "chips": CHIPS}
        yield Step(TABLE, "receive-fill", PAT, received)
        yield Step(TABLE, "count-inventory", DAN, {"chips": CHIPS})
        yield Step(TABLE, "confirm-inventory", PAT, {"chips": CHIPS})
        yield self._slip(TABLE, "receive-slip")
        credit = {"amount": 100_00, "slip": "C-1", "witness": "sue", "chips": [[100_00, 1]]}
        yield Step(TABLE, "send-credit", PAT, credit)
        yield self._slip(TABLE, "receive-slip")
        yield Step(CAGE, "count-credit", CAM, {"number": 1, "chips": [[100_00, 1]]})
        yield Step(TABLE, "remove-box", LEE, {"box": "tips"})
        yield self._slip(TABLE, "receive-slip")
        box = {"number": 2, "counted": [["chips", 5_00]]}
        yield Step(CAGE, "count-box", LEE, box)
        yield Step(CAGE, "sign-count", LOU, box)
        yield Step(CAGE, "sign-count", LIN, box)
        yield Step(CAGE, "explain-difference", ACE, {"number": 1, "reason": "r"})
        yield Step(CAGE, "pay-tips", CAM, {"amount": 5_00})
        yield from self._two_people_of_the_cage()
        self.at += 2 * DAY
        figures = {"drop": 0, "fills": 0, "credits": 0, "handle": 0, "tips": 0, "liability": 0}
        of_a_table = {"table": "R0", "win_by_wagers": 0, "win_by_drop": 0, **figures}
        yield Step(CAGE, "close-day", ACE, {"day": "2022-10-30", "figures": [of_a_table]})

    def _two_people_of_the_cage(self) -> Iterator[Step]:
        text = json.dumps({"do": "stock-cage", "amount": 100_00, "reason": "r"})
        yield Step(CAGE, "propose", CAM, {"body": text})
        number = self.hosts[CAGE].state.proposals.count
        yield Step(CAGE, "withdraw-proposal", CAM, {"number": number, "reason": "r"})
        yield Step(CAGE, "propose", CAM, {"body": text})
        yield Step(CAGE, "approve", KEY_MANAGER, {"number": number + 1, "digest": digest_of(text)})

    def _issued(self, stream: str) -> Slip:
        """The last slip that a stream has issued."""
        kind = aggregate_of(stream)
        assert kind.slips is not None
        events = [kind.events.read(each.body) for each in self.slips.store.read(stream)]
        notes = [note for event in events for note in kind.slips.notes(event)]
        return next(note.slip for note in reversed(notes) if note.does == "issues")

    def _slip(self, stream: str, word: str) -> Step:
        slip = self._issued(stream)
        return Step(slip.to, word, COURIER, {"slip": msgspec.to_builtins(slip)}, id=slip.id)


def _ball(story: Story) -> dict[str, Any]:
    """The fields of another ball like the one that is there."""
    house = house_of(HOUSE)
    assert isinstance(house, House)
    return next(fields for _, kind, fields in complete(house, "R1") if kind == "ball") | {"serial": "S-8"}


def _session(word: str) -> Step:
    return Step(PEOPLE, word, DESK, {"session": TOKEN})


def _person(name: str, licence: str) -> dict[str, Any]:
    return {"person": name, "roles": ["dealer"], "licence": licence, **DAYS}


_FACTS = [{"name": "short", "kind": "money", "value": 5_00}, {"name": "player", "kind": "person", "value": "al"}]
_TROUBLE = {
    "kind": "bank-short",
    "about": "money",
    "table": "R0",
    "day": "2022-10-30",
    "key": "bank",
    "facts": _FACTS,
}
#: An alert is raised, its trouble is seen again, and it is cleared.
_ALERTS = (
    Step(PIT, "raise-alert", COURIER, {**_TROUBLE, "count": 1}),
    Step(PIT, "raise-alert", COURIER, {**_TROUBLE, "count": 2}),
    Step(PIT, "clear-alert", KEY_MANAGER, {"number": 1, "reason": "a fill was late"}),
)
_SIGN_IN = {"person": "dan", "role": "dealer", "credential": OWN, "terminal": TERMINAL, "session": TOKEN}
_TERMINAL = json.dumps({"do": "enrol-terminal", "terminal": "desk-3", "key": "8" * 64})
#: Everything about people. Numbers and digests of proposals are those of this order.
_PEOPLE = (
    Step(PEOPLE, "found-house", DESK, {**founders(), "zone": "America/Denver", "hour": 6}),
    Step(PEOPLE, "register-person", ANN, _person("dan", "L3"), KIM),
    Step(PEOPLE, "register-person", ANN, _person("eve", "L4"), KIM),
    Step(PEOPLE, "grant-role", ANN, {"person": "dan", "role": "boxperson"}, KIM),
    Step(PEOPLE, "revoke-role", ANN, {"person": "dan", "role": "boxperson", "reason": "r"}, KIM),
    Step(PEOPLE, "renew-licence", ANN, {"person": "dan", "licence": "L3", **DAYS}, KIM),
    Step(PEOPLE, "enrol-credential", ANN, {"person": "dan", "credential": FIRST, "kind": "pin"}, KIM),
    Step(PEOPLE, "replace-credential", DAN, {"credential": OWN, "replaces": FIRST, "kind": "pin"}),
    Step(PEOPLE, "come-on-duty", DAN, {"person": "dan", "role": "dealer", "place": "R0"}),
    Step(PEOPLE, "relieve", EVE, {"person": "eve", "relieves": "dan"}),
    Step(PEOPLE, "go-off-duty", EVE, {"person": "eve"}),
    Step(PEOPLE, "enrol-terminal", ANN, {"terminal": "desk-2", "key": "9" * 64}, KIM),
    Step(PEOPLE, "sign-in", DESK, _SIGN_IN),
    _session("lock-session"),
    _session("unlock-session"),
    _session("prove-identity"),
    _session("end-session"),
    Step(PEOPLE, "sign-in", DESK, {**_SIGN_IN, "session": "5" * 64}),
    Step(PEOPLE, "revoke-session", KIM, {"person": "dan", "reason": "r"}),
    Step(PEOPLE, "report-failure", DESK, {"person": "dan", "terminal": TERMINAL}),
    Step(PEOPLE, "revoke-credential", DAN, {"person": "dan", "reason": "r"}),
    Step(PEOPLE, "revoke-terminal", KIM, {"terminal": "desk-2", "reason": "r"}),
    Step(PEOPLE, "exclude-patron", KIM, {"person": "al"}),
    Step(PEOPLE, "readmit-patron", KIM, {"person": "al"}),
    Step(PEOPLE, "propose", ANN, {"body": _TERMINAL}),
    Step(PEOPLE, "withdraw-proposal", ANN, {"number": 8, "reason": "r"}),
    Step(PEOPLE, "propose", ANN, {"body": _TERMINAL}),
    Step(PEOPLE, "approve", KIM, {"number": 9, "digest": digest_of(_TERMINAL)}),
    Step(PEOPLE, "remove-person", ANN, {"person": "dan", "reason": "r"}, KIM),
)


@cache
def examples() -> dict[tuple[str, str], dict[str, Any]]:
    """Fields for every command of people, pit and cage, by kind and word."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    with stores.open("memory:") as kept:
        story = Story(kept)
        for step in story.tell():
            found.setdefault((step.stream.partition("/")[0], step.word), step.said)
        story.close()
    return {(kind, word): said for (kind, word), said in found.items() if kind != "table"}
