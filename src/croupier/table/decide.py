"""Decides a command to a table: events or a refusal. Nothing else refuses, and a refusal changes nothing."""

from __future__ import annotations

from dataclasses import replace

from croupier.conduct.aggregate import Conducted
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import Authority, Citation
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.house import House
from croupier.rulebook import paragraphs
from croupier.table import people
from croupier.table.acts import ACTS
from croupier.table.acts.duty import not_in_charge
from croupier.table.acts.money.bank import short_or_made_good
from croupier.table.acts.money.buy_in import drop_at_once
from croupier.table.decision_helpers import Decided, Decider, first, not_running
from croupier.table.effects import all_carried_out, carried_out
from croupier.table.houses import HouseUnsound
from croupier.table.state import State

DECIDERS: dict[type[Command], Decider] = {act.command: act.decide for act in ACTS}
#: Commands that a closed table accepts.
WHILE_CLOSED = frozenset(act.command for act in ACTS if act.while_closed)
#: Commands that are accepted while a round left open by a stop waits for a decision.
WHILE_HELD = frozenset(act.command for act in ACTS if act.while_held)
#: Commands that make or change wagers.
WAGERS = frozenset(act.command for act in ACTS if act.wagers)
#: Commands that some roles give only for late wagers.
LATE_ONLY = {act.command: act.late_only for act in ACTS if act.late_only}


def decide(command: Command, state: State) -> Decided:
    """The events of a command, or its refusal."""
    done = conduct(command, state)
    return done if isinstance(done, Refusal) else done.events


def conduct(command: Command, state: State) -> Conducted[State, Event] | Refusal:
    """Decide a command and apply its events: events, next state and postings; or a refusal."""
    try:
        done = drafted(command, state)
        if isinstance(done, Refusal):
            return _printed(done, state)
        if not isinstance(done, Conducted):
            done = all_carried_out(state, done)
        if (bank := short_or_made_good(command, done.state)) is not None:
            event, state, entries = carried_out(done.state, bank)
            done = Conducted((*done.events, event), state, done.entries + entries)
    except HouseUnsound as error:  # the table itself can still be opened and read
        return refuse(Code.HOUSE_UNSOUND, "of-the-log", fault=str(error))
    return done


def drafted(command: Command, state: State) -> Decided | Conducted[State, Event]:
    """The events of a command, effects not yet computed; or, of all refusals, the one with the lowest rank."""
    may, on = _who(command, state), _conditions(command, state)
    if may is None and on is None:
        return DECIDERS[type(command)](command, state)
    if state.play is None and (refusal := lowest(may, on)) is not None:
        return refusal
    return first(DECIDERS[type(command)](command, state), may, on)


def _printed(refusal: Refusal, state: State) -> Refusal:
    """The refusal with the number that its paragraph has on the gaming date."""
    if not isinstance(refusal.cite, Citation) or state.play is None:
        return refusal
    return replace(refusal, cite=_in_force(state.house.rulebook.printed(refusal.cite), refusal.code, state.house))


def _in_force(cite: Authority, code: Code, house: House) -> Authority | None:
    """The paragraph, unless it begins later or is the house procedure's at a house that has not adopted it.

    A refusal because something is not in force yet names the paragraph that brings it.
    """
    if not isinstance(cite, Citation) or code is Code.NOT_IN_FORCE:
        return cite
    if cite.id.startswith("H-"):
        return cite if house.by_procedure else None
    effective = paragraphs()[cite.id].effective
    return None if effective is not None and effective > house.rulebook.on else cite


def _who(command: Command, state: State) -> Refusal | None:
    """Refuse a role that may not give the command, or that this game does not have."""
    may = people.may(command, None if state.play is None else state.play.house.game)
    if state.play is not None and command.by.role != "player" and type(command) in WAGERS:
        may = may or people.at_terminals(command, state)
    if state.play is None or command.by.role not in people.OF_SOME_GAMES:
        return may
    late = people.only_late(command, state) if command.by.role in LATE_ONLY.get(type(command), ()) else None
    return lowest(may, people.of_the_game(command.by.role, state), late)


def _conditions(command: Command, state: State) -> Refusal | None:
    """Conditions that apply to every command: table open, round not held, money dropped; it waits in a held round."""
    kind = type(command)
    if (waits := not_running(state, closed=kind not in WHILE_CLOSED, held=kind not in WHILE_HELD)) is not None:
        return waits
    dropped = None if state.buying is None or state.held else drop_at_once(command, state, state.buying)
    return dropped if state.dealer is None else lowest(not_in_charge(command, state), dropped)
