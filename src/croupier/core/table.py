"""The base of what a game remembers between outcomes: the point, the number before, the direction of a wheel."""

from __future__ import annotations

from typing import Protocol, Self


class HasTable(Protocol):
    """A felt, as far as its game's table goes."""

    @property
    def table(self) -> Table:
        """What the game remembers."""


class Table:
    """What a game remembers between outcomes: the base of each game's own table, which is hashable."""

    __slots__ = ()

    @classmethod
    def of(cls, felt: HasTable) -> Self:
        """The table of a felt of this game: `CrapsTable.of(felt).point`."""
        table = felt.table
        assert isinstance(table, cls), f"{type(table).__name__} is no {cls.__name__}"
        return table
