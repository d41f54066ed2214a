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
    """The past rounds of a table."""
    return pit_of(request).tables[table_id].past
