"""Chips that a player brings to the table, exchanges for higher ones, or takes away."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from croupier.conduct.by import Name
from croupier.conduct.command import Cents, Command
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Silent, Topic
from croupier.table.acts.table import excluded
from croupier.table.chips import Chips, break_down, of_a_table, table_chips_only
from croupier.table.decision_helpers import Decided, held, made, may_deal, seat_of, whole_chips
from croupier.table.ledger import rack_account
from croupier.table.moves import WithMoves, moves_not_stated
from croupier.table.registry import Act, Happening
from croupier.table.state import State
from croupier.text.facts import Person


# Commands ---------------------------------------------------------------------------------------------------
class BringChips(Command, frozen=True):
    """Put value chips of the house into play that the player has brought; chips of a table are refused."""

    topic = Topic.CHIPS
    player: Name
    amount: Cents
    table: Annotated[str, Meta(max_length=64)] = ""  # the table that issued them; empty for value chips


class ColorUp(WithMoves, frozen=True):
    """Exchange chips for fewer, higher ones."""

    topic = Silent.UNWRITTEN
    player: Name
    amount: Cents


class CashOut(WithMoves, frozen=True):
    """Take chips off the table as value chips; non-value chips are redeemed here."""

    topic = Topic.REDEEMED
    player: Name
    amount: Cents


# Events -----------------------------------------------------------------------------------------------------
class ChipsBrought(Event, frozen=True):
    """The player's own value chips are in play, or coins and tokens that go straight to a wager."""

    player: str
    amount: int
    coins: bool = False
    tokens: bool = False


class ColoredUp(Event, frozen=True):
    """Chips were exchanged for fewer ones of the same value."""

    player: str
    amount: int
    chips: Chips
    moves: tuple[str, ...] = ()


class CashedOut(Event, frozen=True):
    """Chips left the table as value chips."""

    player: str
    amount: int
    chips: Chips
    moves: tuple[str, ...] = ()


# Decisions --------------------------------------------------------------------------------------------------
def bring_chips(command: BringChips, state: State) -> Decided:
    """Bring value chips of the house; non-value chips are nowhere brought (reading M4)."""
    refusal = (
        _while_played(state, command.player)
        or whole_chips(state, command.amount)
        or excluded(state, command.player)
        or (_of_a_table(state, command) if command.table else table_chips_only(state.house))
    )
    if refusal is not None:
        return refusal
    return (made(ChipsBrought, command, state, player=command.player, amount=command.amount),)


@implements("30-2203(1)", "47.1-2203(1)")
def _while_played(state: State, player: str) -> Refusal | None:
    """Value chips are accepted at any time while wagers are, also while the ball runs, except by the procedure."""
    if state.phase == state.course.closes and not state.house.by_procedure:
        seat = seat_of(state, player)
        return seat if isinstance(seat, Refusal) else None
    return may_deal(state, player)


def _of_a_table(state: State, command: BringChips) -> Refusal:
    """Chips of a table, this one included, are not brought to it."""
    seat = state.seat(command.player)
    if command.table == state.table_id and seat is not None and seat.unit is None:
        return refuse(Code.COLOR_MISSING, "none-here", cite=state.cite(Topic.REDEEMED), player=Person(command.player))
    return of_a_table(state.table_id, command.table, state.house)


def color_up(command: ColorUp, state: State) -> Decided:
    """Exchange chips for fewer ones of the same value."""
    return _moved(command, state) or (made(ColoredUp, command, state, **_chips(command, state)),)


def cash_out(command: CashOut, state: State) -> Decided:
    """Exchange the table's chips for value chips that leave it."""
    if (refusal := _moved(command, state)) is not None:
        return refusal
    if state.claim(command.player) < 0:
        return refuse(
            Code.CLAIM_OPEN, "before-cashing-out", cite=state.cite(Topic.IRREGULAR), player=Person(command.player)
        )
    return (made(CashedOut, command, state, **_chips(command, state)),)


def _moved(command: ColorUp | CashOut, state: State) -> Refusal | None:
    """Refuse chips that the player does not have, or a move that is not stated."""
    refusal = may_deal(state, command.player) or held(state, command.player, command.amount)
    return refusal or moves_not_stated(command, state)


def _chips(command: ColorUp | CashOut, state: State) -> dict[str, Any]:
    chips = break_down(command.amount, state.house.denominations)
    return {"player": command.player, "amount": command.amount, "chips": chips, "moves": command.moves}


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_brought(state: State, event: ChipsBrought) -> State:
    return state.but(play=state.felt.with_rack(event.player, event.amount))


def _apply_cashed_out(state: State, event: CashedOut) -> State:
    return state.but(play=state.felt.with_rack(event.player, -event.amount))


ACTS = (
    Act(BringChips, bring_chips, makes=(ChipsBrought,), at_terminals=True),
    Act(ColorUp, color_up, makes=(ColoredUp,)),
    Act(CashOut, cash_out, makes=(CashedOut,)),
)
HAPPENINGS = (
    Happening(
        ChipsBrought,
        _apply_brought,
        posts=lambda event, _: moved("outside", rack_account(event.player), event.amount, "chips brought"),
    ),
    Happening(ColoredUp),
    Happening(
        CashedOut,
        _apply_cashed_out,
        posts=lambda event, _: moved(rack_account(event.player), "outside", event.amount, "cashed out"),
    ),
)
