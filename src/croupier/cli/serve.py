"""`croupier serve`: the demonstration in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli import CannotRead

#: The shortest and the longest betting time in seconds: less is too short to play, more is too long to wait.
SHORTEST, LONGEST = 5, 120


def serve(
    *,
    port: int = 8000,
    db: str | None = None,
    host: str = "127.0.0.1",
    window: int = 25,
    house: Annotated[tuple[Path, ...], Parameter(negative="")] = (),
    device: Path | None = None,
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
    host
        The address to bind. A demonstration serves only this machine, so it must be 127.0.0.1 or localhost.
    window
        Seconds of betting in each round, 5 to 120.
    house
        A house file for one more table, which gets the file's name; may be repeated. Code of its variations runs.
    device
        The socket of a device that `croupier device` runs, for instance as another user; default: one is started.
    browser
        Open a browser if there is one.
    """
    from croupier import store as stores
    from croupier.device.client import Client
    from croupier.floor import demonstration
    from croupier.floor.crew.paced import Pace
    from croupier.floor.demonstration import AnotherHouse
    from croupier.house import Unreadable
    from croupier.store.private_folder import Unsafe
    from croupier.web.server.serve import HOST, NAMES, CannotServe
    from croupier.web.server.serve import serve as run

    if host not in NAMES:
        raise CannotRead(f"--host: a demonstration binds {HOST} alone, not {host!r}")
    _check(port, window)
    place = db or demonstration.url()

    try:
        if db is None and (said := demonstration.make_way(place)) is not None:
            print(said)
        run(
            place,
            port,
            houses=demonstration.houses(house),
            pace=Pace(window=window, spin=min(Pace.spin, window / 2)),
            device=None if device is None else Client(device),
            ready=_open if browser else _greet,
        )
    except (stores.StoreError, stores.CannotRead, AnotherHouse, Unsafe, CannotServe, Unreadable) as error:
        raise CannotRead(f"cannot serve {stores.shown(place)!r}: {error}") from None
    except KeyboardInterrupt:
        print("Ended; the tables are as they stood.")


def _check(port: int, window: int) -> None:
    """Refuse a port or a betting time that cannot be."""
    if not 0 <= port < 1 << 16:
        raise CannotRead(f"--port: a port is a number from 0 to 65535, not {port}")
    if not SHORTEST <= window <= LONGEST:
        raise CannotRead(f"--window: betting is open for {SHORTEST} to {LONGEST} seconds, not {window}")


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
