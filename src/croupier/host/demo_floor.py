"""A table of the demo as its staff works it: commands with a clock of their own, money, the steps of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Any

import msgspec

from croupier import house
from croupier.core.chance import Chance
from croupier.host.answer import Answer
from croupier.host.host import Host
from croupier.table import By, HouseText, State, commands
from croupier.table.people import Role

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
    "system": "host",
}


def by(role: Role) -> By:
    """The member of staff in a role."""
    return By(STAFF[role], role, "" if role == "system" else f"L-{STAFF[role]}")


def player(name: str) -> By:
    """A player acting alone."""
    return By(name, "player")


def drawn(chance: Chance[Any], data: Random) -> str:
    """One outcome with its exact chance, as it is typed.

    >>> drawn(Chance((((4, 2), 1),)), Random(1))
    '4-2'
    """
    left = data.randrange(chance.total)
    for outcome, weight in chance.weights:
        left -= weight
        if left < 0:
            return "-".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)
    raise AssertionError("the weights add up to the total")


def written(name: str, **change: Any) -> HouseText:
    """A preset as it travels, with choices made otherwise by dotted key (dots as __)."""
    changed = {key.replace("__", "."): value for key, value in change.items()}
    text = house.find(name).read_text(encoding="utf-8")
    return HouseText(name, text, None, msgspec.json.encode(changed).decode())


class Floor:
    """One table: whatever is asked of it goes through its host."""

    def __init__(self, host: Host, data: Random, start: int, name: Callable[[int], str]) -> None:
        self.host, self.data, self.start, self.name = host, data, start, name
        self.number = 0  # of commands given
        self._waiting: list[Future[Answer]] = []
        self._refusals: Counter[str] = Counter()

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.host.state

    def one_in(self, count: int) -> bool:
        """True once in so many times."""
        return self.data.randrange(count) == 0

    def ask(self, word: str, who: By, /, **fields: Any) -> bool:
        """Give a command, as it would come in from outside; whether it was taken."""
        self.number += 1
        raw = {"do": word, "id": self.name(self.number), "by": who, "at": self.start + self.number * STEP, **fields}
        before = self.host.version
        self._waiting.append(self.host.submit(commands.read(msgspec.json.encode(raw))))
        if len(self._waiting) > MOST_WAITING:
            self.acknowledged()
        return self.host.version > before

    def do(self, word: str, who: By, /, **fields: Any) -> None:
        """Give a command that the table has to take."""
        if not self.ask(word, who, **fields):
            raise AssertionError(f"{word} was refused: {self._waiting[-1].result().refusal}")

    def acknowledged(self) -> Counter[str]:
        """Wait until every command is answered; the refusals so far, by their word."""
        for future in self._waiting:
            if (refusal := future.result().refusal) is not None:
                self._refusals[refusal.word] += 1
        self._waiting.clear()
        return self._refusals

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
            seated = self.state.seat(person) is not None
            if not (seated and self.state.felt.rack(person) + amount >= 0):
                how = "cash" if amount > 0 and seated else "waived"
            else:
                how = "rack"
            self.do("settle-claim", by("pit-supervisor"), person=person, how=how)

    def fills(self) -> None:
        """A fill where the bank runs low."""
        if self.state.balance("bank") < 5_000_00:
            slip = f"F-{self.number}"
            self.do("receive-fill", by("pit-supervisor"), amount=50_000_00, slip=slip, witness=STAFF["security"])

    def closes(self) -> None:
        """The boxes taken away, the bank counted, the table closed."""
        self.fills()
        for box in ("drop", "tips"):
            self.do("remove-box", by("count-team"), box=box)
        self.do("close-table", by("pit-supervisor"), counted=self.state.balance("bank"))
