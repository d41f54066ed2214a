"""Durable, append-only streams of envelopes. The store knows nothing about tables or games.

An acknowledged append is synced to disk. Appending the same command again returns the first result. `open` takes a
URL: `memory:`, `sqlite:///PATH` or `postgresql://…`.

>>> from croupier import store
>>> with store.open("memory:") as log:
...     done = log.append("table 1", 0, "c1", [("opened", b"{}")], at=0)
...     again = log.append("table 1", 0, "c1", [("opened", b"{}")], at=9)
...     [(each.version, each.kind, each.body) for each in log.read("table 1")], again == done
([(1, 'opened', b'{}')], True)
"""

from __future__ import annotations

from pathlib import Path

from croupier.store.base import Appended, Envelope, Fault, Head, Snapshot, Tip
from croupier.store.errors import (
    CannotOpen,
    CommandReused,
    Conflict,
    Damaged,
    NoStore,
    NotOwner,
    Owned,
    StoreError,
    StoreFailed,
    UnreadableStore,
    check_assertions,
)
from croupier.store.files import check_new, new_file, new_folder
from croupier.store.group import AppendRequest, content_of
from croupier.store.lease import Lease
from croupier.store.rows import Part, Rows
from croupier.store.seal import CannotRead, Signer, export_heads, genuine, import_heads, sign_after, signed_by
from croupier.store.store import Store
from croupier.store.url import shown
from croupier.store.verifying import Verified, verify, verify_stream

__all__ = [
    "AppendRequest", "Appended", "CannotOpen", "CannotRead", "CommandReused", "Conflict", "Damaged", "Envelope",
    "Fault", "Head", "Lease", "NoStore", "NotOwner", "Owned", "Part", "Signer", "Snapshot", "Store", "StoreError",
    "StoreFailed", "Tip", "UnreadableStore", "Verified", "check_new", "content_of", "export_heads", "genuine",
    "import_heads", "new_file", "new_folder", "open", "shown", "sign_after", "signed_by", "verify", "verify_stream",
]  # fmt: skip


def open(url: str, *, reading: bool = False, vfs: str | None = None, apart: bool = False) -> Store:
    """Open the store at a URL; create it if there is none.

    With `reading`, only an existing store is opened, nothing is written, and others may read it at the same time.
    With `apart`, another process talks to the database, so that the threads of this one do not wait for it. `vfs`
    names a file system of apsw, for SQLite.
    """
    check_assertions()
    if apart and url != "memory:":  # memory cannot be in another process
        from croupier.store.apart import Apart

        assert vfs is None, "a file system of apsw exists only in this process"
        return Store(Apart(url, reading=reading))
    return Store(rows_at(url, reading=reading, vfs=vfs))


def rows_at(url: str, *, reading: bool = False, vfs: str | None = None) -> Rows:
    """Open the storage backend at a URL, without a store around it."""
    if url == "memory:":
        from croupier.store.memory import Memory

        if reading:
            raise NoStore("'memory:' holds no store: give the path of one")
        return Memory()
    path = url.removeprefix("sqlite:///")
    if path not in ("", url):
        from croupier.store.sqlite import SQLite

        return SQLite(Path(path), vfs, reading=reading)
    if url.startswith("postgresql://"):
        from croupier.store.postgres import Postgres

        return Postgres(url, reading=reading)
    raise CannotOpen(f"no store is at {url.split(':')[0]!r}: write memory:, sqlite:///PATH or postgresql://…")
