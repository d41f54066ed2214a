"""Proxy for tables that another process runs: forwards WebSockets and commands to their owner."""

from __future__ import annotations

import asyncio
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import urlencode, urlsplit

import httpx
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from croupier.floor.owners import Owners
from croupier.web.server import wire

#: Timeout for an owner's response, in seconds.
PATIENCE = 5.0
#: Seconds for which an idle connection is kept; uvicorn closes it after 5.
IDLE = 2.0
#: Headers that are forwarded to the owner.
_PASSED = (b"cookie", b"content-type")
_GONE = "The process that runs this table does not answer: come again."


async def socket(websocket: WebSocket, owners: Owners, table: str, *, seat: bool) -> None:
    """Accept a terminal and connect it to the owner of its table; `seat` if it wants a seat."""
    address = await asyncio.to_thread(owners.of, table)
    asked = {"after": websocket.query_params.get("after", "")} | ({"seat": "1"} if seat else {})
    await websocket.accept()
    line: wire.Wire = websocket.scope["extensions"][wire.EXTENSION]
    if address is None or address == owners.address:
        await websocket.close(wire.LATER)
        return
    url = f"ws://{urlsplit(address).netloc}{websocket.url.path}?{urlencode(asked)}"
    cookie = {"Cookie": websocket.headers.get("cookie", "")}
    try:
        async with connect(
            url, origin=Origin(address), additional_headers=cookie, compression=None, max_size=None, proxy=None,
            open_timeout=PATIENCE,
        ) as owner:  # fmt: skip
            await _both(websocket, line, owner)
    except (OSError, WebSocketException, TimeoutError):
        await websocket.close(wire.LATER)


async def _both(websocket: WebSocket, line: wire.Wire, owner: ClientConnection) -> None:
    """Forward messages in both directions until one side closes; then ask the terminal to reconnect."""
    said: asyncio.Queue[bytes] = asyncio.Queue()

    def hear(text: bytes) -> None:
        said.put_nowait(text)
        if said.qsize() >= wire.MOST_ASKED:
            line.listen(None)

    async def there() -> None:
        while True:
            await owner.send(await said.get(), text=True)
            if line.hear is None:
                line.listen(hear)

    line.listen(hear)

    async def back() -> None:
        while True:
            line.push(wire.text(await owner.recv(decode=False)))

    async def ended() -> None:
        while (await websocket.receive())["type"] != "websocket.disconnect":
            await websocket.close(1003)

    tasks = [asyncio.create_task(each()) for each in (there, back, ended)]
    done, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    for task in done:
        error = task.exception()
        if isinstance(error, ConnectionClosed):
            await websocket.close(wire.LATER if error.rcvd is None else error.rcvd.code)


def client() -> httpx.AsyncClient:
    """One HTTP client for all visitors, without proxies and without stored cookies."""
    return httpx.AsyncClient(
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        limits=httpx.Limits(max_connections=None, keepalive_expiry=IDLE),
        timeout=PATIENCE,
        trust_env=False,
    )


async def http(request: Request, owners: Owners, table: str, body: bytes = b"") -> Response:
    """Forward a request to the owner of a table; return the response once it is complete."""
    address = await asyncio.to_thread(owners.of, table)
    if address is None or address == owners.address:
        raise HTTPException(503, _GONE)
    asking: httpx.AsyncClient = request.app.state.relay
    headers = [(b"origin", address.encode())]
    headers += [(name, value) for name, value in request.headers.raw if name in _PASSED]
    try:
        async with asyncio.timeout(PATIENCE):  # for the whole request: httpx limits every step separately
            heard = await asking.request(
                request.method, f"{address}{request.url.path}", headers=headers, content=body
            )
    except (httpx.RequestError, TimeoutError):
        raise HTTPException(503, _GONE) from None
    return Response(heard.content, heard.status_code, media_type="application/json")
