"""Events about the table itself, its places and its money."""

from __future__ import annotations

from typing import Literal

from croupier.conduct.event import Event, versioned
from croupier.table.chips import Chips, Instrument
from croupier.table.felt_change import NOTHING, Changed
from croupier.table.houses import HouseText


# The table --------------------------------------------------------------------------------------------------
class TableOpened(Event, frozen=True, tag=versioned(2)):
    """The table is open under a house, whose own text is here."""

    house: HouseText
    house_version: str
    rulebook: str  # the gaming date of the law
    bank: int
    felt: Changed = NOTHING


class TableClosed(Event, frozen=True):
    """The bank was counted and went back to the cage; `expected` is what the record says it holds."""

    counted: int
    expected: int


class HouseChanged(Event, frozen=True, tag=versioned(2)):
    """From here on wagers are placed under this house; those that stand keep the house of their placing."""

    house: HouseText
    house_version: str
    rulebook: str
    felt: Changed = NOTHING


class PatronExcluded(Event, frozen=True):
    """A patron may not play."""

    person: str


class PatronReadmitted(Event, frozen=True):
    """A patron may play again."""

    person: str


class Designated(Event, frozen=True):
    """An employee may call No Roll."""

    person: str


class ClockAcknowledged(Event, frozen=True):
    """A step back of the clock was acknowledged."""

    behind: int


class BankWentShort(Event, frozen=True):
    """The table bank owes this much: no closing until it is filled."""

    short: int


class BankMadeGood(Event, frozen=True):
    """The table bank owes nothing any more."""


# Seats and money --------------------------------------------------------------------------------------------
class Seated(Event, frozen=True):
    """A player took a place."""

    player: str
    place: int


class ColorTaken(Event, frozen=True):
    """A player has a color of non-value chips, worth `unit` each."""

    player: str
    color: str
    unit: int


class Left(Event, frozen=True, tag=versioned(2)):
    """A player gave up the place, and the color with it."""

    player: str
    felt: Changed = NOTHING


class CashSpread(Event, frozen=True):
    """What the player handed over lies on the table, in view."""

    player: str
    instrument: Instrument
    amount: int


class AmountStated(Event, frozen=True):
    """The dealer has said the amount."""

    player: str
    amount: int


class ChipsGiven(Event, frozen=True):
    """Chips of the same value went to the player."""

    player: str
    amount: int
    chips: Chips


class CashDropped(Event, frozen=True):
    """What lay on the table went into the box or the validator."""

    player: str
    instrument: Instrument
    amount: int
    into: str


class CashReturned(Event, frozen=True):
    """What lay on the table went back to the player."""

    player: str
    amount: int


class ChipsBrought(Event, frozen=True):
    """The player's own value chips are in play, or coins that go straight to the line."""

    player: str
    amount: int
    coins: bool = False


class ColoredUp(Event, frozen=True):
    """Chips were exchanged for fewer ones of the same value."""

    player: str
    amount: int
    chips: Chips


class CashedOut(Event, frozen=True):
    """Chips left the table as value chips."""

    player: str
    amount: int
    chips: Chips


class Tipped(Event, frozen=True):
    """Chips went into the tip box, or into the tip tube for the time being."""

    player: str
    amount: int
    tube: bool = False
    tapped: bool = False


class TubeEmptied(Event, frozen=True):
    """What the tip tube held was exchanged for higher chips, which went into the tip box."""

    amount: int
    chips: Chips


class FillReceived(Event, frozen=True):
    """Chips came from the cage."""

    amount: int
    slip: str
    witness: str


class CreditSent(Event, frozen=True):
    """Chips went to the cage."""

    amount: int
    slip: str
    witness: str


class BoxRemoved(Event, frozen=True):
    """A box was taken away with what is in it."""

    box: Literal["drop", "tips"]
    amount: int


class ClaimSettled(Event, frozen=True):
    """A claim is settled; below zero the person owed it, above zero the table did."""

    person: str
    amount: int
    how: Literal["rack", "cash", "waived"]
