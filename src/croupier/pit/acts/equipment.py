"""The register of equipment: what the house has, and where it is.

A piece is registered into the store room and moved to a table from there. While a table has its kit from the pit,
nothing there is changed or moved, and nothing is added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import Name
from croupier.conduct.command import Command, Text, Word
from croupier.conduct.event import Event
from croupier.core.citation import Authority, Citation
from croupier.core.equipment import DropBox, Equipment, GamingTable, Pieces
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent, Topic
from croupier.house import House
from croupier.pit import kinds
from croupier.pit.equipped import kit_out
from croupier.pit.state import Item, State
from croupier.table.houses import house_of

ItemId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,64}\Z")]
#: The fields of a piece, as plain JSON.
Fields = Annotated[dict[Word, Any], Meta(max_length=40)]


# Commands ---------------------------------------------------------------------------------------------------
class RegisterItem(Command, frozen=True):
    """Put a piece of equipment on the register: its id, its kind and its fields. It is in the store room then."""

    topic = Silent.CONTROLS
    item: ItemId
    kind: Word
    fields: Fields


class ChangeItem(Command, frozen=True):
    """Change some fields of a piece of equipment, with the reason."""

    topic = Silent.CONTROLS
    item: ItemId
    fields: Annotated[dict[Word, Any], Meta(min_length=1, max_length=40)]
    reason: Text


class MoveItem(Command, frozen=True):
    """Move a piece of equipment to a table, or to the store room if no table is named."""

    topic = Silent.CONTROLS
    item: ItemId
    table: Name | None = None


class RetireItem(Command, frozen=True):
    """Take a piece of equipment off the register for good, with the reason. Its id is never used again."""

    topic = Silent.CONTROLS
    item: ItemId
    reason: Text


# Events -----------------------------------------------------------------------------------------------------
class ItemRegistered(Event, frozen=True):
    """A piece of equipment is on the register, in the store room."""

    item: str
    kind: str
    fields: dict[str, Any]


class ItemChanged(Event, frozen=True):
    """Some fields of a piece of equipment are different now."""

    item: str
    fields: dict[str, Any]
    reason: str


class ItemMoved(Event, frozen=True):
    """A piece of equipment is at another table, or in the store room."""

    item: str
    table: str | None = None


class ItemRetired(Event, frozen=True):
    """A piece of equipment is off the register for good."""

    item: str
    reason: str


# Decisions --------------------------------------------------------------------------------------------------
def register(command: RegisterItem, state: State) -> Decided:
    """Register a piece whose id and serial number are new, with fields as its kind declares them."""
    if state.item(command.item) is not None:
        return refuse(Code.ITEM_TWICE, "id", item=command.item)
    if any(each.id == command.item for each in state.retired):
        return refuse(Code.ITEM_TWICE, "retired", item=command.item)
    what = kinds.read(command.kind, command.fields)
    refusal = what if isinstance(what, Refusal) else _serial_twice(command.item, what, state)
    if refusal is not None:
        return refusal
    fields = {"item": command.item, "kind": command.kind, "fields": command.fields}
    return (made(ItemRegistered, command, state, **fields),)


def change(command: ChangeItem, state: State) -> Decided:
    """Change a piece, if no kit is out where it is, and it may be where it is afterwards too."""
    item = _known(command.item, state)
    if isinstance(item, Refusal):
        return item
    what = kinds.changed(item.what, command.fields)
    if isinstance(what, Refusal):
        return what
    if what == item.what:
        return refuse(Code.ITEM_IN_PLACE, "same", item=item.id)
    refusal = _in_use(item.table, state) or _serial_twice(item.id, what, state)
    refusal = refusal or _misplaced(state, item.table, (*_others(item, state), replace(item, what=what)))
    if refusal is not None:
        return refusal
    return (made(ItemChanged, command, state, item=item.id, fields=command.fields, reason=command.reason),)


def move(command: MoveItem, state: State) -> Decided:
    """Move a piece from where it is to another place, if no kit is out at either, and both places allow it."""
    item, to = _known(command.item, state), command.table
    if isinstance(item, Refusal):
        return item
    if item.table == to:
        return _there_already(item)
    refusal = _in_use(item.table, state) or _in_use(to, state)
    refusal = refusal or _misplaced(state, item.table, _others(item, state))
    if to is not None:
        refusal = refusal or _misplaced(state, to, (*state.at_table(to), replace(item, table=to)))
    if refusal is not None:
        return refusal
    return (made(ItemMoved, command, state, item=item.id, table=to),)


def retire(command: RetireItem, state: State) -> Decided:
    """Retire a piece, if no kit is out where it is, and what stays there may stay."""
    item = _known(command.item, state)
    if isinstance(item, Refusal):
        return item
    refusal = _in_use(item.table, state) or _misplaced(state, item.table, _others(item, state))
    if refusal is not None:
        return refusal
    return (made(ItemRetired, command, state, item=item.id, reason=command.reason),)


def _known(name: str, state: State) -> Item | Refusal:
    """The piece with this id."""
    return state.item(name) or refuse(Code.ITEM_UNKNOWN, item=name)


def _others(item: Item, state: State) -> tuple[Item, ...]:
    """The other equipment at the table where a piece is."""
    return () if item.table is None else tuple(each for each in state.at_table(item.table) if each.id != item.id)


def _there_already(item: Item) -> Refusal:
    if item.table is None:
        return refuse(Code.ITEM_IN_PLACE, "store", item=item.id)
    return refuse(Code.ITEM_IN_PLACE, "table", item=item.id, table=item.table)


def _serial_twice(name: str, what: Equipment, state: State) -> Refusal | None:
    """No two pieces have the same serial number, retired ones included."""
    same = next((each for each in (*state.items, *state.retired) if _same_serial(name, what, each)), None)
    return None if same is None else refuse(Code.ITEM_TWICE, "serial", item=name, other=same.id)


def _same_serial(name: str, what: Equipment, other: Item) -> bool:
    return other.id != name and what.same_serial(other.what)


def _in_use(table: str | None, state: State) -> Refusal | None:
    """While a table has its kit, its equipment stays as it is."""
    return refuse(Code.ITEM_IN_USE, table=table) if table is not None and kit_out(state, table) else None


# What may be together at a table ----------------------------------------------------------------------------
def _misplaced(state: State, table: str | None, there: tuple[Item, ...]) -> Refusal | None:
    """Why these pieces may not be together at a table. In the store room everything may be."""
    if table is None:
        return None
    return _second(table, there) or _another_number(state, table, there) or _too_few(state, table, there)


def _second(table: str, there: Iterable[Item]) -> Refusal | None:
    """A table has one table top, one layout, one wheel and one drop box at most."""
    counts = Counter(each.what.one for each in there if each.what.one)
    twice = next((one for one, count in counts.items() if count > 1), None)
    return None if twice is None else refuse(Code.ITEM_MISPLACED, "second", table=table, what=twice)


def _another_number(state: State, table: str, there: tuple[Item, ...]) -> Refusal | None:
    """A table and its drop box have the number under which the table is known; there is no box without its table."""
    tops = [each for each in there if isinstance(each.what, GamingTable)]
    for each in there:
        what = each.what
        if isinstance(what, GamingTable) and what.number != table:
            return refuse(Code.ITEM_MISPLACED, "number", item=each.id, number=what.number, table=table)
        if isinstance(what, DropBox):
            cite = _cite(state, table, Topic.DROP_BOX)
            if what.number != table:
                return refuse(Code.ITEM_MISPLACED, "box", cite=cite, item=each.id, number=what.number, table=table)
            if not tops:
                return refuse(Code.ITEM_MISPLACED, "no-table", cite=cite, item=each.id, table=table)
    return None


def _too_few(state: State, table: str, there: Iterable[Item]) -> Refusal | None:
    """A set of pieces is at a table only as a whole."""
    for each in there:
        if isinstance(what := each.what, Pieces) and what.count < what.fewest:
            cite = _cite(state, table, what.topic)
            return refuse(
                Code.ITEM_MISPLACED, "too-few", cite=cite, item=each.id, count=what.count, fewest=what.fewest
            )
    return None


def _cite(state: State, table: str, topic: Topic) -> Authority | None:
    """The paragraph on a topic of the game that is in force at a table; None if none is, or it has none."""
    known = state.versions(table)
    house = house_of(known[-1].house) if known else None
    cite = house.game.cites.get(topic) if isinstance(house, House) else None
    return house.printed(Citation(cite)) if isinstance(house, House) and cite is not None else None


# How events are applied -------------------------------------------------------------------------------------
def _apply_registered(state: State, event: ItemRegistered) -> State:
    item = Item(event.item, event.kind, kinds.made(event.kind, event.fields))
    return state.but(items=(*state.items, item))


def _apply_changed(state: State, event: ItemChanged) -> State:
    return _with(state, event.item, lambda item: replace(item, what=kinds.but(item.what, event.fields)))


def _apply_moved(state: State, event: ItemMoved) -> State:
    return _with(state, event.item, lambda item: replace(item, table=event.table))


def _with(state: State, name: str, change: Any) -> State:
    return state.but(items=tuple(change(each) if each.id == name else each for each in state.items))


def _apply_retired(state: State, event: ItemRetired) -> State:
    kept = tuple(each for each in state.items if each.id != event.item)
    gone = tuple(replace(each, table=None) for each in state.items if each.id == event.item)
    return state.but(items=kept, retired=(*state.retired, *gone))


ACTS = (
    Act(RegisterItem, register, makes=(ItemRegistered,)),
    Act(ChangeItem, change, makes=(ItemChanged,)),
    Act(MoveItem, move, makes=(ItemMoved,)),
    Act(RetireItem, retire, makes=(ItemRetired,)),
)
HAPPENINGS = (
    Happening(ItemRegistered, _apply_registered),
    Happening(ItemChanged, _apply_changed),
    Happening(ItemMoved, _apply_moved),
    Happening(ItemRetired, _apply_retired),
)
