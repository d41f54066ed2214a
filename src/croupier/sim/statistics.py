"""The figures of a simulation: each as observed, with what was expected, the standard error and the z-score.

The mean of n rounds has the standard error sqrt(v / n), where v is the chain's exact asymptotic variance, which
includes the correlation of rounds. A stream starts in the chain's first state, which adds `Gain.start` to the
expected net. So the mean expected of this run is mean + streams·start / n, and z is (observed - expected) /
standard error: it follows from the figures that are printed. The number of rounds in a session is random, since
it depends on the results. So sessions are compared with the exact session, with each session as one observation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import erfc, sqrt
from typing import TYPE_CHECKING

from croupier.chain.compile import TooLarge
from croupier.chain.session.session import NoSession, session
from croupier.chain.solve import Gain, NoLongRun, gain
from croupier.core.absorbing import NeverEnds
from croupier.sim.terms import Rounds, Sessions, Terms
from croupier.sim.totals import ENDS, SessionTotals, Totals

if TYPE_CHECKING:
    from croupier.chain.compile import Chain
    from croupier.chain.session.session import Session
    from croupier.chain.solve import Number
    from croupier.sim.run import Result

PERCENTS = (1, 5, 25, 50, 75, 95, 99)
LEAST_STREAMS = 30  # needed for a standard error from the streams' results
LEAST_EXPECTED = 10  # expected sessions with an ending, and without it, needed for the z of its share
NOT_COMPARED = (
    "The net a round of sessions has no z-score: they end by how they went, and what stands then counts at face."
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as observed. z is (observed - expected) / error, to the digits that are printed."""

    key: str
    name: str
    unit: str  # cents, dollars (held in cents), share or count
    observed: float | None
    exact: Number | None = None  # of rounds: in the long run; of sessions: of a session
    error: float | None = None  # standard error
    z: float | None = None
    expected: Number | None = None  # of this run, which starts each of its streams in the first state


@dataclass(frozen=True)
class Exact:
    """The exact results for the simulated terms. `missing` says why a result is missing."""

    gain: Gain | None
    session: Session | None = None
    missing: tuple[str, ...] = ()


def exact(chain: Chain, terms: Terms) -> Exact:
    """Solve the long run of a chain and, for sessions, the exact session. Ctrl-C skips the session."""
    missing, found, whole = [], None, None
    try:
        found = gain(chain)
    except NoLongRun as error:
        missing.append(f"No exact mean of a round: {error}.")
    if isinstance(terms, Sessions):
        try:
            whole = session(chain, terms.bankroll, terms.goal, terms.loss_limit, terms.max_rounds)
        except (NoSession, NeverEnds, TooLarge) as error:
            missing.append(f"No exact session: {error}.")
        except KeyboardInterrupt:
            missing.append("No exact session: stopped before it was solved.")
    return Exact(found, whole, tuple(missing))


@dataclass(frozen=True)
class Simulation:
    """A simulated plan: its chain, the result, and the exact values."""

    chain: Chain
    result: Result
    exact: Exact

    @property
    def rounds(self) -> int:
        """The rounds played in all, including those from a checkpoint."""
        return self.result.totals.rounds

    @property
    def mean(self) -> float | None:
        """The mean net of a round in cents."""
        return self.result.totals.net / self.rounds if self.rounds else None

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """All figures, the most important one first."""
        totals = self.result.totals
        if isinstance(totals, Totals):
            return tuple(of_rounds(totals, self.exact.gain))
        return tuple(of_sessions(totals, self.exact))

    @property
    def z(self) -> float | None:
        """The z-score of the first figure: the net of a round, or the result of a session."""
        return self.figures[0].z

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the reader: which exact values are missing, and what cannot be compared."""
        found, whole = list(self.exact.missing), self.exact.session
        if whole is not None and whole.drawdown is None:
            low, high = (f"${float(bound) / 100:,.2f}" for bound in (whole.drawdown_low, whole.drawdown_high))
            found.append(f"The exact mean of the deepest fall is between {low} and {high}.")
        if isinstance(self.result.totals, SessionTotals) and self.rounds:
            found.append(NOT_COMPARED)
        return tuple(found)

    @property
    def rounds_per_second(self) -> float | None:
        """The speed of this run alone; None if everything came from the checkpoint."""
        result = self.result
        done = result.totals.streams
        if not result.played or not result.seconds:
            return None
        if isinstance(result.terms, Rounds):
            rounds = float(result.terms.before(done) - result.terms.before(done - result.played))
        else:
            rounds = self.rounds * result.played / done
        return rounds / result.seconds


def of_rounds(totals: Totals, known: Gain | None) -> Iterator[Figure]:
    """The figures of a number of rounds. `known` has the exact values."""
    n = totals.rounds
    mean = totals.net / n
    z, expected = None, None
    if known is None:
        error = observed_error(totals)
    else:
        error = sqrt(known.asymptotic_variance / n)
        expected = expected_net(totals, known) / n
        z = _z(totals.net - expected_net(totals, known), sqrt(n * known.asymptotic_variance))
    yield Figure("net", "net a round", "cents", mean, _of(known, "net"), error, z, expected)
    edge = -totals.net / totals.wagered if totals.wagered else None
    yield Figure("edge", "edge", "share", edge, _of(known, "edge"))
    spread = _deviation(n, totals.net, totals.squares)
    yield Figure(
        "stdev", "standard deviation of a round", "cents", spread, None if known is None else sqrt(known.variance)
    )
    yield Figure("wagered", "wagered a round", "cents", totals.wagered / n, _of(known, "wagered"))
    yield Figure("decided", "wagers decided a round", "count", totals.decided / n, _of(known, "decided"))


def expected_net(totals: Totals, known: Gain) -> Number:
    """The net that is expected of this run: the mean of its rounds, and what the start of every stream adds."""
    return totals.rounds * known.net + totals.streams * known.start


def observed_error(totals: Totals) -> float | None:
    """The standard error of the mean net of a round, estimated from the streams, if there are enough of them."""
    if totals.streams < LEAST_STREAMS:
        return None
    spread = _deviation(totals.streams, totals.net, totals.stream_squares)
    return None if spread is None else spread * sqrt(totals.streams) / totals.rounds


def of_sessions(totals: SessionTotals, known: Exact) -> Iterator[Figure]:
    """The figures of a number of sessions."""
    n, whole = totals.streams, known.session
    result = None if whole is None else whole.expectation
    spread = None if whole is None else whole.stdev
    seen = _deviation(n, totals.net, totals.stream_squares)
    yield _mean("result", "result of a session", "dollars", totals.net / n, result, spread if whole else seen, n)
    yield Figure("result_stdev", "standard deviation of it", "dollars", seen, spread, expected=spread)
    for end in ENDS:
        chance = None if whole is None else whole.ends[end]
        if totals.ends[end] or chance:
            yield _share(end, totals.ends[end], n, chance)
    length = None if whole is None else whole.rounds
    spread = _deviation(n, totals.rounds, totals.rounds_squares)
    yield _mean("rounds", "rounds of a session", "count", totals.rounds / n, length, spread, n)
    falls, squares = _moments(totals.drawdowns)
    deepest = None if whole is None else whole.drawdown
    yield _mean("drawdown", "deepest fall", "dollars", falls / n, deepest, _deviation(n, falls, squares), n)
    if totals.rounds:
        error = None if known.gain is None else sqrt(known.gain.asymptotic_variance / totals.rounds)
        yield Figure("net", "net a round", "cents", totals.net / totals.rounds, _of(known.gain, "net"), error)


def percentiles(counts: Mapping[int, int]) -> dict[int, int]:
    """The percentiles of values that are given with their counts.

    >>> percentiles({-5: 50, 5: 49, 700: 1})
    {1: -5, 5: -5, 25: -5, 50: -5, 75: 5, 95: 5, 99: 5}
    """
    found: dict[int, int] = {}
    many, so_far = sum(counts.values()), 0
    for value in sorted(counts):
        so_far += counts[value]
        for percent in PERCENTS:
            if percent not in found and 100 * so_far >= percent * many:
                found[percent] = value
    return found


def by_chance(z: float) -> float:
    """The chance of a z-score at least this far from zero.

    >>> round(by_chance(-1.959964), 6)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def _of(known: Gain | None, name: str) -> Number | None:
    return None if known is None else getattr(known, name)


def _z(apart: Number, error: float) -> float | None:
    return float(apart) / error if error else None


def _mean(key: str, name: str, unit: str, seen: float, known: Number | None, spread: float | None, n: int) -> Figure:
    error = None if spread is None else spread / sqrt(n)
    z = None if known is None or not error else _z(seen - float(known), error)
    return Figure(key, name, unit, seen, known, error, z, known)


def _share(end: str, many: int, n: int, chance: Number | None) -> Figure:
    """The share of sessions that ended in one way. If the exact chance is known, the standard error uses it."""
    share = float(chance) if chance is not None else many / n
    error = sqrt(max(0.0, share * (1 - share)) / n)
    enough = chance is not None and n * min(share, 1 - share) >= LEAST_EXPECTED
    z = _z(many / n - share, error) if enough else None
    return Figure(f"end-{end}", WORDS[end], "share", many / n, chance, error, z, chance)


WORDS = {
    "goal": "goal reached",
    "ruin": "ruin",
    "loss-limit": "loss limit",
    "stopped": "plan stopped",
    "rounds": "last round played",
}


def _moments(counts: Mapping[int, int]) -> tuple[int, int]:
    return sum(v * many for v, many in counts.items()), sum(v * v * many for v, many in counts.items())


def _deviation(n: int, total: int, squares: int) -> float | None:
    """The standard deviation of n values from their sum and sum of squares, rounded once; None for a single value."""
    return sqrt(Fraction(n * squares - total * total, n * (n - 1))) if n > 1 else None
