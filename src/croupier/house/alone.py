"""The state machine of a single wager, explored from any live state until the wager is decided.

This module knows no rules: the game turns outcomes into facts, the wager steps on them, draws have their own chances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.core.absorbing import End, Machine, explore
from croupier.core.machine import Asks, At, Closed, Draws, Paid, Seen, Standing, State, Step, Wager
from croupier.core.refusal import Refusal
from croupier.core.table import Table
from croupier.house.house import House


@dataclass(frozen=True, slots=True)
class Place:
    """A state of the machine: the wager's state, the game's table, and the draw it waits for, if any."""

    state: State
    table: Table
    draw: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """How a wager ended, and the state it ended from."""

    row: str
    state: State


@dataclass
class Alone:
    """A wager by itself: its machine, and the choices that its player may have to make."""

    machine: Machine[Place, Decision]
    choices: tuple[str, ...] = ()


@dataclass
class _Explorer:
    house: House
    wager: Wager
    choice: str | None
    choices: tuple[str, ...] = field(default=())

    def moves(self, place: Place) -> Iterator[tuple[Place | End[Decision], int]]:
        """The next states for each outcome, or each result of a draw, with their weights."""
        if place.draw is not None:
            for result, weight in self.house.game.draw_chance(place.draw, self.house).weights:
                yield self._target(place, self.wager.drawn(place.state, result), place.table), weight
            return
        table = self._ready(place)
        for outcome, weight in self.house.game.told_apart(self.house).weights:
            seen = self.house.game.observe(table, outcome, self.house)
            target: Place | End[Decision] = place
            if isinstance(seen, Seen):
                after = self.house.game.forget(seen.table, self.wager.watches)
                target = self._target(place, self.wager.step(place.state, seen.fact), after)
            yield target, weight

    def _ready(self, place: Place) -> Table:
        standing = Standing("", self.wager.id, None, 0, place.state, self.house)
        table = self.house.game.ready(place.table, (standing,), self.house)
        assert not isinstance(table, Refusal), str(table)
        return table

    def _target(self, place: Place, step: Step, table: Table) -> Place | End[Decision]:
        if isinstance(step, Asks):
            self.choices = step.choices
            step = self.wager.choose(step.state, self.choice or step.choices[0])
        match step:
            case Closed(row) | Paid(row, _):
                return End(Decision(row, place.state))
            case Draws(state, of):
                return Place(state, table, of)
        assert not isinstance(step, Asks), "one choice at a time"
        return Place(step.state, table)


def alone(house: House, wager_id: str, start: Place | None = None, choice: str | None = None) -> Alone:
    """Explore a wager from its opening, or from a live state, with one answer to every choice it asks for."""
    explorer = _Explorer(house, house.game.wagers[wager_id], choice)
    machine = explore(start or opening(house, wager_id), explorer.moves)
    return Alone(machine, explorer.choices)


def after(house: House, wager_id: str, place: Place) -> tuple[tuple[Place | End[Decision], int], ...]:
    """What each outcome of the device makes of a place, or each result of its draw, in their order; with weights."""
    return tuple(_Explorer(house, house.game.wagers[wager_id], None).moves(place))


def opening(house: House, wager_id: str) -> Place:
    """A wager just placed, on any of its spots, at a table that accepts it."""
    wager = house.game.wagers[wager_id]
    table = house.game.forget(_first_table(house, wager), wager.watches)
    return Place(wager.open(wager.spots(house)[0], table, house), table)


def _first_table(house: House, wager: Wager) -> Table:
    """A new table, or one outcome later if the wager is not accepted at first (come, repeats)."""
    begun = house.game.begin(house)
    seen = (house.game.observe(begun, outcome, house) for outcome in house.game.chance(house))
    for table in (begun, *(each.table for each in seen)):
        if wager.may("place", None, At(table, house)) is None:
            return table
    return begun
