"""What `croupier serve` refuses: another house's store, a changed store, addresses, times, open secrets."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from croupier import store as stores
from croupier.core.delay import tick_ms
from croupier.floor.demonstration import DELAY, AnotherHouse, mark
from croupier.floor.vault import Vault
from croupier.store import Store
from croupier.store.private_folder import Unsafe
from tests.support.web import SLOW, Server, Visitor, serve


def test_the_store_of_a_house_is_refused(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'house.db'}"
    with stores.open(db) as store:
        store.append("table/R1", 0, "c1", [("table-opened/1", b"{}")], at=1)
        with pytest.raises(AnotherHouse, match="not a demonstration"):
            mark(store, tmp_path / "secrets")
        assert not (tmp_path / "secrets").exists()
    done = serve("--db", db, "--port", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert "not a demonstration" in done.stderr


def test_a_store_that_was_changed_is_refused(tmp_path: Path) -> None:
    """With the same sentence as an audit, before the server accepts visitors."""
    place = tmp_path / "pit.db"
    with Server(f"sqlite:///{place}", "B6", pace=SLOW) as running:
        with Visitor(running).at("B6") as line:
            line.until_betting()
        assert running.end() == 0
    with sqlite3.connect(place) as store:
        store.execute("UPDATE events SET body = ? WHERE stream = 'table/B6' AND version = 3", (b"{}",))
    store.close()
    done = serve("--db", f"sqlite:///{place}", "--port", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"croupier: cannot serve '.*': stream 'table/B6', version 3: .* changed.*\n", done.stderr)


def test_a_store_is_marked_once(tmp_path: Path) -> None:
    def version(store: Store) -> int:
        mark(store, tmp_path / "secrets")
        return store.version("floor/demonstration")

    with stores.open(f"sqlite:///{tmp_path / 'new.db'}") as store:
        assert [version(store), version(store)] == [1, 1]


EVERYBODY = "0.0.0.0"  # noqa: S104 (it is refused)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--host", EVERYBODY),
        ("--host", "::"),
        ("--host", "casino.example"),
        ("--port", "99999"),
        ("--peer-port", "99999"),
        ("--address", "casino.example"),
        ("--address", "https://casino.example/tables"),
        ("--address", "https://me@casino.example"),
        ("--db", "nowhere:"),
    ],
)
def test_a_store_that_cannot_be_served_is_explained(arguments: tuple[str, ...]) -> None:
    done = serve(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert arguments[1].rstrip(":") in done.stderr


@pytest.mark.parametrize("seconds", ["4", "121", "-25"])
def test_betting_is_open_neither_too_short_nor_too_long(seconds: str) -> None:
    done = serve(f"--window={seconds}", "--db", "memory:")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"betting is open for 5 to 120 seconds, not {seconds}" in done.stderr


@pytest.mark.parametrize(("seconds", "host"), [(5, "127.0.0.1"), (120, "localhost")])
def test_betting_is_open_as_long_as_is_asked_for(seconds: int, host: str) -> None:
    words = [sys.executable, "-m", "croupier", "serve", "--no-browser", "--db", "memory:", "--port", "0"]
    with subprocess.Popen(
        [*words, "--host", host, "--window", str(seconds)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        origin = process.stdout.readline().split()[-1].rstrip("/")
        until = time.monotonic() + 10
        while (closes := (said := httpx.get(f"{origin}/api/1/tables/B6").json())["table"].get("closes")) is None:
            assert time.monotonic() < until
            time.sleep(0.1)
        left = (closes - said["now"]) / 1000
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    assert seconds - 4 < left <= seconds + tick_ms(DELAY) / 1000


def test_browsers_find_it_at_the_addresses_that_are_named() -> None:
    """Behind a proxy that ends TLS, pages have another origin, and their cookie goes over TLS alone."""
    words = [sys.executable, "-m", "croupier", "serve", "--no-browser", "--db", "memory:", "--port", "0"]
    more = ["--host", "127.0.0.2", "--address", "https://casino.example/", "--address", "http://hall:8000"]
    with subprocess.Popen([*words, *more], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        origin = process.stdout.readline().split()[-1].rstrip("/")
        assert re.fullmatch(r"http://127\.0\.0\.2:\d+", origin)
        answers = {}
        for host in ("casino.example", "hall:8000", origin.removeprefix("http://"), "hall", "localhost:8000"):
            page = httpx.get(origin, headers={"host": host})
            secure = "secure" in page.headers.get("set-cookie", "").lower()
            posted = [
                httpx.post(f"{origin}/api/1/tables/R0/commands", json={}, headers={"host": host, "origin": each})
                for each in (f"https://{host}", f"http://{host}")
            ]
            answers[host] = (page.status_code, secure, *(each.status_code for each in posted))
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    assert answers == {
        "casino.example": (200, True, 401, 403),
        "hall:8000": (200, False, 403, 401),
        origin.removeprefix("http://"): (200, False, 403, 401),
        "hall": (421, False, 421, 421),
        "localhost:8000": (421, False, 421, 421),
    }


def test_secrets_that_others_may_read_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir(mode=0o755)
    with pytest.raises(Unsafe, match="mode 700"):
        Vault(folder)
