"""The pit of a house as an immutable value."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class TableKit:
    """The last kit that was issued to a table."""

    table: str
    kit: Kit
    out: bool = True  # whether the table has it, or it is on its way there
    moves: int = 0  # how many movements of the wheel the table has reported under it


@dataclass(frozen=True)
class State:
    """Everything about the pit of one house. Only events make a new one."""

    house: str  # what follows the prefix in the name of the stream
    at: int = 0
    proposals: Proposals = field(default_factory=Proposals)
    approvals: tuple[Approval, ...] = ()
    items: tuple[Item, ...] = ()  # the register of equipment
    activations: int = 0  # how often houses were activated or rolled back
    houses: tuple[HouseVersion, ...] = ()  # those in force and those before, the newest of a table last
    kits: tuple[TableKit, ...] = ()  # the last one of each table

    def but(self, **changes: Any) -> State:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def approval(self, reference: str) -> Approval | None:
        """The approval with this reference; None if there is none."""
        return next((each for each in self.approvals if each.reference == reference), None)

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

    def at_table(self, table: str) -> tuple[Item, ...]:
        """The equipment that is at a table."""
        return tuple(each for each in self.items if each.table == table)
