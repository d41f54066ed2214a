"""No reachable state of a craps table is without a lawful next act (reading C20): a breadth-first search.

Up to three players make, take down and call line, come, put and hand-long wagers of one stake, take, decline, pass
and lose the dice, and leave. From every state the staff alone, whatever the players refuse, comes to a settled roll
or to an empty layout without voiding a round. Two states are the same if everything that the rules ask about them is:
of the hand only whether it was rolled, has had a point, a point made, a seven or eleven.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from croupier.core.refusal import Refusal
from croupier.games.craps.dice import POINTS
from croupier.games.craps.facts import CrapsTable
from croupier.table import Command, State, commands, decide, evolve
from croupier.table.acts.dice.turns import next_in_turn
from tests.support.table.play import Table, by

STAKE = 5_00
PLAYERS = ("ann", "bob", "eve")
STICK, BOX, DEALER = by("stickperson"), by("boxperson"), by("dealer")
HAND_LONG = ("fire-bet", "sharp-shooter", "super-front-line-winner")
DIRECTED = ("direct-dice", "direct-hand", "take-point-off")
Move = tuple[str, Any, dict[str, Any]]


@dataclass(frozen=True)
class Extent:
    """How much is searched: players, wagers on the layout at once, and the totals that are rolled."""

    players: int
    most: int
    points: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points, the seven, the eleven and craps."""
        return (*self.points, 7, 11, 12)


def _key(state: State) -> Hashable:
    felt = state.felt
    table = CrapsTable.of(felt)
    hand = table.hand
    known = (hand.rolled, hand.pointed, bool(hand.passes), bool(hand.sevens_and_elevens))
    wagers = tuple((each.seat, each.wager, each.spot, each.call, each.state is not None) for each in felt.standing)
    at_table = (state.phase, tuple(seat.player for seat in state.seats), replace(state.dice, count=0))
    moved = state.moved & {(each.seat, each.wager) for each in felt.standing}
    return (*at_table, moved, table.point, known, table.shooter, table.released, wagers, felt.barred)


def _staff(state: State, totals: tuple[int, ...]) -> Iterator[Move]:
    """What the staff may try, without a player."""
    shooter, asked = CrapsTable.of(state.felt).shooter, state.dice.asked
    if state.phase == "in-the-air":
        for total in totals:
            high = min(6, total - 1)
            yield "call-outcome", STICK, {"outcome": f"{total - high}-{high}"}
        return
    if state.phase == "dice-out":
        yield "throw-dice", STICK, {}
    elif shooter is not None:
        yield "push-dice", STICK, {}
    elif asked is not None:
        yield "decline-dice", STICK, {"player": asked}
    elif (turn := next_in_turn(state)) is not None:
        yield "offer-dice", STICK, {"player": turn, "dice": 5}
    if shooter is not None:
        yield "order-pass", BOX, {"reason": "delay"}
    for way in ("roll-out", "return"):
        yield "direct-dice", BOX, {"direction": way}
    for way in ("continue", "return"):
        yield "direct-hand", BOX, {"way": way}
    yield "take-point-off", BOX, {}
    yield "move-wagers", DEALER, {}


def _players(state: State, extent: Extent) -> Iterator[Move]:
    """What the players may try, and the dealer for them while the dice are in the air."""
    if (asked := state.dice.asked) is not None:
        yield "accept-dice", by("player", asked), {"player": asked}
    if (shooter := CrapsTable.of(state.felt).shooter) is not None:
        yield "pass-dice", by("player", shooter), {"player": shooter}

    def who(player: str) -> Any:
        return DEALER if state.phase == "in-the-air" else by("player", player)

    if len(state.felt.standing) < extent.most:
        put = (f"put-{point}" for point in extent.points)
        wagers = ("pass", "dont-pass", "come", "dont-come", *put, *HAND_LONG)
        for seat in state.seats:
            for wager in wagers:
                if state.felt.find(seat.player, wager, None) is None:
                    yield "place", who(seat.player), {"player": seat.player, "wager": wager, "amount": STAKE}
    for each in state.felt.standing:
        spot = {} if each.spot is None else {"spot": each.spot}
        yield "take-down", who(each.seat), {"player": each.seat, "wager": each.wager, **spot}
        if each.wager.startswith("put-"):
            yield "call-wager", DEALER, {"player": each.seat, "wager": each.wager, "on": each.call is False}
    for seat in state.seats:
        if all(each.seat != seat.player for each in state.felt.standing):
            yield "leave", by("player", seat.player), {"player": seat.player}


def _begin(extent: Extent) -> State:
    """An open table; the players have chips enough, which `leave` cashes."""
    table = Table().opened("colorado-craps")
    for place, player in enumerate(PLAYERS[: extent.players], start=1):
        table.sits(player, place, 400_00)
    return table.state


def _given(state: State, word: str, who: Any, fields: dict[str, Any]) -> State | None:
    """The state after a command; None if it is refused. Who leaves cashes out first.

    What the boxperson directs follows a notification, and is observed (reading A15).
    """
    if word in DIRECTED and "notice" not in fields:
        told = _given(state, "raise-dispute", STICK, {"about": "nobody throws"})
        assert told is not None
        after = _given(told, word, who, {**fields, "notice": told.disputed})
        return after and _given(after, "observe-action", who, {"number": after.disputed, "action": "done"})
    if word == "leave" and (rack := state.felt.rack(fields["player"])):
        cashed = _given(state, "cash-out", DEALER, {**fields, "amount": rack})
        if cashed is None:
            return None
        state = cashed
    kind: type[Command] = commands.KINDS[word]
    done = decide(kind(id="c", by=who, at=state.at, **fields), state)
    if isinstance(done, Refusal):
        return None
    for event in done:
        state = evolve(state, event)
    if word == "call-outcome":  # the dealers settle at once, and betting opens again
        settled = _given(state, "settle", DEALER, {})
        assert settled is not None
        opened = _given(settled, "open-betting", DEALER, {})
        assert opened is not None
        return opened
    return state.but(rounds=(), repeats=())


@dataclass
class Found:
    """Every state that was reached, by number: which the staff reaches from it, and whether it is at an end."""

    before: list[list[int]]  # the states from which the staff comes here
    ends: list[bool]
    stuck: list[State]

    def trapped(self) -> int:
        """How many states do not lead to an end by the staff's acts."""
        good = list(self.ends)
        waiting = deque(number for number, ends in enumerate(self.ends) if ends)
        while waiting:
            for number in self.before[waiting.popleft()]:
                if not good[number]:
                    good[number] = True
                    waiting.append(number)
        return good.count(False)


def search(extent: Extent, limit: int | None = None) -> Found:
    """Every state reachable from an open table, breadth first, up to a number of states."""
    start = _begin(extent)
    numbers: dict[Hashable, int] = {_key(start): 0}
    found = Found([[]], [not start.felt.standing], [])
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        here = numbers[_key(state)]
        lawful = False
        for moves, staff in ((_staff(state, extent.totals), True), (_players(state, extent), False)):
            for move in moves:
                after = _given(state, *move)
                if after is None:
                    continue
                lawful = True
                key = _key(after)
                there = numbers.get(key)
                if there is None:
                    if limit is not None and len(numbers) >= limit:
                        if staff:
                            found.ends[here] = True  # beyond the share
                        continue
                    there = numbers[key] = len(found.ends)
                    found.before.append([])
                    found.ends.append(not after.felt.standing)
                    waiting.append(after)
                if staff:
                    found.before[there].append(here)
                    found.ends[here] = found.ends[here] or move[0] == "call-outcome"
        if not lawful:
            found.stuck.append(state)
    return found


#: Searched up to a number of states in every run, and further in `make proof`: about a thousand states a second.
LARGE = (Extent(1, 3, (6, 8)), Extent(2, 2, (6, 8)), Extent(3, 3, (6, 8)))
SHARE, IN_PROOF = 1_000, 60_000
#: Searched to the end in `make proof`: every point with one wager, and two points with two wagers (172,705 states).
WHOLE = (*(Extent(1, 1, (point,)) for point in POINTS), Extent(1, 2, (6, 8)))


@pytest.mark.timeout(1_800)
@pytest.mark.cites("47.1-2313(3)", "47.1-2319")
def test_no_reachable_state_is_without_a_lawful_next_act(proof: bool, share: Callable[[str], None]) -> None:
    searched = 0
    for extent in WHOLE if proof else (Extent(1, 1, (6,)),):
        searched += _searched(extent, None)
    for extent in LARGE:
        searched += _searched(extent, IN_PROOF if proof else SHARE)
    share(f"states of a craps table from which the staff alone comes to an end: {searched:,}")


def _searched(extent: Extent, limit: int | None) -> int:
    found = search(extent, limit)
    assert [state for state in found.stuck if state.seats] == [], extent
    assert found.trapped() == 0, extent
    return len(found.ends)
