"""What a table lacks in equipment before it may open."""

from __future__ import annotations

from croupier.core.equipment import Missing
from croupier.house import House
from croupier.pit.state import State


def lacking(state: State, table: str, house: House) -> tuple[Missing, ...]:
    """Everything that the rules ask for and the table does not have."""
    return ()
