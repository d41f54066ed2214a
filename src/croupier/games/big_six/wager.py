"""The types that the wagers of Big Six are declared in."""

from __future__ import annotations

from typing import TypeAlias

from croupier.core import machine
from croupier.core.machine import Declared, StateT
from croupier.games.big_six.facts import BigSixTable, Clapped
from croupier.games.big_six.rules import Rules

#: What a wager may look at when somebody wants to act on it.
At: TypeAlias = machine.At[BigSixTable, Rules]
#: A wager by the type of its state.
BigSixWager: TypeAlias = Declared[StateT, BigSixTable, Clapped, Rules]
