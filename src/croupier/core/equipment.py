"""The kinds of equipment that a house keeps on its register, as far as all games share them.

A game declares its own kinds, and what its tables need, in `games/GAME/equipment.py`. Lengths are whole sixteenths of
an inch, so 3/8 of an inch is 6.
"""

from __future__ import annotations

from dataclasses import dataclass

@dataclass(frozen=True, slots=True)
class Missing:
    """Something without which a table does not open, and the paragraph that asks for it."""

    what: str
    cite: str

    def __str__(self) -> str:
        return f"{self.what} [{self.cite}]"


INCH = 16  # sixteenths
FOOT = 12 * INCH


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment:
    """A piece of equipment as it is on the register. Tables need what the rules say."""

    serial: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel(Equipment):
    """A wheel. `external_parts`: whether it has external movable parts, which only some people may adjust."""

    diameter: int
    external_parts: bool = False
