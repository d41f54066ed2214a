"""A demonstration of an older version never stops `make run`: it is set aside, and a new one begins."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import store
from croupier.host import export
from croupier.store import CannotOpen
from croupier.web import demonstration
from tests.test_recorded import OLDEST


def _old(folder: Path) -> str:
    """The store of a demonstration as an older version left it."""
    db = f"sqlite:///{folder / 'demonstration.db'}"
    with store.open(db) as kept, export.open(str(OLDEST)) as source:
        export.copy(source, kept)
        kept.append("pit", 0, "demonstration/1", [("demonstration/1", b"{}")], at=1)
    secrets = folder / "demonstration.db.secrets"
    secrets.mkdir(mode=0o700)
    (secrets / "heads.key").write_bytes(b"old")
    return db


def test_an_old_demonstration_is_set_aside(tmp_path: Path) -> None:
    db = _old(tmp_path)
    said = demonstration.make_way(db)
    assert said is not None
    (aside,) = tmp_path.glob("demonstration-*.db")
    assert str(aside) in said
    assert (tmp_path / f"{aside.name}.secrets" / "heads.key").read_bytes() == b"old"
    assert not (tmp_path / "demonstration.db").exists()
    with store.open(f"sqlite:///{aside}", reading=True) as kept:
        assert kept.version("table/R0") > 0
    assert demonstration.make_way(db) is None


def test_one_of_this_version_stays(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'demonstration.db'}"
    with store.open(db) as kept:
        demonstration.mark(kept)
    assert demonstration.make_way(db) is None
    assert (tmp_path / "demonstration.db").exists()


def test_one_that_a_server_runs_stays(tmp_path: Path) -> None:
    db = _old(tmp_path)
    with store.open(db) as kept:
        assert kept.version("table/R0")
        with pytest.raises(CannotOpen, match="in use by another process"):
            demonstration.make_way(db)
    assert (tmp_path / "demonstration.db").exists()


def test_croupier_serve_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "croupier").mkdir()
    _old(tmp_path / "croupier")
    command = [sys.executable, "-m", "croupier", "serve", "--port", "0", "--no-browser"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    try:
        assert server.stdout is not None
        assert "another version" in server.stdout.readline()
        assert "a demonstration with play chips" in server.stdout.readline()
    finally:
        server.terminate()
        server.communicate(timeout=30)
