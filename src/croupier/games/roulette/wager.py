"""The types that the wagers of roulette are declared in."""

from __future__ import annotations

from typing import TypeAlias

from croupier.core import machine
from croupier.core.machine import Declared, StateT
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.rules import Rules

#: What a wager may look at when somebody wants to act on it.
At: TypeAlias = machine.At[RouletteTable, Rules]
#: A wager by the type of its state.
RouletteWager: TypeAlias = Declared[StateT, RouletteTable, Landed, Rules]
