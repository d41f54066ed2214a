"""A live table as an immutable value: a felt with its people, chips, order of play and accounts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from msgspec import Struct

from croupier.conduct.by import Role
from croupier.conduct.command import Word
from croupier.core.course import Course, Phase
from croupier.core.table import Table
from croupier.core.topic import Silent, Topic
from croupier.felt import Call, Felt
from croupier.felt.meter import PARTS
from croupier.house import House
from croupier.table.cage_slips import Chips as Pieces
from croupier.table.cage_slips import worth
from croupier.table.chips import Instrument
from croupier.table.closing import Published
from croupier.table.declared import DrawName
from croupier.table.kit import Kit
from croupier.table.rows import Row

#: By player: wager, spot and stake of each of the last round's wagers.
Repeats = tuple[tuple[str, tuple[tuple[str, str | None, int], ...]], ...]
#: How many past rounds can still be corrected.
REMEMBERED = 4


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place, with the color and unit of the player's non-value chips."""

    place: int
    player: str
    color: str | None = None
    unit: int | None = None


@dataclass(frozen=True, slots=True)
class Buying:
    """A buy-in in progress, at one of its four steps."""

    player: str
    instrument: Instrument
    amount: int
    step: Literal["spread", "stated", "given"] = "spread"
    dealer: str = ""  # who spread it, and so takes every further step (reading A14)
    role: Literal["dealer", "boxperson"] = "dealer"
    serial: str | None = None  # of a coupon


@dataclass(frozen=True, slots=True)
class Coupon:
    """A coupon that serves as a wager."""

    player: str
    wager: str
    spot: str | None
    amount: int
    number: str


@dataclass(frozen=True, slots=True)
class AskedCall:
    """A call On or Off that the dealer has not confirmed yet."""

    player: str
    wager: str
    spot: str | None
    on: bool
    tip: bool = False
    alike: bool = False  # one button for all like wagers of the player

    @property
    def act(self) -> Call:
        """The call as an act on the felt."""
        return Call(self.wager, self.on, self.spot, self.tip, self.alike)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute or irregularity that a dealer notified: not decided yet, or decided and not yet observed."""

    number: int
    player: str | None
    against: str | None
    dealer: str = ""  # who notified the supervisor
    decider: str = ""  # who directed what is done, and observes it (reading A15)
    role: Role | None = None  # of the decider


@dataclass(frozen=True, slots=True)
class Dice:
    """Where the dice are: who is offered them, who declined, who threw last, and how the hand goes on."""

    asked: str | None = None
    count: int = 0
    declined: tuple[str, ...] = ()
    last: str | None = None
    place: int = 0  # the place of the last shooter; 0 is the boxperson
    way: Literal["new", "continue"] = "new"
    refused: bool = False  # everybody seated has declined them since they were given up
    rolled_out: bool = False  # the boxperson lets whoever accepts throw without a line wager


class DrawEntry(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One draw with its result."""

    of: DrawName
    result: Word


@dataclass(frozen=True)
class Round:
    """A settled round, kept so that its outcome can be corrected."""

    digested: ClassVar[bool] = True
    number: int
    outcome: str
    draws: tuple[DrawEntry, ...]
    before: Felt  # the felt just before the settlement
    after: Felt  # the felt just after the settlement
    rows: tuple[Row, ...]
    coupons: tuple[Coupon, ...]
    caller: str  # the person who entered the outcome
    dice: Dice  # where the dice were before the settlement


@dataclass(frozen=True, slots=True)
class OfPit:
    """The pit that a table belongs to, and the kit that the table has from it."""

    pit: str  # its stream
    kit: Kit | None = None
    moves: int = 0  # how often the wheel was reported as moved under this kit
    seen: int = 0  # how many of these movements were before the last inspection
    act: int = 0  # with which act in the pit the house of the kit came into force, if it was handed over later
    word: int = 0  # how much the pit had recorded about wheels when it sent its newest word about this kit
    stopped: bool = False  # whether by that word the table waits for an inspection
    table_key: str = ""  # by its last kit, which is back, the role with the key of the drop box's lock to the table

    @property
    def to_inspect(self) -> bool:
        """Whether the wheel was moved and not inspected since."""
        return self.moves > self.seen


@dataclass(frozen=True, slots=True)
class Brought:
    """A fill that lies at the table and was not accepted yet."""

    number: int
    chips: Pieces

    @property
    def amount(self) -> int:
        """Its value in cents."""
        return worth(self.chips)


@dataclass(frozen=True, slots=True)
class Counted:
    """The chips of the table as one person has counted them; `confirmed`: a second person has counted the same."""

    chips: Pieces
    person: str
    confirmed: bool = False

    @property
    def amount(self) -> int:
        """Their value in cents."""
        return worth(self.chips)


@dataclass(frozen=True, slots=True)
class OfCage:
    """The cage that a table has its chips from, and what is recorded for it."""

    cage: str  # its stream
    fills: tuple[Brought, ...] = ()
    counted: Counted | None = None  # until the table opens or closes
    boxes: tuple[tuple[str, str, int], ...] = ()  # what is in the drop box and the validator: box, instrument, cents

    def dropped(self, box: str, instrument: str, amount: int) -> OfCage:
        """The same with more money in a box."""
        held = {(one, other): cents for one, other, cents in self.boxes}
        held[box, instrument] = held.get((box, instrument), 0) + amount
        return replace(self, boxes=tuple((*key, cents) for key, cents in sorted(held.items())))

    def contents(self, box: str) -> tuple[tuple[str, int], ...]:
        """What is in a box, by instrument."""
        return tuple((instrument, cents) for name, instrument, cents in self.boxes if name == box)

    def emptied(self, box: str) -> OfCage:
        """The same with an empty box."""
        return replace(self, boxes=tuple(each for each in self.boxes if each[0] != box))


@dataclass(frozen=True)
class State:
    """Everything about one table. Only `evolve` makes a new one."""

    table_id: str
    at: int = 0
    phase: Phase = "closed"
    round: int = 0
    play: Felt | None = None
    houses: tuple[House, ...] = ()  # every house in force since the table was opened, the newest last
    seats: tuple[Seat, ...] = ()
    excluded: frozenset[str] = frozenset()
    designated: frozenset[str] = frozenset()
    dealer: str | None = None  # who is in charge, where the rules put one dealer in charge
    buying: Buying | None = None
    coupons: tuple[Coupon, ...] = ()
    coupons_used: frozenset[str] = frozenset()  # serial numbers that were decided or exchanged for chips
    tickets_used: frozenset[str] = frozenset()  # tickets and purchase tickets that were redeemed here
    calls: tuple[AskedCall, ...] = ()
    moved: frozenset[tuple[str, str]] = frozenset()  # player and wager: side bets that lie in their circles
    disputes: tuple[Dispute, ...] = ()
    disputed: int = 0  # the number of disputes so far
    claims: tuple[tuple[str, int], ...] = ()  # below zero: the person owes the table
    dice: Dice = field(default_factory=Dice)
    outcome: str | None = None  # called but not settled
    draws: tuple[DrawEntry, ...] = ()
    loaded: int = 0  # the balls in the device that ejects them in a bonus round
    caller: str = ""  # the person who called it
    marked: Table | None = None  # what it marked on the layout, until everything is paid
    rounds: tuple[Round, ...] = ()
    repeats: Repeats = ()  # last round's wagers, for `repeat`
    ball_held: bool = False
    clockwise: bool | None = None  # how the wheel was spun the last time
    seal: str | None = None  # the device's commitment for this round
    closing: Published | None = None  # of the last seal: what it draws from once the delay has passed
    revealed: bool = False  # whether the seed of the last seal is revealed
    held: bool = False  # a round left open by a stop waits for a decision
    short: bool = False
    step: tuple[int, int] | None = None  # of the clock, not acknowledged yet: the times before and after it
    balances: tuple[tuple[str, int], ...] = ()
    of_pit: OfPit | None = field(default=None, metadata={"later": True})  # from its first kit on
    of_cage: OfCage | None = field(default=None, metadata={"later": True})  # from its first fill by slip on

    def but(self, **changes: Any) -> State:
        """A copy with some fields changed: `dataclasses.replace`, several times as fast."""
        fields = self.__dict__ | changes
        assert len(fields) == len(self.__dict__), f"a state has no {fields.keys() - self.__dict__.keys()}"
        after = object.__new__(State)
        object.__setattr__(after, "__dict__", fields)
        return after

    def posted(self, at: int, balances: tuple[tuple[str, int], ...], *, fresh: bool) -> State:
        """The table with a new time and accounts. A `fresh` state, made for this event, is changed in place."""
        after = self if fresh else self.but()
        fields = after.__dict__
        fields["at"], fields["balances"] = at, balances
        return after

    @property
    def clockwise_next(self) -> bool | None:
        """How the wheel is spun next: the other way than the last time; None: the first spin goes either way."""
        return None if self.clockwise is None else not self.clockwise

    @property
    def kit(self) -> Kit | None:
        """The kit that the table has from its pit; None without one, and at tables without a pit."""
        return None if self.of_pit is None else self.of_pit.kit

    @property
    def felt(self) -> Felt:
        """The felt; the table must have been opened."""
        assert self.play is not None, "the table has never been opened"
        return self.play

    @property
    def house(self) -> House:
        """The house in force."""
        assert self.play is not None, "the table has never been opened"
        return self.play.house

    @property
    def shown(self) -> Table:
        """The state of the game as people see it: with the marks of a number that was called."""
        table = self.felt.table
        return table if self.marked is None else self.house.game.marked(table, self.marked)

    @property
    def stock(self) -> str:
        """The account of the chips of the table itself: locked up while a table with a cage is closed."""
        return "float" if self.of_cage is not None and self.phase == "closed" else "bank"

    @property
    def chips_there(self) -> int:
        """What the chips of the table itself are worth by the record, in cents.

        Contributions to a meter stay among these chips, although they are in the account of the meter. Its seeds are
        not: the licensee owes them.
        """
        meters = () if self.play is None else self.play.meters
        return self.balance(self.stock) + sum(meter.cents - meter.seeded // PARTS for meter in meters)

    def house_by(self, version: str) -> House:
        """A house in force since the table was opened, by its version."""
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
        """A player's seat, or None."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def balance(self, account: str) -> int:
        """The balance of an account in cents."""
        for name, amount in self.balances:
            if name == account:
                return amount
        return 0

    def claim(self, person: str) -> int:
        """The open claim with a person: below zero the person owes it, above zero the table does."""
        return dict(self.claims).get(person, 0)


def begin(table_id: str) -> State:
    """The state of a table that has never been opened."""
    return State(table_id)
