"""Fills: a supervisor asks for chips for a table, and the cage issues them. The two are never one person."""

from __future__ import annotations

from croupier.cage.acts.stock import not_founded, too_low
from croupier.cage.state import State
from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import Name
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.conduct.slip import Slip
from croupier.core.refusal import Code, refuse
from croupier.core.topic import Silent
from croupier.table import cage_slips
from croupier.table.cage_slips import CAGES, FILL, Chips, Fill, worth
from croupier.table.kit import TABLES


# Commands ---------------------------------------------------------------------------------------------------
class IssueFill(Command, frozen=True):
    """Send chips to a table, open or closed: how many of each value."""

    topic = Silent.CONTROLS
    table: Name
    chips: Chips


# Events -----------------------------------------------------------------------------------------------------
class FillIssued(Event, frozen=True):
    """Chips are on their way to a table."""

    number: int
    table: str
    chips: Chips
    slip: Slip


# Decisions --------------------------------------------------------------------------------------------------
def issue(command: IssueFill, state: State) -> Decided:
    """Issue chips that the cage has."""
    if not command.chips or not cage_slips.in_order(command.chips):
        return refuse(Code.COUNT_DIFFERS, "order")
    amount = worth(command.chips)
    if (refusal := not_founded(state) or too_low(state, amount)) is not None:
        return refusal
    number = state.fills + 1
    said = cage_slips.written(Fill(number, command.chips))
    slip = Slip(f"{CAGES}{state.house}", command.id, f"{TABLES}{command.table}", FILL, amount, said)
    fields = {"number": number, "table": command.table, "chips": command.chips}
    return (made(FillIssued, command, state, **fields, slip=slip),)


# How events are applied -------------------------------------------------------------------------------------
def _apply_issued(state: State, event: FillIssued) -> State:
    return state.but(fills=event.number)


ACTS = (Act(IssueFill, issue, makes=(FillIssued,)),)
HAPPENINGS = (
    Happening(FillIssued, _apply_issued, lambda event, _: moved("vault", "tables", worth(event.chips), "fill")),
)
