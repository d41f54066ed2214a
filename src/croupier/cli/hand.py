"""`croupier hand`: how long a shooter's hand lasts, exactly."""

from __future__ import annotations

import json as jsonlib
from typing import Literal

from croupier.house import load


def hand(variant: Literal["craps", "craps-free"] = "craps", *, rolls: int = 200, json: bool = False) -> None:
    """Show the exact distribution of rolls of a hand, and its mean rolls, points and sevens.

    Parameters
    ----------
    variant
        Craps, or Craps Free Craps.
    rolls
        How many rolls the distribution is listed up to.
    json
        One object with exact fractions.
    """
    from croupier.chain.hand import hand as length
    from croupier.cli import CannotRead

    if rolls < 1:
        raise CannotRead(f"--rolls: must be at least 1, not {rolls}")
    found = length(load(f"colorado-{variant}"), rolls)
    if json:
        row = {
            "variant": variant,
            "mean_rolls": str(found.mean_rolls),
            "mean_points": str(found.mean_points),
            "mean_sevens": str(found.mean_sevens),
            "rolls": [{"rolls": at, "chance": str(chance)} for at, chance in enumerate(found.rolls) if chance],
            "beyond": str(found.beyond),
        }
        print(jsonlib.dumps(row))
        return
    print(f"Rolls in a hand: {found.mean_rolls} = {float(found.mean_rolls):.6f} on average")
    print(f"Points made:     {found.mean_points} = {float(found.mean_points):.6f} on average")
    print(f"Sevens rolled:   {found.mean_sevens} = {float(found.mean_sevens):.6f} on average")
    print("Chance of so many rolls or more:")
    for at in (2, 3, 5, 10, 20, 50, 100, 154):
        if at <= rolls:
            print(f"  {at:>4}  1 in {float(1 / found.at_least(at)):,.2f}")
