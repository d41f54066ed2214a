"""Two small kinds of stream that send each other slips: a cage and tills. They show what a kind of stream needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from croupier.conduct import Aggregate, By, Command, Commands, Conducted, Event, Events, Posting, Snapshots, register
from croupier.conduct.command import Cents
from croupier.conduct.postings import Balances, moved, posted
from croupier.conduct.shapes import Shapes
from croupier.conduct.slip import Note, Slip, SlipHandling
from croupier.core.refusal import Code, Refusal, refuse
from croupier.text.facts import Money

COURIER = By("courier", "system")
MOST = 500_00  # cents that a till may hold


# Commands and events ----------------------------------------------------------------------------------------
class Send(Command, frozen=True):
    """Send an amount to another stream."""

    to: str
    amount: Cents


class Receive(Command, frozen=True):
    """Receive a slip."""

    slip: Slip


class TakeBack(Command, frozen=True):
    """Take back a slip that was refused."""

    slip: Slip


class Sent(Event, frozen=True):
    """A slip was issued."""

    slip: Slip


class Received(Event, frozen=True):
    """A slip was received."""

    slip: Slip


class TakenBack(Event, frozen=True):
    """A slip was taken back."""

    slip: Slip


@dataclass(frozen=True)
class Till:
    """The state of a cage or a till."""

    name: str
    at: int = 0
    balances: Balances = ()


# Deciding and applying --------------------------------------------------------------------------------------
def conduct(command: Command, state: Till) -> Conducted[Till, Event] | Refusal:
    """Decide a command. A till holds at most `MOST`; the balance of the cage may be negative."""
    at = max(command.at, state.at)
    said: dict[str, Any] = {"command": command.id, "by": command.by, "at": at}
    match command:
        case Send():
            held = dict(state.balances).get(state.name, 0)
            if state.name != "cage" and held < command.amount:
                return refuse(Code.BANK_TOO_LOW, "for-the-cage", bank=Money(held))
            slip = Slip(state.name, command.id, command.to, "cash", command.amount)
            event: Event = Sent(slip=slip, **said)
        case Receive() | TakeBack():
            held = dict(state.balances).get(state.name, 0)
            if state.name != "cage" and held + command.slip.amount > MOST:
                return refuse(Code.OVER_MAXIMUM, "coupon")
            ends = Received if isinstance(command, Receive) else TakenBack
            event = ends(slip=command.slip, **said)
        case _:
            raise AssertionError(command)
    entries = postings(event, state)
    return Conducted((event,), evolve(state, event, entries), entries)


def postings(event: Event, state: Till) -> tuple[Posting, ...]:
    """The postings of an event. Amounts in transit have an account of their own."""
    match event:
        case Sent():
            return moved(state.name, "under way", event.slip.amount, "sent")
        case Received():
            return moved("under way", state.name, event.slip.amount, "received")
        case TakenBack():
            return moved("under way", state.name, event.slip.amount, "taken back")
    raise AssertionError(event)


def evolve(state: Till, event: Event, entries: tuple[Posting, ...] | None = None) -> Till:
    """Apply an event."""
    entries = postings(event, state) if entries is None else entries
    return replace(state, at=event.at, balances=posted(state.balances, entries))


def notes(event: Event) -> tuple[Note, ...]:
    """What an event does with a slip."""
    match event:
        case Sent():
            return (Note("issues", event.slip),)
        case Received():
            return (Note("receives", event.slip),)
        case TakenBack():
            return (Note("takes-back", event.slip),)
    raise AssertionError(event)


def carried(command: Command) -> Note | None:
    """What a command would do with a slip."""
    match command:
        case Receive():
            return Note("receives", command.slip)
        case TakeBack():
            return Note("takes-back", command.slip)
    return None


def _kind(prefix: str) -> Aggregate[Till, Command, Event]:
    return Aggregate(
        prefix=prefix,
        begin=lambda rest: Till(prefix + rest),
        commands=Commands([Send, Receive, TakeBack]),
        events=Events([Sent, Received, TakenBack]),
        conduct=conduct,
        evolve=evolve,
        snapshots=Snapshots(Shapes(Till)),
        postings=postings,
        balances=lambda state: state.balances,
        slips=SlipHandling(
            notes,
            carried,
            lambda slip, at: Receive(id=slip.id, by=COURIER, at=at, slip=slip),
            lambda slip, at: TakeBack(id=slip.back_id, by=COURIER, at=at, slip=slip),
        ),
    )


CAGE, TILL = register(_kind("cage")), register(_kind("till/"))
