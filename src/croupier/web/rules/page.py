"""The posted rules of a table, to be read and to be printed."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.web.server.lookup import table_of
from croupier.web.shared import house_choices, naming, posted_rules


async def rules(request: Request) -> Response:
    """The page."""
    state = table_of(request).state
    house = state.house
    page: Response = request.app.state.render(
        request,
        "rules/rules.html",
        table=state.table_id,
        house=house,
        game=naming.variant(house),
        title=house.name,
        limits=posted_rules.limits(house),
        groups=posted_rules.groups(house),
        side_bets=posted_rules.side_bets(house),
        choices=house_choices.choices(house),
        signs=posted_rules.signs(house),
        answers=posted_rules.answers(house),
    )
    return page


routes = [Route("/tables/{table}/rules", rules)]
