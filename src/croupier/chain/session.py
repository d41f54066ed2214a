"""Sessions, exactly: a plan played with a bankroll until a goal, a loss limit, ruin or the last round.

Wealth is what is in the rack and what stands on the layout, in cents, at face; a round changes it by its net. Before
every round the session ends, in this order of precedence:

| end | when |
|---|---|
| `goal` | wealth is at the goal or above it |
| `ruin` | nothing is left |
| `loss-limit` | the loss limit, or more, is lost |
| `ruin` | wealth is below what the plan would have standing for this round, commission held for it included |
| `stopped` | the plan has stopped: nothing stands, and nothing ever will |
| `rounds` | the last round has been played |

What stands when it ends counts at face, a pass wager on its point too: no round decides it any more. A player who is
ruined keeps what she cannot play with. A round that waits for a draw is not over until it is drawn.
Small sessions are solved in whole numbers; large ones in floats, each figure with a proved bound of its error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate
from math import fsum, inf, lcm
from typing import Any, TypeAlias

from croupier.chain.compile import Chain, TooLarge
from croupier.chain.price import Price, worth
from croupier.core.absorbing import End, Machine, visits
from croupier.core.money import dollars

Number: TypeAlias = Fraction | float
#: Chain state, wealth, the highest wealth so far and the deepest fall from it; the last two 0 where not followed.
Node: TypeAlias = tuple[int, int, int, int]

Ending: TypeAlias = tuple[str, int, int]  # how, with what wealth, after what deepest fall
Weights: TypeAlias = tuple[dict[tuple[int, int], Any], ...]  # by state: next state and net, and the chance
_Edges: TypeAlias = tuple[list[tuple[int, Any]], list[tuple[int, Any]]]

ENDS = ("goal", "ruin", "loss-limit", "stopped", "rounds")
DEFAULT_ROUNDS = 200  # where nothing but ruin would end the session
MOST_NODES, MOST_NODES_FOLLOWED = 150, 1_500  # for an exact solution without a last round
MOST_BITS, MOST_EXACT = 4_000, 300_000  # of a common denominator; moves followed in whole numbers
MOST_MOVES, MOST_FOLLOWED = 60_000_000, 2_000_000  # followed in floats, and with the deepest fall
CUT, CUT_FOLLOWED = 1e-17, 1e-10  # a float chance below this is dropped, and counted as error
UNFINISHED, MOST_UNFINISHED = 1e-11, 1e-3  # without a last round: where floats stop, and what is too much left


class NoSession(ValueError):
    """Terms under which no session can be played: says which, and why."""


@dataclass(frozen=True)
class Session:
    """What a session comes to: exact fractions, or floats with the most that each figure can be off."""

    bankroll: int
    goal: int | None
    loss_limit: int | None
    max_rounds: int | None
    exact: bool
    results: tuple[tuple[int, Number], ...]  # cents won or lost, and the chance, lowest first
    ends: Mapping[str, Number]  # how it ended, and the chance
    rounds: Number  # expected
    drawdowns: tuple[tuple[int, Number], ...] | None  # the deepest fall from a highest wealth; None: too large
    kelly: Fraction | None  # of a plan with a single wager that has an expectation above zero
    error: float = 0.0  # no chance, and no sum of chances, is off by more
    expectation_error: float = 0.0  # cents
    rounds_error: float = 0.0
    drawdown_error: float = 0.0  # of chances of drawdowns
    notes: tuple[str, ...] = ()

    @property
    def expectation(self) -> Number:
        """The expected result, in cents."""
        return _total(net * chance for net, chance in self.results)

    @property
    def median(self) -> int:
        """The least result, in cents, that half of all sessions do not exceed."""
        rows = zip(self.results, accumulate(chance for _, chance in self.results), strict=True)
        return next((net for (net, _), upto in rows if 2 * upto >= 1), self.results[-1][0])

    @property
    def median_is_proved(self) -> bool:
        """Whether the bound of error leaves no other median."""
        below = _total(chance for net, chance in self.results if net < self.median)
        upto = _total(chance for net, chance in self.results if net <= self.median)
        return self.exact or (below < 0.5 - self.error and upto > 0.5 + self.error)

    @property
    def drawdown(self) -> Number | None:
        """The expected deepest fall from a highest wealth, in cents; None where there were too many to follow."""
        return None if self.drawdowns is None else _total(fall * chance for fall, chance in self.drawdowns)


def session(
    chain: Chain, bankroll: int, goal: int | None = None, loss_limit: int | None = None, max_rounds: int | None = None
) -> Session:
    """Play a compiled plan with a bankroll, in cents, and give the distribution of everything that may come of it."""
    notes: list[str] = []
    if goal is None and max_rounds is None:
        max_rounds = DEFAULT_ROUNDS
        only = "ruin" if loss_limit is None else "ruin or the loss limit"
        notes.append(f"Nothing but {only} would end this session: it is stopped after {max_rounds:,} rounds.")
    game = _game(chain, bankroll, goal, loss_limit)
    _check(game, loss_limit, max_rounds)
    found = _solve(game, max_rounds)
    if found is None:
        size = f"{chain.size:,} states and every wealth from {dollars(bankroll)} on"
        raise TooLarge(f"more than {MOST_MOVES:,} moves to follow: {size}; fewer rounds or a nearer goal help")
    followed = _solve(replace(game, start=(0, bankroll, bankroll, 0), follows=True), max_rounds)
    if followed is None:
        notes.append("Drawdown is not given: too many pairs of highest wealth and deepest fall to follow.")
    return Session(
        *(bankroll, goal, loss_limit, max_rounds, found.exact),
        found.by(lambda ending: ending[1] - bankroll),
        {end: _total(chance for ending, chance in found.endings.items() if ending[0] == end) for end in ENDS},
        found.rounds,
        None if followed is None else followed.by(lambda ending: ending[2]),
        kelly(worth(chain.house, *chain.plan.wagers)) if len(chain.plan.wagers) == 1 else None,
        *(found.error, found.error * game.reach(max_rounds), found.rounds_error),
        0.0 if followed is None else followed.error,
        tuple(notes),
    )


def kelly(price: Price) -> Fraction | None:
    """The share of wealth to stake on this wager so that it grows fastest; None without an advantage.

    Exact where it can only win one amount or lose one; otherwise rounded down to a multiple of 2**-40.

    >>> kelly(Price(((Fraction(-1), Fraction(2, 5)), (Fraction(1), Fraction(3, 5))), Fraction(1)))
    Fraction(1, 5)
    """
    moved = [(net, chance) for net, chance in price.distribution if net]
    if price.expectation <= 0 or all(net > 0 for net, _ in moved):
        return None  # with nothing to lose there is no best share either
    if len(moved) == 2:
        (lost, often), (won, seldom) = moved
        return min(Fraction(1), -price.expectation / (lost * won * (often + seldom)))
    low, step = Fraction(0), min(Fraction(1), -1 / moved[0][0]) / 2
    while step >= Fraction(1, 2**40):
        share = low + step
        grows = sum((chance * net / (1 + share * net) for net, chance in moved), Fraction(0)) > 0
        low, step = (share if grows else low), step / 2
    return Fraction(int(low * 2**40), 2**40)


@dataclass(frozen=True)
class _Game:
    """The walk over states and wealth, one move a round."""

    moves: Weights
    standing: tuple[int, ...]
    idle: frozenset[int]
    bankroll: int
    goal: int | None
    floor: int | None
    start: Node
    follows: bool = False

    def end(self, state: int, wealth: int) -> str | None:
        """How the session ends before this round, if it does."""
        assert wealth >= 0, "a round takes no more than what stands"
        if self.goal is not None and wealth >= self.goal:
            return "goal"
        if wealth == 0:
            return "ruin"
        if self.floor is not None and wealth <= self.floor:
            return "loss-limit"
        if wealth < self.standing[state]:
            return "ruin"
        return "stopped" if state in self.idle else None

    def after(self, node: Node, weights: Weights) -> Iterator[tuple[Node | End, Any]]:
        """Where a round leads from here."""
        state, wealth, peak, worst = node
        for (to, net), weight in weights[state].items():
            left = wealth + net
            high = max(peak, left) if self.follows else 0
            deep = max(worst, high - left) if self.follows else 0
            end = self.end(to, left)
            yield (to, left, high, deep) if end is None else End((end, left, deep)), weight

    def reach(self, max_rounds: int | None) -> int:
        """The most cents a session can win or lose."""
        best = max(0, *(net for move in self.moves for _, net in move))
        wins = [best * max_rounds] if max_rounds is not None else []
        wins += [self.goal - 1 + best - self.bankroll] if self.goal is not None else []
        return max(self.bankroll, min(wins))


@dataclass(frozen=True)
class _Solved:
    """The chance of every ending: how, with what wealth, after what deepest fall."""

    exact: bool
    endings: Mapping[Ending, Number]
    rounds: Number
    error: float = 0.0
    rounds_error: float = 0.0

    def by(self, part: Callable[[Ending], int]) -> tuple[tuple[int, Number], ...]:
        """The distribution of a part of the ending."""
        found: dict[int, list[Number]] = {}
        for ending, chance in self.endings.items():
            found.setdefault(part(ending), []).append(chance)
        return tuple((value, _total(found[value])) for value in sorted(found))


def _game(chain: Chain, bankroll: int, goal: int | None, loss_limit: int | None) -> _Game:
    moves = tuple({} if draw else _round(chain, state) for state, draw in enumerate(chain.is_draw))
    standing = chain.standing
    idle = {s for s in range(chain.size) if not standing[s] and all(not net for _, net in moves[s])}
    while leaving := {s for s in idle if any(target not in idle for target, _ in moves[s])}:
        idle -= leaving
    floor = None if loss_limit is None else bankroll - loss_limit
    return _Game(moves, standing, frozenset(idle), bankroll, goal, floor, (0, bankroll, 0, 0))


def _check(game: _Game, loss_limit: int | None, max_rounds: int | None) -> None:
    has, first = dollars(game.bankroll), game.standing[0]
    if game.bankroll <= 0:
        raise NoSession(f"a bankroll is above zero, not {has}")
    if game.goal is not None and game.goal <= game.bankroll:
        raise NoSession(f"a goal of {dollars(game.goal)} is not above the bankroll of {has}")
    if loss_limit is not None and not 0 < loss_limit <= game.bankroll:
        raise NoSession(f"a loss limit is above zero and at most the bankroll of {has}, not {dollars(loss_limit)}")
    if max_rounds is not None and max_rounds < 1:
        raise NoSession(f"a session has at least one round, not {max_rounds}")
    if game.bankroll < first:
        raise NoSession(f"a bankroll of {has} does not cover the {dollars(first)} that the plan begins with")


def _round(chain: Chain, state: int) -> dict[tuple[int, int], Fraction]:
    """A whole round from a state, any draws it calls for included: the next state and the net."""
    found: dict[tuple[int, int], Fraction] = {}
    waiting = [(state, 0, Fraction(1))]
    while waiting:
        at, so_far, often = waiting.pop()
        weight = sum(step.weight for step in chain.steps[at])
        for step in chain.steps[at]:
            to, net, chance = step.next, so_far + step.net, often * step.weight / weight
            if chain.is_draw[to]:
                waiting.append((to, net, chance))
            else:
                found[to, net] = found.get((to, net), Fraction(0)) + chance
    return found


def _solve(game: _Game, max_rounds: int | None) -> _Solved | None:
    """In whole numbers where that is small enough, else in floats; None where even that is too large."""
    budget = MOST_FOLLOWED if game.follows else MOST_MOVES
    if max_rounds is None:
        return _without_a_last_round(game) or _Walk(game, 1, budget).play(None)
    total = lcm(*(chance.denominator for move in game.moves for chance in move.values()))
    if total.bit_length() * max_rounds <= MOST_BITS and (found := _Walk(game, total, MOST_EXACT).play(max_rounds)):
        return found
    return _Walk(game, 1, budget).play(max_rounds)


def _without_a_last_round(game: _Game) -> _Solved | None:
    """Exactly, from how often each node is visited; None where there are too many nodes."""
    found: dict[Any, dict[Any, Fraction]] = {}
    waiting: list[Any] = [game.start]
    while waiting:
        if (node := waiting.pop()) not in found:
            moves = found[node] = {}
            for target, chance in game.after(node, game.moves):
                moves[target] = moves.get(target, Fraction(0)) + chance
            waiting += [target for target in moves if not isinstance(target, End)]
            if len(found) > (MOST_NODES_FOLLOWED if game.follows else MOST_NODES):
                return None
    often = visits(Machine(game.start, found))
    endings: dict[Any, Number] = {}
    for node, times in often.items():
        for target, chance in found[node].items():
            if isinstance(target, End):
                endings[target.of] = endings.get(target.of, Fraction(0)) + times * chance
    return _Solved(True, endings, sum(often.values(), Fraction(0)))


@dataclass
class _Walk:
    """Round by round: the chance of every node, and of every ending so far, both under a number of their own.

    With a `total` above 1 chances are whole numbers of `total ** rounds`: exact. With 1 they are floats. No float is
    ever subtracted, so relative errors only add up: a chance that came about by k roundings is off by less than
    k·u/(1-k·u) of itself, u = 2**-53, and `_bounded` bounds k. What is dropped or unfinished is added.
    """

    game: _Game
    total: int
    budget: int
    known: dict[int, _Edges] = field(default_factory=dict)
    followed: int = 0
    dropped: float = 0.0

    def __post_init__(self) -> None:
        weigh = float if self.total == 1 else lambda chance: int(chance * self.total)
        self.names: list[Any] = [self.game.start]
        self.number: dict[Any, int] = {self.game.start: 0}
        self.weights = tuple({to: weigh(chance) for to, chance in each.items()} for each in self.game.moves)

    def _edges(self, at: int) -> _Edges:
        """Where a node leads, in the weights of this walk: to other nodes, and to endings."""
        on, over = self.known[at] = ([], [])
        for name, weight in self.game.after(self.names[at], self.weights):
            to = self.number.setdefault(name, len(self.names))
            if to == len(self.names):
                self.names.append(name)
            (over if isinstance(name, End) else on).append((to, weight))
        return self.known[at]

    def play(self, max_rounds: int | None) -> _Solved | None:
        """All rounds there are; None when that takes more moves than the budget and leaves too much unfinished."""
        alive: dict[int, Any] = {0: 1 if self.total > 1 else 1.0}
        ended: dict[int, Any] = {}
        lengths: list[Any] = []
        left = alive[0]
        while alive and len(lengths) != max_rounds and (max_rounds is not None or left > UNFINISHED):
            if self.followed > self.budget:
                if max_rounds is not None or left > MOST_UNFINISHED:
                    return None
                break
            lengths.append(left)
            alive, ended = self._round(alive, ended)
            left = sum(alive.values()) if self.total > 1 else fsum(alive.values())
        endings: dict[Ending, Any] = {self.names[at].of: chance for at, chance in ended.items()}
        for at, chance in alive.items() if max_rounds is not None else ():
            _, wealth, _, worst = self.names[at]
            endings["rounds", wealth, worst] = endings.get(("rounds", wealth, worst), 0) + chance
        if self.total == 1:
            return self._bounded(endings, lengths, left if max_rounds is None else 0.0, max_rounds)
        scale = self.total ** len(lengths)
        mean = sum((Fraction(each, self.total**at) for at, each in enumerate(lengths)), Fraction(0))
        return _Solved(True, {key: Fraction(each, scale) for key, each in endings.items()}, mean)

    def _round(self, alive: dict[int, Any], ended: dict[int, Any]) -> tuple[dict[int, Any], dict[int, Any]]:
        after: dict[int, Any] = {}
        cut = CUT_FOLLOWED if self.game.follows else CUT
        ended = {key: each * self.total for key, each in ended.items()} if self.total > 1 else ended
        for at, chance in alive.items():
            if chance < cut:  # never of whole numbers
                self.dropped += chance
                continue
            on, over = self.known.get(at) or self._edges(at)
            self.followed += len(on) + len(over)
            for to, share in on:
                after[to] = after.get(to, 0) + chance * share
            for to, share in over:
                ended[to] = ended.get(to, 0) + chance * share
        return after, ended

    def _bounded(self, endings: dict[Ending, Any], lengths: list[Any], left: float, most: int | None) -> _Solved:
        """Floats with their bounds. What is left is unfinished, and how long it may still last is bounded too."""
        rounds = fsum(lengths)
        added = self.followed  # additions into any one chance, all rounds together
        if not self.game.follows:  # one a move at most: the wealth before a move follows from the wealth after it
            added = min(added, len(lengths) * sum(map(len, self.game.moves)))
        roundings = (2 * added + 2 * len(lengths) + 10) * 2.0**-53
        off = roundings / (1 - roundings)  # the most a chance is off, of itself
        lost = (self.dropped + left) * 1.001  # whatever was rounded in adding it up
        longer = 0.0 if not lost or self.game.follows else lost * (most or self._half_life())
        return _Solved(False, endings, rounds, off + lost, off * (rounds + 1) + longer)

    def _half_life(self) -> float:
        """A bound of the rounds still expected from any node: 2n, where after n rounds at most half go on."""
        for at, name in enumerate(self.names):  # which grows on the way, by what was dropped or not reached
            if at not in self.known and not isinstance(name, End):
                self._edges(at)
        going = dict.fromkeys(self.known, 1.0)
        for rounds in range(1, 2 + self.budget // sum(1 + len(on) for on, _ in self.known.values())):
            going = {at: sum([share * going[to] for to, share in on]) for at, (on, _) in self.known.items()}
            if max(going.values()) <= 0.499:  # well clear of a half, whatever was rounded
                return 2.0 * rounds
        return inf


def _total(numbers: Iterable[Number]) -> Number:
    found = list(numbers)
    return fsum(found) if float in map(type, found) else sum(found, Fraction(0))
