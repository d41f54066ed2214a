"""Computes the effects of an event by the rules of this version: when it is decided, and again in an audit.

An event is first made with the fields of its command; `completed` adds its effects. Replay does not use this module.
"""

from __future__ import annotations

import msgspec

from croupier.conduct.aggregate import Conducted
from croupier.conduct.event import Event
from croupier.conduct.postings import Posting
from croupier.table.evolve import evolve
from croupier.table.felt_change import NOTHING
from croupier.table.ledger import postings
from croupier.table.not_taken import Effects
from croupier.table.registry import EFFECTS_OF
from croupier.table.state import State


def effects_of(state: State, event: Event) -> Effects:
    """The effects of an event, as fields; raises `NotTaken` where the rules of this version refuse it."""
    work_out = EFFECTS_OF.get(type(event))
    return {} if work_out is None else work_out(state, event)


def completed(state: State, event: Event) -> Event:
    """The event with its effects; raises `NotTaken` where the rules of this version refuse it."""
    found = effects_of(state, event)
    return msgspec.structs.replace(event, **found) if found else event


def carried_out(state: State, event: Event) -> tuple[Event, State, tuple[Posting, ...]]:
    """Complete and apply a decided event: the event, the state after it, and its postings."""
    if getattr(event, "felt", NOTHING) is NOTHING:  # the decision has not computed the effects yet
        event = completed(state, event)
    entries = postings(event, state)
    return event, evolve(state, event, entries), entries


def all_carried_out(state: State, drafts: tuple[Event, ...]) -> Conducted[State, Event]:
    """Complete and apply decided events, one after the other; usually there is just one."""
    if len(drafts) == 1:
        event, state, entries = carried_out(state, drafts[0])
        return tuple.__new__(Conducted, ((event,), state, entries))  # in half the time of a call
    events, entries = list[Event](), ()
    for draft in drafts:
        event, state, posted = carried_out(state, draft)
        events.append(event)
        entries += posted
    return Conducted(tuple(events), state, entries)
