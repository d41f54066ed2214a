"""Counting: a credit by the cage, a box by three of the count team. Nobody is told before what should be in a box.

The first of the three states what is in the box, by instrument. The others count again and must find the same. What
the third one signs is the truth; what it differs from the record by is a difference that may have to be explained.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.cage.state import COUNTERS, Sent, State, Waiting, total
from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.by import same_person
from croupier.conduct.command import Command, Count, Text
from croupier.conduct.event import Event
from croupier.conduct.postings import Posting, moved
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent
from croupier.table import cage_slips
from croupier.table.cage_slips import Chips, Contents, worth


# Commands ---------------------------------------------------------------------------------------------------
class CountCredit(Command, frozen=True):
    """Count a credit that a table has sent: how many chips there are of each value."""

    topic = Silent.CONTROLS
    number: Count
    chips: Chips


class CountBox(Command, frozen=True):
    """Count a box, as the first of three: amounts by instrument. A new count replaces the one before it."""

    topic = Silent.CONTROLS
    number: Count
    counted: Contents


class SignCount(Command, frozen=True):
    """Sign the count of a box, as the second or third person who has counted the same."""

    topic = Silent.CONTROLS
    number: Count
    counted: Contents


class ExplainDifference(Command, frozen=True):
    """Explain why a count was not what the record says."""

    topic = Silent.CONTROLS
    number: Count
    reason: Text


# Events -----------------------------------------------------------------------------------------------------
class CreditCounted(Event, frozen=True):
    """The chips of a credit are counted; `recorded` is what the table sent by its record."""

    number: int
    table: str
    chips: Chips
    recorded: int


class BoxFirstCounted(Event, frozen=True):
    """One of the count team has counted a box."""

    number: int
    counted: Contents


class CountSigned(Event, frozen=True):
    """One more of the count team has counted the same."""

    number: int
    counted: Contents


class BoxCounted(Event, frozen=True):
    """Three people have counted the same; `recorded` is what should be in the box by the record of the table."""

    number: int
    table: str
    box: Sent
    counted: Contents
    recorded: Contents
    signed: tuple[str, ...]


class DifferenceExplained(Event, frozen=True):
    """Somebody has explained a difference."""

    number: int
    table: str
    what: str
    amount: int
    reason: str


# Decisions --------------------------------------------------------------------------------------------------
def _waits(state: State, number: int, *, credit: bool) -> Waiting | Refusal:
    found = state.numbered(number)
    if found is None or (found.what == "credit") is not credit:
        return refuse(Code.NOTHING_TO_COUNT, "credit" if credit else "box", number=number)
    return found


def count_credit(command: CountCredit, state: State) -> Decided:
    """Count the chips of a credit."""
    waiting = _waits(state, command.number, credit=True)
    if isinstance(waiting, Refusal):
        return waiting
    if not cage_slips.in_order(command.chips):
        return refuse(Code.COUNT_DIFFERS, "order")
    fields = {"number": waiting.number, "table": waiting.table, "chips": command.chips, "recorded": waiting.amount}
    return (made(CreditCounted, command, state, **fields),)


def count_box(command: CountBox, state: State) -> Decided:
    """Count a box first, or again if the second counter found something else."""
    waiting = _waits(state, command.number, credit=False)
    refusal = waiting if isinstance(waiting, Refusal) else _unsorted(command.counted)
    if refusal is not None:
        return refusal
    return (made(BoxFirstCounted, command, state, number=command.number, counted=command.counted),)


def _unsorted(contents: Contents) -> Refusal | None:
    """Each instrument is named once, in alphabetical order, with an amount."""
    named = [instrument for instrument, _ in contents]
    if named == sorted(set(named)) and all(amount for _, amount in contents):
        return None
    return refuse(Code.COUNT_DIFFERS, "instruments")


def sign_count(command: SignCount, state: State) -> Decided:
    """Sign what somebody else has counted; with the third signature the box is counted."""
    waiting = _waits(state, command.number, credit=False)
    if isinstance(waiting, Refusal):
        return waiting
    if waiting.counted is None:
        return refuse(Code.NOTHING_TO_COUNT, "nobody", number=command.number)
    person = command.by.person
    if any(same_person(person, each) for each in waiting.signed):
        return refuse(Code.SIGNED_ALREADY, number=command.number, person=person)
    if command.counted != waiting.counted:
        return refuse(Code.COUNT_DIFFERS, "box", number=command.number)
    signed = made(CountSigned, command, state, number=command.number, counted=command.counted)
    if len(waiting.signed) + 1 < COUNTERS:
        return (signed,)
    fields = {"number": waiting.number, "table": waiting.table, "box": waiting.what, "counted": waiting.counted}
    names = (*waiting.signed, person)
    return signed, made(BoxCounted, command, state, **fields, recorded=waiting.recorded, signed=names)


def explain(command: ExplainDifference, state: State) -> Decided:
    """Explain a difference, once."""
    found = state.difference(command.number)
    if found is None:
        return refuse(Code.NOTHING_TO_COUNT, "difference", number=command.number)
    fields = {"number": found.number, "table": found.table, "what": found.what, "amount": found.amount}
    return (made(DifferenceExplained, command, state, **fields, reason=command.reason),)


# How events are applied -------------------------------------------------------------------------------------
def _apply_credit(state: State, event: CreditCounted) -> State:
    after = state.but(waiting=state.without(event.number))
    return after.with_difference(event.table, "credit", worth(event.chips) - event.recorded, 0)


def _apply_first(state: State, event: BoxFirstCounted) -> State:
    waiting = state.numbered(event.number)
    assert waiting is not None, "only what waits is counted"
    return state.with_waiting(replace(waiting, counted=event.counted, signed=(event.by.person,)))


def _apply_signed(state: State, event: CountSigned) -> State:
    waiting = state.numbered(event.number)
    assert waiting is not None, "only what waits is signed"
    return state.with_waiting(replace(waiting, signed=(*waiting.signed, event.by.person)))


def _apply_box(state: State, event: BoxCounted) -> State:
    waiting = state.numbered(event.number)
    assert waiting is not None, "only what waits is counted"
    after = state.but(waiting=state.without(event.number))
    found = total(event.counted) - total(event.recorded)
    return after.with_difference(event.table, event.box, found, waiting.explain_above)


def _apply_explained(state: State, event: DifferenceExplained) -> State:
    return state.but(differences=tuple(each for each in state.differences if each.number != event.number))


# Postings ---------------------------------------------------------------------------------------------------
def _post_credit(event: CreditCounted, state: State) -> tuple[Posting, ...]:
    short = moved("tables", "over-short", event.recorded - worth(event.chips), "credit counted")
    return moved("tables", "vault", worth(event.chips), "credit") + short


def _post_box(event: BoxCounted, state: State) -> tuple[Posting, ...]:
    """The drop is the licensee's; what is in a tip box is the dealers'."""
    to = "dealers" if event.box == "tips" else "vault"
    counted, recorded = total(event.counted), total(event.recorded)
    return moved("tables", to, counted, event.box) + moved("tables", "over-short", recorded - counted, "box counted")


ACTS = (
    Act(CountCredit, count_credit, makes=(CreditCounted,)),
    Act(CountBox, count_box, makes=(BoxFirstCounted,)),
    Act(SignCount, sign_count, makes=(CountSigned, BoxCounted)),
    Act(ExplainDifference, explain, makes=(DifferenceExplained,)),
)
HAPPENINGS = (
    Happening(CreditCounted, _apply_credit, _post_credit),
    Happening(BoxFirstCounted, _apply_first),
    Happening(CountSigned, _apply_signed),
    Happening(BoxCounted, _apply_box, _post_box),
    Happening(DifferenceExplained, _apply_explained),
)
