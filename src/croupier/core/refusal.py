"""A lawful "no" is data: a number, its facts, and the paragraph that requires it.

The numbers are in order of precedence: if several refusals apply, the lowest is given. A live table has exceptions
(`PRECEDENCE`): it first checks the person (300 to 302), then whether its game has the act (100), then whether it
accepts commands now (303 to 316). Also, 328 comes before 327, and 323 before 180. A number is never reused.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from croupier.core.citation import Authority, Citation
from croupier.text.facts import Fact, Facts
from croupier.text.render import sentence


class Code(IntEnum):
    """Every kind of refusal there is, in order of precedence."""

    ACT_OF_ANOTHER_GAME = 100  # this game does not have the act
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
    NOTHING_STANDS = 160  # there is no wager on that spot
    LOCKED = 161  # the wager is in prison, or waits for its choice
    NOT_NOW = 162  # outside the window in which the wager is taken
    CONTRACT = 163  # the wager may no longer be reduced
    NOT_AGAIN = 164  # a don't wager that was reduced or removed may not be raised
    NO_PARENT = 165  # odds without the wager that they support
    NO_CALL = 166  # a wager that cannot be called on or off
    MORE_THAN_STANDS = 167  # a reduction larger than the wager
    UNDER_MINIMUM = 170  # below the posted minimum
    OVER_MAXIMUM = 171  # above the posted maximum
    OVER_MULTIPLE = 172  # odds above the posted multiple
    OVER_ODDS_CAP = 173  # odds above the dated cap of the rules
    OVER_PLAYER_MAXIMUM = 174  # above the most that one player may have on the layout
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
    NOT_YOUR_ROLE = 300  # the rules give the act to another role
    NOT_LICENSED = 301  # an employee's act without a licence number
    NOT_YOUR_SEAT = 302  # a player's act for another seat
    SAME_PERSON = 303  # somebody decides about, or witnesses, their own act
    CLOCK_WENT_BACK = 304  # the clock stepped back and nobody has acknowledged it
    NOT_ON_DUTY = 305  # a dealer who is not in charge of the table
    CLOCK_STEPPED = 306  # the clock stepped and nobody has acknowledged it
    CLOCK_IN_ORDER = 307  # no step of the clock to report or to acknowledge
    TABLE_CLOSED = 310  # the table is not open
    TABLE_OPEN = 311  # the table is open already
    HOUSE_UNSOUND = 312  # the house that came with the command breaks rules
    ROUND_HALTED = 313  # a round was interrupted by a stop: it must be decided first
    NOT_IN_THIS_PHASE = 314  # too early or too late in the round
    MONEY_STANDS_STILL = 315  # no money changes hands while the round runs
    CASH_ON_THE_TABLE = 316  # the four steps of taking cash, out of order or not finished
    ANOTHER_DEALER = 317  # one dealer takes all steps of a buy-in
    DEALER_UNNAMED = 318  # a table opened without the dealer in charge, or with one that its game does not have
    PATRON_EXCLUDED = 320  # an excluded patron
    PLACE_OCCUPIED = 321  # somebody sits there
    COLOR_TAKEN = 322  # another player's color
    COLOR_MISSING = 323  # no color and unit chosen yet
    UNIT_FIXED = 324  # color and unit are fixed once chips are held
    UNIT_UNKNOWN = 325  # no chip of that unit at this table
    CHIPS_OF_ANOTHER_TABLE = 326  # chips that have no value here
    CHIPS_REMAIN = 327  # chips are still in the rack
    WAGERS_STAND = 328  # wagers are still on the layout
    AMOUNT_DIFFERS = 330  # the amount stated is not the amount spread
    BANK_TOO_LOW = 331  # the table bank does not have the chips
    BANK_SHORT = 332  # the table bank owes: no closing until filled
    COUPON_NOT_TAKEN = 333  # a coupon or ticket that is not taken here
    CHIPS_NEVER_LEAVE = 334  # chips of this table that were brought from elsewhere
    VALUE_CHIP_COLOR = 335  # the color of the house's own value chips
    NO_COLOR_LEFT = 336  # every color of electronic chips is another player's, or a value chip's
    MUST_BE_CONFIRMED = 340  # a dealer, the stickperson or a boxperson must confirm it
    NOTHING_ASKED = 341  # no call is waiting for a confirmation
    NOTHING_TO_REPEAT = 342  # the player had no wagers in the last round
    NOT_OBSERVED = 347  # whoever directed what is done about an irregularity has not observed it yet
    NO_EMPLOYEE = 348  # only a licensed employee may be designated
    NOT_ATTESTED = 349  # a spin or a move is not stated, or something is stated that is not asked for
    BALL_HELD = 350  # the ball waits for the pit supervisor's inspection
    WRONG_DIRECTION = 351  # the wheel must go the other way
    TOO_EARLY = 352  # before the fourth revolution
    NOT_DESIGNATED = 353  # not one of those who may call No Roll
    OUT_OF_TURN = 354  # it is another player's turn to take the dice
    TOO_FEW_DICE = 355  # fewer than five dice
    DICE_NOT_OFFERED = 356  # no shooter holds the dice, or the others were not asked
    DIRECTION_DUE = 357  # the boxperson must first decide about wagers on the whole hand
    SEAL_DUE = 358  # the device's seal is not published, or the last round's seed not revealed
    PROOF_FAULTY = 359  # the proof is wrong, or proves something else
    ROUND_UNKNOWN = 360  # no such round, or too long ago
    SAME_OUTCOME = 361  # the outcome is already this one
    DISPUTE_UNKNOWN = 362  # no such dispute
    DISPUTE_OPEN = 363  # a dispute is not decided yet
    CLAIM_OPEN = 364  # a claim is not settled yet
    CLAIM_UNKNOWN = 365  # no such claim
    NO_TIP_TUBE = 366  # the table has no tip tube, or it is empty
    NOT_TAPPED = 367  # a tip that the dealer has not tapped on the wheel base
    COINS_NOT_TAKEN = 368  # coins on another wager than the line at craps
    NOT_NOTIFIED = 369  # no dealer has notified the supervisor of what is decided
    ID_USED = 370  # the command id was used before for another command
    SLIP_MISUSED = 371  # a slip that was not issued like this, or that nobody takes at this place or under this id
    TABLE_FAILED = 380  # the table is out of service because something failed
    PLAY_CHIPS = 381  # more play chips than a demonstration gives at a time
    WATCHING = 382  # a terminal that only watches
    FULL = 383  # every place at the table is taken
    NOT_HEARD = 384  # nobody would hear this terminal announce the close of betting
    NO_TERMINALS = 385  # the players of this table put chips on the layout
    TOO_MANY_REFUSED = 386  # too many of the player's commands were refused; new ones wait a moment
    TOO_MANY_SEATS = 387  # the visitor, or all visitors of one address, have as many seats as they may have
    ROUND_OVER = 388  # the command was for a round that is over: it was late on a bad line
    OWN_LIMIT = 389  # a limit that the player has set: on losses, on the time at tables, or a pause
    # people: 400 to 429
    NOT_EXCLUDED = 400  # a patron who is not on the list of those who may not play
    DESK_FIELD = 401  # a field that the desk fills in, never who gives the command
    SESSION_NOT_THERE = 402  # a session that was never begun, has ended or was revoked
    SESSION_LOCKED = 403  # a session that waits for the secret of its person, or is not locked
    PERSON_UNKNOWN = 404  # nobody of that name is on the list of people
    ROLE_NOT_HELD = 405  # a person without the role in which that person would act
    LICENCE_NOT_VALID = 406  # a licence that is not valid on the gaming day, or is not the person's
    CREDENTIAL_UNKNOWN = 407  # a credential that is revoked or not the person's
    SECRET_TO_REPLACE = 408  # whoever has a first secret chooses another one before anything else
    OFF_DUTY = 409  # a person who is not on duty, or not at that table
    STAFF_EXCLUDED = 410  # somebody who is excluded from the house works in it
    NOT_FOR_OTHERS = 411  # what only the person concerned or a supervisor may do
    PROOF_STALE = 412  # an approval whose person has not just given the secret
    HOUSE_FOUNDED = 413  # a second beginning of the list of people, or one with the wrong people
    PERSON_KNOWN = 414  # somebody of that name, or with that licence, is on the list already
    ROLE_NOT_FREE = 415  # a role that the person has already, or that nobody has
    ROLES_CLASH = 416  # roles that one person never has together
    LICENCE_UNSOUND = 417  # a licence whose days are wrong or over
    ON_DUTY_ALREADY = 418  # a person who is on duty somewhere else
    CREDENTIAL_USED = 419  # the id of another credential
    TERMINAL_UNKNOWN = 420  # a terminal that is not enrolled
    TERMINAL_USED = 421  # the id or the key of another terminal
    TOO_FEW_LEFT = 422  # without this credential or terminal, nobody could change the list of people
    SIGN_IN_LATER = 423  # too many failures at a terminal, or too many at the desk at the same time
    SIGN_IN_FAILED = 424  # name, secret or terminal is wrong; nobody is told which
    SECRET_WEAK = 425  # a password or a PIN that is too easy to try, or the same as before
    NAME_UNSEEN = 426  # a new name or licence number with characters that nobody sees
    # the register of equipment and inspections: 430 to 469
    APPROVAL_UNKNOWN = 430  # no approval has that reference, or one has it already
    ITEM_UNKNOWN = 431  # no piece of equipment has that id
    ITEM_TWICE = 432  # an id or a serial number that another piece has, or had
    KIND_UNKNOWN = 433  # no kind of equipment is called that
    FIELD_WRONG = 434  # a field that a kind does not have, or lacks, or a value that it cannot have
    ITEM_IN_PLACE = 435  # a piece is there already, or has these fields already
    ITEM_MISPLACED = 436  # a piece that may not be at that table, or not with what else is there
    ITEM_IN_USE = 437  # the table has its kit, so its equipment stays as it is
    INSPECTION_UNASKED = 450  # nothing is to be inspected there: by its game or its date, or no house is in force
    WHEEL_UNKNOWN = 451  # no such wheel is on the register, or not at that table, or it has no such parts
    NOTHING_TO_INSPECT = 452  # what would be inspected is not there, or does not wait for it
    CHECKLIST_DIFFERS = 453  # an inspection that does not state every item of its checklist once, and nothing else
    OPEN_TO_PUBLIC = 454  # a wheel is not adjusted while its table is open to the public
    PLACE_NOT_APPROVED = 455  # a wheel is adjusted away from its table only in an approved place
    UNSIGNED = 456  # an act that is signed, by somebody who has not proven who they are
    # what a table has from the pit: 470 to 479
    KIT_MISSING = 470  # a table that belongs to a pit, without a kit
    KIT_OUT = 471  # the table has a kit, or is open without one
    KIT_INCOMPLETE = 472  # what the rules ask for and the table does not have
    KIT_OF_ANOTHER_HOUSE = 473  # the table opens under another version than the one that its kit was checked for
    NO_AREA = 474  # a wager that has no area on the layout
    WHEEL_MOVED = 475  # a wheel that was moved and not inspected since
    INSPECTION_DUE = 476  # a table that was not inspected when the rules ask for it
    SLIP_UNFIT = 477  # a slip that the pit or the table has no use for
    # two people, and houses in force: 480 to 489
    TWO_NEEDED = 480  # an act that is proposed by one person and approved by another
    PROPOSAL_UNKNOWN = 481  # no proposal of that number waits
    PROPOSAL_OVER = 482  # a proposal that waited too long
    PROPOSAL_DIFFERS = 483  # an approval of other bytes than those that were proposed
    PROPOSAL_UNREADABLE = 484  # what is proposed is no command of this kind of stream
    PROPOSAL_NEEDLESS = 485  # a command that one person gives alone
    HOUSE_IN_FORCE = 486  # a version of the house that is in force already, or none before it
    # alerts: 490 to 499
    ALERT_KNOWN = 490  # an open alert says all this already
    ALERT_UNKNOWN = 491  # no alert of that number is open
    ALERT_NOT_MONEY = 492  # accounting clears only alerts about money
    ALERT_UNFIT = 493  # a fact of an alert that is named twice, or whose value is not of its kind
    # the cage, and what is counted: 520 to 549
    CAGE_MISSING = 520  # a table that has its chips from no cage
    FILL_UNKNOWN = 521  # no fill of that number waits at the table
    NOT_COUNTED = 522  # chips that two people have not counted, or that were moved since
    COUNT_DIFFERS = 523  # two counts of the same, or a count and what is stated, are not equal
    COUNT_DUE = 524  # something waits that must be counted or accepted first
    CAGE_TOO_LOW = 525  # the cage does not have that much
    NOTHING_TO_COUNT = 526  # nothing of that number waits for a count, a signature or an explanation
    SIGNED_ALREADY = 527  # the same person signs a count a second time
    DAY_NOT_OVER = 528  # a gaming day that is not over, or is closed already
    DIFFERENCE_OPEN = 529  # a difference that nobody has explained

    @property
    def word(self) -> str:
        """The name as it is printed."""
        return self.name.lower().replace("_", "-")

    @property
    def rank(self) -> int:
        """Its place in the order of precedence."""
        return _RANKS[self]


#: A live table first checks the person, then whether the act exists, then whether the table accepts commands now.
_STAGES = (
    range(Code.NOT_YOUR_ROLE, Code.NOT_YOUR_SEAT + 1),
    range(Code.ACT_OF_ANOTHER_GAME, Code.ACT_OF_ANOTHER_GAME + 1),
    range(Code.SAME_PERSON, Code.CASH_ON_THE_TABLE + 1),
)
#: Codes that rank right before another code although their number is higher: wagers are taken down before chips
#: leave, and a color is taken before its chips are counted.
_BEFORE = {Code.WAGERS_STAND: Code.CHIPS_REMAIN, Code.COLOR_MISSING: Code.NOT_ENOUGH_CHIPS}


def _place(code: Code) -> tuple[int, int, int]:
    stage = next((number for number, codes in enumerate(_STAGES) if code in codes), len(_STAGES))
    return stage, _BEFORE.get(code, code), code not in _BEFORE


#: All codes in order of precedence.
PRECEDENCE: tuple[Code, ...] = tuple(sorted(Code, key=_place))
_RANKS = {code: rank for rank, code in enumerate(PRECEDENCE)}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act is refused: its code, its facts, and the paragraph if there is one.

    A code with more than one sentence has a word for each (`variant`). The sentences are in `text/catalogue.toml`.
    """

    code: Code
    facts: Facts = ()
    cite: Authority | None = None
    variant: str = ""

    @property
    def key(self) -> str:
        """The key of its sentences in the catalogue."""
        return f"{self.code.word}.{self.variant}" if self.variant else self.code.word

    @property
    def message(self) -> str:
        """The sentence as the log has it."""
        return sentence(self)

    def __str__(self) -> str:
        return f"{self.message} [{self.cite}]" if self.cite else self.message


def refuse(code: Code, variant: str = "", /, *, cite: str | Authority | None = None, **facts: Fact) -> Refusal:
    """A refusal with its facts by name, citing by id."""
    return Refusal(code, tuple(facts.items()), Citation(cite) if isinstance(cite, str) else cite, variant)


def lowest(*refusals: Refusal | None) -> Refusal | None:
    """The refusal that comes first in the order of precedence."""
    found = None
    for each in refusals:
        if each is not None and (found is None or each.code.rank < found.code.rank):
            found = each
    return found
