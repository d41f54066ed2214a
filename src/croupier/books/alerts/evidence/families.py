"""What is watched of the device of a table: numbers and neighbors on a wheel; faces, totals and pairs of dice.

Chances are the exact ones of the game. Dice are counted without their order: a stickperson calls two dice that nobody
can tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from croupier.books.alerts.evidence.martingale import Family, Group
from croupier.core.chance import as_text
from croupier.house import House

#: How many neighbors on a wheel are a sector.
SECTORS = (3, 5, 9)


class Watched(NamedTuple):
    """The families of a device, and what each of them counts of an outcome as a log writes it."""

    families: tuple[Family, ...]
    counted: dict[str, tuple[tuple[int, ...], ...]]


@lru_cache(maxsize=64)
def watched(house: House) -> Watched:
    """What is watched at a table of this house."""
    chance = house.game.chance(house)
    weights, total = list(chance.weights), chance.total
    if all(isinstance(each, tuple) for each in chance):
        ways: list[Callable[[Hashable], tuple[str, ...]]] = [_faces, _pair, _total(house)]
    else:
        ways = [lambda outcome: (as_text(outcome),)]
    families, counted = [], {as_text(each): list[tuple[int, ...]]() for each in chance}
    for way in ways:
        shares = dict[str, Fraction]()
        for outcome, weight in weights:
            names = way(outcome)
            for name in names:
                shares[name] = shares.get(name, Fraction(0)) + Fraction(weight, total * len(names))
        places = {name: place for place, name in enumerate(shares)}
        groups = [*_alone(places), *_neighbors(places, house.options.around())]
        families.append(Family(tuple(shares), tuple(shares.values()), tuple(groups)))
        for outcome, _ in weights:
            counted[as_text(outcome)].append(tuple(places[name] for name in way(outcome)))
    return Watched(tuple(families), {name: tuple(each) for name, each in counted.items()})


def _faces(outcome: Hashable) -> tuple[str, ...]:
    return tuple(as_text(outcome).split("-"))


def _pair(outcome: Hashable) -> tuple[str, ...]:
    return ("-".join(sorted(_faces(outcome))),)


def _total(house: House) -> Callable[[Hashable], tuple[str, ...]]:
    return lambda outcome: (f"total {house.game.course.counted(as_text(outcome))}",)


def _alone(places: dict[str, int]) -> Iterable[Group]:
    return (Group(name, (place,)) for name, place in places.items())


def _neighbors(places: dict[str, int], around: tuple[str, ...]) -> Iterable[Group]:
    """Every sector of a wheel, by its first and last number."""
    if set(around) != places.keys():
        return
    for size in SECTORS:
        for first in range(len(around)):
            names = [around[(first + each) % len(around)] for each in range(size)]
            yield Group(f"{names[0]} to {names[-1]}", tuple(places[name] for name in names))
