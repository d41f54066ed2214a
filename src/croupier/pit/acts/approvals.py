"""Approvals of the Director, the Division or the Commission: records to which whatever needs one refers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from croupier.conduct.acts import Act, Decided, Happening, made
from croupier.conduct.command import Command, Text, Word
from croupier.conduct.event import Event
from croupier.core.refusal import Code, refuse
from croupier.core.topic import Silent
from croupier.pit.state import Approval, State

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]
#: What an approval is about.
Subject = Literal["layout", "device", "variation", "posting", "symbols", "equipment", "place"]


# Commands ---------------------------------------------------------------------------------------------------
class RecordApproval(Command, frozen=True):
    """Put an approval on record: its reference, its date, what it is about, and what exactly it allows."""

    topic = Silent.CONTROLS
    reference: Word
    subject: Subject
    day: Day
    scope: Text


class WithdrawApproval(Command, frozen=True):
    """Record that an approval was withdrawn: from then on nothing may name it."""

    topic = Silent.CONTROLS
    reference: Word
    reason: Text


# Events -----------------------------------------------------------------------------------------------------
class ApprovalRecorded(Event, frozen=True):
    """An approval is on record."""

    reference: str
    subject: Subject
    day: str
    scope: str


class ApprovalWithdrawn(Event, frozen=True):
    """An approval was withdrawn."""

    reference: str
    reason: str


# Decisions --------------------------------------------------------------------------------------------------
def record(command: RecordApproval, state: State) -> Decided:
    """Record an approval under a reference that is new."""
    if state.approval(command.reference) is not None:
        return refuse(Code.APPROVAL_UNKNOWN, "twice", reference=command.reference)
    fields = {"reference": command.reference, "subject": command.subject, "day": command.day, "scope": command.scope}
    return (made(ApprovalRecorded, command, state, **fields),)


def withdraw(command: WithdrawApproval, state: State) -> Decided:
    """Withdraw an approval that is on record."""
    if state.approval(command.reference) is None:
        return refuse(Code.APPROVAL_UNKNOWN, "none", reference=command.reference)
    return (made(ApprovalWithdrawn, command, state, reference=command.reference, reason=command.reason),)


# How events are applied -------------------------------------------------------------------------------------
def _apply_recorded(state: State, event: ApprovalRecorded) -> State:
    approval = Approval(event.reference, event.subject, event.day, event.scope)
    return state.but(approvals=(*state.approvals, approval))


def _apply_withdrawn(state: State, event: ApprovalWithdrawn) -> State:
    return state.but(approvals=tuple(each for each in state.approvals if each.reference != event.reference))


ACTS = (
    Act(RecordApproval, record, makes=(ApprovalRecorded,)),
    Act(WithdrawApproval, withdraw, makes=(ApprovalWithdrawn,)),
)
HAPPENINGS = (Happening(ApprovalRecorded, _apply_recorded), Happening(ApprovalWithdrawn, _apply_withdrawn))
