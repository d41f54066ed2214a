"""Places at the table: sitting down, taking a color of chips, leaving."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command, Word
from croupier.conduct.event import Event, versioned
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table.acts.dice.turns import given_up, offered_anew, shooter_of, without_shooter
from croupier.table.acts.table import excluded
from croupier.table.chips import color_at_a_terminal, of_a_value_chip, same_color, unit_of
from croupier.table.decision_helpers import Decided, made, money_may_move, seat_of
from croupier.table.felt_change import NOTHING, Changed, applied
from croupier.table.not_taken import Effects
from croupier.table.registry import Act, Happening
from croupier.table.state import Seat, State
from croupier.text.facts import Person


# Commands ---------------------------------------------------------------------------------------------------
class Sit(Command, frozen=True):
    """Take a place; at craps places are counted clockwise from the boxperson's left."""

    topic = Topic.PLACES
    player: Name
    place: Annotated[int, Meta(ge=1, le=40)]


class TakeColor(Command, frozen=True):
    """Ask for non-value chips of a color, worth `unit` each."""

    topic = Topic.COLOR
    player: Name
    color: Word
    unit: Cents


class Leave(Command, frozen=True):
    """Give up the place."""

    topic = Topic.REDEEMED
    player: Name


# Events -----------------------------------------------------------------------------------------------------
class Seated(Event, frozen=True):
    """A player took a place."""

    player: str
    place: int
    color: str | None = None  # of electronic chips


class ColorTaken(Event, frozen=True):
    """A player has a color of non-value chips, worth `unit` each."""

    player: str
    color: str
    unit: int


class Left(Event, frozen=True, tag=versioned(2)):
    """A player gave up the place, and the color with it."""

    player: str
    felt: Changed = NOTHING


# Decisions --------------------------------------------------------------------------------------------------
def sit(command: Sit, state: State) -> Decided:
    """Give a free place to somebody who may play and has none yet."""
    if state.seat(command.player) is not None:
        return refuse(Code.SEAT_TAKEN, player=Person(command.player))
    if (refusal := excluded(state, command.player)) is not None:
        return refusal
    if any(seat.place == command.place for seat in state.seats):
        return refuse(Code.PLACE_OCCUPIED, place=command.place)
    color = _of_the_terminal(state)
    if isinstance(color, Refusal):
        return color
    return (made(Seated, command, state, player=command.player, place=command.place, color=color),)


def _of_the_terminal(state: State) -> str | Refusal | None:
    """The color that comes with a terminal; None at tables without terminals, or without chips of players' own."""
    if not state.house.terminals or not state.course.colors:
        return None
    found = color_at_a_terminal(state.house, [seat.color for seat in state.seats if seat.color is not None])
    return found or refuse(Code.NO_COLOR_LEFT, cite=state.cite(Topic.COLOR_TAKEN))


def take_color(command: TakeColor, state: State) -> Decided:
    """Give the player a color; the player sets its unit before any wager."""
    if not state.course.colors:
        return refuse(Code.ACT_OF_ANOTHER_GAME, "no-colors", game=state.game)
    seat = seat_of(state, command.player)
    if isinstance(seat, Refusal):
        return seat
    free = of_a_value_chip(state.house, command.color) or _free(state, command)
    refusal = free or _not_yet_wagered(state, command.player) or unit_of(state.house, command.unit)
    if refusal is not None:
        return refusal
    return (made(ColorTaken, command, state, player=command.player, color=command.color, unit=command.unit),)


@implements("30-2203(3)", "47.1-2203(3)", "H-wagers(5)")
def _free(state: State, command: TakeColor) -> Refusal | None:
    """One color per player and one player per color, unless no central screen shows electronic chips to all."""
    if not state.house.central_screen:
        return None
    for seat in state.seats:
        if seat.color is None or seat.player == command.player:
            continue
        if same_color(seat.color, command.color):
            cite, color = state.cite(Topic.COLOR_TAKEN), command.color.capitalize()
            return refuse(Code.COLOR_TAKEN, cite=cite, color=color, player=Person(seat.player))
    return None


@implements("30-2201(9)", "47.1-2201(9)")
def _not_yet_wagered(state: State, player: str) -> Refusal | None:
    """The unit of a color is set before any wager, and stays as long as its chips are in play."""
    stands = any(each.seat == player for each in state.felt.standing)
    if not stands and not state.felt.rack(player):
        return None
    return refuse(Code.UNIT_FIXED, cite=state.cite(Topic.COLOR), player=Person(player))


def leave(command: Leave, state: State) -> Decided:
    """Leave, with no wagers up and an empty rack."""
    player = command.player
    if (refusal := money_may_move(state)) is not None:
        return refusal
    if state.buying is not None and state.buying.player == player:
        return refuse(Code.CASH_ON_THE_TABLE, "not-finished", cite=state.cite(Topic.CASH), player=Person(player))
    seat = seat_of(state, player)
    if isinstance(seat, Refusal):
        return seat
    if state.phase == "dice-out" and shooter_of(state.felt) == player:
        return refuse(Code.DICE_STAY, "are-out", cite=state.cite(Topic.DICE_PASSED), player=Person(player))
    if any(each.seat == player for each in state.felt.standing):
        return refuse(Code.WAGERS_STAND, "of-the-player", player=Person(player))
    if state.felt.rack(player):
        return refuse(Code.CHIPS_REMAIN, "in-the-rack", cite=state.cite(Topic.REDEEMED), player=Person(player))
    return (made(Left, command, state, player=command.player),)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_left(state: State, event: Left) -> Effects:
    return {"felt": without_shooter(state.felt) if shooter_of(state.felt) == event.player else NOTHING}


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_seated(state: State, event: Seated) -> State:
    seats = tuple(sorted((*state.seats, Seat(event.place, event.player, event.color)), key=lambda seat: seat.place))
    place = {seat.player: seat.place for seat in seats}
    racks = sorted((*state.felt.racks, (event.player, 0)), key=lambda rack: place[rack[0]])
    felt = state.felt.but(racks=tuple(racks))
    dice = replace(state.dice, refused=False)  # a new player has not declined them
    return state.but(seats=seats, play=felt.with_standing(felt.standing), dice=dice)


def _apply_color(state: State, event: ColorTaken) -> State:
    seats = tuple(
        replace(seat, color=event.color, unit=event.unit) if seat.player == event.player else seat
        for seat in state.seats
    )
    return state.but(seats=seats)


def _apply_left(state: State, event: Left) -> State:
    felt = applied(state.felt, event.felt, state.house_by)
    dice = state.dice
    if event.felt.table is not None:  # the player was the shooter
        dice = given_up(state, event.player)
    seats = tuple(seat for seat in state.seats if seat.player != event.player)
    asked = None if dice.asked == event.player else dice.asked
    declined = tuple(player for player in dice.declined if player != event.player)
    return state.but(
        seats=seats,
        play=felt.but(racks=tuple(rack for rack in felt.racks if rack[0] != event.player)),
        repeats=tuple(each for each in state.repeats if each[0] != event.player),
        calls=tuple(each for each in state.calls if each.player != event.player),
        dice=offered_anew(replace(dice, asked=asked, declined=declined), seats),
    )


ACTS = (
    Act(Sit, sit, makes=(Seated,)),
    Act(TakeColor, take_color, makes=(ColorTaken,)),
    Act(Leave, leave, makes=(Left,), at_terminals=True),
)
HAPPENINGS = (
    Happening(Seated, _apply_seated),
    Happening(ColorTaken, _apply_color),
    Happening(Left, _apply_left, effects=_effects_left),
)
