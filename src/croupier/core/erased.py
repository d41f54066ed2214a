"""Erases the types of a game: for the layers above, its tables, outcomes, facts and states are opaque values.

Within a game they are checked: `Game` and `Declared` are generic, and each game names its types. The layers above
hold games of any types, so all that can be checked there is that a value is a game or a wager. These functions check
it. A variation from outside the rules is checked by playing it instead (`house/variations.py`).
"""

from __future__ import annotations

from typing import TypeAlias

from croupier.core.game import AnyGame, Game
from croupier.core.machine import Declared, Fact, State, Wager
from croupier.core.rules import HouseRules
from croupier.core.table import Table

#: A declared wager of unknown types. `any_wager` checks that it is a `Wager`.
AnyDeclared: TypeAlias = Declared[State, Table, Fact, HouseRules]


def any_game(declared: object) -> AnyGame:
    """A game without its own types."""
    assert isinstance(declared, Game), f"{declared!r} is no game"
    return declared


def any_wager(declared: object) -> Wager:
    """A wager without the types of its game."""
    assert isinstance(declared, Declared), f"{declared!r} is no declared wager"
    erased: AnyDeclared = declared
    return erased
