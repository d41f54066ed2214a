"""The answer to a player's command, as it is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from croupier.floor.table import Table
from croupier.host import Answer
from croupier.web.server import refusals

T = TypeVar("T")


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
