"""Roulette, craps and the Big Six wheel: mechanism and layout. The games do not know each other."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from croupier.core.machine import Game, Wager

NAMES = ("roulette", "craps", "big-six")
#: The variant that is played where none is named.
DEFAULT = "craps"


def game(name: str) -> Game:
    """One game by its name."""
    assert name in NAMES, name
    loaded: Game = import_module(f"croupier.games.{name.replace('-', '_')}").GAME
    return loaded


def variants() -> dict[str, Game]:
    """Every variant of every game, by the word of a house file, with its game."""
    return {variant: each for each in map(game, NAMES) for variant in each.show.variants}


def discover(*packages: str) -> dict[str, Wager]:
    """Every wager declared in these folders (`WAGERS` of each module), by id. No list to edit."""
    found: dict[str, Wager] = {}
    for package in packages:
        path = import_module(package).__path__
        for module in sorted(info.name for info in iter_modules(path)):
            for wager in import_module(f"{package}.{module}").WAGERS:
                assert wager.id not in found, f"{wager.id} is declared twice"
                found[wager.id] = wager
    return found
