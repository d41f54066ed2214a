"""Entries of a house's register of coupons, for tests."""

from __future__ import annotations

from typing import Any

GAMES = ["roulette", "craps", "big-six"]


def issued(*serials: str, face: int = 5, table: str = "T1", **more: Any) -> dict[str, Any]:
    """An entry of the register: coupons of a face value in dollars, valid for ever unless `more` says otherwise."""
    days = {"from": "1969-01-01", "to": "2100-01-01"}
    return {"serials": list(serials), "face": face, "games": GAMES, "table": table} | days | more


#: Many coupons of several face values, for tables that play by chance.
MANY = [issued(*(f"K{face}-{number}" for number in range(40)), face=face) for face in (1, 2, 5, 10)]
