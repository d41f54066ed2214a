"""An audit leaves no trace on the disk, and reads media that nobody can write to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.floor import demo
from croupier.host import export
from croupier.host.audit import audit_place
from croupier.store import CannotOpen
from tests.support.command import croupier
from tests.support.stores import python

NOBODY = 65534
#: Those of a shift at one table.
STREAMS = ["people/main", "pit/main", "table/B6"]
KILLED = """
import os, sys
from croupier import store
from croupier.floor import demo
demo.play(store.open(sys.argv[1]), 3, 7, ["B6"])
os.kill(os.getpid(), 9)
"""
State = dict[str, tuple[bytes, int, int, int]]


def _state(folder: Path) -> State:
    """Everything about the files of a folder, and the folder itself, that writing would change."""
    found = {}
    for path in (folder, *sorted(folder.iterdir())):
        told = path.stat()
        found[path.name] = (b"" if path.is_dir() else path.read_bytes(), told.st_mtime_ns, told.st_ino, told.st_mode)
    return found


@pytest.fixture(params=("closed", "killed"))
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder with one store: closed in order, or with the WAL of a killed process."""
    folder = tmp_path / "media"
    folder.mkdir()
    db = f"sqlite:///{folder / 'shift.db'}"
    if request.param == "closed":
        with stores.open(db) as kept:
            demo.play(kept, 3, 7, ["B6"])
    else:
        python(KILLED, db).communicate()
        assert (folder / "shift.db-wal").stat().st_size > (folder / "shift.db").stat().st_size
    return folder


@pytest.mark.parametrize("command", ["audit", "export"])
def test_reading_changes_no_file_and_no_folder(command: str, folder: Path, tmp_path: Path) -> None:
    before = _state(folder)
    words = ("--out", tmp_path / "shift.export") if command == "export" else ()
    done = croupier(command, "--db", f"sqlite:///{folder / 'shift.db'}", *words)
    assert done.returncode == 0, done.stderr
    assert _state(folder) == before


def test_an_audit_sees_what_a_killed_process_left_in_the_wal(folder: Path) -> None:
    found = audit_place(f"sqlite:///{folder / 'shift.db'}")
    assert found.fault is None
    assert found.events > 50


def test_many_read_at_once_and_no_writer_comes_between(folder: Path) -> None:
    db = f"sqlite:///{folder / 'shift.db'}"
    with stores.open(db, reading=True) as one, stores.open(db, reading=True) as other:
        assert one.streams() == other.streams() == STREAMS
        writer = python("import sys; from croupier import store; store.open(sys.argv[1])", db)
        assert "in use by another process" in writer.communicate()[1]
        assert one.version("table/B6") == other.version("table/B6") > 0
    with stores.open(db) as kept:  # the readers have gone
        assert kept.streams() == STREAMS


def test_a_store_in_use_is_not_read(folder: Path) -> None:
    db = f"sqlite:///{folder / 'shift.db'}"
    code = "import sys; from croupier import store; kept = store.open(sys.argv[1]); print(1, flush=True); input()"
    writer = python(code, db)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "1\n"
    with pytest.raises(CannotOpen, match="in use by another process"):
        stores.open(db, reading=True)
    writer.communicate("\n")
    assert audit_place(db).fault is None


@pytest.fixture
def media(folder: Path) -> Iterator[Path]:
    """The same on media that are only read: files and folder without the right to write."""
    if os.geteuid() != 0:
        for path in folder.iterdir():
            path.chmod(0o400)
        folder.chmod(0o500)
        yield folder
        folder.chmod(0o700)
        return
    place = Path(tempfile.mkdtemp())  # the folders of pytest are closed to other users
    shutil.copytree(folder, place, dirs_exist_ok=True)
    for path in (*place.iterdir(), place):
        os.chown(path, NOBODY, NOBODY)
        path.chmod(0o500 if path.is_dir() else 0o400)
    yield place
    shutil.rmtree(place)


def test_an_audit_reads_media_that_cannot_be_written(media: Path) -> None:
    before = _state(media)
    words = [sys.executable, "-m", "croupier", "audit", "--db", f"sqlite:///{media / 'shift.db'}"]
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd="/", **user)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr + done.stdout
    assert "Everything is in order." in done.stdout
    assert _state(media) == before


def test_a_file_that_is_no_store_is_neither_made_nor_changed(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for name in ("empty.db", "none.db"):
        before = _state(tmp_path)
        with pytest.raises(CannotOpen):
            export.open(f"sqlite:///{tmp_path / name}", reading=True)
        assert _state(tmp_path) == before
