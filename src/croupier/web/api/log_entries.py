"""The log entries from the seal of a round to its close, so that anybody can compute the digest at the close."""

from __future__ import annotations

from collections import deque
from itertools import islice

import msgspec

from croupier.floor.history import PastRound
from croupier.floor.table import CROWDED
from croupier.store import Envelope, Store
from croupier.table import Event, events, stream_of
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.web.views.happened import TOLD

#: The most bytes of entries that are sent.
MOST = 256 * 1024
#: Events that are public in full: wagers, and those that are sent. A correction is not: it shows changes of racks.
SHOWN = frozenset[type[Event]]((*CROWDED, *TOLD)) - {OutcomeCorrected}


class Entry(msgspec.Struct, frozen=True):
    """An entry of the log, byte for byte."""

    version: int
    at: int
    kind: str
    command: str
    body: str


class Entries(msgspec.Struct, frozen=True):
    """The last entries of a log before the close; `before` is the digest before the first of them."""

    stream: str
    sealed: int  # the version of the seal; the list is complete if it starts there
    before: str
    entries: list[Entry]


def of(store: Store, past: PastRound) -> Entries | None:
    """The last entries before the close of an electronic round, as far as they are public and within the limit."""
    if not past.sealed_at or past.closed_at < past.sealed_at:
        return None
    stream, size = stream_of(past.table), 0
    found: deque[Envelope] = deque()
    for envelope in islice(store.read(stream, past.sealed_at - 1), past.closed_at - past.sealed_at + 1):
        if type(events.read(envelope.body)) not in SHOWN:
            found.clear()
            size = 0
            continue
        found.append(envelope)
        size += len(envelope.body)
        while size > MOST:
            size -= len(found.popleft().body)
    if not found:
        return None
    entries = [Entry(each.version, each.at, each.kind, each.command, each.body.decode()) for each in found]
    return Entries(stream, past.sealed_at, found[0].previous.hex(), entries)
