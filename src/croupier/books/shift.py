"""The figures of one shift of one table: whole cents and counts, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

#: Amounts by name, sorted by name; amounts of zero are left out.
Parts = tuple[tuple[str, int], ...]
#: Why chips come into the bank or leave it although nobody won or lost them. `claim` is cash that a person brings for
#: what a decision has already taken from the bank: it goes into the drop box, so it is an exchange, as chips are.
EXCHANGES = frozenset("chips claim opening closing fill credit contribution award counted".split())


def parts(amounts: Mapping[str, int]) -> Parts:
    """Amounts by name, without those of zero.

    >>> parts({"winnings": -500, "lost": 700, "rounding": 0})
    (('lost', 700), ('winnings', -500))
    """
    return tuple(sorted((name, amount) for name, amount in amounts.items() if amount))


@dataclass(frozen=True, slots=True)
class Dropped:
    """What went into one box in one form: money and tickets by instrument, and claims that were paid in cash."""

    box: str  # drop-box or bill-validator
    instrument: str
    amount: int


@dataclass(frozen=True, slots=True)
class MeterFigures:
    """A progressive meter in one shift, in cents: `opening` + `seeds` + `contributions` - `awards` = `closing`."""

    wager: str
    opening: int
    seeds: int
    contributions: int
    awards: int
    closing: int


@dataclass(frozen=True, slots=True)
class Voids:
    """How often outcomes were voided in one way; `result` is what the device had shown, if that was called."""

    call: str
    reason: str
    result: str
    count: int


@dataclass(frozen=True, slots=True)
class Shift:
    """A table from one counted inventory to the next. Amounts are cents, times are microseconds.

    A shift that has not ended has no `counted`; `expected` is then what the bank holds by the record.
    """

    table: str
    day: date  # the gaming day in which it began
    number: int  # of this table's shifts in that gaming day, from 1
    game: str
    house: str  # the title of the house at its beginning
    began: int
    ended: int | None
    opening: int
    counted: int | None
    expected: int
    rounds: int
    wagers: int  # decided
    handle: int
    bank: Parts  # the postings to the table's bank, by their reasons
    dropped: tuple[Dropped, ...]
    buy_ins: int  # how many
    brought: int  # value chips that players brought
    cashed_out: int
    meters: tuple[MeterFigures, ...]
    tips: int  # into the tip box
    tube: int  # into the tip tube
    removed: Parts  # what boxes held when they were taken away, by box
    voids: tuple[Voids, ...]
    corrections: Parts  # corrected outcomes, by the stage of the round
    disputes: int  # how many were decided
    claims: Parts  # claims that were settled, by the way; below zero a person owed the table

    def of_bank(self, *whys: str) -> int:
        """The sum of the bank's postings for these reasons, with their reversals by corrections."""
        named = {*whys, *(f"reversed {why}" for why in whys)}
        return sum(amount for why, amount in self.bank if why in named)

    @property
    def win_parts(self) -> Parts:
        """What the win by wagers consists of."""
        return tuple((why, amount) for why, amount in self.bank if why not in EXCHANGES)

    @property
    def win(self) -> int:
        """Win by wagers: everything that the bank gained or lost, except exchanges."""
        return sum(amount for _, amount in self.win_parts)

    @property
    def drop(self) -> int:
        """Everything that went into the drop box and the bill validator."""
        return sum(each.amount for each in self.dropped)

    @property
    def fills(self) -> int:
        """Chips that came from the cage."""
        return self.of_bank("fill")

    @property
    def credits(self) -> int:
        """Chips that went to the cage, before the closing."""
        return -self.of_bank("credit")

    @property
    def closing(self) -> int:
        """The closing inventory: as counted, or by the record while nobody has counted."""
        return self.expected if self.counted is None else self.counted

    @property
    def win_by_drop(self) -> int:
        """Drop, credits and closing inventory, less opening inventory and fills, with the change of the meters."""
        chips = self.credits + self.closing - self.opening - self.fills
        return self.drop + chips + sum(each.contributions - each.awards for each in self.meters)

    @property
    def difference(self) -> int:
        """What was counted above the record; below zero it is missing."""
        return self.closing - self.expected

    @property
    def liability(self) -> int:
        """What the progressive meters show at the end."""
        return sum(each.closing for each in self.meters)

    @property
    def commission(self) -> int:
        """Commission on buy and lay wagers."""
        return self.of_bank("commission")

    @property
    def rounding(self) -> int:
        """What the table paid because winnings are rounded up to the lowest chip; zero or below."""
        return self.of_bank("rounding")

    @property
    def hold(self) -> Fraction | None:
        """Win by wagers as a share of the drop; None without a drop."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def of_handle(self) -> Fraction | None:
        """Win by wagers as a share of the handle; None if nothing was decided."""
        return Fraction(self.win, self.handle) if self.handle else None


def by_instrument(shifts: Iterable[Shift]) -> Parts:
    """The drop of several shifts by instrument, from all boxes."""
    found: dict[str, int] = {}
    for each in (dropped for shift in shifts for dropped in shift.dropped):
        found[each.instrument] = found.get(each.instrument, 0) + each.amount
    return parts(found)
