"""The posted rules of a table, to be read and to be printed."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.house import House
from croupier.web.server.lookup import table_of
from croupier.web.shared import house_choices, naming, posted_rules


def values(table: str, house: House) -> dict[str, Any]:
    """What the page prints of a table and its house."""
    return {
        "table": table,
        "house": house,
        "game": naming.variant(house),
        "title": house.name,
        "limits": posted_rules.limits(house),
        "groups": posted_rules.groups(house),
        "side_bets": posted_rules.side_bets(house),
        "choices": house_choices.choices(house),
        "signs": posted_rules.signs(house),
        "answers": posted_rules.answers(house),
    }


async def rules(request: Request) -> Response:
    """The page."""
    state = table_of(request).state
    page: Response = request.app.state.render(request, "rules/rules.html", **values(state.table_id, state.house))
    return page


routes = [Route("/tables/{table}/rules", rules)]
