"""Live states in words, such as `point=6,made=4-9`: what a game declares of the states its wagers may be in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from croupier.core.machine import RulesT, State, TableT, Wager


class UnknownState(ValueError):
    """A state that cannot be read, or that the wager cannot be in."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a state, with the row of its table in the documentation."""

    name: str
    example: str
    wagers: str  # for which it is
    meaning: str
    tracker: str | None = None  # the tracker of the table that it sets
    never: str = ""  # what is said of a wager that it changes nothing for, where it has words of its own
    never_after: Mapping[str, str] = field(default_factory=dict)  # by choice: why it rules this state out


@dataclass(frozen=True, slots=True)
class Live(Generic[TableT, RulesT]):
    """How the states of a game's wagers are said.

    `watched` names the keys that change what a wager is worth, from the wager, the state it opens in, and whether it
    comes from outside the rules; besides, every key is watched whose tracker the wager watches. `place` gives the
    state and the table that the words mean, from those of the wager's opening.
    """

    keys: tuple[Key, ...]
    watched: Callable[[Wager, State, bool], Iterable[str]]
    place: Callable[[RulesT, Wager, State, TableT, Mapping[str, str]], tuple[State, TableT]]
