"""Errors: a page in the style of the site says what happened; programs get JSON."""

from __future__ import annotations

import asyncio
import html
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier import store
from croupier.device.client import Client
from croupier.floor.floor import Floor
from croupier.floor.vault import Vault
from croupier.web.server.app import HEADERS, make
from croupier.web.server.gate import Gate
from croupier.web.server.relay import Relay
from croupier.web.server.static import prefix
from croupier.web.shared.messages import words
from croupier.web.wrong import page as wrong
from tests.support.peers import Peer

NAME = "127.0.0.1:8000"


async def busy(request: Request) -> Response:
    """Answers that it is too busy."""
    raise HTTPException(503, "The figures are <being> solved.", {"retry-after": "5"})


async def broken(request: Request) -> Response:
    """Raises an error."""
    raise RuntimeError("a secret of the server")


async def forbidden(request: Request) -> Response:
    """Refuses without a sentence."""
    raise HTTPException(int(request.path_params["status"]))


async def relayed(request: Request) -> Response:
    """Asks the owner of a table, which is missing or closes the connection."""
    async with await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0) as rude:
        port = rude.sockets[0].getsockname()[1] if "rude" in request.query_params else 1
        here, there = Peer.new(f"http://{NAME}"), Peer.new("http://there", f"127.0.0.1:{port}")
        with store.open("memory:") as kept:
            if "nobody" not in request.query_params:
                there.takes(kept, "R7")
            return await Relay(here.owners(kept, there), here.ends(there)).http(request, "R7")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    """The application without tables, with some pages that fail."""
    with store.open("memory:") as kept:
        device = Client(tmp_path / "no device")
        floor = Floor(kept, Vault(tmp_path / "secrets"), {}, device=device, address=f"http://{NAME}")
        made = make(floor, [f"http://{NAME}"], Gate(floor.limits))
        made.router.routes += [
            Route("/busy", busy),
            Route("/broken", broken),
            Route("/api/broken", broken),
            Route("/api/relayed", relayed),
            Route("/refuses/{status}", forbidden),
        ]
        yield made


def _ask(app: Starlette, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{NAME}") as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(asked())


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/nowhere", "GET", 404),
        ("/static/lobby/nothing.js", "GET", 404),
        ("/static/lobby/page.py", "GET", 404),
        ("/static/lobby/lobby.html", "GET", 404),
        ("/static/shared/messages.toml", "GET", 404),
        ("/static/shared/wire.d.ts", "GET", 404),
        ("/tables/R7", "GET", 404),
        (f"/tables/R7/rounds/{'9' * 5000}", "GET", 404),
        (f"/dice/{'6' * 5000}-1.svg", "GET", 404),
        ("/odds?house=nobody", "GET", 400),
        ("/odds", "POST", 405),
        ("/refuses/403", "GET", 403),
        ("/refuses/418", "GET", 418),
        ("/broken", "GET", 500),
        ("/busy?a=1&b=2", "GET", 503),
    ],
)
def test_an_error_page_says_what_happened_and_links_on(app: Starlette, path: str, method: str, status: int) -> None:
    asked = path.replace("/static", prefix())
    answer = _ask(app, asked, method, accept="text/html,application/json;q=0.5,*/*;q=0.1")
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    said, key = words()["wrong"], status if status in wrong.SAID else 400
    text = html.unescape(answer.text)
    assert f"<h1>{said[f'heading_{key}']}</h1>" in text
    assert said[f"advice_{key}"] in text
    assert words()["common"]["demonstration"] in text
    assert '<a class="button gold" href="/">' in text or status >= 500
    assert ("Try again</a>" in text) == (status >= 500)
    assert all(answer.headers[name] == value for name, value in HEADERS.items())


def test_an_error_with_its_own_sentence_shows_it(app: Starlette) -> None:
    assert "There is no table 'R7'." in html.unescape(_ask(app, "/tables/R7").text)
    assert "nobody" in _ask(app, "/odds?house=nobody").text
    text = _ask(app, "/busy").text
    assert "The figures are &lt;being&gt; solved." in text
    assert "<being>" not in text
    assert words()["wrong"]["says_403"] in html.unescape(_ask(app, "/refuses/403").text)
    assert "Forbidden" not in _ask(app, "/refuses/403").text


def test_a_bug_reveals_no_details(app: Starlette) -> None:
    for path in ("/broken", "/api/broken"):
        answer = _ask(app, path)
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert "RuntimeError" not in answer.text


@pytest.mark.parametrize("why", ["nobody", "away", "rude"])
def test_a_silent_owner_is_reported_as_json(app: Starlette, why: str) -> None:
    answer = _ask(app, f"/api/relayed?{why}")
    assert (answer.status_code, answer.headers["content-type"]) == (503, "application/json")
    assert answer.json() == {"error": "The server that runs this table does not answer. Try again in a moment."}


def test_the_link_to_try_again_has_the_same_address(app: Starlette) -> None:
    assert 'href="/busy?a=1&b=2"' in html.unescape(_ask(app, "/busy?a=1&b=2").text)


def test_headers_that_a_status_needs_are_kept(app: Starlette) -> None:
    assert _ask(app, "/busy").headers["retry-after"] == "5"
    assert "GET" in _ask(app, "/odds", "POST").headers["allow"]


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/api/1/tables/R7", "*/*"),
        ("/api/1/x", "text/html"),
        ("/tables/R7", "application/json"),
        (f"/api/1/tables/R7/rounds/{'9' * 5000}", "*/*"),
    ],
)
def test_programs_get_json(app: Starlette, path: str, accept: str) -> None:
    answer = _ask(app, path, accept=accept)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")
    assert list(answer.json()) == ["error"]
    assert answer.json()["error"].endswith(".")
