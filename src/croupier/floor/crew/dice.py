"""The steps of a round with dice: offer, accept, push and throw them; and what happens if nobody may throw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.core.refusal import Refusal
from croupier.floor.crew.act import Act, Step, Waiting
from croupier.floor.crew.irregularities import directed
from croupier.floor.crew.steps import device_or, sealed
from croupier.games.craps.facts import CrapsTable, Hand, only_come
from croupier.table import State
from croupier.table.acts.dice.directing import DirectDice, direction_due
from croupier.table.acts.dice.throwing import PushDice, TakePointOff, ThrowDice
from croupier.table.acts.dice.turns import (
    AcceptDice,
    DeclineDice,
    DirectHand,
    OfferDice,
    PassDice,
    hand_long,
    next_in_turn,
    released,
)

#: How many dice a shooter chooses from.
DICE = 6


def point_is_on(state: State) -> bool:
    """Whether the next roll is not a come-out roll."""
    return CrapsTable.of(state.felt).point is not None


def shooter(state: State) -> str | None:
    """Who has the dice, if the game has any."""
    return CrapsTable.of(state.felt).shooter if state.course.device == "dice" else None


def may_throw(state: State, player: str) -> bool:
    """Whether a player who had the dice could throw them: with a line wager or a put on the point, or as directed."""
    if player in state.excluded or state.seat(player) is None:
        return False
    table = CrapsTable.of(state.felt)
    if table.shooter != player:
        hand = table.hand if player == state.dice.last else Hand()
        table = replace(table, shooter=player, hand=hand, released=released(state, player))
    return not isinstance(state.house.game.ready(table, state.felt.standing, state.house), Refusal)


def _waits_for_a_roll(state: State) -> bool:
    """Whether wagers on the layout need a roll that the rules allow without a new line wager."""
    return point_is_on(state) or only_come(state.felt.standing)


# The steps --------------------------------------------------------------------------------------------------
def nobody(state: State) -> Act | Waiting | None:
    """Nobody may throw: take off a point that nobody plays for, or wait for a line wager."""
    if any(may_throw(state, seat.player) for seat in state.seats):
        return None
    if not _waits_for_a_roll(state):
        return Waiting("player", None, "line-wager")
    if point_is_on(state) and not any(each.wager in state.course.line for each in state.felt.standing):
        return directed(state, Act(TakePointOff, "boxperson"))
    return None


def offered(state: State) -> Act | Waiting | None:
    """Offer the dice to the next player; first decide about wagers on the last shooter's hand."""
    if CrapsTable.of(state.felt).shooter is not None:
        return None
    asked = state.dice.asked
    if asked is None:
        return _next_offer(state)
    if not may_throw(state, asked):
        return Act(DeclineDice, "stickperson", {"player": asked})
    if _direction_due(state, asked):
        return directed(state, Act(DirectHand, "boxperson", missing=("way",)))
    return Act(AcceptDice, "player", {"player": asked}, deputy="stickperson")


def _next_offer(state: State) -> Act | Waiting:
    """The next player in turn; if all have declined and nobody may throw, the boxperson directs."""
    if direction_due(state) and not any(may_throw(state, seat.player) for seat in state.seats):
        return directed(state, Act(DirectDice, "boxperson", missing=("direction",)))
    turn = next_in_turn(state)
    if turn is None:
        return Waiting("player", None, "line-wager")
    return Act(OfferDice, "stickperson", {"player": turn, "dice": DICE})


def _direction_due(state: State, player: str) -> bool:
    """Whether the boxperson must decide about wagers on the last shooter's whole hand (reading C13)."""
    if player == state.dice.last or state.dice.way == "continue":
        return False
    return bool(CrapsTable.of(state.felt).hand.rolled and hand_long(state.felt))


def pushed(state: State) -> Act | Waiting:
    """Push the dice to the shooter; a shooter who may not throw any more passes them."""
    has = shooter(state)
    ready = state.house.game.ready(state.felt.table, state.felt.standing, state.house)
    others = [seat.player for seat in state.seats if seat.player != has]
    unasked = [player for player in others if player not in state.dice.declined]
    come_only = isinstance(ready, CrapsTable) and ready.deciding_come and not ready.released
    if not isinstance(ready, Refusal) and has not in state.excluded and not (come_only and unasked):
        return Act(PushDice, "stickperson")
    if others or _waits_for_a_roll(state):
        return Act(PassDice, "stickperson", {"player": has})
    return Waiting("player", None, "line-wager")


def thrown(state: State) -> Act:
    """Throw the dice; pass them if the line wager was taken back, and wait if no seed is sealed."""
    table = CrapsTable.of(state.felt)
    if (
        isinstance(state.house.game.ready(table, state.felt.standing, state.house), Refusal)
        or sealed(state) is not None
    ):
        return Act(PassDice, "stickperson", {"player": table.shooter})
    return Act(ThrowDice, device_or("stickperson", state))


STEPS: Mapping[str, Step] = {
    "nobody-throws": nobody,
    "offer-dice": offered,
    "push-dice": pushed,
    "throw-dice": thrown,
}
