"""Two servers on one PostgreSQL: every terminal reaches every table, and a table outlives the server that ran it."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from croupier import store as stores
from croupier.host.owner_records import STREAM, Claim, read
from tests.support.stores import postgresql
from tests.support.web import FAST, SLOW, Line, Server, Visitor, check
from tests.support.witness import together, witness_at

TABLES = ("R00", "B6")
FEW = 1_000  # iterations between the close and an outcome
TRIES = 3  # rounds until the terminal was prompt enough, also on a busy machine
HEARD = 10.0  # seconds after which another server surely knows a new limit or bet: it needs about half a second
FLOOD = 1 << 26  # bytes that a terminal says without waiting


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers that run two tables."""
    db = postgresql()
    with (
        Server(db, *TABLES, pace=FAST, data=tmp_path, delay=FEW) as first,
        Server(db, *TABLES, pace=FAST, data=tmp_path, delay=FEW) as second,
    ):
        yield first, second


def plays(line: Line, wager: str) -> None:
    """Make a wager, and wait until its settlement is received."""
    line.until_betting()
    answer = line.ask("place", wager=wager, amount=500)
    assert answer["ok"], answer
    before = sum(each["event"] == "settled" for each in line.happened)
    line.until_event("settled", before + 1)


def comes_back(visitor: Visitor, table: str, wager: str) -> Line:
    """Play as soon as a server runs the table again; until then terminals are told to reconnect later."""
    until = time.monotonic() + 30
    while True:
        with visitor.at(table) as line:
            try:
                plays(line, wager)
            except ConnectionClosed:
                time.sleep(0.1)
            else:
                return line
        assert time.monotonic() < until, f"nobody runs {table}"


def owner_of(server: Server, table: str) -> str:
    """The address of the server that runs a table, from the store."""
    with stores.open(server.db) as store:
        found = [read(envelope) for envelope in store.read(STREAM)]
    return [each.owner.address for each in found if isinstance(each, Claim) and each.owner.table == table][-1]


def shared(first: Server, second: Server) -> tuple[Server, Server]:
    """The two servers, once each runs a table: the one that does not run R00, and the one that does."""
    until = time.monotonic() + 20
    while len({owner_of(first, table) for table in TABLES}) < 2:
        assert time.monotonic() < until, "one runs them all"
        time.sleep(0.2)
    return (first, second) if owner_of(first, "R00") == second.origin else (second, first)


def test_two_servers_share_the_tables(two: tuple[Server, Server]) -> None:
    """Each runs some tables; both show the same; when one dies, the other one continues with all tables."""
    other, dies = shared(*two)
    ann = Visitor(other)
    name = ann.cookie.partition("=")[2].partition(".")[0]
    with ann.at("R00") as far, Visitor(dies).at("R00") as near:
        plays(far, "red")
        near.until(lambda: name in near.view.get("players", {}))
        assert far.you["player"] == name
        assert {each["id"] for each in other.get("/api/1/tables").json()["tables"]} == set(TABLES)
        shown = other.get("/api/1/tables/R00", cookie=ann.cookie).json()
        assert shown["you"]["player"] == name
        posted = ann.post("R00", {"do": "bring-chips", "id": "b", "amount": 10**9})
        assert posted.json()["refusal"]["word"] == "play-chips"
    rounds = other.get("/api/1/tables/R00").json()["table"]["round"]
    dies.kill()
    black = comes_back(ann, "R00", "black")
    assert black.view["round"] >= rounds
    assert black.you["player"] == name
    comes_back(Visitor(other), "B6", "one")
    assert {owner_of(other, table) for table in TABLES} == {other.origin}
    assert other.end() == 0
    check(other.db, *TABLES)


def test_a_loss_limit_set_at_one_server_holds_at_a_table_of_the_other(tmp_path: Path) -> None:
    """Both ways: each server runs one of the tables. Bets on both layouts count together."""
    db = postgresql()
    with (
        Server(db, *TABLES, pace=SLOW, data=tmp_path, delay=FEW) as first,
        Server(db, *TABLES, pace=SLOW, data=tmp_path, delay=FEW) as second,
    ):
        runs_b6, runs_r00 = shared(first, second)
        assert owner_of(runs_b6, "B6") == runs_b6.origin
        ann = Visitor(runs_r00)
        with ann.at("R00") as roulette, Visitor(runs_b6, ann.cookie).at("B6") as wheel:
            for line in (roulette, wheel):
                line.until_betting()
            given = {"origin": runs_r00.origin, "cookie": ann.cookie}
            httpx.post(f"{runs_r00.origin}/api/1/session", json={"loss": 25_00}, headers=given).raise_for_status()
            _until_left(runs_b6, ann, 25_00)
            refused = wheel.ask("place", wager="one", amount=30_00)["refusal"]
            assert (refused["word"], "$25" in refused["message"]) == ("own-limit", True)
            assert wheel.ask("place", wager="one", amount=20_00)["ok"]
            _until_left(runs_r00, ann, 5_00)
            assert roulette.ask("place", wager="red", amount=10_00)["refusal"]["word"] == "own-limit"
            assert roulette.ask("place", wager="red", amount=5_00)["ok"]


def _until_left(server: Server, ann: Visitor, left: int) -> None:
    """Wait until a server lets the player lose this much."""
    end = time.monotonic() + HEARD
    while (found := server.get("/api/1/session", cookie=ann.cookie).json()).get("loss") != {
        "most": 25_00,
        "left": left,
    }:
        assert time.monotonic() < end, found
        time.sleep(0.1)


def test_a_terminal_of_another_server_takes_part_in_the_closing(two: tuple[Server, Server]) -> None:
    """Its nonce and the closing go through the server that it is connected to, in time."""
    far, _ = shared(*two)
    with witness_at(Visitor(far), "R00") as line:
        for _ in range(TRIES):
            proof = together(line)
            if (warned := line.warns(proof.round)) is None:
                break
    assert warned is None
    assert proof.closing is not None
    assert proof.closing.terminals == 1


def test_commands_before_the_owner_is_found_are_answered(two: tuple[Server, Server]) -> None:
    """Commands sent while the server still connects to the owner of the table wait, and none is lost."""
    far, _ = shared(*two)
    with Visitor(far).at("R00") as line:
        for number in range(10):
            line.say({"do": "repeat", "id": f"n{number}"})
        for number in range(10):
            assert line.answer(f"n{number}")["refusal"]


def test_the_owner_answers_a_ping_so_that_the_whole_line_is_known(two: tuple[Server, Server]) -> None:
    """The server in between has no answer of its own: a page learns that the owner of its table hangs."""
    far, owner = shared(*two)
    with Visitor(far).at("R00", watching=True) as line:
        line.until(lambda: line.closes is not None or line.view)
        line.say({"do": "ping"})
        line.until(lambda: {"kind": "pong"} in line.frames)
        owner.process.send_signal(signal.SIGSTOP)
        try:
            line.say({"do": "ping"})
            with pytest.raises(TimeoutError):
                line.until(lambda: line.frames.count({"kind": "pong"}) == 2, timeout=2)
        finally:
            owner.process.send_signal(signal.SIGCONT)
        line.until(lambda: line.frames.count({"kind": "pong"}) == 2)


def test_a_flood_is_read_only_as_fast_as_the_owner_takes_it(two: tuple[Server, Server]) -> None:
    """A flood for a stopped owner fills the buffers of the system, not the memory of the server."""
    far, owner = shared(*two)
    before = resident(far)
    with Visitor(far).at("R00") as line:
        line.until_betting()
        owner.process.send_signal(signal.SIGSTOP)
        try:
            line.socket.socket.settimeout(1.0)
            said = json.dumps({"do": "clear", "id": "x" * 60}).encode().ljust(4000)
            frame = b"\x81\xfe" + len(said).to_bytes(2, "big") + bytes(4) + said
            with pytest.raises(OSError, match=r"timed out|Bad file descriptor"):  # its reader may time out first
                line.socket.socket.sendall(frame * (FLOOD // len(frame)))
            assert far.get("/healthz").elapsed.total_seconds() < 1.0
            assert resident(far) - before < FLOOD // 8
        finally:
            owner.process.send_signal(signal.SIGCONT)


def resident(server: Server) -> int:
    """The memory of a server, in bytes."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE")
