"""The average result of a plan's rounds at the tables of `tests/oracle/`, computed in two ways.

Exactly, by trying every outcome on a tour from the first state back to it; and with random rounds. Tours are
independent and identically distributed, so their mean and variance give those of the long run.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracle.play import SETUPS
from tests.oracle.table import Table
from tests.support.naive.plans import Naive
from tests.support.naive.walks import (
    ENOUGH,
    End,
    Key,
    Rows,
    Ways,
    do,
    key,
    opened,
    outcomes,
    spread,
    steps,
    whole_weights,
)

HOME = End(0, 0)
Brought = tuple[int, int, int]  # the net, the stakes and the number of the wagers that a round decided


def _brought(rows: Rows) -> Brought:
    return sum(row["net_cents"] for row in rows), sum(row["stake_cents"] for row in rows), len(rows)


def _begun(plan: Naive) -> tuple[Table, Any]:
    table = opened(SETUPS[plan.house])
    acts, memory = plan.player(table, plan.memory, "")
    do(table, *acts)
    return table, memory


@dataclass(frozen=True)
class LongRun:
    """The averages of a round, the distribution of its net, and the asymptotic variance per round."""

    net: Fraction
    wagered: Fraction
    decided: Fraction
    distribution: dict[int, Fraction]
    variance: float


@dataclass(frozen=True)
class _Tried:
    """All possible rounds from a state: the next state, the result, and the chance."""

    rounds: list[tuple[Key | End, Brought, Fraction]]
    ways: Ways


@dataclass
class Tour:
    """All states of a plan, from the first one until it returns there."""

    plan: Naive
    tables: dict[Key, tuple[Table, Any]] = field(default_factory=dict)
    known: dict[Key, _Tried] = field(default_factory=dict)
    home: Key = None

    def long_run(self) -> LongRun:
        """The result of a tour divided by its number of rounds."""
        table, memory = _begun(self.plan)
        self.home = key(table, memory)
        self.tables[self.home] = table, memory
        visits = spread({self.home: 1}, lambda state: self._tried(state).ways).visits
        length = sum(visits.values(), Fraction(0))
        means = [Fraction(0)] * 3
        nets: dict[int, Fraction] = {}
        for state, often in visits.items():
            for _, brought, chance in self._tried(state).rounds:
                share = often * chance / length
                means = [mean + share * each for mean, each in zip(means, brought, strict=True)]
                nets[brought[0]] = nets.get(brought[0], Fraction(0)) + share
        net, wagered, decided = means
        return LongRun(net, wagered, decided, nets, self._square(float(net)) / float(length))

    def _square(self, mean: float) -> float:
        """The mean square of a tour's net minus the mean net of its rounds, computed round by round."""
        now: dict[Any, tuple[float, float, float]] = {self.home: (1.0, 0.0, 0.0)}
        square = 0.0
        while sum(chance for chance, _, _ in now.values()) > ENOUGH:
            after: dict[Any, tuple[float, float, float]] = {}
            for state, (none, one, two) in now.items():
                for target, brought, share in self._tried(state).rounds:
                    beside, part = brought[0] - mean, float(share)
                    zero, first, second = after.get(target, (0.0, 0.0, 0.0))
                    after[target] = (
                        zero + part * none,
                        first + part * (one + beside * none),
                        second + part * (two + 2 * beside * one + beside**2 * none),
                    )
            square += after.pop(HOME, (0.0, 0.0, 0.0))[2]
            now = after
        return square

    def _tried(self, state: Key) -> _Tried:
        if state in self.known:
            return self.known[state]
        rounds: dict[tuple[Key | End, Brought], Fraction] = {}
        ways: dict[Key | End, Fraction] = {}
        for step in steps(*self.tables[state], self.plan.player):
            target: Key | End = key(step.table, step.memory)
            self.tables.setdefault(target, (step.table, step.memory))
            target = HOME if target == self.home else target
            what = target, _brought(step.rows)
            rounds[what] = rounds.get(what, Fraction(0)) + step.chance
            ways[target] = ways.get(target, Fraction(0)) + step.chance
        told = [(target, brought, chance) for (target, brought), chance in rounds.items()]
        self.known[state] = _Tried(told, whole_weights(ways))
        return self.known[state]


@dataclass(frozen=True)
class Thrown:
    """The result of random rounds: their number, their mean net, and its standard error."""

    rounds: int
    mean: float
    error: float


def throw(plan: Naive, rounds: int, rng: random.Random) -> Thrown:
    """Play random complete tours with at least `rounds` rounds. Their differences give the standard error."""
    table, memory = _begun(plan)
    home = key(table, memory)
    every = [act for act, weight in outcomes(table) for _ in range(weight)]
    tours: list[tuple[int, int]] = []
    net = length = played = 0
    while played < rounds or length:
        table.resolved = []
        act = rng.choice(every)
        do(table, act)
        acts, memory = plan.player(table, memory, act.removeprefix("outcome "))
        do(table, *acts)
        net, length, played = net + _brought(table.resolved)[0], length + 1, played + 1
        if key(table, memory) == home:
            tours.append((net, length))
            net = length = 0
    mean = sum(net for net, _ in tours) / played
    return Thrown(played, mean, sum((net - mean * length) ** 2 for net, length in tours) ** 0.5 / played)
