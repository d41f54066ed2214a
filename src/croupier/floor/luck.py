"""How unusual recent outcomes are: which came more or less often than expected, compared with pure chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, lgamma, log

from croupier.core.chance import as_text
from croupier.core.machine import Void
from croupier.house import House

#: Fewer rounds than this are not evaluated.
LEAST = 36
#: How many rounds are evaluated.
MOST = 100


@dataclass(frozen=True, slots=True)
class Came:
    """One outcome: how often it came, how often it was expected, and its chance in the next round."""

    outcome: str
    count: int
    expected: Fraction
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Luck:
    """The outcomes furthest above and below their expected count, and how often chance alone deviates as much."""

    rounds: int
    hot: tuple[Came, ...]
    cold: tuple[Came, ...]
    usual_hot: float
    usual_cold: float
    even: bool  # whether all outcomes have the same chance


def chances(house: House) -> dict[str, Fraction]:
    """What the board counts, with exact chances: numbers, symbols, or totals of two dice."""
    game, table = house.game, house.game.begin(house)
    valid = [row for row in game.chance(house).weights if not isinstance(game.observe(table, row[0], house), Void)]
    whole, found = sum(weight for _, weight in valid), dict[str, Fraction]()
    for outcome, weight in valid:
        name = total(as_text(outcome), house)
        found[name] = found.get(name, Fraction(0)) + Fraction(weight, whole)
    return found


def total(outcome: str, house: House) -> str:
    """An outcome as it is counted: a roll counts by its total."""
    return house.game.course.counted(outcome)


def luck(outcomes: Sequence[str], house: House, shown: int = 4) -> Luck | None:
    """The outcomes furthest above and below their expected count, in standard deviations; None for too few rounds."""
    if len(outcomes) < LEAST:
        return None
    exact, counted = chances(house), Counter(total(each, house) for each in outcomes)
    rounds = len(outcomes)
    came = [Came(name, counted[name], rounds * chance, chance) for name, chance in exact.items()]
    ranked = sorted(came, key=lambda each: (each.expected - each.count) / _spread(rounds, each.chance))
    hot = [each for each in ranked[:shown] if each.count > each.expected]
    cold = [each for each in ranked[::-1][:shown] if each.count < each.expected]
    weights = tuple(sorted(exact.values()))
    most = max((each.count - each.expected) / _spread(rounds, each.chance) for each in came)
    least = min((each.count - each.expected) / _spread(rounds, each.chance) for each in came)
    return Luck(
        rounds,
        tuple(hot),
        tuple(cold),
        1 - within(rounds, weights, high=float(most)),
        1 - within(rounds, weights, low=float(least)),
        len(set(weights)) == 1,
    )


def _spread(rounds: int, chance: Fraction) -> Fraction:
    """The standard deviation of a count, to a millionth."""
    return Fraction(round(float(rounds * chance * (1 - chance)) ** 0.5 * 10**6), 10**6)


@lru_cache(maxsize=256)
def within(
    rounds: int, weights: tuple[Fraction, ...], high: float = float("inf"), low: float = float("-inf")
) -> float:
    """The chance that every count stays within this many standard deviations of its expected value.

    The counts are multinomial: rounds! times the coefficient of a product with one factor for each outcome.
    """
    product = [0.0] * (rounds + 1)
    product[0] = 1.0
    scale = 0.0  # the logarithm of what was divided out so far
    for chance, many in _alike(weights).items():
        share, spread = float(rounds * chance), float(_spread(rounds, chance))
        factor = [
            exp(count * log(float(chance) * rounds) - share - lgamma(count + 1))
            if low * spread + 1e-9 < count - share < high * spread - 1e-9
            else 0.0
            for count in range(rounds + 1)
        ]
        scale += share * many
        for _ in range(many):
            product = _times(product, factor)
    # Each factor contains exp(-share), together exp(-rounds); this line cancels that, and rounds**count.
    return min(1.0, product[rounds] * exp(lgamma(rounds + 1) - rounds * log(rounds) + scale))


def _alike(weights: Sequence[Fraction]) -> Mapping[Fraction, int]:
    return Counter(weights)


def _times(one: list[float], other: list[float]) -> list[float]:
    """The product of two power series, cut to their length."""
    found = [0.0] * len(one)
    held = [(place, value) for place, value in enumerate(other) if value > 1e-300]
    for place, value in enumerate(one):
        if value:
            for more, factor in held:
                if place + more >= len(found):
                    break
                found[place + more] += value * factor
    return found
