"""Sessions too large for whole numbers: floats over states by wealth, each figure with a proved bound of its error.

A board is an array `[plane, state, wealth]` of chances or expected visits; a cell of it is a node. Wealth is in units
of the greatest common divisor of all nets. Playing a round shifts each row by the net of each move, multiplies by the
chance of the move, and adds up.

With a last round, nothing is ever subtracted, so relative errors only add up: a figure after k roundings has a
relative error below k·u/(1-k·u), where u = 2**-53. In one round a chance takes part in at most `inward` additions,
one product and one rounding of the move's own chance. Chances below `CUT` at the edges are dropped and counted as
error.

Without a last round, the expected visits x of all nodes solve x = b + Pᵀx, where b is the start. The quality of any x
is known from its residual r = b + Pᵀx - x: the true visits differ from x by those of a session started with r, and
a session ends at most once. So all chances together are wrong by at most Σ|r|, roundings of r included. To prove that
every session ends, and to bound the number of rounds left, a vector v with v - Pv ≥ 1/2 on every node is computed:
then the expected number of rounds from a node is at most 2v.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import fsum, gcd
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.chain.session import kernels
from croupier.chain.session.game import ENDS, Ending, Game, Solved
from croupier.chain.session.kernels import Flags, Floats, Ints
from croupier.core.absorbing import NeverEnds

Codes: TypeAlias = NDArray[np.int8]  # how a session ends, by its number in ENDS

ON_AND_ON = "this session can go on for ever, or for so long that no end could be proved; give it a last round"
U = 2.0**-53
CUT = 1e-21  # a chance below this is dropped at the edges
MOST_WORK = 3_000_000_000  # cells moved
MOST_CELLS, MOST_CELLS_TO_THE_END = 20_000_000, 400_000
BINS = 64  # of wealth, for the coarse correction of visits
CYCLES, SMOOTHINGS, REMEMBERED = 200, 12, 8
CLOSE, CLOSE_ENOUGH = 1e-10, 1e-6  # Σ|r|: where iteration stops, and above which there is no result


def slack(roundings: float) -> float:
    """The largest relative error after a number of roundings."""
    return roundings * U / (1 - roundings * U)


@dataclass(frozen=True)
class Moves:
    """The moves of a game, in units: from state, to state, units won, chance."""

    rows: tuple[tuple[int, int, int, float], ...]
    states: int
    unit: int
    base: int  # the lowest wealth that is not below zero, in cents

    @cached_property
    def arrays(self) -> tuple[Ints, Floats]:
        """The rows ordered by target state: the whole numbers, and the chances."""
        rows = sorted(self.rows, key=lambda row: row[1])
        return np.array([row[:3] for row in rows], dtype=np.int64), np.array([row[3] for row in rows])

    @cached_property
    def rungs(self) -> list[int]:
        """The states in which a new highest wealth can be reached: the first, and those that a win leads to."""
        return [0, *sorted({to for _, to, k, _ in self.rows if k > 0} - {0})]

    @cached_property
    def lost(self) -> int:
        """The most units a round loses."""
        return max(0, *(-k for _, _, k, _ in self.rows))

    @cached_property
    def won(self) -> int:
        """The most units a round wins."""
        return max(0, *(k for _, _, k, _ in self.rows))

    @cached_property
    def inward(self) -> int:
        """The most moves that lead into one state."""
        into = [to for _, to, _, _ in self.rows]
        return max(map(into.count, set(into)))

    def at(self, wealth: int) -> int:
        """The column of a wealth."""
        return (wealth - self.base) // self.unit

    def wealth(self, at: int) -> int:
        """The wealth of a column, in cents."""
        return self.base + at * self.unit

    def push(self, board: Floats) -> Floats:
        """The board after one round; wider by the largest loss on the left and the largest win on the right."""
        planes, states, width = board.shape
        lost = self.lost
        after = np.zeros((planes, states, lost + width + self.won))
        part = np.empty((planes, width))
        for state, to, k, chance in self.rows:
            np.multiply(board[:, state], chance, out=part)
            after[:, to, lost + k : lost + k + width] += part
        return after

    def pull(self, worth: Floats) -> Floats:
        """The expected value of every node one round earlier; the board is widened as by `push`."""
        planes, states, wide = worth.shape
        lost = self.lost
        width = wide - lost - self.won
        before = np.zeros((planes, states, width))
        for state, to, k, chance in self.rows:
            before[:, state] += chance * worth[:, to, lost + k : lost + k + width]
        return before


def moves(game: Game) -> Moves:
    """A game's moves in units of the greatest common divisor of all nets."""
    unit = gcd(*(net for move in game.moves for _, net in move)) or game.bankroll
    rows = tuple(
        (state, to, net // unit, float(chance))
        for state, move in enumerate(game.moves)
        for (to, net), chance in move.items()
    )
    return Moves(rows, len(game.moves), unit, game.bankroll % unit)


def ends(game: Game, moves: Moves, first: int, width: int) -> Codes:
    """By state and column, how a session ends there: its number in `ENDS`; -1 where it goes on or is below zero."""
    found = np.full((moves.states, width), -1, dtype=np.int8)
    number = {None: -1} | {end: at for at, end in enumerate(ENDS)}
    calm = moves.at(game.calm - 1) + 1
    goal = None if game.goal is None else moves.at(game.goal - 1) + 1
    for state in range(moves.states):
        for at in range(max(first, 0), min(calm, first + width)):
            found[state, at - first] = number[game.end(state, moves.wealth(at))]
        found[state, max(0, calm - first) :] = number["stopped" if state in game.idle else None]
        if goal is not None:
            found[state, max(0, goal - first) :] = number["goal"]
    return found


def walk(game: Game, max_rounds: int) -> Solved | None:
    """Solve a session with a last round; None if it is too large."""
    by = moves(game)
    lost, won = by.lost, by.won
    width = lost + by.at(game.best(max_rounds)) + won + 1
    if width * by.states > MOST_CELLS:
        return None
    code = ends(game, by, -lost, width)
    ended = np.zeros((by.states, width))
    low = lost + by.at(game.bankroll)  # the start, counted from the board's first column
    board = np.zeros((1, by.states, 1))
    board[0, 0, 0] = 1.0
    lengths, dropped, work = [], 0.0, 0
    for _ in range(max_rounds):
        if not board.size:
            break
        lengths.append(_sum(board))
        after = by.push(board)[0]
        here = slice(low - lost, low - lost + after.shape[1])
        over = code[:, here] >= 0
        ended[:, here] += np.where(over, after, 0.0)
        after[over] = 0.0
        kept = np.flatnonzero(after.max(axis=0) >= CUT)
        left, right = (int(kept[0]), int(kept[-1]) + 1) if kept.size else (0, 0)
        dropped += _sum(after[:, :left]) + _sum(after[:, right:])
        board, low = after[None, :, left:right], here.start + left
        work += board.size * len(by.rows) // by.states
        if work > MOST_WORK:
            return None
    assert not ended[:, :lost].any(), "a round takes no more than what stands"
    endings = _endings(by, ended, code, -lost)
    for at, chance in enumerate(board[0].sum(axis=0) if board.size else ()):
        endings["rounds", by.wealth(low - lost + at), 0] = float(chance)
    count = len(lengths)
    off = slack((by.inward + 3) * count + by.states + 10) + dropped * 1.001 + 1e-300
    return Solved(False, endings, fsum(lengths), off, off * (fsum(lengths) + 1) + dropped * 1.001 * max_rounds)


def _sum(board: Floats) -> float:
    """The sum of a board; each state's sum is rounded once, and the total once more."""
    return fsum(board.sum(axis=-2).ravel().tolist())


def _endings(by: Moves, ended: Floats, code: Codes, first: int) -> dict[Ending, float]:
    found: dict[Ending, float] = {}
    for number, end in enumerate(ENDS):
        chances = (ended * (code == number)).sum(axis=0)
        for at in chances.nonzero()[0].tolist():
            found[end, by.wealth(first + at), 0] = float(chances[at])
    return found


def to_the_end(game: Game) -> Solved | None:
    """Solve a session without a last round; None if it is too large."""
    by = moves(game)
    assert game.goal is not None
    width = by.at(game.goal - 1) + 1  # columns of a wealth below the goal
    if width * by.states > MOST_CELLS_TO_THE_END:
        return None
    alive = (ends(game, by, 0, width) < 0)[None]
    begin = np.zeros((1, by.states, width))
    begin[0, 0, by.at(game.bankroll)] = 1.0
    alive &= reached(by, begin > 0, alive)
    visits = Visits(by, alive)
    try:
        often, wrong = visits.solve(begin)
        longest = visits.longest(often)
    except np.linalg.LinAlgError:
        raise NeverEnds(ON_AND_ON) from None
    off = float(wrong[0])
    if off > CLOSE_ENOUGH:
        return None
    rounds = _sum(often)
    after = by.push(often)[0]
    endings = _endings(by, after, ends(game, by, -by.lost, after.shape[1]), -by.lost)
    rounded = slack(by.inward + by.states + 8) * (1 + off)  # of the last push, and of the sums over states
    return Solved(False, endings, rounds, off + rounded, off * longest + slack(by.states + 2) * rounds)


def reached(by: Moves, begin: Flags, alive: Flags) -> Flags:
    """The nodes that can be reached."""
    found = begin & alive
    width = begin.shape[2]
    while True:
        wide = found.copy()
        for state, to, k, _ in by.rows:
            low, high = max(0, -k), min(width, width - k)
            if low < high:
                wide[:, to, low + k : high + k] |= wide[:, state, low:high]
            wide[:, to] &= alive[:, to]
        if (wide == found).all():
            return found
        found = wide


@dataclass
class Visits:
    """Solves for the expected visits of every node, each plane by itself.

    A multigrid method: a few damped sweeps remove local errors. Then wealth is grouped into bins, with the present
    distribution inside each bin, and the small system is solved directly, which removes large-scale errors. The best
    linear mixture of the last iterates is tried too. Whatever the method, the residual measures the error.
    """

    by: Moves
    alive: Flags
    cycles: int = 0  # cycles that solving took

    def inside(self, after: Floats) -> Floats:
        """The part of a pushed board where play goes on."""
        lost = self.by.lost
        kept: Floats = after[:, :, lost : lost + self.alive.shape[2]] * self.alive
        return kept

    def solve(self, begin: Floats, close: float = CLOSE) -> tuple[Floats, Floats]:
        """The expected visits from this start, and the residual Σ|r| of every plane."""
        often = begin + self.alive
        best, off, stale = often.copy(), np.full(len(begin), np.inf), 0
        tried: list[tuple[Floats, Floats]] = []
        for self.cycles in range(1, CYCLES + 1):
            self._sweep(often, begin, SMOOTHINGS)
            often = self._in_the_large(often, begin)
            self._sweep(often, begin, 1)
            tried = [*tried[-REMEMBERED:], (often, self._wrong(often, begin))]
            mixed = self._mixed(tried)
            stale += 1
            for each, wrong in (tried[-1], (mixed, self._wrong(mixed, begin))):
                rounded = slack(self.by.inward + 6) * 2.001 * np.abs(each).sum(axis=(1, 2))
                now = np.abs(wrong).sum(axis=(1, 2)) * 1.001 + rounded
                stale = 0 if (now < 0.9 * off).any() else stale
                best[now < off] = each[now < off]
                off = np.minimum(now, off)
            if (off < np.maximum(close, 2 * rounded)).all() or stale > 12:
                break
            often = mixed.copy()
        return best, off

    def _wrong(self, often: Floats, begin: Floats) -> Floats:
        return begin + self.inside(self.by.push(often)) - often

    def _mixed(self, tried: list[tuple[Floats, Floats]]) -> Floats:
        """The mixture of the iterates with the smallest residual (Anderson mixing); negative values become zero."""
        last, wrong = tried[-1]
        if len(tried) == 1:
            return last.copy()
        steps = np.stack([(each - wrong).reshape(len(last), -1) for _, each in tried[:-1]], axis=1)
        square = steps @ steps.transpose(0, 2, 1)
        trace = np.trace(square, axis1=1, axis2=2)[:, None, None]
        square = square + (1e-14 * trace + 1e-300) * np.eye(len(tried) - 1)
        shares = np.linalg.solve(square, -(steps @ wrong.reshape(len(last), -1, 1)))
        found = last.copy()
        for at, (each, _) in enumerate(tried[:-1]):
            found += shares[:, at, :, None] * (each - last)
        return np.maximum(found, 0.0)

    def _sweep(self, often: Floats, begin: Floats, times: int) -> None:
        """Damped Gauss-Seidel sweeps over the states."""
        rows, chances = self.by.arrays
        kernels.sweep(often, begin, self.alive, rows, chances, times)

    def _bins(self) -> Ints:
        """The first column of every bin of wealth."""
        width = self.alive.shape[2]
        found: Ints = np.arange(0, width, max(1, -(-width // BINS)))
        return found

    def _large(self, board: Floats) -> Floats:
        """The sums of a board by plane and bin."""
        found: Floats = np.add.reduceat(board.sum(axis=1), self._bins(), axis=1)
        return found

    def _spread(self, large: Floats) -> Floats:
        """The opposite: give every node the value of its bin."""
        found: Floats = np.repeat(large, np.diff(self._bins(), append=self.alive.shape[2]), axis=1)[:, None]
        return found

    def _between(self, often: Floats) -> Floats:
        """I - C, where C is the transition matrix between bins for the present distribution within them."""
        planes, _, width = often.shape
        bins = np.repeat(np.arange(len(self._bins())), np.diff(self._bins(), append=width))
        count = len(self._bins())
        found = np.zeros((planes, count, count))
        for k in {row[2] for row in self.by.rows}:
            low, high = max(0, -k), min(width, width - k)
            if low < high:
                flow = np.zeros((planes, high - low))
                for state, to, units, chance in self.by.rows:
                    if units == k:
                        flow += chance * (often[:, state, low:high] * self.alive[:, to, low + k : high + k])
                source, target = bins[low:high], bins[low + k : high + k]
                cuts = np.flatnonzero(np.diff(source * count + target, prepend=-1))
                found[:, source[cuts], target[cuts]] += np.add.reduceat(flow, cuts, axis=1)
        inside = self._large(often)
        rest: Floats = np.eye(count) - found / np.where(inside > 0, inside, 1.0)[:, :, None]
        return rest

    def _in_the_large(self, often: Floats, begin: Floats) -> Floats:
        inside = self._large(often)
        solved = np.linalg.solve(self._between(often).transpose(0, 2, 1), self._large(begin)[:, :, None])[:, :, 0]
        fixed: Floats = often * self._spread(np.where(inside > 0, solved / np.where(inside > 0, inside, 1.0), 1.0))
        return fixed

    def longest(self, often: Floats) -> float:
        """An upper bound of the expected number of rounds left, from any reached node."""
        inside, system = self._large(often), self._between(often)
        left = np.zeros(self.alive.shape)
        tried: list[tuple[Floats, Floats]] = []
        for _ in range(CYCLES):
            wrong = self._before(left) - left
            if np.abs(wrong).max() <= 0.5:
                return 2.01 * float(left.max())
            mean = self._large(often * wrong) / np.where(inside > 0, inside, 1.0)
            solved = np.asarray(np.linalg.solve(system, mean[:, :, None])[:, :, 0], np.float64)
            left = left + self._spread(solved) * self.alive
            for _ in range(SMOOTHINGS):
                left = 0.3 * left + 0.7 * self._before(left)
            tried = [*tried[-REMEMBERED:], (left, self._before(left) - left)]
            left = self._mixed(tried)
        raise NeverEnds(ON_AND_ON)

    def _before(self, left: Floats) -> Floats:
        wide = np.pad(left, ((0, 0), (0, 0), (self.by.lost, self.by.won)))
        return (1.0 + self.by.pull(wide)) * self.alive
