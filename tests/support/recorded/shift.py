"""A scripted shift at tables of every game, with people, scripted outcomes, and an electronic device.

Every command goes through a host into a store. Where people read the outcome, the script names it, so that an award,
a bonus round, corrections at every stage and made points always happen, whatever the bytes of the log are. Where a
device decides, its sealed seeds are fixed, and nothing here depends on what it draws. A shift has every kind of
event.

A release records it (CONTRIBUTING.md says when) with one command in the root of the repository:

    python -m tests.support.recorded.shift VERSION

It writes `tests/recorded/VERSION.txt` and the digests of its states into `tests/recorded/states.json`.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier import store as stores
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Told
from croupier.games.craps.facts import CrapsTable
from croupier.host import Host, export
from croupier.host.device import Device
from croupier.store import Signer, Store
from croupier.table import By, Command, Event, State, commands, events, stream_of
from croupier.table.acts.dice.turns import next_in_turn
from croupier.table.acts.round.calling import CallOutcome
from croupier.table.acts.round.settling import OpenBetting
from croupier.table.outcomes import OUTCOME, Seal
from croupier.table.proof import Proof
from tests.support.recorded.rounds import SCRIPTS
from tests.support.recorded.states import of_export
from tests.support.table.play import Table, by, written

RECORDED = Path(__file__).parents[2] / "recorded"
#: A table of every game. The first wheel has In Prison and a small bank, the second one awards and bonus rounds.
TABLES = {
    "R0": "colorado-single-zero",
    "R00": "colorado-double-zero",
    "C1": "colorado-craps",
    "B6": "colorado-big-six",
}
START, STEP = (
    1_767_290_400_000_000,
    1_500_000,
)  # 2026-01-01 18:00 UTC and the time between two commands, in microseconds
SECRET = "a scripted shift"  # noqa: S105 (of devices and heads that are made for this shift)
SIGNER = Signer(Ed25519PrivateKey.from_private_bytes(sha256(SECRET.encode()).digest()))
#: The options of a house with an electronic device, under the approval of a demonstration.
ELECTRONIC: dict[str, Any] = {
    "device__electronic": True,
    "approvals__electronic-device": {"reference": "DEMO-DEVICE", "date": "2022-01-01"},
}


class Shown(Told):
    """A source of scripted outcomes; if the house has an electronic device, its draws are used instead."""

    def __init__(self, store: Store, table: str, secret: str) -> None:
        super().__init__(lambda state, of: self.told.popleft())
        self.store, self.table, self.secret = store, table, secret
        self.told: deque[str] = deque()
        self.device: Device | None = None

    def prepare(self, number: int) -> None:
        """Make a round's seed from a known secret, so that the shift is repeatable. Real devices never do this."""
        seed = sha256(f"{self.secret} {self.table} {number}".encode()).digest()
        self.device = Device(Seal(self.table, number, seed))

    def seal(self) -> str:
        """Return the commitment of the device."""
        assert self.device is not None
        return self.device.seal.commitment

    def closed(self, command: str) -> None:
        """Give the device the digest of the log."""
        if self.device is not None:
            self.device.closed(self.store, command)

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """Return the next outcome or draw."""
        return super().shows(state, of) if self.device is None else self.device.draw(state, of)

    def proof(self, state: State) -> Proof:
        """Return the proof of the device."""
        assert self.device is not None
        return self.device.proof(state)


@dataclass
class Scripted(Table):
    """A table over a store, with the steps that a script is made of."""

    host: Host = field(kw_only=True)
    shown: Shown = field(kw_only=True)

    def command(self, word: str, who: By, **fields: Any) -> Command:
        """Make the next command."""
        self.number += 1
        raw = {"do": word, "id": self.id, "by": who, "at": START + self.number * STEP, **fields}
        return commands.read(msgspec.json.encode(raw))

    @property
    def id(self) -> str:
        """The id of the last command."""
        return f"{self.host.stream}/{self.number}"

    def _do(self, word: str, who: By, /, **fields: Any) -> tuple[Event, ...]:
        answer = self.host.handle(self.command(word, who, **fields))
        assert answer.refusal is None, f"{word}: {answer.refusal}"
        self.state = self.host.state
        return tuple(events.read(bytes(each)) for each in answer.events)

    def refused(self, word: str, who: By, /, **fields: Any) -> None:
        """Give a command, which must be refused; its answer is stored too."""
        assert self.host.handle(self.command(word, who, **fields)).refusal is not None, word

    @property
    def crew(self) -> Driver:
        """The driver that performs the acts that are due."""

        def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
            self.do(word, who, **fields)
            return self.id

        return Driver(lambda: self.state, give, self.shown, staff=by)

    def due(self, *until: type[Command]) -> None:
        """Perform the acts that are due, up to one of these. A shooter without a line wager makes one."""
        while True:
            found = self.crew.run(*until)
            if isinstance(found, Act):
                return
            assert found == Waiting("player", None, "line-wager"), found
            shooter = CrapsTable.of(self.state.felt).shooter or self.state.dice.asked or next_in_turn(self.state)
            assert shooter is not None
            self.places(shooter, "pass", 5_00)

    def settled(self, *comes: str) -> None:
        """Play the rest of a round with this outcome and its draws, unless a device decides."""
        self.shown.told.extend(comes)
        self.due(OpenBetting)
        assert not self.shown.told, self.shown.told

    def opens(self) -> None:
        """Open the betting of the next round; a device commits to a seed first."""
        self.crew.step()
        if self.state.house.electronic_device:
            self.crew.step()

    def round(self, *comes: str) -> None:
        """Play a round up to the next open betting."""
        self.settled(*comes)
        self.opens()

    def changes_house(self, **change: Any) -> None:
        """Settle the round, then change the house."""
        self.do("change-house", by("key-manager"), house=written(TABLES[self.state.table_id], **change))
        self.shown.device = None

    def tries_the_device(self, rounds: int, wagers: Callable[[], None], **change: Any) -> None:
        """Let a device decide some rounds, the first of which is voided; then return to scripted outcomes."""
        self.changes_house(**ELECTRONIC, **change)
        for number in range(rounds):
            self.opens()
            wagers()
            if number == 0:
                self.due(CallOutcome)
                self.do("void-round", by("key-manager"), reason="the device is tried")
            self.settled()
        self.changes_house(limits__default={"min": 1, "max": 400}, **change)
        self.opens()

    def corrects(self, number: int, outcome: str, *draws: dict[str, str]) -> None:
        """Correct a misread outcome."""
        says = {"round": number, "outcome": outcome, "reason": "misread", "dealer": "dee", "draws": draws}
        self.do("correct-outcome", by("pit-supervisor"), **says)

    def goes_home(self, player: str) -> None:
        """Let a player color up, cash out and leave."""
        if rack := self.rack(player):
            self.do("color-up", by("dealer"), player=player, amount=rack)
            self.do("cash-out", by("player", player), player=player, amount=rack)
        self.do("leave", by("player", player), player=player)

    def ends(self) -> None:
        """Close the table: all players leave, the boxes are removed, the bank is counted."""
        for seat in self.state.seats:
            self.goes_home(seat.player)
        for box in ("drop", "tips"):
            self.do("remove-box", by("count-team"), box=box)
        self.do("close-table", by("pit-supervisor"), counted=self.state.balance("bank"))


@contextmanager
def scripted_shift(rounds: int = 0, tables: Iterable[str] = TABLES, secret: str = SECRET) -> Iterator[Store]:
    """A store with the shift at these tables: `rounds` at each, or as many as its script needs."""
    with stores.open("memory:") as kept:
        for table in tables:
            host = Host(kept, stream_of(table), signer=SIGNER)
            try:
                shown = Shown(kept, table, secret)
                SCRIPTS[table](Scripted(state=host.state, host=host, shown=shown), rounds)
            finally:
                host.close()
        yield kept


def tables_of(kept: Store) -> list[str]:
    """The streams of the tables in a store."""
    return [stream for stream in kept.streams() if stream.startswith("table/")]


def kinds_of(kept: Store) -> set[str]:
    """The kinds of event in a store of tables."""
    return {envelope.kind for stream in tables_of(kept) for envelope in kept.read(stream)}


def record(version: str, folder: Path = RECORDED, kinds: Iterable[str] = ()) -> None:
    """Record the shift of a version, and the digests of its states; it must have these kinds of event."""
    path, states = folder / f"{version}.txt", folder / "states.json"
    path.unlink(missing_ok=True)
    with scripted_shift() as kept:
        missing = sorted(set(kinds) - kinds_of(kept))
        assert not missing, f"tests/support/recorded/rounds.py makes no {missing}"
        export.write(kept, path)
    known = json.loads(states.read_text(encoding="utf-8"))
    known[version] = of_export(str(path))
    states.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record(sys.argv[1], kinds=events.KINDS)
