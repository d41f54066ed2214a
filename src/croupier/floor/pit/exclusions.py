"""Brings the list of excluded patrons of the house to its tables, each of which keeps its own list.

Whoever is on the list of the house may play at no table. A table may exclude somebody alone; a readmission by the
house ends that too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

import msgspec

from croupier.conduct.by import By, same_person
from croupier.conduct.names import form
from croupier.floor.pit.streams import PitStreams
from croupier.people.acts.patrons import PatronExcluded, PatronReadmitted
from croupier.people.stream import PEOPLE as KIND
from croupier.people.stream import STREAM as PEOPLE
from croupier.table import stream_of

SERVER = By("server", "system")


def spread(pit: PitStreams, tables: Iterable[str]) -> bool:
    """Exclude and readmit patrons at these tables as the house has; return whether all of them took it.

    A table that waits for a decision about a stopped round takes nobody back before it.
    """
    last, taken = {form(each.person): each for each in _decided(pit)}, True
    for table in tables:
        host = pit.hosts[stream_of(table)]
        for event in last.values():
            excludes = isinstance(event, PatronExcluded)
            known = [each for each in host.state.excluded if same_person(each, event.person)]
            for name in known if not excludes else [] if known else [event.person]:
                word = "exclude-patron" if excludes else "readmit-patron"
                said = {
                    "do": word,
                    "id": _id(event, name, host.version),
                    "by": SERVER,
                    "at": pit.now(),
                    "person": name,
                }
                answer = host.handle(host.kind.commands.read(msgspec.json.encode(said)))
                taken = taken and answer.refusal is None
    return taken


def _decided(pit: PitStreams) -> Iterator[PatronExcluded | PatronReadmitted]:
    """What the house has decided about patrons, in order."""
    for envelope in pit.store.read(PEOPLE):
        event = KIND.events.read(envelope.body)
        if isinstance(event, PatronExcluded | PatronReadmitted):
            yield event


def _id(event: PatronExcluded | PatronReadmitted, name: str, version: int) -> str:
    """The id of a table's command. What the table refused is tried again once something has happened there."""
    return f"house/{sha256(f'{event.command}/{name}/{version}'.encode()).hexdigest()}"
