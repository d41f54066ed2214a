"""A demonstration that cannot continue never stops `make run`: it is set aside, and a new one starts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import apsw
import msgspec
import pytest

from croupier import store
from croupier.floor import demo, demonstration
from croupier.floor.vault import Vault
from croupier.host import export, load
from croupier.host.upgrade import record
from croupier.store import CannotOpen, Envelope
from croupier.table import digest, events
from croupier.table.acts.wagers.placing import WagerPlaced
from croupier.table.shapes import SNAPSHOTS
from tests.support.recorded.files import OLDEST


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


def test_a_demonstration_of_this_version_stays(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'demonstration.db'}"
    with store.open(db) as kept:
        demonstration.mark(kept, demonstration.secrets_of(db))
    assert demonstration.make_way(db) is None
    assert (tmp_path / "demonstration.db").exists()


def test_a_demonstration_that_a_server_runs_stays(tmp_path: Path) -> None:
    db = _old(tmp_path)
    with store.open(db) as kept:
        assert kept.version("table/R0")
        with pytest.raises(CannotOpen, match="in use by another process"):
            demonstration.make_way(db)
    assert (tmp_path / "demonstration.db").exists()


# Faults of its store ----------------------------------------------------------------------------------------
def _played(folder: Path) -> Path:
    """A demonstration of this version with a played shift."""
    path = folder / "demonstration.db"
    with store.open(f"sqlite:///{path}") as kept:
        demonstration.mark(kept, demonstration.secrets_of(f"sqlite:///{path}"))
        demo.play(kept, 4, 7, ["B6"])
    return path


def _otherwise(path: Path, change: Callable[[Envelope], bytes]) -> None:
    """Write a demonstration again with some events changed: all digests match, but the events mean something else."""
    with store.open("memory:") as kept:
        with store.open(f"sqlite:///{path}", reading=True) as source:
            for stream in source.streams():
                for envelope in source.read(stream):
                    body, after = change(envelope), envelope.version - 1
                    kept.append(stream, after, f"{after}", [(envelope.kind, body)], at=envelope.at)
        path.unlink()
        with store.open(f"sqlite:///{path}") as target:
            export.copy(kept, target)


def _another_meaning(path: Path) -> None:
    """Change an event in the middle of the log, so that its first and last events can be read."""

    def change(envelope: Envelope) -> bytes:
        event = None if envelope.kind != "wager-placed/2" else events.read(envelope.body)
        if not isinstance(event, WagerPlaced):
            return envelope.body
        return events.write(msgspec.structs.replace(event, moved=event.moved + 1_00))

    _otherwise(path, change)


def _another_event(path: Path) -> None:
    _otherwise(
        path, lambda each: b'{"event":"no/1"}' if each.stream == "table/B6" and each.version == 9 else each.body
    )


def _before_its_tables_opened(path: Path) -> None:
    path.unlink()
    with store.open(f"sqlite:///{path}") as kept:
        kept.append("pit", 0, "demonstration/1", [("demonstration/1", b"{}")], at=1)


def _unknown_stream(path: Path) -> None:
    with store.open(f"sqlite:///{path}") as kept:
        kept.append("people/1", 0, "c1", [("x/1", b"{}")], at=1)


def _another_record(path: Path) -> None:
    with store.open(f"sqlite:///{path}") as kept:
        kept.append("floor/owners", 0, "c1", [("owner/2", b"{}")], at=1)


def _half_upgraded(path: Path) -> None:
    with store.open(f"sqlite:///{path}") as kept:
        body = msgspec.json.encode(record.Upgraded("0.2", ()))
        kept.append(record.STREAM, 0, "c1", [(record.WORD, body)], at=1)


def _another_snapshot(path: Path) -> None:
    """Store a snapshot that the events do not lead to, as if they had meant something else at that time."""
    with store.open(f"sqlite:///{path}") as kept:
        signer = Vault(demonstration.secrets_of(f"sqlite:///{path}")).heads.first()
        state, version = load(kept, "table/B6")
        last = next(kept.read("table/B6", version - 1))
        other = replace(state, at=state.at + 1)
        body = SNAPSHOTS.write(other)
        kept.save_snapshot(signer.snapshot("table/B6", version, last.digest, digest(other), body))


def _no_key(path: Path) -> None:
    (demonstration.secrets_of(f"sqlite:///{path}") / "heads.key").write_text("none")


def _no_database(path: Path) -> None:
    path.write_bytes(b"no store")


def _cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20_000])


def _another_schema(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("user_version", 99)


def _changed_row(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("UPDATE events SET at = at + 1 WHERE stream = 'table/B6' AND version = 7")


WAYS = [
    _another_meaning, _another_event, _before_its_tables_opened, _unknown_stream, _another_record, _half_upgraded,
    _another_snapshot, _no_key, _no_database, _cut_off, _another_schema, _changed_row,
]  # fmt: skip


@pytest.mark.parametrize("wrong", WAYS, ids=lambda each: each.__name__)
def test_a_demonstration_that_cannot_continue_is_set_aside(wrong: Callable[[Path], None], tmp_path: Path) -> None:
    path = _played(tmp_path)
    db = f"sqlite:///{path}"
    assert demonstration.make_way(db) is None
    wrong(path)
    before = path.read_bytes()
    said = demonstration.make_way(db)
    assert said is not None
    (aside,) = tmp_path.glob("demonstration-*.db")
    assert f"it is kept as {aside}, and a new one begins." in said
    assert aside.read_bytes() == before
    assert not path.exists()
    assert demonstration.make_way(db) is None


def test_a_store_that_is_not_a_demonstration_stays(tmp_path: Path) -> None:
    """A store of a real house, of this or an older version, and a file of another program."""
    db, path = f"sqlite:///{tmp_path / 'demonstration.db'}", tmp_path / "demonstration.db"
    with store.open(db) as kept, export.open(str(OLDEST)) as source:
        export.copy(source, kept)
    before = path.read_bytes()
    assert demonstration.make_way(db) is None
    assert path.read_bytes() == before
    path.unlink()
    with store.open(db) as kept:
        demo.play(kept, 2, 7, ["B6"])
        kept.append("people/1", 0, "c1", [("x/1", b"{}")], at=1)
    before = path.read_bytes()
    assert demonstration.make_way(db) is None
    assert path.read_bytes() == before
    path.unlink()
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("CREATE TABLE mine (a)")
    with pytest.raises(CannotOpen, match="of another program"):
        demonstration.make_way(db)
    assert path.exists()
    assert not list(tmp_path.glob("demonstration-*.db"))


def test_croupier_serve_starts_a_new_demonstration(tmp_path: Path) -> None:
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
