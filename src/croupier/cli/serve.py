"""`croupier serve`: the demonstration in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, TypedDict

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.floor.limits import LIMITS, Limits

#: The shortest and the longest betting time in seconds: less is too short to play, more is too long to wait.
SHORTEST, LONGEST = 5, 120
#: In seconds: anchors are not further apart.
DAY = 86_400
PORT = ": a port is a number from {} to {}, not {}"


@dataclass(frozen=True)
class Network:
    """Who reaches the server, and which other servers it trusts.

    Parameters
    ----------
    host
        The address of this machine to listen at. The default is reached from this machine only. Everybody who
        reaches another one can play: there is no sign-in.
    address
        What browsers use instead of http://HOST:PORT, such as https://casino.example for a proxy; may be repeated.
    peers
        A file with the keys of the servers on other machines that share the store. `croupier identity` prints the
        line of each.
    peer_port
        The port for other servers that share the store, over TLS; 0 for any free port.
    per_address
        The most connections from one address. Behind a proxy all visitors have the proxy's address.
    seats_per_address
        The most seats of visitors from one address.
    """

    host: str = "127.0.0.1"
    address: Annotated[tuple[str, ...], Parameter(negative="")] = ()
    peers: Path | None = None
    peer_port: int = 0
    per_address: int = LIMITS.per_address
    seats_per_address: int = LIMITS.seats_per_address


ALONE = Network()


def serve(
    *,
    port: int = 8000,
    db: str | None = None,
    network: Annotated[Network, Parameter(name="*")] = ALONE,
    window: int = 25,
    house: Annotated[tuple[Path, ...], Parameter(negative="")] = (),
    device: Path | None = None,
    anchor: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    anchor_every: int = 60,
    browser: bool = True,
) -> None:
    """Serve five tables with play chips to browsers on this machine.

    Parameters
    ----------
    port
        The port; 0 for any free port.
    db
        The store, as sqlite:///PATH, postgresql://… or memory:; default: demonstration.db in the user's data
        folder ($XDG_DATA_HOME/croupier or ~/.local/share/croupier), with a folder of secrets beside it.
    window
        Seconds of betting in each round, 5 to 120; betting closes at the next common tick, up to 5 seconds later.
    house
        A house file for one more table, which gets the file's name; may be repeated. Code of its variations runs.
    device
        The socket of a device that `croupier device` runs, for instance as another user; default: one is started.
    anchor
        Where signed anchors go: a file on another disk, http://HOST:PORT/ of `croupier keep-anchors`, or `print`; may
        be repeated. An anchor proves what the store contained. If a target fails, play goes on.
    anchor_every
        Seconds between two anchors, 1 to 86400. There is one at the start and one at the end too.
    browser
        Open a browser if there is one.
    """
    _check("--port" + PORT, 0, port, (1 << 16) - 1)
    _check("--window: betting is open for {} to {} seconds, not {}", SHORTEST, window, LONGEST)
    _check("--anchor-every: give {} to {} seconds, not {}", 1, anchor_every, DAY)
    ready = _open if browser else _greet
    _serve(
        db,
        port,
        network,
        ready,
        window=window,
        houses=house,
        device=device,
        anchors=anchor,
        anchor_every=anchor_every,
    )


def _serve(
    db: str | None,
    port: int,
    network: Network,
    ready: Callable[[str], None],
    *,
    window: int,
    houses: Iterable[Path],
    device: Path | None,
    anchors: Iterable[str],
    anchor_every: int,
) -> None:
    """Serve until it is interrupted. Without a `db`, an old demonstration that cannot be opened is set aside."""
    from croupier import store as stores
    from croupier.device.client import Client
    from croupier.floor import demonstration
    from croupier.floor.crew.paced import Pace
    from croupier.floor.demonstration import AnotherHouse
    from croupier.host.anchors.targets import target
    from croupier.house import Unreadable
    from croupier.store.private_folder import Unsafe
    from croupier.web.server.serve import CannotServe, serve

    place = db or demonstration.url()
    reached = _reached(network, place, device)
    try:
        if db is None and (said := demonstration.make_way(place)) is not None:
            print(said)
        serve(
            place,
            port,
            **reached,
            houses=demonstration.houses(houses),
            pace=Pace(window=window, spin=min(Pace.spin, window / 2)),
            device=None if device is None else Client(device),
            anchors=[target(text) for text in anchors],
            anchor_every=anchor_every,
            ready=ready,
        )
    except (stores.StoreError, stores.CannotRead, AnotherHouse, Unsafe, CannotServe, Unreadable) as error:
        raise CannotRead(f"cannot serve {stores.shown(place)!r}: {error}") from None
    except KeyboardInterrupt:
        print("Ended; the tables are as they stood.")


class Reached(TypedDict):
    """The options of a server about its network."""

    host: str
    origins: list[str]
    peers: dict[bytes, str] | None
    peer_port: int
    limits: Limits


def _reached(network: Network, db: str, device: Path | None) -> Reached:
    """Check the options about the network."""
    _check("--peer-port" + PORT, 0, network.peer_port, (1 << 16) - 1)
    peers = None if network.peers is None else _peers(network.peers, db, device)
    origins = [_origin(each) for each in network.address]
    limits = _limits(network.per_address, network.seats_per_address)
    host, port = _host(network.host), network.peer_port
    return {"host": host, "origins": origins, "peers": peers, "peer_port": port, "limits": limits}


def _limits(per_address: int, seats: int) -> Limits:
    """The limits on visitors, with those for one address as the operator wants them."""
    if min(per_address, seats) < 1:
        raise CannotRead("--per-address and --seats-per-address: at least 1")
    return replace(LIMITS, per_address=per_address, seats_per_address=seats)


def _check(says: str, least: int, given: int, most: int) -> None:
    """Refuse a number that cannot be."""
    if not least <= given <= most:
        raise CannotRead(says.format(least, most, given))


def _host(text: str) -> str:
    """The address to listen at. It must be one address, because other servers and browsers are told it."""
    try:
        found = ip_address("127.0.0.1" if text == "localhost" else text)
    except ValueError:
        found = None
    if found is None or found.is_unspecified or found.is_multicast:
        raise CannotRead(f"--host: give one IP address of this machine, such as 127.0.0.1, not {text!r}")
    return str(found)


def _origin(text: str) -> str:
    """The origin of an address that browsers use.

    >>> _origin("https://casino.example/"), _origin("http://10.0.0.7:8000")
    ('https://casino.example', 'http://10.0.0.7:8000')
    """
    found = re.fullmatch(r"(https?://[a-z0-9.-]+(?::[0-9]{1,5})?|https?://\[[0-9a-f:]+\](?::[0-9]{1,5})?)/?", text)
    if found is None:
        raise CannotRead(f"--address: write http://NAME:PORT or https://NAME in small letters, not {text!r}")
    return found[1]


def _peers(path: Path, db: str, device: Path | None) -> dict[bytes, str]:
    """The servers of a file. They share a store, and they need one device, which keeps the seeds of all rounds."""
    from croupier.floor.peers import CannotReadPeers, read
    from croupier.store.url import SCHEME

    if not db.startswith(SCHEME):
        raise CannotRead("--peers: servers can only share a store in PostgreSQL: name it with --db")
    if device is None:
        says = "run `croupier device`, and name its socket with --device at every server"
        raise CannotRead(f"--peers: a table can only move to another machine with one device for all servers: {says}")
    try:
        return read(path)
    except CannotReadPeers as error:
        raise CannotRead(f"--peers: {error}") from None


def _greet(address: str) -> None:
    print(f"Croupier, a demonstration with play chips: {address}\nCtrl-C ends it.", flush=True)


def _open(address: str) -> None:
    """Greet, and open a browser if there is a screen, in the background."""
    import os
    import sys
    import threading
    import webbrowser

    _greet(address)
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
