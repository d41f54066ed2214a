"""Drawdown: the deepest fall of a session from the highest wealth so far, enclosed by proved bounds.

A "fall" is the distance from the highest wealth so far (the peak) down to the present wealth. To compute
P(fall ≥ d), walk over (state, wealth, peak) with wealth above peak - d. There is one plane (an array of states by
wealth) for every peak. Play leaves a plane upwards into the plane of a new peak, or downwards by falling d. Three
methods keep the number of planes small; all of them are sound:

- Above some wealth only the plan can end the session before a fall of d (without a goal). Then the peak does not
  matter: one circular plane, whose top is again a peak, serves all these peaks. With a goal, this one plane is the
  same for every peak, and the peaks form a ladder up to the goal, each new peak a rung.
- A peak less than d above the lowest possible wealth needs no plane: no fall from it is that deep.
- Any other peak may be rounded up, by at most s. This overstates a fall by at most s: if F(d) is the chance that the
  walk with rounded peaks falls by d, then F(d + s) ≤ P(fall ≥ d) ≤ F(d).

If the goal is far away, even the ladder is too much work. Then every session that climbs to the ladder counts as
fallen, minus the known chance of the sessions that end so high.

A session that ends with a loss of d has fallen by d. P(fall ≥ d) decreases with d, so values at some d bound all
others, and also their sum over d, the expected fall. The next d is chosen where it narrows the bounds of that
sum most, until the allowed amount of work is done.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from math import fsum

import numpy as np

from croupier.chain.session import kernels
from croupier.chain.session.floats import Moves, Visits, ends, moves, reached, slack
from croupier.chain.session.game import Game
from croupier.chain.session.kernels import Flags, Floats

MOST_WORK = 700_000_000  # in cells; moving a row costs `ROW` cells extra
ROW = 600
AT_ONCE = 8
AIMED = 20  # number of values that share the work
CLOSE = 1e-8  # the wanted residual Σ|r| of a plane
FAR = 0.1  # a goal is far if a smaller share of sessions reaches it
CYCLES, CYCLE = 14, 18  # estimates: cycles to solve a plane, and pushes per cycle


@dataclass(frozen=True)
class Falls:
    """Lower and upper bounds of P(fall ≥ n units) for n = 0, 1, …, and the n at which they were computed."""

    unit: int  # cents
    low: tuple[float, ...]
    high: tuple[float, ...]
    computed: tuple[int, ...]

    @property
    def expected(self) -> tuple[float, float]:
        """Bounds of the expected fall in cents; the margin covers the final roundings."""
        return self.unit * fsum(self.low[1:]) * (1 - 1e-12), self.unit * fsum(self.high[1:]) * (1 + 1e-12)


@dataclass(frozen=True)
class _Plane:
    """The wealth from `peak - fall` (excluded) to `peak`, in units; `circular` if its top is again a peak."""

    ask: int  # the number of the requested fall
    fall: int
    peak: int
    circular: bool = False


@dataclass
class _Asker:
    """Computes F: the chance that the walk with rounded peaks falls by a number of units."""

    game: Game
    by: Moves
    rounds: int | None
    spared: float = 1.0  # upper bound of the share of sessions that end so high that only plan or goal end them
    work: float = 0.0
    known: dict[int, tuple[float, int, float]] = field(default_factory=dict)  # units: chance, s, error

    @property
    def most(self) -> int:
        """The allowed work; a cell costs more where planes are solved."""
        return MOST_WORK if self.rounds is not None else max(1, MOST_WORK // 2)

    def ask(self, falls: list[int]) -> None:
        """Compute F for all of these falls together."""
        for fall in [fall for fall in falls if self._has_ladder(fall)]:
            if self.work < self.most:
                self._climb_ladder(fall)
            falls = [other for other in falls if other != fall]
        if not falls:
            return
        planes = [self._planes(ask, fall, self._last(fall)) for ask, fall in enumerate(falls)]
        if self.rounds is None:
            beyond = [self._places() for _ in falls]
            chances, errors = self._to_the_end(planes, max(falls), beyond)
            for ask, climbed in enumerate(fsum(each.ravel().tolist()) for each in beyond):
                spared = min(climbed, self.spared)
                chances[ask], errors[ask] = chances[ask] + climbed - spared / 2, errors[ask] + spared / 2
        else:
            chances = [_walk(self.game, self.by, own, self.rounds) for own in planes]
            errors = [slack(self._roundings(len(own))) for own in planes]
            self.work += self.rounds * len(self.by.rows) * sum(len(own) * own[0].fall for own in planes)
        for fall, chance, error, own in zip(falls, chances, errors, planes, strict=True):
            self.known[fall] = min(1.0, chance), _rounding(own), error

    def _roundings(self, planes: int) -> int:
        """The most roundings in one chance: moves of a round, climbs between planes, and the final sum."""
        by, climbs = self.by, planes * (self.by.won * self.by.states + 1)
        return (self.rounds or 0) * (by.inward + 3 + climbs) + by.states * by.lost + 10

    def _has_ladder(self, fall: int) -> bool:
        """Whether a ladder is affordable; it is needed only with a goal and without a last round."""
        return self.rounds is None and len(self.by.rungs) <= self._most_planes(fall)

    def _climb_ladder(self, fall: int) -> None:
        """Planes where ruin may come before the fall, and a ladder from there to the goal."""
        mass = self._places(self.by.won)
        goal = len(mass) - self.by.won
        planes = [] if self._calm(fall) <= self._begins else self._planes(0, fall, self._calm(fall) - 1)
        chance = error = 0.0
        if planes:
            (chance,), (error,) = self._to_the_end([planes], fall, [mass[:goal]])
        else:
            mass[self._begins, 0] = 1.0
        more, off = self._by_ladder(fall, mass, goal)
        self.known[fall] = min(1.0, chance + more), _rounding(planes), error + off

    def _places(self, more: int = 0) -> Floats:
        """An array for the chance of every peak below the goal, with a margin."""
        assert self.game.goal is not None
        return np.zeros((self.by.at(self.game.goal - 1) + 1 + more, len(self.by.rungs)))

    @property
    def _begins(self) -> int:
        return self.by.at(self.game.bankroll)

    def _calm(self, fall: int) -> int:
        """The first peak from which only the plan or the goal can end a session before this fall."""
        return fall + self.by.at(self.game.calm - 1)

    def _last(self, fall: int) -> int:
        """The highest peak that has its own plane."""
        if self.game.goal is None:
            return self._calm(fall)
        return self._calm(fall) - 1 if self.rounds is None and self.spared < FAR else self.game.goal

    def _planes(self, ask: int, fall: int, last: int) -> list[_Plane]:
        """The planes of this fall up to the last peak, in ascending order; circular where there is no goal."""
        circular = self.game.goal is None
        if circular and self._begins >= last:
            return [_Plane(ask, fall, self._begins, True)]
        first = max(self._begins, fall + self._lowest() - 1)
        last = min(last, self.by.at(self.game.goal - 1)) if self.game.goal is not None else last
        last = max(first, last)
        step = max(1, -(-(last - first) // self._most_planes(fall)))
        peaks = [*range(first, last, step), last]
        return [_Plane(ask, fall, peak, circular and peak == last) for peak in peaks]

    def _to_the_end(
        self, planes: list[list[_Plane]], width: int, beyond: list[Floats]
    ) -> tuple[list[float], list[float]]:
        """Solve the planes from low to high, for all falls at once; climbs beyond the last plane go to the ladder."""
        game, by = self.game, self.by
        chances, errors = [0.0] * len(planes), [0.0] * len(planes)
        rounded = slack(by.inward + by.lost + by.won + width + 2 * by.states + 8)  # a plane's moves, climbs and sums
        coming: dict[_Plane, Floats] = {plane: np.zeros((by.states, width)) for own in planes for plane in own}
        for own in planes:
            coming[own[0]][0, width - 1 - (own[0].peak - by.at(game.bankroll))] = 1.0
        for at in range(max(map(len, planes))):
            level = [own[at] for own in planes if at < len(own)]
            board = _Board(game, by, level, width)
            begin = np.stack([coming.pop(plane) for plane in level])
            for row, plane in enumerate(level):
                chances[plane.ask] += float((begin[row] * board.deep[row]).sum())
            begin *= board.alive
            often, wrong = self._visits(board.alive, begin)
            after = by.push(often)
            fallen = after[:, :, : by.lost].sum(axis=(1, 2))
            fallen += (after[:, :, by.lost : by.lost + width] * board.deep).sum(axis=(1, 2))
            for row, plane in enumerate(level):
                chances[plane.ask] += float(fallen[row])
                errors[plane.ask] += float(wrong[row]) + rounded
                own = planes[plane.ask]
                for to, first, last, place in _routes(plane, own, by.won):
                    chances[plane.ask] += _climb(after[row], coming[own[to]], by.lost + width, first, last, place)
                higher = beyond[plane.ask]
                low, high = own[-1].peak + 1, min(len(higher), plane.peak + by.won + 1)
                shift = by.lost + width - plane.peak - 1
                higher[low:high] += after[row][by.rungs, low + shift : high + shift].T
        return chances, errors

    def _by_ladder(self, fall: int, mass: Floats, goal: int) -> tuple[float, float]:
        """Climb from peak to peak up to the goal: each rung behaves alike, however high it is.

        `mass` is the chance of every peak that is not reached from a lower rung; the rest is added here.
        """
        by, rungs = self.by, self.by.rungs
        begin = np.zeros((len(rungs), by.states, fall))
        for at, state in enumerate(rungs):
            begin[at, state, -1] = 1.0
        alive = np.ones(begin.shape, dtype=bool)
        alive[:, sorted(self.game.idle)] = False
        begin *= alive
        often, wrong = self._visits(alive, begin)
        after = by.push(often)
        fallen = after[:, :, : by.lost].sum(axis=(1, 2))
        higher = after[:, rungs, by.lost + fall :]  # by rung, next rung and how much higher
        for at in range(goal):
            if mass[at].any():
                for more in range(by.won):
                    mass[at + 1 + more] += mass[at] @ higher[:, :, more]
        times = mass[:goal].sum(axis=0)
        rounded = slack((by.inward + by.won * len(rungs) + 3) * (goal + 1) + by.states * by.lost + goal)
        return float(times @ fallen), float(times @ wrong) * 1.001 + rounded * (1 + float(times.sum()))

    def _visits(self, alive: Flags, begin: Floats) -> tuple[Floats, Floats]:
        visits = Visits(self.by, alive & reached(self.by, begin > 0, alive))
        found = visits.solve(begin, CLOSE)
        self.work += visits.cycles * CYCLE * len(self.by.rows) * (ROW + len(begin) * begin.shape[2])
        return found

    def _lowest(self) -> int:
        """A place below which no session can end, since the loss of a round is limited."""
        return 0 if self.game.floor is None else max(0, self.by.at(self.game.floor) + 1 - self.by.lost)

    def _most_planes(self, fall: int) -> int:
        """How many planes the remaining work allows."""
        rows = len(self.by.rows)
        once = self.most / AIMED / rows
        if self.rounds is None:
            return max(1, int(once / (CYCLES * CYCLE * (ROW / AT_ONCE + fall))))
        return max(1, int(once / self.rounds / fall))


def _rounding(planes: list[_Plane]) -> int:
    """By how much a peak may be rounded up."""
    return max([0, *(b.peak - a.peak - 1 for a, b in pairwise(planes))])


def falls(game: Game, max_rounds: int | None, typical: int, lost: dict[int, float]) -> Falls:
    """Bounds for every fall up to the deepest there can be.

    `typical` is a rough size of a fall, in cents. `lost` maps a loss in cents to a lower bound of the chance that the
    session ends with at least that loss, and so has fallen at least that deep.
    """
    by = moves(game)
    ends_low = max((chance for cents, chance in lost.items() if cents > game.bankroll - game.calm), default=0.0)
    asker = _Asker(game, by, max_rounds, 1 - ends_low)
    deepest = game.best(max_rounds) // by.unit
    asker.known = {0: (1.0, 0, 0.0), deepest + 1: (0.0, 0, 0.0)}
    size = max(1, typical // by.unit)
    wanted = sorted({min(deepest, max(1, size * part // 4)) for part in (1, 2, 3, 4, 6, 9, 14)})
    while wanted and asker.work < asker.most:
        asker.ask(wanted)
        wanted = _next(asker.known)
    low, high = np.zeros(deepest + 1), np.ones(deepest + 1)
    for fall, (chance, over, error) in asker.known.items():
        sure = low[: max(0, fall - over + 1)]
        np.maximum(sure, chance - error, out=sure)
        np.minimum(high[fall:], chance + error, out=high[fall:])
    for cents, chance in lost.items():
        sure = low[: cents // by.unit + 1]
        np.maximum(sure, chance, out=sure)
    return Falls(by.unit, tuple(low.tolist()), tuple(high.tolist()), tuple(sorted(asker.known))[1:-1])


def _next(known: dict[int, tuple[float, int, float]]) -> list[int]:
    """The next falls to compute: in the middle of the gaps that leave the bounds widest apart."""
    at = sorted(known)
    gaps = [(known[a][0] - known[b][0], b - a, a) for a, b in pairwise(at) if b - a > 1]
    total = sum(known[a][0] * (b - a) for a, b in pairwise(at))
    open_ = sorted(((drop * wide, a, wide) for drop, wide, a in gaps if drop * wide > 1e-7 * total), reverse=True)
    return sorted(a + min(wide // 2, a or wide) for most, a, wide in open_[:AT_ONCE] if 16 * most >= open_[0][0])


def _routes(plane: _Plane, others: list[_Plane], won: int) -> Iterable[tuple[int, int, int, int]]:
    """Where wealth above the plane's peak goes: target plane, first and last overshoot, target place of the first.

    An overshoot is the wealth above the peak. Places count down from the peak; -1: all become the new peak.
    """
    below = plane.peak
    for at, other in enumerate(others):
        first, last = below - plane.peak + 1, min(won, other.peak - plane.peak)
        if first <= last and other.peak > plane.peak:
            yield at, first, last, other.peak - below - 1
        below = max(below, other.peak)
    top = others[-1]
    first = top.peak - plane.peak + 1
    if top.circular and first <= won:
        yield len(others) - 1, max(1, first), won, -1


@dataclass
class _Board:
    """Planes of the same width with the peak at the right: which cells are alive, and which count as fallen."""

    game: Game
    by: Moves
    planes: list[_Plane]
    width: int

    def __post_init__(self) -> None:
        shape = len(self.planes), self.by.states, self.width
        self.deep = np.zeros((shape[0], 1, shape[2]), dtype=bool)
        self.alive = np.ones(shape, dtype=bool)
        for at, plane in enumerate(self.planes):
            first = plane.peak - self.width + 1
            self.deep[at, 0, : self.width - plane.fall] = True
            self.alive[at] = ends(self.game, self.by, first, self.width) < 0
            self.alive[at, :, : max(0, -first)] = False
        self.alive &= ~self.deep

    def column(self, plane: _Plane, wealth: int) -> int:
        """The column of a wealth, in units."""
        return self.width - 1 - (plane.peak - wealth)


def _walk(game: Game, by: Moves, planes: list[_Plane], rounds: int) -> float:
    """Walk all planes of a fall round by round; return the chance of the fall."""
    width = planes[0].fall
    board = _Board(game, by, planes, width)
    now = np.zeros(board.alive.shape)
    now[0, 0, board.column(planes[0], by.at(game.bankroll))] = 1.0
    routes = [
        (at, to, first, last, width if place < 0 else width - 1 - place)
        for at, plane in enumerate(planes)
        for to, first, last, place in _routes(plane, planes, by.won)
    ]
    leads = np.array(routes, dtype=np.int64).reshape(-1, 5)
    return float(kernels.walk(now, board.alive, *by.arrays, by.lost, by.won, leads, rounds))


def _climb(after: Floats, now: Floats, above: int, first: int, last: int, place: int) -> float:
    """Add overshoots, first to last, to another plane; return the chance that lands left of it and so has fallen."""
    part, start = after[:, above + first - 1 : above + last], now.shape[1] - 1 - place
    fallen, part = part[:, : max(0, -start)], part[:, max(0, -start) :]  # possible if the peak was rounded up far
    now[:, max(0, start) : max(0, start) + part.shape[1]] += part
    return float(fallen.sum())
