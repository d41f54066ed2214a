"""A demo table: gives commands with a simulated clock, moves money, and acts as the source of outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from random import Random
from typing import Any

import msgspec

from croupier.conduct.by import Role
from croupier.core.chance import Chance, as_text, nth
from croupier.floor.crew.act import Act
from croupier.host.answer import Answer
from croupier.host.device import Device
from croupier.host.host import Host
from croupier.store import Store
from croupier.table import By, State, commands
from croupier.table.acts.dice import turns
from croupier.table.acts.irregularities import disputes, stops, voids
from croupier.table.acts.money import cage
from croupier.table.acts.money.drop_box import remover
from croupier.table.cage_slips import Box
from croupier.table.outcomes import OUTCOME, Seal
from croupier.table.proof import Proof

STEP = 1_500_000  # microseconds from one command to the next
MOST_WAITING = 1_000  # answers that may be outstanding
#: In cents: the bank is filled when it falls below the first amount, by the second.
LOW, FILL = 5_000_00, 50_000_00
INSTRUMENTS = ("cash", "cash", "cash", "ticket", "purchase-ticket", "mobile-atm-receipt")
STAFF: dict[Role, str] = {
    "dealer": "Dana",
    "stickperson": "Stan",
    "boxperson": "Bo",
    "pit-supervisor": "Pat",
    "key-manager": "Kim",
    "security": "Sam",
    "count-team": "Cal",
    "device": "wheel-7",
    "system": "host",
}


def player(name: str) -> By:
    """A player who gives commands alone."""
    return By(name, "player")


def drawn(chance: Chance[Any], data: Random) -> str:
    """A random outcome with its exact chance, as text.

    >>> drawn(Chance((((4, 2), 1),)), Random(1))
    '4-2'
    """
    return as_text(nth(chance.weights, data.randrange(chance.total)))


class DemoTable:
    """One table; all commands go through its host."""

    def __init__(
        self, host: Host, store: Store, data: Random, start: int, name: Callable[[int], str],
        seals: Callable[[int], Seal],
    ) -> None:  # fmt: skip
        """`name` makes the ids of commands, `seals` the seeds of rounds by their number."""
        self.host, self.store, self.data, self.start, self.name, self.seals = host, store, data, start, name, seals
        self.staff = dict(STAFF)
        self.number = 0  # of commands so far
        self.device: Device | None = None  # the device of this round, where the house has an electronic one
        self._last: Future[Answer] = Future()
        self._waiting: list[Future[Answer]] = []
        self._refusals: Counter[str] = Counter()

    @property
    def state(self) -> State:
        """The present state of the table."""
        state: State = self.host.state
        return state

    def by(self, role: Role) -> By:
        """The staff member in a role, or the machine."""
        person = self.staff[role]
        return By(person, role, "" if role == "system" else self.licence(person))

    def licence(self, person: str) -> str:
        """The licence of somebody who works here."""
        return f"L-{person}"

    def now(self) -> int:
        """The time of the last command."""
        return self.start + self.number * STEP

    def one_in(self, count: int) -> bool:
        """True once in this many times, on average."""
        return self.data.randrange(count) == 0

    def ask(self, word: str, who: By, /, **fields: Any) -> bool:
        """Give a command as a client would; return whether it was accepted."""
        self.number += 1
        raw = {"do": word, "id": self.name(self.number), "by": who, "at": self.now(), **fields}
        before = self.host.version
        self._last = self.host.submit(commands.read(msgspec.json.encode(raw)))
        self._waiting.append(self._last)
        if len(self._waiting) > MOST_WAITING:
            self.acknowledged()
        return self.host.version > before

    def do(self, word: str, who: By, /, **fields: Any) -> None:
        """Give a command that must be accepted."""
        if not self.ask(word, who, **fields):
            raise AssertionError(f"{word} was refused: {self._last.result().refusal}")

    def directs(self, word: str, role: Role, *tries: Mapping[str, Any]) -> bool:
        """Try to direct what is done about an irregularity, from the notification to the observation.

        Give the command with each of these fields until it is accepted; return whether it was.
        """
        self.do("raise-dispute", self.by(self.state.course.caller), about="an irregularity")
        number, decider = self.state.disputed, self.by(role)
        taken = any(self.ask(word, decider, **fields, notice=number) for fields in tries)
        if not taken:
            self.do("decide-dispute", decider, number=number, decision="play goes on")
        self.do("observe-action", decider, number=number, action="done as directed")
        return taken

    def give(self, word: str, who: By, fields: Mapping[str, Any]) -> str:
        """`do` for a driver: returns the id of the command."""
        self.do(word, who, **fields)
        return self.name(self.number)

    def acknowledged(self) -> Counter[str]:
        """Wait until every command is answered; return the refusals so far, by code."""
        for future in self._waiting:
            if (refusal := future.result().refusal) is not None:
                self._refusals[refusal.word] += 1
        self._waiting.clear()
        return self._refusals

    # Where outcomes come from -------------------------------------------------------------------------------
    tells = True

    def prepare(self, number: int) -> None:
        """Create the device of a round, before wagers are taken."""
        self.device = Device(self.seals(number))

    def seal(self) -> str:
        """The commitment of the device."""
        assert self.device is not None
        return self.device.seal.commitment

    def closed(self, command: str) -> None:
        """If a device decides, wait until the close is stored, and read the digest there."""
        if self.state.house.electronic_device and self.device is not None:
            self._last.result()
            self.device.closed(self.store, command)

    def publish(self, state: State) -> None:
        """The houses of a demo have no delay."""
        raise AssertionError("the houses of a demo have no delay")

    def closing(self) -> Mapping[str, Any]:
        """The houses of a demo have no delay."""
        raise AssertionError("the houses of a demo have no delay")

    def fetch(self, state: State, of: str = OUTCOME) -> None:
        """Nothing has to be got ready."""

    def shows(self, state: State, of: str = OUTCOME) -> str:
        """The next outcome, award or bonus: the device's, or that of dice and wheels."""
        house = state.house
        if house.electronic_device and self.device is not None:
            return self.device.draw(state, of)
        return drawn(house.game.chance(house) if of == OUTCOME else house.game.draw_chance(of, house), self.data)

    def open(self) -> None:
        """The seed is known."""

    def proof(self, state: State) -> Proof:
        """The proof of a finished round."""
        assert self.device is not None
        return self.device.proof(state)

    def revealed(self, commitment: str) -> None:
        """Nothing to delete: a demo keeps no secrets."""

    def judge(self, act: Act, state: State) -> Mapping[str, Any]:
        """The fields that the demo's staff adds where a role has to judge."""
        match act.command:
            case disputes.RaiseDispute:
                return {"about": "the round cannot go on"}
            case disputes.ObserveAction:
                return {"action": "done as directed"}
            case voids.InspectBall:
                return {"fit": True, "remark": "no damage seen"}
            case turns.DirectHand:
                return {"way": self.data.choice(("continue", "return"))}
            case cage.ReceiveFill:
                return {"amount": FILL, "slip": f"F-{self.number}", "witness": self.staff["security"]}
            case stops.VoidRound:
                return {"reason": "nobody can shoot"}
        raise AssertionError(f"the staff of the demo does not judge {act.word}")

    # Money --------------------------------------------------------------------------------------------------
    def buys_in(self, name: str, units: int = 40) -> None:
        """Buy in by the four steps, for this many chips of the player's unit."""
        seat, dealer = self.state.seat(name), self.by("dealer")
        assert seat is not None
        amount = units * (seat.unit or 5_00)
        paid = {"instrument": self.data.choice(INSTRUMENTS), "amount": amount, "serial": f"N-{self.number}"}
        self.do("spread-cash", dealer, player=name, **paid)
        self.do("state-amount", dealer, player=name, amount=amount)
        self.do("give-chips", dealer, player=name)
        self.do("drop-cash", dealer, player=name, into=self.data.choice(("drop-box", "bill-validator")))

    def goes_home(self, name: str) -> None:
        """Color up, cash out, leave."""
        if rack := self.state.felt.rack(name):
            self.do("color-up", self.by("dealer"), player=name, amount=rack)
            self.do("cash-out", player(name), player=name, amount=rack)
        self.do("leave", player(name), player=name)

    def settles_claims(self) -> None:
        """Settle every claim: with the rack as far as possible, else in cash or waived."""
        for person, amount in self.state.claims:
            if not self.ask("settle-claim", self.by("pit-supervisor"), person=person, how="rack"):
                how = "cash" if amount > 0 else "waived"
                self.do("settle-claim", self.by("pit-supervisor"), person=person, how=how)

    def removes(self, *boxes: Box) -> None:
        """Remove boxes, each by the role that has the key."""
        for box in boxes:
            self.do("remove-box", self.by(remover(self.state, box)), box=box)

    def closes(self) -> None:
        """Remove the boxes, count the bank, close the table."""
        if self.state.balance("tube"):
            self.do("empty-tube", self.by("dealer"))
        self.removes("drop", "tips")
        self.do("close-table", self.by("pit-supervisor"), counted=self.state.balance("bank"))
