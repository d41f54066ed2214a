"""Many at once: threads, groups that share a commit, and a close while commands are queued."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.store import CommandReused, Conflict, Store, StoreFailed
from croupier.store.postgres import Postgres
from croupier.store.sqlite import SQLite
from croupier.store.verifying import Verified, verify
from tests.support.stores import LASTING, postgresql


def test_eight_threads_lose_nothing(url: str) -> None:
    """2,000 appends to five streams by independent threads, with conflicts; some are sent twice."""
    with stores.open(url) as store:
        conflicts = threading.Semaphore(0)

        def client(number: int) -> None:
            for n in range(250):
                stream, command = f"table {(number + n) % 5}", f"{number}-{n}"
                while True:
                    try:
                        done = store.append(stream, store.version(stream), command, [("e", command.encode())], at=n)
                        break
                    except Conflict:
                        conflicts.release()
                if n % 5 == 0:
                    assert store.append(stream, 0, command, [("e", command.encode())], at=n) == done

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(client, range(8)))
        found = {stream: list(store.read(stream)) for stream in store.streams()}
        assert sorted(found) == [f"table {n}" for n in range(5)]
        for envelopes in found.values():
            assert [each.version for each in envelopes] == list(range(1, len(envelopes) + 1))
        bodies = [each.body.decode() for envelopes in found.values() for each in envelopes]
        assert len(bodies) == 2000
        assert sorted(bodies) == sorted(f"{number}-{n}" for number in range(8) for n in range(250))
        if url != "memory:":  # memory is too fast for that
            assert conflicts.acquire(blocking=False), "they were to get in each other's way"
        assert verify(store, keys=()) == Verified(5, 2000, 2000, 0, 0)


def test_one_refused_does_not_hurt_the_others_of_its_group(url: str) -> None:
    with stores.open(url) as store:
        futures = [
            store.submit("t", 0, "a", [("e", b"1")], at=1),
            store.submit("t", 0, "b", [("e", b"2")], at=1),  # a conflict
            store.submit("t", 1, "c", [("e", b"3"), ("e", b"4")], at=1),
            store.submit("t", 3, "c", [("e", b"5")], at=1),  # used already
            store.submit("t", 9, "a", [("e", b"1")], at=1),  # a repeat
            store.submit("u", 0, "d", [("e", b"6")], at=1),
        ]
        kinds = [type(future.exception()) for future in futures]
        assert kinds == [type(None), Conflict, type(None), CommandReused, type(None), type(None)]
        assert futures[4].result() == futures[0].result()
        assert [each.body for each in store.read("t")] == [b"1", b"3", b"4"]
        assert [each.body for each in store.read("u")] == [b"6"]


@pytest.mark.parametrize("place", LASTING)
def test_many_commands_share_a_commit(place: str, tmp_path: Path) -> None:
    """Counted by the database itself: SQLite's commit hook, PostgreSQL's transaction numbers in the rows."""
    rows = Postgres(postgresql()) if place == "postgresql" else SQLite(tmp_path / "s.db")
    commits: list[int] = []
    if isinstance(rows, SQLite):
        rows.connection.set_commit_hook(lambda: commits.append(1) is not None)  # type: ignore[func-returns-value]
    with Store(rows) as store:
        futures = [store.submit("t", n, f"c{n}", [("e", b"x")], at=n) for n in range(1000)]
        assert [future.result().last for future in futures] == list(range(1, 1001))
        if isinstance(rows, Postgres):
            commits = rows.run("SELECT DISTINCT xmin::text FROM events")
        assert 1 <= len(commits) <= 100
        store.append("t", 1000, "one", [("e", b"x")], at=1)
        if isinstance(rows, SQLite):
            alone = len(commits)
            store.append("t", 1001, "two", [("e", b"x")], at=1)
            assert len(commits) == alone + 1


def test_closing_writes_what_is_queued(lasting: str) -> None:
    store = stores.open(lasting)
    futures = [store.submit("t", n, f"c{n}", [("e", b"x")], at=n) for n in range(300)]
    store.close()
    store.close()
    assert all(future.result().last == n + 1 for n, future in enumerate(futures))
    with pytest.raises(StoreFailed, match="is closed"):
        store.append("t", 300, "late", [("e", b"x")], at=1)
    with pytest.raises(StoreFailed, match="is closed"):
        store.version("t")
    with stores.open(lasting) as store:
        assert store.version("t") == 300
