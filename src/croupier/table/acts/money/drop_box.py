"""The drop box and the tip box are removed. Money goes into them in `buy_in.py` and `tips.py`."""

from __future__ import annotations

from typing import Literal

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table.decision_helpers import Decided, at_rest, made
from croupier.table.registry import Act, Happening
from croupier.table.state import State


# Commands ---------------------------------------------------------------------------------------------------
class RemoveBox(Command, frozen=True):
    """Take the drop box or the tip box away, with the key of its lock to the table."""

    topic = Topic.DROP_BOX
    box: Literal["drop", "tips"]


# Events -----------------------------------------------------------------------------------------------------
class BoxRemoved(Event, frozen=True):
    """A box was taken away with what is in it."""

    box: Literal["drop", "tips"]
    amount: int


# Decisions --------------------------------------------------------------------------------------------------
def remove_box(command: RemoveBox, state: State) -> Decided:
    """Remove a box with its contents."""
    if (refusal := _another_key(command, state)) is not None:
        return refusal
    if (refusal := at_rest(state)) is not None:
        return refusal
    if state.buying is not None:
        return refuse(Code.CASH_ON_THE_TABLE, "before-the-box-goes", cite=state.cite(Topic.CHIPS_GIVEN))
    amount = state.balance(command.box)
    return (made(BoxRemoved, command, state, box=command.box, amount=amount),)


@implements("30-2202", "47.1-2202")
def _another_key(command: RemoveBox, state: State) -> Refusal | None:
    """The drop box of a kit is removed by the role with the key of its lock to the table, not by that with its own.

    That holds after the kit went back, too. The count team removes every other box.
    """
    holder = remover(state, command.box)
    if command.by.role == holder:
        return None
    cite, table = state.cite(Topic.DROP_BOX), state.table_id
    return refuse(Code.NOT_YOUR_ROLE, "key", cite=cite, right=holder, box=command.box, table=table)


def remover(state: State, box: Literal["drop", "tips"]) -> str:
    """The role that removes a box of a table."""
    if box == "tips" or state.of_pit is None:
        return "count-team"
    key = state.of_pit.table_key if state.kit is None else state.kit.table_key
    return key or "count-team"


ACTS = (Act(RemoveBox, remove_box, makes=(BoxRemoved,), while_closed=True),)
HAPPENINGS = (Happening(BoxRemoved, posts=lambda event, _: moved(event.box, "cage", event.amount, "box removed")),)
