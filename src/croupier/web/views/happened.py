"""The public part of events, one type for each event that is sent to everybody.

Other events are not sent. Most of them are about wagers: the patch of the view has their chips.
"""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias, cast

import msgspec

from croupier.books.meaning import meaning
from croupier.conduct.command import declared, tag_of
from croupier.core.citation import implements
from croupier.table import Event, State, events
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.acts.round.settling import Settled
from croupier.table.closing import Published
from croupier.table.declared import DrawName
from croupier.table.proof import Proof
from croupier.table.rows import Row
from croupier.web.shared import naming


# What is sent -----------------------------------------------------------------------------------------------
class RowTold(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A decided wager, as everybody sees it collected or paid. `won` is what is put beside the stake, in cents."""

    player: str
    wager: str
    spot: str | None
    step: Literal["collect", "pay", "return"]
    stake: int
    paid: int
    won: int
    tip: bool


def _event(name: str) -> str:
    """The word of the event that a type belongs to."""
    return tag_of(name.removesuffix("Told"))


class Told(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="event", tag=_event):
    """The public part of the event of the same name: its word, and these members of it."""


class SeatedTold(Told, frozen=True, kw_only=True, gc=False):
    """A player took a place."""

    player: str
    place: int


class LeftTold(Told, frozen=True, kw_only=True, gc=False):
    """A player gave up the place."""

    player: str


class HouseChangedTold(Told, frozen=True, kw_only=True, gc=False):
    """New wagers are placed under another house."""


class CallAskedTold(Told, frozen=True, kw_only=True, gc=False):
    """A player called a wager On or Off; the dealer has not confirmed it yet."""

    player: str
    wager: str
    spot: str | None
    on: bool


class CallConfirmedTold(Told, frozen=True, kw_only=True, gc=False):
    """The button lies on the wager: the call counts."""

    player: str
    wager: str
    spot: str | None
    on: bool


class ChosenTold(Told, frozen=True, kw_only=True, gc=False):
    """A player made a choice that was due, or the close of betting made the default choice."""

    player: str
    wager: str
    choice: str


class BallSpunTold(Told, frozen=True, kw_only=True, gc=False):
    """The ball is in motion."""

    round: int


class WheelSpunTold(Told, frozen=True, kw_only=True, gc=False):
    """The Big Six wheel turns."""

    round: int
    clockwise: bool


class SealPublishedTold(Told, frozen=True, kw_only=True, gc=False):
    """The device is bound to a seed that nobody knows yet."""

    round: int
    commitment: str


class ClosingPublishedTold(Told, frozen=True, kw_only=True, gc=False):
    """The outcome is fixed, and nobody knows it before the delay has passed; the device has signed it."""

    round: int
    closing: Published
    key: str
    signature: str


class SeedRevealedTold(Told, frozen=True, kw_only=True, gc=False):
    """The seed is public, and the proof of the round is valid."""

    proof: Proof


class BettingClosedTold(Told, frozen=True, kw_only=True, gc=False):
    """Betting is closed: no more bets was called."""

    round: int


class LockedInTold(Told, frozen=True, kw_only=True, gc=False):
    """Progressive wagers are locked in and collected; `lit` are the places whose sensors are lit."""

    round: int
    lit: tuple[int, ...]


class OutcomeCalledTold(Told, frozen=True, kw_only=True, gc=False):
    """The outcome was announced: its fact, what that meant in one line, what is called, and what else is said."""

    round: int
    outcome: str
    announced: tuple[str, ...]
    fact: str  # its name; empty if the outcome does not count
    line: str
    spoken: str


class DollyPlacedTold(Told, frozen=True, kw_only=True, gc=False):
    """The dolly lies on the number."""

    number: str


class DollyLiftedTold(Told, frozen=True, kw_only=True, gc=False):
    """The dolly is off the layout."""


class DrawnTold(Told, frozen=True, kw_only=True, gc=False):
    """A draw that the outcome called for."""

    of: DrawName
    result: str


class SettledTold(Told, frozen=True, kw_only=True, gc=False):
    """The round is settled: losers collected, then winners paid, in the order of the rows."""

    round: int
    stage: Literal["round", "bonus"]
    outcome: str
    rows: tuple[RowTold, ...]


class BettingOpenedTold(Told, frozen=True, kw_only=True, gc=False):
    """Wagers are taken for the next round."""

    round: int


class DiceOfferedTold(Told, frozen=True, kw_only=True, gc=False):
    """A set of dice was offered to a player."""

    player: str


class DiceAcceptedTold(Told, frozen=True, kw_only=True, gc=False):
    """A player is the shooter with two of the dice; the others went back to the cup."""

    player: str
    hand: Literal["new", "continues"]


class DiceDeclinedTold(Told, frozen=True, kw_only=True, gc=False):
    """A player let the dice go on."""

    player: str


class DicePassedTold(Told, frozen=True, kw_only=True, gc=False):
    """The shooter gave up the dice, or was ordered to; `reason` is the boxperson's."""

    player: str
    reason: str | None


class HandDirectedTold(Told, frozen=True, kw_only=True, gc=False):
    """The boxperson directed what happens to wagers on the whole hand."""

    way: Literal["continue", "return"]


class DiceDirectedTold(Told, frozen=True, kw_only=True, gc=False):
    """The boxperson directed what happens to dice that nobody took."""

    direction: Literal["roll-out", "return"]


class PointTakenOffTold(Told, frozen=True, kw_only=True, gc=False):
    """Nobody was on the line any more: the point is off, and the next roll is a come-out roll."""

    point: int


class DicePushedTold(Told, frozen=True, kw_only=True, gc=False):
    """The dice are out to the shooter; with `come_only`, only to decide come wagers, and the puck is off."""

    round: int
    shooter: str
    come_only: bool


class DiceThrownTold(Told, frozen=True, kw_only=True, gc=False):
    """The dice are in the air."""

    round: int
    shooter: str


class VoidedTold(Told, frozen=True, kw_only=True, gc=False):
    """A spin or roll does not count: wagers stay, or all are returned if the rule says so."""

    round: int
    call: str
    reason: str
    says: str
    cite: str


class RoundVoidedTold(Told, frozen=True, kw_only=True, gc=False):
    """Every wager was returned; an unsettled round does not count."""

    round: int
    reason: str


class ResumedTold(Told, frozen=True, kw_only=True, gc=False):
    """The table was restored after a stop; a round in progress is held until somebody decides."""

    round: int
    phase: str
    held: bool


class RoundReleasedTold(Told, frozen=True, kw_only=True, gc=False):
    """A held round goes on."""

    round: int


class OutcomeCorrectedTold(Told, frozen=True, kw_only=True, gc=False):
    """A wrongly entered outcome was corrected: its settlement is reversed and made again."""

    round: int
    was: str
    now: str


Happened: TypeAlias = (
    SeatedTold
    | LeftTold
    | HouseChangedTold
    | CallAskedTold
    | CallConfirmedTold
    | ChosenTold
    | BallSpunTold
    | WheelSpunTold
    | SealPublishedTold
    | ClosingPublishedTold
    | SeedRevealedTold
    | BettingClosedTold
    | LockedInTold
    | OutcomeCalledTold
    | DollyPlacedTold
    | DollyLiftedTold
    | DrawnTold
    | SettledTold
    | BettingOpenedTold
    | DiceOfferedTold
    | DiceAcceptedTold
    | DiceDeclinedTold
    | DicePassedTold
    | HandDirectedTold
    | DiceDirectedTold
    | PointTakenOffTold
    | DicePushedTold
    | DiceThrownTold
    | VoidedTold
    | RoundVoidedTold
    | ResumedTold
    | RoundReleasedTold
    | OutcomeCorrectedTold
)

# The telling ------------------------------------------------------------------------------------------------
_EVENTS = {f"{kind.__name__}Told": kind for kind in events.WORDS}
#: The public type of each event; events that are missing here are not sent.
TOLD: dict[type[Event], type[Happened]] = {
    _EVENTS[kind.__name__]: cast("type[Happened]", kind) for kind in declared(Told, sys.modules[__name__])
}


@implements("30-2201(7)", "47.1-2201(7)")
def told(event: Event, state: State) -> Happened | None:
    """The public part of an event, by the state after it or later; it never contains racks or buy-ins."""
    kind = TOLD.get(type(event))
    if kind is None:
        return None
    members: dict[str, Any] = _called(event, state) if isinstance(event, OutcomeCalled) else {}
    members |= {name: getattr(event, name) for name in kind.__struct_fields__ if name not in members}
    if isinstance(event, Settled):
        members["rows"] = tuple(map(_row, event.rows))
    elif kind is VoidedTold:
        members["says"] = naming.said(members["says"], state.house)
    return kind(**members)


def _called(event: OutcomeCalled, state: State) -> dict[str, Any]:
    """What the outcome meant; if the round was voided since, only what was called."""
    past = next((each for each in reversed(state.rounds) if each.number == event.round), None)
    felt = state.felt if past is None else past.before
    found = meaning(felt, event.outcome)
    if found is None:
        return {"fact": "", "line": event.outcome, "spoken": event.outcome}
    fact, call = found
    announced = tuple(naming.said(each, felt.house) for each in event.announced)
    return {"fact": fact, "line": call.line, "spoken": call.spoken, "announced": announced}


def _row(row: Row) -> RowTold:
    return RowTold(
        player=row.player,
        wager=row.wager,
        spot=row.spot,
        step=row.step,
        stake=row.stake,
        paid=row.paid,
        won=max(0, row.profit),
        tip=row.tip,
    )
