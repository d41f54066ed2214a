"""The steps of a round with dice: offer, accept, push and throw them; and what happens if nobody may throw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.core.refusal import Refusal
from croupier.floor.crew.act import Act, Step, Waiting
from croupier.floor.crew.steps import device_or, sealed
from croupier.games.craps.facts import CrapsTable
from croupier.table import State
from croupier.table.acts.dice.throwing import PushDice, TakePointOff, ThrowDice
from croupier.table.acts.dice.turns import (
    AcceptDice,
    DeclineDice,
    DirectHand,
    OfferDice,
    PassDice,
    hand_long,
    next_in_turn,
)
from croupier.table.acts.irregularities.stops import VoidRound

#: How many dice a shooter chooses from.
DICE = 6


def on_the_line(state: State, player: str) -> bool:
    """Whether a player has a pass or don't pass wager of their own."""
    line = state.course.line
    return any(each.seat == player and each.wager in line and not each.tip for each in state.felt.standing)


def point_is_on(state: State) -> bool:
    """Whether the next roll is not a come-out roll."""
    return CrapsTable.of(state.felt).point is not None


def may_throw(state: State, player: str) -> bool:
    """Whether a player may throw: with a line wager, or as the last shooter to decide come wagers, 47.1-2313(2)."""
    if player in state.excluded or state.seat(player) is None:
        return False
    return on_the_line(state, player) or player == _come_only(state)


def _come_only(state: State) -> str | None:
    """The last shooter, if only come wagers are left to be decided."""
    felt = state.felt
    last = CrapsTable.of(felt).shooter or state.dice.last
    if last is None:
        return None
    ready = felt.house.game.ready(replace(CrapsTable.of(felt), shooter=last), felt.standing)
    return last if _decides_come(ready) else None


def _decides_come(ready: object) -> bool:
    return isinstance(ready, CrapsTable) and ready.deciding_come


# The steps --------------------------------------------------------------------------------------------------
def nobody(state: State) -> Act | Waiting | None:
    """Nobody may throw: take off a point that nobody plays for, or wait for a line wager."""
    if any(may_throw(state, seat.player) for seat in state.seats):
        return None
    if not point_is_on(state):
        return Waiting("player", None, "line-wager")
    if any(
        each.wager in state.course.line for each in state.felt.standing
    ):  # a tip, or a wager of an excluded player
        return Act(VoidRound, "key-manager", missing=("reason",))
    return Act(TakePointOff, "boxperson")


def offered(state: State) -> Act | Waiting | None:
    """Offer the dice to the next player; first decide about wagers on the last shooter's hand."""
    if CrapsTable.of(state.felt).shooter is not None:
        return None
    asked = state.dice.asked
    if asked is None:
        turn = next_in_turn(state)
        who = {"player": turn, "dice": DICE}
        return Waiting("player", None, "line-wager") if turn is None else Act(OfferDice, "stickperson", who)
    if not may_throw(state, asked):
        return Act(DeclineDice, "stickperson", {"player": asked})
    if _direction_due(state, asked):
        return Act(DirectHand, "boxperson", missing=("way",))
    return Act(AcceptDice, "player", {"player": asked}, deputy="stickperson")


def _direction_due(state: State, player: str) -> bool:
    """Whether the boxperson must decide about wagers on the last shooter's whole hand (reading C13)."""
    if player == state.dice.last or state.dice.way == "continue":
        return False
    return bool(CrapsTable.of(state.felt).hand.rolled and hand_long(state.felt))


def pushed(state: State) -> Act | Waiting:
    """Push the dice to the shooter; a shooter who may not throw any more passes them."""
    shooter = CrapsTable.of(state.felt).shooter
    ready = state.house.game.ready(state.felt.table, state.felt.standing)
    others = [seat.player for seat in state.seats if seat.player != shooter]
    unasked = [player for player in others if player not in state.dice.declined]
    if not isinstance(ready, Refusal) and shooter not in state.excluded and not (_decides_come(ready) and unasked):
        return Act(PushDice, "stickperson")
    if others:
        return Act(PassDice, "stickperson", {"player": shooter})
    return Waiting("player", None, "line-wager")


def thrown(state: State) -> Act:
    """Throw the dice; pass them if the line wager was taken back, and wait if no seed is sealed."""
    table = CrapsTable.of(state.felt)
    if isinstance(state.house.game.ready(table, state.felt.standing), Refusal) or sealed(state) is not None:
        return Act(PassDice, "stickperson", {"player": table.shooter})
    return Act(ThrowDice, device_or("stickperson", state))


STEPS: Mapping[str, Step] = {
    "nobody-throws": nobody,
    "offer-dice": offered,
    "push-dice": pushed,
    "throw-dice": thrown,
}
