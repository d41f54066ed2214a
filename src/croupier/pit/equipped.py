"""What a table lacks in equipment before it may open."""

from __future__ import annotations

from croupier.core.equipment import Missing
from croupier.core.refusal import Refusal
from croupier.house import House
from croupier.pit.state import State
from croupier.table.houses import house_of


def lacking(state: State, table: str, house: House) -> tuple[Missing, ...]:
    """Everything that the rules ask for and the table does not have."""
    return ()


def areas(state: State, table: str) -> tuple[str, ...]:
    """The wagers that have an area on the layout of a table: all that its house offers."""
    versions = state.versions(table)
    house = house_of(versions[-1].house) if versions else None
    return () if house is None or isinstance(house, Refusal) else tuple(sorted(house.offered))


def kit_out(state: State, table: str) -> bool:
    """Whether a kit is out at a table: then its equipment stays where it is."""
    return state.kit_out(table) is not None
