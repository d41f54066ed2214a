"""Whether a table was inspected, where the rules ask for inspections."""

from __future__ import annotations

from croupier.core.equipment import Missing
from croupier.house import House
from croupier.pit.state import State


def lacking(state: State, table: str, house: House, at: int) -> tuple[Missing, ...]:
    """The inspections without which the table may not open at this time."""
    return ()


def last_day(state: State, table: str, house: House) -> str | None:
    """The gaming day of the last inspection that still counts; None if the rules of the game ask for none."""
    return None


def after_movement(state: State, table: str, at: int) -> State:
    """The pit after the wheel of a table was moved: no inspection from before it counts."""
    return state
