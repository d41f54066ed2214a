"""No reachable state of a craps table is without a lawful next act (reading C20): two searches.

Up to three players make, take down and call line, come, put and hand-long wagers of one stake, take, decline, pass
and lose the dice, leave and sit down. From every state the staff alone, whatever the players refuse, must come to a
settled roll or to an empty layout without voiding a round.

The whole search has an end because it does not list layouts. It lists people, dice, point and hand (`Common`), and
gives each of them every set of seven facts about the layout. This covers more than can be reached: players may change
the layout at any time into any other. Why that is a proof is in docs/decisions/0013-no-dead-end.md. It rests on two
statements, which fail here if they are wrong:

- The staff's acts depend on nothing else. Every node is tried with several tables: another point, few wagers, many.
- Every step of a real table is a step of the search. The second search plays real tables, one by one and to the end
  for small extents, and long random games at three seats, and compares every step.
"""

from __future__ import annotations

import os
import secrets
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from croupier.games.craps.dice import POINTS
from croupier.games.craps.facts import CrapsTable
from croupier.table import State
from croupier.table.acts.dice import directing, turns
from croupier.table.acts.wagers import betting
from tests.support.dead_end import search as whole
from tests.support.dead_end.acts import PLAYERS, Move, by_staff, given, of_the_dice, of_wagers, seated
from tests.support.dead_end.facts import ON_COME, ON_LINE, START, Common, common, facts, place_of
from tests.support.dead_end.search import Extent, acts_at, tried
from tests.support.table.play import by

SEED = "20261116"


# Every people-and-dice state with every set of facts ----------------------------------------------------------
@pytest.mark.timeout(3_600)
@pytest.mark.cites("47.1-2313(3)", "47.1-2319")
def test_no_reachable_state_is_without_a_lawful_next_act(proof: bool, share: Callable[[str], None]) -> None:
    seed = secrets.token_hex(8) if proof else SEED
    extent = Extent(seats=3, tries=3, seed=seed) if proof else Extent(seats=1, tries=2, seed=seed)
    found = whole.search(extent, processes=(os.cpu_count() or 1) if proof else 1)
    assert found.stuck == []
    assert found.trapped == []
    of = f"{found.nodes:,} nodes of {found.commons:,} people-and-dice states, tried as {found.tables:,} tables"
    share(
        f"craps tables with up to {extent.seats} players from which the staff comes to an end: all {of}, seed {seed}"
    )


# Mutants: the search can fail ---------------------------------------------------------------------------------
ONE = Extent(seats=1, tries=2, seed=SEED)


def test_the_search_finds_dice_that_nobody_may_direct(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directing, "direction_due", lambda state: False)
    found = whole.search(replace(ONE, tries=1))
    assert any(at.point and at.shooter is None and says == ON_LINE for at, says in found.trapped)


def test_the_search_finds_dice_that_nobody_is_offered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shooter who passed with the only line wager and declined the dice once was never asked again."""
    monkeypatch.setattr(turns, "offered_anew", lambda dice, seats: dice)
    monkeypatch.setattr(turns, "next_in_turn", _not_twice)
    found = whole.search(replace(ONE, tries=1))
    assert any(at.declined and at.point and says == ON_LINE for at, says in found.stuck)


def _not_twice(state: State) -> str | None:
    return next((seat.player for seat in state.seats if seat.player not in state.dice.declined), None)


def test_the_search_finds_a_late_wager_that_forbids_the_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last shooter throws for come wagers alone, and somebody else makes a line wager."""
    in_the_air = START._replace(
        phase="in-the-air", seats=("ann", "bob"), shooter="ann", rolled=True, passed=True, declined=("bob",)
    )
    two = replace(ONE, seats=2)
    assert ON_COME in whole.expanded(in_the_air, two).acts
    monkeypatch.setattr(betting, "_another_roll", lambda *_: None)
    with pytest.raises(AssertionError, match="forbids the roll"):
        whole.expanded(in_the_air, two)


def test_the_search_finds_an_act_that_depends_on_more_than_the_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    due = directing.direction_due

    def depends(state: State) -> bool:
        return due(state) and all(each.spot != "10" for each in state.felt.standing)

    monkeypatch.setattr(directing, "direction_due", depends)
    with pytest.raises(AssertionError, match="disagree"):
        whole.search(ONE)


# Real tables, one by one --------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Small:
    """How much is searched: players, wagers on the layout at once, and the points that are rolled."""

    players: int
    most: int
    points: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points, the seven, the eleven and craps."""
        return (*self.points, 7, 11, 12)

    def __str__(self) -> str:
        return f"{self.players} players, {self.most} wagers, points {' '.join(map(str, self.points))}"


def _key(state: State) -> Hashable:
    """Two tables are the same if everything that the rules ask about them is."""
    felt = state.felt
    table = CrapsTable.of(felt)
    hand = table.hand
    known = (hand.rolled, hand.pointed, bool(hand.passes), bool(hand.sevens_and_elevens))
    wagers = tuple((each.seat, each.wager, each.spot, each.call, each.state is not None) for each in felt.standing)
    at_table = (state.phase, tuple(seat.player for seat in state.seats), replace(state.dice, count=0))
    moved = state.moved & {(each.seat, each.wager) for each in felt.standing}
    return (*at_table, moved, table.point, known, table.shooter, table.released, wagers, felt.barred)


_tried = cache(tried)


def _compared(state: State, extent: Extent) -> whole.Tried:
    """The staff may do at this table what the whole search says of its facts, and with the same result."""
    at, says = common(state), facts(state)
    here = _tried(at, says, extent)
    assert here.thrown, f"dice are in the air that may not be thrown: {at}, {says}"
    assert acts_at(state) == here.acts, f"a table does not do what its facts say: {at}, {says}"
    return here


def _left_or_took_dice(state: State, extent: Extent) -> frozenset[Common]:
    """Where players lead the whole search from here; there the layout may be empty, so that everybody may leave."""
    at, says = common(state), facts(state)
    return _tried(at, says, extent).others | _tried(at, 0, extent).others


def _one_by_one(small: Small, extent: Extent, limit: int | None) -> Tables:
    """Every table reachable from an open one, breadth first; up to a number of tables."""
    start = seated(small.players)
    numbers: dict[Hashable, int] = {_key(start): 0}
    found = Tables([[]], [not start.felt.standing], 0)
    waiting = deque([start])
    while waiting and (limit is None or len(numbers) < limit):
        state = waiting.popleft()
        here, at, covered = numbers[_key(state)], common(state), _compared(state, extent)
        followed = {
            "staff": (by_staff(state, small.totals), {after for after, _ in covered.acts.values()}),
            "dice": (of_the_dice(state), _left_or_took_dice(state, extent)),
            "wagers": (of_wagers(state, small.points, small.most), {at}),
        }
        found.stuck += not covered.acts and bool(state.seats)
        for kind, (moves, expected) in followed.items():
            for move in moves:
                if (after := given(state, move)) is None:
                    continue
                assert common(after) in expected, f"the whole search does not follow {move.label}: {at}"
                key = _key(after)
                if (there := numbers.get(key)) is None:
                    there = numbers[key] = found.one(after)
                    waiting.append(after)
                if kind == "staff":
                    found.before[there].append(here)
                    found.ends[here] = found.ends[here] or move.word == "call-outcome"
    return found


@dataclass
class Tables:
    """Every table that was reached, by number: from which the staff comes there, and whether it is at an end."""

    before: list[list[int]]
    ends: list[bool]
    stuck: int

    def one(self, state: State) -> int:
        """The number of one more table."""
        self.before.append([])
        self.ends.append(not state.felt.standing)
        return len(self.ends) - 1

    def trapped(self) -> int:
        """How many tables do not lead to an end by the staff's acts."""
        good = list(self.ends)
        waiting = deque(number for number, ends in enumerate(self.ends) if ends)
        while waiting:
            for number in self.before[waiting.popleft()]:
                if not good[number]:
                    good[number] = True
                    waiting.append(number)
        return good.count(False)


#: Searched to the end in `make proof`; in every run the first one, and a share of the others.
SMALL = (
    Small(1, 1, (6,)),
    *(Small(1, 1, (point,)) for point in POINTS if point != 6),
    Small(1, 2, (6, 8)),
    Small(1, 3, (6,)),
    Small(2, 1, (6,)),
)
SHARE = 300


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("small", SMALL, ids=str)
def test_real_tables_are_covered_by_the_search(small: Small, proof: bool, share: Callable[[str], None]) -> None:
    limit = None if proof or small is SMALL[0] else SHARE
    found = _one_by_one(small, Extent(seats=small.players, tries=2, seed=SEED), limit)
    assert found.stuck == 0
    if limit is None:
        assert found.trapped() == 0
    much = f"{len(found.ends):,} ({'all of them' if limit is None else 'a share'})"
    share(f"craps tables compared with the search, one by one, with {small}: {much}")


WALKS, STEPS = 4, 1_000
#: Acts that would keep the games short if they were as likely as others.
LIKELY = {"leave": 0.01, "order-pass": 0.1, "pass-dice": 0.1, "take-down": 0.2, "call-void": 0.1, "direct-dice": 0.2}


@pytest.mark.timeout(3_600)
def test_long_games_at_three_seats_are_covered_by_the_search(proof: bool, share: Callable[[str], None]) -> None:
    """All wagers, all points, as many wagers as players like; whoever left may come back."""
    seed = secrets.token_hex(8) if proof else SEED
    extent, walks = Extent(seats=3, tries=2, seed=seed), WALKS * 100 if proof else WALKS
    met, most = set(), 0
    for number in range(walks):
        random, state = Random(f"{seed} {number}"), seated(3)
        for _ in range(STEPS):
            state = _step(state, random, extent)
            met.add((common(state), facts(state)))
            most = max(most, len(state.felt.standing))
    what = f"{walks * STEPS:,} steps through {len(met):,} nodes, up to {most} wagers"
    share(f"craps tables with three players compared with the search: {what}, seed {seed}")


def _step(state: State, random: Random, extent: Extent) -> State:
    """One lawful act of anybody, chosen at random: the kind of act first."""
    covered = _compared(state, extent)
    back = [player for player in PLAYERS if state.seat(player) is None]
    sits = [Move("sit", by("player", player), {"player": player, "place": place_of(player)}) for player in back]
    kinds = {
        "staff": (list(by_staff(state, whole.TOTALS)), {after for after, _ in covered.acts.values()}),
        "dice": ([*of_the_dice(state), *sits], _left_or_took_dice(state, extent)),
        "wagers": (list(of_wagers(state)), {common(state)}),
    }
    while True:
        moves, expected = kinds[random.choices(tuple(kinds), (4, 2, 4))[0]]
        words = sorted({move.word for move in moves if random.random() < LIKELY.get(move.word, 1)})
        if not words:
            continue
        word = random.choice(words)
        move = random.choice([each for each in moves if each.word == word])
        if (after := given(state, move)) is not None:
            assert common(after) in expected, f"the whole search does not follow {move.label}: {common(state)}"
            return after
