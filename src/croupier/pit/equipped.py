"""What equipment a table has, and what it lacks before it may open."""

from __future__ import annotations

from croupier.core.citation import PARAGRAPHS, Citation
from croupier.core.equipment import Equipped, Layout, Missing
from croupier.house import House
from croupier.pit.state import Item, State

_PLACE = {paragraph: place for place, paragraph in enumerate(PARAGRAPHS)}


def items(state: State, table: str) -> tuple[Item, ...]:
    """The equipment at a table, in the order in which it was registered."""
    return state.at_table(table)


def equipped(state: State, table: str) -> Equipped:
    """The equipment at a table, with the approvals on record, as games read it."""
    approvals = {each.reference: each.subject for each in state.approvals}
    return Equipped(tuple(each.what for each in items(state, table)), approvals)


def areas(state: State, table: str) -> tuple[str, ...]:
    """The wagers that have an area on the layout at a table, in alphabetical order."""
    layout = equipped(state, table).one(Layout)
    return () if layout is None else tuple(sorted(layout.areas))


def lacking(state: State, table: str, house: House) -> tuple[Missing, ...]:
    """Everything that the rules ask for and the table does not have, in the order of the paragraphs.

    Each has the number that its paragraph has in the printing of the house's date.
    """
    found = house.game.equipment.lacks(equipped(state, table), house)
    here = [Missing(each.what, str(house.printed(Citation(each.cite)))) for each in found]
    return tuple(sorted(here, key=lambda each: _PLACE[each.cite]))


def kit_out(state: State, table: str) -> bool:
    """Whether a table has its kit from the pit: until it gives it back, its equipment stays as it is."""
    return state.kit_out(table) is not None
