"""The chips of a table, counted by two people: before it opens, before it closes, and whenever they want to.

Only tables that have their chips from a cage are counted like this. The first person states every chip; the second
one counts again and must find the same. Then the count is the truth: what it differs from the record by is posted.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.conduct.slip import Slip
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.table import cage_slips
from croupier.table.cage_slips import INVENTORY, Chips, Inventory, worth
from croupier.table.decision_helpers import Decided, at_rest, in_phase, made
from croupier.table.ledger import Postings
from croupier.table.people import not_the_same
from croupier.table.registry import Act, Happening
from croupier.table.state import Counted, OfCage, State
from croupier.text.facts import Money

#: The value of the lowest coin, in cents.
CENT = 1


# Commands ---------------------------------------------------------------------------------------------------
class CountInventory(Command, frozen=True):
    """Count the chips of the table: how many there are of each value. A second person counts again."""

    topic = Silent.CONTROLS
    chips: Chips


class ConfirmInventory(Command, frozen=True):
    """Count the chips of the table a second time, by another person, with the same result."""

    topic = Silent.CONTROLS
    chips: Chips


# Events -----------------------------------------------------------------------------------------------------
class InventoryCounted(Event, frozen=True):
    """One person has counted the chips of the table."""

    chips: Chips
    amount: int


class InventoryConfirmed(Event, frozen=True):
    """Two people have counted the same; `expected` is the amount by the record."""

    chips: Chips
    amount: int
    expected: int
    slip: Slip


# Decisions --------------------------------------------------------------------------------------------------
def count(command: CountInventory, state: State) -> Decided:
    """Count between rounds, or while the table is closed."""
    refusal = _countable(command, state)
    if refusal is not None:
        return refusal
    return (made(InventoryCounted, command, state, chips=command.chips, amount=worth(command.chips)),)


def confirm(command: ConfirmInventory, state: State) -> Decided:
    """Confirm what somebody else has counted, and tell the cage."""
    if (refusal := _countable(command, state)) is not None:
        return refusal
    of_cage = state.of_cage
    assert of_cage is not None, "only a table with a cage is counted"
    counted = of_cage.counted
    if counted is None or counted.confirmed:
        return refuse(Code.NOT_COUNTED, "nobody", table=state.table_id)
    if (same := not_the_same(command.by.person, counted.person, "own-count", None)) is not None:
        return same
    if counted.chips != command.chips:
        return refuse(Code.COUNT_DIFFERS, "inventory", one=Money(counted.amount), other=Money(worth(command.chips)))
    document = Inventory(counted.amount, state.chips_there, state.phase != "closed", explain_above(state))
    slip = Slip(f"table/{state.table_id}", command.id, of_cage.cage, INVENTORY, said=cage_slips.written(document))
    fields = {"chips": counted.chips, "amount": counted.amount, "expected": document.expected, "slip": slip}
    return (made(InventoryConfirmed, command, state, **fields),)


def _countable(command: CountInventory | ConfirmInventory, state: State) -> Refusal | None:
    """Refuse to count while chips move, or chips that this table cannot have."""
    if state.of_cage is None:
        return refuse(Code.CAGE_MISSING, "to-count", table=state.table_id)
    if state.phase != "closed" and (refusal := in_phase(state, ("open", "settled"), "counting")) is not None:
        return refusal
    if state.chips_there < 0:
        return refuse(Code.BANK_SHORT)
    return not_chips_of(state, command.chips) or at_rest(state)


def explain_above(state: State) -> int:
    """The amount above which a difference must be explained; before a table has a house, every difference."""
    return 0 if state.play is None else state.house.alerts.difference


def not_chips_of(state: State, chips: Chips) -> Refusal | None:
    """Refuse a list of chips out of order, or with a value that the house of the table does not have.

    Odd cents of a share of a meter are paid in coins, so there may be cents among the chips.
    """
    if not cage_slips.in_order(chips):
        return refuse(Code.COUNT_DIFFERS, "order")
    if state.play is None:
        return None
    known = (*state.house.denominations, CENT)
    other = next((value for value, _ in chips if value not in known), None)
    if other is None:
        return None
    return refuse(Code.UNIT_UNKNOWN, unit=Money(other), units=tuple(map(Money, known)))


def not_counted(state: State, amount: int) -> Refusal | None:
    """Why a table with a cage may not open or close with this amount: two people have not counted it so."""
    if state.of_cage is None:
        return None
    counted = state.of_cage.counted
    if counted is None or not counted.confirmed:
        return refuse(Code.NOT_COUNTED, "by-two", table=state.table_id)
    if state.chips_there != counted.amount:
        return refuse(Code.NOT_COUNTED, "since", table=state.table_id, counted=Money(counted.amount))
    if counted.amount != amount:
        return refuse(Code.COUNT_DIFFERS, "stated", one=Money(counted.amount), other=Money(amount))
    return None


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _of_cage(state: State) -> OfCage:
    assert state.of_cage is not None, "only a table with a cage is counted"
    return state.of_cage


def _apply_counted(state: State, event: InventoryCounted) -> State:
    return state.but(of_cage=replace(_of_cage(state), counted=Counted(event.chips, event.by.person)))


def _apply_confirmed(state: State, event: InventoryConfirmed) -> State:
    counted = Counted(event.chips, event.by.person, confirmed=True)
    return state.but(of_cage=replace(_of_cage(state), counted=counted))


def _post_confirmed(event: InventoryConfirmed, state: State) -> Postings:
    return moved("over-short", state.stock, event.amount - event.expected, "counted")


ACTS = (
    Act(CountInventory, count, makes=(InventoryCounted,), while_closed=True),
    Act(ConfirmInventory, confirm, makes=(InventoryConfirmed,), while_closed=True),
)
HAPPENINGS = (
    Happening(InventoryCounted, _apply_counted),
    Happening(InventoryConfirmed, _apply_confirmed, posts=_post_confirmed),
)
