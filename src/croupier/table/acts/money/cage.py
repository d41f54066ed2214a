"""Chips between the bank and the cage: fills (from the cage) and credits (to the cage)."""

from __future__ import annotations

from typing import Any

from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Word
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.refusal import Code, refuse
from croupier.core.topic import Silent
from croupier.table.decision_helpers import Decided, at_rest, made
from croupier.table.moves import WithMoves, moves_not_stated
from croupier.table.people import not_the_same
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Money


# Commands ---------------------------------------------------------------------------------------------------
class ReceiveFill(WithMoves, frozen=True):
    """Take chips from the cage into the bank; asked for by a supervisor, brought by security."""

    topic = Silent.CONTROLS
    amount: Cents
    slip: Word
    witness: Name


class SendCredit(WithMoves, frozen=True):
    """Send chips of the bank to the cage."""

    topic = Silent.CONTROLS
    amount: Cents
    slip: Word
    witness: Name


# Events -----------------------------------------------------------------------------------------------------
class FillReceived(Event, frozen=True):
    """Chips came from the cage."""

    amount: int
    slip: str
    witness: str
    moves: tuple[str, ...] = ()


class CreditSent(Event, frozen=True):
    """Chips went to the cage."""

    amount: int
    slip: str
    witness: str
    moves: tuple[str, ...] = ()


# Decisions --------------------------------------------------------------------------------------------------
def receive_fill(command: ReceiveFill, state: State) -> Decided:
    """Take chips from the cage; the person who asks may not be the one who brings them."""
    refusal = (
        not_the_same(command.by.person, command.witness, "own-fill", None)
        or at_rest(state)
        or moves_not_stated(command, state)
    )
    return refusal or (made(FillReceived, command, state, **_fields(command)),)


def send_credit(command: SendCredit, state: State) -> Decided:
    """Send chips to the cage, as far as the bank has them."""
    refusal = not_the_same(command.by.person, command.witness, "own-credit", None) or at_rest(state)
    if refusal is not None:
        return refusal
    if state.balance("bank") < command.amount:
        return refuse(Code.BANK_TOO_LOW, "for-the-cage", bank=Money(state.balance("bank")))
    return moves_not_stated(command, state) or (made(CreditSent, command, state, **_fields(command)),)


def _fields(command: ReceiveFill | SendCredit) -> dict[str, Any]:
    fields = {"amount": command.amount, "slip": command.slip, "witness": command.witness}
    return {**fields, "moves": command.moves}


ACTS = (
    Act(ReceiveFill, receive_fill, makes=(FillReceived,)),
    Act(SendCredit, send_credit, makes=(CreditSent,)),
)
HAPPENINGS = (
    Happening(FillReceived, posts=lambda event, _: moved("cage", "bank", event.amount, "fill")),
    Happening(CreditSent, posts=lambda event, _: moved("bank", "cage", event.amount, "credit")),
)
