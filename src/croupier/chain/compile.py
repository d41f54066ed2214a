"""Compile a house and a plan to a finite chain: the felt's reachable states under the plan, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from croupier.chain.plan import PLAYER, Answer, Memory, Move, Plan, PlanRefused, View
from croupier.core.chance import Chance
from croupier.core.game import Outcome
from croupier.core.machine import Fact
from croupier.core.refusal import Refusal
from croupier.felt import Felt, Played, Resolution
from croupier.felt import open as open_table
from croupier.felt.felt import Position
from croupier.felt.meter import Meter
from croupier.house import House

MOST_STATES = 200_000  # about ten minutes of exploring
RACK = 10**15  # practically unlimited: only sessions have a bankroll


Rows: TypeAlias = tuple[Resolution, ...]
Key: TypeAlias = tuple[Position, Memory, Rows, Fact]


class TooLarge(ValueError):
    """There are too many states; the message gives their number and the cause."""


@dataclass(frozen=True, slots=True)
class Step:
    """One outcome from one state: the next state and the money, in cents."""

    weight: int
    next: int
    net: int
    wagered: int  # the stakes of the wagers it decided
    decided: int  # the number of these wagers


@dataclass(frozen=True)
class Chain:
    """Every reachable state of a plan at a house; the first one is the start."""

    house: House
    plan: Plan
    steps: tuple[tuple[Step, ...], ...]
    is_draw: tuple[bool, ...]  # whether the state waits for a draw; it does not count as a round
    standing: tuple[int, ...]  # cents on the layout before the outcome, commission included

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.steps)


@dataclass(frozen=True, slots=True)
class _State:
    felt: Felt
    memory: Memory
    decided: Rows = ()  # what the round that waits for its draw has decided
    fact: Fact = None  # the fact of that round

    @property
    def key(self) -> Key:
        """The identity of the state."""
        return (self.felt.position, self.memory, self.decided, self.fact)


@dataclass
class _Compiler:
    house: House
    plan: Plan
    most: int
    index: dict[Key, int] = field(default_factory=dict)
    states: list[_State] = field(default_factory=list)
    meters: tuple[Meter, ...] = ()  # a progressive pays its seed
    played: dict[Hashable, Played] = field(
        default_factory=dict
    )  # memo: the result of an outcome on a position, for any memory of the plan
    taken: dict[Hashable, tuple[Felt, Rows]] = field(default_factory=dict)  # memo: the result of a move

    def place(self, state: _State) -> int:
        """The number of a state; a new state gets the next number."""
        found = self.index.get(state.key)
        if found is None:
            found = self.index[state.key] = len(self.states)
            self.states.append(state)
            if found >= self.most:
                raise TooLarge(f"the plan {self.plan.name} has more than {self.most:,} states: {self._why()}")
        return found

    def _why(self) -> str:
        memories = len({state.memory for state in self.states})
        positions = len({state.felt.position for state in self.states})
        return f"{memories:,} memories and {positions:,} positions of the table"

    def open(self) -> _State:
        """The table with the plan's first wagers up."""
        opened = open_table(self.house).sit(PLAYER, RACK)
        assert isinstance(opened, Felt)
        self.meters = opened.meters
        return self.settled(opened, self.plan.begin(), (), None)[0]

    def settled(self, felt: Felt, memory: Memory, decided: Rows, fact: Fact) -> tuple[_State, Rows]:
        """A felt after an outcome and the plan's acts before the next one, and what the plan's choices decided."""
        if felt.draw_due is not None:
            return _State(self._forget(felt), memory, decided, fact), ()
        view = View(self.house, felt.table, felt.standing, decided, fact, felt)
        moves, remembered = self.plan.moves(view, memory)
        answered: Rows = ()
        for move in moves:
            key = (felt.position, move)
            if key not in self.taken:
                self.taken[key] = self._take(felt, move)
            felt, rows = self.taken[key]
            answered += rows
        return _State(self._forget(felt), remembered), answered

    def _take(self, felt: Felt, move: Move) -> tuple[Felt, Rows]:
        if isinstance(move, Answer):
            chosen = felt.choose(PLAYER, move.wager, move.choice)
            if isinstance(chosen, Refusal):
                raise PlanRefused(self.plan.name, move, chosen)
            return chosen.felt, chosen.resolutions
        done = felt.act(PLAYER, move)
        if isinstance(done, Refusal):
            raise PlanRefused(self.plan.name, move, done)
        return done, ()

    def _forget(self, felt: Felt) -> Felt:
        watches = frozenset().union(*(self.house.game.wagers[wager].watches for wager in self.plan.wagers))
        table = self.house.game.forget(felt.table, watches)
        return felt.but(table=table, racks=((PLAYER, RACK),), meters=self.meters)

    def steps(self, state: _State) -> Iterator[Step]:
        """Every outcome, or every result of the draw that is due."""
        due = state.felt.draw_due
        chance = self.house.game.told_apart(self.house) if due is None else self._drawn(state.felt, due)
        for outcome, weight in chance.weights:
            played = self._outcome(state.felt, due, outcome)
            decided = state.decided + played.resolutions
            fact = played.fact if due is None else state.fact
            after, answered = self.settled(played.felt, state.memory, decided, fact)
            target, rows = self.place(after), played.resolutions + answered
            yield Step(weight, target, sum(r.net for r in rows), sum(r.stake for r in rows), len(rows))

    def _outcome(self, felt: Felt, due: str | None, outcome: Outcome) -> Played:
        key = (felt.position, due, outcome)
        if key not in self.played:
            text = "-".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)
            played = felt.outcome(text) if due is None else felt.drawn(due, text)
            assert isinstance(played, Played), str(played)
            self.played[key] = played
        return self.played[key]

    def _drawn(self, felt: Felt, due: str) -> Chance[Hashable]:
        """The results of a draw; results that no waiting wager distinguishes are merged."""
        waiting = [(felt.wager(each.wager), each.state) for each in felt.standing if each.draw == due]
        found: dict[Hashable, tuple[Hashable, int]] = {}
        for result, weight in self.house.game.draw_chance(due, self.house).weights:
            means = tuple(wager.drawn(state, result) for wager, state in waiting)
            first, so_far = found.get(means, (result, 0))
            found[means] = (first, so_far + weight)
        return Chance(tuple(found.values()))


def compile(
    house: House, plan: Plan, most: int = MOST_STATES, progress: Callable[[int, int], None] | None = None
) -> Chain:
    """Explore every state the plan can reach; `progress` is called with the numbers of explored and found states."""
    compiler = _Compiler(house, plan, most)
    compiler.place(compiler.open())
    steps: list[tuple[Step, ...]] = []
    while len(steps) < len(compiler.states):
        steps.append(tuple(compiler.steps(compiler.states[len(steps)])))
        if progress is not None:
            progress(len(steps), len(compiler.states))
    draws = tuple(state.felt.draw_due is not None for state in compiler.states)
    standing = tuple(sum(each.stake + each.commission for each in s.felt.standing) for s in compiler.states)
    return Chain(house, plan, tuple(steps), draws, standing)
