"""Whether the odds of two tables of one casino agree, naively (47.1-2306(1), reading M5)."""

from __future__ import annotations

from typing import Any


def uniform(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """A table says its game, whether it is Craps Free Craps, its odds above the printed ones, and its schedules.

    Rule 23 alone asks for it. Odds are compared among tables of the same kind of craps, the schedule of a side bet at
    all craps tables that offer it.
    """
    if one["game"] != "craps" or other["game"] != "craps":
        return True
    if one["free"] == other["free"] and one["above"] != other["above"]:
        return False
    return all(other["schedules"].get(bet, table) == table for bet, table in one["schedules"].items())
