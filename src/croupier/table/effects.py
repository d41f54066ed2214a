"""What an event changes by the rules of this version: asked once when it is decided, and again by an audit.

An event is first made with what was asked; `completed` adds what follows from it. Replay never comes here.
"""

from __future__ import annotations

import msgspec

from croupier.conduct.aggregate import Conducted
from croupier.conduct.event import Event
from croupier.conduct.postings import Posting
from croupier.table.evolve import evolve
from croupier.table.felt_change import NOTHING
from croupier.table.ledger import postings
from croupier.table.registry import EFFECTS_OF
from croupier.table.state import State
from croupier.table.taken import Effects


def effects_of(state: State, event: Event) -> Effects:
    """The fields of an event that follow from the others; `NotTaken` where the rules of this version refuse it."""
    work_out = EFFECTS_OF.get(type(event))
    return {} if work_out is None else work_out(state, event)


def completed(state: State, event: Event) -> Event:
    """The event with all that follows from it; `NotTaken` where the rules of this version refuse it."""
    found = effects_of(state, event)
    return msgspec.structs.replace(event, **found) if found else event


def carried_out(state: State, event: Event) -> tuple[Event, State, tuple[Posting, ...]]:
    """An event that was decided, complete, the table after it, and what it posts."""
    if getattr(event, "felt", NOTHING) is NOTHING:  # else the decision found out what changed
        event = completed(state, event)
    entries = postings(event, state)
    return event, evolve(state, event, entries), entries


def all_carried_out(state: State, drafts: tuple[Event, ...]) -> Conducted[State, Event]:
    """Events that were decided, one after the other; mostly it is one."""
    if len(drafts) == 1:
        event, state, entries = carried_out(state, drafts[0])
        return tuple.__new__(Conducted, ((event,), state, entries))  # in half the time of a call
    events, entries = list[Event](), ()
    for draft in drafts:
        event, state, posted = carried_out(state, draft)
        events.append(event)
        entries += posted
    return Conducted(tuple(events), state, entries)
