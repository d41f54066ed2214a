"""Server processes on one PostgreSQL are killed, stopped or disconnected; every round is settled exactly once."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Client, Connection
from pathlib import Path
from random import Random
from statistics import median
from subprocess import PIPE, Popen
from threading import Lock

import msgspec
import psycopg
import pytest

from croupier import store as stores
from croupier.core.refusal import Code, Refusal
from croupier.host import answer, load
from croupier.host.answer import Answer
from croupier.host.audit import audit
from croupier.store import Appended, Owned, Store
from croupier.table import Command, Event, begin, decide, digest, events, stream_of
from croupier.table.acts.round.settling import Settle, Settled
from tests.support.stores import postgresql
from tests.support.table.fields import HOUSES, TABLES
from tests.support.table.life import Life
from tests.support.table.play import by
from tests.support.table.watch import Watched

ROOT = Path(__file__).parents[2]
SERVERS = 3
GIVE_UP = 60.0  # seconds without an answer


@dataclass
class Process:
    """A server process as its clients see it."""

    name: str
    pid: int
    door: Path
    alive: bool = True

    def connect(self) -> Connection:
        """Connect to it."""
        until = time.monotonic() + GIVE_UP
        while True:
            try:
                return Client(str(self.door), family="AF_UNIX")
            except (FileNotFoundError, ConnectionRefusedError):
                if not self.alive or time.monotonic() > until:
                    raise
                time.sleep(0.005)


class Fleet:
    """The server processes on one database; a killed one is replaced."""

    def __init__(self, place: str, folder: Path, tables: list[str], nursery: Popen[str]) -> None:
        self.place, self.folder, self.tables, self._nursery = place, folder, tables, nursery
        self._turn = Lock()
        self._made = 0
        self.kept = stores.open(place)
        self.processes: list[Process] = []
        self.waited: list[float] = []  # seconds from losing an owner to the first answer of the next
        self.killed: Counter[str] = Counter()  # by the word of the command that was under way
        self.written = 0  # commands that had been written when their owner died, and were not answered
        for _ in range(SERVERS):
            self.start()

    def start(self) -> Process:
        """Start another process."""
        with self._turn:
            self._made += 1
            name = f"s{self._made}"
            assert self._nursery.stdin
            assert self._nursery.stdout
            self._nursery.stdin.write(" ".join((name, *self.tables)) + "\n")
            self._nursery.stdin.flush()
            process = Process(name, int(self._nursery.stdout.readline()), self.folder / name)
            self.processes.append(process)
            return process

    def kill(self, process: Process) -> bool:
        """Kill a process with SIGKILL and start another one; return whether it was still alive."""
        with self._turn:
            if not process.alive:
                return False
            process.alive = False
            self.processes.remove(process)
            os.kill(process.pid, signal.SIGKILL)
        self.start()
        return True


@contextmanager
def _fleet(tables: list[str]) -> Iterator[Fleet]:
    place = postgresql()
    command = [sys.executable, "-m", "tests.support.table.owners", place]
    with (
        tempfile.TemporaryDirectory(prefix="croupier-") as folder,
        Popen([*command, folder], cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True, start_new_session=True) as nursery,
    ):
        fleet = Fleet(place, Path(folder), tables, nursery)
        try:
            yield fleet
        finally:
            for process in fleet.processes:
                process.alive = False
            os.killpg(nursery.pid, signal.SIGKILL)  # with all that it started, those that hang too
            fleet.kept.close()


@dataclass
class Remote(Watched):
    """A table that some process owns; its answers are compared with decisions made here."""

    fleet: Fleet = None  # type: ignore[assignment]
    data: Random = field(default_factory=Random)
    kills: int = 0  # that this client still makes
    until_kill: int = 10  # commands until the next one
    answers: dict[str, bytes] = field(default_factory=dict)
    lines: dict[str, Connection] = field(default_factory=dict)
    owner: str = ""
    took: float = 0.0  # seconds until the last answer: a kill is aimed into as many

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Send a command to the owner of the table, repeatedly until it is answered."""
        expected = decide(command, self.state)
        body = msgspec.json.encode(command)
        lost, until = 0.0, time.monotonic() + GIVE_UP
        while True:
            for process in sorted(self.fleet.processes, key=lambda each: each.name != self.owner):
                said = self._ask(process, command, body)
                if said is not None:
                    if lost:
                        self.fleet.waited.append(time.monotonic() - lost)
                    self.owner = process.name
                    return self._answered(command, said, expected)
                if process.name == self.owner:
                    lost, self.owner = time.monotonic(), ""
            assert time.monotonic() < until, f"nobody answers for {self.state.table_id}"
            time.sleep(0.01)

    def _ask(self, process: Process, command: Command, body: bytes) -> bytes | None:
        """The answer of one process, if it owns the table and survives long enough."""
        try:
            if process.name not in self.lines:
                self.lines[process.name] = process.connect()
            line = self.lines[process.name]
            line.send((self.state.table_id, body))
            asked = time.monotonic()
            if process.name == self.owner and self._kill_now(command):
                self._kill(process, command)
            word, said = line.recv()
        except (EOFError, OSError):
            self.lines.pop(process.name, None)
            self.fleet.written += process.name == self.owner and self._stored(command) is not None
            return None
        assert word in ("answer", "elsewhere"), said
        if word == "elsewhere":
            return None
        self.took = time.monotonic() - asked
        return bytes(said)

    def _kill(self, process: Process, command: Command) -> None:
        """Kill at a random moment, or after the command is written and before its answer is read."""
        heard = self.data.randrange(3) > 0
        if heard:
            time.sleep(self.data.random() * self.took)
        while not heard and process.alive and self._stored(command) is None:
            time.sleep(0.0005)
        if self.fleet.kill(process):
            self.fleet.killed[str(command.__struct_config__.tag)] += 1
        else:  # another client killed it first: this one still has its kill to make
            self.kills += 1
        if not heard:
            raise EOFError

    def _kill_now(self, command: Command) -> bool:
        """Whether to kill now: every second kill hits a process that is about to settle."""
        self.until_kill -= 1
        if not self.kills or self.until_kill > 0:
            return False
        if self.kills % 2 and not isinstance(command, Settle):
            return False
        self.kills, self.until_kill = self.kills - 1, self.data.randrange(5, 25)
        return True

    def _stored(self, command: Command) -> Appended | None:
        return self.fleet.kept.answer(stream_of(self.state.table_id), command.id)

    def _answered(
        self, command: Command, said: bytes, expected: tuple[Event, ...] | Refusal
    ) -> tuple[Event, ...] | Refusal:
        """Check that the answer is what `decide` gives after all commands acknowledged before."""
        reply: Answer = answer.read(said)
        made = () if isinstance(expected, Refusal) else expected
        assert reply.command == command.id
        assert reply.version == len(self.log) + len(made)
        assert [bytes(each) for each in reply.events] == [events.write(event) for event in made]
        if isinstance(expected, Refusal):
            assert reply.refusal is not None
            assert Code(reply.refusal.code) is expected.code
        self.answers[command.id] = said
        return expected


def _check(kept: Store, tables: list[Remote]) -> Counter[str]:
    """Check that acknowledged commands are in the log once, rounds are settled once, and the audit finds no fault."""
    counts: Counter[str] = Counter()
    for table in tables:
        name = table.state.table_id
        state, version = load(kept, stream_of(name))
        assert (digest(state), version) == (digest(table.state), len(table.log))
        envelopes = list(kept.read(stream_of(name)))
        assert [envelope.body for envelope in envelopes] == table.log
        answered = [bytes(each) for said in table.answers.values() for each in answer.read(said).events]
        assert answered == table.log
        made = [events.read(envelope.body) for envelope in envelopes]
        settled = Counter((each.round, each.stage) for each in made if isinstance(each, Settled))
        assert set(settled.values()) <= {1}, "a round was settled twice"
        assert sum(amount for _, amount in state.balances) == 0
        counts += Counter(rounds=len(settled), events=version, commands=len(table.answers))
    found = audit(kept)
    assert found.fault is None
    assert (found.tables, found.events, found.commands) == (len(tables), counts["events"], counts["commands"])
    return counts


def test_every_round_is_settled_once_though_its_owner_is_killed(proof: bool, share: Callable[[str], None]) -> None:
    seed = f"{secrets.randbits(64)}" if proof else "processes"
    print(f"seed {seed}")
    kills = 40 if proof else 2  # of every table
    with _fleet([*TABLES]) as fleet, ThreadPoolExecutor(len(TABLES)) as clients:

        def plays(name: str) -> Remote:
            game, house = TABLES[name]
            data = Random(f"{seed} {name}")
            table = Remote(begin(name), ids=f"{name}-", fleet=fleet, data=Random(f"{seed} kills {name}"), kills=kills)
            life = Life(game, data, table, house)
            while table.kills:
                life.lives(data, 5)
            life.lives(data, 20)
            return table

        tables = list(clients.map(plays, TABLES))
        counts = _check(fleet.kept, tables)
    assert sum(fleet.killed.values()) == len(TABLES) * kills
    assert fleet.killed["settle"] >= len(TABLES) * kills // 2
    share(
        f"{SERVERS} processes on one PostgreSQL, seed {seed}: {sum(fleet.killed.values())} kills,"
        f" {fleet.killed['settle']} while settling, {fleet.written} commands written and not answered;"
        f" {counts['commands']:,} commands, {counts['rounds']:,} rounds of"
        f" {len(tables)} tables, each settled once; {len(fleet.waited)} hand-overs of {median(fleet.waited):.2f} s"
        f" ({max(fleet.waited):.2f} s at most)"
    )


def _cut_off(place: str, process: Process, *, locks_only: bool) -> int:
    """Let the database end the sessions of a process: the one that holds its locks, or all; return how many."""
    of_it = "SELECT pid FROM pg_stat_activity WHERE application_name = %s"
    if locks_only:
        of_it += " AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)"
    with psycopg.connect(place, autocommit=True) as connection:
        ended = connection.execute(f"SELECT pg_terminate_backend(pid, 5000) FROM ({of_it}) AS of_it", [process.name])
        return len(ended.fetchall())


def _hears(line: Connection, *request: object) -> tuple[str, bytes]:
    """What a process answers; it may have ended, as it must after losing the table."""
    try:
        if request:
            line.send(request)
        assert line.poll(GIVE_UP), "no answer"
        word, said = line.recv()
        return str(word), bytes(said)
    except (EOFError, OSError):
        return "ended", b""


@pytest.mark.parametrize(
    ("locks_only", "pending"),
    [(True, "settle-once"), (True, "settle-again"), (False, "settle-once")],
    ids=["it settles what the next one settled", "it settles anew", "all its sessions are lost"],
)
def test_an_owner_that_hangs_keeps_its_table_until_it_is_cut_off_and_then_writes_nothing(
    locks_only: bool, pending: str, share: Callable[[str], None]
) -> None:
    with _fleet(["R00"]) as fleet:
        data = Random("hangs")
        table = Remote(begin("R00"), ids="R00-", fleet=fleet, data=data)
        life = Life("roulette", data, table, HOUSES["roulette"][0])
        while table.state.phase != "called":
            life.goes_on(data)
        (hung,) = [each for each in fleet.processes if each.name == table.owner]
        fleet.processes.remove(hung)
        settles = {
            name: Settle(id=name, by=by("dealer"), at=table.state.at + 1) for name in ("settle-once", "settle-again")
        }
        bodies = {name: msgspec.json.encode(command) for name, command in settles.items()}
        line = hung.connect()
        os.kill(hung.pid, signal.SIGSTOP)
        line.send(("R00", bodies[pending]))

        # It holds the lock as long as its session lives, though it does nothing.
        with pytest.raises(Owned):
            fleet.kept.own(stream_of("R00"), wait=0.7)
        asked = [table._ask(each, settles["settle-once"], bodies["settle-once"]) for each in fleet.processes]
        assert asked == [None, None]

        # Cut off, it is followed by another, who plays on and settles.
        assert _cut_off(fleet.place, hung, locks_only=locks_only) == (1 if locks_only else 2)
        table.owner, cut = "", time.monotonic()
        assert life.try_it("raise-dispute", by("dealer"), player="ann", about="a delay", against="dee")
        waited = time.monotonic() - cut
        done = table.send(settles["settle-once"])
        assert not isinstance(done, Refusal)
        for event in done:
            table.happen(event)
        life.goes_on(data)

        # It comes back to what it was asked while it hung, and is asked for the other; then it ends.
        os.kill(hung.pid, signal.SIGCONT)
        heard = {pending: _hears(line)}
        other = "settle-again" if pending == "settle-once" else "settle-once"
        heard[other] = _hears(line, "R00", bodies[other])
        assert heard["settle-once"][0] != "answer" or heard["settle-once"][1] == table.answers["settle-once"]
        assert heard["settle-again"][0] != "answer"
        assert fleet.kept.answer(stream_of("R00"), "settle-again") is None
        life.lives(data, 20)
        _check(fleet.kept, [table])
        lost = "the lock" if locks_only else "everything"
        share(f"an owner that hung and lost {lost}, asked to {pending}: another answered after {waited:.2f} s")
