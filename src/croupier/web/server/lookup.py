"""Looks up for a request: the floor, and the table, room and history that its path names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from croupier.floor.floor import Floor
from croupier.floor.history import History
from croupier.floor.table import Table
from croupier.web.server.held import line_of
from croupier.web.server.lane import Lane
from croupier.web.server.room import Room

T = TypeVar("T")


def floor_of(request: Request) -> Floor:
    """The floor of this server."""
    floor: Floor = request.app.state.floor
    return floor


def table_of(request: Request) -> Table:
    """The table of the path, or 404."""
    found = floor_of(request).tables.get(request.path_params["table"])
    if found is None:
        raise HTTPException(404, f"There is no table {request.path_params['table']!r}.")
    return found


def room_of(request: Request) -> Room:
    """The room of the table of the path, or 404."""
    room: Room = request.app.state.hall.rooms[table_of(request).id]
    return room


def history_of(request: Request) -> History:
    """The past rounds of the table of the path, or 404."""
    return table_of(request).history


async def in_thread(request: Request, work: Callable[..., T], *about: Any) -> T:
    """Run work for a page that takes long, such as replaying a round: in a thread, when it is the visitor's turn."""
    threads: Lane = request.app.state.threads
    return await threads.thread(request.state.who, line_of(request.scope["state"]), work, *about)
