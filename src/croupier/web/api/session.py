"""The visitor's own session as JSON, and the limits that the visitor sets."""

from __future__ import annotations

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.core import json_once
from croupier.floor.players.limits import Asked
from croupier.floor.players.players import NoSession
from croupier.store import StoreError
from croupier.web.api.routes import json, sent_by
from croupier.web.server.callers import caller_of
from croupier.web.server.lookup import floor_of
from croupier.web.views.session import SessionShown, session_shown

_decoder = msgspec.json.Decoder(Asked)


def session_of(request: Request) -> SessionShown | None:
    """The session of whoever asks, if there is one."""
    floor = floor_of(request)
    return session_shown(floor.players, caller_of(request).visitor, floor.clock.now())


async def session(request: Request) -> Response:
    """The visitor's session; null before the first seat at a table."""
    return json(session_of(request), 200, **{"cache-control": "no-store"})


async def limits(request: Request) -> Response:
    """Set limits of the visitor: the answer comes once they are durable, with the session."""
    name, body = await sent_by(request)
    try:
        asked = _decoder.decode(body)
        json_once.check(body, len(msgspec.to_builtins(asked)))
        await floor_of(request).players.set_limits(name, asked)
    except (ValueError, RecursionError) as error:
        request.app.state.presence.junk(name)
        raise HTTPException(400, f"These are no limits: {error}.") from None
    except NoSession:
        raise HTTPException(409, "Sit down at a table first: your session starts there.") from None
    except StoreError as error:
        raise HTTPException(503, f"The server has stopped: {error}") from None
    return await session(request)


routes = [Route("/api/1/session", session), Route("/api/1/session", limits, methods=["POST"])]
