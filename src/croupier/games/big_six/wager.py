"""The type aliases for the wagers of Big Six."""

from __future__ import annotations

from typing import TypeAlias

from croupier.core import machine
from croupier.core.machine import Declared, StateT
from croupier.games.big_six.facts import BigSixTable, Clapped
from croupier.games.big_six.rules import Rules

#: What a wager may examine when a player wants to place or change it.
At: TypeAlias = machine.At[BigSixTable, Rules]
#: The base class of a wager, with the type of its state.
BigSixWager: TypeAlias = Declared[StateT, BigSixTable, Clapped, Rules]
