"""A lawful "no" is a value with a number, a sentence and the paragraph it rests on.

The numbers are in order of precedence: of two refusals that apply, the lower one is given. A number is
never used again for something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from croupier.core.citation import Authority, Citation


class Code(IntEnum):
    """Every kind of refusal there is, in order of precedence."""

    ACT_OF_ANOTHER_GAME = 100  # the act does not exist in this game
    SEAT_TAKEN = 110  # a player of that name is seated already
    NOT_SEATED = 111  # nobody of that name is seated
    UNKNOWN_WAGER = 120  # no wager of this game has that id
    NOT_IN_FORCE = 121  # the wager did not exist yet on the gaming date
    NOT_PERMITTED = 122  # the rules do not permit the wager at this table
    NOT_OFFERED = 123  # the house does not offer the wager
    SPOT_MISSING = 130  # the wager needs a spot
    SPOT_NEEDLESS = 131  # the wager has no spots
    SPOT_ILLEGAL = 132  # the layout has no such spot
    OUT_OF_SERVICE = 140  # the table is out of service
    NOT_POSITIVE = 150  # an amount of zero or less
    NOT_WHOLE_CHIPS = 151  # not a whole number of the lowest chip
    NOT_WHOLE_PARTS = 152  # a combination that does not divide into its parts
    NOTHING_STANDS = 160  # no wager stands on that spot
    LOCKED = 161  # the wager is in prison, or waits for its choice
    NOT_NOW = 162  # outside the window in which the wager is taken
    CONTRACT = 163  # the wager may not come down any more
    NOT_AGAIN = 164  # a don't wager once reduced or removed
    NO_PARENT = 165  # odds with nothing to stand behind
    NO_CALL = 166  # a wager that cannot be called on or off
    MORE_THAN_STANDS = 167  # a reduction larger than the wager
    UNDER_MINIMUM = 170  # below the posted minimum
    OVER_MAXIMUM = 171  # above the posted maximum
    OVER_MULTIPLE = 172  # odds above the posted multiple
    OVER_ODDS_CAP = 173  # odds above the dated cap of the rules
    OVER_PLAYER_MAXIMUM = 174  # above what one player may have on the layout
    WRONG_UNITS = 175  # not in the posted units, or not the fixed amount
    CANNOT_BE_PAID = 176  # an amount that cannot be paid at the permitted odds
    TIPS_NOT_TAKEN = 177  # the house does not take tip wagers
    NOT_ENOUGH_CHIPS = 180  # the rack does not hold the amount
    STILL_PENDING = 190  # a choice or a draw is due first
    NOTHING_PENDING = 191  # no choice is due
    UNKNOWN_CHOICE = 192  # not one of the choices
    IMPOSSIBLE_DRAW = 193  # the draw cannot give that
    IMPOSSIBLE_OUTCOME = 200  # the device cannot show that
    NO_SHOOTER = 201  # the shooter may not throw
    UNKNOWN_REASON = 202  # not one of the printed reasons
    DICE_STAY = 203  # the dice may not change hands now
    NOTHING_TO_REPAIR = 204  # the table is in service

    @property
    def word(self) -> str:
        """The name as it is printed."""
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act is not taken, as a sentence, with the paragraph behind it where there is one."""

    code: Code
    message: str
    cite: Authority | None = None

    def __str__(self) -> str:
        return f"{self.message} [{self.cite}]" if self.cite else self.message


def refuse(code: Code, message: str, cite: str | None = None) -> Refusal:
    """Short for a refusal that cites by id."""
    return Refusal(code, message, Citation(cite) if cite else None)


def lowest(*refusals: Refusal | None) -> Refusal | None:
    """Of those that apply the one that comes first."""
    return min((each for each in refusals if each is not None), key=lambda each: each.code, default=None)
