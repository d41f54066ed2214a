"""The shifts that each version has recorded, and what this version decides otherwise in them."""

from __future__ import annotations

import re
from pathlib import Path

from croupier.conduct import Otherwise
from croupier.host.audit import Audit

RECORDED = sorted((Path(__file__).parents[2] / "recorded").glob("*.txt"))
#: Its events do not record what they changed: it is upgraded before it is opened.
OLDEST = RECORDED[0].parent / "1c412e8.txt"
#: The events of each shift that this version decides otherwise for another reason than those below.
OTHERWISE: dict[str, set[tuple[str, int]]] = {OLDEST.stem: set()}
#: What this version decides otherwise wherever it happens: the event, its paragraph, and why.
STRICTER = {
    ("table-opened/2", "30-2201(4)"): "a dealer is put in charge when a roulette table opens",
    ("betting-closed/1", "30-2205(2)"): "the dealer states the wave, and that the ball still ran",
    ("chosen/2", "30-2205(2)"): "the same close, which first answers a choice for the player",
    ("designated/1", "47.1-2311(5)"): "a key manager designates, and states the licence (reading A13)",
    ("wheel-spun/1", "30-2703(2)"): "the spin of a voided round counts for the direction (reading B3)",
    ("outcome-called/1", "30-2205(1)"): "the dealer states direction and revolutions of the ball (reading R22)",
    ("outcome-called/1", "30-2299.04/start(4)"): "progressive wagers are locked in before the number (reading R21)",
    ("outcome-called/1", "30-2299.02(3)"): "the dealer moves Straights and 8's wagers to the players' places first",
    ("outcome-called/1", "30-2703(2)"): "the dealer states direction and revolutions of the wheel (reading R22)",
    ("table-opened/2", "47.1-2318"): "house rules for tip wagers are submitted with their date",
    ("house-changed/2", "47.1-2318"): "the same, for a changed house",
    ("table-opened/2", "30-2702(1)"): "a house states the diameter of its wheel and the glass",
    ("house-changed/2", "30-2702(1)"): "the same, for a changed house",
    ("table-opened/2", "30-2299.01(5)"): "a house names the approved generator of Back2Back awards",
    ("house-changed/2", "30-2299.01(5)"): "the same, for a changed house",
    ("drawn/1", "30-2299.03(4)"): "the dealer places the balls of a bonus round in the device first (reading R23)",
    ("drawn/1", "30-2299.03(4)(a)"): "the same, for a ball that is launched again",
    ("tube-emptied/1", "47.1-2318"): "what makes no higher chip stays in the tip tube",
    ("dice-pushed/1", "47.1-2317.01(3)"): "dealers move side bets to their circles before the dice go out",
    ("dice-thrown/1", "47.1-2317.01(3)"): "the same, before the dice are thrown",
}
#: A coupon has a serial number in the register of its house (reading M3); a ticket has a number too.
COUPONS = re.compile(
    "it is refused: (Coupon .* is not in the register|A coupon is taken by its serial number|A ticket)"
)
#: A dealer notifies the supervisor of what is decided, and is directed (reading A15). Rounds voided without that are
#: judged no further: in the oldest shift, wagers for the dealers went into the tip box with four of them.
NOTIFIED = re.compile("it is refused: (A dealer notifies|(Raise-dispute|Void-round) is not for)|other directs: ''")

#: The call of a roll carries announcement and lammers, which settlements had or nobody recorded (47.1-2317.04(18)).
CALLED = re.compile(
    "^(outcome-called/1|outcome-corrected/2|settled/2): the event records other (lammers|announced): "
)
#: Side bets follow the number with marks on the layout, which older versions did not record (30-2299.02(4)).
MARKED = re.compile("this version makes .*number-marked/1")
#: A step of the clock is reported before a supervisor acknowledges it, and times go on from what the clock says.
CLOCK = re.compile("clock-acknowledged/2: it is refused: The clock is in order")
LISTED = (COUPONS, NOTIFIED, CALLED, MARKED, CLOCK)


def decided_otherwise(found: Audit) -> set[tuple[str, int]]:
    """The events that an audit lists, by stream and version, without those that are stricter wherever they happen."""
    return {(each.stream, each.version) for each in found.differences if not _stricter(each.otherwise)}


def _stricter(otherwise: Otherwise) -> bool:
    word = otherwise.says.partition(":")[0]
    says = otherwise.says
    return (word, otherwise.cite) in STRICTER or any(each.search(says) for each in LISTED)
