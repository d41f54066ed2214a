"""`croupier hand`: how long a shooter's hand lasts, exactly."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cli.names import WITH_A_HAND, HandName
from croupier.games import preset
from croupier.house import load

if TYPE_CHECKING:
    from croupier.chain.hand import HandLength

_LISTED = 12  # the terminal lists every number up to this one
_RARE = (2, 3, 5, 10, 20, 50, 100, 154)


def hand(variant: HandName = WITH_A_HAND[0], *, rolls: int = 200, json: bool = False) -> None:
    """Show the exact distributions of a hand's rolls, of its points made and of its sevens, with their means.

    A seven is every total of 7 in the hand: those on come-out rolls and the seven-out included.

    Parameters
    ----------
    variant
        Craps, or Craps Free Craps.
    rolls
        The largest number of rolls, points and sevens to list.
    json
        Print one object with exact fractions.
    """
    from croupier.chain.hand import hand as length
    from croupier.cli import CannotRead

    if rolls < 1:
        raise CannotRead(f"--rolls: must be at least 1, not {rolls}")
    found = length(load(preset(variant)), rolls)
    print(jsonlib.dumps(_row(variant, found)) if json else "\n".join(_lines(found, rolls)))


def _row(variant: str, found: HandLength) -> dict[str, object]:
    """Every figure as an exact fraction."""

    def listed(name: str, chances: Sequence[Fraction]) -> list[dict[str, object]]:
        return [{name: at, "chance": str(chance)} for at, chance in enumerate(chances) if chance]

    return {
        "variant": variant,
        "mean_rolls": str(found.mean_rolls),
        "mean_points": str(found.mean_points),
        "mean_sevens": str(found.mean_sevens),
        "rolls": listed("rolls", found.rolls),
        "beyond": str(found.beyond),
        "points": listed("points", found.points),
        "points_beyond": str(found.points_beyond),
        "sevens": listed("sevens", found.sevens),
        "sevens_beyond": str(found.sevens_beyond),
    }


def _lines(found: HandLength, most: int) -> list[str]:
    """The means, each small number with its chances, and how rare long hands are."""
    means = {"Rolls": found.mean_rolls, "Points made": found.mean_points, "Sevens thrown": found.mean_sevens}
    lines = [f"{name + ':':15}{mean} = {float(mean):.6f} on average" for name, mean in means.items()]
    lines += ["A seven is every total of 7: on come-out rolls, and the seven-out.", ""]
    lines += [f"{'':4}{'rolls':>22}{'points made':>23}{'sevens thrown':>23}"]
    lines += ["   n" + f"{'exactly':>12}{'or more':>10} " * 3]
    for at in range(min(most, _LISTED) + 1):
        each = (found.rolls[at], found.points[at], found.sevens[at])
        more = (found.at_least(at, "rolls"), found.at_least(at, "points"), found.at_least(at, "sevens"))
        cells = [f"{float(so):>12.4%}{float(up):>10.4%} " for so, up in zip(each, more, strict=True)]
        lines.append(f"{at:>4}" + "".join(cells))
    lines += ["", "At least n, one hand in:", f"   n{'rolls':>23}{'points made':>23}{'sevens thrown':>23}"]
    for at in (each for each in _RARE if each <= most):
        more = (found.at_least(at, "rolls"), found.at_least(at, "points"), found.at_least(at, "sevens"))
        lines.append(f"{at:>4}" + "".join(_one_in(chance) for chance in more))
    return [line.rstrip() for line in lines]


def _one_in(chance: Fraction) -> str:
    """A chance as the average number of hands for one such hand."""
    hands = float(1 / chance)
    return f"{hands:>23,.2f}" if hands < 1e12 else f"{hands:>23.4g}"
