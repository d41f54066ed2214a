"""A server that relays requests about a table, and the owner of that table as the bytes it receives and sends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import httpx
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier import store
from croupier.web.server import callers
from croupier.web.server.relay import Relay
from croupier.web.server.visitors import Visitors
from tests.support.peers import Peer

HERE = "http://127.0.0.1:8000"
KEY = b"k" * 32
ANN, BOB = "guest-" + "0a" * 16, "guest-" + "0b" * 16
BODY = b'{"error": "Too late."}'
HEAD = b"HTTP/1.1 409 Conflict\r\ncontent-type: application/json\r\n"
WHOLE = HEAD + b"content-length: %d\r\n" % len(BODY)
Writer = asyncio.StreamWriter
Answers = Callable[[Writer], Awaitable[None]]


def cookie_of(name: str) -> str:
    """The Cookie header of a visitor of this server."""
    return Visitors(KEY).cookie(name).partition(";")[0]


class Owner:
    """A server that runs a table, as the bytes it receives and sends."""

    def __init__(self, answers: Answers) -> None:
        self.answers, self.heard, self.connections = answers, list[bytes](), 0

    async def __call__(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        """Serve one connection with any number of requests."""
        self.connections += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                size = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
                self.heard.append(head + await reader.readexactly(int(size or 0)))
                await self.answers(writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def relaying(owner: Owner) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server that relays everything to an owner."""
    here, there = Peer.new(HERE), Peer.new("http://there")
    tls = there.ends(here).listening
    async with await asyncio.start_server(owner, "127.0.0.1", 0, ssl=tls) as listening:
        port = listening.sockets[0].getsockname()[1]
        with store.open("memory:") as kept:
            there._replace(link=f"127.0.0.1:{port}").takes(kept, "R7")
            relays = Relay(here.owners(kept, there), here.ends(there))
            async with visiting(relays) as visitor:
                yield visitor
            await relays.close()


@asynccontextmanager
async def visiting(relays: Relay) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server that relays everything, behind its door."""
    visitors = Visitors(KEY)

    async def relayed(request: Request) -> Response:
        callers.find(request.scope, request.headers, {urlsplit(HERE).netloc: HERE}, visitors)
        return await relays.http(request, "R7", await request.body())

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return Response(f'{{"error": "{error.detail}"}}', error.status_code)

    app = Starlette(
        routes=[Route("/api/1/tables/R7", relayed, methods=["GET", "POST"])],
        exception_handlers={HTTPException: refused},
    )
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE) as visitor:
        yield visitor


async def answers_whole(writer: Writer) -> None:
    """A complete answer, with a cookie that nobody may get."""
    writer.write(WHOLE + b"set-cookie: croupier-visitor=thief; Path=/\r\n\r\n" + BODY)
    await writer.drain()
