"""The slips of a table, and its kit, which comes from the pit and goes back to it.

`handed_over.py` has what the kit allows. Chips come from a cage in `money/cage.py`.

A table belongs to a pit from its first kit on, and then never opens without one. Slips are carried by the server;
the host checks that the pit issued exactly what comes. A table without a pit is not affected by anything here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs

from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event
from croupier.conduct.slip import Slip, SlipHandling, handling
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent, Topic
from croupier.table import kit as documents
from croupier.table.acts.money import cage, drop_box, inventory
from croupier.table.cage_slips import CAGES
from croupier.table.decision_helpers import Decided, made
from croupier.table.handed_over import paragraph_in_force
from croupier.table.kit import (
    BACK,
    HOUSE,
    INSPECTED,
    KIT,
    MOVED,
    PITS,
    TABLES,
    Back,
    InForce,
    Inspected,
    Kit,
    Moved,
)
from croupier.table.registry import Act, Happening
from croupier.table.state import OfPit, State


# Commands ---------------------------------------------------------------------------------------------------
class ReceiveSlip(Command, frozen=True):
    """Receive what the pit hands over: a kit, the word that the table was inspected, or a version of the house."""

    topic = Silent.PROGRAM
    slip: Slip


class TakeBackSlip(Command, frozen=True):
    """Take back a slip that the pit has refused. It stays in transit: no pit refuses one of its tables."""

    topic = Silent.PROGRAM
    slip: Slip


class ReturnKit(Command, frozen=True):
    """Give the kit of a table that stays closed back to the pit."""

    topic = Silent.CONTROLS


class ReportWheelMoved(Command, frozen=True):
    """Report that the wheel was moved: it is inspected before the next spin."""

    topic = Topic.WHEEL_MOVED
    what: Text


# Events -----------------------------------------------------------------------------------------------------
class KitReceived(Event, frozen=True):
    """The table has a kit and may open with it."""

    slip: Slip
    kit: Kit


class InspectionReceived(Event, frozen=True):
    """The table was inspected: the gaming day, and how many reported movements of the wheel were before it.

    `stopped`: it waits for an inspection, because an item failed or the wheel was reported as moved to the pit.
    """

    slip: Slip
    day: str
    moves: int = 0
    word: int = 0
    stopped: bool = False


class HouseReceived(Event, frozen=True):
    """The table may change to this version of the house, or open under it."""

    slip: Slip
    act: int
    house: str
    areas: tuple[str, ...]
    together: tuple[str, ...] = ()


class KitGivenBack(Event, frozen=True):
    """The kit goes back to the pit."""

    slip: Slip


class WheelMoved(Event, frozen=True):
    """The wheel was moved: no spin before it is inspected."""

    what: str
    slip: Slip


# Decisions: slips -------------------------------------------------------------------------------------------
def receive(command: ReceiveSlip, state: State) -> Decided:
    """Receive a kit, the word of an inspection or a version of the house from the pit, or a fill from the cage."""
    slip = command.slip
    if slip.source.startswith(CAGES):
        return cage.fill_arrives(command, state)
    if not slip.source.startswith(PITS):
        return refuse(Code.SLIP_UNFIT, "not-of-a-pit", source=slip.source)
    if slip.what == KIT:
        return _kit(command, state, slip)
    if slip.what == INSPECTED:
        return _inspection(command, state, slip)
    if slip.what == HOUSE:
        return _house(command, state, slip)
    return refuse(Code.SLIP_UNFIT, "no-use", what=slip.what)


def _kit(command: ReceiveSlip, state: State, slip: Slip) -> Decided:
    """A closed table receives a kit, one at a time, and always from the same pit."""
    known = state.of_pit
    if state.phase != "closed":
        return refuse(Code.KIT_OUT, "open", table=state.table_id)
    if known is not None and known.pit != slip.source:
        return refuse(Code.SLIP_UNFIT, "another-pit", source=slip.source)
    if known is not None and known.kit is not None:
        return refuse(Code.KIT_OUT, "here", table=state.table_id, number=known.kit.number)
    kit = documents.read(slip, Kit)
    return kit if isinstance(kit, Refusal) else (made(KitReceived, command, state, slip=slip, kit=kit),)


def _inspection(command: ReceiveSlip, state: State, slip: Slip) -> Decided:
    """An inspection of the kit that is here; of two, the later one counts, in whatever order they come."""
    found = documents.read(slip, Inspected)
    if isinstance(found, Refusal):
        return found
    known, kit = state.of_pit, state.kit
    if known is None or kit is None or kit.number != found.number:
        return refuse(Code.SLIP_UNFIT, "another-kit", number=found.number)
    if kit.inspected is None:
        return refuse(Code.SLIP_UNFIT, "not-inspected", table=state.table_id)
    fields: dict[str, Any] = {"day": max(kit.inspected, found.day), "moves": max(known.seen, found.moves)}
    newest = found if found.act >= known.word else None
    fields["word"] = known.word if newest is None else newest.act
    fields["stopped"] = known.stopped if newest is None else newest.stops
    return (made(InspectionReceived, command, state, slip=slip, **fields),)


def _house(command: ReceiveSlip, state: State, slip: Slip) -> Decided:
    """A version of the house for the kit that is here; one that was in force before another one comes too late."""
    found = documents.read(slip, InForce)
    if isinstance(found, Refusal):
        return found
    known = state.of_pit
    if known is None or known.kit is None or known.kit.number != found.number:
        return refuse(Code.SLIP_UNFIT, "house-of-another-kit", number=found.number)
    if found.act < known.act:
        return refuse(Code.SLIP_UNFIT, "older-house", version=found.house)
    fields = {"act": found.act, "house": found.house, "areas": found.areas, "together": found.together}
    return (made(HouseReceived, command, state, slip=slip, **fields),)


def take_back(command: TakeBackSlip, state: State) -> Refusal:
    """What was sent stays sent: what the pit or the cage refuses stays in transit, where an audit shows it."""
    return refuse(Code.SLIP_UNFIT, "refused-by-the-pit", what=command.slip.what)


def return_kit(command: ReturnKit, state: State) -> Decided:
    """Give back the kit of a closed table, such as one that is not opened after all."""
    if state.phase != "closed":
        return refuse(Code.TABLE_OPEN, table=state.table_id)
    return given_back(command, state) or refuse(Code.KIT_MISSING, "to-return", table=state.table_id)


def given_back(command: Command, state: State) -> tuple[Event, ...]:
    """The event by which the kit goes back with this command; none if the table has no kit."""
    known = state.of_pit
    if known is None or known.kit is None:
        return ()
    return (made(KitGivenBack, command, state, slip=_slip(command, state, known.pit, BACK, Back(known.kit.number))),)


def _slip(command: Command, state: State, pit: str, what: str, document: Back | Moved) -> Slip:
    stream = f"{TABLES}{state.table_id}"
    return Slip(stream, command.id, pit, what, said=documents.written(document))


def report_wheel_moved(command: ReportWheelMoved, state: State) -> Decided:
    """Tell the pit that the wheel was moved, where the rules ask for an inspection then."""
    known, kit = state.of_pit, state.kit
    if known is None or kit is None:
        return refuse(Code.KIT_MISSING, "to-report", cite=state.cite(command.topic), table=state.table_id)
    if kit.inspected is None or paragraph_in_force(state.house, command.topic) is None:
        return refuse(Code.ACT_OF_ANOTHER_GAME, "no-movement", game=state.game)
    slip = _slip(command, state, known.pit, MOVED, Moved(kit.number, command.what))
    return (made(WheelMoved, command, state, what=command.what, slip=slip),)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_kit(state: State, event: KitReceived) -> State:
    return state.but(of_pit=OfPit(event.slip.source, event.kit))


def _apply_inspection(state: State, event: InspectionReceived) -> State:
    known = state.of_pit
    assert known is not None, "an inspection is of a kit"
    assert known.kit is not None, "an inspection is of a kit"
    kit = structs.replace(known.kit, inspected=event.day)
    return state.but(of_pit=replace(known, kit=kit, seen=event.moves, word=event.word, stopped=event.stopped))


def _apply_house(state: State, event: HouseReceived) -> State:
    known = state.of_pit
    assert known is not None, "a house is for a kit"
    assert known.kit is not None, "a house is for a kit"
    kit = structs.replace(known.kit, house=event.house, areas=event.areas, together=event.together)
    return state.but(of_pit=replace(known, kit=kit, act=event.act))


def _apply_given_back(state: State, event: KitGivenBack) -> State:
    kit = state.kit
    assert kit is not None, "a kit that is here goes back"
    return state.but(of_pit=OfPit(event.slip.to, table_key=kit.table_key))


def _apply_wheel_moved(state: State, event: WheelMoved) -> State:
    known = state.of_pit
    assert known is not None, "the wheel is of a kit"
    return state.but(of_pit=replace(known, moves=known.moves + 1))


# Slips ------------------------------------------------------------------------------------------------------
SLIPS: SlipHandling[Command, Event] = handling(
    {
        KitReceived: "receives",
        InspectionReceived: "receives",
        HouseReceived: "receives",
        KitGivenBack: "issues",
        WheelMoved: "issues",
        cage.FillArrived: "receives",
        cage.FillReturned: "issues",
        cage.CreditSent: "issues",
        drop_box.BoxRemoved: "issues",
        inventory.InventoryConfirmed: "issues",
    },
    ReceiveSlip,
    TakeBackSlip,
    lambda event: event.by_slip if isinstance(event, cage.CreditSent) else event.slip,
)

_ANY_TIME: dict[str, Any] = {"while_closed": True, "while_held": True}
ACTS = (
    Act(
        ReceiveSlip,
        receive,
        makes=(KitReceived, InspectionReceived, HouseReceived, cage.FillArrived),
        **_ANY_TIME,
    ),
    Act(TakeBackSlip, take_back, makes=(), **_ANY_TIME),
    Act(ReturnKit, return_kit, makes=(KitGivenBack,), while_closed=True),
    Act(ReportWheelMoved, report_wheel_moved, makes=(WheelMoved,), while_held=True),
)
HAPPENINGS = (
    Happening(KitReceived, _apply_kit),
    Happening(InspectionReceived, _apply_inspection),
    Happening(HouseReceived, _apply_house),
    Happening(KitGivenBack, _apply_given_back),
    Happening(WheelMoved, _apply_wheel_moved),
)
