"""Reads the logs of a house with all detectors, and tells the pit of the trouble that they find.

The id of a command is made from the trouble and how often it was seen. So reading the same logs again raises nothing,
not even after an alert was cleared; only trouble that is seen once more does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from croupier.books.alerts.detector import Counted, Detector, End, Finding, ShiftFigures, fresh
from croupier.books.walk import Told, tables_of, told
from croupier.conduct.by import By
from croupier.floor.pit.streams import PitStreams
from croupier.host import load
from croupier.host.answer import Refused, read
from croupier.pit.stream import STREAM as PIT
from croupier.store import Store
from croupier.table import stream_of
from croupier.text import facts
from croupier.text.facts import Fact

#: Who raises alerts.
SERVER = By("server", "system")


def findings(
    store: Store, at: int, shifts: Iterable[ShiftFigures] = (), counts: Iterable[Counted] = ()
) -> Iterator[Finding]:
    """All trouble in the logs of a house, each as it was when it was last seen."""
    latest: dict[tuple[str, str | None, str, str], Finding] = {}
    for each in _all(store, at, tuple(shifts), tuple(counts)):
        latest[each.trouble] = each
    yield from latest.values()


def _all(store: Store, at: int, shifts: tuple[ShiftFigures, ...], counts: tuple[Counted, ...]) -> Iterator[Finding]:
    """What every detector finds, in order."""
    register, _ = load(store, PIT)
    end, house = End(at, register, store, shifts, counts), tuple(fresh(of_house=True))
    for table in tables_of(store):
        own = tuple(fresh(of_house=False))
        yield from of_table(told(store, table), _refusals(store, table), (*own, *house))
        for each in own:
            yield from each.ends(end)
    for each in house:
        yield from each.ends(end)


def of_table(
    events: Iterable[Told], refusals: Mapping[int, Iterable[Refused]], detectors: Iterable[Detector]
) -> Iterator[Finding]:
    """What these detectors find in the log of one table; refusals by the version of the log at which they were."""
    known = tuple(detectors)
    for each in events:
        for detector in known:
            yield from detector.see(each)
        for refused in refusals.get(each.envelope.version, ()):
            for detector in known:
                yield from detector.see_refused(each, refused)


def _refusals(store: Store, table: str) -> dict[int, list[Refused]]:
    """The refusals on record at a table, by the version of its log at which they were given."""
    found = defaultdict[int, list[Refused]](list)
    for record in store.refusals(stream_of(table)):
        answer = read(record.answer)
        if answer.refusal is not None:
            found[answer.version].append(answer.refusal)
    return found


# Telling the pit ------------------------------------------------------------------------------------------------
def watch(
    pit: PitStreams, shifts: Iterable[ShiftFigures] = (), counts: Iterable[Counted] = ()
) -> tuple[Finding, ...]:
    """Read the logs once, and raise an alert for trouble that the pit has not heard of; return that trouble."""
    return tuple(each for each in findings(pit.store, pit.now(), shifts, counts) if tell(pit, each))


def tell(pit: PitStreams, finding: Finding) -> bool:
    """Raise an alert about a finding; return whether the pit had not heard of it."""
    name = command_id(finding)
    if pit.store.answer(PIT, name) is not None:
        return False
    host = pit.hosts[PIT]
    said: dict[str, Any] = {**finding._asdict(), "count": finding.times, "facts": written(finding.facts)}
    del said["times"]
    body = {"do": "raise-alert", "id": name, "by": SERVER, "at": pit.now(), **said}
    return host.handle(host.kind.commands.read(msgspec.json.encode(body))).refusal is None


def command_id(finding: Finding) -> str:
    """The id of the command that raises the alert of a finding."""
    return f"alert/{sha256(msgspec.json.encode((*finding.trouble, finding.times))).hexdigest()}"


def written(found: Iterable[tuple[str, Fact]]) -> list[dict[str, Any]]:
    """Facts as a command has them."""
    parts = ((name, *facts.write(fact)) for name, fact in found)
    return [{"name": name, "kind": kind, "value": value} for name, kind, value in parts]
