"""What roulette reads of a house."""

from __future__ import annotations

from typing import TypeAlias

from croupier.core import rules
from croupier.games.roulette.options import RouletteOptions

Rules: TypeAlias = rules.Rules[RouletteOptions]
