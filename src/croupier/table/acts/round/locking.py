"""Progressive wagers are locked in when betting is closed: the dealer checks the sensors and collects the wagers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.citation import implements
from croupier.core.machine import Standing
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.felt.meter import collect, lock_in_due
from croupier.table import settle
from croupier.table.acts.device import device_may
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.felt_change import NOTHING, Changed, changed, counters, felt_after
from croupier.table.ledger import Postings, of_meters, of_rows
from croupier.table.not_taken import Effects
from croupier.table.registry import Act, Happening
from croupier.table.rows import Counter, Row
from croupier.table.state import State

Place = Annotated[int, Meta(ge=1, le=40)]


# Commands ---------------------------------------------------------------------------------------------------
class LockIn(Command, frozen=True):
    """Press the dealer button: `lit` are the places whose sensors are now continuously lit.

    These wagers are collected. A wager whose sensor is not lit does not play, and goes back.
    """

    topic = Topic.LOCKED_IN
    lit: Annotated[tuple[Place, ...], Meta(max_length=40)]


# Events -----------------------------------------------------------------------------------------------------
class Collected(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A progressive wager that the dealer has collected."""

    player: str
    wager: str
    amount: int


class LockedIn(Event, frozen=True):
    """Progressive wagers are locked in and collected, with the state of every sensor of the table."""

    round: int
    lit: tuple[int, ...]
    unlit: tuple[int, ...] = ()  # all other places of the table
    collected: tuple[Collected, ...] = ()
    rows: tuple[Row, ...] = ()  # wagers that were not locked in
    meters: tuple[Counter, ...] = ()  # the meters with the contributions
    felt: Changed = NOTHING


# Decisions --------------------------------------------------------------------------------------------------
def lock_in(command: LockIn, state: State) -> Decided:
    """Lock in the wagers whose sensors are lit, once betting is closed."""
    if (cite := state.cite(Topic.LOCKED_IN)) is None:
        return device_may(command, state) or refuse(Code.ACT_OF_ANOTHER_GAME, "no-progressive")
    done: Decided = (made(LockedIn, command, state, round=state.round, lit=command.lit),)
    if not lock_in_due(state.felt):
        done = refuse(Code.NOTHING_PENDING, "lock-in", cite=cite)
    phase = in_phase(state, (state.course.calls,), "locking-in", cite)
    return first(done, device_may(command, state), phase, _sensors(command, state))


@implements("30-2299.04/start(4)")
def _sensors(command: LockIn, state: State) -> Refusal | None:
    """A sensor without a wager stays unlit, and one that was lit before a void still is."""
    cite = state.cite(Topic.LOCKED_IN)
    due, before = _places(state, lock_in_due(state.felt)), _places(state, _locked(state))
    for place in command.lit:
        if place not in due and place not in before:
            return refuse(Code.NOTHING_STANDS, "sensor", cite=cite, place=place)
    for place in before:
        if place not in command.lit:
            return refuse(Code.LOCKED, "sensor", cite=cite, place=place)
    return None


def not_locked_in(state: State) -> Refusal | None:
    """Refuse to call an outcome before progressive wagers are locked in (reading R21)."""
    if not lock_in_due(state.felt):
        return None
    return refuse(Code.STILL_PENDING, "lock-in", cite=state.cite(Topic.LOCKED_IN))


def locked_by_the_device(command: Command, state: State) -> tuple[Event, ...]:
    """At an all-electronic table the device locks in every wager at the close."""
    if not state.house.electronic_device or not lock_in_due(state.felt):
        return ()
    return (made(LockedIn, command, state, round=state.round, lit=sensors(state)),)


def sensors(state: State) -> tuple[int, ...]:
    """The places with a progressive wager: their sensors flash, or are lit already."""
    return tuple(sorted({*_places(state, lock_in_due(state.felt)), *_places(state, _locked(state))}))


def _locked(state: State) -> tuple[Standing, ...]:
    return tuple(each for each in state.felt.standing if each.collected)


def _places(state: State, wagers: tuple[Standing, ...]) -> list[int]:
    players = {each.seat for each in wagers}
    return [seat.place for seat in state.seats if seat.player in players]


# Effects, by the rules of this version ----------------------------------------------------------------------
@implements("30-2299.04/start(4)")
def _effects_locked_in(state: State, event: LockedIn) -> Effects:
    """Lit wagers leave the layout and contribute to the meter, before the number is known; the others go back."""
    lit = {seat.player for seat in state.seats if seat.place in event.lit}
    places = {*range(1, state.course.places + 1), *(seat.place for seat in state.seats)}
    due = lock_in_due(state.felt)
    playing = [each for each in due if each.seat in lit]
    left, back = settle.returned(state.felt, [each for each in due if each.seat not in lit])
    after = collect(left, playing)
    return {
        "unlit": tuple(sorted(places - set(event.lit))),
        "collected": tuple(Collected(each.seat, each.wager, each.stake) for each in playing),
        "rows": settle.rows([(state.felt, back)], state.seats, ()),
        "meters": counters(after),
        "felt": changed(state.felt, after),
    }


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_locked_in(state: State, event: LockedIn) -> State:
    return state.but(play=felt_after(state, event.felt))


# Postings ---------------------------------------------------------------------------------------------------
def _post_locked_in(event: LockedIn, state: State) -> Postings:
    """Collected wagers go to the bank, which pays the contributions; wagers that do not play go back."""
    taken = [posting for each in event.collected for posting in moved("layout", "bank", each.amount, "locked in")]
    return (*taken, *of_rows(event.rows), *of_meters(state.felt.meters, event.meters))


ACTS = (Act(LockIn, lock_in, makes=(LockedIn,)),)
HAPPENINGS = (Happening(LockedIn, _apply_locked_in, effects=_effects_locked_in, posts=_post_locked_in),)
