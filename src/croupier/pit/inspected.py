"""Whether a table was inspected, where the rules of its game ask for inspections.

An inspection counts for the table and the equipment that was inspected. It ends with the gaming day, with an
adjustment or a replacement, and for equipment that is moved or changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import NamedTuple

from croupier.core.citation import Citation, implements
from croupier.core.equipment import Missing, Wheel
from croupier.core.gaming_day import GamingDay
from croupier.core.inspection import Inspections
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.rules import HouseRules
from croupier.house import House
from croupier.pit.state import Inspection, Item, State
from croupier.table.houses import house_of


@dataclass(frozen=True, slots=True)
class Due:
    """An open table that was not inspected in this gaming day yet."""

    table: str
    day: str
    alert: bool  # whether the hour of the alert has come
    cite: str


class Asked(NamedTuple):
    """What the house in force at a table asks to have inspected."""

    house: House
    by_game: Inspections[HouseRules]

    def printed(self, cite: str) -> str:
        """The paragraph by its number in the printing of the house's date."""
        return str(self.house.rulebook.printed(Citation(cite)))


def open_to_public(state: State, table: str) -> bool:
    """Whether a table may be open to the public: it has a kit."""
    return state.kit_out(table) is not None


def asked_at(state: State, table: str) -> Asked | Refusal:
    """What is to be inspected at a table, by the house in force there; refused if nothing is."""
    known = state.versions(table)
    if not known:
        return refuse(Code.INSPECTION_UNASKED, "no-house", table=table)
    house = house_of(known[-1].house)
    if isinstance(house, Refusal):
        return house
    if house.game.inspection is None:
        return refuse(Code.INSPECTION_UNASKED, "by-the-game", table=table, game=house.game_name)
    return Asked(house, house.game.inspection)


def items_at(state: State, table: str, asked: Asked) -> tuple[Item, ...]:
    """The equipment at a table to which the checklist applies."""
    kinds = asked.by_game.covers(asked.house)
    return tuple(each for each in state.at_table(table) if each.kind in kinds)


def wheels_at(state: State, table: str, asked: Asked) -> tuple[str, ...]:
    """The ids of the wheels at a table."""
    return tuple(each.id for each in state.at_table(table) if each.kind == asked.by_game.wheel)


# What is missing ---------------------------------------------------------------------------------------------
def lacking(state: State, table: str, house: House, at: int) -> tuple[Missing, ...]:
    """The inspections without which the table may not open at this time, in the order of their paragraphs."""
    if house.game.inspection is None:
        return ()
    asked = Asked(house, house.game.inspection)
    found = (*_of_this_day(state.inspection(table), asked, at), *_not_counting(state, table, asked))
    return tuple(Missing(each.what, asked.printed(each.cite)) for each in found)


def last_day(state: State, table: str, house: House) -> str | None:
    """The gaming day of the last inspection that still counts; None if there is none, or the rules ask for none."""
    inspection, by_game = state.inspection(table), house.game.inspection
    if by_game is None or inspection is None or any(_not_counting(state, table, Asked(house, by_game))):
        return None
    return house.gaming_date(inspection.at).isoformat()


def waiting(state: State, table: str, house: House) -> tuple[Missing, ...]:
    """What must be inspected before the next spin, because the wheel was moved."""
    if house.game.inspection is None:
        return ()
    asked = Asked(house, house.game.inspection)
    found = _unsettled(state, wheels_at(state, table, asked), state.inspection(table), asked)
    return tuple(Missing(each.what, asked.printed(each.cite)) for each in found)


@implements("30-2212(1)", "47.1-2212(1)")
def _of_this_day(inspection: Inspection | None, asked: Asked, at: int) -> Iterator[Missing]:
    """A table is inspected before it opens, in the gaming day of its opening."""
    cite, today = asked.by_game.cites.opening, asked.house.gaming_date(at)
    if inspection is None:
        yield Missing("an inspection of the table: it was never inspected", cite)
    elif (day := asked.house.gaming_date(inspection.at)) != today:
        yield Missing(f"an inspection in the gaming day of {today}: the last one was in that of {day}", cite)


def _not_counting(state: State, table: str, asked: Asked) -> Iterator[Missing]:
    """Why the last inspection of a table does not count, whatever its day."""
    inspection, wheels = state.inspection(table), wheels_at(state, table, asked)
    if inspection is not None:
        yield from _not_inspected(items_at(state, table, asked), inspection, asked)
        for check in asked.by_game.checks(asked.house):
            if check.id not in inspection.passed:
                yield Missing(f"an inspection in which this passed: {check.says}", check.cite)
        yield from _after_work(state, wheels, inspection, asked)
    yield from _by_the_director(state, wheels, asked)
    yield from _unsettled(state, wheels, inspection, asked)


def _not_inspected(items: Iterable[Item], inspection: Inspection, asked: Asked) -> Iterator[Missing]:
    for item in items:
        if item.id not in inspection.items:
            what = f"an inspection of {item.kind} {item.id}: it came or was changed after the last one"
            yield Missing(what, asked.by_game.cites.opening)


@implements("30-2212(3)", "47.1-2212(3)")
def _after_work(state: State, wheels: Iterable[str], inspection: Inspection, asked: Asked) -> Iterator[Missing]:
    """Adjustments are complete before the inspection, so a later one ends it."""
    for wheel in wheels:
        if state.wheel(wheel).worked > inspection.number:
            what = f"an inspection of the table after the work on wheel {wheel}"
            yield Missing(what, asked.by_game.cites.before)


@implements("30-2212(4)", "47.1-2212(4)")
def _by_the_director(state: State, wheels: Iterable[str], asked: Asked) -> Iterator[Missing]:
    """A wheel of which an external movable part was replaced waits for the Director."""
    for wheel in wheels:
        if waits_for_director(state, wheel):
            what = f"an inspection of wheel {wheel} by the Director: an external part of it was replaced"
            yield Missing(what, asked.by_game.cites.director)


@implements("30-2212(9)")
def _unsettled(state: State, wheels: Iterable[str], inspection: Inspection | None, asked: Asked) -> Iterator[Missing]:
    """A wheel that moved significantly is inspected again, with the whole table or alone."""
    again = asked.by_game.after_movement(asked.house.rulebook.on)
    for wheel in wheels if again else ():
        record, table = state.wheel(wheel), 0
        if inspection is not None and wheel in inspection.items and set(again) <= set(inspection.passed):
            table = inspection.number
        if record.moved > max(record.settled, table):
            what = f"an inspection of wheel {wheel} after it was moved: {', '.join(again)}"
            yield Missing(what, asked.by_game.cites.moved)


def after_movement(state: State, table: str, at: int) -> State:
    """The pit after a table told that its wheel was moved at this time. This applies an event and asks no rule."""
    wheels = (each.id for each in state.at_table(table) if isinstance(each.what, Wheel))
    return state.with_moved(wheels, state.wheel_acts + 1)


def waits_for_director(state: State, wheel: str) -> bool:
    """Whether the Director has not accepted the last replacement of an external part of a wheel."""
    record = state.wheel(wheel)
    return record.replaced > record.accepted


# Alerts ------------------------------------------------------------------------------------------------------
def due(state: State, table: str, house: House, at: int) -> Due | None:
    """Whether an open table still needs its inspection of this gaming day, and whether to alert somebody.

    The house names a full hour on its clock for the alert, or none. An hour before that at which the gaming day
    begins is of the night at its end.
    """
    by_game = house.game.inspection
    if by_game is None or not by_game.daily(house.rulebook.on) or not open_to_public(state, table):
        return None
    day = house.gaming_date(at)
    if last_day(state, table, house) == day.isoformat():
        return None
    cite = Asked(house, by_game).printed(by_game.cites.opening)
    return Due(table, day.isoformat(), _alert(house, day, at), cite)


def _alert(house: House, day: date, at: int) -> bool:
    """Whether the hour of the alert of a gaming day has come."""
    hour = house.inspection_alert
    if hour is None:
        return False
    on = day if time(hour) >= house.gaming_day_starts else day + timedelta(days=1)
    return at >= GamingDay(house.time_zone, 0).at(on, hour)
