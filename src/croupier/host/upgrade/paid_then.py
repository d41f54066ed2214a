"""Keeps a settlement of an older version as it was, where the same money would be paid in another way today."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from croupier.table import State
from croupier.table.acts.irregularities.stops import RoundVoided
from croupier.table.felt_change import applied, changed
from croupier.table.rows import Row


def as_paid_then(state: State, old: Any, event: Any) -> Any:
    """The event as the old version applied it, if the same money was paid; else the event itself.

    Older versions collected and paid in another order. They put a returned wager for the dealers into the tip box,
    and today it goes to its player. A voided round took a point off and left sequences over several spins running.
    """
    then, now = (getattr(each, "rows", ()) for each in (old, event))
    runs_on = isinstance(old, RoundVoided) and state.house.game.shooter is None
    same = then == now and not runs_on
    if same or sorted(map(_money, then)) != sorted(map(_money, now)):
        return event
    felt = applied(state.felt, event.felt, state.house_by)
    for row in now:
        if row.given_back:
            felt = felt.with_rack(row.player, -row.gain).but(tip_box=felt.tip_box + row.gain)
    if runs_on:
        felt = felt.but(table=state.felt.table)
    return replace(event, rows=then, felt=changed(state.felt, felt))


def _money(row: Row) -> str:
    """A row without its step and without the owner of a tip."""
    return repr(replace(row, step="pay", given_back=False))
