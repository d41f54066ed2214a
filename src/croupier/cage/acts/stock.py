"""The cage itself: how it begins, what the licensee puts into it or takes out, and what it pays to the dealers."""

from __future__ import annotations

from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta

from croupier.cage.state import State
from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.command import Cents, Command, Text, Word
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.gaming_day import GamingDay
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.text.facts import Money

Hour = Annotated[int, Meta(ge=0, le=23)]
Minute = Annotated[int, Meta(ge=0, le=59)]


# Commands ---------------------------------------------------------------------------------------------------
class FoundCage(Command, frozen=True):
    """Begin the cage: what the licensee puts into it, and when its gaming days begin."""

    topic = Silent.CONTROLS
    amount: Cents
    zone: Word
    hour: Hour
    minute: Minute = 0


class StockCage(Command, frozen=True):
    """Put more of the licensee's chips and money into the cage."""

    topic = Silent.CONTROLS
    amount: Cents
    reason: Text


class DrawFromCage(Command, frozen=True):
    """Take chips and money out of the cage for the licensee."""

    topic = Silent.CONTROLS
    amount: Cents
    reason: Text


class PayTips(Command, frozen=True):
    """Pay the dealers what was counted in their tip boxes."""

    topic = Silent.CONTROLS
    amount: Cents


# Events -----------------------------------------------------------------------------------------------------
class CageFounded(Event, frozen=True):
    """The cage begins."""

    amount: int
    zone: str
    hour: int
    minute: int = 0


class CageStocked(Event, frozen=True):
    """There is more in the cage."""

    amount: int
    reason: str


class CageDrawn(Event, frozen=True):
    """There is less in the cage."""

    amount: int
    reason: str


class TipsPaid(Event, frozen=True):
    """The dealers have their tips."""

    amount: int


# Decisions --------------------------------------------------------------------------------------------------
def found(command: FoundCage, state: State) -> Decided:
    """Begin the cage once, with a time zone that exists."""
    if state.day is not None:
        return refuse(Code.CAGE_MISSING, "founded")
    try:
        ZoneInfo(command.zone)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return refuse(Code.CAGE_MISSING, "zone", zone=command.zone)
    fields = {"amount": command.amount, "zone": command.zone, "hour": command.hour, "minute": command.minute}
    return (made(CageFounded, command, state, **fields),)


def not_founded(state: State) -> Refusal | None:
    """Refuse everything before the cage has begun."""
    return refuse(Code.CAGE_MISSING, "not-founded") if state.day is None else None


def stock(command: StockCage, state: State) -> Decided:
    """Put something into the cage."""
    return not_founded(state) or (made(CageStocked, command, state, amount=command.amount, reason=command.reason),)


def draw(command: DrawFromCage, state: State) -> Decided:
    """Take out what is there."""
    refusal = not_founded(state) or too_low(state, command.amount)
    return refusal or (made(CageDrawn, command, state, amount=command.amount, reason=command.reason),)


def too_low(state: State, amount: int) -> Refusal | None:
    """Refuse to hand out what is not there."""
    held = state.held("vault")
    return refuse(Code.CAGE_TOO_LOW, "vault", amount=Money(amount), held=Money(held)) if held < amount else None


def pay_tips(command: PayTips, state: State) -> Decided:
    """Pay tips that were counted."""
    held = state.held("dealers")
    if held < command.amount:
        return refuse(Code.CAGE_TOO_LOW, "tips", amount=Money(command.amount), held=Money(held))
    return (made(TipsPaid, command, state, amount=command.amount),)


# How events are applied -------------------------------------------------------------------------------------
def _apply_founded(state: State, event: CageFounded) -> State:
    return state.but(day=GamingDay(event.zone, event.hour, event.minute))


ACTS = (
    Act(FoundCage, found, makes=(CageFounded,)),
    Act(StockCage, stock, makes=(CageStocked,)),
    Act(DrawFromCage, draw, makes=(CageDrawn,)),
    Act(PayTips, pay_tips, makes=(TipsPaid,)),
)
HAPPENINGS = (
    Happening(CageFounded, _apply_founded, lambda event, _: moved("licensee", "vault", event.amount, "founding")),
    Happening(CageStocked, posts=lambda event, _: moved("licensee", "vault", event.amount, "stock")),
    Happening(CageDrawn, posts=lambda event, _: moved("vault", "licensee", event.amount, "drawn")),
    Happening(TipsPaid, posts=lambda event, _: moved("dealers", "outside", event.amount, "tips")),
)
