"""A round whose seed the electronic device has lost: nothing can be drawn or proved any more."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from croupier.conduct.command import Text
from croupier.conduct.event import Event
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.table.acts.device import bound
from croupier.table.acts.irregularities.notices import Directs, directed, not_notified
from croupier.table.acts.irregularities.stops import RoundVoided, all_back
from croupier.table.decision_helpers import Decided, made
from croupier.table.registry import Act, Happening
from croupier.table.state import State


# Command ----------------------------------------------------------------------------------------------------
class DeclareSeedLost(Directs, frozen=True):
    """Declare that the device has lost the seed of its last seal. A round that still needs it is voided."""

    topic = Topic.IRREGULAR
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    reason: Text


# Event ------------------------------------------------------------------------------------------------------
class SeedLost(Event, frozen=True):
    """The seed of a seal is lost: nobody can prove what the round drew, or say what it would have drawn."""

    round: int
    commitment: str
    reason: str
    notice: int | None = None  # the notification that it answers


# Decision ---------------------------------------------------------------------------------------------------
def declare_seed_lost(command: DeclareSeedLost, state: State) -> Decided:
    """A key manager gives the seed up after a notification; every wager that waits for it goes back (reading A15)."""
    refusal = lowest(_not_sealed(command, state), not_notified(command, state))
    if refusal is not None:
        return refusal
    fields = {"commitment": command.commitment, "reason": command.reason, "notice": command.notice}
    lost = made(SeedLost, command, state, round=state.round, **fields)
    return (*all_back(command, command.reason, state), lost) if waits_for_seed(state) else (lost,)


def _not_sealed(command: DeclareSeedLost, state: State) -> Refusal | None:
    cite = state.cite(Topic.OUTCOME)
    if not bound(state):
        return refuse(Code.SEAL_DUE, "none", cite=cite)
    return None if command.commitment == state.seal else refuse(Code.SEAL_DUE, "another-seed", cite=cite)


def waits_for_seed(state: State) -> bool:
    """Whether a wager can only be decided with the seed: the round is not settled, or a draw is due after it."""
    if state.running or state.felt.draw_due is not None:
        return True
    return state.phase == "open" and bool(state.felt.standing)


# How the event is applied: no rule is evaluated, no house is read -------------------------------------------
def _apply_lost(state: State, event: SeedLost) -> State:
    return directed(state.but(seal=None, closing=None, revealed=False), event, event.notice)


ACTS = (Act(DeclareSeedLost, declare_seed_lost, makes=(SeedLost, RoundVoided), while_held=True),)
HAPPENINGS = (Happening(SeedLost, _apply_lost),)
