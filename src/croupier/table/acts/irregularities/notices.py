"""Notifications: acts that direct what the rules leave open name the one that they answer (reading A15).

`not_notified` refuses such an act without a notification, and `directed` applies it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from croupier.conduct.by import same_person
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table.people import not_the_same
from croupier.table.state import Dispute, State
from croupier.text.facts import Person

#: The number of a notification.
Number = Annotated[int, Meta(ge=1, le=10**6)]


class Directs(Command, frozen=True, kw_only=True):
    """A command that directs what is done about an irregularity; without a notification it is refused."""

    notice: Number | None = None


# Decisions --------------------------------------------------------------------------------------------------
@implements("30-2206(5)", "47.1-2206(5)", "47.1-2319")
def not_notified(command: Directs, state: State) -> Refusal | None:
    """Refuse to direct what no dealer has notified the supervisor of, or one's own matter (reading A15)."""
    if command.notice is None:
        return refuse(Code.NOT_NOTIFIED, "nothing", cite=state.cite(Topic.IRREGULAR))
    return answered(command, command.notice, state)


def answered(command: Command, number: int, state: State) -> Refusal | None:
    """Refuse to decide a matter that nobody raised, that the same person has decided, or the person's own."""
    dispute, person, cite = numbered(state, number), command.by.person, state.cite(Topic.IRREGULAR)
    if dispute is None:
        return refuse(Code.DISPUTE_UNKNOWN, number=number)
    if same_person(dispute.decider, person):
        return refuse(Code.NOT_OBSERVED, "already-decided", cite=cite, number=number, player=Person(person))
    return (
        never_the_dealer(command, dispute.against or "", state)
        or not_the_same(person, dispute.player or "", "own-dispute", cite)
        or not_the_same(person, dispute.dealer, "notified", cite)
    )


@implements("30-2206(5)", "47.1-2206(5)", "47.1-2319")
def never_the_dealer(command: Command, dealer: str, state: State) -> Refusal | None:
    """The person who did the disputed act may not decide the dispute."""
    return not_the_same(command.by.person, dealer, "did-it", state.cite(Topic.IRREGULAR))


def numbered(state: State, number: int) -> Dispute | None:
    """The open matter with this number."""
    return next((each for each in state.disputes if each.number == number), None)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def directed(state: State, event: Event, notice: int | None) -> State:
    """The matter of a notification is decided by whoever gave the event's command. It waits to be observed."""
    if notice is None:  # an event of an older version, or one that answers nothing
        return state
    by = event.by
    return state.but(
        disputes=tuple(
            replace(each, decider=by.person, role=by.role) if each.number == notice else each
            for each in state.disputes
        )
    )
