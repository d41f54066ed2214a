"""What tables send: credits, boxes, and counted inventories. Fills that no table takes come back."""

from __future__ import annotations

from typing import Any

from croupier.cage.acts.fills import FillIssued
from croupier.cage.state import Sent, State, Stock, Waiting
from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.conduct.slip import Slip, SlipHandling, handling
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.table import cage_slips
from croupier.table.cage_slips import BOX, CREDIT, FILL, INVENTORY, BoxSent, Chips, Contents, Credit, Inventory, worth
from croupier.table.kit import TABLES


# Commands ---------------------------------------------------------------------------------------------------
class ReceiveSlip(Command, frozen=True):
    """Receive what a table sends: a credit, a box, or an inventory."""

    topic = Silent.PROGRAM
    slip: Slip


class TakeBackSlip(Command, frozen=True):
    """Take back a fill that a table has refused."""

    topic = Silent.PROGRAM
    slip: Slip


# Events -----------------------------------------------------------------------------------------------------
class CreditArrived(Event, frozen=True):
    """Chips of a table lie in the cage; nobody has counted them yet."""

    slip: Slip
    number: int
    table: str
    paper: str
    chips: Chips


class BoxArrived(Event, frozen=True):
    """A locked box of a table waits for its count; `recorded` is what should be in it."""

    slip: Slip
    number: int
    table: str
    box: Sent
    recorded: Contents
    explain_above: int = 0


class InventoryArrived(Event, frozen=True):
    """Two people have counted the chips of a table."""

    slip: Slip
    table: str
    amount: int
    expected: int
    open: bool
    explain_above: int = 0


class FillTakenBack(Event, frozen=True):
    """A table has refused a fill, whose chips are in the cage again."""

    slip: Slip
    table: str
    chips: Chips


# Decisions --------------------------------------------------------------------------------------------------
def receive(command: ReceiveSlip, state: State) -> Decided:
    """Receive what a table sends; what it is worth is counted later."""
    slip = command.slip
    if not slip.source.startswith(TABLES):
        return refuse(Code.SLIP_UNFIT, "not-to-the-cage", source=slip.source)
    table = slip.source.removeprefix(TABLES)
    if slip.what == CREDIT:
        return _credit(command, state, table)
    if slip.what == BOX:
        return _box(command, state, table)
    if slip.what == INVENTORY:
        return _inventory(command, state, table)
    return refuse(Code.SLIP_UNFIT, "no-use-in-the-cage", what=slip.what)


def _credit(command: ReceiveSlip, state: State, table: str) -> Decided:
    found = cage_slips.read(command.slip, Credit)
    if isinstance(found, Refusal):
        return found
    fields = {"number": state.sent + 1, "table": table, "paper": found.number, "chips": found.chips}
    return (made(CreditArrived, command, state, slip=command.slip, **fields),)


def _box(command: ReceiveSlip, state: State, table: str) -> Decided:
    found = cage_slips.read(command.slip, BoxSent)
    if isinstance(found, Refusal):
        return found
    fields: dict[str, Any] = {"number": state.sent + 1, "table": table, "box": found.box, "recorded": found.contents}
    return (made(BoxArrived, command, state, slip=command.slip, **fields, explain_above=found.explain_above),)


def _inventory(command: ReceiveSlip, state: State, table: str) -> Decided:
    found = cage_slips.read(command.slip, Inventory)
    if isinstance(found, Refusal):
        return found
    fields = {"table": table, "amount": found.amount, "expected": found.expected, "open": found.open}
    return (made(InventoryArrived, command, state, slip=command.slip, **fields, explain_above=found.explain_above),)


def take_back(command: TakeBackSlip, state: State) -> Decided:
    """Take back the chips of a fill that its table has refused."""
    fill = cage_slips.read(command.slip, cage_slips.Fill)
    if command.slip.what != FILL or isinstance(fill, Refusal):
        return refuse(Code.SLIP_UNFIT, "no-use-in-the-cage", what=command.slip.what)
    table = command.slip.to.removeprefix(TABLES)
    return (made(FillTakenBack, command, state, slip=command.slip, table=table, chips=fill.chips),)


# How events are applied -------------------------------------------------------------------------------------
def _apply_credit(state: State, event: CreditArrived) -> State:
    recorded = (("chips", worth(event.chips)),)
    return _waits(state, Waiting(event.number, event.table, "credit", recorded, event.paper))


def _apply_box(state: State, event: BoxArrived) -> State:
    above = event.explain_above
    return _waits(state, Waiting(event.number, event.table, event.box, event.recorded, explain_above=above))


def _waits(state: State, new: Waiting) -> State:
    return state.but(sent=new.number, waiting=(*state.waiting, new))


def _apply_inventory(state: State, event: InventoryArrived) -> State:
    others = tuple(each for each in state.stocks if each.table != event.table)
    after = state.but(stocks=(*others, Stock(event.table, event.amount, event.open, event.at)))
    return after.with_difference(event.table, "inventory", event.amount - event.expected, event.explain_above)


SLIPS: SlipHandling[Command, Event] = handling(
    {
        FillIssued: "issues",
        CreditArrived: "receives",
        BoxArrived: "receives",
        InventoryArrived: "receives",
        FillTakenBack: "takes-back",
    },
    ReceiveSlip,
    TakeBackSlip,
)
ACTS = (
    Act(ReceiveSlip, receive, makes=(CreditArrived, BoxArrived, InventoryArrived)),
    Act(TakeBackSlip, take_back, makes=(FillTakenBack,)),
)
HAPPENINGS = (
    Happening(CreditArrived, _apply_credit),
    Happening(BoxArrived, _apply_box),
    Happening(InventoryArrived, _apply_inventory),
    Happening(FillTakenBack, posts=lambda event, _: moved("tables", "vault", worth(event.chips), "fill back")),
)
