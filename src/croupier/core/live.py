"""Live states as text, such as `point=6,made=4-9`: each game declares the keys for states of its wagers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from croupier.core.machine import RulesT, State, TableT, Wager


class UnknownState(ValueError):
    """The state cannot be read, or the wager cannot be in it."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a state, with the row of its table in the documentation."""

    name: str
    example: str
    wagers: str  # the wagers it applies to
    meaning: str
    tracker: str | None = None  # the tracker of the game's table that it sets
    never: str = ""  # the message for a wager that it does not affect, if not the usual one
    never_after: Mapping[str, str] = field(default_factory=dict)  # by choice, why that choice excludes this state


@dataclass(frozen=True, slots=True)
class Live(Generic[TableT, RulesT]):
    """How a game reads the live states of its wagers.

    `watched` names the keys that change what a wager is worth, from the wager, the state it opens in, and whether it
    comes from outside the rules; besides, every key is watched whose tracker the wager watches. `place` gives the
    state and the table that the words mean, from those of the wager's opening.
    """

    keys: tuple[Key, ...]
    watched: Callable[[Wager, State, bool], Iterable[str]]
    place: Callable[[RulesT, Wager, State, TableT, Mapping[str, str]], tuple[State, TableT]]
