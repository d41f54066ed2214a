"""A bank that went short, and was made good: any act that moves money may cause it."""

from __future__ import annotations

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.table.decision_helpers import made
from croupier.table.registry import Act, Happening
from croupier.table.state import State


# Events -----------------------------------------------------------------------------------------------------
class BankWentShort(Event, frozen=True):
    """The table bank owes this much: no closing until it is filled."""

    short: int


class BankMadeGood(Event, frozen=True):
    """The table bank no longer owes anything."""


# Decisions --------------------------------------------------------------------------------------------------
def short_or_made_good(command: Command, state: State) -> Event | None:
    """The event that the bank went short or was made good, if this command caused that (reading M1)."""
    bank = state.balance("bank")
    if bank < 0 and not state.short:
        return made(BankWentShort, command, state, short=-bank)
    if bank >= 0 and state.short:
        return made(BankMadeGood, command, state)
    return None


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_went_short(state: State, event: BankWentShort) -> State:
    return state.but(short=True)


def _apply_made_good(state: State, event: BankMadeGood) -> State:
    return state.but(short=False)


ACTS: tuple[Act, ...] = ()
HAPPENINGS = (Happening(BankWentShort, _apply_went_short), Happening(BankMadeGood, _apply_made_good))
