"""Who asks: a visitor with a browser, or another server for its visitor. The application finds it out once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.web.server.visitors import Visitors, is_guest

#: The keys in the ASGI scope: of the caller, and of the mark on requests of other servers.
_CALLER, _LINK = "croupier.caller", "croupier.link"
#: The header in which another server names its visitor. It means nothing in a request from anybody else.
VISITOR = "croupier-visitor"


class Caller(NamedTuple):
    """Who asks.

    `origin` is that of the pages which the caller's browser got from this server. It is None if another server
    relays: that one has checked where the request comes from.
    """

    visitor: str | None
    origin: str | None

    @property
    def relayed(self) -> bool:
        """Whether another server asks for its visitor."""
        return self.origin is None

    @property
    def secure(self) -> bool:
        """Whether the caller's browser uses TLS, which a proxy in front of this server ends."""
        return self.origin is not None and self.origin.startswith("https:")


class Unknown(Exception):
    """A request whose host name or visitor is not known."""

    def __init__(self, said: str, status: int) -> None:
        super().__init__(said)
        self.status = status


class Relayed:
    """The application for the listener where only trusted servers are let in: marks what comes from there."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request of another server."""
        await self.app({**scope, _LINK: True}, receive, send)


def find(scope: Scope, headers: Headers, origins: Mapping[str, str], visitors: Visitors) -> Caller:
    """Find out who asks, and note it in the scope. `origins` are those of this server by their host names."""
    if _LINK in scope:
        named = headers.getlist(VISITOR)
        if len(named) > 1 or not all(map(is_guest, named)):
            raise Unknown("not a visitor", 400)
        caller = Caller(named[0] if named else None, None)
    else:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or (origin := origins.get(hosts[0])) is None:
            raise Unknown("not a name of this server", 421)
        caller = Caller(visitors.read(headers.get("cookie")), origin)
    scope[_CALLER] = caller
    return caller


def caller_of(connection: HTTPConnection) -> Caller:
    """Who asks."""
    found: Caller = connection.scope[_CALLER]
    return found


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this server, or from another server, which has checked that."""
    caller = caller_of(connection)
    return caller.relayed or connection.headers.get("origin") == caller.origin
