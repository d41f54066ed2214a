"""For a table that another process runs: its socket and its commands go through to that process, and back."""

from __future__ import annotations

import asyncio
from urllib.parse import urlencode, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from croupier.floor.owners import Owners
from croupier.web import wire

#: Seconds for which the owner may let others wait.
PATIENCE = 5.0
_GONE = "The process that runs this table does not answer: come again."


async def socket(websocket: WebSocket, owners: Owners, table: str, *, seat: bool) -> None:
    """Accept a terminal, and let it speak with the owner of its table; `seat` where it is to be seated there."""
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
    """What one side says the other hears, until either ends; then the terminal is to come again."""
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


async def http(request: Request, owners: Owners, table: str, body: bytes = b"") -> Response:
    """Ask the owner of a table, and hand its answer back."""
    address = await asyncio.to_thread(owners.of, table)
    if address is None or address == owners.address:
        raise HTTPException(503, _GONE)
    where = urlsplit(address)
    head = f"{request.method} {request.url.path} HTTP/1.1\r\nHost: {where.netloc}\r\nConnection: close\r\n"
    head += f"Content-Length: {len(body)}\r\nOrigin: {address}\r\n"
    for name in ("cookie", "content-type"):
        if name in request.headers:
            head += f"{name}: {request.headers[name]}\r\n"
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(f"{head}\r\n".encode("latin-1") + body)
            heard = await reader.read()
            writer.close()
    except (OSError, TimeoutError):
        raise HTTPException(503, _GONE) from None
    lines, end, said = heard.partition(b"\r\n\r\n")
    if not end:
        raise HTTPException(503, _GONE)
    return Response(said, int(lines.split(b" ", 2)[1]), media_type="application/json")
