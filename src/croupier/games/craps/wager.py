"""The type aliases for the wagers of craps."""

from __future__ import annotations

from typing import TypeAlias

from croupier.core import machine
from croupier.core.machine import Declared, StateT
from croupier.games.craps.facts import CrapsTable, Rolled
from croupier.games.craps.rules import Rules

#: What a wager may examine when a player wants to place or change it.
At: TypeAlias = machine.At[CrapsTable, Rules]
#: The base class of a wager, with the type of its state.
CrapsWager: TypeAlias = Declared[StateT, CrapsTable, Rolled, Rules]
