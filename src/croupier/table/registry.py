"""How a module in `acts/` declares its commands and events.

Every module of `acts` ends with two tables, `ACTS` and `HAPPENINGS`; `acts/__init__.py` lists the modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from croupier.conduct import acts
from croupier.conduct.by import Role
from croupier.conduct.event import Event
from croupier.conduct.postings import Posting
from croupier.table.decision_helpers import Decider
from croupier.table.not_taken import Effects
from croupier.table.state import State


@dataclass(frozen=True, slots=True)
class Act(acts.Act):
    """A command to a table with the function that decides it, and when the table accepts it."""

    decide: Decider
    while_closed: bool = False  # whether a closed table accepts it
    while_held: bool = False  # whether it is accepted while a round left open by a stop waits for a decision
    at_terminals: bool = False  # whether players give it themselves, at their terminals
    wagers: bool = False  # whether it makes or changes wagers: at a table with terminals only players do that
    late_only: frozenset[Role] = frozenset()  # roles that give it only while the dice are in the air


def unchanged(state: State, event: Event) -> State:
    """For an event that changes nothing but accounts."""
    return state


@dataclass(frozen=True, slots=True)
class Happening:
    """An event with its functions: how it is applied, how its effects are computed, what it posts."""

    event: type[Event]
    apply: Callable[[State, Any], State] = unchanged  # evaluates no rule and reads no house
    effects: Callable[[State, Any], Effects] | None = None  # computes the fields that depend on the others
    posts: Callable[[Any, State], tuple[Posting, ...]] | None = None
    one_wager: bool = False  # whether it changes only wagers of one player
    sets_time: bool = False  # whether its time may be lower than that of the event before it


APPLIED_BY: dict[type[Event], Callable[[State, Any], State]] = {}
EFFECTS_OF: dict[type[Event], Callable[[State, Any], Effects]] = {}
POSTED_BY: dict[type[Event], Callable[[Any, State], tuple[Posting, ...]]] = {}
OF_ONE_WAGER: set[type[Event]] = set()
SETS_TIME: set[type[Event]] = set()


def register(happenings: Iterable[Happening]) -> None:
    """Register events for `evolve`, `effects` and `ledger`, which modules in `acts/` call while they decide."""
    for each in happenings:
        assert each.event not in APPLIED_BY, f"{each.event.__name__} is declared twice"
        APPLIED_BY[each.event] = each.apply
        if each.effects is not None:
            EFFECTS_OF[each.event] = each.effects
        if each.posts is not None:
            POSTED_BY[each.event] = each.posts
        if each.one_wager:
            OF_ONE_WAGER.add(each.event)
        if each.sets_time:
            SETS_TIME.add(each.event)
