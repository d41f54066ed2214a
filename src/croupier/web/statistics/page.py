"""The statistics of a table, which its terminal shows in a dialog too."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.floor import luck
from croupier.floor.history import History
from croupier.house import House
from croupier.web.server.lookup import in_thread, table_of
from croupier.web.statistics.figures import Statistics, statistics


async def page(request: Request) -> Response:
    """The page."""
    table = table_of(request)
    house = table.state.house

    def figures(history: History, house: House) -> Statistics:
        return statistics(house, history.last(luck.MOST))

    values = {
        "figures": await in_thread(request, figures, table.history, house),
        "table": table.id,
        "name": house.name,
        "rolls": house.game.show.turn == "roll",
    }
    answer: Response = request.app.state.render(request, "statistics/statistics.html", **values)
    return answer


routes = [Route("/tables/{table}/statistics", page)]
