"""Members of views that only some games have, by the part names that games declare: shooter, puck, direction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.felt import Felt
from croupier.games.craps.facts import CrapsTable, decides_come
from croupier.table import State
from croupier.table.acts.dice.throwing import come_only
from croupier.web.views.patch import given


def shooter(felt: Felt) -> str | None:
    """The player who has the dice."""
    return CrapsTable.of(felt).shooter


def puck(felt: Felt) -> int | str:
    """The puck when a round was decided: on the point, off, or off in front of a shooter for come wagers alone."""
    table = CrapsTable.of(felt)
    return table.point or ("come-only" if decides_come(table, felt.standing) else "off")


def _puck(state: State) -> int | str:
    return CrapsTable.of(state.felt).point or ("come-only" if come_only(state) else "off")


def direction(state: State) -> str | None:
    """The direction of the wheel: while it turns its own, else the next one; None before the first spin."""
    way = state.clockwise if state.phase in state.course.runs else state.clockwise_next
    return None if way is None else "clockwise" if way else "counterclockwise"


#: The members of everybody's view.
MEMBERS: dict[str, Callable[[State], Any]] = {
    "shooter": lambda state: given(shooter(state.felt)),
    "offered": lambda state: given(state.dice.asked),
    "puck": _puck,
    "direction": lambda state: given(direction(state)),
}
