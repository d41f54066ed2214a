"""A whole gaming day with a full pit: from the people who come on duty to the count of the boxes.

Tables are played by turns, the one whose clock is behind first. Each has a crew of its own, whose dealers relieve
each other; chips come from the cage and are counted by two people; three people count the boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import Any

from croupier.cage.stream import STREAM as CAGE
from croupier.conduct.by import By, Role
from croupier.core.gaming_day import DENVER, SECOND
from croupier.floor.crew.act import Act
from croupier.floor.demo.preparing import PAT, STAFF, Somebody, done
from croupier.floor.demo.scripted import ScriptedPit
from croupier.floor.demo.shift import BANK, Shift
from croupier.floor.demo.table import FILL, DemoTable
from croupier.host import Host
from croupier.people.stream import STREAM as PEOPLE
from croupier.store import Signer, Store
from croupier.table import State, stream_of
from croupier.table.acts.money import cage
from croupier.table.chips import break_down
from croupier.table.outcomes import Seal

CAM, ANN = (next(each for each in STAFF if each[1] == role) for role in ("cage", "accounting"))
COUNTERS = tuple(each for each in STAFF if each[1] == "count-team")
#: The crew of a table besides its dealers, by role.
CREW: tuple[Role, ...] = ("stickperson", "boxperson")
#: What the licensee puts into the cage, in cents.
FOUND = 10_000_000_00
#: Rounds are played in this many blocks; between two of them the dealers change, and hours go by.
BLOCKS, PAUSE = 4, 3 * 60 * 60 * SECOND
#: In cents: what a bank has above this goes to the cage.
HIGH = 100_000_00
#: Table commands whose slip goes on its way at once.
CARRIED = frozenset(("close-table", "confirm-inventory", "send-credit", "remove-box"))


@dataclass(frozen=True, slots=True)
class TablePlayed:
    """What happened at one table."""

    table: str
    house: str
    rounds: int
    commands: int
    refused: int


@dataclass(frozen=True, slots=True)
class DayPlayed:
    """A gaming day that was played."""

    day: str
    tables: tuple[TablePlayed, ...]
    on_duty: int  # how many people worked
    fills: int
    counted: int  # boxes and credits
    differences: int


class DayTable(DemoTable):
    """One table of the day, with a crew of its own and chips from the cage."""

    def __init__(
        self, host: Host, store: Store, data: Random, start: int, name: Callable[[int], str],
        seals: Callable[[int], Seal], pit: ScriptedPit, crew: Mapping[Role, str],
    ) -> None:  # fmt: skip
        super().__init__(host, store, data, start, name, seals)
        self.pit = pit
        self.staff |= {role: person for person, role in STAFF if role in self.staff} | dict(crew)

    def licence(self, person: str) -> str:
        """The licence of somebody who works here; a device has that of its approval."""
        return f"L-{person}" if person == self.staff["device"] else self.pit.licence(person)

    def ask(self, word: str, who: By, /, **fields: Any) -> bool:
        """Give a command; a slip goes on its way at once."""
        taken = super().ask(word, who, **fields)
        if taken and word in CARRIED:
            answer = self._last.result()
            done(self.pit.streams.slips.carry(self.host.stream, answer, self.now()))
        return taken

    def judge(self, act: Act, state: State) -> Mapping[str, Any]:
        """As in a shift; a fill is asked for at the cage, which issues it."""
        return self.brought(FILL) if act.command is cage.ReceiveFill else super().judge(act, state)

    def brought(self, amount: int) -> dict[str, Any]:
        """Let the cage send chips; return what is stated when they are accepted."""
        chips = self.chips(amount)
        self.acknowledged()
        self.pit.at = self.now()
        self.pit.both(CAGE, "issue-fill", {"table": self.state.table_id, "chips": chips}, PAT, CAM)
        number = str(self.pit.streams.cage.fills)
        return {"amount": amount, "slip": number, "witness": self.staff["security"], "chips": chips}

    def chips(self, amount: int) -> list[list[int]]:
        """Chips that make an amount."""
        house = self.state.play.house if self.state.play is not None else None
        denominations = (1_00, 5_00, 25_00, 100_00) if house is None else house.denominations
        return [list(each) for each in break_down(amount, denominations)]

    def counts(self) -> None:
        """Two people count the chips of the table."""
        chips = self.chips(self.state.chips_there)
        self.do("count-inventory", self.by("dealer"), chips=chips)
        self.do("confirm-inventory", self.by("pit-supervisor"), chips=chips)

    def credits(self, amount: int) -> None:
        """Send chips to the cage, where they are counted."""
        chips, supervisor = self.chips(amount), self.by("pit-supervisor")
        fields = {"amount": amount, "slip": f"C-{self.number}", "witness": self.staff["security"], "chips": chips}
        self.do("send-credit", supervisor, **fields)
        waiting = self.pit.streams.cage.waiting[-1]
        self.pit.at = self.now()
        done(self.pit.give(CAM, CAGE, "count-credit", {"number": waiting.number, "chips": chips}))

    def closes(self) -> None:
        """Count the chips, close the table, and send its boxes to the count."""
        if self.state.balance("tube"):
            self.do("empty-tube", self.by("dealer"))
        self.counts()
        self.do("close-table", self.by("pit-supervisor"), counted=self.state.chips_there)
        self.removes("drop", "validator", "tips")


class Day:
    """A gaming day at some tables. `miscounted` is what is missing in the first drop box, in cents."""

    def __init__(
        self, store: Store, signer: Signer, tables: Mapping[str, str], rounds: int, seed: int, at: int,
        name: Callable[[str, int], str], seal: Callable[[str, int], Seal], miscounted: int = 0,
    ) -> None:  # fmt: skip
        """`tables` has presets by table; `name` makes the ids of commands, by table; `seal` the seeds of a device."""
        self.rounds, self.miscounted = rounds, miscounted
        self.crews = {table: _crew(table) for table in tables}
        crews = (each for crew in self.crews.values() for each in crew.items())
        more = tuple((person, role) for role, people in crews for person in people)
        self.pit = ScriptedPit(store, signer, partial(name, "pit"), at, more)
        self.shifts: dict[str, Shift] = {}
        for table, house in tables.items():
            host = self.pit.streams.hosts[stream_of(table)]
            data = Random(f"{seed} day {table}")  # noqa: S311 (a demonstration that can be repeated)
            crew = {role: people[0] for role, people in self.crews[table].items()}
            played = DayTable(host, store, data, at, partial(name, table), partial(seal, table), self.pit, crew)
            self.shifts[table] = Shift(played, house, self.pit)

    def play(self) -> DayPlayed:
        """Play the day; the close of its books is left to the next morning."""
        try:
            self._begins()
            for block in range(BLOCKS):
                if block:
                    self._changes(count=block == BLOCKS // 2)
                self._plays((block + 1) * self.rounds // BLOCKS)
            self._ends()
            return self._played()
        finally:
            self.pit.streams.close()

    def _table(self, shift: Shift) -> DayTable:
        assert isinstance(shift.table, DayTable)
        return shift.table

    def _begins(self) -> None:
        """People come on duty; the cage has chips; tables are equipped, filled, counted and opened."""
        pit = self.pit
        pit.begin()
        places = {"pit-supervisor": "pit", "key-manager": "pit", "security": "floor", "cage": "cage"}
        for somebody in STAFF:
            if (place := places.get(somebody[1])) is not None:
                self._on_duty(somebody, place)
        for table, crew in self.crews.items():
            for role, people in crew.items():
                self._on_duty((people[0], role), table)
        begins = {"amount": FOUND, "zone": DENVER.zone, "hour": DENVER.hour, "minute": DENVER.minute}
        pit.both(CAGE, "found-cage", begins, CAM)
        pit.prepare({table: shift.text() for table, shift in self.shifts.items()})
        for shift in self.shifts.values():
            played = self._table(shift)
            brought = played.brought(BANK)
            played.do("receive-fill", played.by("pit-supervisor"), **brought)
            played.counts()
            shift.opens(self.rounds)

    def _on_duty(self, who: Somebody, place: str) -> None:
        done(self.pit.give(who, PEOPLE, "come-on-duty", {"person": who[0], "role": who[1], "place": place}))

    def _plays(self, until: int) -> None:
        """Play every table up to a number of rounds, always the one whose clock is behind."""
        while waiting := [each for each in self.shifts.values() if each.rounds < until]:
            shift = min(waiting, key=lambda each: each.table.now())
            shift.round(wagers=True)

    def _changes(self, *, count: bool) -> None:
        """Hours go by; the other dealers take over, and a bank with many chips sends some to the cage."""
        latest = max(each.table.now() for each in self.shifts.values()) + PAUSE
        for name, shift in self.shifts.items():
            table = self._table(shift)
            table.start += latest - table.now()
            self.pit.at = table.now()
            self._relieves(name, table)
            if (bank := table.state.balance("bank")) > HIGH:
                table.credits(bank - BANK)
            if count and table.state.chips_there >= 0:
                table.counts()

    def _relieves(self, name: str, table: DayTable) -> None:
        """The dealer who rests takes over the post."""
        dealers = self.crews[name]["dealer"]
        old = table.staff["dealer"]
        new = next(each for each in dealers if each != old)
        done(self.pit.give((new, "dealer"), PEOPLE, "relieve", {"person": new, "relieves": old}))
        table.staff["dealer"] = new
        if table.state.course.one_dealer:
            table.do("relieve-dealer", table.by("dealer"))

    def _ends(self) -> None:
        """Tables close, boxes are counted, people go off duty."""
        for shift in self.shifts.values():
            shift.clears()
        for shift in self.shifts.values():
            shift.closes()
        self.pit.at = max(each.table.now() for each in self.shifts.values())
        missing = self.miscounted
        for waiting in self.pit.streams.cage.waiting:
            contents = dict(waiting.recorded)
            if missing and contents.get("cash", 0) > missing:
                contents["cash"], missing = contents["cash"] - missing, 0
            self._counted(waiting.number, contents)
        tips = self.pit.streams.cage.held("dealers")
        if tips:
            done(self.pit.give(CAM, CAGE, "pay-tips", {"amount": tips}))
        for found in self.pit.streams.cage.differences:
            fields = {"number": found.number, "reason": "found in the folds of the box and put back"}
            done(self.pit.give(ANN, CAGE, "explain-difference", fields))
        for person in self.pit.streams.people.persons:
            if person.post is not None:
                done(self.pit.give((person.name, person.post.role), PEOPLE, "go-off-duty", {"person": person.name}))

    def _counted(self, number: int, contents: Mapping[str, int]) -> None:
        """Three people count a box."""
        said = {"number": number, "counted": sorted(contents.items())}
        for who, word in zip(COUNTERS, ("count-box", "sign-count", "sign-count"), strict=True):
            done(self.pit.give(who, CAGE, word, said))

    def _played(self) -> DayPlayed:
        cage_state = self.pit.streams.cage
        tables = tuple(
            TablePlayed(name, shift.house, shift.rounds, shift.table.number, shift.table.acknowledged().total())
            for name, shift in self.shifts.items()
        )
        day = DENVER.of(self.pit.at).isoformat()
        people = sum(1 for crew in self.crews.values() for _ in crew.values()) + len(STAFF)
        return DayPlayed(day, tables, people, cage_state.fills, cage_state.sent, cage_state.found)


def _crew(table: str) -> dict[Role, tuple[str, ...]]:
    """Two dealers for each table, and a stickperson and a boxperson, who work where a game has them."""
    found: dict[Role, tuple[str, ...]] = {"dealer": (f"Dana of {table}", f"Drew of {table}")}
    return found | {role: (f"{'Stan' if role == 'stickperson' else 'Bea'} of {table}",) for role in CREW}


def close(pit: ScriptedPit, day: str, figures: list[dict[str, Any]]) -> None:
    """Close the books of a gaming day on the morning after it, with these figures of its tables."""
    pit.at = max(pit.at, pit.streams.cage.gaming_day.begins(date.fromisoformat(day) + timedelta(days=1)))
    done(pit.give(ANN, CAGE, "close-day", {"day": day, "figures": figures}))
