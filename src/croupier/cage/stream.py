"""Registers the cage of a house as a kind of stream. A store has one house, so one such stream: `cage/main`."""

from __future__ import annotations

from croupier.cage.acts import MODULES
from croupier.cage.acts.slips import SLIPS
from croupier.cage.state import State
from croupier.conduct.acts import made_of
from croupier.conduct.aggregate import register
from croupier.conduct.shapes import Shapes
from croupier.table.cage_slips import CAGES

CAGE = register(made_of(CAGES, State, MODULES, Shapes(State), slips=SLIPS, two=True))
STREAM = f"{CAGE.prefix}main"
