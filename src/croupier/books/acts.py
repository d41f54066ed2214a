"""The acts of a stream of any kind, one for each event: when, who, in which role, and what it says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

import msgspec

from croupier.books.days import gaming_day_of
from croupier.books.sentences import Teller, word_of
from croupier.books.walk import Step, replayed
from croupier.conduct import Aggregate
from croupier.conduct.aggregate import registered
from croupier.core.gaming_day import DENVER, GamingDay
from croupier.people.acts.persons import HouseFounded
from croupier.people.stream import STREAM as PEOPLE
from croupier.store import Envelope, Store
from croupier.table.state import State as Table
from croupier.text.values import in_words

#: Characters of a record that are shown, and of one long value in it.
MOST, MOST_OF_ONE = 400, 40


class Act(NamedTuple):
    """One event of a log. Records, such as those of servers, have no person and no role."""

    version: int
    at: int
    day: date
    zone: str
    person: str
    role: str
    licence: str
    event: str
    part: str
    says: str


def acts(store: Store, stream: str) -> Iterator[Act]:
    """Every act of a stream, in order."""
    ours = house_day(store)
    if not isinstance(registered(stream), Aggregate):
        yield from (_record(each, ours) for each in store.read(stream))
        return
    teller = Teller(stream.partition("/")[0])
    for step in replayed(store, stream):
        yield act_of(step, teller, gaming_day_of(step.after) if isinstance(step.after, Table) else ours)


def act_of(step: Step[Any], teller: Teller, day: GamingDay) -> Act:
    """The act of one event."""
    event, teller = step.event, teller.at(day.zone)
    by = event.by
    version, word, part = step.envelope.version, word_of(event), teller.part(event)
    said = teller.says(step)
    return Act(version, event.at, day.of(event.at), day.zone, by.person, by.role, by.licence, word, part, said)


def house_day(store: Store) -> GamingDay:
    """When a gaming day of the house begins, by its list of people; the usual one where there is no list."""
    first = next(iter(store.read(PEOPLE)), None) if store.version(PEOPLE) else None
    if first is None:
        return DENVER
    kind = registered(PEOPLE)
    assert isinstance(kind, Aggregate)
    event = kind.events.read(first.body)
    return GamingDay(event.zone, event.hour) if isinstance(event, HouseFounded) else DENVER


def _record(envelope: Envelope, day: GamingDay) -> Act:
    """A plain record: its fields, if it is JSON, or its length."""
    try:
        found = msgspec.json.decode(envelope.body)
        said = in_words(_shortened(found))
    except (msgspec.DecodeError, UnicodeDecodeError):
        said = f"{len(envelope.body):,} bytes"
    said = said if len(said) <= MOST else f"{said[: MOST - 1]}…"
    word, at = envelope.kind.partition("/")[0], envelope.at
    return Act(envelope.version, at, day.of(at), day.zone, "", "", "", word, "", f"{word.replace('-', ' ')}: {said}")


def _shortened(value: Any) -> Any:
    """A value with its long texts cut, such as keys and signatures."""
    if isinstance(value, dict):
        return {str(name): _shortened(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_shortened(each) for each in value]
    return f"{value[:MOST_OF_ONE]}…" if isinstance(value, str) and len(value) > MOST_OF_ONE else value
