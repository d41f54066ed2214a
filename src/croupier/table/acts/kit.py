"""The kit of a table: it comes from the pit, goes back to it, and says which wagers have an area and when spins stop.

A table belongs to a pit from its first kit on, and then never opens without one. Slips are carried by the server;
the host checks that the pit issued exactly what comes. A table without a pit is not affected by anything here.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from msgspec import structs

from croupier.conduct.by import By
from croupier.conduct.command import Command, Text
from croupier.conduct.event import Event
from croupier.conduct.slip import Note, Slip, SlipHandling
from croupier.core.citation import Authority, Citation, implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent, Topic
from croupier.house import House
from croupier.rulebook import paragraphs
from croupier.rulebook.reader import in_force
from croupier.table import kit as documents
from croupier.table.decision_helpers import Decided, made
from croupier.table.kit import BACK, INSPECTED, KIT, MOVED, PITS, TABLES, Back, Inspected, Kit, Moved
from croupier.table.registry import Act, Happening
from croupier.table.state import OfPit, State
from croupier.text.facts import WagerId

#: Who carries slips: the server itself.
COURIER = By("server", "system")


# Commands ---------------------------------------------------------------------------------------------------
class ReceiveSlip(Command, frozen=True):
    """Receive what the pit hands over: a kit while the table is closed, or the word that it was inspected."""

    topic = Silent.PROGRAM
    slip: Slip


class TakeBackSlip(Command, frozen=True):
    """Take back a slip that the pit has refused."""

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
    """The table was inspected: the gaming day, and how many reported movements of the wheel were before it."""

    slip: Slip
    day: str
    moves: int = 0


class SlipTakenBack(Event, frozen=True):
    """The pit has refused a slip of this table."""

    slip: Slip


class KitGivenBack(Event, frozen=True):
    """The kit goes back to the pit."""

    slip: Slip


class WheelMoved(Event, frozen=True):
    """The wheel was moved: no spin before it is inspected."""

    what: str
    slip: Slip


# Decisions: slips -------------------------------------------------------------------------------------------
def receive(command: ReceiveSlip, state: State) -> Decided:
    """Receive a kit or the word of an inspection; nothing else is for a table."""
    slip = command.slip
    if not slip.source.startswith(PITS):
        return refuse(Code.SLIP_UNFIT, "not-of-a-pit", source=slip.source)
    if slip.what == KIT:
        return _kit(command, state, slip)
    if slip.what == INSPECTED:
        return _inspection(command, state, slip)
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
    """An inspection of the kit that is here; of two, the later day counts, in whatever order they come."""
    found = documents.read(slip, Inspected)
    if isinstance(found, Refusal):
        return found
    known, kit = state.of_pit, state.kit
    if known is None or kit is None or kit.number != found.number:
        return refuse(Code.SLIP_UNFIT, "another-kit", number=found.number)
    if kit.inspected is None:
        return refuse(Code.SLIP_UNFIT, "not-inspected", table=state.table_id)
    fields = {"day": max(kit.inspected, found.day), "moves": max(known.seen, found.moves)}
    return (made(InspectionReceived, command, state, slip=slip, **fields),)


def take_back(command: TakeBackSlip, state: State) -> Decided:
    """Note that the pit has refused a slip. The kit stays given back, and the wheel waits for its inspection."""
    return (made(SlipTakenBack, command, state, slip=command.slip),)


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
    if kit.inspected is None or _paragraph(state.house, command.topic) is None:
        return refuse(Code.ACT_OF_ANOTHER_GAME, "no-movement", game=state.game)
    slip = _slip(command, state, known.pit, MOVED, Moved(kit.number, command.what))
    return (made(WheelMoved, command, state, what=command.what, slip=slip),)


# Decisions: what the kit allows -----------------------------------------------------------------------------
def not_handed_over(command: Command, state: State, house: House) -> Refusal | None:
    """A table of a pit opens only with a kit, under the house that it was checked for, and inspected on that day."""
    if state.of_pit is None:
        return None
    kit = state.of_pit.kit
    if kit is None:
        return refuse(Code.KIT_MISSING, "to-open", cite=_opening(house), table=state.table_id)
    if kit.house != house.version:
        return refuse(Code.KIT_OF_ANOTHER_HOUSE, table=state.table_id, version=kit.house, other=house.version)
    return _not_inspected_today(kit, house, max(command.at, state.at))


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
    """A wager needs an area on the layout that the table has from its pit.

    Odds lie behind the wager that they support. A combination without an area is broken down into its parts.
    """
    kit = state.kit
    if kit is None or wager_id in kit.areas:
        return None
    house = state.house
    wager = house.game.wagers.get(wager_id)
    if wager is None:
        return None
    if wager.area is not None and not house.options.has_area(wager.area):
        return next((no for part, _ in wager.breaks_into if (no := no_area(state, part)) is not None), None)
    if wager.parent is not None and wager.parent in kit.areas:
        return None
    cite = dict(wager.asides).get("area")
    return _no_area_of(wager_id, state) if cite is None else _no_layout_of(wager_id, cite)


@implements("47.1-2317.01(1)", "47.1-2317.02(1)", "47.1-2317.04(1)")
def _no_layout_of(wager_id: str, cite: str) -> Refusal:
    """Such a side bet is played only at a table whose layout shows it."""
    return refuse(Code.NO_AREA, cite=cite, wager=WagerId(wager_id))


@implements("30-2210(2)(f)", "47.1-2210(2)(e)")
def _no_area_of(wager_id: str, state: State) -> Refusal:
    """A wager lies in its designated area of the layout."""
    return refuse(Code.NO_AREA, cite=state.cite(Topic.AREA), wager=WagerId(wager_id))


def spins_stop(state: State, at: int) -> Refusal | None:
    """Why there is no spin at this time, at a table of a pit: the wheel was moved, or not inspected in time."""
    known = state.of_pit
    if known is None or known.kit is None:
        return None
    return _moved_since(state, known) or _day_without_inspection(state, known.kit, at)


@implements("30-2212(9)")
def _moved_since(state: State, known: OfPit) -> Refusal | None:
    """A wheel that was moved does not spin before it is inspected."""
    if not known.to_inspect:
        return None
    return refuse(Code.WHEEL_MOVED, cite=state.cite(Topic.WHEEL_MOVED), table=state.table_id)


@implements("30-2212(1)")
def _day_without_inspection(state: State, kit: Kit, at: int) -> Refusal | None:
    """An open table is inspected in every gaming day: spins stop once a whole day is over without an inspection."""
    cite = _paragraph(state.house, Topic.INSPECTED)
    if kit.inspected is None or cite is None:
        return None
    last, today = date.fromisoformat(kit.inspected), kit.gaming_day.of(at)
    if (today - last).days <= 1:
        return None
    return refuse(Code.INSPECTION_DUE, "to-spin", cite=cite, last=last)


def _paragraph(house: House, topic: Topic | Silent) -> str | None:
    """The paragraph of the game on a topic, if it is in force on the date of the house by its own number."""
    cite = house.game.cites.get(topic)
    return cite if cite is not None and in_force(paragraphs()[cite], house.rulebook.on) else None


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_kit(state: State, event: KitReceived) -> State:
    return state.but(of_pit=OfPit(event.slip.source, event.kit))


def _apply_inspection(state: State, event: InspectionReceived) -> State:
    known = state.of_pit
    assert known is not None, "an inspection is of a kit"
    assert known.kit is not None, "an inspection is of a kit"
    kit = structs.replace(known.kit, inspected=event.day)
    return state.but(of_pit=OfPit(known.pit, kit, known.moves, event.moves))


def _apply_given_back(state: State, event: KitGivenBack) -> State:
    return state.but(of_pit=OfPit(event.slip.to))


def _apply_wheel_moved(state: State, event: WheelMoved) -> State:
    known = state.of_pit
    assert known is not None, "the wheel is of a kit"
    return state.but(of_pit=OfPit(known.pit, known.kit, known.moves + 1, known.seen))


# Slips ------------------------------------------------------------------------------------------------------
def _notes(event: Event) -> tuple[Note, ...]:
    """What an event does with a slip."""
    match event:
        case KitReceived() | InspectionReceived():
            return (Note("receives", event.slip),)
        case KitGivenBack() | WheelMoved():
            return (Note("issues", event.slip),)
        case SlipTakenBack():
            return (Note("takes-back", event.slip),)
    return ()


def _carried(command: Command) -> Note | None:
    """What a command does with a slip that was issued before."""
    match command:
        case ReceiveSlip():
            return Note("receives", command.slip)
        case TakeBackSlip():
            return Note("takes-back", command.slip)
    return None


SLIPS: SlipHandling[Command, Event] = SlipHandling(
    _notes,
    _carried,
    lambda slip, at: ReceiveSlip(id=slip.id, by=COURIER, at=at, slip=slip),
    lambda slip, at: TakeBackSlip(id=slip.back_id, by=COURIER, at=at, slip=slip),
)

_ANY_TIME: dict[str, Any] = {"while_closed": True, "while_held": True}
ACTS = (
    Act(ReceiveSlip, receive, makes=(KitReceived, InspectionReceived), **_ANY_TIME),
    Act(TakeBackSlip, take_back, makes=(SlipTakenBack,), **_ANY_TIME),
    Act(ReturnKit, return_kit, makes=(KitGivenBack,), while_closed=True),
    Act(ReportWheelMoved, report_wheel_moved, makes=(WheelMoved,), while_held=True),
)
HAPPENINGS = (
    Happening(KitReceived, _apply_kit),
    Happening(InspectionReceived, _apply_inspection),
    Happening(SlipTakenBack),
    Happening(KitGivenBack, _apply_given_back),
    Happening(WheelMoved, _apply_wheel_moved),
)
