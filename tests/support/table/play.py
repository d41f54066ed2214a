"""A live table for tests: commands by short words, every event checked against the accounts and a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgspec

from croupier import house
from croupier.core.refusal import Refusal
from croupier.floor.crew.act import Act
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Told
from croupier.host.answer import Answer, refused
from croupier.table import By, Command, Event, HouseText, State, begin, decide, digest, evolve, judge, postings
from croupier.table import commands as all_commands
from croupier.table import events as all_events
from croupier.table.acts.round.calling import CallOutcome
from croupier.table.ledger import check
from croupier.table.outcomes import Seal

#: Who gives a command when a test names only the role.
PEOPLE = {
    "dealer": "dee",
    "stickperson": "stan",
    "boxperson": "bea",
    "pit-supervisor": "pat",
    "key-manager": "kim",
    "security": "sue",
    "count-team": "cal",
    "device": "wheel-9",
    "system": "host",
}


def written(name: str, **change: Any) -> HouseText:
    """A preset as it travels, with choices made otherwise by dotted key (dots as __)."""
    text = house.find(name).read_text(encoding="utf-8")
    changed = {key.replace("__", "."): value for key, value in change.items()}
    return HouseText(name, text, None, msgspec.json.encode(changed).decode())


def by(role: str, person: str | None = None) -> By:
    """A person in a role, licensed where the role needs it."""
    name = person or PEOPLE[role]
    return By(name, role, "" if role in ("player", "system") else f"L-{name}")  # type: ignore[arg-type]


class Called(Told):
    """Outcomes that a test calls itself; a device is bound to the secret of the round."""

    def __init__(self, secret: Callable[[], Seal]) -> None:
        super().__init__(self._nothing)
        self.secret = secret

    def _nothing(self, state: State, of: str) -> str:
        raise AssertionError(f"no test has said which {of} comes")

    def prepare(self, number: int) -> None:
        """The secret is always there."""

    def seal(self) -> str:
        """The commitment to it."""
        return self.secret().commitment


@dataclass
class Table:
    """A table under test: `do` must be taken, `no` must be refused and change nothing."""

    state: State = field(default_factory=lambda: begin("T1"))
    log: list[bytes] = field(default_factory=list)
    number: int = 0
    ids: str = "c"  # how the ids of its commands begin

    def ask(self, word: str, who: By, /, *, at: int | None = None, **fields: Any) -> tuple[Event, ...] | Refusal:
        """Decide a command, as it would come in from outside."""
        self.number += 1
        raw = {"do": word, "id": f"{self.ids}{self.number}", "by": who, "at": self._at(at), **fields}
        return self.send(all_commands.read(msgspec.json.encode(raw)))

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        """What comes of a command."""
        return decide(command, self.state)

    def _at(self, at: int | None) -> int:
        return self.number * 1000 if at is None else at

    def do(self, word: str, who: By, /, **fields: Any) -> tuple[Event, ...]:
        """A command that is taken; its events go through bytes and into the state."""
        done = self.ask(word, who, **fields)
        assert not isinstance(done, Refusal), f"{word}: {done}"
        read = tuple(all_events.read(all_events.write(event)) for event in done)
        assert not judged(self.state, *read)
        for event in read:
            self.happen(event)
        return done

    def happen(self, event: Event) -> None:
        """One event: written, read back, posted, applied."""
        body = all_events.write(event)
        read = all_events.read(body)
        assert read == event
        assert sum(each.amount for each in postings(event, self.state)) == 0
        self.state = evolve(self.state, read)
        check(self.state)  # whole, also where evolve compares what changed
        self.log.append(body)

    def no(self, word: str, who: By, /, **fields: Any) -> Refusal:
        """A command that is refused."""
        before = digest(self.state)
        done = self.ask(word, who, **fields)
        assert isinstance(done, Refusal), f"{word} was taken: {done}"
        assert digest(self.state) == before
        assert done.message[-1] in ".?", done.message
        return done

    def replayed(self) -> State:
        """The state that the log alone gives."""
        state = begin(self.state.table_id)
        for body in self.log:
            state = evolve(state, all_events.read(body))
        return state

    # What tests do again and again ---------------------------------------------------------------------------
    def opened(self, name: str, bank: int = 100_000_00, **change: Any) -> Table:
        """The table opened under a preset."""
        self.do("open-table", by("pit-supervisor"), house=written(name, **change), bank=bank)
        return self

    def buys_in(self, player: str, amount: int, instrument: str = "cash") -> None:
        """The four steps."""
        dealer = by("dealer")
        self.do("spread-cash", dealer, player=player, instrument=instrument, amount=amount)
        self.do("state-amount", dealer, player=player, amount=amount)
        self.do("give-chips", dealer, player=player)
        self.do("drop-cash", dealer, player=player)

    def sits(self, player: str, place: int, amount: int = 0, color: str | None = None, unit: int = 1_00) -> None:
        """A place, a color where one is named, and chips."""
        self.do("sit", by("player", player), player=player, place=place)
        if color is not None:
            self.do("take-color", by("dealer"), player=player, color=color, unit=unit)
        if amount:
            self.buys_in(player, amount)

    def places(self, player: str, wager: str, amount: int, spot: str | None = None, **fields: Any) -> None:
        """A wager by the player."""
        self.do("place", by("player", player), player=player, wager=wager, amount=amount, spot=spot, **fields)

    @property
    def crew(self) -> Driver:
        """The crew of the table, which performs what is due; outcomes are called by the test."""

        def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
            self.do(word, who, **fields)
            return f"{self.ids}{self.number}"

        return Driver(lambda: self.state, give, Called(self.secret), staff=by)

    def closes(self) -> None:
        """The round up to the moment before the outcome."""
        due = self.crew.run(CallOutcome)
        assert isinstance(due, Act), due

    def calls(self, outcome: str) -> None:
        """The outcome announced."""
        caller = by("stickperson") if self.state.game == "craps" else by("dealer")
        self.do("call-outcome", caller, outcome=outcome)

    def settles(self) -> Any:
        """The round settled; the settlement."""
        return self.do("settle", by("dealer"))[0]

    def plays(self, outcome: str) -> Any:
        """A whole round, with the betting open again after it."""
        self.closes()
        self.calls(outcome)
        settled = self.settles()
        self.crew.step()
        return settled

    def secret(self) -> Seal:
        """What the device of this table seals for the round."""
        return Seal(self.state.table_id, self.state.round, sha256(f"{self.state.round}".encode()).digest())

    def seals(self) -> None:
        """The device publishes its seal."""
        self.do("publish-seal", by("device"), commitment=self.secret().commitment)

    def shoots(self, player: str) -> None:
        """The dice offered to a player and accepted."""
        self.do("offer-dice", by("stickperson"), player=player, dice=5)
        self.do("accept-dice", by("player", player), player=player)

    def rack(self, player: str) -> int:
        """The chips of a player."""
        return self.state.felt.rack(player)


def judged(state: State, *events: Event) -> str:
    """What a judge has to say of a command's events on the state before; nothing where it decides the same."""
    return "\n".join(str(each) for _, each in judge.judged(state, events)[0].otherwise)


def answered(command: str, version: int, decided: tuple[Event, ...] | Refusal) -> Answer:
    """The answer that is due to a command which leaves the table at a version."""
    if isinstance(decided, Refusal):
        return refused(command, version, decided)
    return Answer(command, version, tuple(msgspec.Raw(all_events.write(event)) for event in decided))
