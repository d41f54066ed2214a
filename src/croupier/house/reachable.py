"""Every state that a variation can reach, priced: what it is worth there, and which acts there favor the player.

The wager is walked from every table at which it may be placed and from every spot. A state has two values per unit of
the stake: if the player leaves the wager alone, and if she takes it down whenever that is allowed and better.
States that only move on are solved in fractions, states that lead back to each other to fifteen decimals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import get_args

from croupier.core.absorbing import components
from croupier.core.machine import (
    ActName,
    Asks,
    At,
    Closed,
    Draws,
    Paid,
    Return,
    Seen,
    Standing,
    Stands,
    State,
    Step,
)
from croupier.core.printed_odds import Odds
from croupier.core.refusal import Refusal
from croupier.core.table import Table
from croupier.house.house import House

#: The most states that are walked, and up to how many `value.favorable` checks stake by stake.
MOST, FEW = 2_000_000, 10_000
#: How many values may be computed in one group of states that lead back to each other, and to which precision.
_PATIENCE, _FINE = 50_000_000, 10**15
_ROOT = -1


class TooMany(ValueError):
    """A wager has more states than are walked, or too many of them lead back to each other."""


class NeverDecided(ValueError):
    """Some reachable state never leads to a decision."""


@dataclass(frozen=True, slots=True)
class Live:
    """A wager on the layout: its state and spot, the game's table, and the draw or choice it waits for, if any."""

    state: State
    spot: str | None
    table: Table
    draw: str | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """Decided at a row."""

    row: str


Node = Live | Ended


@dataclass(frozen=True, slots=True)
class Favor:
    """An act that favors the player: in which state at best, by how much of the stake, and in how many states."""

    act: str
    live: Live
    worth: Fraction
    states: int


@dataclass(frozen=True, slots=True)
class Priced:
    """The result for one wager: how many states were priced, and the acts that favor the player."""

    states: int
    favors: tuple[Favor, ...]


class _Walk:
    """Numbers every reachable state and finds its moves: (number, weight) for chance, numbers alone for choices."""

    def __init__(self, house: House, wager_id: str, most: int) -> None:
        self.house, self.game, self.wager, self.most = house, house.game, house.game.wagers[wager_id], most
        self.nodes: list[Node] = []
        self.numbers: dict[Node, int] = {}
        self.moves: dict[int, tuple[tuple[int, int], ...]] = {}
        self.starts = [self.number(live) for live in self._starts()]
        waiting = 0
        while waiting < len(self.nodes):
            node = self.nodes[waiting]
            self.moves[waiting] = self._moves(node) if isinstance(node, Live) else ()
            waiting += 1

    def number(self, node: Node) -> int:
        """The number of a state; a new one is walked later."""
        found = self.numbers.get(node)
        if found is None:
            if len(self.nodes) >= self.most:
                raise TooMany(f"more than {self.most:,} states: not all of them are priced")
            found = self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return found

    def _starts(self) -> Iterator[Live]:
        """The wager just placed: at every table that accepts it, on every spot."""
        first = self.game.forget(self.game.begin(self.house), self.wager.watches)
        seen, waiting = {first}, [first]
        while waiting:
            table = waiting.pop()
            if self.wager.may("place", None, At(table, self.house)) is None:
                for spot in self.wager.spots(self.house):
                    yield Live(self.wager.open(spot, table, self.house), spot, table)
            for after in self._tables_after(table) - seen:
                if len(seen) >= self.most:
                    raise TooMany(f"more than {self.most:,} tables: not all of them are priced")
                seen.add(after)
                waiting.append(after)

    def _tables_after(self, table: Table) -> set[Table]:
        outcomes = self.game.told_apart(self.house).weights
        seen = (self.game.observe(table, outcome, self.house) for outcome, _ in outcomes)
        return {self.game.forget(each.table, self.wager.watches) for each in seen if isinstance(each, Seen)}

    def _moves(self, live: Live) -> tuple[tuple[int, int], ...]:
        found: dict[int, int] = {}
        for node, weight in self._next(live):
            number = self.number(node)
            found[number] = found.get(number, 0) + weight
        return tuple(found.items())

    def _next(self, live: Live) -> Iterator[tuple[Node, int]]:
        if live.choices:
            for choice in live.choices:
                yield self._after(live, self.wager.choose(live.state, choice), live.table), 1
        elif live.draw is not None:
            for result, weight in self.game.draw_chance(live.draw, self.house).weights:
                yield self._after(live, self.wager.drawn(live.state, result), live.table), weight
        else:
            table = self.game.ready(live.table, (self.standing(live),), self.house)
            assert not isinstance(table, Refusal), str(table)
            for outcome, weight in self.game.told_apart(self.house).weights:
                seen = self.game.observe(table, outcome, self.house)
                if isinstance(seen, Seen):
                    after = self.game.forget(seen.table, self.wager.watches)
                    yield self._after(live, self.wager.step(live.state, seen.fact), after), weight
                else:
                    yield live, weight

    def _after(self, live: Live, step: Step, table: Table) -> Node:
        match step:
            case Closed(row):
                return Ended(row)
            case Paid(row, state):
                self.number(Live(state, live.spot, table))  # it stays up: that state is reachable too
                return Ended(row)
            case Draws(state, of):
                return Live(state, live.spot, table, of)
            case Asks(state, choices):
                return Live(state, live.spot, table, None, choices)
            case Stands(state, spot):
                return Live(state, live.spot if spot is None else spot, table)

    def standing(self, live: Live) -> Standing:
        """The wager on the layout in that state."""
        stake = self.house.limit(self.wager).least
        return Standing("", self.wager.id, live.spot, stake, live.state, self.house)

    def may(self, live: Live, act: ActName) -> bool:
        """Whether the rules of the wager allow the act in this state. A refusal must have its sentence."""
        if live.draw is not None or live.choices:
            return False
        standing = self.standing(live)
        refusal = self.wager.may(act, standing, At(live.table, self.house, (standing,)))
        return refusal is None or not refusal.message


class _Values:
    """What every state is worth to the player, per unit: left alone, and with the best use of taking it down."""

    def __init__(self, walk: _Walk) -> None:
        self.walk = walk
        self.alone: dict[int, Fraction] = {}
        self.best: dict[int, Fraction] = {}
        self.down = {
            number
            for number, node in enumerate(walk.nodes)
            if isinstance(node, Live) and (walk.may(node, "take-down") or walk.may(node, "reduce"))
        }
        for part in components(_ROOT, self._after):
            if part == [_ROOT]:
                continue
            if len(part) == 1:
                self._one(part[0])
            else:
                self._group(part)

    def _after(self, number: int) -> Iterable[int]:
        return range(len(self.walk.nodes)) if number == _ROOT else [to for to, _ in self.walk.moves[number]]

    def _one(self, number: int) -> None:
        node = self.walk.nodes[number]
        if isinstance(node, Ended):
            self.alone[number] = self.best[number] = _net(self.walk, node.row)
            return
        others = [(to, weight) for to, weight in self.walk.moves[number] if to != number]
        if not others:
            raise NeverDecided(f"{node.state!r} never leads to a decision")
        if node.choices:
            self.alone[number] = max(self.alone[to] for to, _ in others)
            self.best[number] = max(self.best[to] for to, _ in others)
            return
        total = sum(weight for _, weight in others)
        self.alone[number] = sum((self.alone[to] * weight for to, weight in others), Fraction(0)) / total
        best = sum((self.best[to] * weight for to, weight in others), Fraction(0)) / total
        self.best[number] = max(best, Fraction(0)) if number in self.down else best

    def _group(self, part: list[int]) -> None:
        """States that lead back to each other: repeated until nothing changes, in whole numbers of 1/_FINE."""
        if not any(to not in set(part) for number in part for to, _ in self.walk.moves[number]):
            raise NeverDecided(f"{len(part)} states lead only to each other")
        for found, stops in ((self.alone, frozenset[int]()), (self.best, frozenset(self.down))):
            values = dict.fromkeys(part, 0)
            for _ in range(max(1, _PATIENCE // len(part))):
                if not self._sweep(part, values, found, stops):
                    break
            else:
                raise TooMany(f"{len(part):,} states lead back to each other: not all of them are priced")
            found.update({number: Fraction(value, _FINE) for number, value in values.items()})

    def _sweep(
        self, part: list[int], values: dict[int, int], found: dict[int, Fraction], stops: frozenset[int]
    ) -> bool:
        """One round over the group; whether anything changed."""
        changed = False
        for number in part:
            moves = [(to, weight) for to, weight in self.walk.moves[number] if to != number]
            worths = [(values[to] if to in values else int(found[to] * _FINE), weight) for to, weight in moves]
            node = self.walk.nodes[number]
            if isinstance(node, Live) and node.choices:
                value = max(worth for worth, _ in worths)
            else:
                value = sum(worth * weight for worth, weight in worths) // sum(weight for _, weight in worths)
            value = max(value, 0) if number in stops else value
            changed = changed or abs(value - values[number]) > 1
            values[number] = value
        return changed


def _net(walk: _Walk, row: str) -> Fraction:
    pays = walk.house.pays(walk.wager.id, row)
    if isinstance(pays, Return):
        return pays.share - 1
    return pays.winnings() if isinstance(pays, Odds) else Fraction(-1)


@dataclass(frozen=True, slots=True)
class Reached:
    """How many states a variation has, and every row at which it can end from any of them."""

    states: int
    rows: frozenset[str]


@lru_cache(maxsize=64)
def reached(house: House, wager_id: str) -> Reached:
    """Walk a variation without pricing it; `NeverDecided` if it can go on for ever."""
    walk = _Walk(house, wager_id, MOST)
    _decided(walk)
    for node in walk.nodes:
        if isinstance(node, Live):
            for act in get_args(ActName):  # every act gets an answer
                walk.may(node, act)
    ended = frozenset(node.row for node in walk.nodes if isinstance(node, Ended))
    return Reached(len(walk.nodes) - len(ended), ended)


def many(house: House, wager_id: str) -> bool:
    """Whether a variation has too many states to be valued stake by stake."""
    try:
        return reached(house, wager_id).states > FEW
    except TooMany:
        return True


def _decided(walk: _Walk) -> None:
    """Every state must be able to reach a decision."""
    back: dict[int, list[int]] = {}
    for number, moves in walk.moves.items():
        for to, _ in moves:
            back.setdefault(to, []).append(number)
    waiting = [number for number, node in enumerate(walk.nodes) if isinstance(node, Ended)]
    seen = set(waiting)
    while waiting:
        for number in back.get(waiting.pop(), ()):
            if number not in seen:
                seen.add(number)
                waiting.append(number)
    for number, node in enumerate(walk.nodes):
        if number not in seen:
            raise NeverDecided(f"the state {getattr(node, 'state', node)!r} never leads to a decision")


@lru_cache(maxsize=64)
def priced(house: House, wager_id: str) -> Priced:
    """Price every reachable state of a variation; `TooMany` if there are too many."""
    walk = _Walk(house, wager_id, MOST)
    values = _Values(walk)
    lives = [(number, node) for number, node in enumerate(walk.nodes) if isinstance(node, Live)]
    found = (_stake(walk, values), _raise(walk, values, lives), _down(walk, values))
    return Priced(len(lives), tuple(each for each in found if each is not None))


_SURE = Fraction(1, 10**9)


def _stake(walk: _Walk, values: _Values) -> Favor | None:
    """A wager with many states that favors the player from the start; with few states see `value.favorable`."""
    number = max(walk.starts, key=lambda each: values.alone[each], default=None)
    live = None if number is None else walk.nodes[number]
    if number is None or len(walk.nodes) <= FEW or values.alone[number] <= _SURE or not isinstance(live, Live):
        return None
    return Favor("stake", live, values.alone[number], 1)


def _raise(walk: _Walk, values: _Values, lives: list[tuple[int, Live]]) -> Favor | None:
    """States in which more may be added to a wager that is worth more than its stake."""
    starts = set(walk.starts)
    good = [
        (values.best[number], live)
        for number, live in lives
        if values.best[number] > _SURE and number not in starts and walk.may(live, "raise")
    ]
    if not good:
        return None
    worth, live = max(good, key=lambda each: each[0])
    return Favor("raise", live, worth, len(good))


def _down(walk: _Walk, values: _Values) -> Favor | None:
    """A wager that favors the house if it is left alone, and the player if she takes it down at the right time."""
    good = [number for number in set(walk.starts) if values.best[number] > _SURE >= values.alone[number]]
    if not good:
        return None
    number = max(good, key=lambda each: values.best[each])
    live = walk.nodes[number]
    assert isinstance(live, Live), "a wager begins live"
    return Favor("reduction or take-down", live, values.best[number], len(values.down))


def warned(house: House, wager_id: str) -> list[str]:
    """Sentences about acts on a variation that favor the player, or that not all of its states are priced."""
    try:
        found = priced(house, wager_id)
    except (TooMany, NeverDecided) as error:
        return [f"{wager_id}: {error}"]
    return [f"{wager_id}: {_sentence(each)}" for each in found.favors]


def counted(house: House) -> dict[str, int]:
    """How many states of each variation were priced; without those that have too many."""
    found = {}
    for wager_id in house.variations:
        with suppress(TooMany, NeverDecided):
            found[wager_id] = priced(house, wager_id).states
    return found


def _sentence(favor: Favor) -> str:
    worth = f"{float(favor.worth):.2%} of the amount"
    if favor.act == "raise":
        where = f"in the state {favor.live.state!r} (the worst of {favor.states} such states)"
        return f"a raise {where} favors the player by {worth}: refuse it in `may`"
    if favor.act == "stake":
        return f"every stake favors the player by {worth}"
    return f"a {favor.act} at the right time favors the player by {worth}, counted from the stake: refuse it in `may`"
