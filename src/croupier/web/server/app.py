"""The ASGI application: routes, response headers, allowed host names and templates."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from croupier import web
from croupier.floor.floor import Floor
from croupier.floor.table import Table
from croupier.text.language import current, speaking
from croupier.web.api import openapi, session
from croupier.web.api import routes as api
from croupier.web.api.responses import AnchorsShown, ReadyShown
from croupier.web.server import callers, languages, socket, static
from croupier.web.server.compression import Compression
from croupier.web.server.gate import STATE, Gate
from croupier.web.server.hall import Hall
from croupier.web.server.held import line_of
from croupier.web.server.lane import Lane, Timed
from croupier.web.server.link import Link
from croupier.web.server.lookup import floor_of
from croupier.web.server.presence import Presence
from croupier.web.server.relay import Relay
from croupier.web.server.visitors import Visitors
from croupier.web.shared.messages import words
from croupier.web.wrong import page as wrong

HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
#: ASGI messages that start a response: to a request, and to a denied handshake.
_STARTS = ("http.response.start", "websocket.http.response.start")
#: The folder of the pages.
WEB = Path(web.__file__).parent
_TERMINAL = re.compile(r"/tables/([^/]+)")


class Door:
    """Middleware for every request: checks the host name, identifies the visitor, adds headers.

    Requests and handshakes take turns in a lane, so that they take a share of the server's time and no more.
    `origins` are those of its pages by the host name that a browser sends.
    """

    def __init__(self, app: ASGIApp, origins: Mapping[str, str], visitors: Visitors, floor: Floor) -> None:
        self.app, self.origins, self.visitors, self.floor = app, origins, visitors, floor
        self.lane = Lane(floor.limits.page_share, floor.limits.page_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, and add the headers to its response."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers, new, secure = Headers(scope=scope), None, False
        language = languages.of_page(scope, headers)

        async def sent(message: Message) -> None:
            if message["type"] in _STARTS:
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                if out.get("content-type", "").startswith("text/html"):
                    out["content-language"] = language
                    out.add_vary_header(languages.VARY)
                if new is not None and out.get("content-type", "").startswith("text/html"):
                    out.append("set-cookie", self.visitors.cookie(new, secure=secure))
            await send(message)

        try:
            caller = callers.find(scope, headers, self.origins, self.visitors)
        except callers.Unknown as error:
            await PlainTextResponse(f"{error}\n", error.status)(scope, receive, sent)
            return
        if not scope["path"].isprintable():  # a route would also take its path with a newline after it
            await PlainTextResponse("no such address\n", 404)(scope, receive, sent)
            return
        if (choice := languages.chosen(scope, secure=caller.secure)) is not None:
            await choice(scope, receive, sent)
            return
        player, address = caller.visitor, (scope.get("client") or ("",))[0]
        if caller.relayed:  # the address is that of another server, which has limits of its own
            address = player or address
        else:
            known = self.visitors.renewed(headers.get("cookie"))
            new = self.visitors.new() if player is None and scope["type"] == "http" else known
            secure = caller.secure
        scope.setdefault("state", {}).update(address=address, who=player or address)
        with suppress(ClientDisconnect, WebSocketDisconnect):  # nobody waits for the response any more
            await self.lane.turn(player or address, line_of(scope["state"]))
            if not caller.relayed:
                self._expect(scope, player or new)
            if scope["type"] == "websocket":
                self.lane.spend(self.floor.limits.handshake_cost)
                await self.app(scope, receive, sent)
            else:
                with speaking(language):
                    await Timed(self.app(scope, receive, sent), self.lane.spend)

    def _expect(self, scope: Scope, player: str | None) -> None:
        """A visitor who opens a terminal page may be seated at its table."""
        found = _TERMINAL.fullmatch(scope["path"]) if scope["type"] == "http" else None
        table = self.floor.tables.get(found[1]) if found is not None else None
        if table is not None and player is not None:
            table.guests.visits.expect(player)


def make(floor: Floor, origins: Iterable[str], gate: Gate, link: Link | None = None) -> Starlette:
    """The application over a floor, for browsers that find it at these origins. `link` leads to other servers."""
    visitors, hall = Visitors(floor.vault.cookie_key(), floor.clock), Hall()
    floor.opened = hall.open

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[dict[str, Gate]]:
        await floor.start()
        try:
            yield {STATE: gate}
        finally:
            await floor.close()
            await app.state.relay.close()

    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(Door, {urlsplit(each).netloc: each for each in origins}, visitors, floor),
            Middleware(Compression),
        ],
        exception_handlers={HTTPException: wrong.refused, Exception: _failed},
        lifespan=living,
    )
    app.state.floor, app.state.hall = floor, hall
    app.state.presence = Presence(floor.limits)
    app.state.threads = Lane(floor.limits.past_share, floor.limits.past_burst)
    app.state.relay = Relay(floor.owners, link)
    app.state.render = _renderer()
    return app


def _routes() -> list[BaseRoute]:
    own: list[BaseRoute] = [Route("/healthz", healthz), Route("/readyz", readyz), Route("/openapi.json", _openapi)]
    found: list[BaseRoute] = [*own, *api.routes, *session.routes, *socket.routes, *static.routes]
    for page in sorted(WEB.glob("*/page.py")):
        found += getattr(import_module(f"{web.__name__}.{page.parent.name}.page"), "routes", [])
    return found


def _renderer() -> Callable[..., Response]:
    environment = Environment(
        loader=PackageLoader("croupier.web", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {}  # keep the order of keys
    environment.globals["static"] = static.prefix()

    def render(request: Request, template: str, /, **values: object) -> Response:
        """A page from its template, with the words of the catalogue."""
        values |= {"request": request, "words": words()}
        values |= {"language": current(), "languages": languages.others(request)}
        return HTMLResponse(environment.get_template(template).render(**values))

    return render


async def _failed(request: Request, error: Exception) -> Response:
    """Errors are answered outside the middleware, so the headers are added here."""
    with speaking(languages.of_page(request.scope, request.headers)):
        answer = await wrong.failed(request, error)
    answer.headers.update(HEADERS)
    return answer


async def healthz(request: Request) -> Response:
    """Liveness: this process answers, and need not be started again."""
    failed = floor_of(request).failed
    return PlainTextResponse("ok\n") if failed is None else PlainTextResponse(f"{failed}\n", 503)


async def readyz(request: Request) -> Response:
    """Readiness: whether all tables can be played, and what is wrong."""
    floor = floor_of(request)
    faults = {name: why for name, table in floor.tables.items() if (why := _trouble(table)) is not None}
    ready = floor.ready and not faults
    reached = () if floor.anchoring is None else floor.anchoring.reached
    anchors = [AnchorsShown(target=each.target.name, since=_ms(each.since), failed=each.failed) for each in reached]
    shown = ReadyShown(ready=ready, failed=floor.trouble, tables=list(floor.tables), faults=faults, anchors=anchors)
    return api.json(shown, 200 if ready else 503)


def _trouble(table: Table) -> str | None:
    """Why nobody can wager at a table, if so."""
    return table.fault or (None if table.state.step is None else words()["terminal"]["paused"])


def _ms(at: int | None) -> int | None:
    return None if at is None else at // 1000


async def _openapi(request: Request) -> Response:
    return api.json(openapi.document())
