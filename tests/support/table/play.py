"""A live table for tests: commands by name, and every event checked against the accounts and a replay."""

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
from croupier.floor.crew.performer import stated_moves
from croupier.floor.crew.source import Told
from croupier.floor.crew.spins import valid_spin
from croupier.floor.houses import charge
from croupier.host.answer import Answer, refused
from croupier.table import By, Command, Event, HouseText, State, begin, decide, digest, evolve, judge, postings
from croupier.table import commands as all_commands
from croupier.table import events as all_events
from croupier.table.acts.device import PublishClosing
from croupier.table.acts.irregularities.notices import Directs
from croupier.table.acts.round.calling import CallOutcome
from croupier.table.ledger import check
from croupier.table.outcomes import Seal
from croupier.table.people import DECIDERS

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
    """The text of a preset, with changed choices by dotted key (dots written as __); a device is approved."""
    text = house.find(name).read_text(encoding="utf-8")
    if change.get("device__electronic"):
        change = {"approvals__electronic-device": {"reference": "TEST", "date": "2017-12-15"}, **change}
    changed = {key.replace("__", "."): value for key, value in change.items()}
    return HouseText(name, text, None, msgspec.json.encode(changed).decode())


def by(role: str, person: str | None = None) -> By:
    """A person in a role, with a licence if the role needs one."""
    name = person or PEOPLE[role]
    return By(name, role, "" if role in ("player", "system") else f"L-{name}")  # type: ignore[arg-type]


class Called(Told):
    """A source for tests that call outcomes themselves. A device commits to the round's secret."""

    def __init__(self, secret: Callable[[], Seal]) -> None:
        super().__init__(self._nothing)
        self.secret = secret

    def _nothing(self, state: State, of: str) -> str:
        raise AssertionError(f"no test has said which {of} comes")

    def prepare(self, number: int) -> None:
        """Do nothing: the secret is always available."""

    def seal(self) -> str:
        """The commitment to the secret."""
        return self.secret().commitment


@dataclass
class Table:
    """A table under test: a command with `do` must be accepted, one with `no` must be refused and change nothing."""

    state: State = field(default_factory=lambda: begin("T1"))
    log: list[bytes] = field(default_factory=list)
    number: int = 0
    ids: str = "c"  # the prefix of its commands' ids

    def ask(self, word: str, who: By, /, *, at: int | None = None, **fields: Any) -> tuple[Event, ...] | Refusal:
        """Decide a command as if it came from a client; return its events or the refusal."""
        self.number += 1
        raw = {"do": word, "id": f"{self.ids}{self.number}", "by": who, "at": self._at(at), **fields}
        return self.send(all_commands.read(msgspec.json.encode(raw)))

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Decide a command; return its events or the refusal."""
        return decide(command, self.state)

    def _at(self, at: int | None) -> int:
        return self.number * 1000 if at is None else at

    def do(self, word: str, who: By, /, **fields: Any) -> tuple[Event, ...]:
        """Give a command, which must be accepted, and apply its events.

        One that directs what is done about an irregularity follows a notification, and is observed. Only a test that
        gives its `notice` does both itself.
        """
        if not self._needs_notice(word, who, fields):
            return self._do(word, who, **fields)
        notice = self.notifies()
        done = self._do(word, who, notice=notice, **fields)
        self._do("observe-action", who, number=notice, action="done")
        return done

    def _needs_notice(self, word: str, who: By, fields: Mapping[str, Any]) -> bool:
        """Whether a test leaves the notification of an irregularity to `do` and `no`."""
        if not issubclass(all_commands.KINDS[word], Directs) or "notice" in fields or self.state.play is None:
            return False
        return word != "call-void" or (fields.get("reason") == "other" and who.role in DECIDERS)

    def notifies(self, about: str = "an irregularity", **fields: Any) -> int:
        """A dealer notifies the supervisor; return the number of the notification."""
        self._do("raise-dispute", by(self.state.course.caller), about=about, **fields)
        return self.state.disputed

    def _do(self, word: str, who: By, /, **fields: Any) -> tuple[Event, ...]:
        done = self.ask(word, who, **fields)
        assert not isinstance(done, Refusal), f"{word}: {done}"
        read = tuple(all_events.read(all_events.write(event)) for event in done)
        otherwise = judged(self.state, *read)
        assert not otherwise, f"{word} is judged otherwise when it is audited: {otherwise}"
        for event in read:
            self.happen(event)
        return done

    def happen(self, event: Event) -> None:
        """Write an event, read it back, post it and apply it."""
        body = all_events.write(event)
        read = all_events.read(body)
        assert read == event
        assert sum(each.amount for each in postings(event, self.state)) == 0
        self.state = evolve(self.state, read)
        check(self.state)  # checks everything, while evolve checks only what changed
        self.log.append(body)

    def no(self, word: str, who: By, /, **fields: Any) -> Refusal:
        """Give a command, which must be refused; `do` says when a notification comes first."""
        if self._needs_notice(word, who, fields) and self.state.phase != "closed":
            fields["notice"] = self.notifies()
        before = digest(self.state)
        done = self.ask(word, who, **fields)
        assert isinstance(done, Refusal), f"{word} was accepted: {done}"
        assert digest(self.state) == before
        assert done.message[-1] in ".?", done.message
        return done

    def replayed(self) -> State:
        """The state after replaying the log."""
        state = begin(self.state.table_id)
        for body in self.log:
            state = evolve(state, all_events.read(body))
        return state

    # What tests do again and again ---------------------------------------------------------------------------
    def opened(self, name: str, bank: int = 100_000_00, **change: Any) -> Table:
        """Open the table with a preset."""
        text = written(name, **change)
        self.do("open-table", by("pit-supervisor"), house=text, bank=bank, **charge(text, PEOPLE["dealer"]))
        return self

    def buys_in(self, player: str, amount: int, instrument: str = "cash", serial: str | None = None) -> None:
        """Buy in, in four steps."""
        dealer = by("dealer")
        if serial is None and "ticket" in instrument:
            serial = f"N-{self.number}"
        fields = {"player": player, "instrument": instrument, "amount": amount, "serial": serial}
        self.do("spread-cash", dealer, **fields, **self.moves("spread-cash"))
        self.do("state-amount", dealer, player=player, amount=amount)
        self.do("give-chips", dealer, player=player, **self.moves("give-chips"))
        self.do("drop-cash", dealer, player=player)

    def sits(self, player: str, place: int, amount: int = 0, color: str | None = None, unit: int = 1_00) -> None:
        """Seat a player, with a color if one is named, and with chips."""
        self.do("sit", by("player", player), player=player, place=place)
        if color is not None:
            self.do("take-color", by("dealer"), player=player, color=color, unit=unit)
        if amount:
            self.buys_in(player, amount)

    def places(self, player: str, wager: str, amount: int, spot: str | None = None, **fields: Any) -> None:
        """Make a wager of a player."""
        self.do("place", by("player", player), player=player, wager=wager, amount=amount, spot=spot, **fields)

    @property
    def crew(self) -> Driver:
        """The driver that performs the acts that are due. The test calls the outcomes."""

        def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
            self.do(word, who, **fields)
            return f"{self.ids}{self.number}"

        return Driver(lambda: self.state, give, Called(self.secret), staff=by)

    def moves(self, word: str) -> dict[str, Any]:
        """The moves of the house procedure to be stated with a command; nothing at a house without it."""
        return stated_moves(self.state, all_commands.KINDS[word])

    def closes(self) -> None:
        """Play the round up to the outcome, or to the closing where the house has a delay."""
        due = self.crew.run(PublishClosing, CallOutcome)
        assert isinstance(due, Act), due

    def calls(self, outcome: str) -> None:
        """Call the outcome."""
        caller = by("stickperson") if self.state.game == "craps" else by("dealer")
        self.do("call-outcome", caller, outcome=outcome, **valid_spin(self.state), **self.moves("call-outcome"))

    def settles(self) -> Any:
        """Settle the round; return the settlement."""
        return self.do("settle", by("dealer"), **self.moves("settle"))[0]

    def plays(self, outcome: str) -> Any:
        """Play a complete round up to the next open betting."""
        self.closes()
        self.calls(outcome)
        settled = self.settles()
        self.crew.step()
        return settled

    def secret(self) -> Seal:
        """The seal of this table's device for the round."""
        return Seal(self.state.table_id, self.state.round, sha256(f"{self.state.round}".encode()).digest())

    def seals(self) -> None:
        """Publish the device's seal."""
        self.do("publish-seal", by("device"), commitment=self.secret().commitment)

    def shoots(self, player: str) -> None:
        """Offer the dice to a player, who accepts."""
        self.do("offer-dice", by("stickperson"), player=player, dice=5)
        self.do("accept-dice", by("player", player), player=player)

    def rack(self, player: str) -> int:
        """The chips of a player."""
        return self.state.felt.rack(player)


def judged(state: State, *events: Event) -> str:
    """The differences that a judge reports for the events of a command, as text; empty if there are none."""
    return "\n".join(str(each) for _, each in judge.judged(state, events)[0].otherwise)


def answered(command: str, version: int, decided: tuple[Event, ...] | Refusal) -> Answer:
    """The expected answer to a command that leaves the table at a version."""
    if isinstance(decided, Refusal):
        return refused(command, version, decided)
    return Answer(command, version, tuple(msgspec.Raw(all_events.write(event)) for event in decided))
