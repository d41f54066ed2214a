"""Decisions about the dice: offering, taking, passing, pushing out, throwing."""

from __future__ import annotations

from croupier.conduct.command import Command
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.craps.facts import LINE, CrapsTable
from croupier.table import commands_play as asked
from croupier.table import events_play as happened
from croupier.table import settle
from croupier.table.decide_device import device_may, sealed
from croupier.table.decide_round import cash_is_dropped
from croupier.table.decide_seats import excluded
from croupier.table.deciding import Decided, Deciders, first, in_phase, made, seat_of
from croupier.table.effects_play import hand_long
from croupier.table.state import State
from croupier.text.facts import Person, WagerId

FEWEST_DICE = 5
KEPT = 2


def _at_craps(command: Command, state: State) -> Refusal | None:
    if state.game == "craps":
        return None
    return refuse(Code.ACT_OF_ANOTHER_GAME, "no-dice", game=state.game)


@implements("47.1-2309(2)", "47.1-2313(3)")
def next_in_turn(state: State) -> str | None:
    """Clockwise from the boxperson's left, or from the left of the last shooter; who declined is passed over."""
    after = [seat for seat in state.seats if seat.place > state.dice.place]
    before = [seat for seat in state.seats if seat.place <= state.dice.place]
    waiting = [seat.player for seat in (*after, *before) if seat.player not in state.dice.declined]
    return waiting[0] if waiting else None


@implements("47.1-2309(1)")
def offer_dice(command: asked.OfferDice, state: State) -> Decided:
    """The stickperson offers five or more dice to the player whose turn it is."""
    refusal = _at_craps(command, state) or in_phase(state, ("open", "settled"), "offering", "47.1-2309(1)")
    if refusal is not None:
        return refusal
    seat = seat_of(state, command.player)
    if isinstance(seat, Refusal):
        return seat
    shooter = state.felt.table.shooter
    if shooter is not None:
        return refuse(Code.DICE_STAY, "has-them", cite="47.1-2313(1)", player=Person(shooter))
    due = next_in_turn(state)
    if due is None:
        return refuse(Code.OUT_OF_TURN, "all-declined", cite="47.1-2309(2)")
    if command.player != due:
        return refuse(Code.OUT_OF_TURN, "another-first", cite="47.1-2309(2)", player=Person(due))
    if command.dice < FEWEST_DICE:
        return refuse(Code.TOO_FEW_DICE, cite="47.1-2309(1)", dice=command.dice)
    return (made(happened.DiceOffered, command, state, player=command.player, dice=command.dice),)


def _offered(command: asked.AcceptDice | asked.DeclineDice, state: State) -> Refusal | None:
    if state.dice.asked == command.player:
        return None
    return refuse(Code.OUT_OF_TURN, "not-offered", cite="47.1-2309(2)", player=Person(command.player))


@implements("47.1-2309(3)", "47.1-2313(4)", "47.1-2312(3)")
def accept_dice(command: asked.AcceptDice, state: State) -> Decided:
    """The first to accept shoots with two of the dice; the others go back to the cup."""
    refusal = _at_craps(command, state) or excluded(state, command.player) or _offered(command, state)
    refusal = refusal or _direction_due(command, state)
    if refusal is not None:
        return refusal
    table: CrapsTable = state.felt.table
    again = command.player == state.dice.last and table.hand.rolled
    hand = "continues" if again or state.dice.way == "continue" else "new"
    cup = state.dice.count - KEPT
    return (made(happened.DiceAccepted, command, state, player=command.player, kept=KEPT, cup=cup, hand=hand),)


def _hand_waits(state: State) -> bool:
    """Whether wagers stand on the whole hand of a shooter who has given up the dice."""
    table: CrapsTable = state.felt.table
    return table.shooter is None and table.hand.rolled and bool(hand_long(state.felt))


def _direction_due(command: asked.AcceptDice, state: State) -> Refusal | None:
    """The boxperson directs what becomes of wagers on the hand before somebody else shoots (reading C13)."""
    if not _hand_waits(state) or state.dice.way == "continue" or command.player == state.dice.last:
        return None
    return refuse(Code.DIRECTION_DUE, cite="47.1-2319")


def decline_dice(command: asked.DeclineDice, state: State) -> Decided:
    """The dice go on to the next player."""
    refusal = _at_craps(command, state) or _offered(command, state)
    return refusal or (made(happened.DiceDeclined, command, state, player=command.player),)


def _gives_up(state: State, act: str) -> Refusal | None:
    refusal = in_phase(state, ("open", "settled", "dice-out"), act, "47.1-2313(1)")
    if refusal is not None or state.felt.table.shooter is not None:
        return refusal
    return refuse(Code.NO_SHOOTER, "nobody", cite="47.1-2313(1)")


@implements("47.1-2313(1)")
def pass_dice(command: asked.PassDice, state: State) -> Decided:
    """After any roll the shooter may give up the dice."""
    refusal = _at_craps(command, state) or _gives_up(state, "passing")
    if refusal is None and command.player != state.felt.table.shooter:
        refusal = refuse(Code.OUT_OF_TURN, "not-the-shooter", cite="47.1-2313(1)", player=Person(command.player))
    return refusal or (made(happened.DicePassed, command, state, player=command.player, reason=None),)


@implements("47.1-2313(1)(b)")
def order_pass(command: asked.OrderPass, state: State) -> Decided:
    """The boxperson orders it for delay, repeated invalid rolls or a violation."""
    refusal = _at_craps(command, state) or _gives_up(state, "ordering-the-pass")
    if refusal is not None:
        return refusal
    shooter = state.felt.table.shooter
    return (made(happened.DicePassed, command, state, player=shooter, reason=command.reason),)


def direct_hand(command: asked.DirectHand, state: State) -> Decided:
    """Hand-long wagers go on with the next shooter, or go back (reading C13)."""
    if (refusal := _at_craps(command, state)) is not None:
        return refusal
    if not _hand_waits(state):
        return refuse(Code.NOTHING_PENDING, "direction", cite="47.1-2319")
    found: tuple[object, ...] = ()
    if command.way == "return":
        _, back = settle.returned(state.felt, hand_long(state.felt), "47.1-2319")
        found = settle.rows([(state.felt, back)], state.seats, state.coupons)
    return (made(happened.HandDirected, command, state, way=command.way, rows=found),)


def take_point_off(command: asked.TakePointOff, state: State) -> Decided:
    """Where nobody is on the line no decision on it is left, and none can come: the next roll is a come-out roll."""
    refusal = _at_craps(command, state) or in_phase(state, ("open", "settled"), "taking-the-point-off", "47.1-2319")
    if refusal is not None:
        return refusal
    point = state.felt.table.point
    if point is None:
        return refuse(Code.NOTHING_PENDING, "point", cite="47.1-2302(3)")
    if (refusal := _still_played_for(state)) is not None:
        return refusal
    return (made(happened.PointTakenOff, command, state, point=point),)


@implements("47.1-2302(3)")
def _still_played_for(state: State) -> Refusal | None:
    """A come-out roll comes after the decision on every pass and don't pass wager, the dealers' own too."""
    line = next((each for each in state.felt.standing if each.wager in LINE), None)
    if line is None:
        return None
    return refuse(
        Code.WAGERS_STAND, "for-the-point", cite="47.1-2302(3)", player=Person(line.seat), wager=WagerId(line.wager)
    )


def push_dice(command: asked.PushDice, state: State) -> Decided:
    """The dice go out to a shooter who may throw."""
    refusal = _at_craps(command, state) or in_phase(state, ("open",), "sending-out", "47.1-2309(1)")
    if refusal is not None:
        return refusal
    shooter = state.felt.table.shooter
    if shooter is None:
        return refuse(Code.DICE_NOT_OFFERED, "nobody", cite="47.1-2309(2)")
    ready = state.house.game.ready(state.felt.table, state.felt.standing)
    if isinstance(ready, Refusal):
        return ready
    refusal = excluded(state, shooter) or (_others_were_asked(state, shooter) if ready.deciding_come else None)
    if refusal is not None:
        return refusal
    fields = {"round": state.round, "shooter": shooter, "come_only": ready.deciding_come}
    return (made(happened.DicePushed, command, state, **fields),)


@implements("47.1-2313(2)")
def _others_were_asked(state: State, shooter: str) -> Refusal | None:
    """Only when nobody else will shoot does the last shooter throw without a line wager, to decide come wagers."""
    waiting = [seat.player for seat in state.seats if seat.player not in (shooter, *state.dice.declined)]
    if not waiting:
        return None
    return refuse(
        Code.DICE_NOT_OFFERED, "others-first", cite="47.1-2313(2)", player=Person(shooter), next=Person(waiting[0])
    )


def throw_dice(command: asked.ThrowDice, state: State) -> Decided:
    """The dice are in the air."""
    refusal = (
        device_may(command, state)
        or _at_craps(command, state)
        or in_phase(state, ("dice-out",), "throwing", "47.1-2310")
        or cash_is_dropped(state)
    )
    if refusal is not None:
        return refusal
    ready = first(state.house.game.ready(state.felt.table, state.felt.standing), sealed(state))
    if isinstance(ready, Refusal):
        return ready
    return (made(happened.DiceThrown, command, state, round=state.round, shooter=state.felt.table.shooter),)


DECIDERS: Deciders = {
    asked.OfferDice: offer_dice,
    asked.AcceptDice: accept_dice,
    asked.DeclineDice: decline_dice,
    asked.PassDice: pass_dice,
    asked.OrderPass: order_pass,
    asked.DirectHand: direct_hand,
    asked.TakePointOff: take_point_off,
    asked.PushDice: push_dice,
    asked.ThrowDice: throw_dice,
}
