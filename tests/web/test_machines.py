"""Servers on two machines that share a PostgreSQL and a device: they know each other by their keys."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from croupier import store as stores
from croupier.floor.vault import Vault
from croupier.host.owner_records import STREAM, Claim, read
from tests.support.machines import Machine, two_machines
from tests.support.stores import postgresql
from tests.support.web import FAST, Server, Visitor, check

TABLES = ("R00", "B6")


@contextmanager
def device_in(folder: Path) -> Iterator[Path]:
    """An electronic device that all servers use; its socket."""
    words = [sys.executable, "-m", "croupier", "device", "--folder", str(folder), "--socket", str(folder / "door")]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        try:
            until = time.monotonic() + 20
            while not (folder / "door").exists():
                assert time.monotonic() < until, "the device does not start"
                time.sleep(0.05)
            yield folder / "door"
        finally:
            process.terminate()


def key_of(data: Path) -> str:
    """The public key of the server with this data folder."""
    return Vault(data / "croupier" / "demonstration.secrets").identity(None).public.hex()


def owners(db: str) -> dict[str, str]:
    """The address of the server that runs each table."""
    with stores.open(db) as store:
        found = [each.owner for each in map(read, store.read(STREAM)) if isinstance(each, Claim)]
    return {each.table: each.address for each in found if each.table is not None}


def plays(machine: Machine, visitor: Visitor, table: str, wager: str) -> str:
    """Make a wager and see it settled, once a server runs the table; return the player's name."""
    until = time.monotonic() + 30
    with machine.here():
        while True:
            with visitor.at(table) as line:
                try:
                    line.until_betting()
                    assert line.ask("place", wager=wager, amount=500)["ok"]
                    line.until_event("settled")
                except ConnectionClosed:
                    assert time.monotonic() < until, f"nobody runs {table}"
                    time.sleep(0.1)
                else:
                    return str(line.you["player"])


def test_two_machines_share_the_tables(tmp_path: Path) -> None:
    """A player at one plays at a table of the other; when that one is killed, its tables move."""
    with two_machines() as (a, b), device_in(tmp_path / "device") as door:
        db, data = postgresql(), {each: tmp_path / each.name for each in (a, b)}
        keys = {key_of(data[each]): each.name for each in (a, b)}
        assert len(keys) == 2, "each has its own secrets"

        def server(on: Machine) -> Server:
            return Server(
                db, *TABLES, pace=FAST, data=data[on], host=on.address, peers=keys, device=door, within=on.within,
                log=tmp_path / "log",
            )  # fmt: skip

        with server(a) as first, server(b) as second:
            until = time.monotonic() + 20
            while len(set(owners(db).values())) < 2:
                assert time.monotonic() < until, "one runs them all"
                time.sleep(0.2)
            runs = {address: table for table, address in owners(db).items()}
            with a.here():
                ann = Visitor(first)
                with pytest.raises(httpx.ConnectError):
                    httpx.get(first.origin.replace(a.address, "127.0.0.1"))
                wrong = httpx.get(first.origin, headers={"host": f"localhost:{first.port}"})
                assert wrong.status_code == 421
            wagers = {"R00": "red", "B6": "one"}
            far = runs[second.origin]
            name = plays(a, ann, far, wagers[far])
            assert name == ann.cookie.partition("=")[2].partition(".")[0]
            second.kill()
            for table in TABLES:
                assert plays(a, ann, table, wagers[table]) == name
            assert set(owners(db).values()) == {first.origin}
            assert first.end() == 0
        assert "Traceback" not in (tmp_path / "log").read_text()
        check(db, *TABLES)
