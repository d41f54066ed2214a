"""The drop box and the tip box are removed. Money goes into them in `buy_in.py` and `tips.py`."""

from __future__ import annotations

from typing import Literal

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.refusal import Code, refuse
from croupier.core.topic import Topic
from croupier.table.decision_helpers import Decided, at_rest, made
from croupier.table.registry import Act, Happening
from croupier.table.state import State


# Commands ---------------------------------------------------------------------------------------------------
class RemoveBox(Command, frozen=True):
    """Take the drop box or the tip box away."""

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
    if (refusal := at_rest(state)) is not None:
        return refusal
    if state.buying is not None:
        return refuse(Code.CASH_ON_THE_TABLE, "before-the-box-goes", cite=state.cite(Topic.CHIPS_GIVEN))
    amount = state.balance(command.box)
    return (made(BoxRemoved, command, state, box=command.box, amount=amount),)


ACTS = (Act(RemoveBox, remove_box, makes=(BoxRemoved,), while_closed=True),)
HAPPENINGS = (Happening(BoxRemoved, posts=lambda event, _: moved(event.box, "cage", event.amount, "box removed")),)
