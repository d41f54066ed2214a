"""The search over every people-and-dice state, each with every set of facts of a layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from random import Random

from croupier.games.craps.dice import POINTS
from croupier.games.craps.facts import CrapsTable
from croupier.table import State
from tests.support.dead_end.acts import PLAYERS, Move, by_staff, given, of_the_dice, of_wagers, opened
from tests.support.dead_end.facts import GONE, START, Common, common, facts, laid, layouts, may_throw, place_of
from tests.support.table.play import by

TOTALS = tuple(range(2, 13))
Node = tuple[Common, int]
#: The staff's acts at one node, by label. After a settled roll the layout may have any facts: None.
Acts = dict[tuple[str, ...], tuple[Common, int | None]]


@dataclass(frozen=True)
class Extent:
    """How many seats there are, with how many layouts every node is tried, and the seed that chooses them."""

    seats: int
    tries: int
    seed: str


@dataclass(frozen=True)
class Tried:
    """The staff's acts at a node, and what players may make of it; `thrown`: the dice may be in the air there."""

    acts: Acts
    others: frozenset[Common]
    thrown: bool = True


def tried(at: Common, says: int, extent: Extent) -> Tried:
    """Try every act at tables with these facts. Tables that the facts do not tell apart must answer alike."""
    answers: list[tuple[bool, Acts]] = []
    others: set[Common] = set()
    for state in _tables(at, says, extent):
        assert (common(state), facts(state)) == (at, says), "the table is not what it was built from"
        if at.phase == "in-the-air" and not may_throw(state):
            answers.append((False, {}))
            continue
        if at.phase == "in-the-air":
            _still_thrown(state, at)
        answers.append((True, acts_at(state)))
        others |= set(_by_players(state, extent.seats))
    thrown, acts = answers[0]
    assert all(each == answers[0] for each in answers), f"tables with the same facts disagree: {at}, {says}"
    return Tried(acts, frozenset(others), thrown)


@dataclass
class Expanded:
    """What follows from one `Common`: the staff's acts for each set of facts, and what players may make of it."""

    at: Common
    acts: dict[int, Acts] = field(default_factory=dict)
    others: set[Common] = field(default_factory=set)


def expanded(at: Common, extent: Extent) -> Expanded:
    """Try every set of facts; dice that may not be thrown are never in the air."""
    done = Expanded(at)
    for says in layouts(at.seats, at.shooter, point=at.point):
        here = tried(at, says, extent)
        if here.thrown:
            done.acts[says] = here.acts
            done.others |= here.others
    return done


def _tables(at: Common, says: int, extent: Extent) -> Iterator[State]:
    """Tables with these facts, each with another point: the first with few wagers, the others with many."""
    random = Random(f"{extent.seed} {at} {says}")
    points = random.sample(POINTS, len(POINTS))
    for number in range(extent.tries if says else 1):
        yield laid(at, says, points[number % len(points)], random, many=number > 0)


def acts_at(state: State) -> Acts:
    """The staff's acts that are taken at this table, and what each makes of it."""
    found: Acts = {}
    for move in by_staff(state, TOTALS):
        if (after := given(state, move)) is None:
            continue
        if move.word == "call-outcome":
            label, then = ("call-outcome", _named(move.fields["outcome"], state)), (common(after), None)
            assert found.setdefault(label, then) == then, f"rolls alike differ: {label}"
        else:
            found[move.label] = common(after), facts(after)
    return found


def _named(outcome: str, state: State) -> str:
    """A roll by its total, without saying which of the six points it is."""
    total = sum(map(int, outcome.split("-")))
    if total not in POINTS:
        return str(total)
    return "the point" if total == CrapsTable.of(state.felt).point else "another number"


def _by_players(state: State, seats: int) -> Iterator[Common]:
    """What players make of it who take, decline or pass the dice, leave or sit down."""
    for move in of_the_dice(state):
        if (after := given(state, move)) is not None:
            yield common(after)
    for player in PLAYERS[:seats]:
        if state.seat(player) is None:
            fields = {"player": player, "place": place_of(player)}
            if (after := given(state, Move("sit", by("player", player), fields))) is not None:
                yield (found := common(after))
                if found.last == player:  # somebody else sits down there
                    yield found._replace(last=GONE)


def _still_thrown(state: State, at: Common) -> None:
    """With the dice in the air no act with wagers changes anything but the layout, nor forbids the throw."""
    for move in of_wagers(state):
        if (after := given(state, move)) is not None:
            assert move.word == "place", f"{move.word} with the dice in the air"
            assert common(after) == at, f"a wager changes more than the layout: {at}, {move.label}"
            assert may_throw(after), f"a wager forbids the roll that is in the air: {at}, {move.label}"


@dataclass
class Found:
    """Every node that was reached, and those from which the staff alone does not come to an end."""

    commons: int
    nodes: int
    tables: int
    stuck: list[Node]
    trapped: list[Node]


def search(extent: Extent, processes: int = 1) -> Found:
    """Every `Common` that can be reached from an open table with nobody at it, breadth first."""
    assert common(opened()) == START, "the search starts at an open table"
    reached: dict[Common, dict[int, Acts]] = {}
    with _mapping(extent, processes) as expand:
        waiting, known = [START], {START}
        while waiting:
            following: set[Common] = set()
            for done in expand(waiting):
                reached[done.at] = done.acts
                following |= done.others
                following.update(after for acts in done.acts.values() for after, _ in acts.values())
            waiting = sorted(following - known, key=str)
            known |= following
    stuck, trapped = _without_end(reached)
    nodes = sum(map(len, reached.values()))
    tables = sum(extent.tries if says else 1 for acts in reached.values() for says in acts)
    return Found(len(reached), nodes, tables, stuck, trapped)


@contextmanager
def _mapping(extent: Extent, processes: int) -> Iterator[Callable[[list[Common]], Iterable[Expanded]]]:
    expand = partial(expanded, extent=extent)
    if processes == 1:
        yield partial(map, expand)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield partial(pool.map, expand, chunksize=16)


def _without_end(reached: dict[Common, dict[int, Acts]]) -> tuple[list[Node], list[Node]]:
    """The nodes without any act of the staff, and those from which its acts never come to an end.

    An end is a settled roll or an empty layout. Nobody seated is not stuck: somebody may sit down.
    """
    stuck: list[Node] = []
    before: dict[Node, list[Node]] = {}
    good: set[Node] = set()
    for at, by_facts in reached.items():
        for says, acts in by_facts.items():
            if not acts and at.seats:
                stuck.append((at, says))
            if not says or any(facts is None for _, facts in acts.values()):
                good.add((at, says))
                continue
            for after, then in acts.values():
                assert then is not None
                assert then in reached[after], f"the search has left out {after}, {then}"
                before.setdefault((after, then), []).append((at, says))
    waiting = list(good)
    while waiting:
        for node in before.get(waiting.pop(), ()):
            if node not in good:
                good.add(node)
                waiting.append(node)
    trapped = [(at, says) for at, by_facts in reached.items() for says in by_facts if (at, says) not in good]
    return stuck, trapped
