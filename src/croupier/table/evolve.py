"""What an event makes of a table: what it recorded is applied. No rule of play is asked and no house is read.

Nothing is judged here; `judge.py` does that for audits. Money is checked at every event all the same.
"""

from __future__ import annotations

from croupier.conduct.event import Event
from croupier.conduct.postings import Posting, posted
from croupier.table.ledger import check, check_wager, postings
from croupier.table.registry import APPLIED_BY, OF_ONE_WAGER
from croupier.table.state import State


def evolve(state: State, event: Event, entries: tuple[Posting, ...] | None = None) -> State:
    """The table after an event, with its accounts; `entries` are what it posts, if already computed."""
    assert event.at >= state.at, "time does not go back"
    entries = postings(event, state) if entries is None else entries
    after = APPLIED_BY[type(event)](state, event)
    after = after.posted(event.at, posted(state.balances, entries), fresh=after is not state)
    if type(event) in OF_ONE_WAGER:
        check_wager(state, after, event.player, entries)  # type: ignore[attr-defined]
    elif entries or after.play is not state.play:
        check(after)
    return after
