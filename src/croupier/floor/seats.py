"""How many seats one visitor, and all visitors of one address, may have at all tables of the floor together."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.core.refusal import Code, Refusal, refuse
from croupier.floor.limits import Limits
from croupier.floor.table import Table


def refusal(tables: Iterable[Table], name: str, address: str, limits: Limits) -> Refusal | None:
    """Why a visitor gets no further seat; None if they may have one."""
    own = shared = 0
    for table in tables:
        for seat in (table.host.state if table.here else table.state).seats:
            own += seat.player == name
            shared += table.guests.visits.address(seat.player) == address
    if own >= limits.seats:
        return refuse(Code.TOO_MANY_SEATS, "visitor", most=limits.seats)
    if shared >= limits.seats_per_address:
        return refuse(Code.TOO_MANY_SEATS, "address", most=limits.seats_per_address)
    return None
