"""What every decision uses: events made from a command, and the questions asked again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.table.state import MONEY, Phase, Seat, State

E = TypeVar("E", bound=Event)
Decided = tuple[Event, ...] | Refusal
Deciders = dict[type[Command], Callable[[Any, State], Decided]]


def made(kind: type[E], command: Command, state: State, **fields: Any) -> E:
    """An event of this command; its time is never before the last one's."""
    at = command.at if command.at > state.at else state.at
    return kind(command=command.id, by=command.by, at=at, **fields)


def seat_of(state: State, player: str) -> Seat | Refusal:
    """The player's place, or that there is none."""
    return state.seat(player) or refuse(Code.NOT_SEATED, f"Nobody called {player} is seated.")


def in_phase(state: State, allowed: Iterable[Phase], words: str, cite: str | None = None) -> Refusal | None:
    """Whether the round has come to this and is not past it."""
    if state.phase in allowed:
        return None
    message = f"{words} comes when the round is {' or '.join(allowed)}; it is {state.phase}."
    return refuse(Code.NOT_IN_THIS_PHASE, message, cite)


def money_may_move(state: State) -> Refusal | None:
    """Money stands still while the round runs, and until every wager is resolved."""
    if state.phase in MONEY[state.game]:
        return None
    if state.phase == "called":
        return _not_until_resolved()
    return _ball_in_motion(state.game)


@implements("H-payouts(5)")
def _not_until_resolved() -> Refusal:
    message = "No money changes hands until every wager is resolved."
    return refuse(Code.MONEY_STANDS_STILL, message, "H-payouts(5)")


@implements("H-spin(2)")
def _ball_in_motion(game: str) -> Refusal:
    moves = {"roulette": "the ball is in motion", "big-six": "the wheel turns", "craps": "the dice are in the air"}
    cite = "H-spin(2)" if game == "roulette" else None
    return refuse(Code.MONEY_STANDS_STILL, f"No money changes hands while {moves[game]}.", cite)
