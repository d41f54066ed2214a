"""Slips that are in transit for too long: a kit, the word of an inspection, chips or a box on their way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from croupier.books.alerts.detector import Detector, End, Finding, key_of
from croupier.conduct import Aggregate, aggregate_of, registered
from croupier.conduct.slip import Slip
from croupier.core.gaming_day import DENVER, SECOND
from croupier.core.refusal import Refusal
from croupier.house import House
from croupier.house.alerts import AlertLimits
from croupier.pit.state import State as Register
from croupier.store import Store
from croupier.table.houses import house_of
from croupier.table.stream import TABLE
from croupier.text.facts import Fact


class _Issued(NamedTuple):
    slip: Slip
    at: int


class InTransit(Detector):
    """A slip was issued, and neither received nor taken back in time."""

    kind, about, of_house = "in-transit", "equipment", True

    def ends(self, end: End) -> Iterable[Finding]:
        """Find the slips of all streams that are still under way."""
        for slip, at in _under_way(end.store):
            table = next((each for each in (slip.to, slip.source) if each.startswith(TABLE.prefix)), None)
            table = None if table is None else table.removeprefix(TABLE.prefix)
            house = _house(end.register, table)
            limit = AlertLimits().transit if house is None else house.alerts.transit
            if end.at - at > limit * 60 * SECOND:
                day = DENVER.of(at) if house is None else house.gaming_date(at)
                facts: dict[str, Fact] = {"what": slip.what, "source": slip.source, "to": slip.to, "minutes": limit}
                yield self.found(table, day.isoformat(), key_of(slip.id), facts)


def _house(register: Register, table: str | None) -> House | None:
    """The house in force at a table by the register."""
    versions = () if table is None else register.versions(table)
    house = house_of(versions[-1].house) if versions else None
    return None if isinstance(house, Refusal) else house


def _under_way(store: Store) -> Iterator[_Issued]:
    """The slips in transit, with the times at which they were issued."""
    issued, ended = dict[str, _Issued](), set[str]()
    for stream in store.streams():
        if not isinstance(registered(stream), Aggregate) or (slips := aggregate_of(stream).slips) is None:
            continue
        for envelope in store.read(stream):
            for does, slip in slips.notes(aggregate_of(stream).events.read(envelope.body)):
                if does == "issues":
                    issued[slip.id] = _Issued(slip, envelope.at)
                else:
                    ended.add(slip.id)
    return (each for name, each in issued.items() if name not in ended)


DETECTOR = InTransit
