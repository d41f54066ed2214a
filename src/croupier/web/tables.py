"""What pages ask of the server: its pit, and the past rounds of a table."""

from __future__ import annotations

from starlette.requests import Request

from croupier.web.past import Past
from croupier.web.pit import Pit


def pit_of(request: Request) -> Pit:
    """The pit of this server."""
    pit: Pit = request.app.state.pit
    return pit


def past_of(request: Request, table_id: str) -> Past:
    """The past rounds of a table, kept as long as the server runs."""
    known: dict[str, Past] = request.app.state.past
    return known.setdefault(table_id, Past(pit_of(request).store, table_id))
