"""Roulette, craps and the Big Six wheel: their mechanism and layout. No game imports another."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from croupier.core.course import DrawRule
from croupier.core.erased import any_game, any_wager
from croupier.core.game import AnyGame
from croupier.core.machine import Wager
from croupier.games.choices import Choices

#: The register of the games, in the order in which they are listed. The folder of a game is named after it.
NAMES = ("roulette", "craps", "big-six")
#: The default variant.
DEFAULT = "craps"


def game(name: str) -> AnyGame:
    """The game with this name. For its callers the types of its tables, outcomes and facts are opaque."""
    return any_game(import_module(_folder(name)).GAME)


def choices(name: str) -> Choices:
    """What a house may choose for one game, by the game's name."""
    declared: object = import_module(f"{_folder(name)}.choices").CHOICES
    assert isinstance(declared, Choices), f"{declared!r} are no choices"
    return declared


def _folder(name: str) -> str:
    assert name in NAMES, name
    return f"croupier.games.{name.replace('-', '_')}"


def variants() -> dict[str, AnyGame]:
    """Every variant of every game by its name in a house file, with the game it belongs to."""
    return {variant: each for each in map(game, NAMES) for variant in each.show.variants}


def preset(variant: str) -> str:
    """The default house of a variant."""
    return variants()[variant].show.variants[variant].preset


def draws() -> dict[str, DrawRule]:
    """The draws of all games by name."""
    return {of: rule for each in map(game, NAMES) for of, rule in each.course.draws.items()}


def void_calls() -> tuple[str, ...]:
    """What the games call an outcome that does not count."""
    return tuple(dict.fromkeys(game(name).course.void for name in NAMES))


def demo_tables(*, in_lobby: bool = False) -> dict[str, str]:
    """The tables of the demonstrations by id, each with its preset; all of them, or those that the lobby shows."""
    declared = (table for each in map(game, NAMES) for table in each.demo_tables)
    return {table.id: table.preset for table in declared if table.in_lobby or not in_lobby}


def discover(*packages: str) -> dict[str, Wager]:
    """Every wager that these packages or modules declare in `WAGERS`, by id. There is no list to edit."""
    found: dict[str, Wager] = {}
    for package in packages:
        path = getattr(import_module(package), "__path__", None)
        modules = [package] if path is None else [f"{package}.{info.name}" for info in iter_modules(path)]
        for module in sorted(modules):
            for wager in map(any_wager, import_module(module).WAGERS):
                assert wager.id not in found, f"{wager.id} is declared twice"
                found[wager.id] = wager
    return found
