"""A table under test whose log is read as the books read it."""

from __future__ import annotations

from croupier.books.walk import Told
from croupier.conduct import Event
from croupier.store import Envelope
from croupier.store.base import START
from croupier.table import begin, evolve, postings
from croupier.table import events as all_events
from tests.support.table.play import Table


class Logged:
    """A table, and what its log tells. The envelopes are not chained: the books leave that to the audit."""

    def __init__(self) -> None:
        self.table = Table()

    def told(self) -> list[Told]:
        """Every event so far."""
        state, found = begin(self.table.state.table_id), list[Told]()
        for version, body in enumerate(self.table.log, start=1):
            event = all_events.read(body)
            entries = postings(event, state)
            before, state = state, evolve(state, event, entries)
            found.append(Told(_envelope(version, body, event), event, before, state, entries))
        return found


def _envelope(version: int, body: bytes, event: Event) -> Envelope:
    word = all_events.word(body)
    return Envelope("table/T1", version, word, body, event.command, event.at, START, START)
