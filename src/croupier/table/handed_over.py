"""What the kit of a table allows: under which house it opens, which wagers have an area, and when spins stop.

A table without a pit is not affected by anything here.
"""

from __future__ import annotations

from datetime import date

from croupier.conduct.command import Command
from croupier.core.citation import Authority, Citation, implements
from croupier.core.equipment import Equipment, Pieces
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent, Topic
from croupier.house import House
from croupier.rulebook import paragraphs
from croupier.rulebook.reader import in_force
from croupier.table.kit import Kit
from croupier.table.state import OfPit, State
from croupier.text.facts import WagerId


def not_handed_over(command: Command, state: State, house: House) -> Refusal | None:
    """A table of a pit opens only with a kit, under the house that it was checked for, and inspected on that day."""
    if state.of_pit is None:
        return None
    kit = state.of_pit.kit
    if kit is None:
        return refuse(Code.KIT_MISSING, "to-open", cite=_opening(house), table=state.table_id)
    if kit.house != house.version:
        table, version, other = state.table_id, kit.house, house.version
        return refuse(Code.KIT_OF_ANOTHER_HOUSE, "to-open", table=table, version=version, other=other)
    if state.of_pit.stopped:
        return refuse(Code.INSPECTION_DUE, "failed", cite=_opening(house), table=state.table_id)
    return _not_inspected_today(kit, house, max(command.at, state.at))


def not_in_force(state: State, house: House) -> Refusal | None:
    """A table of a pit changes only to the version that the pit has handed over: two people put it into force."""
    kit = state.kit
    if kit is None or kit.house == house.version:
        return None
    cite, table = state.cite(Topic.POSTED_RULES), state.table_id
    return refuse(
        Code.KIT_OF_ANOTHER_HOUSE, "to-change", cite=cite, table=table, version=kit.house, other=house.version
    )


def _opening(house: House) -> Authority | None:
    """The paragraph about opening a table, by its number on the date of the house."""
    cite = house.game.cites.get(Topic.OPEN_TABLE)
    return None if cite is None else house.printed(Citation(cite))


@implements("30-2212(1)", "47.1-2212(1)")
def _not_inspected_today(kit: Kit, house: House, at: int) -> Refusal | None:
    """The inspection before a table opens is of the same gaming day."""
    today = kit.gaming_day.of(at)
    if kit.inspected is None or date.fromisoformat(kit.inspected) >= today:
        return None
    last = date.fromisoformat(kit.inspected)
    return refuse(Code.INSPECTION_DUE, "to-open", cite=_opening(house), last=last, day=today)


def no_area(state: State, wager_id: str) -> Refusal | None:
    """Why a wager is not placed: the layout that the table has from its pit has no area for it."""
    kit = state.kit
    return None if kit is None else not_on_the_layout(kit.areas, state.house, wager_id)


def not_on_the_layout(areas: tuple[str, ...], house: House, wager_id: str) -> Refusal | None:
    """A wager needs one of these areas, or is broken down into parts that have one. Odds lie behind their wager."""
    wager = house.game.wagers.get(wager_id)
    if wager is None or wager.parent is not None:
        return None
    if wager.area is not None and not house.options.has_area(wager.area):
        parts = (not_on_the_layout(areas, house, part) for part, _ in wager.breaks_into)
        return next(filter(None, parts), None)
    if wager_id in areas:
        return None
    cite = dict(wager.asides).get("area")
    return _no_area_of(wager_id, house) if cite is None else _no_layout_of(wager_id, cite)


@implements("47.1-2317.01(1)", "47.1-2317.02(1)", "47.1-2317.04(1)")
def _no_layout_of(wager_id: str, cite: str) -> Refusal:
    """Such a side bet is played only at a table whose layout shows it."""
    return refuse(Code.NO_AREA, cite=cite, wager=WagerId(wager_id))


@implements("30-2210(2)(f)", "47.1-2210(2)(e)")
def _no_area_of(wager_id: str, house: House) -> Refusal:
    """A wager lies in its designated area of the layout."""
    return refuse(Code.NO_AREA, cite=house.game.cites.get(Topic.AREA), wager=WagerId(wager_id))


def dice_sets(state: State) -> tuple[str, ...]:
    """The sets of dice in the kit of a table, by their ids on the register."""
    if state.kit is None:
        return ()
    kinds = state.house.game.equipment.kinds
    return tuple(name for kind, name in state.kit.items if _is_dice(kinds.get(kind)))


def _is_dice(kind: type[Equipment] | None) -> bool:
    return kind is not None and issubclass(kind, Pieces) and kind.topic is Topic.DICE_SET


def spins_stop(state: State, at: int) -> Refusal | None:
    """Why there is no spin at this time, at a table of a pit: its wheel was moved, or no inspection counts."""
    known = state.of_pit
    if known is None or known.kit is None:
        return None
    return _moved_since(state, known) or _failed(state, known) or _day_without_inspection(state, known.kit, at)


@implements("30-2212(1)", "47.1-2212(1)")
def _failed(state: State, known: OfPit) -> Refusal | None:
    """A table at which something was found that is not as it must be does not spin before it passes an inspection."""
    if not known.stopped:
        return None
    return refuse(Code.INSPECTION_DUE, "failed", cite=_opening(state.house), table=state.table_id)


@implements("30-2212(9)")
def _moved_since(state: State, known: OfPit) -> Refusal | None:
    """A wheel that was moved does not spin before it is inspected."""
    if not known.to_inspect:
        return None
    return refuse(Code.WHEEL_MOVED, cite=state.cite(Topic.WHEEL_MOVED), table=state.table_id)


@implements("30-2212(1)")
def _day_without_inspection(state: State, kit: Kit, at: int) -> Refusal | None:
    """An open table is inspected in every gaming day: spins stop once a whole day is over without an inspection."""
    cite = paragraph_in_force(state.house, Topic.INSPECTED)
    if kit.inspected is None or cite is None:
        return None
    last, today = date.fromisoformat(kit.inspected), kit.gaming_day.of(at)
    if (today - last).days <= 1:
        return None
    return refuse(Code.INSPECTION_DUE, "to-spin", cite=cite, last=last)


def paragraph_in_force(house: House, topic: Topic | Silent) -> str | None:
    """The paragraph of the game on a topic, if it is in force on the date of the house by its own number."""
    cite = house.game.cites.get(topic)
    return cite if cite is not None and in_force(paragraphs()[cite], house.rulebook.on) else None
