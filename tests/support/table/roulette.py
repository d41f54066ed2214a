"""A live roulette table with two players, and one under the printing of 2015."""

from __future__ import annotations

from typing import Any

from tests.support.table.play import Table, by, written

SUPERVISOR = by("pit-supervisor")
#: What a dealer states with no more bets.
WAVED: dict[str, Any] = {"waved": True, "before_rest": True}


def with_two_players(name: str = "colorado-double-zero", **change: Any) -> Table:
    """An open table with ann (red, $1) and bob (blue, $5)."""
    table = Table().opened(name, **change)
    table.sits("ann", 1, 200_00, "orange", 1_00)
    table.sits("bob", 2, 200_00, "yellow", 5_00)
    return table


def of_2015(name: str = "colorado-double-zero") -> Table:
    """A table under the rules printed in 2015."""
    table = Table()
    house = written(name)
    fields = {"house": {"name": name, "text": house.text, "on": "2016-01-01"}, "bank": 10_000_00, "dealer": "dee"}
    table.do("open-table", SUPERVISOR, **fields)
    return table
