"""A store with its database in another process: what happens when one of the two ends."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from croupier import store as stores
from croupier.store import CannotOpen, Damaged, Fault, Store, StoreFailed
from croupier.store.apart import Apart
from tests.support.stores import LASTING, postgresql, python, url

#: Appends until it is stopped, and prints each number once it is acknowledged.
APPENDS = """
import sys
from croupier import store as stores

store = stores.open(sys.argv[1], apart=True)
lease = store.own("t")
number = 0
while True:
    number = store.append("t", number, f"c{number}", [("e", b"x" * 300)], at=number).last
    print(number, flush=True)
"""


def _apart(store: Store) -> subprocess.Popen[bytes]:
    """The database process of a store."""
    assert isinstance(store._rows, Apart)
    return store._rows._worker.process


@pytest.mark.parametrize("place", LASTING)
def test_the_process_of_the_database_ends_with_the_store(place: str, tmp_path: Path) -> None:
    with stores.open(url(place, tmp_path), apart=True) as store:
        process = _apart(store)
        store.append("t", 0, "c", [("e", b"x")], at=1)
        assert process.poll() is None
        assert os.getsid(process.pid) == process.pid != os.getsid(0), "Ctrl-C must not reach it"
    assert process.poll() == 0


@pytest.mark.parametrize("place", LASTING)
def test_if_the_process_of_the_database_dies_the_store_has_failed(place: str, tmp_path: Path) -> None:
    where = url(place, tmp_path)
    with stores.open(where, apart=True) as store:
        store.append("t", 0, "c0", [("e", b"x")], at=1)
        _apart(store).kill()
        _apart(store).wait()
        with pytest.raises(StoreFailed, match="opened anew: the process of the database has ended"):
            store.append("t", 1, "c1", [("e", b"x")], at=2)
        with pytest.raises(StoreFailed, match="opened anew"):
            list(store.read("t"))
    with stores.open(where) as store:
        assert [each.command for each in store.read("t")] == ["c0"]


@pytest.mark.parametrize("place", LASTING)
@pytest.mark.parametrize("after", [1, 20, 60])
def test_when_this_process_is_killed_the_other_ends_and_the_next_finds_all(
    place: str, after: int, tmp_path: Path
) -> None:
    where = url(place, tmp_path)
    with python(APPENDS, where) as process:
        assert process.stdout is not None
        for _ in range(after):
            said = int(process.stdout.readline())
        process.kill()
        said = max([said, *map(int, process.stdout.read().split())])  # everything acknowledged before it died
        assert process.stderr is not None
        assert process.stderr.read() == "", "the other one ends without a word"  # and it has ended
    with stores.open(where, apart=True) as store:  # the file and the stream are free once it has ended
        store.own("t", wait=10)
        assert said <= store.version("t") <= said + 1
        assert [each.version for each in store.read("t")][:said] == list(range(1, said + 1))


def test_a_process_of_the_database_that_is_stopped_does_not_hold_up_the_end_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.core.worker.PATIENCE", 0.2)
    store = stores.open(url("sqlite", tmp_path), apart=True)
    _apart(store).send_signal(signal.SIGSTOP)
    store.close()
    assert _apart(store).poll() == -signal.SIGKILL


def test_an_interrupted_caller_can_still_close(tmp_path: Path) -> None:
    store = stores.open(url("sqlite", tmp_path), apart=True)
    store.append("t", 0, "c", [("e", b"x" * 100_000)], at=1)
    assert isinstance(store._rows, Apart)
    store._rows._worker.tell("page", ("t", 0, 1), {})  # and nobody reads the answer
    store.close()
    assert _apart(store).poll() == 0


def test_signals_to_a_group_do_not_end_the_process_of_the_database(tmp_path: Path) -> None:
    with stores.open(url("sqlite", tmp_path), apart=True) as store:
        for number, each in enumerate((signal.SIGINT, signal.SIGTERM)):
            _apart(store).send_signal(each)
            store.append("t", number, f"c{number}", [("e", b"x")], at=1)


def test_an_error_of_the_database_ends_the_store() -> None:
    place = postgresql()
    with stores.open(place, apart=True) as store:
        store.append("t", 0, "c0", [("e", b"")], at=1)
        with psycopg.connect(place) as other:
            other.execute("ALTER TABLE events RENAME TO away")  # a lost connection would be made again
        said = []
        for _ in range(2):
            with pytest.raises(StoreFailed, match=r"must be opened anew: .*events") as failed:
                store.append("t", 1, "c1", [("e", b"")], at=1)
            said.append(str(failed.value))
        assert said[0] == said[1]
    assert _apart(store).poll() == 0
    with psycopg.connect(place) as other:
        other.execute("ALTER TABLE away RENAME TO events")
    with stores.open(place) as store:
        assert store.append("t", 1, "c1", [("e", b"")], at=1).last == 2


def test_after_an_error_no_checkpoint_is_made(tmp_path: Path) -> None:
    """Not even if the asking process ends at once: the WAL stays for the next process."""
    where = url("sqlite", tmp_path)
    store = stores.open(where, apart=True)
    store.append("t", 0, "c", [("e", b"x")], at=1)
    assert isinstance(store._rows, Apart)
    with pytest.raises(OSError, match="syntax error"):
        store._rows._worker.ask("run", ("no such statement",), {})
    store._rows._worker.end()
    assert _apart(store).poll() == 0
    assert Path(f"{where.removeprefix('sqlite:///')}-wal").stat().st_size > 0
    with stores.open(where) as again:
        assert again.version("t") == 1


def test_the_list_of_processes_shows_no_password() -> None:
    place = postgresql().replace("postgresql://postgres:", "postgresql://postgres:secret")
    with stores.open(place, apart=True) as store:
        shown = Path(f"/proc/{_apart(store).pid}/cmdline").read_bytes()
        assert b"croupier.store.apart" in shown
        assert b"postgres" not in shown.replace(b"croupier.store.apart", b"")


def test_a_store_opened_only_for_reading_is_not_created(tmp_path: Path) -> None:
    where = url("sqlite", tmp_path)
    with pytest.raises(CannotOpen, match="cannot be opened"):
        stores.open(where, reading=True, apart=True)
    assert not Path(where.removeprefix("sqlite:///")).exists()
    with stores.open(where) as store:
        store.append("t", 0, "c", [("e", b"x")], at=1)
    with stores.open(where, reading=True, apart=True) as store, stores.open(where, reading=True) as beside:
        assert store.version("t") == beside.version("t") == 1


def test_a_process_that_cannot_be_started_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = url("sqlite", tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    with pytest.raises(CannotOpen, match="no process for the database can be started: No such file"):
        stores.open(where, apart=True)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(CannotOpen, match="the process of the database has ended while it was opened"):
        stores.open(where, apart=True)


def test_errors_of_opening_are_the_same_from_the_other_process(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"no database" * 100)
    for where in (f"sqlite:///{tmp_path}/none/s.db", f"sqlite:///{tmp_path}/other", "nowhere:", "postgresql://:x"):
        with pytest.raises(CannotOpen) as here:
            stores.open(where)
        with pytest.raises(CannotOpen) as there:
            stores.open(where, apart=True)
        assert str(there.value) == str(here.value)


def test_a_store_in_memory_stays_in_this_process() -> None:
    with stores.open("memory:", apart=True) as store:
        assert not isinstance(store._rows, Apart)


def test_a_fault_is_passed_on_completely() -> None:
    told = pickle.loads(pickle.dumps(Damaged(Fault("t", 3, "was changed"))))  # noqa: S301 (our own)
    assert isinstance(told, Damaged)
    assert told.fault == Fault("t", 3, "was changed")
    assert str(told) == "stream 't', version 3: was changed"
