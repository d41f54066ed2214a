"""How an act declares its commands and events, and the events that are declared, by their kinds.

Every module of `acts` ends with two tables, `ACTS` and `HAPPENINGS`; `acts/__init__.py` lists the modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.conduct.postings import Posting
from croupier.table.decision_helpers import Decider
from croupier.table.not_taken import Effects
from croupier.table.state import State


@dataclass(frozen=True, slots=True)
class Act:
    """A command, and how it is decided."""

    command: type[Command]
    decide: Decider
    makes: tuple[type[Event], ...]  # the kinds of event it may lead to, its own first
    while_closed: bool = False  # whether a closed table takes it
    while_held: bool = False  # whether it is taken while a round left open by a stop waits for its decision
    at_terminals: bool = False  # whether players give it themselves, at their terminals
    #: By kind of event: fields of the command that the event records under another name.
    recalled: Mapping[type[Event], Callable[[Any], dict[str, Any]]] = field(default_factory=dict)


def unchanged(state: State, event: Event) -> State:
    """The event changes accounts at most."""
    return state


@dataclass(frozen=True, slots=True)
class Happening:
    """An event: how it is applied, what follows from it by the rules of this version, and what it posts."""

    event: type[Event]
    apply: Callable[[State, Any], State] = unchanged  # asks no rule and reads no house
    effects: Callable[[State, Any], Effects] | None = None  # the fields that follow from the others
    posts: Callable[[Any, State], tuple[Posting, ...]] | None = None
    one_wager: bool = False  # whether it changes the wagers of one player and nothing else


APPLIED_BY: dict[type[Event], Callable[[State, Any], State]] = {}
EFFECTS_OF: dict[type[Event], Callable[[State, Any], Effects]] = {}
POSTED_BY: dict[type[Event], Callable[[Any, State], tuple[Posting, ...]]] = {}
OF_ONE_WAGER: set[type[Event]] = set()


def register(happenings: Iterable[Happening]) -> None:
    """Make events known to `evolve`, `effects` and `ledger`, which acts call while they decide."""
    for each in happenings:
        assert each.event not in APPLIED_BY, f"{each.event.__name__} is declared twice"
        APPLIED_BY[each.event] = each.apply
        if each.effects is not None:
            EFFECTS_OF[each.event] = each.effects
        if each.posts is not None:
            POSTED_BY[each.event] = each.posts
        if each.one_wager:
            OF_ONE_WAGER.add(each.event)
