"""What the books and the cage tell the detectors: the win of every shift, and what was counted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from croupier.books.run import of_table
from croupier.books.walk import tables_of
from croupier.cage.acts.counts import BoxCounted, CreditCounted
from croupier.cage.acts.slips import BoxArrived, InventoryArrived
from croupier.cage.state import State, total
from croupier.cage.stream import CAGE, STREAM
from croupier.core.refusal import Refusal
from croupier.host import load
from croupier.house.alerts import AlertLimits
from croupier.pit.state import State as Register
from croupier.pit.stream import STREAM as PIT
from croupier.store import Store
from croupier.table.cage_slips import worth
from croupier.table.houses import house_of


class ShiftSeen(NamedTuple):
    """The wagers of one shift at one table; amounts are in cents."""

    table: str
    day: str
    shift: int
    win: int
    expected: Fraction
    variance: Fraction
    sigmas: int


class CountSeen(NamedTuple):
    """Something that was counted, and what the record said."""

    table: str
    day: str
    what: str
    counted: int
    recorded: int
    most: int


def shifts_of(store: Store) -> Iterator[ShiftSeen]:
    """Every shift that has ended, at every table."""
    register, _ = load(store, PIT)
    for table in tables_of(store):
        sigmas = _limits(register, table).hold_sigmas
        for each in of_table(store, table).shifts:
            shift, expected = each.shift, each.expected
            if shift.ended is not None:
                day = shift.day.isoformat()
                said = (expected.won, expected.expected, expected.variance, sigmas)
                yield ShiftSeen(table, day, shift.number, *said)


def _limits(register: Register, table: str) -> AlertLimits:
    """The limits of the house that is in force at a table."""
    versions = register.versions(table)
    house = house_of(versions[-1].house) if versions else None
    return AlertLimits() if house is None or isinstance(house, Refusal) else house.alerts


def counts_of(store: Store) -> Iterator[CountSeen]:
    """Everything that was counted in the cage and at its tables."""
    state: State = CAGE.fresh(STREAM)
    above: dict[int, int] = {}
    for envelope in store.read(STREAM):
        event = CAGE.events.read(envelope.body)
        day = state.gaming_day.of(event.at).isoformat()
        match event:
            case BoxArrived():
                above[event.number] = event.explain_above
            case BoxCounted():
                what, amounts = f"box {event.number}: {event.box}", (total(event.counted), total(event.recorded))
                yield CountSeen(event.table, day, what, *amounts, above[event.number])
            case CreditCounted():
                yield CountSeen(event.table, day, f"credit {event.number}", worth(event.chips), event.recorded, 0)
            case InventoryArrived():
                most = event.explain_above
                yield CountSeen(event.table, day, "the chips of the table", event.amount, event.expected, most)
        state = CAGE.evolve(state, event)
