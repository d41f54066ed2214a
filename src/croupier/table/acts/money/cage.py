"""Chips between the bank and the cage: fills (from the cage) and credits (to the cage)."""

from __future__ import annotations

from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command, Word
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.refusal import Code, refuse
from croupier.core.topic import Silent
from croupier.table.decision_helpers import Decided, made
from croupier.table.people import SUPERVISORS, not_the_same
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Money


# Commands ---------------------------------------------------------------------------------------------------
class ReceiveFill(Command, frozen=True):
    """Take chips from the cage into the bank; asked for by a supervisor, brought by security."""

    roles = SUPERVISORS
    topic = Silent.CONTROLS
    amount: Cents
    slip: Word
    witness: Name


class SendCredit(Command, frozen=True):
    """Send chips of the bank to the cage."""

    roles = SUPERVISORS
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


class CreditSent(Event, frozen=True):
    """Chips went to the cage."""

    amount: int
    slip: str
    witness: str


# Decisions --------------------------------------------------------------------------------------------------
def receive_fill(command: ReceiveFill, state: State) -> Decided:
    """Take chips from the cage; the person who asks may not be the one who brings them."""
    refusal = not_the_same(command.by.person, command.witness, "own-fill", None)
    if refusal is not None:
        return refusal
    fields = {"amount": command.amount, "slip": command.slip, "witness": command.witness}
    return (made(FillReceived, command, state, **fields),)


def send_credit(command: SendCredit, state: State) -> Decided:
    """Send chips to the cage, as far as the bank has them."""
    refusal = not_the_same(command.by.person, command.witness, "own-credit", None)
    if refusal is not None:
        return refusal
    if state.balance("bank") < command.amount:
        return refuse(Code.BANK_TOO_LOW, "for-the-cage", bank=Money(state.balance("bank")))
    fields = {"amount": command.amount, "slip": command.slip, "witness": command.witness}
    return (made(CreditSent, command, state, **fields),)


ACTS = (
    Act(ReceiveFill, receive_fill, makes=(FillReceived,)),
    Act(SendCredit, send_credit, makes=(CreditSent,)),
)
HAPPENINGS = (
    Happening(FillReceived, posts=lambda event, _: moved("cage", "bank", event.amount, "fill")),
    Happening(CreditSent, posts=lambda event, _: moved("bank", "cage", event.amount, "credit")),
)
