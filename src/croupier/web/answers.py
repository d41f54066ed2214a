"""A player's command at a table of the floor, and the answer as it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from croupier.core.money import dollars
from croupier.floor.guests import CHIPS
from croupier.floor.table import Table
from croupier.host import Answer, Refused
from croupier.store import StoreError
from croupier.table import Command
from croupier.table import commands_table as seats
from croupier.web import spoken


def ask(table: Table, command: Command, then: Callable[[Answer | StoreError], None]) -> None:
    """Decide a command now; what came of it is called back when it is durable."""
    if (no := _demonstration(table, command)) is not None:
        then(Answer(command.id, table.version, (), Refused(0, "play-chips", message=no)))
        return
    if isinstance(command, seats.Leave):
        table.guests.expected.discard(command.player)
        _cash_out(table, command.player)
    table.ask(command, then)


async def answer(table: Table, command: Command) -> Answer:
    """Decide a command, and wait for what came of it."""
    found: asyncio.Future[Answer | StoreError] = asyncio.get_running_loop().create_future()
    ask(table, command, lambda done: None if found.cancelled() else found.set_result(done))
    done = await found
    if isinstance(done, StoreError):
        raise done
    return done


def said(own: str, done: Answer, table: Table, player: str | None) -> dict[str, Any]:
    """An answer as it is sent to a player; `own` is the id that the terminal gave."""
    refusal = None if done.refusal is None else spoken.to(player, done.refusal, table.state)
    return {"id": own, "ok": refusal is None, "seq": done.version, "refusal": refusal}


def _demonstration(table: Table, command: Command) -> str | None:
    """Why a demonstration does not take a command: it has chips for everybody, but not without end."""
    if table.fault is not None:
        return f"This table is out of service: {table.fault}"
    if not isinstance(command, seats.BringChips):
        return None
    rack = dict(table.host.state.felt.racks).get(command.player, 0)
    if command.amount <= CHIPS and rack + command.amount <= 2 * CHIPS:
        return None
    return f"Bring at most {dollars(CHIPS)} of play chips, when you have {dollars(CHIPS)} or less."


def _cash_out(table: Table, player: str) -> None:
    """Who leaves takes all chips along, where no wager holds him."""
    state = table.host.state
    stands = any(each.seat == player for each in state.felt.standing)
    if not stands and state.seat(player) is not None and table.guests.money_may_move():
        table.guests.cash_out(player)
