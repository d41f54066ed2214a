"""Commands of play: wagers, the round, the dice."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command, Word
from croupier.table.cites import CHIPS, CLOSE, OUTCOME, WAGER, WAGER_MOVED, Silent, at_craps, at_roulette, of
from croupier.table.outcomes import Proof
from croupier.table.people import DEALER, DECIDERS, HANDS, STICK


# Wagers -----------------------------------------------------------------------------------------------------
class Place(Command, frozen=True):
    """Put an amount on a wager; a dealer may key it for the player, who answers for where it lies."""

    roles = HANDS
    cites = WAGER
    player: Name
    wager: Word
    amount: Cents
    spot: Word | None = None
    tip: bool = False
    coins: bool = False  # of the player's own, instead of chips: at craps on the line


class PlaceCoupon(Command, frozen=True):
    """Put a coupon of a face value on a wager."""

    roles = frozenset({"dealer", "boxperson"})
    cites = CHIPS
    player: Name
    wager: Word
    amount: Cents
    coupon: Word
    spot: Word | None = None


class Raise(Command, frozen=True):
    """Add to a wager that stands."""

    roles = HANDS
    cites = WAGER_MOVED
    player: Name
    wager: Word
    amount: Cents
    spot: Word | None = None


class Reduce(Command, frozen=True):
    """Take part of a wager back."""

    roles = HANDS
    cites = WAGER_MOVED
    player: Name
    wager: Word
    amount: Cents
    spot: Word | None = None


class TakeDown(Command, frozen=True):
    """Take a wager back."""

    roles = HANDS
    cites = WAGER_MOVED
    player: Name
    wager: Word
    spot: Word | None = None


class CallWager(Command, frozen=True):
    """Call a wager On or Off: the player asks, the dealer confirms."""

    roles = HANDS
    cites = at_craps("47.1-2305(5)")
    player: Name
    wager: Word
    on: bool
    spot: Word | None = None


class ConfirmCall(Command, frozen=True):
    """Confirm a call with the On or Off button."""

    roles = frozenset({"dealer", "boxperson"})
    cites = at_craps("47.1-2305(5)")
    player: Name
    wager: Word
    spot: Word | None = None


class Repeat(Command, frozen=True):
    """Put up again what the player had up in the last round."""

    roles = HANDS
    cites = WAGER
    player: Name


class Clear(Command, frozen=True):
    """Take down everything of the player that may come down."""

    roles = HANDS
    cites = WAGER_MOVED
    player: Name


class Choose(Command, frozen=True):
    """Answer where a choice is due: half back, or in prison."""

    roles = HANDS
    cites = at_roulette("30-2204(2)")
    player: Name
    wager: Word
    choice: Word


# The round --------------------------------------------------------------------------------------------------
class Spin(Command, frozen=True):
    """Spin the ball, or the Big Six wheel in a direction."""

    roles = frozenset({"dealer", "device"})
    cites = OUTCOME
    clockwise: bool | None = None


class PublishSeal(Command, frozen=True):
    """Publish the commitment to this round's seed, before a wager is taken."""

    roles = frozenset({"device"})
    cites = OUTCOME
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class RevealSeed(Command, frozen=True):
    """Reveal the seed of a round that is over, with the proof that the outcome followed from it."""

    roles = frozenset({"device"})
    cites = OUTCOME
    proof: Proof


class CallNoMoreBets(Command, frozen=True):
    """Close the betting; `revolutions` the ball has made, where the house procedure asks for four."""

    roles = frozenset({"dealer", "device"})
    cites = CLOSE
    revolutions: Annotated[int, Meta(ge=0, le=1000)] = 0


class CallOutcome(Command, frozen=True):
    """Announce what the device shows; at roulette the dolly goes on the number."""

    roles = frozenset({"dealer", "stickperson", "device"})
    cites = of(roulette="30-2205(3)", craps="47.1-2312(1)", big_six="30-2703(4)")
    outcome: Word


class Draw(Command, frozen=True):
    """Enter the draw an outcome calls for: an award, or the balls of a bonus round, whoever `pressed` the button."""

    roles = frozenset({"dealer", "device"})
    cites = at_roulette("30-2299.03(4)")
    of: Literal["award", "bonus"]
    result: Word
    pressed: Name | None = None  # a player, where the posted rules let one


class Settle(Command, frozen=True):
    """Collect the losing wagers, then pay the winning ones, in order."""

    roles = DEALER
    cites = of(roulette="30-2205(4)", craps="47.1-2306(1)", big_six="30-2703(6)")


class OpenBetting(Command, frozen=True):
    """Open the next round; at roulette the dolly is lifted."""

    roles = DEALER
    cites = of(roulette="30-2201(4)", craps="47.1-2302(5)", big_six=Silent.UNWRITTEN)


# Craps ------------------------------------------------------------------------------------------------------
class OfferDice(Command, frozen=True):
    """Offer a set of dice to the player whose turn it is."""

    roles = STICK
    cites = at_craps("47.1-2309(2)")
    player: Name
    dice: Annotated[int, Meta(ge=0, le=20)]


class AcceptDice(Command, frozen=True):
    """Take two of the dice offered and become the shooter."""

    roles = frozenset({"player", "stickperson"})
    cites = at_craps("47.1-2309(3)")
    player: Name


class DeclineDice(Command, frozen=True):
    """Let the dice go on to the next player."""

    roles = frozenset({"player", "stickperson"})
    cites = at_craps("47.1-2309(2)")
    player: Name


class PassDice(Command, frozen=True):
    """Give up the dice after a roll."""

    roles = frozenset({"player", "stickperson"})
    cites = at_craps("47.1-2313(1)")
    player: Name


class OrderPass(Command, frozen=True):
    """Order the shooter to pass the dice."""

    roles = frozenset({"boxperson"})
    cites = at_craps("47.1-2313(1)(b)")
    reason: Literal["delay", "invalid-rolls", "violation"]


class DirectHand(Command, frozen=True):
    """Direct what becomes of wagers on the whole hand when the dice pass: they go on, or go back."""

    roles = frozenset({"boxperson"})
    cites = at_craps("47.1-2319")
    way: Literal["continue", "return"]


class TakePointOff(Command, frozen=True):
    """Take the point off when nobody is on the line any more: the next roll is a come-out roll."""

    roles = DECIDERS
    cites = at_craps("47.1-2319")


class PushDice(Command, frozen=True):
    """Send the two dice out to the shooter."""

    roles = STICK
    cites = at_craps("47.1-2309(1)")


class ThrowDice(Command, frozen=True):
    """The dice leave the shooter's hand."""

    roles = frozenset({"stickperson", "device"})
    cites = at_craps("47.1-2310")
