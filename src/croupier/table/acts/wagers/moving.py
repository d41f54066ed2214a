"""Dealers move side bets from their marked area to the circle, or numbered place, of the player's position."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.machine import Standing
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table.decision_helpers import Decided, in_phase, made
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Person, WagerId


# Commands ---------------------------------------------------------------------------------------------------
class MoveWagers(Command, frozen=True):
    """Move every side bet that lies in its marked area to the circle of its player's position."""

    topic = Topic.TO_CIRCLES


# Events -----------------------------------------------------------------------------------------------------
class WagersMoved(Event, frozen=True):
    """Side bets lie in the circles of their players now: place, player and wager of each."""

    wagers: tuple[tuple[int, str, str], ...]


# Decisions --------------------------------------------------------------------------------------------------
def _unmoved(state: State) -> Iterator[Standing]:
    """The wagers that still lie in their marked area; at an electronic device there are no chips to move."""
    if not state.house.moved_wagers or state.house.electronic_device:
        return
    for each in state.felt.standing:
        if each.wager in state.house.moved_wagers and not each.tip and (each.seat, each.wager) not in state.moved:
            yield each


def moves_due(state: State) -> bool:
    """Whether a dealer has wagers to move before the dice go out, or the number is called."""
    return next(_unmoved(state), None) is not None


@implements("47.1-2317.01(3)", "47.1-2317.02(3)", "30-2299.02(3)")
def moved_first(state: State) -> Refusal | None:
    """Refuse while a wager lies in its marked area, and not in the circle of its player."""
    each = next(_unmoved(state), None)
    if each is None:
        return None
    cite = state.house.moved_wagers[each.wager]
    return refuse(Code.STILL_PENDING, "move", cite=cite, player=Person(each.seat), wager=WagerId(each.wager))


def move_wagers(command: MoveWagers, state: State) -> Decided:
    """Move all of them, player by player in the order of their places."""
    if state.course.closes is not None:  # at a wheel they are moved once betting is closed
        early = in_phase(state, (state.course.calls,), "moving", state.cite(Topic.TO_CIRCLES))
        if early is not None:
            return early
    wagers = sorted((_place(state, each.seat), each.seat, each.wager) for each in _unmoved(state))
    if not wagers:
        return refuse(Code.NOTHING_PENDING, "move", cite=state.cite(Topic.TO_CIRCLES))
    return (made(WagersMoved, command, state, wagers=tuple(wagers)),)


def _place(state: State, player: str) -> int:
    seat = state.seat(player)
    assert seat is not None, "a player with wagers has a seat"
    return seat.place


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_moved(state: State, event: WagersMoved) -> State:
    there = {(each.seat, each.wager) for each in state.felt.standing}
    return state.but(moved=frozenset(state.moved & there | {(player, wager) for _, player, wager in event.wagers}))


ACTS = (Act(MoveWagers, move_wagers, makes=(WagersMoved,)),)
HAPPENINGS = (Happening(WagersMoved, _apply_moved),)
