"""Applies a recorded event to a table's state. It evaluates no rule of play and reads no house.

Whether an event should have happened is the question of an audit (`judge.py`). Money is checked at every event.
"""

from __future__ import annotations

from croupier.conduct.event import Event
from croupier.conduct.postings import Posting, posted
from croupier.table.ledger import check, check_wager, postings
from croupier.table.registry import APPLIED_BY, OF_ONE_WAGER, SETS_TIME
from croupier.table.state import State


def evolve(state: State, event: Event, entries: tuple[Posting, ...] | None = None) -> State:
    """The state after an event, accounts included; `entries` are its postings, if already computed."""
    assert event.at >= state.at or type(event) in SETS_TIME, "its time is before that of the event before it"
    entries = postings(event, state) if entries is None else entries
    after = APPLIED_BY[type(event)](state, event)
    after = after.posted(event.at, posted(state.balances, entries), fresh=after is not state)
    if type(event) in OF_ONE_WAGER:
        check_wager(state, after, event.player, entries)  # type: ignore[attr-defined]
    elif entries or after.play is not state.play:
        check(after)
    return after
