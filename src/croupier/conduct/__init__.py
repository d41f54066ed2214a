"""The kernel: whatever is conducted has the same shape.

A command is decided on a state: events, or a refusal. Events are applied to the state, and post to accounts. A state
has a digest and can be kept as bytes. `Aggregate` puts the parts of one kind of stream together; it is registered by
the prefix of its streams, and host, audit and export serve every kind that is registered.
"""

from croupier.conduct.aggregate import (
    Aggregate,
    Conducted,
    Judge,
    Judged,
    Otherwise,
    Records,
    aggregate_of,
    register,
    registered,
)
from croupier.conduct.by import By, Role
from croupier.conduct.command import Command, Commands, UnreadableCommand
from croupier.conduct.digest import digest
from croupier.conduct.event import Event, Events, TooOld, UnreadableEvent
from croupier.conduct.postings import Posting
from croupier.conduct.snapshot import Snapshots, UnreadableState

__all__ = [
    "Aggregate",
    "By",
    "Command",
    "Commands",
    "Conducted",
    "Event",
    "Events",
    "Judge",
    "Judged",
    "Otherwise",
    "Posting",
    "Records",
    "Role",
    "Snapshots",
    "TooOld",
    "UnreadableCommand",
    "UnreadableEvent",
    "UnreadableState",
    "aggregate_of",
    "digest",
    "register",
    "registered",
]
