"""Registers the people of a house as a kind of stream. A store has one house, so one such stream: `people/main`."""

from __future__ import annotations

from croupier.conduct.acts import made_of
from croupier.conduct.aggregate import register
from croupier.conduct.shapes import Shapes
from croupier.people.acts import MODULES
from croupier.people.state import State

PEOPLE = register(made_of("people/", State, MODULES, Shapes(State), two=True))
STREAM = f"{PEOPLE.prefix}main"
