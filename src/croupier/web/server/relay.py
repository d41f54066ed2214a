"""Proxy for tables that another server runs: forwards WebSockets and commands to their owner, over the link.

The owner gets the name of the visitor, and never the cookie. A server relays only to the trusted server whose record
says that it owns the table; the owner listens only to servers that it trusts.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import urlencode

import httpx
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from croupier.floor.limits import LIMITS
from croupier.floor.owners import Owners, Stranger
from croupier.host.owner_records import Owner
from croupier.web.server import heartbeat, languages, wire
from croupier.web.server.callers import VISITOR, caller_of
from croupier.web.server.languages import PARAMETER
from croupier.web.server.link import Link

#: Timeouts in seconds: for an owner's response, and for connecting to it, which comes first, so that httpx cleans up.
PATIENCE, CONNECT = 5.0, 4.0
#: Seconds for which an idle connection is kept; uvicorn closes it after 5.
IDLE = 2.0
_GONE = "The server that runs this table does not answer. Try again in a moment."
_log = logging.getLogger("croupier")


class Relay:
    """Relays to the owners of tables. Without a `link` there are no other servers."""

    def __init__(self, owners: Owners, link: Link | None) -> None:
        self._owners = owners
        self._to = {} if link is None else link.to
        self._clients = {key: _client(link) for key, link in self._to.items()}
        self._failed: set[str] = set()  # owners that could not be reached, as the log says

    async def close(self) -> None:
        """Close all idle connections."""
        for client in self._clients.values():
            await client.aclose()

    async def _owner(self, table: str) -> tuple[Owner | Stranger | None, bytes]:
        """The owner of a table with its key; None if no other server can be asked."""
        found = await asyncio.to_thread(self._owners.of, table)
        if found is None or isinstance(found, Stranger):
            return found, b""
        key = bytes.fromhex(found.key)
        reachable = found.address != self._owners.address and found.link is not None and key in self._to
        return (found if reachable else None), key

    async def socket(self, websocket: WebSocket, table: str, *, seat: bool) -> None:
        """Accept a terminal and connect it to the owner of its table; `seat` if it wants a seat."""
        caller = caller_of(websocket)
        asked = {"after": websocket.query_params.get("after", ""), PARAMETER: languages.asked(websocket)}
        asked |= {"seat": "1"} if seat else {}
        owner, key = (None, b"") if caller.relayed else await self._owner(table)
        await websocket.accept()
        line: wire.Wire = websocket.scope["extensions"][wire.EXTENSION]
        if not isinstance(owner, Owner):
            await websocket.close(wire.LATER)
            return
        url = f"wss://{owner.link}{websocket.url.path}?{urlencode(asked)}"
        try:
            async with connect(
                url, ssl=self._to[key], additional_headers=_named(caller.visitor), compression=None, max_size=None,
                proxy=None, open_timeout=PATIENCE, ping_interval=heartbeat.INTERVAL, ping_timeout=heartbeat.PATIENCE,
            ) as there:  # fmt: skip
                self._failed.discard(owner.address)
                await _both(websocket, line, there)
        except (OSError, WebSocketException, TimeoutError) as error:
            self._note(owner, error)
            await websocket.close(wire.LATER)

    async def http(self, request: Request, table: str, body: bytes = b"") -> Response:
        """Forward a request to the owner of a table; return the response once it is complete."""
        caller = caller_of(request)
        owner, key = (None, b"") if caller.relayed else await self._owner(table)
        if not isinstance(owner, Owner):
            raise HTTPException(503, _GONE if owner is None else str(owner))
        headers = _named(caller.visitor)
        if (kind := request.headers.get("content-type")) is not None:
            headers["content-type"] = kind
        try:
            async with asyncio.timeout(PATIENCE):  # for the whole request: httpx limits every step separately
                heard = await self._clients[key].request(
                    request.method, f"https://{owner.link}{request.url.path}", headers=headers, content=body
                )
        except (httpx.RequestError, TimeoutError) as error:
            self._note(owner, error)
            raise HTTPException(503, _GONE) from None
        self._failed.discard(owner.address)
        return Response(heard.content, heard.status_code, media_type="application/json")

    def _note(self, owner: Owner, error: Exception) -> None:
        """Say in the log why an owner cannot be reached: once, until it is reached again."""
        if owner.address not in self._failed:
            self._failed.add(owner.address)
            why = " ".join(str(error).split()) or type(error).__name__
            _log.warning(
                "the server at %s, which runs table %s, cannot be reached: %s. If it runs, check that its file of "
                "--peers names the key of this server", owner.address, owner.table, why,
            )  # fmt: skip


def _named(visitor: str | None) -> dict[str, str]:
    return {} if visitor is None else {VISITOR: visitor}


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


def _client(link: ssl.SSLContext) -> httpx.AsyncClient:
    """One HTTP client for all visitors, without proxies and without stored cookies."""
    return httpx.AsyncClient(
        verify=link,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        limits=httpx.Limits(max_connections=LIMITS.relayed_requests, keepalive_expiry=IDLE),
        timeout=httpx.Timeout(PATIENCE, connect=CONNECT),
        trust_env=False,
    )
