"""Registers the pit of a house as a kind of stream. A store has one house, so one such stream: `pit/main`."""

from __future__ import annotations

from croupier.conduct.acts import made_of
from croupier.conduct.aggregate import register
from croupier.conduct.shapes import Shapes
from croupier.pit.acts import MODULES
from croupier.pit.acts.kits import SLIPS
from croupier.pit.kinds import kinds
from croupier.pit.signed import KIND, allowed
from croupier.pit.state import State

SHAPES = Shapes(State, besides=lambda: kinds().values())
PIT = register(made_of(f"{KIND}/", State, MODULES, SHAPES, slips=SLIPS, two=True, allowed=allowed))
STREAM = f"{PIT.prefix}main"
