"""A roll: take off a point that nobody plays for, push the dice to the shooter, throw them."""

from __future__ import annotations

from croupier.conduct.command import Command
from croupier.conduct.event import Event, versioned
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.games.craps.facts import CrapsTable, decides_come, without_point
from croupier.table.acts.device import device_may, sealed
from croupier.table.acts.dice.turns import only_with_dice, shooter_of
from croupier.table.acts.irregularities.notices import Directs, directed, not_notified
from croupier.table.acts.money.buy_in import cash_is_dropped
from croupier.table.acts.table import excluded
from croupier.table.acts.wagers.moving import moved_first
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.felt_change import NOTHING, Changed, changed, felt_after
from croupier.table.not_taken import Effects
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Person, WagerId


# Commands ---------------------------------------------------------------------------------------------------
class TakePointOff(Directs, frozen=True):
    """Take the point off when nobody is on the line any more: the next roll is a come-out roll."""

    topic = Topic.POINT_OFF


class PushDice(Command, frozen=True):
    """Send the two dice out to the shooter."""

    topic = Topic.DICE_PUSHED


class ThrowDice(Command, frozen=True):
    """The dice leave the shooter's hand."""

    topic = Topic.DICE_THROWN


# Events -----------------------------------------------------------------------------------------------------
class PointTakenOff(Event, frozen=True, tag=versioned(2)):
    """Nobody was on the line any more: the point is off, and the next roll is a come-out roll."""

    point: int
    felt: Changed = NOTHING
    notice: int | None = None  # the notification that it answers


class DicePushed(Event, frozen=True):
    """The shooter has the dice; with `come_only` only to decide come wagers: the puck lies off before the shooter."""

    round: int
    shooter: str
    come_only: bool = False


class DiceThrown(Event, frozen=True):
    """The dice are in the air."""

    round: int
    shooter: str


# Decisions --------------------------------------------------------------------------------------------------
def take_point_off(command: TakePointOff, state: State) -> Decided:
    """Take the point off. With nobody on the line it cannot be decided, so the next roll is a come-out roll."""
    return first(_point_off(command, state), not_notified(command, state))


def _point_off(command: TakePointOff, state: State) -> Decided:
    refusal = only_with_dice(command, state) or in_phase(
        state, ("open", "settled"), "taking-the-point-off", state.cite(command.topic)
    )
    if refusal is not None:
        return refusal
    point = CrapsTable.of(state.felt).point
    if point is None:
        return refuse(Code.NOTHING_PENDING, "point", cite=state.cite(Topic.POINT))
    if (refusal := _still_played_for(state)) is not None:
        return refusal
    return (made(PointTakenOff, command, state, point=point, notice=command.notice),)


@implements("47.1-2302(3)")
def _still_played_for(state: State) -> Refusal | None:
    """Refuse while any pass or don't pass wager is undecided, a dealer's included."""
    line = next((each for each in state.felt.standing if each.wager in state.course.line), None)
    if line is None:
        return None
    cite, wager = state.cite(Topic.POINT), WagerId(line.wager)
    return refuse(Code.WAGERS_STAND, "for-the-point", cite=cite, player=Person(line.seat), wager=wager)


def push_dice(command: PushDice, state: State) -> Decided:
    """Push the dice to a shooter who may throw."""
    refusal = (
        only_with_dice(command, state)
        or in_phase(state, ("open",), "sending-out", state.cite(command.topic))
        or moved_first(state)
    )
    if refusal is not None:
        return refusal
    shooter = CrapsTable.of(state.felt).shooter
    if shooter is None:
        return refuse(Code.DICE_NOT_OFFERED, "nobody", cite=state.cite(Topic.DICE_OFFERED))
    ready = state.house.game.ready(state.felt.table, state.felt.standing, state.house)
    if isinstance(ready, Refusal):
        return ready
    only_come = isinstance(ready, CrapsTable) and ready.deciding_come
    refusal = excluded(state, shooter) or (_others_were_asked(state, shooter) if only_come else None)
    if refusal is not None:
        return refusal
    fields = {"round": state.round, "shooter": shooter, "come_only": only_come}
    return (made(DicePushed, command, state, **fields),)


@implements("47.1-2313(2)")
def _others_were_asked(state: State, shooter: str) -> Refusal | None:
    """The last shooter may throw without a line wager only if nobody else will, to decide come wagers."""
    if (following := _unasked(state, shooter)) is None:
        return None
    cite = state.cite(Topic.COME_ONLY)
    return refuse(Code.DICE_NOT_OFFERED, "others-first", cite=cite, player=Person(shooter), next=Person(following))


def _unasked(state: State, shooter: str) -> str | None:
    """Another player who must be asked first; a released shooter accepted the dice after all were asked."""
    if CrapsTable.of(state.felt).released:
        return None
    waiting = (seat.player for seat in state.seats if seat.player not in (shooter, *state.dice.declined))
    return next(waiting, None)


def come_only(state: State) -> bool:
    """Whether the shooter rolls only to decide come wagers, as the wagers are now: the marker lies off."""
    shooter = shooter_of(state.felt)
    if shooter is None or not decides_come(CrapsTable.of(state.felt), state.felt.standing):
        return False
    return _unasked(state, shooter) is None


def throw_dice(command: ThrowDice, state: State) -> Decided:
    """Throw the dice."""
    refusal = (
        device_may(command, state)
        or only_with_dice(command, state)
        or in_phase(state, ("dice-out",), "throwing", state.cite(command.topic))
        or cash_is_dropped(state)
        or moved_first(state)
    )
    if refusal is not None:
        return refusal
    ready = first(state.house.game.ready(state.felt.table, state.felt.standing, state.house), sealed(state))
    if isinstance(ready, Refusal):
        return ready
    return (made(DiceThrown, command, state, round=state.round, shooter=CrapsTable.of(state.felt).shooter),)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_point_off(state: State, event: PointTakenOff) -> Effects:
    felt, table = state.felt, CrapsTable.of(state.felt)
    barred = frozenset(key for key in felt.barred if key[1] not in state.course.line)
    return {"felt": changed(felt, felt.but(table=without_point(table), barred=barred)), "point": table.point}


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_point_off(state: State, event: PointTakenOff) -> State:
    return directed(state.but(play=felt_after(state, event.felt)), event, event.notice)


def _apply_pushed(state: State, event: DicePushed) -> State:
    return state.but(phase="dice-out")


def _apply_thrown(state: State, event: DiceThrown) -> State:
    return state.but(phase="in-the-air", calls=())


ACTS = (
    Act(TakePointOff, take_point_off, makes=(PointTakenOff,)),
    Act(PushDice, push_dice, makes=(DicePushed,)),
    Act(ThrowDice, throw_dice, makes=(DiceThrown,)),
)
HAPPENINGS = (
    Happening(PointTakenOff, _apply_point_off, effects=_effects_point_off),
    Happening(DicePushed, _apply_pushed),
    Happening(DiceThrown, _apply_thrown),
)
