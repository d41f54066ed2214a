"""A choice that a player has to make: half back, or in prison."""

from __future__ import annotations

from dataclasses import replace

from croupier.conduct.by import Name
from croupier.conduct.command import Command, Word
from croupier.conduct.event import Event, versioned
from croupier.core.refusal import Code, refuse
from croupier.core.topic import Topic
from croupier.felt import Played
from croupier.table import settle
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.felt_change import NOTHING, Changed, applied, changed, felt_after
from croupier.table.ledger import post_rows
from croupier.table.not_taken import Effects, taken
from croupier.table.registry import Act, Happening
from croupier.table.rows import Row
from croupier.table.state import State
from croupier.text.facts import Person


# Commands ---------------------------------------------------------------------------------------------------
class Choose(Command, frozen=True):
    """Make a choice that is due: half back, or in prison."""

    topic = Topic.CHOICE
    player: Name
    wager: Word
    choice: Word


# Events -----------------------------------------------------------------------------------------------------
class Chosen(Event, frozen=True, tag=versioned(2)):
    """A player made a choice that was due, or the close of betting made the default choice."""

    player: str
    wager: str
    choice: str
    rows: tuple[Row, ...] = ()
    felt: Changed = NOTHING
    kept: Changed | None = None  # the same change on the felt kept for corrections of the last round


# Decisions --------------------------------------------------------------------------------------------------
def choose(command: Choose, state: State) -> Decided:
    """A player's answer, between the settlement and the next close of betting."""
    due = in_phase(state, ("settled", "open", "spun"), "choosing", state.cite(command.topic))
    return first(chosen(command, state, command.player, command.wager, command.choice), due)


def chosen(command: Command, state: State, player: str, wager: str, choice: str) -> Decided:
    """The event for a choice, with what it settles."""
    played = state.felt.choose(player, wager, choice)
    if not isinstance(played, Played):
        return played
    found = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    if found and settle.coupon_on(state.coupons, player, wager, None) is not None:
        return refuse(Code.COUPON_NOT_TAKEN, "half", cite=state.cite(Topic.CHOICE), player=Person(player))
    return (made(Chosen, command, state, player=player, wager=wager, choice=choice, rows=found),)


# Effects, by the rules of this version ----------------------------------------------------------------------
def _effects_chosen(state: State, event: Chosen) -> Effects:
    played = taken(state.felt.choose(event.player, event.wager, event.choice), Played)
    rows = settle.rows([(state.felt, played.resolutions)], state.seats, ())
    kept = None
    if state.rounds:
        last = state.rounds[-1].after
        after = last.choose(event.player, event.wager, event.choice)
        if isinstance(after, Played):  # after a correction the round may not ask for this choice any more
            kept = changed(last, after.felt)
    return {"felt": changed(state.felt, played.felt), "rows": rows, "kept": kept}


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_chosen(state: State, event: Chosen) -> State:
    rounds = state.rounds
    if rounds and event.kept is not None:
        last = rounds[-1]
        kept = applied(last.after, event.kept, state.house_by)
        rounds = (*rounds[:-1], replace(last, after=kept, rows=last.rows + event.rows))
    return state.but(play=felt_after(state, event.felt), rounds=rounds)


ACTS = (Act(Choose, choose, makes=(Chosen,), at_terminals=True),)
HAPPENINGS = (Happening(Chosen, _apply_chosen, effects=_effects_chosen, posts=post_rows),)
