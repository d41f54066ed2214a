"""The server of a demonstration: a store, a floor and the application, on a port of this machine alone."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import closing

import uvicorn

from croupier import store as stores
from croupier.device.client import Client
from croupier.device.messages import Answers
from croupier.floor import demonstration
from croupier.floor.crew.paced import Pace
from croupier.floor.floor import Floor
from croupier.floor.vault import Vault
from croupier.table import HouseText
from croupier.web.server.app import make
from croupier.web.server.wire import MOST_IN, Wire

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
#: The size of the system's send buffer for each connection, in bytes.
UNREAD = 1 << 17
#: Thresholds of the garbage collector's three generations; each collection stops the event loop.
RARELY = (5_000, 10, 100)
#: Thread switch interval in seconds: how soon the store's thread gets the interpreter (Python's default: 5 ms).
TURN = 0.0005


class CannotServe(Exception):
    """The server could not be started, or it ended by itself."""


def serve(
    db: str,
    port: int,
    *,
    pace: Pace | None = None,
    houses: Mapping[str, HouseText] | None = None,
    places: int | None = None,
    may_mute: bool = True,
    device: Answers | None = None,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Run the demonstration until it is interrupted; `ready` is called with the address once the tables are open.

    Its tables are the five of the demonstration, or those of these houses; `places` are those at each table. A
    demonstration lets players turn off the announcements of their terminals; other terminals do not (`may_mute`).
    Without a `device`, the server starts one, with its folder among the secrets.
    """
    sys.setswitchinterval(TURN)
    with _listener(port) as listener, stores.open(db, apart=True) as store:
        demonstration.mark(store)
        vault = Vault(demonstration.secrets_of(db))
        address = f"http://{HOST}:{listener.getsockname()[1]}"
        tables = houses or demonstration.houses()
        drawn = device or Client.of(vault.device_folder())
        floor = Floor(
            store, vault, tables, device=drawn, address=address, pace=pace, places=places, may_mute=may_mute
        )
        with closing(drawn), asyncio.Runner(loop_factory=_loop) as runner:
            failed = runner.run(_run(floor, listener, ready))
    if failed is not None:
        raise CannotServe(failed)


def _loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop
    except ImportError:  # not available on every system
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def _listener(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)  # inherited by every connection
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise CannotServe(
            f"port {port} of {HOST} cannot be used: {error.strerror}. Give another with --port"
        ) from None
    listener.listen(1024)
    return listener


async def _run(floor: Floor, listener: socket.socket, ready: Callable[[str], None] | None) -> str | None:
    """Serve; return why it ended, unless it was stopped."""
    port = listener.getsockname()[1]
    server = uvicorn.Server(settings(floor, port))
    watch = asyncio.create_task(_watch(floor, server, f"{floor.owners.address}/", ready))
    try:
        await server.serve([listener])
    finally:
        watch.cancel()
    return floor.failed


def settings(floor: Floor, port: int) -> uvicorn.Config:
    """The configuration of uvicorn: one process, no compression, small incoming frames, pings on idle connections."""
    return uvicorn.Config(
        make(floor, [f"{name}:{port}" for name in NAMES]),
        ws=Wire,
        ws_max_size=MOST_IN,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        log_level=logging.WARNING,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )


async def _watch(floor: Floor, server: uvicorn.Server, address: str, ready: Callable[[str], None] | None) -> None:
    """Report when the tables are open; stop the server when the store fails."""
    while not server.started:  # noqa: ASYNC110 (uvicorn has no event for it)
        await asyncio.sleep(0.02)
    await floor.reach_the_device()
    _steady()
    if ready is not None and floor.failed is None:
        ready(address)
    await floor.ended.wait()
    server.should_exit = True


def _steady() -> None:
    """Freeze all loaded objects, so that garbage collections stay short."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)
