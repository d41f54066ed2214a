"""The posted rules of a table, to be read and to be printed."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.house import House
from croupier.web.server.lookup import table_of
from croupier.web.shared import house_choices, naming, posted_rules


def values(table: str, house: House, key: str | None = None) -> dict[str, Any]:
    """What the page prints of a table and its house; `key` is that of its electronic device, where it signs."""
    return {
        "table": table,
        "house": house,
        "game": naming.variant(house),
        "title": house.name,
        "limits": posted_rules.limits(house),
        "groups": posted_rules.groups(house),
        "side_bets": posted_rules.side_bets(house),
        "choices": house_choices.choices(house),
        "key": key if house.delay else None,
        "signs": posted_rules.signs(house),
        "answers": posted_rules.answers(house),
    }


async def rules(request: Request) -> Response:
    """The page."""
    table = table_of(request)
    printed = values(table.id, table.state.house, table.key)
    page: Response = request.app.state.render(request, "rules/rules.html", **printed)
    return page


routes = [Route("/tables/{table}/rules", rules)]
