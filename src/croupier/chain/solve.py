"""The long run of a plan, exactly: mean, variance and edge of its rounds, correlations between rounds included.

This is the theory of Markov reward chains. P is the transition matrix of a round, r the mean net of a round from each
state, and g the long-run mean (the gain). The bias h of the states solves h = r - g + P h. One recurrent state gets
h = 0; with a column of ones in its place, I - P gives g and h in one solution, and its transpose gives the share of
rounds that begin in each state. The asymptotic variance is the variance of r + h(next) - h(now) - g, which is
uncorrelated from round to round.

Up to `MOST_EXACT` states this is solved in whole numbers (python-flint). Larger chains are iterated in floats: for
any v, the mean lies between the smallest and the largest entry of r + P v - v.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import TYPE_CHECKING, TypeAlias, cast

from croupier.chain.compile import Chain
from croupier.core.absorbing import End, Machine, parts

if TYPE_CHECKING:
    import numpy as np
    from flint import fmpq_mat, fmpz, fmpz_mat
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]

MOST_EXACT = 2_000  # states; about ten seconds
MOST_ITERATIONS = 20_000  # of a larger chain
WANTED = 1e-9  # cents: the bound at which iterating stops

Number: TypeAlias = Fraction | float


class NoLongRun(ValueError):
    """The plan has no long run: it stops, never decides a wager, or has several recurrent classes."""


@dataclass(frozen=True, slots=True)
class Round:
    """A whole round from a state, draws included: the next state, and the money in cents."""

    next: int
    net: int
    wagered: int
    decided: int


@dataclass(frozen=True, slots=True)
class Gain:
    """The long-run results of a plan per round, in cents: exact fractions, or floats if `error` is not zero."""

    net: Number
    wagered: Number
    decided: Number
    distribution: tuple[tuple[int, Number], ...]  # net of a round and its chance, lowest first
    asymptotic_variance: Number  # variance of the net of n rounds, divided by n, for large n
    start: Number  # the bias of the first state: total net minus n times the mean, for large n
    error: float = 0.0  # proved bound for net and wagered

    @property
    def edge(self) -> Number:
        """What the house keeps of every cent wagered."""
        return -self.net / self.wagered

    def moment(self, order: int) -> Number:
        """A central moment of the net of one round."""
        return sum((chance * (net - self.net) ** order for net, chance in self.distribution), Fraction(0))

    @property
    def variance(self) -> Number:
        """The variance of the net of one round."""
        return self.moment(2)

    @property
    def skewness(self) -> float:
        """The skewness of the net of one round."""
        return float(self.moment(3)) / sqrt(self.variance) ** 3 if self.variance else 0.0

    @property
    def hit(self) -> Number:
        """The share of rounds that win something."""
        return sum((chance for net, chance in self.distribution if net > 0), Fraction(0))


def gain(chain: Chain) -> Gain:
    """The long run of a compiled plan."""
    rounds = whole_rounds(chain)
    home = _home(chain, rounds)
    return _exactly(rounds, home) if len(rounds) <= MOST_EXACT else _in_floats(rounds)


def whole_rounds(chain: Chain) -> dict[int, dict[Round, Fraction]]:
    """By starting state, every possible round with its chance."""
    return {state: _whole(chain, state) for state in range(chain.size) if not chain.is_draw[state]}


def _whole(chain: Chain, state: int) -> dict[Round, Fraction]:
    found: dict[Round, Fraction] = {}
    waiting = [(state, 0, 0, 0, Fraction(1))]
    while waiting:
        at, net, wagered, decided, often = waiting.pop()
        total = sum(step.weight for step in chain.steps[at])
        for step in chain.steps[at]:
            so_far = (net + step.net, wagered + step.wagered, decided + step.decided)
            chance = often * Fraction(step.weight, total)
            if chain.is_draw[step.next]:
                waiting.append((step.next, *so_far, chance))
            else:
                way = Round(step.next, *so_far)
                found[way] = found.get(way, Fraction(0)) + chance
    return found


Rounds: TypeAlias = Mapping[int, Mapping[Round, Fraction]]


def _home(chain: Chain, rounds: Rounds) -> int:
    """A recurrent state, of the chain's only recurrent class."""
    moves: dict[int, dict[int | End[str], Fraction]] = {
        state: {way.next: Fraction(0) for way in ways} for state, ways in rounds.items()
    }
    last = [part for part in parts(Machine(0, moves)) if all(to in set(part) for s in part for to in moves[s])]
    name = chain.plan.name
    if len(last) > 1:
        raise NoLongRun(f"the plan {name} may end up in {len(last)} different ways, and has no one mean")
    if not any(way.decided for state in last[0] for way in rounds[state]):
        stops = any(way.decided for ways in rounds.values() for way in ways)
        how = "stops for good" if stops else "never has a wager decided"
        instead = "; `croupier session` says what comes of it" if stops else ""
        raise NoLongRun(f"the plan {name} {how}, so that its rounds have no mean{instead}")
    return int(last[0][0])


def _exactly(rounds: Rounds, home: int) -> Gain:
    from flint import fmpz, fmpz_mat

    place = {state: at for at, state in enumerate(rounds)}
    totals = [lcm(*(chance.denominator for chance in ways.values())) for ways in rounds.values()]
    size, at_home = len(place), place[home]
    flows = [[0] * size for _ in range(size)]  # row by state, each times its total
    brings = []
    for at, ways in enumerate(rounds.values()):
        flows[at][at] = totals[at]
        for way, chance in ways.items():
            flows[at][place[way.next]] -= int(chance * totals[at])
        brings.append(int(sum((way.net * chance for way, chance in ways.items()), Fraction(0)) * totals[at]))
    for at in range(size):
        flows[at][at_home] = totals[at]
    values, scale = _solved(fmpz_mat(flows), fmpz_mat(size, 1, brings))
    mean = values[at_home]
    values[at_home] = fmpz(0)
    columns = [[flows[at][to] for at in range(size)] for to in range(size)]
    shares, whole = _solved(fmpz_mat(columns), fmpz_mat(size, 1, [int(at == at_home) for at in range(size)]))
    often = [Fraction(int(share * total), int(whole)) for share, total in zip(shares, totals, strict=True)]

    def spread(at: int, way: Round) -> int:
        return int(way.net * scale + values[place[way.next]] - values[at] - mean)

    squares = (
        often[at] * chance * spread(at, way) ** 2
        for at, ways in enumerate(rounds.values())
        for way, chance in ways.items()
    )
    level = sum((share * int(value) for share, value in zip(often, values, strict=True)), Fraction(0))
    return Gain(
        Fraction(int(mean), int(scale)),
        *_means(dict(zip(rounds, often, strict=True)), rounds),
        sum(squares, Fraction(0)) / int(scale) ** 2,
        (int(values[place[0]]) - level) / int(scale),
    )


def _solved(matrix: fmpz_mat, right: fmpz_mat) -> tuple[list[fmpz], fmpz]:
    """The solution as whole numbers over one denominator."""
    solution = cast("fmpq_mat", matrix.solve(right))
    numerators, denominator = solution.numer_denom()
    return [numerators[at, 0] for at in range(numerators.nrows())], denominator


def _means(often: Mapping[int, Number], rounds: Rounds) -> tuple[Number, Number, tuple[tuple[int, Number], ...]]:
    """Amount wagered, wagers decided and distribution of the net, from how many rounds begin in each state."""
    wagered: Number = Fraction(0)
    decided: Number = Fraction(0)
    nets: dict[int, Number] = {}
    for state, ways in rounds.items():
        if share := often[state]:
            for way, chance in ways.items():
                wagered += share * chance * way.wagered
                decided += share * chance * way.decided
                nets[way.net] = nets.get(way.net, Fraction(0)) + share * chance
    return wagered, decided, tuple(sorted(nets.items()))


@dataclass(frozen=True)
class _Arrays:
    """All possible rounds as arrays, grouped by starting state."""

    begins: Ints
    ends: Ints
    chance: Floats
    first: Ints  # the first way of each state

    @classmethod
    def of(cls, rounds: Rounds) -> _Arrays:
        """Build the arrays; states are numbered in the order found."""
        import numpy as np

        place = {state: at for at, state in enumerate(rounds)}
        rows = [(at, place[w.next], float(c)) for at, ways in enumerate(rounds.values()) for w, c in ways.items()]
        begins, ends, chance = (np.array(column) for column in zip(*rows, strict=True))
        return cls(begins, ends, chance, np.concatenate(([0], np.cumsum([len(w) for w in rounds.values()])[:-1])))

    def mean(self, of_way: Floats) -> Floats:
        """By state, the mean over its possible rounds."""
        import numpy as np

        return np.add.reduceat(self.chance * of_way, self.first)


def _in_floats(rounds: Rounds) -> Gain:
    """Solve by iteration. The chain is made lazy (it stays put half the time), so that it cannot be periodic."""
    import numpy as np

    arrays = _Arrays.of(rounds)
    ways = [way for ways in rounds.values() for way in ways]
    net, wagered = (np.array([getattr(way, of) for way in ways], dtype=float) for of in ("net", "wagered"))
    mean, values, error = _iterated(arrays, net)
    staked, _, wagered_error = _iterated(arrays, wagered)
    often = np.full(len(rounds), 1 / len(rounds))
    for _ in range(MOST_ITERATIONS):
        flow = np.bincount(arrays.ends, arrays.chance * often[arrays.begins], len(rounds))
        moved = float(np.abs(flow - often).sum())
        often = (flow + often) / 2
        if moved < 1e-14:
            break
    _, decided, distribution = _means(dict(zip(rounds, map(float, often), strict=True)), rounds)
    spread = net + values[arrays.ends] - values[arrays.begins] - mean
    variance = float(often @ arrays.mean(spread**2))
    return Gain(
        mean,
        staked,
        decided,
        tuple((value, float(chance)) for value, chance in distribution),
        variance,
        float(values[0] - often @ values),
        max(error, wagered_error),
    )


def _iterated(arrays: _Arrays, brings: Floats) -> tuple[float, Floats, float]:
    """The mean per round, the values of the states, and the error bound of the mean."""
    import numpy as np

    expected = arrays.mean(brings)
    values = np.zeros(len(arrays.first))
    for _ in range(MOST_ITERATIONS):
        ahead = expected + arrays.mean(values[arrays.ends])
        gained = ahead - values
        low, high = float(gained.min()), float(gained.max())
        if high - low <= WANTED:
            break
        values = (values + ahead) / 2
        values -= values[0]
    return (low + high) / 2, values, (high - low) / 2 + _rounded(arrays, brings, values)


def _rounded(arrays: _Arrays, brings: Floats, values: Floats) -> float:
    """A bound for the rounding error of any state's gain."""
    import numpy as np

    terms = arrays.mean(np.abs(brings)) + arrays.mean(np.abs(values)[arrays.ends]) + np.abs(values)
    operations = int(np.diff(np.append(arrays.first, len(arrays.begins))).max()) + 5
    return float(terms.max()) * operations * 2.0**-52
