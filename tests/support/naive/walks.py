"""Computes the chances of a wager by walking the tables of `tests/oracle/` outcome by outcome.

A walk starts at a table with wagers on its layout, tries every outcome of the device, and carries the exact chance of
every table that it reaches, as integers over one denominator, until all is decided or less than `ENOUGH` is left. It
solves no equations and uses nothing from croupier. It gives a lower bound for every chance; the undecided rest bounds
the error.
"""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from tests.oracle import big_six, craps, play, roulette, side_bets
from tests.oracle.dice_table import CrapsTable
from tests.oracle.table import Table
from tests.oracle.wheel_tables import RouletteTable

PLAYER = "ann"
ENOUGH = Fraction(1, 10**15)

Key = Hashable
#: A player: from the table, the memory and the last outcome to the acts before the next outcome and the new memory.
Player = Callable[[Table, Any, str], tuple[list[str], Any]]
Rows = list[dict[str, Any]]


def do(table: Table, *acts: str) -> None:
    """Do acts, which must be accepted."""
    for act in acts:
        words = act.split()
        play.check_words(0, words)
        play.act(table, words)


def opened(setup: Mapping[str, Any], *acts: str) -> Table:
    """A table of a house after some acts of a player with unlimited chips."""
    table = play.open_table(dict(setup))
    do(table, f"seat {PLAYER} {10**12}", *acts)
    return table


def another(table: Table) -> Table:
    """Copy a table, without the rows decided so far."""
    twin = copy.deepcopy(table, {id(table.setup): table.setup})
    twin.resolved = []
    return twin


def outcomes(table: Table) -> list[tuple[str, int]]:
    """All outcomes of the device as acts, with their weights: 36 throws, 37 to 39 pockets or 54 sections."""
    if isinstance(table, CrapsTable):
        return [(f"outcome {one}-{other}", 1) for one, other in craps.ALL_DICE]
    if isinstance(table, RouletteTable):
        return [(f"outcome {pocket}", 1) for pocket in roulette.pockets(table.wheel)]
    return [(f"outcome {section}", weight) for section, weight in Counter(big_six.SECTIONS).items()]


def draws(table: Table, in_order: bool = False) -> list[tuple[str, int]]:
    """All results of the draw that is due, with their weights; empty if none is due.

    Two balls may share a pocket, three may not (reading R14). Balls are not distinguished unless `in_order` is set.
    """
    if not isinstance(table, RouletteTable):
        return []
    if table.due("back2back"):
        return [(f"award {times}", weight) for times, weight in table.side("back2back")["weights"].items()]
    if table.due("spinner-winner"):
        ring = side_bets.RINGS[table.wheel]
        if side_bets.ball_count(table.side("spinner-winner")["pay_table"]) == 2:
            return [(f"bonus {one}-{other}", 1) for one, other in itertools.product(ring, repeat=2)]
        rest = itertools.permutations(ring, 3) if in_order else itertools.combinations(ring, 3)
        return [(f"bonus {'-'.join(balls)}", 1) for balls in rest]
    return []


def key(table: Table, memory: Any = None) -> Key:
    """Everything in a table that matters for its wagers. Of the hand and past spins, only what some wager counts."""
    up = tuple(sorted((one.wager, one.spot or "", one.stake, one.call or "", one.state) for one in table.up))
    wagers = {one.wager for one in table.up}
    if isinstance(table, CrapsTable):
        hand = table.hand
        counted = (
            frozenset(hand.points) if "fire-bet" in wagers else None,
            hand.passes if "sharp-shooter" in wagers else None,
            min(hand.sevens, 11) if "super-front-line-winner" in wagers else None,  # 47.1-2317.04(11): eleven or more
        )
        return (memory, up, table.point, counted)
    if isinstance(table, RouletteTable):
        previous = table.previous if wagers & {"back2back", "spinner-winner"} else None
        return (memory, up, previous, tuple(table.track), table.streak, table.streak_number, table.meter)
    return (memory, up)


@dataclass(frozen=True)
class Step:
    """One possible round: its chance, the table after it, and what it decided."""

    chance: Fraction
    table: Table
    memory: Any
    rows: Rows


def steps(table: Table, memory: Any, player: Player, *, in_order: bool = False) -> Iterator[Step]:
    """All possible rounds from here: the outcome, its draw if there is one, then the player's acts."""
    spins = outcomes(table)
    total = sum(weight for _, weight in spins)
    for act, weight in spins:
        after = another(table)
        do(after, act)
        chance = Fraction(weight, total)
        drawn = draws(after, in_order)
        every = sum(times for _, times in drawn)
        for draw, times in drawn:
            then = copy.deepcopy(after, {id(after.setup): after.setup})
            do(then, draw)
            yield _answered(chance * Fraction(times, every), then, memory, act, player)
        if not drawn:
            yield _answered(chance, after, memory, act, player)


def _answered(chance: Fraction, table: Table, memory: Any, act: str, player: Player) -> Step:
    acts, remembered = player(table, memory, act.removeprefix("outcome "))
    do(table, *acts)
    return Step(chance, table, remembered, table.resolved)


# chances carried from round to round


@dataclass(frozen=True)
class End:
    """How a wager ended: its net and its total stake, in cents."""

    net: int
    staked: int


Ways = tuple[int, list[tuple[Any, int]]]  # the total weight; each next state or end with its weight


@dataclass(frozen=True)
class Spread:
    """Lower bounds for the chance of every end and the mean visits to every state; and the undecided chance."""

    ends: dict[End, Fraction]
    visits: dict[Key, Fraction]
    left: Fraction


def spread(start: Mapping[Key, int], ways: Callable[[Key], Ways]) -> Spread:
    """Carry all chances from round to round, in integers, until less than ENOUGH is undecided."""
    now = dict(start)
    whole = sum(now.values())
    ends: dict[End, int] = {}
    visits: dict[Key, int] = {}
    while sum(now.values()) * ENOUGH.denominator > whole * ENOUGH.numerator:
        for state, mass in now.items():
            visits[state] = visits.get(state, 0) + mass
        scale = lcm(*(ways(state)[0] for state in now))
        ends = {end: mass * scale for end, mass in ends.items()}
        visits = {state: mass * scale for state, mass in visits.items()}
        after: dict[Key, int] = {}
        for state, mass in now.items():
            total, parts = ways(state)
            for target, weight in parts:
                into: dict[Any, int] = ends if isinstance(target, End) else after
                into[target] = into.get(target, 0) + mass * weight * (scale // total)
        now, whole = after, whole * scale
    left = Fraction(sum(now.values()), whole)
    return Spread(_over(ends, whole), _over(visits, whole), left)


def _over(masses: Mapping[Any, int], whole: int) -> dict[Any, Fraction]:
    return {what: Fraction(mass, whole) for what, mass in masses.items()}


def whole_weights(found: Mapping[Any, Fraction]) -> Ways:
    """Convert chances to integers over their common denominator."""
    assert sum(found.values()) == 1
    total = lcm(*(chance.denominator for chance in found.values()))
    return total, [(target, int(chance * total)) for target, chance in found.items()]


# a wager until it is decided


def _does_nothing(table: Table, memory: Any, shown: str) -> tuple[list[str], Any]:
    return [], memory


@dataclass(frozen=True)
class Walked:
    """The result of a walk: a lower bound for every chance, and the undecided rest."""

    ends: dict[End, Fraction]
    rounds: Fraction
    left: Fraction

    def nets(self, unit: int) -> dict[Fraction, Fraction]:
        """The distribution of the net per unit."""
        found: dict[Fraction, Fraction] = {}
        for end, chance in self.ends.items():
            net = Fraction(end.net, unit)
            found[net] = found.get(net, Fraction(0)) + chance
        return found

    def action(self, unit: int) -> Fraction:
        """The mean stake per unit."""
        return sum((Fraction(end.staked, unit) * chance for end, chance in self.ends.items()), Fraction(0))


@dataclass
class Walk:
    """Walks some wagers from their tables until one of them is decided."""

    watched: frozenset[str]
    player: Player = _does_nothing
    in_order: bool = False
    tables: dict[Key, Table] = field(default_factory=dict)
    known: dict[Key, Ways] = field(default_factory=dict)

    def __call__(self, *starts: Table) -> Walked:
        """Walk from one table, or from several that are equally likely."""
        self.tables |= {key(table): table for table in starts}
        found = spread(Counter(key(table) for table in starts), self._ways)
        return Walked(found.ends, sum(found.visits.values(), Fraction(0)), found.left)

    def _ways(self, state: Key) -> Ways:
        if state not in self.known:
            self.known[state] = self._tried(self.tables[state])
        return self.known[state]

    def _tried(self, table: Table) -> Ways:
        found: dict[Key | End, Fraction] = {}
        for step in steps(table, None, self.player, in_order=self.in_order):
            rows = [row for row in step.rows if row["wager"] in self.watched]
            target: Key | End = key(step.table)
            if rows:
                target = End(sum(row["net_cents"] for row in rows), sum(row["stake_cents"] for row in rows))
            else:
                self.tables.setdefault(target, step.table)
            found[target] = found.get(target, Fraction(0)) + step.chance
        return whole_weights(found)
