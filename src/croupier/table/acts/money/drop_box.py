"""The drop box, the bill validator and the tip box are removed. Money goes into them in `buy_in.py` and `tips.py`."""

from __future__ import annotations

from typing import cast

from croupier.conduct.by import Role
from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.conduct.slip import Slip
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table import cage_slips
from croupier.table.acts.money.inventory import explain_above
from croupier.table.cage_slips import BOX, Box, BoxSent, Contents, amount_of
from croupier.table.decision_helpers import Decided, at_rest, made
from croupier.table.registry import Act, Happening
from croupier.table.state import State


# Commands ---------------------------------------------------------------------------------------------------
class RemoveBox(Command, frozen=True):
    """Take the drop box, the box of the bill validator or the tip box away, with the key of its lock to the table.

    A table without a cage keeps no account of its validator apart from the drop box.
    """

    topic = Topic.DROP_BOX
    box: Box


# Events -----------------------------------------------------------------------------------------------------
class BoxRemoved(Event, frozen=True):
    """A box was taken away with what is in it; to the count of a cage with what the record says by instrument."""

    box: Box
    amount: int
    contents: Contents = ()
    slip: Slip | None = None


# Decisions --------------------------------------------------------------------------------------------------
def remove_box(command: RemoveBox, state: State) -> Decided:
    """Remove a box with its contents."""
    if (refusal := _another_key(command, state)) is not None:
        return refusal
    if (refusal := at_rest(state)) is not None:
        return refusal
    if state.buying is not None:
        return refuse(Code.CASH_ON_THE_TABLE, "before-the-box-goes", cite=state.cite(Topic.CHIPS_GIVEN))
    if state.of_cage is None:
        if command.box == "validator":
            return refuse(Code.CAGE_MISSING, "validator", table=state.table_id)
        return (made(BoxRemoved, command, state, box=command.box, amount=state.balance(command.box)),)
    sent = BoxSent(command.box, _contents(state, command.box), explain_above(state))
    amount, source = amount_of(sent), f"table/{state.table_id}"
    slip = Slip(source, command.id, state.of_cage.cage, BOX, amount, cage_slips.written(sent))
    fields = {"box": command.box, "amount": amount, "contents": sent.contents, "slip": slip}
    return (made(BoxRemoved, command, state, **fields),)


def _contents(state: State, box: Box) -> Contents:
    """What is in a box by the record."""
    assert state.of_cage is not None
    if box != "tips":
        return state.of_cage.contents(box)
    tips = state.balance("tips")
    return (("chips", tips),) if tips else ()


@implements("30-2202", "47.1-2202")
def _another_key(command: RemoveBox, state: State) -> Refusal | None:
    """The drop box of a kit is removed by the role with the key of its lock to the table, not by that with its own.

    That holds after the kit went back, too. The box of a validator is removed like a drop box, a tip box by the count
    team.
    """
    holder = remover(state, command.box)
    if command.by.role == holder:
        return None
    cite, table = None if state.play is None else state.cite(Topic.DROP_BOX), state.table_id
    return refuse(Code.NOT_YOUR_ROLE, "key", cite=cite, right=holder, box=command.box, table=table)


def remover(state: State, box: Box) -> Role:
    """The role that removes a box of a table."""
    if box == "tips" or state.of_pit is None:
        return "count-team"
    key = state.of_pit.table_key if state.kit is None else state.kit.table_key
    return cast(Role, key or "count-team")


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_removed(state: State, event: BoxRemoved) -> State:
    return state if state.of_cage is None else state.but(of_cage=state.of_cage.emptied(event.box))


def _account(box: Box) -> str:
    """The account of a box: the money in a validator is part of the drop."""
    return "tips" if box == "tips" else "drop"


ACTS = (Act(RemoveBox, remove_box, makes=(BoxRemoved,), while_closed=True),)
HAPPENINGS = (
    Happening(
        BoxRemoved,
        _apply_removed,
        posts=lambda event, _: moved(_account(event.box), "cage", event.amount, "box removed"),
    ),
)
