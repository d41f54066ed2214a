"""Presets with side bets, and a script that plays to one of their outcomes."""

from __future__ import annotations

from datetime import date

from croupier import house
from croupier.felt import script

OLD = date(2016, 1, 1)

DOUBLE, SINGLE, TRIPLE = "colorado-double-zero", "colorado-single-zero", "colorado-triple-zero"

CONVERTED, CRAPS, CRAPS_FREE = "colorado-converted-wheel", "colorado-craps", "colorado-craps-free"

PROGRESSIVE = "side_bets.roulette-up-progressive"

RISING = ["1", "4", "9", "12", "13", "22", "30", "33", "35"]


def played(table: house.House, acts: list[str]) -> script.Told:
    """The last act of a script, all of whose acts must be accepted."""
    *_, last = told = list(script.play(table, "\n".join(["seat ann 1000", "seat bob 1000", *acts])))
    for each in told:
        assert each.refusal is None, f"{each.line.text}: {each.refusal}"
    return last


def spins(*pockets: object) -> list[str]:
    """The acts of these spins."""
    return [f"outcome {pocket}" for pocket in pockets]
