"""The figures with which a gaming day is closed, and a comparison of closed days with the logs of the tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import msgspec

from croupier.books.figures import figures
from croupier.books.shift import Shift
from croupier.books.walk import tables_of, told
from croupier.cage.acts.days import DayClosed
from croupier.cage.stream import CAGE, STREAM
from croupier.store import Store


@dataclass(frozen=True, slots=True)
class OfTable:
    """The figures of one table on a gaming day, in cents, as `close-day` records them."""

    table: str
    drop: int
    fills: int
    credits: int
    handle: int
    win_by_wagers: int
    win_by_drop: int
    tips: int
    liability: int


def figures_of(store: Store, day: str) -> tuple[OfTable, ...]:
    """The figures of every table that had a shift in a gaming day."""
    found = (
        _of_table(table, [each for each in _shifts(store, table) if each.day.isoformat() == day])
        for table in sorted(tables_of(store))
    )
    return tuple(each for each in found if each is not None)


def _shifts(store: Store, table: str) -> Iterator[Shift]:
    return figures(told(store, table), table)


def _of_table(table: str, shifts: list[Shift]) -> OfTable | None:
    if not shifts:
        return None
    return OfTable(
        table=table,
        drop=sum(each.drop for each in shifts),
        fills=sum(each.fills for each in shifts),
        credits=sum(each.credits for each in shifts),
        handle=sum(each.handle for each in shifts),
        win_by_wagers=sum(each.win for each in shifts),
        win_by_drop=sum(each.win_by_drop for each in shifts),
        tips=sum(each.tips + each.tube for each in shifts),
        liability=shifts[-1].liability,
    )


def changed_since(store: Store) -> Iterator[str]:
    """The gaming days that were closed with other figures than the logs of the tables give."""
    for envelope in store.read(STREAM):
        event = CAGE.events.read(envelope.body)
        if isinstance(event, DayClosed):
            recorded = [msgspec.structs.asdict(each) for each in event.figures]
            if recorded != [asdict(each) for each in figures_of(store, event.day)]:
                yield event.day
