"""Bets on parts of the wheel that a terminal places with one press on the racetrack.

They are laid as straight-up and split chips, so every one of them is an ordinary bet on the layout. Neighbors of a
number exist on every wheel; the sectors are those that custom knows on the single-zero wheel.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core.show import Macro, MacroBet
from croupier.games.roulette.layout import layout_of
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.wheel import ring
from croupier.text.phrase import Phrase

#: How many numbers on each side of the chosen one.
_BESIDE = 2
#: The sectors: what they are, and their chips. The trio of 0, 2 and 3 and the corner of 25 to 29, which custom
#: takes for two chips each in the first one, are laid as straight-up and split chips too.
_SECTORS = {
    "Voisins": ("Neighbors of 0", "0 2-3 4-7 12-15 18-21 19-22 25-28 26-29 32-35"),
    "Tiers": ("The third opposite", "5-8 10-11 13-16 23-24 27-30 33-36"),
    "Orphelins": ("What lies between them", "1 6-9 14-17 17-20 31-34"),
    "Zero game": ("Next to 0", "0-3 12-15 26 32-35"),
}


def macros(rules: Rules) -> tuple[Macro, ...]:
    """The sectors, if the wheel has the customary order of one zero, and the neighbors of every number."""
    known = rules.options.ring == ring("single-zero") and {"straight", "split"} <= rules.offered
    sectors = [_sector(name, says, spots.split(), rules) for name, (says, spots) in _SECTORS.items() if known]
    return (*sectors, *(_neighbors(place, rules) for place in _taken(rules) if "straight" in rules.offered))


def neighbors_of(pocket: str) -> str:
    """The id of the bets on a number and its neighbors."""
    return f"neighbors-{pocket}"


def _taken(rules: Rules) -> tuple[int, ...]:
    """The places of the wheel on whose numbers chips are taken; a converted wheel has others too."""
    open_to_chips = layout_of(rules.options).spots["straight"]
    return tuple(place for place, pocket in enumerate(rules.options.ring) if pocket in open_to_chips)


def _neighbors(place: int, rules: Rules) -> Macro:
    wheel, taken = rules.options.ring, _taken(rules)
    near = [(place + step) % len(wheel) for step in range(-_BESIDE, _BESIDE + 1)]
    pockets = [wheel[each] for each in near if each in taken]
    return Macro(
        id=neighbors_of(wheel[place]),
        name=Phrase("{number} and neighbors", number=wheel[place]),
        says=", ".join(pockets),
        unit=rules.lowest_chip,
        bets=_chips(pockets, rules),
        track=True,
    )


def _sector(name: str, says: str, spots: Sequence[str], rules: Rules) -> Macro:
    numbers = {number for spot in spots for number in spot.split("-")}
    return Macro(
        id=name.lower().replace(" ", "-"),
        name=name,
        says=Phrase("{part}: {numbers} numbers, {chips} chips", part=says, numbers=len(numbers), chips=len(spots)),
        unit=rules.lowest_chip,
        bets=_chips(spots, rules),
        track=True,
    )


def _chips(spots: Sequence[str], rules: Rules) -> tuple[MacroBet, ...]:
    """A chip on each spot: on a number, or on the line between two."""
    return tuple(MacroBet("split" if "-" in spot else "straight", spot, rules.lowest_chip) for spot in spots)
