"""The cage of a house as an immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from croupier.conduct.postings import Balances
from croupier.conduct.two_people import Proposals
from croupier.core.gaming_day import DENVER, GamingDay
from croupier.table.cage_slips import Contents

#: What tables send to the cage, and what is counted there.
Sent = Literal["credit", "drop", "validator", "tips"]
#: How many people sign the count of a box.
COUNTERS = 3


@dataclass(frozen=True, slots=True)
class Waiting:
    """A credit or a box that a table has sent and that is not counted yet."""

    number: int  # in the order in which they came
    table: str
    what: Sent
    recorded: Contents  # by the record of the table, by instrument
    paper: str = ""  # the number of the paper that came with a credit
    explain_above: int = 0  # a difference above this amount must be explained
    counted: Contents | None = None  # as the first person of the count team has counted it
    signed: tuple[str, ...] = ()  # those who have counted the same

    @property
    def amount(self) -> int:
        """Its value by the record of the table, in cents."""
        return total(self.recorded)


@dataclass(frozen=True, slots=True)
class Difference:
    """A count that was not what the record says."""

    number: int
    table: str
    what: str
    amount: int  # counted less recorded, in cents
    explain: bool  # whether it must be explained before the gaming day is closed


@dataclass(frozen=True, slots=True)
class Stock:
    """The chips of a table, as two people have last counted them."""

    table: str
    amount: int
    open: bool  # whether the table was open then
    at: int


@dataclass(frozen=True)
class State:
    """Everything about the cage of one house. Only events make a new one."""

    house: str  # what follows the prefix in the name of the stream
    at: int = 0
    proposals: Proposals = field(default_factory=Proposals)
    balances: Balances = ()
    day: GamingDay | None = None  # when gaming days begin; None: the cage is not founded
    fills: int = 0  # how many were issued
    sent: int = 0  # how many credits and boxes have come
    found: int = 0  # how many differences were found
    waiting: tuple[Waiting, ...] = ()
    differences: tuple[Difference, ...] = ()  # not explained yet
    stocks: tuple[Stock, ...] = ()  # of each table
    closed: str | None = None  # the last gaming day that was closed

    def but(self, **changes: Any) -> State:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def held(self, account: str) -> int:
        """The balance of an account in cents."""
        return dict(self.balances).get(account, 0)

    @property
    def gaming_day(self) -> GamingDay:
        """When gaming days begin."""
        return self.day or DENVER

    def numbered(self, number: int) -> Waiting | None:
        """What waits under this number; None if nothing does."""
        return next((each for each in self.waiting if each.number == number), None)

    def without(self, number: int) -> tuple[Waiting, ...]:
        """What waits, but for one."""
        return tuple(each for each in self.waiting if each.number != number)

    def with_waiting(self, changed: Waiting) -> State:
        """The same with something that waits changed."""
        return self.but(waiting=tuple(changed if each.number == changed.number else each for each in self.waiting))

    def difference(self, number: int) -> Difference | None:
        """A difference that nobody has explained; None if no such difference is open."""
        return next((each for each in self.differences if each.number == number), None)

    def with_difference(self, table: str, what: str, amount: int, explain_above: int) -> State:
        """The same with one more difference, if there is one."""
        if not amount:
            return self
        number = self.found + 1
        found = Difference(number, table, what, amount, abs(amount) > explain_above)
        return self.but(found=number, differences=(*self.differences, found))


def total(contents: Contents) -> int:
    """What contents are worth together, in cents."""
    return sum(amount for _, amount in contents)
