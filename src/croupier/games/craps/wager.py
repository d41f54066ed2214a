"""The types that the wagers of craps are declared in."""

from __future__ import annotations

from typing import TypeAlias

from croupier.core import machine
from croupier.core.machine import Declared, StateT
from croupier.games.craps.facts import CrapsTable, Rolled
from croupier.games.craps.rules import Rules

#: What a wager may look at when somebody wants to act on it.
At: TypeAlias = machine.At[CrapsTable, Rules]
#: A wager by the type of its state.
CrapsWager: TypeAlias = Declared[StateT, CrapsTable, Rolled, Rules]
