"""A session as a walk over states and wealth, and its solution in whole numbers where it is small.

States with the same wagers up and the same possible futures are merged, such as points 4 and 10 of a pass wager.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from croupier.chain.compile import Chain
from croupier.core.absorbing import End, Machine, visits

Number: TypeAlias = Fraction | float
#: A node: chain state, wealth, highest wealth so far and deepest fall from it; the last two are 0 if not tracked.
Node: TypeAlias = tuple[int, int, int, int]
Ending: TypeAlias = tuple[str, int, int]  # the kind of end, the final wealth, the deepest fall
Move: TypeAlias = dict[tuple[int, int], Fraction]  # (next state, net) and its chance
_Edges: TypeAlias = tuple[list[tuple[int, int]], list[tuple[int, int]]]

ENDS = ("goal", "ruin", "loss-limit", "stopped", "rounds")
MOST_NODES, MOST_NODES_FOLLOWED = 150, 1_500  # for an exact solution without a last round
MOST_BITS, MOST_MOVES = 4_000, 300_000  # bits of a common denominator; moves computed in whole numbers


@dataclass(frozen=True)
class Game:
    """The walk over states and wealth, one move a round."""

    moves: tuple[Move, ...]
    standing: tuple[int, ...]
    idle: frozenset[int]
    bankroll: int
    goal: int | None
    floor: int | None
    follows: bool = False  # whether highest wealth and deepest fall are tracked

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

    @property
    def calm(self) -> int:
        """The wealth from which on only the goal or the plan ends a session."""
        return max(1, *self.standing, 1 if self.floor is None else self.floor + 1)

    @property
    def start(self) -> Node:
        """Where it begins."""
        return (0, self.bankroll, self.bankroll, 0) if self.follows else (0, self.bankroll, 0, 0)

    def after(self, node: Node) -> Iterator[tuple[Node | End[Ending], tuple[int, int]]]:
        """The next nodes of a round from here, with their moves."""
        state, wealth, peak, worst = node
        for to, net in self.moves[state]:
            left = wealth + net
            high = max(peak, left) if self.follows else 0
            deep = max(worst, high - left) if self.follows else 0
            end = self.end(to, left)
            yield (to, left, high, deep) if end is None else End((end, left, deep)), (to, net)

    def best(self, max_rounds: int | None) -> int:
        """The most wealth a session can end with."""
        most = max(0, *(net for move in self.moves for _, net in move))
        wins = [self.bankroll + most * max_rounds] if max_rounds is not None else []
        return min(wins + ([self.goal - 1 + most] if self.goal is not None else []))


@dataclass(frozen=True)
class Solved:
    """The chance of every ending: its kind, the final wealth, the deepest fall."""

    exact: bool
    endings: Mapping[Ending, Number]
    rounds: Number
    error: float = 0.0
    rounds_error: float = 0.0

    def by(self, part: Callable[[Ending], int]) -> tuple[tuple[int, Number], ...]:
        """The distribution of a part of the ending."""
        found: dict[int, Number] = {}
        for ending, chance in self.endings.items():
            found[part(ending)] = found.get(part(ending), 0) + chance
        return tuple((value, found[value]) for value in sorted(found))


def game(chain: Chain, bankroll: int, goal: int | None, loss_limit: int | None) -> Game:
    """The walk of a chain under these terms, with equivalent states merged."""
    moves = tuple({} if draw else _round(chain, state) for state, draw in enumerate(chain.is_draw))
    standing = chain.standing
    idle = {s for s in range(chain.size) if not standing[s] and all(not net for _, net in moves[s])}
    while leaving := {s for s in idle if any(target not in idle for target, _ in moves[s])}:
        idle -= leaving
    floor = None if loss_limit is None else bankroll - loss_limit
    kinds = _kinds(moves, tuple(zip(standing, (s in idle for s in range(chain.size)), strict=True)))
    first = {kind: state for state, kind in reversed(tuple(enumerate(kinds)))}
    order = sorted(first)
    return Game(
        tuple(_merged(moves[first[kind]], kinds) for kind in order),
        tuple(standing[first[kind]] for kind in order),
        frozenset(kinds[state] for state in idle),
        *(bankroll, goal, floor),
    )


def _round(chain: Chain, state: int) -> Move:
    """A whole round from a state, draws included: the chance of every next state and net."""
    found: Move = {}
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


def _kinds(moves: tuple[Move, ...], marks: tuple[Hashable, ...]) -> list[int]:
    """The equivalence class of every state, by partition refinement: split by marks, then by moves, until stable."""
    numbers: dict[Hashable, int] = {}
    kinds = [numbers.setdefault(mark, len(numbers)) for mark in marks]
    while True:
        before, numbers = len(numbers), {}
        signs = [(kind, frozenset(_merged(move, kinds).items())) for kind, move in zip(kinds, moves, strict=True)]
        kinds = [numbers.setdefault(sign, len(numbers)) for sign in signs]
        if len(numbers) == before:
            return kinds


def _merged(move: Move, kinds: list[int]) -> Move:
    found: Move = {}
    for (to, net), chance in move.items():
        found[kinds[to], net] = found.get((kinds[to], net), Fraction(0)) + chance
    return found


def exactly(game: Game, max_rounds: int | None) -> Solved | None:
    """Solve exactly in whole numbers; None if the session is too large."""
    if max_rounds is None:
        return _without_a_last_round(game)
    total = lcm(*(chance.denominator for move in game.moves for chance in move.values()))
    return _Walk(game, total).play(max_rounds) if total.bit_length() * max_rounds <= MOST_BITS else None


def _without_a_last_round(game: Game) -> Solved | None:
    """Solve without a last round, from the expected visits of each node."""
    found: dict[Node, dict[Node | End[Ending], Fraction]] = {}
    waiting: list[Node] = [game.start]
    while waiting:
        if (node := waiting.pop()) not in found:
            moves = found[node] = {}
            for target, move in game.after(node):
                moves[target] = moves.get(target, Fraction(0)) + game.moves[node[0]][move]
            waiting += [target for target in moves if not isinstance(target, End)]
            if len(found) > (MOST_NODES_FOLLOWED if game.follows else MOST_NODES):
                return None
    often = visits(Machine(game.start, found))
    endings: dict[Ending, Number] = {}
    for node, times in often.items():
        for target, chance in found[node].items():
            if isinstance(target, End):
                endings[target.of] = endings.get(target.of, Fraction(0)) + times * chance
    return Solved(True, endings, sum(often.values(), Fraction(0)))


@dataclass
class _Walk:
    """Round by round: the chance of every node and ending so far, as whole numbers over `total ** rounds`."""

    game: Game
    total: int
    known: dict[int, _Edges] = field(default_factory=dict)
    followed: int = 0

    def __post_init__(self) -> None:
        self.names: list[Node | End[Ending]] = [self.game.start]
        self.number: dict[Node | End[Ending], int] = {self.game.start: 0}
        self.weights = [{to: int(chance * self.total) for to, chance in move.items()} for move in self.game.moves]

    def play(self, max_rounds: int) -> Solved | None:
        """Play all rounds; None if that takes too many moves."""
        alive, ended, lengths = {0: 1}, dict[int, int](), list[int]()
        while alive and len(lengths) != max_rounds:
            if self.followed > MOST_MOVES:
                return None
            lengths.append(sum(alive.values()))
            alive, ended = self._round(alive, ended)
        endings: dict[Ending, int] = {}
        for at, chance in ended.items():
            if isinstance(end := self.names[at], End):
                endings[end.of] = chance
        for at, chance in alive.items():
            _, wealth, _, worst = self._node(at)
            endings["rounds", wealth, worst] = endings.get(("rounds", wealth, worst), 0) + chance
        scale = self.total ** len(lengths)
        mean = sum((Fraction(each, self.total**at) for at, each in enumerate(lengths)), Fraction(0))
        return Solved(True, {key: Fraction(each, scale) for key, each in endings.items()}, mean)

    def _round(self, alive: dict[int, int], ended: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
        after: dict[int, int] = {}
        ended = {key: each * self.total for key, each in ended.items()}
        for at, chance in alive.items():
            on, over = self.known.get(at) or self._edges(at)
            self.followed += len(on) + len(over)
            for to, share in on:
                after[to] = after.get(to, 0) + chance * share
            for to, share in over:
                ended[to] = ended.get(to, 0) + chance * share
        return after, ended

    def _edges(self, at: int) -> _Edges:
        """Where a node leads: to other nodes, and to endings."""
        on, over = self.known[at] = ([], [])
        node = self._node(at)
        for name, move in self.game.after(node):
            to = self.number.setdefault(name, len(self.names))
            if to == len(self.names):
                self.names.append(name)
            (over if isinstance(name, End) else on).append((to, self.weights[node[0]][move]))
        return self.known[at]

    def _node(self, at: int) -> Node:
        node = self.names[at]
        assert not isinstance(node, End), "a session goes on from here"
        return node
