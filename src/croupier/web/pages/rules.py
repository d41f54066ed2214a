"""The posted rules of a table, to be read and to be printed."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.web import posted
from croupier.web.tables import table_of


async def rules(request: Request) -> Response:
    """The page."""
    state = table_of(request).state
    house = state.house
    page: Response = request.app.state.render(
        request,
        "rules.html",
        table=state.table_id,
        house=house,
        title=house.name,
        limits=posted.limits(house),
        groups=posted.groups(house),
        side_bets=posted.side_bets(house),
        choices=posted.choices(house),
        signs=posted.signs(house),
        answers=posted.answers(house),
    )
    return page


routes = [Route("/tables/{table}/rules", rules)]
