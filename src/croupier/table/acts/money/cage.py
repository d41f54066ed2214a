"""Chips between the table and the cage: fills (from the cage) and credits (to the cage).

A table of the library and of old logs writes down what came and went. A table that has its chips from a cage accepts
only fills that the cage has issued, and sends every credit there by a slip.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command, Count, Text, Word
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.conduct.slip import Slip
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.table import cage_slips
from croupier.table.acts.money.inventory import not_chips_of
from croupier.table.cage_slips import CREDIT, Chips, Credit, Fill, worth
from croupier.table.decision_helpers import Decided, at_rest, made, not_running
from croupier.table.ledger import Postings
from croupier.table.moves import WithMoves, moves_not_stated
from croupier.table.people import not_the_same
from croupier.table.registry import Act, Happening
from croupier.table.state import Brought, OfCage, State
from croupier.text.facts import Money


# Commands ---------------------------------------------------------------------------------------------------
class ReceiveFill(WithMoves, frozen=True):
    """Take chips from the cage into the bank; asked for by a supervisor, brought by security.

    At a table with a cage, `slip` is the number of a fill that was brought, and `chips` are what was counted of it.
    """

    topic = Silent.CONTROLS
    amount: Cents
    slip: Word
    witness: Name
    chips: Chips = ()


class ReturnFill(Command, frozen=True):
    """Send a fill back to the cage instead of accepting it, such as one with other chips than its slip says."""

    topic = Silent.CONTROLS
    fill: Count
    reason: Text
    witness: Name


class SendCredit(WithMoves, frozen=True):
    """Send chips of the bank to the cage; at a table with a cage, `chips` says which."""

    topic = Silent.CONTROLS
    amount: Cents
    slip: Word
    witness: Name
    chips: Chips = ()


# Events -----------------------------------------------------------------------------------------------------
class FillArrived(Event, frozen=True):
    """Chips from the cage lie at the table; nobody has accepted them yet."""

    slip: Slip
    number: int
    chips: Chips


class FillReceived(Event, frozen=True):
    """Chips came from the cage."""

    amount: int
    slip: str
    witness: str
    moves: tuple[str, ...] = ()
    chips: Chips = ()


class FillReturned(Event, frozen=True):
    """A fill goes back to the cage."""

    fill: int
    amount: int
    reason: str
    witness: str
    slip: Slip


class CreditSent(Event, frozen=True):
    """Chips went to the cage."""

    amount: int
    slip: str
    witness: str
    moves: tuple[str, ...] = ()
    chips: Chips = ()
    by_slip: Slip | None = None


# Decisions --------------------------------------------------------------------------------------------------
def fill_arrives(command: Any, state: State) -> Decided:
    """A table receives the fills of one cage; a table that was filled without slips closes first."""
    slip, known = command.slip, state.of_cage
    if slip.what != cage_slips.FILL:
        return refuse(Code.SLIP_UNFIT, "no-use", what=slip.what)
    if known is not None and known.cage != slip.source:
        return refuse(Code.SLIP_UNFIT, "another-cage", source=slip.source)
    if known is None and (state.phase != "closed" or state.balance("drop")):
        return refuse(Code.SLIP_UNFIT, "not-without-a-cage", table=state.table_id)
    fill = cage_slips.read(slip, Fill)
    if isinstance(fill, Refusal):
        return fill
    return (made(FillArrived, command, state, slip=slip, number=fill.number, chips=fill.chips),)


def receive_fill(command: ReceiveFill, state: State) -> Decided:
    """Take chips from the cage; the person who asks may not be the one who brings them."""
    refusal = (
        not_the_same(command.by.person, command.witness, "own-fill", None)
        or (not_running(state, held=False) if state.of_cage is None else None)
        or at_rest(state)
        or _not_brought(command, state)
        or (None if state.play is None else moves_not_stated(command, state))
    )
    return refusal or (made(FillReceived, command, state, **_fields(command)),)


def _not_brought(command: ReceiveFill, state: State) -> Refusal | None:
    """Refuse a fill that the cage has not issued, or of which something else was counted."""
    if state.of_cage is None:
        return _no_chips(command, state)
    fill = _brought(state, command.slip)
    if isinstance(fill, Refusal):
        return fill
    if fill.chips != command.chips or fill.amount != command.amount:
        return refuse(Code.COUNT_DIFFERS, "fill", one=Money(fill.amount), other=Money(worth(command.chips)))
    return None


def _brought(state: State, number: str) -> Brought | Refusal:
    fills = () if state.of_cage is None else state.of_cage.fills
    found = next((each for each in fills if str(each.number) == number), None)
    return found or refuse(Code.FILL_UNKNOWN, number=number, table=state.table_id)


def _no_chips(command: ReceiveFill | SendCredit, state: State) -> Refusal | None:
    """A table without a cage records amounts alone."""
    return refuse(Code.CAGE_MISSING, "chips", table=state.table_id) if command.chips else None


def return_fill(command: ReturnFill, state: State) -> Decided:
    """Send a fill back: the cage counts it again."""
    fill = _brought(state, str(command.fill))
    if isinstance(fill, Refusal):
        return fill
    refusal = not_the_same(command.by.person, command.witness, "own-fill", None) or at_rest(state)
    if refusal is not None:
        return refusal
    slip = _slip(command, state, Credit(f"fill {fill.number}", fill.chips, fill.number))
    fields = {"fill": fill.number, "amount": fill.amount, "reason": command.reason, "witness": command.witness}
    return (made(FillReturned, command, state, **fields, slip=slip),)


def send_credit(command: SendCredit, state: State) -> Decided:
    """Send chips to the cage, as far as the table has them."""
    refusal = (
        not_the_same(command.by.person, command.witness, "own-credit", None)
        or (not_running(state, held=False) if state.of_cage is None else None)
        or at_rest(state)
        or _wrong_chips(command, state)
    )
    if refusal is not None:
        return refusal
    if state.balance(state.stock) < command.amount:
        return refuse(Code.BANK_TOO_LOW, "for-the-cage", bank=Money(state.balance(state.stock)))
    if state.play is not None and (refusal := moves_not_stated(command, state)) is not None:
        return refusal
    slip = None if state.of_cage is None else _slip(command, state, Credit(command.slip, command.chips))
    return (made(CreditSent, command, state, **_fields(command), by_slip=slip),)


def _wrong_chips(command: SendCredit, state: State) -> Refusal | None:
    """At a table with a cage the chips make the amount, and are chips of the house."""
    if state.of_cage is None:
        return _no_chips(command, state)
    if worth(command.chips) != command.amount:
        return refuse(Code.COUNT_DIFFERS, "credit", one=Money(worth(command.chips)), other=Money(command.amount))
    return not_chips_of(state, command.chips)


def _slip(command: Command, state: State, credit: Credit) -> Slip:
    assert state.of_cage is not None, "only a table with a cage sends slips there"
    source, to = f"table/{state.table_id}", state.of_cage.cage
    return Slip(source, command.id, to, CREDIT, worth(credit.chips), cage_slips.written(credit))


def _fields(command: ReceiveFill | SendCredit) -> dict[str, Any]:
    fields = {"amount": command.amount, "slip": command.slip, "witness": command.witness}
    return {**fields, "moves": command.moves, "chips": command.chips}


def fills_wait(state: State) -> Refusal | None:
    """Refuse to open or to close while a fill waits at the table."""
    if state.of_cage is None or not state.of_cage.fills:
        return None
    return refuse(Code.COUNT_DUE, "fill", number=state.of_cage.fills[0].number)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_arrived(state: State, event: FillArrived) -> State:
    known = state.of_cage or OfCage(event.slip.source)
    return state.but(of_cage=replace(known, fills=(*known.fills, Brought(event.number, event.chips))))


def _apply_received(state: State, event: FillReceived) -> State:
    return state if state.of_cage is None else _without(state, event.slip)


def _apply_returned(state: State, event: FillReturned) -> State:
    return _without(state, str(event.fill))


def _without(state: State, number: str) -> State:
    known = state.of_cage
    assert known is not None, "a fill waits only at a table with a cage"
    return state.but(of_cage=replace(known, fills=tuple(each for each in known.fills if str(each.number) != number)))


# Postings ---------------------------------------------------------------------------------------------------
def _post_received(event: FillReceived, state: State) -> Postings:
    return moved("cage" if state.of_cage is None else "fills", state.stock, event.amount, "fill")


ACTS = (
    Act(ReceiveFill, receive_fill, makes=(FillReceived,), while_closed=True),
    Act(ReturnFill, return_fill, makes=(FillReturned,), while_closed=True),
    Act(SendCredit, send_credit, makes=(CreditSent,), while_closed=True),
)
HAPPENINGS = (
    Happening(
        FillArrived, _apply_arrived, posts=lambda event, _: moved("cage", "fills", worth(event.chips), "fill brought")
    ),
    Happening(FillReceived, _apply_received, posts=_post_received),
    Happening(
        FillReturned, _apply_returned, posts=lambda event, _: moved("fills", "cage", event.amount, "fill back")
    ),
    Happening(CreditSent, posts=lambda event, state: moved(state.stock, "cage", event.amount, "credit")),
)
