"""Kits: what the pit hands over to a table before it opens, and what comes back when it closes.

A kit is issued only if nothing is missing that the rules ask for. It goes to the table in a slip, as does the word of
an inspection while the table has its kit. The table sends its kit back, and tells when somebody saw the wheel move.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import Name
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.slip import Slip, SlipHandling, handling
from croupier.core.citation import Citation
from croupier.core.equipment import Missing
from croupier.core.gaming_day import GamingDay
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent, Topic
from croupier.house import House
from croupier.pit import equipped, inspected
from croupier.pit.acts.houses import not_approved, together
from croupier.pit.state import State, TableKit
from croupier.table import kit as documents
from croupier.table.houses import house_of
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


# Commands ---------------------------------------------------------------------------------------------------
class IssueKit(Command, frozen=True):
    """Hand over a kit to a closed table: everything that it needs to open."""

    topic = Topic.OPEN_TABLE
    table: Name


class HandOverInspection(Command, frozen=True):
    """Tell a table that has a kit of its last inspection."""

    topic = Topic.INSPECTED
    table: Name


class HandOverHouse(Command, frozen=True):
    """Hand over the version of the house in force to a table that has a kit: it may change to it."""

    topic = Topic.POSTED_RULES
    table: Name


class ReceiveSlip(Command, frozen=True):
    """Receive what a table hands over: its kit, or the word that its wheel was moved."""

    topic = Silent.PROGRAM
    slip: Slip


class TakeBackSlip(Command, frozen=True):
    """Take back a slip that a table has refused."""

    topic = Silent.PROGRAM
    slip: Slip


# Events -----------------------------------------------------------------------------------------------------
class KitIssued(Event, frozen=True):
    """A kit goes to a table; its equipment stays there until the kit is back."""

    table: str
    kit: Kit
    slip: Slip


class InspectionHandedOver(Event, frozen=True):
    """A table is told of its last inspection, or that it waits for one."""

    table: str
    slip: Slip


class HouseHandedOver(Event, frozen=True):
    """A table may change to the version of the house in force."""

    table: str
    version: str
    slip: Slip


class KitReturned(Event, frozen=True):
    """A table has closed, and its kit is back."""

    slip: Slip
    table: str
    number: int


class WheelMovementReceived(Event, frozen=True):
    """A table reports that its wheel was moved: no inspection from before it counts."""

    slip: Slip
    table: str
    number: int
    what: str


class KitTakenBack(Event, frozen=True):
    """A table has refused a kit, which is back in the pit."""

    slip: Slip
    table: str
    number: int


class WordTakenBack(Event, frozen=True):
    """A table has refused the word of an inspection, or a version of the house: it has another kit by now."""

    slip: Slip
    table: str


# Decisions --------------------------------------------------------------------------------------------------
def issue(command: IssueKit, state: State) -> Decided:
    """Issue a kit under the house in force, if none is out, nothing is missing, and no approval was withdrawn."""
    table, house = command.table, _in_force(state, command.table)
    if isinstance(house, Refusal):
        return house
    if (out := state.kit_out(table)) is not None:
        return refuse(Code.KIT_OUT, "at-table", table=table, number=out.number)
    at = max(command.at, state.at)
    known = _approved(state, house, at)
    missing = (*equipped.lacking(known, table, house), *inspected.lacking(state, table, house, at))
    refusal = not_approved(house, known) or (_incomplete(table, house, missing) if missing else None)
    if refusal is not None:
        return refusal
    last, (table_key, contents_key) = state.last_kit(table), equipped.box_keys(state, table)
    kit = Kit(
        number=1 if last is None else last.kit.number + 1,
        house=house.version,
        areas=equipped.areas(state, table),
        items=tuple((each.kind, each.id) for each in state.at_table(table)),
        zone=house.time_zone,
        hour=house.gaming_day_starts.hour,
        minute=house.gaming_day_starts.minute,
        inspected=inspected.last_day(state, table, house),
        table_key=table_key,
        contents_key=contents_key,
    )
    return (made(KitIssued, command, state, table=table, kit=kit, slip=_slip(command, state, table, KIT, kit)),)


def _approved(state: State, house: House, at: int) -> State:
    """The pit with the approvals that are given at this time: one of a later date on the house's clock is not yet."""
    return state.approved_by(GamingDay(house.time_zone, 0).of(at).isoformat())


def _in_force(state: State, table: str) -> House | Refusal:
    """The house in force at a table."""
    versions = state.versions(table)
    return house_of(versions[-1].house) if versions else refuse(Code.HOUSE_IN_FORCE, "none", table=table)


def _incomplete(table: str, house: House, missing: tuple[Missing, ...]) -> Refusal:
    """All that is missing at once, each with its paragraph in the printing in force."""
    printed = [(each.what, house.printed(Citation(each.cite))) for each in missing]
    found = tuple(dict.fromkeys(f"{what} [{cite}]" for what, cite in printed))
    return refuse(Code.KIT_INCOMPLETE, cite=printed[0][1], table=table, missing=found)


def _slip(command: Command, state: State, table: str, what: str, document: documents.Document) -> Slip:
    return Slip(f"{PITS}{state.house}", command.id, f"{TABLES}{table}", what, said=documents.written(document))


def hand_over(command: HandOverInspection, state: State) -> Decided:
    """Hand over the gaming day of the last inspection that counts, with the movements that were before it."""
    table, found = command.table, _with_kit(state, command.table)
    if isinstance(found, Refusal):
        return found
    house, last = found
    day = inspected.last_day(state, table, house)
    if day is None:
        return refuse(Code.INSPECTION_DUE, "none", cite=house.game.cites.get(Topic.INSPECTED), table=table)
    return (_word(command, state, last, day),)


def told(command: Command, state: State, table: str) -> tuple[InspectionHandedOver, ...]:
    """Tell a table that has a kit at once of what was inspected or moved: without an inspection that counts it stops.

    `state` is the state after that. A table without a kit, or without inspections, is told nothing.
    """
    house, last = _in_force(state, table), state.last_kit(table)
    if isinstance(house, Refusal) or last is None or not last.out or last.kit.inspected is None:
        return ()
    return (_word(command, state, last, inspected.last_day(state, table, house)),)


def _word(command: Command, state: State, last: TableKit, day: str | None) -> InspectionHandedOver:
    """The word of the gaming day of the last inspection that counts; None: the table stops."""
    known = day or last.kit.inspected
    assert known is not None, "a table that is inspected gets its kit with a day"
    document = Inspected(last.kit.number, known, last.moves, state.wheel_acts, stops=day is None)
    slip = _slip(command, state, last.table, INSPECTED, document)
    return made(InspectionHandedOver, command, state, table=last.table, slip=slip)


def _with_kit(state: State, table: str) -> tuple[House, TableKit] | Refusal:
    """The house in force at a table, and the kit that is out there."""
    house, last = _in_force(state, table), state.last_kit(table)
    if isinstance(house, Refusal):
        return house
    return (house, last) if last is not None and last.out else refuse(Code.KIT_MISSING, "not-out", table=table)


def hand_over_house(command: HandOverHouse, state: State) -> Decided:
    """Hand over the house in force, if the table has all the equipment that it needs under it."""
    table, found = command.table, _with_kit(state, command.table)
    if isinstance(found, Refusal):
        return found
    house, last = found
    known = _approved(state, house, max(command.at, state.at))
    missing = equipped.lacking(known, table, house)
    refusal = not_approved(house, known) or (_incomplete(table, house, missing) if missing else None)
    if refusal is not None:
        return refusal
    areas, tables = equipped.areas(state, table), together(state, house, table)
    document = InForce(last.kit.number, state.activations, house.version, areas, tables)
    slip = _slip(command, state, table, HOUSE, document)
    return (made(HouseHandedOver, command, state, table=table, version=house.version, slip=slip),)


def receive(command: ReceiveSlip, state: State) -> Decided:
    """Receive a kit that is out, or the word of a movement under a kit that was issued."""
    slip = command.slip
    if not slip.source.startswith(TABLES):
        return refuse(Code.SLIP_UNFIT, "not-of-a-table", source=slip.source)
    table = slip.source.removeprefix(TABLES)
    last = state.last_kit(table)
    if slip.what not in (BACK, MOVED):
        return refuse(Code.SLIP_UNFIT, "no-use-here", what=slip.what)
    found = documents.read(slip, Back) if slip.what == BACK else documents.read(slip, Moved)
    if isinstance(found, Refusal):
        return found
    if last is None or not _may_come(found, last):
        return refuse(Code.SLIP_UNFIT, "not-out", table=table, number=found.number)
    where = {"slip": slip, "table": table, "number": found.number}
    if isinstance(found, Moved):
        event = made(WheelMovementReceived, command, state, **where, what=found.what)
        late = last.out and last.kit.number != found.number  # the table has another kit, under which nobody told it
        return (event, *told(command, _apply_movement(state, event), table)) if late else (event,)
    return (made(KitReturned, command, state, **where),)


def _may_come(found: Back | Moved, last: TableKit) -> bool:
    """The kit that is out comes back; the word of a movement may also come later than its kit."""
    if isinstance(found, Moved):
        return found.number <= last.kit.number
    return last.out and found.number == last.kit.number


def take_back(command: TakeBackSlip, state: State) -> Decided:
    """Take back what a table has refused: a kit is not out any more."""
    slip = command.slip
    table, last = slip.to.removeprefix(TABLES), state.last_kit(slip.to.removeprefix(TABLES))
    if slip.what != KIT:
        return (made(WordTakenBack, command, state, slip=slip, table=table),)
    found = documents.read(slip, Kit)
    if isinstance(found, Refusal):
        return found
    if last is None or not last.out or last.kit.number != found.number:
        return refuse(Code.SLIP_UNFIT, "not-out", table=table, number=found.number)
    return (made(KitTakenBack, command, state, slip=slip, table=table, number=found.number),)


# How events are applied -------------------------------------------------------------------------------------
def _apply_issued(state: State, event: KitIssued) -> State:
    return state.with_kit(TableKit(event.table, event.kit))


def _apply_back(state: State, event: KitReturned | KitTakenBack) -> State:
    last = state.last_kit(event.table)
    assert last is not None, "only a kit that was issued comes back"
    return state.with_kit(replace(last, out=False))


def _apply_movement(state: State, event: WheelMovementReceived) -> State:
    last = state.last_kit(event.table)
    assert last is not None, "a movement is reported under a kit"
    same = last.out and last.kit.number == event.number
    state = state.with_kit(replace(last, moves=last.moves + 1)) if same else state
    return inspected.after_movement(state, event.table, event.at)


# Slips ------------------------------------------------------------------------------------------------------
SLIPS: SlipHandling[Command, Event] = handling(
    {
        KitIssued: "issues",
        InspectionHandedOver: "issues",
        HouseHandedOver: "issues",
        KitReturned: "receives",
        WheelMovementReceived: "receives",
        KitTakenBack: "takes-back",
        WordTakenBack: "takes-back",
    },
    ReceiveSlip,
    TakeBackSlip,
)

ACTS = (
    Act(IssueKit, issue, makes=(KitIssued,)),
    Act(HandOverInspection, hand_over, makes=(InspectionHandedOver,)),
    Act(HandOverHouse, hand_over_house, makes=(HouseHandedOver,)),
    Act(ReceiveSlip, receive, makes=(KitReturned, WheelMovementReceived, InspectionHandedOver)),
    Act(TakeBackSlip, take_back, makes=(KitTakenBack, WordTakenBack)),
)
HAPPENINGS = (
    Happening(KitIssued, _apply_issued),
    Happening(InspectionHandedOver),
    Happening(HouseHandedOver),
    Happening(KitReturned, _apply_back),
    Happening(WheelMovementReceived, _apply_movement),
    Happening(KitTakenBack, _apply_back),
    Happening(WordTakenBack),
)
