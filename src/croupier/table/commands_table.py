"""Commands about the table itself, its places and its money."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command, Count, Word
from croupier.table.chips import Instrument
from croupier.table.cites import CHIPS, IRREGULAR, REDEEMED, TUBE, Silent, at_craps, at_roulette, nowhere, of
from croupier.table.houses import HouseText
from croupier.table.people import DECIDERS, HANDS, SUPERVISORS, Claimant


# The table --------------------------------------------------------------------------------------------------
class OpenTable(Command, frozen=True):
    """Open the table with a house and chips from the cage in its bank."""

    roles = SUPERVISORS
    cites = of(roulette="30-2212(1)", craps=Silent.CONTROLS, big_six=Silent.CONTROLS)
    house: HouseText
    bank: Cents


class CloseTable(Command, frozen=True):
    """Close the table; `counted` is what was counted in its bank."""

    roles = SUPERVISORS
    cites = nowhere(Silent.CONTROLS)
    counted: Count


class ChangeHouse(Command, frozen=True):
    """From now on play by another version of the house."""

    roles = frozenset({"key-manager"})
    cites = of(roulette="30-2208", craps="47.1-2314", big_six="30-2701")
    house: HouseText


class ExcludePatron(Command, frozen=True):
    """Put a patron on the list of those who may not play."""

    roles = SUPERVISORS | {"security"}
    cites = nowhere(Silent.CONTROLS)
    person: Name


class ReadmitPatron(Command, frozen=True):
    """Take a patron off that list."""

    roles = SUPERVISORS
    cites = nowhere(Silent.CONTROLS)
    person: Name


class Designate(Command, frozen=True):
    """Name a licensed employee who may call No Roll."""

    roles = DECIDERS
    cites = at_craps("47.1-2311(5)")
    person: Name


class AcknowledgeClock(Command, frozen=True):
    """Acknowledge that the clock stepped back."""

    roles = SUPERVISORS
    cites = nowhere(Silent.PROGRAM)


# Seats ------------------------------------------------------------------------------------------------------
class Sit(Command, frozen=True):
    """Take a place; at craps places are counted clockwise from the boxperson's left."""

    roles = HANDS
    cites = of(roulette=Silent.UNWRITTEN, craps="47.1-2309(2)", big_six=Silent.UNWRITTEN)
    player: Name
    place: Annotated[int, Meta(ge=1, le=40)]


class TakeColor(Command, frozen=True):
    """Ask for non-value chips of a color, worth `unit` each."""

    roles = frozenset({"player", "dealer"})
    cites = at_roulette("30-2201(9)")
    player: Name
    color: Word
    unit: Cents


class Leave(Command, frozen=True):
    """Give up the place."""

    roles = HANDS
    cites = REDEEMED
    player: Name


# Money ------------------------------------------------------------------------------------------------------
class SpreadCash(Command, frozen=True):
    """First step of a buy-in: lay what the player hands over on the table, in view."""

    roles = frozenset({"dealer", "boxperson"})
    cites = of(roulette="30-2215(1)", craps=Silent.UNWRITTEN, big_six=Silent.UNWRITTEN)
    player: Name
    instrument: Instrument
    amount: Cents


class StateAmount(Command, frozen=True):
    """Second step: say the amount."""

    roles = frozenset({"dealer", "boxperson"})
    cites = of(roulette="30-2215(2)", craps=Silent.UNWRITTEN, big_six=Silent.UNWRITTEN)
    player: Name
    amount: Cents


class GiveChips(Command, frozen=True):
    """Third step: give chips of the same value."""

    roles = frozenset({"dealer", "boxperson"})
    cites = of(roulette="30-2215(3)", craps=Silent.UNWRITTEN, big_six=Silent.UNWRITTEN)
    player: Name


class DropCash(Command, frozen=True):
    """Fourth step, at once: into the drop box or the bill validator."""

    roles = frozenset({"dealer", "boxperson"})
    cites = of(roulette="30-2215(3)", craps="47.1-2303(1)", big_six="30-2702(6)")
    player: Name
    into: Literal["drop-box", "bill-validator"] = "drop-box"


class ReturnCash(Command, frozen=True):
    """Hand back what was spread, before any chips were given."""

    roles = frozenset({"dealer", "boxperson"})
    cites = of(roulette="30-2215(1)", craps=Silent.UNWRITTEN, big_six=Silent.UNWRITTEN)
    player: Name


class BringChips(Command, frozen=True):
    """Put chips into play that the player has brought: value chips of the house, or chips of a table."""

    roles = HANDS
    cites = CHIPS
    player: Name
    amount: Cents
    table: Annotated[str, Meta(max_length=64)] = ""  # the table that issued them; none for value chips


class ColorUp(Command, frozen=True):
    """Exchange chips for fewer, higher ones."""

    roles = frozenset({"dealer", "boxperson"})
    cites = nowhere(Silent.UNWRITTEN)
    player: Name
    amount: Cents


class CashOut(Command, frozen=True):
    """Take chips off the table as value chips; non-value chips are redeemed here."""

    roles = HANDS
    cites = REDEEMED
    player: Name
    amount: Cents


class Tip(Command, frozen=True):
    """Give the dealers chips: into the tip box, or for the time being into the tip tube of a craps table."""

    roles = HANDS
    cites = of(roulette="30-2210(2)(g)", craps="47.1-2318", big_six="30-2702(6)")
    player: Name
    amount: Cents
    tube: bool = False
    tapped: bool = False  # on the wheel base, as the house procedure has it


class EmptyTube(Command, frozen=True):
    """Exchange what the tip tube holds for higher chips, and drop them into the tip box."""

    roles = frozenset({"dealer", "boxperson"})
    cites = TUBE


class ReceiveFill(Command, frozen=True):
    """Take chips from the cage into the bank; asked for by a supervisor, brought by security."""

    roles = SUPERVISORS
    cites = nowhere(Silent.CONTROLS)
    amount: Cents
    slip: Word
    witness: Name


class SendCredit(Command, frozen=True):
    """Send chips of the bank to the cage."""

    roles = SUPERVISORS
    cites = nowhere(Silent.CONTROLS)
    amount: Cents
    slip: Word
    witness: Name


class RemoveBox(Command, frozen=True):
    """Take the drop box or the tip box away."""

    roles = frozenset({"count-team"})
    cites = of(roulette="30-2202", craps="47.1-2303(1)", big_six="30-2702(6)")
    box: Literal["drop", "tips"]


class SettleClaim(Command, frozen=True):
    """Settle a claim: from or to the rack, in cash, or waived; of the dealers (`:tips`) from the tip box."""

    roles = SUPERVISORS
    cites = IRREGULAR
    person: Claimant
    how: Literal["rack", "cash", "waived"]
