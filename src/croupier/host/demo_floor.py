"""A table of the demo as its staff works it: commands with a clock of their own, money, the steps of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Any

import msgspec

from croupier import house
from croupier.conduct.by import Role
from croupier.core.chance import Chance, as_text, nth
from croupier.host.answer import Answer
from croupier.host.device import Device
from croupier.host.host import Host
from croupier.store import Store
from croupier.table import By, HouseText, State, commands
from croupier.table.outcomes import OUTCOME, Seal

STEP = 1_500_000  # microseconds from one command to the next
MOST_WAITING = 1_000  # answers that may be outstanding
INSTRUMENTS = ("cash", "cash", "cash", "ticket", "purchase-ticket", "coupon", "mobile-atm-receipt")
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


def by(role: Role) -> By:
    """The member of staff in a role, or the machine."""
    return By(STAFF[role], role, "" if role == "system" else f"L-{STAFF[role]}")


def player(name: str) -> By:
    """A player acting alone."""
    return By(name, "player")


def drawn(chance: Chance[Any], data: Random) -> str:
    """One outcome with its exact chance, as it is typed.

    >>> drawn(Chance((((4, 2), 1),)), Random(1))
    '4-2'
    """
    return as_text(nth(chance.weights, data.randrange(chance.total)))


def written(name: str, **change: Any) -> HouseText:
    """A preset as it travels, with choices made otherwise by dotted key (dots as __)."""
    changed = {key.replace("__", "."): value for key, value in change.items()}
    text = house.find(name).read_text(encoding="utf-8")
    return HouseText(name, text, None, msgspec.json.encode(changed).decode())


class Floor:
    """One table: whatever is asked of it goes through its host."""

    def __init__(self, host: Host, store: Store, data: Random, start: int, name: Callable[[int], str]) -> None:
        self.host, self.store, self.data, self.start, self.name = host, store, data, start, name
        self.number = 0  # of commands given
        self.device: Device | None = None  # of the round, where the house has an electronic one
        self._last: Future[Answer] = Future()
        self._waiting: list[Future[Answer]] = []
        self._refusals: Counter[str] = Counter()

    @property
    def state(self) -> State:
        """The table as it stands."""
        state: State = self.host.state
        return state

    def one_in(self, count: int) -> bool:
        """True once in so many times."""
        return self.data.randrange(count) == 0

    def ask(self, word: str, who: By, /, **fields: Any) -> bool:
        """Give a command, as it would come in from outside; whether it was taken."""
        self.number += 1
        raw = {"do": word, "id": self.name(self.number), "by": who, "at": self.start + self.number * STEP, **fields}
        before = self.host.version
        self._last = self.host.submit(commands.read(msgspec.json.encode(raw)))
        self._waiting.append(self._last)
        if len(self._waiting) > MOST_WAITING:
            self.acknowledged()
        return self.host.version > before

    def do(self, word: str, who: By, /, **fields: Any) -> None:
        """Give a command that the table has to take."""
        if not self.ask(word, who, **fields):
            raise AssertionError(f"{word} was refused: {self._last.result().refusal}")

    def acknowledged(self) -> Counter[str]:
        """Wait until every command is answered; the refusals so far, by their word."""
        for future in self._waiting:
            if (refusal := future.result().refusal) is not None:
                self._refusals[refusal.word] += 1
        self._waiting.clear()
        return self._refusals

    # The device ---------------------------------------------------------------------------------------------
    def seals(self, seal: Callable[[int], Seal]) -> None:
        """Where the house has an electronic device it is bound before a wager is taken."""
        self.device = None
        if self.state.house.electronic_device:
            self.device = Device(seal(self.state.round))
            self.do("publish-seal", by("device"), commitment=self.device.seal.commitment)

    def closed(self) -> None:
        """The last command closed the betting: the device waits until it is stored, and takes the digest there."""
        if self.device is not None:
            self._last.result()
            self.device.closed(self.store, self.name(self.number))

    def shows(self, of: str = OUTCOME) -> str:
        """The outcome, award or bonus that comes now: the device's, or that of dice and wheels."""
        house = self.state.house
        if self.device is not None:
            return self.device.draw(self.state, of)
        return drawn(house.game.chance(house) if of == OUTCOME else house.game.draw_chance(of, house), self.data)

    def reveals(self) -> None:
        """What the device was bound to and has drawn, when the round is over."""
        if self.device is not None:
            self.do("reveal-seed", by("device"), proof=self.device.proof(self.state))

    # Money --------------------------------------------------------------------------------------------------
    def buys_in(self, name: str, units: int = 40) -> None:
        """The four steps, for so many chips of the player's unit."""
        seat, dealer = self.state.seat(name), by("dealer")
        assert seat is not None
        amount = units * (seat.unit or 5_00)
        self.do("spread-cash", dealer, player=name, instrument=self.data.choice(INSTRUMENTS), amount=amount)
        self.do("state-amount", dealer, player=name, amount=amount)
        self.do("give-chips", dealer, player=name)
        self.do("drop-cash", dealer, player=name, into=self.data.choice(("drop-box", "bill-validator")))

    def goes_home(self, name: str) -> None:
        """Color up, cash out, leave."""
        if rack := self.state.felt.rack(name):
            self.do("color-up", by("dealer"), player=name, amount=rack)
            self.do("cash-out", player(name), player=name, amount=rack)
        self.do("leave", player(name), player=name)

    def settles_claims(self) -> None:
        """Every claim: from or to the rack as far as that goes, else in cash or waived."""
        for person, amount in self.state.claims:
            if not self.ask("settle-claim", by("pit-supervisor"), person=person, how="rack"):
                how = "cash" if amount > 0 else "waived"
                self.do("settle-claim", by("pit-supervisor"), person=person, how=how)

    def fills(self) -> None:
        """A fill where the bank runs low."""
        if self.state.balance("bank") < 5_000_00:
            slip = f"F-{self.number}"
            self.do("receive-fill", by("pit-supervisor"), amount=50_000_00, slip=slip, witness=STAFF["security"])

    def closes(self) -> None:
        """The boxes taken away, the bank counted, the table closed."""
        self.fills()
        if self.state.balance("tube"):
            self.do("empty-tube", by("dealer"))
        for box in ("drop", "tips"):
            self.do("remove-box", by("count-team"), box=box)
        self.do("close-table", by("pit-supervisor"), counted=self.state.balance("bank"))
