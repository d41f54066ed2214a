"""A game's mechanism: what the layers above know of roulette, craps and Big Six."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.core.chance import Chance
from croupier.core.machine import Outcome, Rules, Seen, Standing, Table, Void, Wager
from croupier.core.refusal import Code, Refusal, refuse


def _no_draws(of: str, rules: Rules) -> Chance[Any]:
    raise AssertionError(f"no {of} is drawn at this game")


@dataclass(frozen=True, slots=True)
class Game:
    """One game's mechanism, as functions: the games do not know each other, nor the house.

    `ready` says whether the device may be used now; `forget` drops every tracker that is not watched; `draw`
    reads the result of a draw that an outcome called for; `announce` says what staff must say after an outcome.
    """

    name: str
    variants: tuple[str, ...]  # the games a house file may name; the first is the base rule
    begin: Callable[[Rules], Table]
    read: Callable[[str, Rules], Outcome | Refusal]
    ready: Callable[[Table, Iterable[Standing]], Table | Refusal]
    observe: Callable[[Table, Outcome, Rules], Seen | Void]
    void: Callable[[str, str, Table], Void | Refusal]
    shooter: Callable[[Table, str, Iterable[Standing]], Table | Refusal]
    chance: Callable[[Rules], Chance[Any]]
    forget: Callable[[Table, frozenset[str]], Table]
    wagers: Mapping[str, Wager]
    asks: bool = False  # whether a player may be asked to choose
    readings: tuple[str, ...] = ()  # those that decide how its wagers run
    merged: Callable[[Rules], Chance[Any]] | None = None
    draw: Callable[[str, str, Rules], Any | Refusal] = lambda of, text, rules: refuse(
        Code.ACT_OF_ANOTHER_GAME, "no-draw", of=of
    )
    draw_chance: Callable[[str, Rules], Chance[Any]] = _no_draws
    announce: Callable[[Table, Table, Rules], tuple[str, ...]] = lambda before, after, rules: ()
    closed: Callable[[Table], Refusal | None] = lambda table: None
    repair: Callable[[Table], Table | Refusal] = lambda table: refuse(Code.ACT_OF_ANOTHER_GAME, "no-repair")

    def told_apart(self, rules: Rules) -> Chance[Any]:
        """The outcomes that mean different facts, with their weights: what a machine has to be told."""
        return (self.merged or self.chance)(rules)
