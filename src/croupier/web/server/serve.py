"""The server of a demonstration: a store, a floor and the application, on a port of this machine.

Other servers on the same store reach it on a port of their own, over TLS (`link.py`).
"""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import logging
import socket
import ssl
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial

import uvicorn
from starlette.types import ASGIApp

from croupier import store as stores
from croupier.conduct import keys
from croupier.core.clock import Clock
from croupier.device.client import Client
from croupier.device.messages import Answers
from croupier.floor import demonstration
from croupier.floor.crew.paced import Pace
from croupier.floor.demo.inspector import inspecting
from croupier.floor.demo.pit import DemonstrationPit, restore_passwords
from croupier.floor.desk.hash_file import SecretsDamaged
from croupier.floor.floor import Floor
from croupier.floor.limits import LIMITS, Limits
from croupier.floor.pit import Pit
from croupier.floor.pit.exclusions import spread
from croupier.floor.vault import Vault
from croupier.host.anchors.schedule import EVERY, Anchoring
from croupier.host.anchors.targets import Target
from croupier.store import Store
from croupier.store.url import SCHEME
from croupier.table import HouseText, stream_of
from croupier.web.server import heartbeat
from croupier.web.server.app import make
from croupier.web.server.callers import Relayed
from croupier.web.server.gate import Gate, TooFewFiles
from croupier.web.server.http_wire import HttpWire
from croupier.web.server.link import Link
from croupier.web.server.wire import Wire

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
#: The size of the system's send buffer for each connection, in bytes.
UNREAD = 1 << 17
#: Connections that wait until they are accepted.
BACKLOG = 1024
#: Thresholds of the garbage collector's three generations; each collection stops the event loop.
RARELY = (5_000, 10, 100)
#: Thread switch interval in seconds: how soon the store's thread gets the interpreter (Python's default: 5 ms).
TURN = 0.0005


#: Seconds to wait for the pit, while another server prepares its tables.
PATIENCE = 30


class CannotServe(Exception):
    """The server could not be started, or it ended by itself."""


def serve(
    db: str,
    port: int,
    *,
    host: str = HOST,
    origins: Iterable[str] = (),
    peers: Mapping[bytes, str] | None = None,
    peer_port: int = 0,
    pace: Pace | None = None,
    houses: Mapping[str, HouseText] | None = None,
    places: int | None = None,
    may_mute: bool = True,
    device: Answers | None = None,
    anchors: Sequence[Target] = (),
    anchor_every: float = EVERY,
    limits: Limits = LIMITS,
    ready: Callable[[str], None] | None = None,
    clock: Clock | None = None,
) -> None:
    """Run the demonstration until it is interrupted; `ready` is called with the address once the tables are open.

    `origins` are those at which browsers find it beside http://HOST:PORT, such as that of a proxy. `peers` are the
    names of other servers that it trusts, by their keys; they use `peer_port`. Its tables are the five of the
    demonstration, or those of these houses; `places` are those at each table. A demonstration lets players turn off
    the announcements of their terminals; other terminals do not (`may_mute`). Without a `device`, the server starts
    one, with its folder among the secrets. Anchors go to their targets in the background, the last one after all
    tables are closed. `limits` are for visitors.
    """
    sys.setswitchinterval(TURN)
    try:
        gate = Gate(limits)
    except TooFewFiles as error:
        raise CannotServe(str(error)) from None
    with ExitStack() as ends:
        listener = ends.enter_context(_listener(host, port, limits))
        store = ends.enter_context(stores.open(db, apart=True))
        secrets = demonstration.secrets_of(db)
        demonstration.mark(store, secrets)
        vault = Vault(secrets)
        link, beside, reached = None, None, None
        if db.startswith(SCHEME):  # a store that other servers can use at the same time
            signer = vault.signer(store)
            link = Link(signer, {signer.public, *(peers or {})}, vault.folder)
            beside = ends.enter_context(_listener(host, peer_port, limits))
            reached = _named(beside)
        drawn = ends.enter_context(closing(device or Client.of(vault.device_folder(), keys.key_of(store, "device"))))
        tables = _prepared(store, vault, houses or demonstration.houses(), clock := clock or Clock())
        floor = Floor(
            store, vault, tables, device=drawn, address=f"http://{_named(listener)}", link=reached, peers=peers,
            pace=pace, places=places, may_mute=may_mute, clock=clock, limits=limits,
        )  # fmt: skip
        app = make(floor, [*_origins(listener), *origins], gate, link)
        server = Server(settings(app, gate), gate, listener, None if link is None else link.listening, beside)
        if anchors:
            sending = Anchoring(store, vault.signer(store), anchors, anchor_every, floor.clock)
            floor.anchoring = ends.enter_context(sending)
        with asyncio.Runner(loop_factory=_loop) as runner:
            failed = runner.run(_run(server, floor, ready))
    if failed is not None:
        raise CannotServe(failed)


def _prepared(store: Store, vault: Vault, tables: Mapping[str, HouseText], clock: Clock) -> Mapping[str, HouseText]:
    """The tables, after the pit of the demonstration has given a kit to each that needs one to open."""
    try:
        vault.signer(store)  # if its key is lost, nothing is written
        restore_passwords(store, vault.folder)
        with closing(Pit(store, vault, clock.now, patience=PATIENCE)) as pit:
            demonstrated = DemonstrationPit(pit)
            demonstrated.begin(passwords=False)
            demonstrated.prepare(tables)
            spread(pit, [table for table in tables if stream_of(table) in pit.hosts])
            return tables
    except stores.Owned as error:
        raise CannotServe(f"another process has the pit of this store for {PATIENCE} seconds: {error}") from None
    except SecretsDamaged as error:
        raise CannotServe(str(error)) from None


def _loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop
    except ImportError:  # not available on every system
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def _listener(host: str, port: int, limits: Limits) -> socket.socket:
    family = socket.AF_INET6 if ipaddress.ip_address(host).version == 6 else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)  # both are inherited by every connection
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, limits.unread)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise CannotServe(
            f"port {port} of {host} cannot be used: {error.strerror}. Give another with --port, or --host"
        ) from None
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener


def _named(listener: socket.socket) -> str:
    """Where a socket listens, as in a URL."""
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _origins(listener: socket.socket) -> list[str]:
    """The origins of a server's own listener; this machine has two names for itself."""
    host, port = listener.getsockname()[:2]
    return [
        f"http://{_named(listener)}",
        *(f"http://{name}:{port}" for name in NAMES if host == HOST and name != HOST),
    ]


class Server(uvicorn.Server):
    """Uvicorn behind a gate, which accepts the connections of browsers and ends those whose time is over.

    Other servers come over TLS, on another socket.
    """

    def __init__(
        self, config: uvicorn.Config, gate: Gate, listener: socket.socket, link: ssl.SSLContext | None,
        beside: socket.socket | None,
    ) -> None:  # fmt: skip
        super().__init__(config)
        self.gate, self.listener, self.link, self.beside = gate, listener, link, beside
        self._admits: list[asyncio.Task[None]] = []
        self._watches: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then let people in, and other servers."""
        await super().startup([])
        if self.should_exit:
            return
        admits = self.gate.admit(self.listener, partial(self._connection, self.config))
        self._admits = [asyncio.create_task(admits)]
        self._watches = asyncio.create_task(self.gate.watch(self.server_state.connections))
        if self.beside is not None and self.link is not None:
            config = settings(Relayed(self.config.loaded_app), self.gate)
            config.load()
            peers = self.gate.admit_peers(self.beside, partial(self._connection, config), self.link)
            self._admits.append(asyncio.create_task(peers))

    def _connection(self, config: uvicorn.Config) -> HttpWire:
        return HttpWire(
            config=config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            _loop=asyncio.get_running_loop(),
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more, and end the application."""
        for task in self._admits:
            task.cancel()
        for listener in filter(None, (self.listener, self.beside)):
            listener.close()
        await super().shutdown([])
        ended = self._admits
        if self._watches is not None:
            self._watches.cancel()
            ended = [*ended, self._watches]
        await asyncio.gather(*ended, return_exceptions=True)


async def _run(server: uvicorn.Server, floor: Floor, ready: Callable[[str], None] | None) -> str | None:
    """Serve; return why it ended, unless it was stopped."""
    watch = asyncio.create_task(_watch(floor, server, f"{floor.owners.address}/", ready))
    inspects = asyncio.create_task(inspecting(floor), name="inspections")
    try:
        await server.serve([])
    finally:
        watch.cancel()
        inspects.cancel()
    return floor.failed


def settings(app: ASGIApp, gate: Gate) -> uvicorn.Config:
    """The configuration of uvicorn: one process, no compression, small incoming frames, pings on idle connections."""
    return uvicorn.Config(
        app,
        http=HttpWire,
        ws=Wire,
        ws_max_size=gate.limits.body,
        ws_per_message_deflate=False,
        ws_ping_interval=heartbeat.INTERVAL,
        ws_ping_timeout=heartbeat.PATIENCE,
        timeout_keep_alive=gate.limits.idle_time,
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
