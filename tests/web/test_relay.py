"""Requests about a table of another server: a complete answer or an error, and no cookies of others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.web.server import relay

HERE = "http://127.0.0.1:8000"
BODY = b'{"error": "Too late."}'
HEAD = b"HTTP/1.1 409 Conflict\r\ncontent-type: application/json\r\n"
WHOLE = HEAD + b"content-length: %d\r\n" % len(BODY)
GONE = {"error": "The process that runs this table does not answer: come again."}
Writer = asyncio.StreamWriter
Answers = Callable[[Writer], Awaitable[None]]


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
    async with await asyncio.start_server(owner, "127.0.0.1", 0) as listening, relay.client() as client:
        address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        owners: Any = SimpleNamespace(address=HERE, of=lambda _: address)

        async def relayed(request: Request) -> Response:
            return await relay.http(request, owners, "R7", await request.body())

        async def refused(request: Request, error: Exception) -> Response:
            assert isinstance(error, HTTPException)
            return Response(f'{{"error": "{error.detail}"}}', error.status_code)

        app = Starlette(
            routes=[Route("/api/1/tables/R7", relayed, methods=["GET", "POST"])],
            exception_handlers={HTTPException: refused},
        )
        app.state.relay = client
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE) as visitor:
            yield visitor


async def answers_whole(writer: Writer) -> None:
    """A complete answer, with a cookie that nobody may get."""
    writer.write(WHOLE + b"set-cookie: croupier-visitor=thief; Path=/\r\n\r\n" + BODY)
    await writer.drain()


async def hangs_up_halfway(writer: Writer) -> None:
    """The owner dies in the middle of its answer."""
    writer.write(WHOLE + b"\r\n" + BODY[:5])
    await writer.drain()
    writer.close()


async def says_nothing(writer: Writer) -> None:
    """The owner has stopped."""
    await asyncio.sleep(60)


async def dribbles(writer: Writer) -> None:
    """Sends a little again and again, and never finishes."""
    writer.write(HEAD + b"content-length: 1000\r\n\r\n")
    for _ in range(1000):
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.05)


async def speaks_something_else(writer: Writer) -> None:
    """Another program has the port now."""
    writer.write(b"220 mail.example ESMTP\r\n")
    await writer.drain()


def test_the_owner_hears_who_asks_and_its_answer_comes_back_as_it_is() -> None:
    async def ask() -> None:
        owner = Owner(answers_whole)
        async with relaying(owner) as visitor:
            cookie = "croupier-visitor=gäst.x".encode("latin-1")
            given = {b"cookie": cookie, b"content-type": b"application/json", b"x-other": b"1"}
            answer = await visitor.post("/api/1/tables/R7?after=3", content=b'{"do": 1}', headers=given)
            assert (answer.status_code, answer.content) == (409, BODY)
            assert answer.headers["content-type"] == "application/json"
            assert "set-cookie" not in answer.headers
        (heard,) = owner.heard
        assert heard.startswith(b"POST /api/1/tables/R7 HTTP/1.1\r\n")
        assert heard.endswith(b'\r\n\r\n{"do": 1}')
        lines = {line.lower() for line in heard.split(b"\r\n")}
        host = next(line for line in lines if line.startswith(b"host: ")).removeprefix(b"host: ")
        assert {b"origin: http://" + host, b"cookie: " + cookie, b"content-type: application/json"} <= lines
        assert not any(line.startswith(b"x-other") for line in lines)

    asyncio.run(ask())


def test_one_connection_serves_many_visitors_and_gives_none_the_cookie_of_another() -> None:
    async def ask() -> None:
        owner = Owner(answers_whole)
        async with relaying(owner) as visitor:
            for cookie in ("", "croupier-visitor=ann", ""):
                await visitor.get("/api/1/tables/R7", headers={"cookie": cookie} if cookie else {})
        assert owner.connections == 1
        sent = [[line for line in each.split(b"\r\n") if line.lower().startswith(b"cookie")] for each in owner.heard]
        assert sent == [[], [b"cookie: croupier-visitor=ann"], []]

    asyncio.run(ask())


@pytest.mark.parametrize("answers", [hangs_up_halfway, says_nothing, dribbles, speaks_something_else])
def test_an_incomplete_answer_is_an_error(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "PATIENCE", 0.3)

    async def ask() -> None:
        async with relaying(Owner(answers)) as visitor, asyncio.timeout(5):
            answer = await visitor.get("/api/1/tables/R7")
            assert (answer.status_code, answer.json()) == (503, GONE)

    asyncio.run(ask())


def test_another_server_is_asked_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")

    async def ask() -> None:
        async with relaying(Owner(answers_whole)) as visitor:
            assert (await visitor.get("/api/1/tables/R7")).status_code == 409

    asyncio.run(ask())
