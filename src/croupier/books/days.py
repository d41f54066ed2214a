"""The gaming day of an event, and the clocks of the house in which it happened."""

from __future__ import annotations

from datetime import date
from typing import Any

from croupier.books.rounds import RoundTold
from croupier.books.walk import Step
from croupier.core.gaming_day import DENVER, GamingDay
from croupier.people.state import State as People
from croupier.table.state import State as Table


def gaming_day_of(state: Any) -> GamingDay:
    """When a gaming day begins, by the house of a table or by the list of people; otherwise the usual one."""
    if isinstance(state, People):
        return state.gaming_day
    if isinstance(state, Table) and state.play is not None:
        house = state.house
        return GamingDay(house.time_zone, house.gaming_day_starts.hour, house.gaming_day_starts.minute)
    if isinstance(state, Table) and state.kit is not None:
        return state.kit.gaming_day
    return DENVER


def day_of(step: Step[Any]) -> date:
    """The gaming day in which an event happened."""
    return gaming_day_of(step.after).of(step.event.at)


def day_of_round(told: RoundTold) -> date:
    """The gaming day in which a round was decided; of one that is under way, the day of its last event."""
    last = told.steps[-1]
    at = told.decided_at
    return gaming_day_of(last.after).of(last.event.at if at is None else at)
