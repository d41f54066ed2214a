"""A command to a table: events, or a lawful "no". Only here is anything refused; nothing changes by a refusal."""

from __future__ import annotations

from dataclasses import replace

from croupier.conduct.aggregate import Conducted
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import Citation, implements
from croupier.core.refusal import Code, Refusal, refuse
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
from croupier.table.corrections import CITES
from croupier.table.deciding import Decided, Deciders
from croupier.table.deciding import made as draft_of
from croupier.table.effects import carried_out
from croupier.table.events_table import BankMadeGood, BankWentShort
from croupier.table.houses import HouseUnsound
from croupier.table.state import Buying, State

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
        return _conduct(command, state)
    except HouseUnsound as error:  # a table is opened and read all the same
        message = f"{str(error).capitalize()} Use the Croupier that the table was opened with."
        return refuse(Code.HOUSE_UNSOUND, message)


def _conduct(command: Command, state: State) -> Conducted[State, Event] | Refusal:
    no = people.may(command, state.game if state.play is not None else None) or _conditions(command, state)
    done = DECIDERS[type(command)](command, state) if no is None else no
    if isinstance(done, Refusal):
        return _printed(done, state)
    made: list[Event] = []
    for draft in done:
        event, state = carried_out(state, draft)
        made.append(event)
    if (bank := _the_bank(command, state)) is not None:
        event, state = carried_out(state, bank)
        made.append(event)
    return Conducted(tuple(made), state)


def _printed(refusal: Refusal, state: State) -> Refusal:
    """The refusal with the paragraph of this game, under the number it bears on the gaming date."""
    if not isinstance(refusal.cite, Citation) or state.play is None:
        return refusal
    cite = _of_this_game(refusal.cite.id, state.game)
    return replace(refusal, cite=None if cite is None else state.house.rulebook.printed(Citation(cite)))


def _of_this_game(cite: str, game: str) -> str | None:
    """A command of all games cites the rule of roulette: where another game has its like, that; else nothing."""
    if game != "craps" and cite.startswith("47.1-23"):
        return None
    if game == "roulette" or not cite.startswith(("30-22", "H-")):
        return cite
    return ELSEWHERE[game].get(cite)


#: What corresponds to a paragraph on roulette at the other games.
ELSEWHERE = {
    "craps": {
        "30-2201(4)": "47.1-2302(5)",
        "30-2201(8)": "47.1-2311(5)",
        "30-2203(1)": "47.1-2305(1)",
        "30-2205(1)": "47.1-2310",
        "30-2205(3)": "47.1-2312(1)",
        "30-2206(5)": "47.1-2319",
    },
    "big-six": {
        "30-2201(8)": "30-2703(5)",
        "30-2203(1)": "30-2703(3)",
        "30-2203(4)": "30-2703(3)",
        "30-2205(1)": "30-2703(2)",
        "30-2205(2)": "30-2703(1)",
        "30-2205(3)": "30-2703(4)",
        "30-2205(4)": "30-2703(6)",
    },
}


def _conditions(command: Command, state: State) -> Refusal | None:
    """What holds for every command alike."""
    if state.phase == "closed" and not isinstance(command, WHILE_CLOSED):
        return refuse(Code.TABLE_CLOSED, f"Table {state.table_id} is not open.")
    role = command.by.role
    if role in people.OF_CRAPS and state.play is not None and (refusal := people.of_the_game(role, state.game)):
        return refusal
    if state.held and not isinstance(command, WHILE_HELD):
        message = "A round was left open by a stop: it must be decided what becomes of it."
        return refuse(Code.ROUND_HALTED, message, CITES[state.game])
    return None if state.buying is None else _drop_at_once(command, state.buying)


@implements("30-2215(3)")
def _drop_at_once(command: Command, buying: Buying) -> Refusal | None:
    """Once chips are given, who dealt them does nothing before the money is in the box."""
    if buying.step != "given" or isinstance(command, commands_table.DropCash):
        return None
    if command.by.role not in ("dealer", "boxperson"):
        return None
    message = f"{buying.player}'s money lies on the table: it goes into the drop box at once."
    return refuse(Code.CASH_ON_THE_TABLE, message, "30-2215(3)")


def _the_bank(command: Command, state: State) -> Event | None:
    """That the bank went short or was made good by what happened, if it was (reading M1)."""
    bank = state.balance("bank")
    if bank < 0 and not state.short:
        return draft_of(BankWentShort, command, state, short=-bank)
    if bank >= 0 and state.short:
        return draft_of(BankMadeGood, command, state)
    return None
