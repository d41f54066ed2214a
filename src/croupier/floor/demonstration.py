"""The demonstration: its tables, the mark on its store, and the default location of that store."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from croupier import store as stores
from croupier.conduct import Records, keys, register
from croupier.core.clock import Clock
from croupier.floor.houses import written
from croupier.floor.vault import Vault
from croupier.games import demo_tables
from croupier.host import opening
from croupier.host.upgrade.record import DEMONSTRATION as STREAM
from croupier.host.upgrade.record import MARK
from croupier.host.upgrade.upgrade import OLD_MARK
from croupier.store import Conflict, Store, UnreadableStore, sign_after
from croupier.table import TABLE, HouseText
from croupier.table.houses import named_by_operator

#: The tables by their id, each with its preset.
TABLES = demo_tables(in_lobby=True)
#: An electronic device decides outcomes; where the rules of a game ask for it under a made-up approval (reading D1).
DEVICE: dict[str, Any] = {
    "device__electronic": True,
    "device__terminals": True,
    "approvals__electronic-device": {"reference": "demonstration", "date": "2022-01-01"},
}
#: Iterations between the close and an outcome: about five seconds on a server, while the wheel spins.
DELAY = 20_000_000


def _check(kind: str, body: bytes) -> None:
    if (kind, body) != (MARK, b"{}"):
        raise ValueError(f"no mark of a demonstration: {kind!r}")


register(Records(STREAM, _check))


class AnotherHouse(ValueError):
    """The store is not a demonstration."""


def houses(files: Iterable[Path] = (), *, delay: int = DELAY) -> dict[str, HouseText]:
    """The houses of the demonstration's tables, and of house files that the operator names: a table for each."""
    chosen = DEVICE | {"device__delay": delay}
    found = {table: written(preset, **chosen) for table, preset in TABLES.items()}
    change = {key.replace("__", "."): value for key, value in chosen.items()}
    for file in files:
        table = re.sub(r"[^A-Za-z0-9-]+", "-", file.stem)
        if table in found:
            raise AnotherHouse(f"there is a table {table} already: rename {file.name}")
        found[table] = named_by_operator(file, change)
    return found


def mark(store: Store, secrets: Path) -> None:
    """Mark a new store as a demonstration, signed; refuse a store that has tables but no such mark."""
    if store.version(STREAM):
        return
    if any(stream.startswith(TABLE.prefix) for stream in store.streams()):
        message = "this store has tables and is not a demonstration: name another store with --db"
        raise AnotherHouse(message)
    at = Clock().now()
    try:
        done = store.append(STREAM, 0, MARK, [(MARK, b"{}")], at=at)
    except Conflict:  # another process has just marked it
        marked = store.version(STREAM)
        assert marked, "the mark of another is there"
        return
    sign_after(store, Vault(secrets).signer(store), done, at)


def make_way(db: str) -> str | None:
    """Set aside a demonstration that this version cannot open and replay, so that a new one can begin.

    Returns a sentence about it, or None if nothing was done. Raises `CannotOpen` if a server runs it. Stores that
    are not demonstrations are left alone; a file that is not a store at all is set aside.
    """
    path = Path(db.removeprefix("sqlite:///"))
    if not path.is_file():
        return None
    try:
        with stores.open(db) as store:
            why = _unfit(store, db)
    except UnreadableStore as error:
        why = str(error)
    if why is None:
        return None
    name = f"{path.stem}-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}"
    for ending in ("", "-wal", "-shm", ".secrets"):
        old = path.with_name(path.name + ending)
        if old.exists():
            old.rename(path.with_name(name + ending))
    aside = f"it is kept as {path.with_name(name)}, and a new one begins"
    return f"The demonstration there is of another version, or damaged: {aside}. ({why})"


def _unfit(store: Store, db: str) -> str | None:
    """Why a demonstration cannot be continued; None if it can, or if the store is not a demonstration."""
    if not store.version(STREAM) and not store.version(OLD_MARK):
        return None
    try:
        held = Vault(secrets_of(db)).heads.keys()
        opening.check(store, held.get(keys.key_of(store, "heads") or next(iter(held), "")))
    except Exception as error:  # events with another meaning can cause any error
        return " ".join(str(error).split())[:200] or type(error).__name__
    return None


def url() -> str:
    """The default store: a file in the user's data folder."""
    return f"sqlite:///{_data() / 'demonstration.db'}"


def secrets_of(db: str) -> Path:
    """The folder with the secrets of a store: beside its file, or in the user's data folder.

    Those of a store in memory end with the process.
    """
    if db == "memory:":
        folder = Path(tempfile.mkdtemp(prefix="croupier-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder
    path = db.removeprefix("sqlite:///")
    if path != db:
        return Path(f"{path}.secrets")
    return _data() / "demonstration.secrets"


def _data() -> Path:
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "croupier"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
