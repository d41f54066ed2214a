"""Tips for the dealers: into the tip box, or first into the tip tube."""

from __future__ import annotations

from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.table.chips import Chips, break_down
from croupier.table.decision_helpers import Decided, held, made, may_deal
from croupier.table.ledger import Postings, rack_account
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Money


# Commands ---------------------------------------------------------------------------------------------------
class Tip(Command, frozen=True):
    """Give the dealers chips: into the tip box, or for the time being into the tip tube of a craps table."""

    topic = Topic.TIP
    player: Name
    amount: Cents
    tube: bool = False
    tapped: bool = False  # on the wheel base, as the house procedure requires


class EmptyTube(Command, frozen=True):
    """Exchange what the tip tube holds for higher chips, and drop them into the tip box."""

    topic = Topic.TIP_TUBE


# Events -----------------------------------------------------------------------------------------------------
class Tipped(Event, frozen=True):
    """Chips went into the tip box, or into the tip tube for the time being."""

    player: str
    amount: int
    tube: bool = False
    tapped: bool = False


class TubeEmptied(Event, frozen=True):
    """What the tip tube held was exchanged for higher chips, which went into the tip box."""

    amount: int
    chips: Chips


# Decisions --------------------------------------------------------------------------------------------------
def tip(command: Tip, state: State) -> Decided:
    """Put a tip into the tip box, or into the tip tube of a craps table."""
    refusal = (
        may_deal(state, command.player)
        or held(state, command.player, command.amount)
        or _tube(state, command)
        or _tapped(state, command)
    )
    if refusal is not None:
        return refusal
    fields = {"player": command.player, "amount": command.amount, "tube": command.tube, "tapped": command.tapped}
    return (made(Tipped, command, state, **fields),)


@implements("47.1-2318")
def _tube(state: State, command: Tip) -> Refusal | None:
    """Refuse the tip tube where the licensee has none."""
    if not command.tube or state.house.tip_tube:
        return None
    return refuse(Code.NO_TIP_TUBE, "none", cite=state.cite(Topic.TIP_TUBE))


@implements("H-wagers(8)")
def _tapped(state: State, command: Tip) -> Refusal | None:
    """By the house procedure the dealer taps a tip on the wheel base to show it."""
    if not state.house.by_procedure or (command.tapped and command.by.role == "dealer"):
        return None
    return refuse(Code.NOT_TAPPED, cite=state.cite(Topic.PROCEDURE_TIPS))


@implements("47.1-2318")
def empty_tube(command: EmptyTube, state: State) -> Decided:
    """Exchange the chips in the tip tube for higher ones and drop them into the tip box.

    What makes no higher chip stays in the tube. Once everybody has left, it is dropped as it is.
    """
    amount, cite = state.balance("tube"), state.cite(Topic.TIP_TUBE)
    if not amount:
        return refuse(Code.NO_TIP_TUBE, "empty", cite=cite)
    chips = break_down(amount, state.house.denominations)
    if state.seats and chips[0][0] == state.house.lowest_chip:
        return refuse(Code.NO_TIP_TUBE, "nothing-higher", cite=cite, amount=Money(amount))
    return (made(TubeEmptied, command, state, amount=amount, chips=chips),)


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_tipped(state: State, event: Tipped) -> State:
    return state.but(play=state.felt.with_rack(event.player, -event.amount))


# Postings ---------------------------------------------------------------------------------------------------
def _post_tip(event: Tipped, state: State) -> Postings:
    return moved(rack_account(event.player), "tube" if event.tube else "tips", event.amount, "tip")


ACTS = (
    Act(Tip, tip, makes=(Tipped,)),
    Act(EmptyTube, empty_tube, makes=(TubeEmptied,)),
)
HAPPENINGS = (
    Happening(Tipped, _apply_tipped, posts=_post_tip),
    Happening(TubeEmptied, posts=lambda event, _: moved("tube", "tips", event.amount, "tips exchanged")),
)
