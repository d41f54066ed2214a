"""Finite state machines that end: explored from a start and solved in exact fractions.

A machine is given by its moves: for each state what comes next, another state or an `End`, by whole weights. The
reachable states are split into strongly connected parts, which are solved one after the other: most rules only ever
move on, so the parts are small and exact arithmetic is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

S = TypeVar("S", bound=Hashable)  # a state
E = TypeVar("E", bound=Hashable)  # the label of an ending


@dataclass(frozen=True, slots=True)
class End(Generic[E]):
    """An ending with its label."""

    of: E


Moves: TypeAlias = Callable[[S], Iterable[tuple[S | End[E], int]]]


@dataclass(frozen=True, slots=True)
class Machine(Generic[S, E]):
    """Every reachable state with its moves; moves to equal targets are merged."""

    start: S
    moves: dict[S, dict[S | End[E], Fraction]]


class NeverEnds(ValueError):
    """Some reachable state can never reach an ending."""


def explore(start: S, moves: Moves[S, E]) -> Machine[S, E]:
    """Follow every move from the start until nothing new is found."""
    found: dict[S, dict[S | End[E], Fraction]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        weights: dict[S | End[E], int] = {}
        for target, weight in moves(state):
            weights[target] = weights.get(target, 0) + weight
        total = sum(weights.values())
        assert total > 0, f"nothing comes after {state!r}"
        found[state] = {target: Fraction(weight, total) for target, weight in weights.items()}
        waiting += [target for target in weights if not isinstance(target, End)]
    return Machine(start, found)


def visits(machine: Machine[S, E]) -> dict[S, Fraction]:
    """How often each state is expected to be visited before the end."""
    expected: dict[S, Fraction] = dict.fromkeys(machine.moves, Fraction(0))
    expected[machine.start] = Fraction(1)
    for part in reversed(parts(machine)):  # every part after all those that lead into it
        inflow = {state: expected[state] for state in part}
        solved = _solve_part(machine, part, inflow)
        inside = set(part)
        for state, often in solved.items():
            expected[state] = often
            for target, chance in machine.moves[state].items():
                if not isinstance(target, End) and target not in inside:
                    expected[target] += often * chance
    return expected


def endings(machine: Machine[S, E], visited: dict[S, Fraction] | None = None) -> dict[E, Fraction]:
    """The exact chance of each ending; `visited` saves solving again."""
    found: dict[E, Fraction] = {}
    for state, often in (visits(machine) if visited is None else visited).items():
        for target, chance in machine.moves[state].items():
            if isinstance(target, End):
                found[target.of] = found.get(target.of, Fraction(0)) + often * chance
    return found


def endings_from(machine: Machine[S, E]) -> dict[S, dict[E, Fraction]]:
    """The exact chance of each ending, from each state."""
    found: dict[S, dict[E, Fraction]] = {}
    for part in parts(machine):  # every part before all those that lead into it
        index = {state: place for place, state in enumerate(part)}
        ends: list[dict[E, Fraction]] = []
        for state in part:
            sums: dict[E, Fraction] = {}
            for target, chance in machine.moves[state].items():
                if isinstance(target, End):
                    sums[target.of] = sums.get(target.of, Fraction(0)) + chance
                elif target not in index:
                    for ending, part_of_it in found[target].items():
                        sums[ending] = sums.get(ending, Fraction(0)) + chance * part_of_it
            ends.append(sums)
        found.update(_solve_endings(machine, index, ends))
    return found


def _solve_endings(
    machine: Machine[S, E], index: dict[S, int], ends: list[dict[E, Fraction]]
) -> dict[S, dict[E, Fraction]]:
    """The endings from the states of one part: x = ends + (moves inside) x, by elimination."""
    labels = list(dict.fromkeys(label for sums in ends for label in sums))
    rows = [
        [Fraction(int(at == to)) for to in range(len(index))] + [sums.get(label, Fraction(0)) for label in labels]
        for at, sums in enumerate(ends)
    ]
    for state, at in index.items():
        for target, chance in machine.moves[state].items():
            if not isinstance(target, End) and target in index:
                rows[at][index[target]] -= chance
    _eliminate(rows)
    solved = {state: rows[at][len(index) :] for state, at in index.items()}
    return {state: {label: x for label, x in zip(labels, row, strict=True) if x} for state, row in solved.items()}


def _solve_part(machine: Machine[S, E], part: list[S], inflow: dict[S, Fraction]) -> dict[S, Fraction]:
    """Visits within one part: x = inflow + (moves inside) x, by elimination."""
    index = {state: place for place, state in enumerate(part)}
    rows = [[Fraction(int(i == j)) for j in range(len(part))] + [inflow[state]] for i, state in enumerate(part)]
    for state in part:
        for target, chance in machine.moves[state].items():
            if not isinstance(target, End) and target in index:
                rows[index[target]][index[state]] -= chance
    _eliminate(rows)
    return {state: rows[place][-1] for state, place in index.items()}


def _eliminate(rows: list[list[Fraction]]) -> None:
    size = len(rows)
    for pivot in range(size):
        best = next((row for row in range(pivot, size) if rows[row][pivot]), None)
        if best is None:
            raise NeverEnds("the machine can go on for ever")
        rows[pivot], rows[best] = rows[best], rows[pivot]
        scale = 1 / rows[pivot][pivot]
        rows[pivot] = [value * scale if value else value for value in rows[pivot]]
        for row in range(size):
            factor = rows[row][pivot]
            if row != pivot and factor:
                line = rows[pivot]
                rows[row] = [value - factor * line[at] if line[at] else value for at, value in enumerate(rows[row])]


def parts(machine: Machine[S, E]) -> list[list[S]]:
    """Strongly connected parts of a machine, each before the parts that lead into it."""
    return components(
        machine.start, lambda state: [target for target in machine.moves[state] if not isinstance(target, End)]
    )


def components(start: S, after_of: Callable[[S], Iterable[S]]) -> list[list[S]]:
    """Strongly connected parts (Tarjan) of what can be reached, each before the parts that lead into it."""
    order: dict[S, int] = {}
    low: dict[S, int] = {}
    height: dict[S, int] = {}  # where a state lies on the stack
    stack: list[S] = []
    on_stack: set[S] = set()
    found: list[list[S]] = []
    work: list[tuple[S, Iterator[S] | None]] = [(start, None)]
    while work:
        state, after = work.pop()
        if after is None:
            if state in order:
                continue
            order[state] = low[state] = len(order)
            height[state] = len(stack)
            stack.append(state)
            on_stack.add(state)
            after = iter(after_of(state))
        descend: S | None = None
        for target in after:
            if target not in order:
                descend = target
                break
            if target in on_stack:
                low[state] = min(low[state], order[target])
        if descend is not None:
            work += [(state, after), (descend, None)]
            continue
        if low[state] == order[state]:
            cut = height[state]
            found.append(stack[cut:])
            on_stack.difference_update(stack[cut:])
            del stack[cut:]
        if work:
            above = work[-1][0]
            low[above] = min(low[above], low[state])
    return found
