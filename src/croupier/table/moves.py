"""Moves of the house procedure that no record shows by itself: whoever gives the command states them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from croupier.conduct.command import Command, Word
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.house import House
from croupier.rulebook import Move, procedure_moves
from croupier.table.state import State


class WithMoves(Command, frozen=True, kw_only=True):
    """A command with which employees state the moves that the house procedure asks for."""

    moves: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()


def moves_due(house: House, command: type[Command]) -> tuple[Move, ...]:
    """The moves to be stated with a command: none where the house has not adopted the procedure."""
    if not house.by_procedure:
        return ()
    return procedure_moves(house.game_name).get(str(command.__struct_config__.tag), ())


@implements("H-wagers(4)", "H-payouts(3)", "H-payouts(4)")
def moves_not_stated(command: WithMoves, state: State) -> Refusal | None:
    """Refuse a command without a move that the procedure asks for, or with another one. A device makes none."""
    due = () if command.by.role == "device" else moves_due(state.house, type(command))
    for move in due:
        if move.id not in command.moves or command.by.role == "player":
            return refuse(Code.NOT_ATTESTED, "move", cite=move.cite, move=move.id, how=move.says)
    for stated in command.moves:
        if all(stated != move.id for move in due):
            return refuse(Code.NOT_ATTESTED, "no-move", move=stated)
    return None
