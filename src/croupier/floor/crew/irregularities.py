"""Irregularities: a dealer notifies, somebody else directs what is done, and observes it (reading A15)."""

from __future__ import annotations

from dataclasses import replace

from croupier.floor.crew.act import Act
from croupier.table import State
from croupier.table.acts.irregularities.disputes import ObserveAction, RaiseDispute


def directed(state: State, act: Act) -> Act:
    """An act that answers the oldest open notification of an irregularity; if there is none, the notification."""
    for each in state.disputes:
        if not each.decider and each.player is None and each.against is None:
            return replace(act, fields={**act.fields, "notice": each.number})
    return Act(RaiseDispute, state.course.caller, missing=("about",))


def observed(state: State) -> Act | None:
    """Whoever directed what is done records having observed it."""
    for each in state.disputes:
        if each.role is not None:
            return Act(ObserveAction, each.role, {"number": each.number}, missing=("action",), person=each.decider)
    return None
