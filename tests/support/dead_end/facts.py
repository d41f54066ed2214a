"""What the acts of staff and shooters depend on: people, dice, point and hand, and seven facts of the layout.

A `Common` with a set of facts stands for every table that looks like it. `laid` builds such tables with wagers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import NamedTuple

from croupier.core.course import Phase
from croupier.core.machine import Standing
from croupier.core.refusal import Refusal
from croupier.games.craps.dice import POINTS
from croupier.games.craps.facts import CrapsTable, Hand
from croupier.table import State
from croupier.table.ledger import rack_account
from croupier.table.state import Dice
from tests.support.dead_end.acts import COME, HAND_LONG, LINE, PLAYERS, STAKE, Move, given, opened
from tests.support.table.play import by

CHIPS = 400_00
#: The last shooter, if somebody else has taken the place since.
GONE = "zoe"
#: The facts of a layout, as bits. Each says that there is a wager of some kind.
OWN_LINE, OWN_PUT, ON_LINE, ON_COME, ON_HAND, UNMOVED, OTHER = (1 << bit for bit in range(7))


class Common(NamedTuple):
    """Everything about a table but its wagers; of the point only whether it is on, of the hand two facts."""

    phase: Phase
    seats: tuple[str, ...]
    shooter: str | None
    released: bool
    point: bool
    rolled: bool
    passed: bool
    asked: str | None
    declined: tuple[str, ...]
    last: str | None
    place: int
    way: str
    refused: bool
    rolled_out: bool


#: An open table with nobody at it.
START = Common("open", (), None, False, False, False, False, None, (), None, 0, "new", False, False)


def common(state: State) -> Common:
    """What this table has in common with others."""
    table, dice = CrapsTable.of(state.felt), state.dice
    return Common(
        state.phase,
        tuple(seat.player for seat in state.seats),
        table.shooter,
        table.released,
        table.point is not None,
        table.hand.rolled,
        bool(table.hand.passes),
        dice.asked,
        tuple(sorted(dice.declined)),
        dice.last,
        dice.place,
        dice.way,
        dice.refused,
        dice.rolled_out,
    )


def facts(state: State) -> int:
    """The facts of the layout."""
    table, found = CrapsTable.of(state.felt), 0
    for each in state.felt.standing:
        found |= fact_of(each, table.shooter, table.point, moved=(each.seat, each.wager) in state.moved)
    return found


def fact_of(wager: Standing, shooter: str | None, point: int | None, *, moved: bool) -> int:
    """What one wager says: it may serve its shooter, wait for a line or come decision, or last the hand."""
    own = wager.seat == shooter
    if wager.wager in LINE:
        return ON_LINE | (OWN_LINE if own else 0)
    if wager.wager in COME:
        return ON_COME
    if wager.wager in HAND_LONG:
        return ON_HAND | (0 if moved or wager.wager == "super-front-line-winner" else UNMOVED)
    assert wager.wager.startswith("put-"), wager.wager
    return OWN_PUT if own and wager.wager == f"put-{point}" and wager.call is not False else OTHER


class Candidate(NamedTuple):
    """A wager that may be on a layout, with what it says."""

    wager: Standing
    says: int
    moved: bool


@cache
def table_of(seats: tuple[str, ...]) -> State:
    """A table at which these players sit, without chips."""
    state = opened()
    for player in seats:
        after = given(state, Move("sit", by("player", player), {"player": player, "place": place_of(player)}))
        assert after is not None
        state = after
    return state


def place_of(player: str) -> int:
    """The place at which a player sits."""
    return PLAYERS.index(player) + 1


@cache
def candidates(seats: tuple[str, ...], shooter: str | None, point: int | None) -> tuple[tuple[Candidate, ...], ...]:
    """Every wager of every player in every condition; those that exclude each other are in one group."""
    rules, found = opened().house, []

    def one(seat: str, wager: str, *conditions: tuple[str | None, object, bool | None, bool]) -> None:
        group = []
        for spot, state, call, moved in conditions:
            each = Standing(seat, wager, spot, STAKE, state, rules, call)
            group.append(Candidate(each, fact_of(each, shooter, point, moved=moved), moved))
        found.append(tuple(group))

    for seat in seats:
        for wager in LINE:
            one(seat, wager, (None, point, None, False))
        for wager in COME:
            one(seat, wager, (None, None, None, False))
            for number in POINTS:
                one(seat, wager, (str(number), number, None, False))
        for number in POINTS:
            one(seat, f"put-{number}", *((None, number, call, False) for call in (None, True, False)))
        for wager in HAND_LONG:
            one(seat, wager, *((None, None, None, moved) for moved in (False, True)))
    return tuple(found)


@cache
def layouts(seats: tuple[str, ...], shooter: str | None, *, point: bool) -> tuple[int, ...]:
    """Every set of facts that some layout has."""
    single = {each.says for group in candidates(seats, shooter, POINTS[0] if point else None) for each in group}
    found = {0}
    while more := {one | other for one in found for other in single} - found:
        found |= more
    return tuple(sorted(found))


def laid(at: Common, says: int, point: int, random: Random, *, many: bool) -> State:
    """A table with these facts: with one wager for each of them, or with many, chosen at random."""
    number = point if at.point else None
    chosen: dict[tuple[str, str, str, bool, bool], Candidate] = {}
    fitting = [
        fit
        for group in candidates(at.seats, at.shooter, number)
        if (fit := [each for each in group if not each.says & ~says])
    ]
    if many:
        for group in fitting:
            if random.random() < 0.5:
                one = random.choice(group)
                chosen[one.wager.key] = one
    for bit in (OWN_LINE, OWN_PUT, ON_LINE, ON_COME, UNMOVED, ON_HAND, OTHER):
        if says & bit and not any(each.says & bit for each in chosen.values()):
            fit = [each for group in fitting for each in group if each.says & bit]
            one = random.choice([each for each in fit if each.wager.key not in chosen] or fit)
            chosen[one.wager.key] = one
    return _built(at, number, list(chosen.values()), random if many else None)


def _built(at: Common, number: int | None, chosen: Iterable[Candidate], random: Random | None) -> State:
    """The table itself; what no fact says of the hand is at random."""
    hand = Hand(at.rolled, at.rolled and at.point, frozenset(), int(at.passed), 0)
    if random is not None and at.rolled:
        passes = random.randint(1, 10) if at.passed else 0
        made = frozenset(random.sample(POINTS, random.randint(1, min(passes, 5)))) if passes else frozenset()
        hand = Hand(True, at.point or bool(passes) or random.random() < 0.5, made, passes, random.randint(0, 11))
    base, standing = table_of(at.seats), [each.wager for each in chosen]
    felt = base.felt.but(table=CrapsTable(number, hand, at.shooter, released=at.released)).with_standing(standing)
    dice = Dice(
        asked=at.asked,
        count=5 if at.asked else 0,
        declined=at.declined,
        last=at.last,
        place=at.place,
        way="continue" if at.way == "continue" else "new",
        refused=at.refused,
        rolled_out=at.rolled_out,
    )
    balances = dict(base.balances)
    if at.phase == "in-the-air":  # for late wagers
        felt = felt.but(racks=tuple((player, CHIPS) for player in at.seats))
        balances |= {rack_account(player): CHIPS for player in at.seats}
    if stakes := sum(each.stake for each in standing):
        balances["layout"] = stakes
    balances["outside"] = balances.get("outside", 0) - sum(balances.values())
    moved = frozenset((each.wager.seat, each.wager.wager) for each in chosen if each.moved)
    return base.but(phase=at.phase, play=felt, dice=dice, moved=moved, balances=tuple(sorted(balances.items())))


def may_throw(state: State) -> bool:
    """Whether the shooter may throw these dice."""
    return not isinstance(state.house.game.ready(state.felt.table, state.felt.standing, state.house), Refusal)
