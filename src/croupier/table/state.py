"""A live table as a value: a felt with people, chips, order and accounts around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from msgspec import Struct

from croupier.conduct.command import Word
from croupier.core.course import Course, Phase
from croupier.core.topic import Silent, Topic
from croupier.felt import Felt
from croupier.house import House
from croupier.table.chips import Instrument
from croupier.table.rows import Row

#: By player: wager, spot and stake of each wager.
Repeats = tuple[tuple[str, tuple[tuple[str, str | None, int], ...]], ...]
#: Rounds that can still be corrected.
REMEMBERED = 4


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place; non-value chips have a color and a unit."""

    place: int
    player: str
    color: str | None = None
    unit: int | None = None


@dataclass(frozen=True, slots=True)
class Buying:
    """A buy-in on its way through its four steps."""

    player: str
    instrument: Instrument
    amount: int
    step: Literal["spread", "stated", "given"] = "spread"


@dataclass(frozen=True, slots=True)
class Coupon:
    """A coupon that stands as a wager."""

    player: str
    wager: str
    spot: str | None
    amount: int
    number: str


@dataclass(frozen=True, slots=True)
class AskedCall:
    """A call that waits for the dealer."""

    player: str
    wager: str
    spot: str | None
    on: bool


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute that nobody has decided yet."""

    number: int
    player: str
    against: str


@dataclass(frozen=True, slots=True)
class Dice:
    """Where the dice are: who is asked, who has declined, who threw last, and how the hand goes on."""

    asked: str | None = None
    count: int = 0
    declined: tuple[str, ...] = ()
    last: str | None = None
    place: int = 0  # where the last shooter stood; the boxperson's left is after 0
    way: Literal["new", "continue"] = "new"


class DrawEntry(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One draw with its result."""

    of: Literal["award", "bonus"]
    result: Word


@dataclass(frozen=True)
class Round:
    """A settled round, kept so that it can be corrected."""

    digested: ClassVar[bool] = True
    number: int
    outcome: str
    draws: tuple[DrawEntry, ...]
    before: Felt  # as it stood when it was settled
    after: Felt  # what the round left, without what came later
    rows: tuple[Row, ...]
    coupons: tuple[Coupon, ...]
    caller: str  # who entered the outcome
    dice: Dice  # where they were


@dataclass(frozen=True)
class State:
    """Everything about one table. Only `evolve` makes a new one."""

    table_id: str
    at: int = 0
    phase: Phase = "closed"
    round: int = 0
    play: Felt | None = None
    houses: tuple[House, ...] = ()  # in force since the table was opened, the newest last
    seats: tuple[Seat, ...] = ()
    excluded: frozenset[str] = frozenset()
    designated: frozenset[str] = frozenset()
    buying: Buying | None = None
    coupons: tuple[Coupon, ...] = ()
    calls: tuple[AskedCall, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    disputed: int = 0  # how many there ever were
    claims: tuple[tuple[str, int], ...] = ()  # below zero: owed to the table
    dice: Dice = field(default_factory=Dice)
    outcome: str | None = None  # called and not yet settled
    draws: tuple[DrawEntry, ...] = ()
    caller: str = ""  # who called it
    rounds: tuple[Round, ...] = ()
    repeats: Repeats = ()  # last round's wagers
    ball_held: bool = False
    seal: str | None = None  # the device's commitment for this round
    revealed: bool = False  # whether its seed is known
    held: bool = False  # a round left open by a stop
    short: bool = False
    behind: int = 0  # by how much the clock is known to have stepped back
    balances: tuple[tuple[str, int], ...] = ()

    def but(self, **changes: Any) -> State:
        """The same table with some fields changed: `dataclasses.replace`, several times as fast."""
        fields = self.__dict__ | changes
        assert len(fields) == len(self.__dict__), f"a state has no {fields.keys() - self.__dict__.keys()}"
        after = object.__new__(State)
        object.__setattr__(after, "__dict__", fields)
        return after

    def posted(self, at: int, balances: tuple[tuple[str, int], ...], *, fresh: bool) -> State:
        """The same table at a time, with these accounts; one that was made for this event is changed in its place."""
        after = self if fresh else self.but()
        fields = after.__dict__
        fields["at"], fields["balances"] = at, balances
        return after

    @property
    def felt(self) -> Felt:
        """The felt of a table that has been opened."""
        assert self.play is not None, "the table has never been opened"
        return self.play

    @property
    def house(self) -> House:
        """The house in force."""
        assert self.play is not None, "the table has never been opened"
        return self.play.house

    def house_by(self, version: str) -> House:
        """A house that was in force since the table was opened."""
        for house in reversed(self.houses):
            if house.version == version:
                return house
        raise AssertionError(f"no house {version!r} was in force since the table was opened")

    @property
    def game(self) -> str:
        """The game played here."""
        assert self.play is not None, "the table has never been opened"
        return self.play.house.game_name

    @property
    def course(self) -> Course:
        """The course of a round of the game played here."""
        assert self.play is not None, "the table has never been opened"
        return self.play.house.game.course

    def cite(self, topic: Topic | Silent) -> str | None:
        """The paragraph of the game played here, if it has one on the topic."""
        assert self.play is not None, "the table has never been opened"
        return self.play.house.game.cites.get(topic)

    @property
    def running(self) -> bool:
        """Whether a round is under way."""
        return self.phase not in ("closed", "open", "settled")

    def seat(self, player: str) -> Seat | None:
        """Where a player sits, if anywhere."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def balance(self, account: str) -> int:
        """What an account holds, in cents."""
        for name, amount in self.balances:
            if name == account:
                return amount
        return 0

    def claim(self, person: str) -> int:
        """What is open with a person: below zero owed to the table, above zero owed to the person."""
        return dict(self.claims).get(person, 0)


def begin(table_id: str) -> State:
    """A table that has never been opened."""
    return State(table_id)
