"""Fail-stop: after any error of the disk or the database, nothing is acknowledged or accepted any more."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest

from croupier import store as stores
from croupier.store import CannotOpen, Store, StoreFailed
from croupier.store.base import Appended, Key, Tip
from croupier.store.sqlite import SQLite, check_library
from croupier.store.store import MOST_QUEUED
from croupier.store.verifying import Verified, verify
from tests.support.stores import fill, postgresql, server, snap

LIMITED = """
import json, resource, sys
from croupier import store
with store.open(sys.argv[1]) as kept:
    most = int(sys.argv[2])
    acknowledged, said = 0, []
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    try:
        while True:
            kept.append("t", acknowledged, f"c{acknowledged}", [("e", b"x" * 500)], at=acknowledged)
            acknowledged += 1
    except store.StoreFailed as failed:
        said.append(str(failed))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))  # there is room again
    for call in (
        lambda: kept.append("t", acknowledged, "later", [("e", b"")], at=1),
        lambda: kept.version("t"),
        lambda: list(kept.read("t")),
        lambda: kept.own("t"),
        lambda: kept.answer("t", "c0"),
        lambda: kept.snapshot("t"),
    ):
        try:
            call()
        except store.StoreFailed as failed:
            said.append(str(failed))
print(json.dumps([acknowledged, said]))
"""


@pytest.mark.parametrize("most", [90_000, 300_000, 1_000_001])
def test_a_full_disk_ends_the_store(most: int, tmp_path: Path) -> None:
    """A file size limit acts as a full disk: from then on every call fails, even when there is space again."""
    place = f"sqlite:///{tmp_path / 's.db'}"
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, place, str(most)], capture_output=True, text=True, check=True, timeout=60
    )
    acknowledged, said = json.loads(done.stdout)
    assert acknowledged > 1
    assert len(said) == 7
    assert all(each.startswith("the store has failed and must be opened anew: ") for each in said)
    with stores.open(place) as store:  # as the process that takes over does
        there = store.version("t")
        assert there in (acknowledged, acknowledged + 1)
        assert verify(store, keys=()) == Verified(1, there, there, 0, 0)
        last = store.append("t", there, f"c{acknowledged}", [("e", b"x" * 500)], at=acknowledged).last
        assert last == acknowledged + 1


class _Failing(apsw.VFS):
    """A file system that fails the n-th write or sync, once."""

    def __init__(self, name: str) -> None:
        self.calls, self.fail_at = 0, -1
        self.seen: list[str] = []
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _FailingFile(self, name, flags)

    def count(self, kind: str, code: type[Exception]) -> None:
        self.calls += 1
        self.seen.append(kind)
        if self.calls == self.fail_at:
            raise code(f"{kind} fails, as told")


class _FailingFile(apsw.VFSFile):
    def __init__(self, vfs: _Failing, name: Any, flags: list[int]) -> None:
        self.vfs = vfs
        super().__init__("", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:
        self.vfs.count("write", apsw.FullError)
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        self.vfs.count("sync", apsw.IOError)
        super().xSync(flags)


def test_any_failed_write_or_sync_ends_the_store(tmp_path: Path) -> None:
    """Each write and each sync of a short history fails in turn: the store stops, and loses nothing acknowledged."""
    failing = _Failing("failing")
    n, failures = 0, 0
    while True:
        n += 1
        path = tmp_path / f"{n}.db"
        failing.calls, failing.fail_at = 0, -1
        store = stores.open(f"sqlite:///{path}", vfs="failing")
        failing.calls, failing.fail_at = 0, n
        acknowledged = 0
        try:
            for each in range(4):
                store.append("t", each, f"c{each}", [("e", b"x")], at=each)
                acknowledged += 1
            snap(store, "t", 4, b"", b"state")
        except StoreFailed:
            failures += 1
            with pytest.raises(StoreFailed):
                store.append("t", acknowledged, "later", [("e", b"x")], at=9)
        ended = failing.fail_at > failing.calls
        failing.fail_at = -1
        failing.seen.clear()
        store.close()
        assert ended or not failing.seen, "after a failure nothing is written any more"
        with stores.open(f"sqlite:///{path}") as store:
            there = store.version("t")
            assert acknowledged <= there <= 4
            assert store.answer("t", "later") is None
            for each in range(there):
                assert store.append("t", 9, f"c{each}", [("e", b"x")], at=9).last == each + 1
        if ended:
            break
    assert failures == n - 1 >= 10


READ_ONLY = """
import os, sys
from croupier import store
from croupier.store import sqlite
if os.geteuid() == 0:
    os.seteuid(65534)
try:
    store.open(sys.argv[1])
except store.CannotOpen as error:
    print(error)
"""


def test_a_file_that_may_not_be_written_is_refused() -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        path = folder / "s.db"
        with stores.open(f"sqlite:///{path}") as store:
            fill(store, "t", 2)
        path.chmod(0o444)
        folder.chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, f"sqlite:///{path}"], capture_output=True, text=True, check=True
        )
        assert "s.db' cannot be opened: " in done.stdout
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_lost_connection_ends_the_store() -> None:
    place = postgresql()
    with stores.open(place) as store:
        fill(store, "t", 3)
        with psycopg.connect(place) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                " AND pid IN (SELECT pid FROM pg_stat_activity WHERE query LIKE '%COMMIT%')"
            )
        for _ in range(2):
            with pytest.raises(StoreFailed, match="the store has failed and must be opened anew"):
                store.append("t", 3, "c", [("e", b"")], at=1)
        with pytest.raises(StoreFailed):
            store.version("t")
        assert store.failed
    with stores.open(place) as store:
        assert store.append("t", 3, "c", [("e", b"")], at=1).last == 4


def test_a_stopped_server_ends_the_store_and_an_unsafe_one_is_refused() -> None:
    place = postgresql()
    with psycopg.connect(place, autocommit=True) as other, stores.open(place) as store:
        fill(store, "t", 3)
        try:
            _set_fsync(other, "off")
            with pytest.raises(CannotOpen, match="is not safe: fsync reads back as 'off', not 'on'"):
                stores.open(place)
            _set_fsync(other, "on")
            server().stop()
            with pytest.raises(StoreFailed):
                store.append("t", 3, "c", [("e", b"")], at=1)
            with pytest.raises(StoreFailed):
                store.version("t")
            with pytest.raises(CannotOpen, match=r"the PostgreSQL database 'postgres' at .* cannot be opened: "):
                stores.open(place)
        finally:
            server().ensure_postgres_running()
    with stores.open(place) as store:
        assert store.append("t", 3, "c", [("e", b"")], at=1).last == 4


def _set_fsync(connection: psycopg.Connection, value: str) -> None:
    connection.execute(f"ALTER SYSTEM SET fsync = {value}".encode())
    connection.execute("SELECT pg_reload_conf()")
    while connection.execute("SHOW fsync").fetchone() != (value,):
        pass


class _Held(SQLite):
    """A backend whose next transaction waits until it is told how to continue."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.reached, self.told, self.error = threading.Event(), threading.Event(), False

    def begin(self, asked: Collection[Key]) -> tuple[dict[str, Tip], dict[Key, Appended]]:
        self.reached.set()
        self.told.wait()
        if self.error:
            raise OSError("the disk is gone")
        return super().begin(asked)


class _Breaking(SQLite):
    """A backend that fails when an end is read, once it is told to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.reached, self.told = threading.Event(), threading.Event()

    def tip(self, stream: str) -> Tip:
        self.reached.set()
        self.told.wait()
        raise OSError("the disk is gone")


def test_queued_commands_are_not_written_after_a_failed_read(tmp_path: Path) -> None:
    rows = _Breaking(tmp_path / "s.db")
    with Store(rows) as store:

        def read() -> None:
            with pytest.raises(StoreFailed):
                store.version("t")

        reader = threading.Thread(target=read)
        reader.start()
        assert rows.reached.wait(10)
        future = store.submit("t", 0, "c", [("e", b"")], at=1)
        while not future.running():  # it was taken from the queue, and waits for the reader
            pass
        rows.told.set()
        assert str(future.exception(10)) == "the store has failed and must be opened anew: the disk is gone"
        reader.join()
        assert rows.run("SELECT * FROM commands") == []


@pytest.mark.parametrize("error", [False, True])
def test_submitting_too_many_commands_blocks(error: bool, tmp_path: Path) -> None:
    rows = _Held(tmp_path / "s.db")
    with Store(rows) as store:
        first = store.submit("t", 0, "first", [("e", b"")], at=1)
        assert rows.reached.wait(10)
        futures = [store.submit("t", n + 1, f"c{n}", [("e", b"")], at=1) for n in range(MOST_QUEUED)]
        late: list[object] = []

        def one_more() -> None:
            try:
                future = store.submit("t", MOST_QUEUED + 1, "late", [("e", b"")], at=1)
                late.append("taken")
                late.append(future.result().last)
            except StoreFailed as failed:
                late.append(str(failed))

        thread = threading.Thread(target=one_more)
        thread.start()
        thread.join(0.05)
        too_early = [*late, *(future for future in (first, *futures) if future.done())]
        rows.error = error
        rows.told.set()
        assert not too_early
        thread.join(30)
        assert not thread.is_alive()
        if error:
            said = "the store has failed and must be opened anew: the disk is gone"
            assert {str(future.exception()) for future in (first, *futures)} == {said}
            assert late == [said]
        else:
            assert [future.result().last for future in (first, *futures)] == list(range(1, MOST_QUEUED + 2))
            assert late == ["taken", MOST_QUEUED + 2]


def test_a_store_that_cannot_be_opened_is_explained(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database " * 1000)
    with apsw.Connection(str(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE t (a)").fetchall()
    other.close()
    stores.open(f"sqlite:///{tmp_path / 'later.db'}").close()
    later = apsw.Connection(str(tmp_path / "later.db"))
    later.pragma("user_version", 3)
    later.close()
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for url, said in {
        f"sqlite:///{tmp_path / 'text.db'}": r"text.db' is not an SQLite file: give another path",
        f"sqlite:///{tmp_path / 'other.db'}": r"other.db' is an SQLite file of another program: give another path",
        f"sqlite:///{tmp_path / 'later.db'}": r"later.db' has schema 3, not 2: use the croupier that wrote it",
        f"sqlite:///{tmp_path / 'no' / 's.db'}": r"there is no folder '.*no'",
        "sqlite:///": "no store is at 'sqlite': write memory:, sqlite:///PATH or postgresql://…",
        "mysql://me:secret@host/db": "no store is at 'mysql'",
        "postgresql://me:secret@/db?host=/nowhere": "the PostgreSQL database 'db' at '/nowhere' cannot be opened: ",
        "postgresql://me:secret@%%/": "the PostgreSQL URL cannot be read",
    }.items():
        with pytest.raises(CannotOpen, match=said) as refused:
            stores.open(url)
        assert "secret" not in str(refused.value)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before, "what is not ours is left as it was"


def test_opening_for_reading_creates_no_store(tmp_path: Path) -> None:
    place, missing, empty = postgresql(), tmp_path / "missing.db", tmp_path / "empty.db"
    empty.touch()
    for url, said in {
        place: "the PostgreSQL database 'postgres' at .* holds no store: see which database and schema the URL names",
        f"sqlite:///{missing}": "missing.db' cannot be opened: ",
        f"sqlite:///{empty}": "empty.db' holds no store: give the path of one",
        "memory:": "'memory:' holds no store",
    }.items():
        with pytest.raises(CannotOpen, match=said):
            stores.open(url, reading=True)
    assert {path.name: path.stat().st_size for path in tmp_path.iterdir()} == {"empty.db": 0}
    with psycopg.connect(place) as there:
        made = there.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").fetchone()
    assert made == (0,)


def test_opening_for_reading_writes_nothing(tmp_path: Path) -> None:
    for place in (postgresql(), f"sqlite:///{tmp_path / 's.db'}"):
        with stores.open(place) as store:
            fill(store, "t", 2)
        changes: tuple[Callable[[Store], object], ...] = (
            lambda store: store.append("t", 2, "c", [("e", b"")], at=1),
            lambda store: store.own("t"),
            lambda store: store.append("new", 0, "c", [("e", b"")], at=1),
        )
        for change in changes:
            with stores.open(place, reading=True) as store:
                assert len(list(store.read("t"))) == 2
                with pytest.raises(StoreFailed, match=r"read-?only"):
                    change(store)
        with stores.open(place) as store:
            assert (store.version("t"), store.streams(), store.own("t").number) == (2, ["t"], 1)


def test_a_database_with_tables_of_others_is_refused() -> None:
    place = postgresql()
    with psycopg.connect(place) as other:
        other.execute("CREATE TABLE events (what text)")
    with pytest.raises(CannotOpen, match='relation "events" already exists'):
        stores.open(place)


def test_an_unsafe_way_to_keep_files_is_refused(tmp_path: Path) -> None:
    """SQLite's own in-memory file system has no WAL."""
    with pytest.raises(CannotOpen, match=r"is not safe: journal_mode reads back as '\w+', not 'wal'"):
        stores.open(f"sqlite:///{tmp_path / 's.db'}", vfs="memdb")


@pytest.mark.parametrize("version", ["3.51.2", "3.50.9", "2.99.99", "3.51.2.9"])
def test_an_old_library_is_refused(version: str) -> None:
    with pytest.raises(CannotOpen, match=f"the SQLite library is {version}: 3.51.3 or later is needed"):
        check_library(version)
    for good in ("3.51.3", "3.52.0", "4.0.0", apsw.sqlite_lib_version()):
        check_library(good)


def test_every_commit_is_synced(tmp_path: Path) -> None:
    """Seen from the file system: before a command is acknowledged, its bytes are written and then synced."""
    below = _Failing("seen")
    with stores.open(f"sqlite:///{tmp_path / 's.db'}", vfs="seen") as store:
        fill(store, "t", 1)
        for n in range(1, 20):
            below.seen.clear()
            store.append("t", n, f"c{n}", [("e", b"x")], at=n)
            assert below.seen[0] == "write"
            assert below.seen[-1] == "sync"
