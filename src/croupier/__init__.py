"""Croupier conducts roulette, craps and the Big Six wheel exactly as Colorado's gaming rules say.

>>> from croupier import felt, house
>>> table = felt.open(house.load("colorado-craps"))
>>> table.table.point is None
True
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType

__version__ = "0.2.0"

_GAMES = Path(__file__).parent / "games"


def __getattr__(name: str) -> ModuleType:
    """`croupier.roulette` and its siblings are the games, imported when first asked for."""
    if (_GAMES / name / "__init__.py").is_file():
        return import_module(f"croupier.games.{name}")
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")
