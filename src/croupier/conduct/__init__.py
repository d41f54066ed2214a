"""The kernel: what every kind of stream has in common.

Deciding a command on a state gives events or a refusal. Events change the state and post to accounts. A state has a
digest and can be stored as bytes. An `Aggregate` combines the parts of one kind of stream and is registered by the
prefix of its stream names. Host, audit and export work with every registered kind.
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
