"""Databases, exports and secrets are for their owner alone, survive a power cut, and leave no copies behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.floor import demo
from croupier.floor.vault import Vault
from croupier.store import new_file
from tests.support.command import croupier
from tests.support.web import Server

OPEN_TO_ALL = 0o022  # the usual umask: others may read


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    old = os.umask(OPEN_TO_ALL)
    yield
    os.umask(old)


def _modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_a_database_and_its_wal_are_private(tmp_path: Path) -> None:
    with stores.open(f"sqlite:///{tmp_path / 'shift.db'}") as kept:
        demo.play(kept, 1, 7, ["B6"])
        assert _modes(tmp_path) == {"shift.db": 0o600, "shift.db-wal": 0o600}


def test_a_database_of_an_earlier_version_is_made_private(tmp_path: Path) -> None:
    with stores.open(f"sqlite:///{tmp_path / 'shift.db'}") as kept:
        demo.play(kept, 1, 7, ["B6"])
    (tmp_path / "shift.db").chmod(0o644)
    with stores.open(f"sqlite:///{tmp_path / 'shift.db'}"):
        assert _modes(tmp_path) == dict.fromkeys(("shift.db", "shift.db-wal", "shift.db-shm"), 0o600)


def test_exports_heads_and_imports_are_private(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'shift.db'}"
    with stores.open(db) as kept:
        demo.play(kept, 1, 7, ["B6"])
    out = tmp_path / "shift.export"
    assert croupier("export", "--db", db, "--out", out, "--heads", tmp_path / "heads.json").returncode == 0
    assert croupier("import", out, "--db", f"sqlite:///{tmp_path / 'copy.db'}").returncode == 0
    assert set(_modes(tmp_path).values()) == {0o600}


SYNCED = """
import os, sys
from pathlib import Path
synced = []
sync = os.fsync
def fsync(handle):
    synced.append(os.path.realpath(f"/proc/self/fd/{handle}"))
    sync(handle)
os.fsync = fsync
from croupier import store
from croupier.floor.vault import Vault
folder = Path(sys.argv[1])
with store.new_file(folder / "file") as file:
    file.write(b"1")
assert synced[-1] == str(folder), synced
store.open(f"sqlite:///{folder / 'shift.db'}").close()
assert synced[-1] == str(folder), synced
vault = Vault(folder / "new" / "secrets")
assert synced[-1] == str(folder / "new"), synced
vault.cookie_key()
assert synced[-1] == str(folder / "new" / "secrets"), synced
"""


def test_a_new_file_syncs_its_folder(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", SYNCED, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_file_that_was_not_finished_leaves_nothing(tmp_path: Path) -> None:
    def write() -> None:
        with new_file(tmp_path / "export") as file:
            file.write(b"half")
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        write()
    assert list(tmp_path.iterdir()) == []


WRITES = """
import os, sys
from pathlib import Path
os.link = lambda *names: os.kill(os.getpid(), 9)
from croupier.floor.vault import Vault
Vault(Path(sys.argv[1])).cookie_key()
"""


def test_secrets_of_a_killed_process_are_removed(tmp_path: Path) -> None:
    """A process dies between writing a secret and giving it its name: the next one removes what it left."""
    folder = tmp_path / "secrets"
    done = subprocess.run([sys.executable, "-c", WRITES, str(folder)], check=False)
    assert done.returncode == -signal.SIGKILL
    (left,) = folder.iterdir()
    Vault(folder)
    assert left.exists(), "another process may be writing it at this moment"
    os.utime(left, (time.time() - 600,) * 2)
    Vault(folder)
    assert not left.exists()
    assert len(Vault(folder).cookie_key()) == 32


def test_the_secrets_of_a_store_in_memory_end_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with Server("memory:") as server:
        assert len(list(tmp_path.glob("croupier-*"))) == 1
        server.end()
    assert list(tmp_path.glob("croupier-*")) == []
