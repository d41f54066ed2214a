"""Several processes: one owner of a stream at a time, no command done twice, one process for a file."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from croupier import store as stores
from croupier.store import CannotOpen, Conflict, NotOwner, Owned
from croupier.store.verifying import Verified, verify
from tests.support.stores import LASTING, postgresql, python, url

HOLD = """
import sys
from croupier import store
with store.open(sys.argv[1]) as kept:
    lease = kept.own("t")
    for n in range(3):
        kept.append("t", n, f"c{n}", [("e", b"x")], at=n)
    print(lease.number, flush=True)
    sys.stdin.read()
"""

WRITE = """
import sys
from croupier import store
with store.open(sys.argv[1]) as kept:
    kept.own("t")
    for n in range(1_000_000):
        print(kept.append("t", n, f"c{n}", [("settled", b"%d" % n)], at=n).last, flush=True)
"""

STOP = """
import signal, sys, threading
from croupier import store
from croupier.store import postgres
postgres.STOPPED = 1
with store.open(sys.argv[1]) as kept:
    kept.own("t")
    kept.append("t", 0, "a", [("e", b"")], at=1)
    move = kept._rows.move
    def stopped(ends):
        signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)  # not any other thread
        return move(ends)
    kept._rows.move = stopped
    print("ready", flush=True)
    try:
        kept.append("t", 1, "b", [("e", b"late")], at=1)
    except store.StoreFailed:
        print("failed", flush=True)
"""

SHARE = """
import sys
from croupier import store
with store.open(sys.argv[1]) as kept:
    print("ready", flush=True)
    sys.stdin.readline()
    for n in range(100):
        command = f"{sys.argv[2]}-{n}"
        while True:
            try:
                kept.append("shared", kept.version("shared"), command, [("e", command.encode())], at=n)
                break
            except store.Conflict:
                pass
        kept.append(sys.argv[2], n, f"own {command}", [("e", b"")], at=n)
"""


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_stream_is_handed_over_when_its_owner_is_killed() -> None:
    place = postgresql()
    with stores.open(place) as store, python(HOLD, place) as owner:
        assert owner.stdout
        assert owner.stdout.readline() == "1\n"
        with pytest.raises(Owned):
            store.own("t", wait=0.1)
        with pytest.raises(NotOwner):
            store.append("t", 3, "mine", [("e", b"x")], at=9)
        assert store.own("another").number == 1
        owner.kill()
        with store.own("t", wait=20) as lease:
            assert lease.number == 2
            assert store.version("t") == 3
            assert store.append("t", 0, "c2", [("e", b"x")], at=9).last == 3  # it had been carried out
            assert store.append("t", 3, "mine", [("e", b"x")], at=9).last == 4


def test_a_former_owner_is_kept_out() -> None:
    """It runs and believes that it owns the stream, but lost the connection that holds the lock."""
    place = postgresql()
    with stores.open(place) as former, stores.open(place) as later:
        former.own("t")
        former.append("t", 0, "a", [("e", b"")], at=1)
        with pytest.raises(Owned):
            later.own("t")
        with psycopg.connect(place) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND pid IN"
                " (SELECT pid FROM pg_stat_activity WHERE state = 'idle')"
            )
        assert later.own("t", wait=20).number == 2
        with pytest.raises(NotOwner):
            former.append("t", 1, "b", [("e", b"")], at=1)
        assert later.append("t", 1, "b", [("e", b"")], at=1).last == 2
        with pytest.raises(NotOwner):
            former.append("t", 2, "c", [("e", b"")], at=1)
        assert former.append("t", 2, "b", [("e", b"")], at=1).last == 2  # results of past commands may be read


def test_an_owner_that_stops_in_the_middle_of_a_transaction_holds_nobody_up() -> None:
    """It holds a lock on the stream, and its connections live; it is disconnected, and wakes to a failed store."""
    place = postgresql()
    with stores.open(place) as later, ExitStack() as stack:
        former = stack.enter_context(python(STOP, f"{place}&application_name=stops"))
        stack.callback(former.kill)
        assert former.stdout
        assert former.stdout.readline() == "ready\n"
        until(lambda: Path(f"/proc/{former.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T")
        with psycopg.connect(place, autocommit=True) as other:
            ended = (
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_stat_activity USING (pid)"
                " WHERE locktype = 'advisory' AND granted AND application_name = 'stops'"
            )
            assert other.execute(ended.encode()).fetchall() == [(True,)]
        assert later.own("t", wait=20).number == 2
        assert later.append("t", 1, "b", [("e", b"")], at=1).last == 2
        os.kill(former.pid, signal.SIGCONT)
        assert former.stdout.read() == "failed\n"
        assert [each.body for each in later.read("t")] == [b"", b""]


@pytest.mark.parametrize("place", LASTING)
@pytest.mark.parametrize("lines", [1, 40])
def test_no_command_is_carried_out_twice_or_lost_when_its_process_is_killed(
    place: str, lines: int, tmp_path: Path
) -> None:
    """It is killed while it writes; then everything is sent again, as by clients without an answer."""
    where = url(place, tmp_path)
    with python(WRITE, where) as writer:
        assert writer.stdout
        acknowledged = [int(writer.stdout.readline()) for _ in range(lines)]
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged += [int(line) for line in writer.stdout.read().splitlines()]
    with stores.open(where) as store:
        store.own("t", wait=20)
        there = store.version("t")
        assert acknowledged == list(range(1, len(acknowledged) + 1))
        assert len(acknowledged) <= there <= len(acknowledged) + 1  # one may have been under way
        for n in range(there + 5):
            assert store.append("t", max(n, there), f"c{n}", [("settled", b"%d" % n)], at=n).last == n + 1
            there = max(there, n + 1)
        assert [each.body for each in store.read("t")] == [b"%d" % n for n in range(there)]
        assert verify(store, keys=()) == Verified(1, there, there, 0, 0)


def test_two_processes_share_a_stream_that_nobody_owns() -> None:
    place = postgresql()
    with python(SHARE, place, "a") as one, python(SHARE, place, "b") as two:
        for each in (one, two):
            assert each.stdout
            assert each.stdout.readline() == "ready\n"
        for each in (one, two):
            assert each.stdin
            each.stdin.write("go\n")
            each.stdin.flush()
        for each in (one, two):
            assert each.stderr
            assert (each.stderr.read(), each.wait()) == ("", 0)
    with stores.open(place) as store:
        bodies = [each.body.decode() for each in store.read("shared")]
        assert sorted(bodies) == sorted(f"{name}-{n}" for name in "ab" for n in range(100))
        assert verify(store, keys=()) == Verified(3, 400, 400, 0, 0)


def test_many_open_a_new_database_at_once() -> None:
    place = postgresql()
    with ThreadPoolExecutor(6) as pool:
        for store in list(pool.map(lambda _: stores.open(place), range(6))):
            store.close()


def test_a_file_is_for_one_process(tmp_path: Path) -> None:
    place = url("sqlite", tmp_path)
    with python(HOLD, place) as owner:
        assert owner.stdout
        assert owner.stdout.readline() == "1\n"
        for _ in range(2):
            with pytest.raises(CannotOpen, match=r"is in use by another process: stop that one first"):
                stores.open(place)
        owner.kill()
    with stores.open(place) as store:
        assert store.version("t") == 3
        with pytest.raises(CannotOpen, match="is in use"):
            stores.open(place)
        assert store.own("t").number == 2
        with pytest.raises(Conflict):
            store.append("t", 2, "mine", [("e", b"x")], at=9)
        assert store.append("t", 3, "mine", [("e", b"x")], at=9).last == 4
