"""A command to a table: events, or a lawful "no". Only here is anything refused; nothing changes by a refusal."""

from __future__ import annotations

from dataclasses import replace

from croupier.conduct.aggregate import Conducted
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import Citation, implements
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.table import (
    commands_irregularities,
    commands_play,
    commands_table,
    decide_corrections,
    decide_coupons,
    decide_craps,
    decide_device,
    decide_irregularities,
    decide_money,
    decide_round,
    decide_seats,
    decide_wagers,
    people,
)
from croupier.table.cites import buy_in
from croupier.table.corrections import CITES
from croupier.table.deciding import Decided, Deciders, first
from croupier.table.deciding import made as draft_of
from croupier.table.effects import carried_out
from croupier.table.events_table import BankMadeGood, BankWentShort
from croupier.table.houses import HouseUnsound
from croupier.table.state import Buying, State
from croupier.text.facts import Person

DECIDERS: Deciders = {
    **decide_seats.DECIDERS,
    **decide_money.DECIDERS,
    **decide_wagers.DECIDERS,
    **decide_coupons.DECIDERS,
    **decide_round.DECIDERS,
    **decide_device.DECIDERS,
    **decide_craps.DECIDERS,
    **decide_irregularities.DECIDERS,
    **decide_corrections.DECIDERS,
}
#: What may be asked of a table that is closed.
WHILE_CLOSED = (
    commands_table.OpenTable,
    commands_table.ExcludePatron,
    commands_table.ReadmitPatron,
    commands_table.RemoveBox,
    commands_table.AcknowledgeClock,
    commands_irregularities.Resume,
    commands_play.RevealSeed,
)
#: What may be asked while a round left open by a stop waits for its decision.
WHILE_HELD = (
    commands_irregularities.Resume,
    commands_irregularities.DecideResumed,
    commands_irregularities.RaiseDispute,
    commands_table.ExcludePatron,
    commands_table.AcknowledgeClock,
)


def decide(command: Command, state: State) -> Decided:
    """The events a command makes, or why it is refused."""
    done = conduct(command, state)
    return done if isinstance(done, Refusal) else done.events


def conduct(command: Command, state: State) -> Conducted[State, Event] | Refusal:
    """Decide a command, and move the table on by it."""
    try:
        done = judged(command, state)
        if isinstance(done, Refusal):
            return _printed(done, state)
        made: list[Event] = []
        if isinstance(done, Conducted):
            made, state = list(done.events), done.state
        else:
            for draft in done:
                event, state = carried_out(state, draft)
                made.append(event)
        if (bank := _the_bank(command, state)) is not None:
            event, state = carried_out(state, bank)
            made.append(event)
    except HouseUnsound as error:  # a table is opened and read all the same
        return refuse(Code.HOUSE_UNSOUND, "of-the-log", fault=str(error))
    return Conducted(tuple(made), state)


def judged(command: Command, state: State) -> Decided | Conducted[State, Event]:
    """The events that a command makes, or of all refusals that apply the one that comes first."""
    may, on = _who(command, state), _conditions(command, state)
    if may is None and on is None:
        return DECIDERS[type(command)](command, state)
    if state.play is None and (refusal := lowest(may, on)) is not None:
        return refusal
    return first(DECIDERS[type(command)](command, state), may, on)


def _printed(refusal: Refusal, state: State) -> Refusal:
    """The refusal with its paragraph under the number it bears on the gaming date."""
    if not isinstance(refusal.cite, Citation) or state.play is None:
        return refusal
    return replace(refusal, cite=state.house.rulebook.printed(refusal.cite))


def _who(command: Command, state: State) -> Refusal | None:
    """Whether the role may give the command, and is one of this game."""
    may = people.may(command, None if state.play is None else state.game)
    if state.play is None or command.by.role not in people.OF_CRAPS:
        return may
    return lowest(may, people.of_the_game(command.by.role, state.game))


def _conditions(command: Command, state: State) -> Refusal | None:
    """What holds for every command alike."""
    if state.phase == "closed" and not isinstance(command, WHILE_CLOSED):
        return refuse(Code.TABLE_CLOSED, table=state.table_id)
    if state.held and not isinstance(command, WHILE_HELD):
        return refuse(Code.ROUND_HALTED, cite=CITES[state.game])
    return None if state.buying is None else _drop_at_once(command, state, state.buying)


@implements("30-2215(3)")
def _drop_at_once(command: Command, state: State, buying: Buying) -> Refusal | None:
    """Once chips are given, who dealt them does nothing before the money is in the box."""
    if buying.step != "given" or isinstance(command, commands_table.DropCash):
        return None
    if command.by.role not in ("dealer", "boxperson"):
        return None
    cite = buy_in(state.game, "(3)")
    return refuse(Code.CASH_ON_THE_TABLE, "drop-at-once", cite=cite, player=Person(buying.player))


def _the_bank(command: Command, state: State) -> Event | None:
    """That the bank went short or was made good by what happened, if it was (reading M1)."""
    bank = state.balance("bank")
    if bank < 0 and not state.short:
        return draft_of(BankWentShort, command, state, short=-bank)
    if bank >= 0 and state.short:
        return draft_of(BankMadeGood, command, state)
    return None
