"""The lobby: every table with its picture, its limits, its last numbers and its seats."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.web.lobby import emblems
from croupier.web.lobby.cards import Card, card
from croupier.web.server.lookup import table_of


async def lobby(request: Request) -> Response:
    """The page."""
    rooms = request.app.state.hall.rooms.values()
    cards = [card(room.state, room.view.last, room.table.guests.places, room.table.fault) for room in rooms]
    page: Response = request.app.state.render(request, "lobby/lobby.html", cards=cards, lessons=lessons(cards))
    return page


def lessons(cards: Sequence[Card]) -> dict[str, str]:
    """By game, a table for the first round of a newcomer: the first that is in service and has a free seat."""
    found: dict[str, str] = {}
    for each in sorted(cards, key=lambda each: (bool(each.now.fault), each.full)):
        found.setdefault(each.game, each.id)
    return found


async def picture(request: Request) -> Response:
    """The device of a table, in its own order of numbers."""
    return _drawn(emblems.emblem(table_of(request).state.house))


async def dice(request: Request) -> Response:
    """A roll, drawn for a line of rolls."""
    first, second = request.path_params["first"], request.path_params["second"]
    if not {first, second} <= set(range(1, 7)):
        raise HTTPException(404, f"Two dice do not show {first} and {second}.")
    return _drawn(emblems.faces(f"{first}-{second}"))


def _drawn(picture: str) -> Response:
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


routes = [
    Route("/", lobby),
    Route("/tables/{table}/picture.svg", picture),
    Route("/dice/{first:whole}-{second:whole}.svg", dice),
]
