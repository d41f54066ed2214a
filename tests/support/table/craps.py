"""A live craps table with three players."""

from __future__ import annotations

from typing import Any

from tests.support.table.play import Table


def with_three_players(shooter: str | None = "ann", **change: Any) -> Table:
    """An open table: Ann is first at the boxperson's left, then Bob, then Eve."""
    table = Table().opened("colorado-craps", **change)
    for place, player in ((5, "eve"), (1, "ann"), (3, "bob")):
        table.sits(player, place, 500_00)
    if shooter is not None:
        table.shoots(shooter)
        table.places(shooter, "pass", 10_00)
    return table
