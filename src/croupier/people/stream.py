"""Registers the people of a house as a kind of stream. A store has one house, so one such stream: `people/main`."""

from __future__ import annotations

from croupier.conduct.acts import made_of
from croupier.conduct.aggregate import register
from croupier.conduct.shapes import Shapes
from croupier.people.acts import MODULES
from croupier.people.fitness import KIND, allowed
from croupier.people.state import State

PEOPLE = register(made_of(f"{KIND}/", State, MODULES, Shapes(State), two=True, allowed=allowed))
STREAM = f"{PEOPLE.prefix}main"
