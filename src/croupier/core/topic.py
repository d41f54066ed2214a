"""Topics that commands and refusals cite; each game declares its paragraph on a topic, or why it has none."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from croupier.core.citation import Citation


class Topic(Enum):
    """A matter on which the rules of a game may have a paragraph."""

    # the table
    OPEN_TABLE = "what is inspected before a table opens"
    WHEEL_ADJUSTED = "who adjusts the parts of a wheel, and where"
    PART_REPLACED = "what is inspected after a part of a wheel was replaced"
    WHEEL_MOVED = "what is inspected after a wheel was moved"
    POSTED_RULES = "the house rules, and where they are posted"
    VARIATION = "a variation exists only by approval"
    DEVICE_APPROVAL = "an electronic device needs an approval"
    LAYOUT = "wagers are settled on the layout they were placed on"
    PLACES = "the order of the places at the table"
    DESIGNATED = "who may be named to call a roll void"
    DROP_BOX = "the drop box"
    # money and chips
    CASH = "how cash is taken for chips"
    CASH_SPREAD = "cash is laid out before the player's eyes"
    AMOUNT_STATED = "the dealer says the amount aloud"
    CHIPS_GIVEN = "chips are given before the cash goes into the box"
    CASH_DROPPED = "cash goes into the box"
    TICKETS = "tickets are redeemed before they are wagered"
    MONEY_IN_PLAY = "no money moves while the outcome is open"
    MONEY_UNRESOLVED = "no money moves until every wager is resolved"
    CHIPS = "what wagers are made with"
    WHOLE_CHIPS = "a wager is a whole number of chips"
    TERMINALS = "at a table with terminals all wagers are made there"
    ON_CREDIT = "no wager is made by word"
    COLOR = "colored chips are valued by their player"
    COLOR_TAKEN = "a color belongs to one player"
    REDEEMED = "chips of a table are redeemed at that table"
    TIP = "tips for the dealers"
    TIP_TUBE = "the tip tube"
    TIP_WAGERS = "wagers for the dealers"
    # wagers
    WAGER = "a wager is where its player puts it"
    WAGER_MOVED = "what becomes of a wager that stands: up and down"
    TO_CIRCLES = "dealers move side bets to the positions of their players"
    NOT_AGAIN = "a wager that was reduced is not raised again"
    PROGRESSIVE = "the amount of a progressive wager"
    UNIFORM_ODDS = "odds are the same at all tables of the casino"
    LIMITS = "the posted minimum and maximum"
    PAYABLE = "an amount that cannot be paid is refused"
    ON_OR_OFF = "wagers that are called on or off"
    CHOICE = "a player chooses what becomes of a wager"
    # the round
    IN_CHARGE = "one dealer is in charge of the game"
    OPEN_BETTING = "who opens the next round"
    CLOSE = "when the betting closes"
    LOCKED_IN = "progressive wagers are locked in and collected"
    ANNOUNCED = "terminals announce the close of betting audibly"
    OUTCOME = "how the outcome comes about"
    SHOWN = "what counts as the outcome"
    CALL = "who calls the outcome, and when"
    SETTLE = "what a wager is paid"
    PAYING = "losers are collected before winners are paid"
    DRAW = "a further draw that an outcome calls for"
    # the dice
    DICE_SET = "how many dice are offered"
    DICE_OFFERED = "to whom the dice are offered, and in which order"
    DICE_ACCEPTED = "the shooter takes two of the dice"
    DICE_PUSHED = "the dice go out to the shooter"
    DICE_THROWN = "how the dice are thrown"
    DICE_PASSED = "the shooter gives up the dice"
    DICE_TAKEN_AWAY = "the shooter is ordered to give up the dice"
    COME_ONLY = "the dice are thrown only to decide come wagers"
    HAND_DIRECTED = "what becomes of wagers on a hand that is given up"
    POINT = "what the point is"
    POINT_OFF = "a point for which nobody plays"
    # what goes wrong
    IRREGULAR = "who decides what no other paragraph covers"
    VOID = "a spin or roll that does not count"
    IMPROPER_THROW = "who calls an improper throw"
    ALL_BACK = "every wager of a round goes back"
    BALL_INSPECTED = "a ball that left the wheel is inspected"
    REPAIR = "a table that is out of service"
    # the equipment of the table
    AREA = "a wager needs an area on the layout"
    INSPECTED = "an open table is inspected in every gaming day"
    # the house procedure
    PROCEDURE_WAGERS = "the wagers that the house procedure lists"
    PROCEDURE_INSIDE = "the limits of inside wagers by the house procedure"
    PROCEDURE_OUTSIDE = "the limits of outside wagers by the house procedure"
    PROCEDURE_UNITS = "the units of colored chips by the house procedure"
    PROCEDURE_CHIPS = "by the house procedure only the table's own chips are wagered"
    PROCEDURE_TIPS = "how a tip is shown by the house procedure"
    PROCEDURE_CLOSE = "when the betting closes by the house procedure"

    __hash__ = object.__hash__  # by identity: the hash of an Enum is slow


class Silent(Enum):
    """Why no paragraph of a game governs an act."""

    NOT_PLAYED = "the act is one of another game"
    UNWRITTEN = "the rules of this game do not say who does it, or how"
    CONTROLS = "internal controls of the licensee, beside the rules of any game"
    PROGRAM = "the program's own act, about its clock or after a stop"


class Cites(dict[Topic | Silent, str]):
    """The paragraphs of one game by topic; `silent` says why it has none on the other topics.

    A command that no rule of any game governs names why instead of a topic: it has no paragraph here.
    """

    def __init__(self, declared: Mapping[Topic, str | Silent]) -> None:
        forgotten = [topic.name for topic in Topic if topic not in declared]
        assert not forgotten, f"declare the paragraph, or why there is none, for {', '.join(forgotten)}"
        super().__init__(
            (topic, Citation(cite).id) for topic, cite in declared.items() if not isinstance(cite, Silent)
        )
        self.silent = {topic: why for topic, why in declared.items() if isinstance(why, Silent)}
