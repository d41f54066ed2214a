"""Rounds that are interrupted: voided, or held after a stop until somebody decides."""

from __future__ import annotations

from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event, versioned
from croupier.core.refusal import Code, lowest, refuse
from croupier.core.topic import Silent, Topic
from croupier.table import settle
from croupier.table.acts.irregularities.notices import Directs, directed, not_notified
from croupier.table.decision_helpers import Decided, first, made
from croupier.table.felt_change import NOTHING, Changed, changed, felt_after
from croupier.table.ledger import post_rows
from croupier.table.not_taken import Effects
from croupier.table.registry import Act, Happening
from croupier.table.rows import Row
from croupier.table.state import State


# Commands ---------------------------------------------------------------------------------------------------
class VoidRound(Directs, frozen=True):
    """Void the round: return every wager on the layout. An unsettled round does not count."""

    topic = Topic.IRREGULAR
    reason: Text


class Resume(Command, frozen=True):
    """Restore the table after a stop; a round left open is held unchanged."""

    topic = Silent.PROGRAM


class DecideResumed(Directs, frozen=True):
    """Decide about a round left open: it goes on, or every wager is returned."""

    topic = Topic.IRREGULAR
    go_on: bool
    reason: Text


# Events -----------------------------------------------------------------------------------------------------
class RoundVoided(Event, frozen=True, tag=versioned(2)):
    """Every wager was returned; an unsettled round does not count."""

    round: int
    reason: str
    rows: tuple[Row, ...] = ()
    felt: Changed = NOTHING
    notice: int | None = None  # the notification that it answers


class Resumed(Event, frozen=True):
    """The table was restored after a stop; a round in progress is held until somebody decides."""

    round: int
    phase: str
    held: bool


class RoundReleased(Event, frozen=True):
    """A held round goes on."""

    round: int
    reason: str
    notice: int | None = None


# Decisions --------------------------------------------------------------------------------------------------
def all_back(command: Directs, reason: str, state: State) -> tuple[Event, ...]:
    """Return every wager on the layout."""
    _, back = settle.returned(state.felt, state.felt.standing, state.house.game.cites[Topic.ALL_BACK])
    rows = settle.rows([(state.felt, back)], state.seats, state.coupons)
    fields = {"reason": reason, "notice": command.notice, "rows": rows}
    return (made(RoundVoided, command, state, round=state.round, **fields),)


def void_round(command: VoidRound, state: State) -> Decided:
    """Void the round: if it is not settled it does not count, and all wagers on the layout are returned."""
    nothing = None
    if not state.running and not state.felt.standing:
        nothing = refuse(Code.NOTHING_STANDS, "no-round")
    return first(all_back(command, command.reason, state), nothing, not_notified(command, state))


def resume(command: Resume, state: State) -> Decided:
    """Restore the table after a stop; a round left open waits for a decision."""
    fields = {"round": state.round, "phase": state.phase, "held": state.running}
    return (made(Resumed, command, state, **fields),)


def decide_resumed(command: DecideResumed, state: State) -> Decided:
    """The person named by the rules lets the round go on, or returns every wager."""
    refusal = lowest(
        None if state.held else refuse(Code.NOTHING_PENDING, "round"),
        not_notified(command, state),
    )
    if refusal is not None:
        return refusal
    if not command.go_on:
        return all_back(command, command.reason, state)
    fields = {"reason": command.reason, "notice": command.notice}
    return (made(RoundReleased, command, state, round=state.round, **fields),)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_round_voided(state: State, event: RoundVoided) -> Effects:
    felt, back = settle.returned(state.felt, state.felt.standing, state.house.game.cites[Topic.ALL_BACK])
    rows = settle.rows([(state.felt, back)], state.seats, state.coupons)
    felt = felt.but(table=state.house.game.all_back(felt.table), barred=frozenset())
    return {"felt": changed(state.felt, settle.coupons_taken(felt, rows)), "rows": rows}


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_round_voided(state: State, event: RoundVoided) -> State:
    after = state.but(
        phase="settled",
        play=felt_after(state, event.felt),
        coupons=(),
        calls=(),
        outcome=None,
        draws=(),
        loaded=0,
        marked=None,
        held=False,
    )
    return directed(after, event, event.notice)


def _apply_resumed(state: State, event: Resumed) -> State:
    return state.but(held=event.held)


def _apply_released(state: State, event: RoundReleased) -> State:
    return directed(state.but(held=False), event, event.notice)


ACTS = (
    Act(VoidRound, void_round, makes=(RoundVoided,)),
    Act(Resume, resume, makes=(Resumed,), while_closed=True, while_held=True),
    Act(
        DecideResumed,
        decide_resumed,
        makes=(RoundReleased, RoundVoided),
        while_held=True,
        recalled={RoundReleased: lambda _: {"go_on": True}, RoundVoided: lambda _: {"go_on": False}},
    ),
)
HAPPENINGS = (
    Happening(RoundVoided, _apply_round_voided, effects=_effects_round_voided, posts=post_rows),
    Happening(Resumed, _apply_resumed),
    Happening(RoundReleased, _apply_released),
)
