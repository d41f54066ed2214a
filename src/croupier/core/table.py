"""The state of a game between outcomes: the point, the last numbers, the direction of a wheel."""

from __future__ import annotations

from typing import Protocol, Self


class HasTable(Protocol):
    """Anything that has a game's table: a felt."""

    @property
    def table(self) -> Table:
        """The game's state."""


class Table:
    """Base class of each game's state between outcomes. Subclasses are hashable."""

    __slots__ = ()

    @classmethod
    def of(cls, felt: HasTable) -> Self:
        """The table of a felt of this game: `CrapsTable.of(felt).point`."""
        table = felt.table
        assert isinstance(table, cls), f"{type(table).__name__} is no {cls.__name__}"
        return table
