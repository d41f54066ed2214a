"""Requests about a table of another server: a complete answer or an error, and no cookie leaves its server."""

from __future__ import annotations

import asyncio

import pytest

from croupier.web.server import relay
from croupier.web.server.callers import VISITOR
from croupier.web.server.visitors import COOKIE
from tests.support.relays import (
    ANN,
    BOB,
    BODY,
    HEAD,
    WHOLE,
    Answers,
    Owner,
    Writer,
    answers_whole,
    cookie_of,
    relaying,
)

GONE = {"error": "The server that runs this table does not answer. Try again in a moment."}


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
            given = {"cookie": cookie_of(ANN), "content-type": "application/json", "x-other": "1", VISITOR: BOB}
            answer = await visitor.post("/api/1/tables/R7?after=3", content=b'{"do": 1}', headers=given)
            assert (answer.status_code, answer.content) == (409, BODY)
            assert answer.headers["content-type"] == "application/json"
            assert "set-cookie" not in answer.headers
        (heard,) = owner.heard
        assert heard.startswith(b"POST /api/1/tables/R7 HTTP/1.1\r\n")
        assert heard.endswith(b'\r\n\r\n{"do": 1}')
        lines = {line.lower() for line in heard.split(b"\r\n")}
        assert {f"{VISITOR}: {ANN}".encode(), b"content-type: application/json"} <= lines
        assert not any(line.startswith((b"x-other", b"cookie", b"origin")) for line in lines)
        assert BOB.encode() not in heard
        assert cookie_of(ANN).rpartition(".")[2].encode() not in heard

    asyncio.run(ask())


def test_one_connection_serves_many_visitors_and_gives_none_the_name_of_another() -> None:
    async def ask() -> None:
        owner = Owner(answers_whole)
        async with relaying(owner) as visitor:
            for cookie in ("", cookie_of(ANN), "", f"{COOKIE}={BOB}.1.forged"):
                await visitor.get("/api/1/tables/R7", headers={"cookie": cookie} if cookie else {})
        assert owner.connections == 1
        named = VISITOR.encode()
        sent = [[line for line in each.split(b"\r\n") if line.lower().startswith(named)] for each in owner.heard]
        assert sent == [[], [f"{VISITOR}: {ANN}".encode()], [], []]

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
