"""Many connections: the server keeps files for itself, and a crowd from one address leaves room for others."""

from __future__ import annotations

import resource
import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from subprocess import run

from croupier import store as stores
from croupier.floor.limits import LIMITS, Limits
from croupier.host.owner_records import STREAM, Claim, read
from croupier.web.server.gate import CROWDED, FULL
from tests.support.raw import head, heard, line, response, status
from tests.support.stores import postgresql
from tests.support.web import FAST, SLOW, Line, Server, Visitor, check

WORDS = [sys.executable, "-P", "-m", "croupier", "serve", "--no-browser", "--port", "0"]


def _raise_files(need: int) -> None:
    """Raise the limit on open files of this process, if allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < need:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(need, hard), hard))


def _bets(terminal: Line) -> None:
    """Make a bet; on a busy machine the betting of a round may close first."""
    for _ in range(5):
        terminal.until_betting()
        if terminal.ask("place", wager="red", amount=100)["ok"]:
            return
    raise AssertionError("no bet was taken in five rounds")


def test_more_idle_connections_than_files(tmp_path: Path, proof: bool) -> None:
    """1,100 of them under `ulimit -n 1024` ended the server. Now the last ones get a 503, and a terminal plays on."""
    files, idle = (1024, 1100) if proof else (200, 276)
    _raise_files(idle + 200)
    with Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=FAST, files=files) as server:
        with ExitStack() as stack:
            terminal = stack.enter_context(Visitor(server).at("R00"))
            crowd = [stack.enter_context(line(server)) for _ in range(idle)]
            turned_away = [heard(each) for each in crowd[files - LIMITS.files_kept + 5 :]]
            assert {status(each) for each in turned_away} == {503}
            assert all(each.endswith(FULL.encode()) and b"retry-after: 5" in each for each in turned_away)
            _bets(terminal)
            terminal.until_event("settled")
            used = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
            assert used <= files - LIMITS.files_kept // 2, "files are in reserve"
        time.sleep(0.5)
        assert server.get("/healthz").text == "ok\n", "there is room again"
        assert server.end() == 0
    check(server.db, "R00")


def test_a_crowd_at_the_port_for_other_servers_leaves_files_too(tmp_path: Path) -> None:
    """260 connections that prove nothing took all files of a server that could open 200. Now a few wait at a time."""
    files = 200
    with Server(postgresql(), "R00", pace=FAST, data=tmp_path, log=tmp_path / "log", files=files) as server:
        with stores.open(server.db) as store:
            claim = read(next(store.read(STREAM)))
        assert isinstance(claim, Claim)
        host, _, port = str(claim.owner.link).rpartition(":")
        with ExitStack() as stack:
            terminal = stack.enter_context(Visitor(server).at("R00"))
            for _ in range(files + 60):
                stack.enter_context(socket.create_connection((host, int(port)), 5))
            terminal.until_betting()
            used = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
            assert used <= files - LIMITS.files_kept // 2, "files are in reserve"
            assert server.get("/healthz").text == "ok\n"
            _bets(terminal)
        assert server.end() == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_too_few_files_for_a_server_are_refused() -> None:
    """With a sentence that says what to do."""
    done = run(
        [*WORDS, "--db", "memory:"], capture_output=True, text=True, timeout=60, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (LIMITS.files_kept, LIMITS.files_kept)),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "ulimit -n 256" in done.stderr


def test_one_address_leaves_room_for_others(tmp_path: Path) -> None:
    """Connections are counted by address, and counted out again when they close."""
    with (
        Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=SLOW, limits=Limits(per_address=10)) as server,
        ExitStack() as stack,
    ):
        crowd = [stack.enter_context(line(server, address="127.0.0.9")) for _ in range(14)]
        said = [heard(each) for each in crowd[10:]]
        assert [status(each) for each in said] == [503] * 4
        assert all(each.endswith(CROWDED.encode()) for each in said)
        assert server.get("/healthz").text == "ok\n"
        for each in crowd[:3]:
            each.close()
        time.sleep(0.3)
        with line(server, address="127.0.0.9") as later:
            later.sendall(head(server, "GET /healthz"))
            assert status(response(later)) == 200


def test_the_operator_sets_how_much_one_address_may_have() -> None:
    """Both figures must be possible."""
    for option in ("--per-address=0", "--seats-per-address=-1"):
        done = run([*WORDS, "--db", "memory:", option], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert "at least 1" in done.stderr


def test_a_crowd_of_new_connections_waits_at_the_gate(tmp_path: Path) -> None:
    """They are accepted at a pace; the rest waits in the queue of the system, and none is lost."""
    slowly = Limits(new_connections=40.0, new_connections_at_once=10.0)
    with Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=FAST, limits=slowly) as server, ExitStack() as stack:
        begun = time.monotonic()
        crowd = [stack.enter_context(line(server)) for _ in range(60)]
        for each in crowd:
            each.sendall(head(server, "GET /healthz"))
        assert [status(response(each)) for each in crowd] == [200] * 60
        assert time.monotonic() - begun > (60 - 10) / 40 - 0.3
