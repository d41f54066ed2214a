"""The boxperson decides about dice that nobody takes: the hand is rolled out, or every wager is returned."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.games.craps.facts import CrapsTable, rolls_out
from croupier.table import settle
from croupier.table.acts.dice.turns import only_with_dice
from croupier.table.acts.irregularities.notices import Directs, directed, not_notified
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.felt_change import NOTHING, Changed, changed, felt_after
from croupier.table.ledger import post_rows
from croupier.table.not_taken import Effects
from croupier.table.registry import Act, Happening
from croupier.table.rows import Row
from croupier.table.state import State


# Commands ---------------------------------------------------------------------------------------------------
class DirectDice(Directs, frozen=True):
    """Direct what happens when nobody takes the dice: whoever agrees rolls the hand out, or wagers are returned."""

    topic = Topic.HAND_DIRECTED
    direction: Literal["roll-out", "return"]


# Events -----------------------------------------------------------------------------------------------------
class DiceDirected(Event, frozen=True):
    """The boxperson directed what happens to dice that nobody took."""

    direction: Literal["roll-out", "return"]
    rows: tuple[Row, ...] = ()
    felt: Changed = NOTHING
    notice: int | None = None  # the notification that it answers


# Decisions --------------------------------------------------------------------------------------------------
def direction_due(state: State) -> bool:
    """Whether wagers wait for dice that everybody has declined, the last shooter included (reading C20)."""
    dice = state.dice
    waits = CrapsTable.of(state.felt).shooter is None and dice.asked is None and dice.refused
    return waits and bool(state.felt.standing)


@implements("47.1-2319")
def direct_dice(command: DirectDice, state: State) -> Decided:
    """Whoever agrees throws without a line wager, or every wager is returned and the point is off (reading C20)."""
    return first(_directed(command, state), not_notified(command, state))


def _directed(command: DirectDice, state: State) -> Decided:
    cite = state.cite(command.topic)
    refusal = only_with_dice(command, state) or in_phase(state, ("open", "settled"), "directing-the-dice", cite)
    if refusal is not None:
        return refusal
    if not direction_due(state):
        return refuse(Code.NOTHING_PENDING, "dice", cite=cite)
    if command.direction == "roll-out" and (refusal := _rolls_out(state)) is not None:
        return refusal
    return (
        made(
            DiceDirected,
            command,
            state,
            direction=command.direction,
            rows=_returned(state, command.direction)["rows"],
            notice=command.notice,
        ),
    )


def _rolls_out(state: State) -> Refusal | None:
    """Refuse to roll out a hand with no point on and no come wager alone on the layout."""
    if rolls_out(CrapsTable.of(state.felt), state.felt.standing):
        return None
    return refuse(Code.DICE_NOT_OFFERED, "no-roll-out", cite=state.cite(Topic.COME_ONLY))


# Effects, by the rules of this version ----------------------------------------------------------------------
def _returned(state: State, direction: str) -> Effects:
    if direction == "roll-out":
        return {"rows": (), "felt": NOTHING}
    felt, back = settle.returned(state.felt, state.felt.standing, state.cite(Topic.HAND_DIRECTED))
    rows = settle.rows([(state.felt, back)], state.seats, state.coupons)
    felt = felt.but(table=state.house.game.all_back(felt.table), barred=frozenset())
    return {"felt": changed(state.felt, settle.coupons_taken(felt, rows)), "rows": rows}


def _effects_directed(state: State, event: DiceDirected) -> Effects:
    return _returned(state, event.direction)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_directed(state: State, event: DiceDirected) -> State:
    state = directed(state, event, event.notice)
    if event.direction == "roll-out":
        return state.but(dice=replace(state.dice, refused=False, rolled_out=True))
    dice = replace(state.dice, refused=False)
    return state.but(play=felt_after(state, event.felt), coupons=(), calls=(), dice=dice)


ACTS = (Act(DirectDice, direct_dice, makes=(DiceDirected,)),)
HAPPENINGS = (Happening(DiceDirected, _apply_directed, effects=_effects_directed, posts=post_rows),)
