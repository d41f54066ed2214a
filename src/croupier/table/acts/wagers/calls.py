"""Calling a wager On or Off: the player asks, the dealer confirms."""

from __future__ import annotations

from dataclasses import asdict

from croupier.conduct.by import Name
from croupier.conduct.command import Command, Word
from croupier.conduct.event import Event, versioned
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.felt import Felt
from croupier.table.acts.wagers.betting import acted, taken_now
from croupier.table.decision_helpers import Decided, made
from croupier.table.felt_change import NOTHING, Changed, changed, felt_after
from croupier.table.not_taken import Effects, taken
from croupier.table.people import DEALERS
from croupier.table.registry import Act, Happening
from croupier.table.state import AskedCall, State
from croupier.text.facts import Person, WagerId


# Commands ---------------------------------------------------------------------------------------------------
class CallWager(Command, frozen=True):
    """Call a wager On or Off, or with `alike` all like wagers: the player asks, the dealer confirms."""

    topic = Topic.ON_OR_OFF
    player: Name
    wager: Word
    on: bool
    spot: Word | None = None
    tip: bool = False
    alike: bool = False


class ConfirmCall(Command, frozen=True):
    """Confirm a call with the On or Off button."""

    topic = Topic.ON_OR_OFF
    player: Name
    wager: Word
    spot: Word | None = None
    tip: bool = False


# Events -----------------------------------------------------------------------------------------------------
class CallAsked(Event, frozen=True, kw_only=True):
    """A player called a wager On or Off; the dealer has not confirmed it yet."""

    player: str
    wager: str
    spot: str | None = None
    on: bool
    tip: bool = False
    alike: bool = False


class CallConfirmed(Event, frozen=True, kw_only=True, tag=versioned(2)):
    """The button lies on the wager: the call counts."""

    player: str
    wager: str
    spot: str | None = None
    on: bool
    tip: bool = False
    alike: bool = False  # one button for all like wagers in the player's position
    felt: Changed = NOTHING


# Decisions --------------------------------------------------------------------------------------------------
def call_wager(command: CallWager, state: State) -> Decided:
    """A player calls On or Off; a call that a dealer keys, also the stickperson, is confirmed at once."""
    if (refusal := taken_now(command, state, command.player, more=False)) is not None:
        return refusal
    asked = AskedCall(command.player, command.wager, command.spot, command.on, command.tip, command.alike)
    done = acted(state, asked.player, asked.act)
    if isinstance(done, Refusal):
        return done
    fields = asdict(asked)
    call = made(CallAsked, command, state, **fields)
    if command.by.role not in DEALERS:
        return (call,)
    return (call, made(CallConfirmed, command, state, **fields))


@implements("47.1-2304(5)", "47.1-2305(5)")
def confirm_call(command: ConfirmCall, state: State) -> Decided:
    """A call counts once the dealer has put the button on the wager, or one button on like wagers."""
    if (refusal := taken_now(command, state, command.player, more=False)) is not None:
        return refusal
    asked = next((each for each in state.calls if _key(each) == _key(command)), None)
    call = asked or AskedCall(command.player, command.wager, command.spot, True, command.tip)
    done = acted(state, call.player, call.act)
    if isinstance(done, Refusal):
        return done
    if asked is None:
        cite = state.cite(command.topic)
        return refuse(Code.NOTHING_ASKED, cite=cite, player=Person(command.player), wager=WagerId(command.wager))
    return (made(CallConfirmed, command, state, **asdict(call)),)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_confirmed(state: State, event: CallConfirmed) -> Effects:
    after = taken(state.felt.act(event.player, _asked(event).act), Felt)
    return {"felt": changed(state.felt, after)}


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _asked(event: CallAsked | CallConfirmed) -> AskedCall:
    return AskedCall(event.player, event.wager, event.spot, event.on, event.tip, event.alike)


def _key(call: AskedCall | ConfirmCall | CallConfirmed) -> tuple[str, str, str | None, bool]:
    """What a call is about."""
    return call.player, call.wager, call.spot, call.tip


def _without_call(state: State, call: AskedCall | CallConfirmed) -> tuple[AskedCall, ...]:
    """The unconfirmed calls without this one."""
    return tuple(each for each in state.calls if _key(each) != _key(call))


def _apply_asked(state: State, event: CallAsked) -> State:
    call = _asked(event)
    return state.but(calls=(*_without_call(state, call), call))


def _apply_confirmed(state: State, event: CallConfirmed) -> State:
    return state.but(play=felt_after(state, event.felt), calls=_without_call(state, event))


ACTS = (
    Act(CallWager, call_wager, makes=(CallAsked, CallConfirmed), at_terminals=True),
    Act(ConfirmCall, confirm_call, makes=(CallConfirmed,)),
)
HAPPENINGS = (
    Happening(CallAsked, _apply_asked),
    Happening(CallConfirmed, _apply_confirmed, effects=_effects_confirmed),
)
