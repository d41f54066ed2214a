"""The type aliases for the wagers of roulette."""

from __future__ import annotations

from typing import TypeAlias

from croupier.core import machine
from croupier.core.machine import Declared, StateT
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.rules import Rules

#: What a wager may examine when a player wants to place or change it.
At: TypeAlias = machine.At[RouletteTable, Rules]
#: The base class of a wager, with the type of its state.
RouletteWager: TypeAlias = Declared[StateT, RouletteTable, Landed, Rules]
