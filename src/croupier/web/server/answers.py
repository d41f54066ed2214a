"""The answer to a player's command, in the form that is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from croupier.floor.guest_commands import own_id
from croupier.floor.table import Table
from croupier.host import Answer
from croupier.web.server import refusals

T = TypeVar("T")


class Answered(msgspec.Struct, frozen=True):
    """The result of a command."""

    id: str
    ok: bool
    seq: int
    refusal: refusals.Spoken | None


def said(kind: Callable[..., T], done: Answer, table: Table, player: str | None) -> T:
    """Convert an answer to the form that is sent to a player."""
    refusal = None if done.refusal is None else refusals.to(player, done.refusal, table.state)
    return kind(id=own_id(done.command), ok=refusal is None, seq=done.version, refusal=refusal)
