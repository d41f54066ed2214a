"""The acts of staff and players at a craps table, given to the real `conduct`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from croupier.conduct.by import By
from croupier.core.refusal import Refusal
from croupier.games.craps.dice import POINTS
from croupier.games.craps.facts import CrapsTable
from croupier.table import Command, State, commands, conduct
from croupier.table.acts.dice import turns
from tests.support.table.play import Table, by

STAKE = 5_00
#: The players by their places, clockwise from the boxperson's left.
PLAYERS = ("ann", "bob", "eve")
STICK, BOX, DEALER = by("stickperson"), by("boxperson"), by("dealer")
LINE = ("pass", "dont-pass")
COME = ("come", "dont-come")
HAND_LONG = ("fire-bet", "sharp-shooter", "super-front-line-winner")
DIRECTED = ("direct-dice", "direct-hand", "take-point-off")


class Move(NamedTuple):
    """A command by its word, who gives it, and its fields."""

    word: str
    who: By
    fields: dict[str, Any]

    @property
    def label(self) -> tuple[str, ...]:
        """The move without the person."""
        return (self.word, *map(str, self.fields.values()))


def by_staff(state: State, totals: tuple[int, ...]) -> Iterator[Move]:
    """What the staff may try, without a player."""
    shooter, asked, phase = CrapsTable.of(state.felt).shooter, state.dice.asked, state.phase
    if phase == "in-the-air":
        for total in totals:
            high = min(6, total - 1)
            yield Move("call-outcome", STICK, {"outcome": f"{total - high}-{high}"})
        yield Move("call-void", STICK, {"call": "no-roll", "reason": "off-table", "before_rest": False})
        return
    if phase == "settled":
        yield Move("open-betting", DEALER, {})
    if phase == "dice-out":
        yield Move("throw-dice", STICK, {})
    elif shooter is not None:
        yield Move("push-dice", STICK, {})
    elif asked is not None:
        yield Move("decline-dice", STICK, {"player": asked})
    elif (turn := turns.next_in_turn(state)) is not None:
        yield Move("offer-dice", STICK, {"player": turn, "dice": 5})
    if shooter is not None:
        yield Move("order-pass", BOX, {"reason": "delay"})
    for way in ("roll-out", "return"):
        yield Move("direct-dice", BOX, {"direction": way})
    for way in ("continue", "return"):
        yield Move("direct-hand", BOX, {"way": way})
    yield Move("take-point-off", BOX, {})
    yield Move("move-wagers", DEALER, {})


def of_the_dice(state: State) -> Iterator[Move]:
    """What players may try that makes or changes no wager."""
    if (asked := state.dice.asked) is not None:
        yield Move("accept-dice", by("player", asked), {"player": asked})
    if (shooter := CrapsTable.of(state.felt).shooter) is not None:
        yield Move("pass-dice", by("player", shooter), {"player": shooter})
    for seat in state.seats:
        if all(each.seat != seat.player for each in state.felt.standing):
            yield Move("leave", by("player", seat.player), {"player": seat.player})


def of_wagers(state: State, points: tuple[int, ...] = POINTS, most: int | None = None) -> Iterator[Move]:
    """The wagers that players may try to make or change; with the dice in the air the dealer keys them."""

    def who(player: str) -> By:
        return DEALER if state.phase == "in-the-air" else by("player", player)

    if most is None or len(state.felt.standing) < most:
        wagers = (*LINE, *COME, *(f"put-{point}" for point in points), *HAND_LONG)
        for seat in state.seats:
            for wager in wagers:
                if state.felt.find(seat.player, wager, None) is None:
                    fields = {"player": seat.player, "wager": wager, "amount": STAKE}
                    yield Move("place", who(seat.player), fields)
    for each in state.felt.standing:
        spot = {} if each.spot is None else {"spot": each.spot}
        yield Move("take-down", who(each.seat), {"player": each.seat, "wager": each.wager, **spot})
        if each.wager.startswith("put-"):
            fields = {"player": each.seat, "wager": each.wager, "on": each.call is False}
            yield Move("call-wager", DEALER, fields)


def opened() -> State:
    """An open table with nobody at it."""
    return Table().opened("colorado-craps").state


def seated(players: int) -> State:
    """An open table at which players have chips enough, which `leave` cashes."""
    table = Table().opened("colorado-craps")
    for place, player in enumerate(PLAYERS[:players], start=1):
        table.sits(player, place, 4_000_00)
    return table.state


def given(state: State, move: Move) -> State | None:
    """The state after a command; None if it is refused. A player who leaves cashes out first.

    What the boxperson directs follows a notification, and is observed (reading A15). An outcome is settled at once.
    """
    word, who, fields = move
    if word in DIRECTED:
        told = _notified(state)
        after = _done(told, Move(word, who, {**fields, "notice": told.disputed}))
        return after and _done(after, Move("observe-action", who, {"number": after.disputed, "action": "done"}))
    if word == "leave" and (rack := state.felt.rack(fields["player"])):
        cashed = _done(state, Move("cash-out", DEALER, {**fields, "amount": rack}))
        if cashed is None:
            return None
        state = cashed
    after = _done(state, move)
    if after is None or word != "call-outcome":
        return after
    settled = _done(after, Move("settle", DEALER, {}))
    assert settled is not None, "an outcome that was called is settled"
    return settled


def _done(state: State, move: Move) -> State | None:
    kind: type[Command] = commands.KINDS[move.word]
    done = conduct(kind(id="c", by=move.who, at=state.at, **move.fields), state)
    return None if isinstance(done, Refusal) else done.state.but(rounds=(), repeats=())


_told: tuple[State, State] | None = None


def _notified(state: State) -> State:
    """The state after the stickperson's notification: a one-entry memo, because several acts follow it."""
    global _told
    if _told is None or _told[0] is not state:
        after = _done(state, Move("raise-dispute", STICK, {"about": "nobody throws"}))
        assert after is not None, "a notification is always taken"
        _told = state, after
    return _told[1]
