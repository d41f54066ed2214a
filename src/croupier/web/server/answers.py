"""A player's command at a table of the floor, and the answer as it is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from croupier.core.futures import awaited
from croupier.floor.table import Table
from croupier.host import Answer
from croupier.host.answer import refused
from croupier.store import StoreError
from croupier.table import Command
from croupier.table.acts.seats import Leave
from croupier.web.server import refusals

T = TypeVar("T")


def ask(table: Table, command: Command, then: Callable[[Answer | StoreError], None]) -> None:
    """Decide a command now; what came of it is called back when it is durable."""
    if (no := table.refuses(command)) is not None:
        then(refused(command.id, table.version, no))
        return
    if isinstance(command, Leave):
        table.guests.leaves(command.player)
    table.ask(command, then)


async def answer(table: Table, command: Command) -> Answer:
    """Decide a command, and wait for what came of it."""
    return await awaited(lambda then: ask(table, command, then))


class Answered(msgspec.Struct, frozen=True):
    """What came of a command."""

    id: str
    ok: bool
    seq: int
    refusal: refusals.Spoken | None


def said(kind: Callable[..., T], own: str, done: Answer, table: Table, player: str | None) -> T:
    """An answer as it is sent to a player, over a socket or not; `own` is the id that the terminal gave."""
    refusal = None if done.refusal is None else refusals.to(player, done.refusal, table.state)
    return kind(id=own, ok=refusal is None, seq=done.version, refusal=refusal)
