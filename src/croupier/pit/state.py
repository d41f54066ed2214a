"""The pit of a house as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.conduct.two_people import Proposals
from croupier.core.equipment import Equipment
from croupier.table.houses import HouseText
from croupier.table.kit import Kit


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of equipment on the register."""

    id: str
    kind: str  # the name of its kind, such as "ball"
    what: Equipment
    table: str | None = None  # the id of the table where it is; None: in the store room


@dataclass(frozen=True, slots=True)
class Approval:
    """An approval on record."""

    reference: str
    subject: str
    day: str
    scope: str


@dataclass(frozen=True, slots=True)
class HouseVersion:
    """A version of the house that was put into force at a table."""

    table: str
    number: int  # of the act that did it
    version: str
    house: HouseText
    together: tuple[str, ...] = ()  # all tables of the act that put it into force last


@dataclass(frozen=True, slots=True)
class Inspection:
    """The last inspection of a table."""

    table: str
    number: int  # its place in the order of everything that is recorded about wheels
    at: int
    passed: tuple[str, ...]  # the items of the checklist that passed
    items: tuple[str, ...]  # the equipment that was inspected, and neither moved nor changed since


@dataclass(frozen=True, slots=True)
class WheelRecord:
    """What was last done to a wheel: numbers in the order of everything that is recorded about wheels; 0: never."""

    wheel: str
    worked: int = 0  # adjusted, or a part of it replaced
    replaced: int = 0  # an external movable part of it replaced
    accepted: int = 0  # accepted by the Director after that
    moved: int = 0  # moved, or found not to be as it must be after it was moved
    settled: int = 0  # found to be as it must be after it was moved


@dataclass(frozen=True, slots=True)
class TableKit:
    """The last kit that was issued to a table."""

    table: str
    kit: Kit
    out: bool = True  # whether the table has it, or it is on its way there
    moves: int = 0  # how many movements of the wheel the table has reported under it


@dataclass(frozen=True, slots=True)
class AlertFact:
    """A fact about the trouble of an alert: its name, what it is, and its value."""

    name: str
    kind: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Alert:
    """An alert that nobody has cleared yet."""

    number: int
    kind: str
    about: str
    table: str | None  # None: it is about the house
    day: str  # the gaming day
    key: str  # tells trouble of this kind, table and day from other trouble
    count: int  # how often it was seen
    at: int  # when it was raised
    facts: tuple[AlertFact, ...] = ()  # as they were when it was last seen


@dataclass(frozen=True)
class State:
    """Everything about the pit of one house. Only events make a new one."""

    house: str  # what follows the prefix in the name of the stream
    at: int = 0
    proposals: Proposals = field(default_factory=Proposals)
    approvals: tuple[Approval, ...] = ()
    items: tuple[Item, ...] = ()  # the register of equipment
    retired: tuple[Item, ...] = ()  # what was on it: ids and serial numbers are not used again
    activations: int = 0  # how often houses were activated or rolled back
    houses: tuple[HouseVersion, ...] = ()  # those in force and those before, the newest of a table last
    wheel_acts: int = 0  # how often something was recorded about a wheel
    inspections: tuple[Inspection, ...] = ()  # the last one of each table
    wheels: tuple[WheelRecord, ...] = ()  # of each wheel about which something is recorded
    kits: tuple[TableKit, ...] = ()  # the last one of each table
    alerts: tuple[Alert, ...] = field(default=(), metadata={"later": True})  # the open ones, the oldest first
    alerted: int = field(default=0, metadata={"later": True})  # how many were raised so far

    def but(self, **changes: Any) -> State:
        """A copy with some fields changed. Equipment that is moved or changed is no longer as it was inspected."""
        after = replace(self, **changes)
        if after.items is self.items or not after.inspections:
            return after
        return replace(after, inspections=tuple(_still_inspected(each, self, after) for each in after.inspections))

    def approval(self, reference: str) -> Approval | None:
        """The approval with this reference; None if there is none."""
        return next((each for each in self.approvals if each.reference == reference), None)

    def approved_by(self, day: str) -> State:
        """The same pit without the approvals that are dated later."""
        return self.but(approvals=tuple(each for each in self.approvals if each.day <= day))

    def open_alert(self, kind: str, table: str | None, day: str, key: str) -> Alert | None:
        """The open alert about this trouble; None if none is open."""
        trouble = (kind, table, day, key)
        return next((each for each in self.alerts if (each.kind, each.table, each.day, each.key) == trouble), None)

    def versions(self, table: str) -> tuple[HouseVersion, ...]:
        """The versions of the house at a table; the last one is in force."""
        return tuple(each for each in self.houses if each.table == table)

    def tables(self) -> tuple[str, ...]:
        """The tables at which a house is in force."""
        return tuple(dict.fromkeys(each.table for each in self.houses))

    def last_kit(self, table: str) -> TableKit | None:
        """The last kit of a table, out or not; None if it never had one."""
        return next((each for each in self.kits if each.table == table), None)

    def kit_out(self, table: str) -> Kit | None:
        """The kit that is out at a table; None if none is."""
        last = self.last_kit(table)
        return last.kit if last is not None and last.out else None

    def with_kit(self, kit: TableKit) -> State:
        """The same pit with another last kit of a table."""
        return self.but(kits=(*(each for each in self.kits if each.table != kit.table), kit))

    def item(self, name: str) -> Item | None:
        """The piece of equipment with this id; None if there is none."""
        return next((each for each in self.items if each.id == name), None)

    def inspection(self, table: str) -> Inspection | None:
        """The last inspection of a table; None if there was none."""
        return next((each for each in self.inspections if each.table == table), None)

    def wheel(self, name: str) -> WheelRecord:
        """What was done to the wheel with this id."""
        return next((each for each in self.wheels if each.wheel == name), WheelRecord(name))

    def with_wheel(self, name: str, number: int, **changes: Any) -> State:
        """The same state after a numbered act on a wheel."""
        others = tuple(each for each in self.wheels if each.wheel != name)
        return self.but(wheel_acts=number, wheels=(*others, replace(self.wheel(name), **changes)))

    def with_moved(self, names: Iterable[str], number: int) -> State:
        """The same state after a numbered movement of wheels."""
        state = self
        for name in names:
            state = state.with_wheel(name, number, moved=number)
        return state

    def at_table(self, table: str) -> tuple[Item, ...]:
        """The equipment that is at a table."""
        return tuple(each for each in self.items if each.table == table)


def _still_inspected(inspection: Inspection, before: State, after: State) -> Inspection:
    """An inspection without the equipment that was moved or changed."""
    kept = tuple(name for name in inspection.items if after.item(name) == before.item(name))
    return inspection if kept == inspection.items else replace(inspection, items=kept)
