"""Events of what should not happen: void spins and rolls, disputes, stops, corrections."""

from __future__ import annotations

from typing import Literal

from croupier.conduct.event import Event, versioned
from croupier.table.commands_irregularities import DrawEntry
from croupier.table.felt_change import NOTHING, Changed
from croupier.table.rows import Counter, Move, Row
from croupier.table.state import Dice, Phase


# Irregularities ---------------------------------------------------------------------------------------------
class Voided(Event, frozen=True, tag=versioned(2)):
    """A spin or roll does not count: wagers stand, or all go back where the rule says so."""

    round: int
    call: str
    reason: str
    before_rest: bool
    says: str
    cite: str
    rows: tuple[Row, ...] = ()
    phase: Phase = "open"  # the phase it leads to
    felt: Changed = NOTHING


class BallInspected(Event, frozen=True):
    """The pit supervisor inspected the ball; one that is not fit stays out."""

    fit: bool
    remark: str


class ServiceReturned(Event, frozen=True, tag=versioned(2)):
    """The table is in service again."""

    felt: Changed = NOTHING


class DisputeRaised(Event, frozen=True):
    """An irregularity or a dispute was brought to the supervisor."""

    number: int
    player: str
    about: str
    against: str


class DisputeDecided(Event, frozen=True):
    """A dispute was decided, and what was directed was done."""

    number: int
    decision: str
    move: Move


class RoundVoided(Event, frozen=True, tag=versioned(2)):
    """Every wager went back; a round that was not settled counts for nothing."""

    round: int
    reason: str
    rows: tuple[Row, ...] = ()
    felt: Changed = NOTHING


class Resumed(Event, frozen=True):
    """The table came back after a stop, as it stood; a round that ran is held until somebody decides."""

    round: int
    phase: str
    held: bool


class RoundReleased(Event, frozen=True):
    """A held round goes on."""

    round: int
    reason: str


class OutcomeCorrected(Event, frozen=True, tag=versioned(2)):
    """A wrongly entered outcome was put right: what was settled is reversed and settled anew."""

    round: int
    stage: Literal["before-payment", "after-payment", "later"]
    was: str
    now: str
    reason: str
    dealer: str
    draws: tuple[DrawEntry, ...] = ()
    reversed: tuple[Row, ...] = ()
    rows: tuple[Row, ...] = ()
    moves: tuple[Move, ...] = ()
    meters: tuple[Counter, ...] = ()  # as they stand after it
    felt: Changed = NOTHING
    kept: Changed = NOTHING  # from the felt of the round to what the right outcome leaves, for corrections
    dice: Dice | None = None  # where they are after it, if it moved them
