"""Events of play: wagers, the round, the dice."""

from __future__ import annotations

from typing import Literal

from croupier.conduct.event import Event, versioned
from croupier.table.felt_change import NOTHING, Changed
from croupier.table.outcomes import Proof
from croupier.table.rows import Counter, Row
from croupier.table.state import Dice, Repeats


# Wagers -----------------------------------------------------------------------------------------------------
class WagerPlaced(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """A wager stands, or more of it; `moved` went from the rack to the layout, commission included."""

    player: str
    wager: str
    spot: str | None = None
    amount: int
    tip: bool = False
    late: bool = False  # taken while the dice were in the air, confirmed by who keyed it
    moved: int
    house_version: str
    rulebook: str
    pay_table: str | None = None
    felt: Changed = NOTHING


class WagerRaised(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """A wager that stands has grown."""

    player: str
    wager: str
    spot: str | None = None
    amount: int
    late: bool = False
    moved: int
    felt: Changed = NOTHING


class WagerReduced(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """Part of a wager went back to the rack, with what stood behind it."""

    player: str
    wager: str
    spot: str | None = None
    amount: int
    moved: int
    felt: Changed = NOTHING


class WagerTakenDown(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """A wager went back to the rack, with what stood behind it."""

    player: str
    wager: str
    spot: str | None = None
    moved: int
    coupon: int = 0
    felt: Changed = NOTHING


class CouponPlaced(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """A coupon stands as a wager of its face value."""

    player: str
    wager: str
    spot: str | None = None
    amount: int
    coupon: str
    house_version: str
    rulebook: str
    felt: Changed = NOTHING


class CallAsked(Event, frozen=True, kw_only=True):
    """A player called a wager On or Off; the dealer has not confirmed it yet."""

    player: str
    wager: str
    spot: str | None = None
    on: bool


class CallConfirmed(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """The button lies on the wager: the call counts."""

    player: str
    wager: str
    spot: str | None = None
    on: bool
    felt: Changed = NOTHING


class Chosen(Event, frozen=True, tag=versioned(2)):
    """A player has chosen where a choice was due, or the closing of the betting chose for him."""

    player: str
    wager: str
    choice: str
    rows: tuple[Row, ...] = ()
    felt: Changed = NOTHING
    kept: Changed | None = None  # what it changed in the last round, as that is kept for corrections


# The round --------------------------------------------------------------------------------------------------
class BallSpun(Event, frozen=True):
    """The ball is in motion."""

    round: int


class WheelSpun(Event, frozen=True):
    """The Big Six wheel turns."""

    round: int
    clockwise: bool


class SealPublished(Event, frozen=True):
    """The device is bound to a seed that nobody knows yet."""

    round: int
    commitment: str


class SeedRevealed(Event, frozen=True):
    """The seed is known, and the proof of the round holds."""

    proof: Proof


class BettingClosed(Event, frozen=True):
    """No more bets: said, shown and waved."""

    round: int
    revolutions: int


class OutcomeCalled(Event, frozen=True):
    """The outcome was announced."""

    round: int
    outcome: str


class DollyPlaced(Event, frozen=True):
    """The dolly lies on the number."""

    number: str


class DollyLifted(Event, frozen=True):
    """The dolly is off the layout."""


class Drawn(Event, frozen=True):
    """A draw that the outcome called for."""

    of: Literal["award", "bonus"]
    result: str
    pressed: str | None = None


class Settled(Event, frozen=True, tag=versioned(2)):
    """The round is settled: losers collected, then winners paid, in the order of the rows."""

    round: int
    stage: Literal["round", "bonus"]
    outcome: str
    rows: tuple[Row, ...] = ()
    announced: tuple[str, ...] = ()
    meters: tuple[Counter, ...] = ()  # as they stand after it
    felt: Changed = NOTHING
    dice: Dice | None = None  # where they are after it; at craps
    repeats: Repeats = ()  # of who had wagers up: what he or she may repeat


class BettingOpened(Event, frozen=True):
    """Wagers are taken for the next round."""

    round: int


# Craps ------------------------------------------------------------------------------------------------------
class DiceOffered(Event, frozen=True):
    """A set of dice was offered to a player."""

    player: str
    dice: int


class DiceAccepted(Event, frozen=True, tag=versioned(2)):
    """A player is the shooter with two of the dice; the others went back to the cup."""

    player: str
    kept: int
    cup: int
    hand: Literal["new", "continues"]
    felt: Changed = NOTHING


class DiceDeclined(Event, frozen=True):
    """A player let the dice go on."""

    player: str


class DicePassed(Event, frozen=True, tag=versioned(2)):
    """The shooter gave up the dice, or was ordered to; `reason` is the boxperson's."""

    player: str
    reason: str | None = None
    felt: Changed = NOTHING


class HandDirected(Event, frozen=True, tag=versioned(2)):
    """The boxperson directed what becomes of wagers on the whole hand."""

    way: Literal["continue", "return"]
    rows: tuple[Row, ...] = ()
    felt: Changed = NOTHING


class PointTakenOff(Event, frozen=True, tag=versioned(2)):
    """Nobody was on the line any more: the point is off, and the next roll is a come-out roll."""

    point: int
    felt: Changed = NOTHING


class DicePushed(Event, frozen=True):
    """The dice are out; only to decide come wagers, with the marker Off before the shooter."""

    round: int
    shooter: str
    come_only: bool = False


class DiceThrown(Event, frozen=True):
    """The dice are in the air."""

    round: int
    shooter: str
