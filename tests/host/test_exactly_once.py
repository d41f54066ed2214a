"""Exactly once: commands arrive one to five times, out of order, while hosts and stores restart.

One life of each table is played without a store, each command once. Then its commands are sent to hosts over a store,
as by clients that get no answer: again while the first is in flight, later, and after restarts. Every answer is the
first one, byte for byte, and the table ends in the same state.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from random import Random

import msgspec
import pytest

from croupier import store
from croupier.core.refusal import Refusal
from croupier.host import Answer, Host, load
from croupier.host.audit import audit
from croupier.store import CommandReused, content_of
from croupier.table import Command, Event, State, begin, digest, stream_of
from tests.support.stores import PLACES, url
from tests.support.table.fields import TABLES
from tests.support.table.life import Life
from tests.support.table.play import answered
from tests.support.table.watch import Watched

MOVES = {"memory": 120, "sqlite": 120, "postgresql": 40}
LASTING = ("sqlite", "postgresql")
Sent = tuple[str, Command, bytes]  # the table, the command, and the expected answer


@dataclass
class Recorded(Watched):
    """A table whose commands and answers are kept."""

    sent: list[Sent] = field(default_factory=list)

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        done = super().send(command)
        version = len(self.log) + (0 if isinstance(done, Refusal) else len(done))
        reply = answered(command.id, version, done)
        self.sent.append((self.state.table_id, command, reply.write()))
        return done


def _lived(seed: str, moves: int) -> dict[str, Recorded]:
    """Random play at every table, each command once."""
    found = {}
    for name, (game, house) in TABLES.items():
        data = Random(f"{seed} {name}")
        table = Recorded(begin(name), ids=f"{name}-")
        Life(game, data, table, house).lives(data, moves)
        found[name] = table
    return found


class Clients:
    """Clients that send commands while hosts and the store restart."""

    def __init__(self, where: str, data: Random) -> None:
        self.where, self.data = where, data
        self.lasting = not where.startswith("memory")
        self.kept = store.open(where)
        self.hosts = {name: Host(self.kept, stream_of(name)) for name in TABLES}
        self.waiting: list[tuple[Future[Answer], Sent]] = []
        self.sends = self.hosts_made = self.stores_made = self.reused = 0
        self.on_record: set[bytes] = set()  # what was sent under an id that was used

    def send(self, sent: Sent, times: int = 1) -> None:
        """Send a command, and repeat it before it is answered."""
        name, command, _ = sent
        for _ in range(times):
            self.waiting.append((self.hosts[name].submit(command), sent))
        self.sends += times

    def hear(self) -> None:
        """Check that every answer equals the table's answer to the single command."""
        for future, (_, command, said) in self.waiting:
            assert future.result(60).write() == said, command
        self.waiting.clear()

    def reuse(self, sent: Sent) -> None:
        """The id of a command with another body: refused, and nothing changes."""
        name, command, _ = sent
        host = self.hosts[name]
        before: tuple[State, int] = host.state, host.version
        later = msgspec.structs.replace(command, at=command.at + 1)
        somebody = msgspec.structs.replace(command.by, person=f"not {command.by.person}")
        other = msgspec.structs.replace(command, by=somebody)
        sent_again = self.data.choice((later, other))
        with pytest.raises(CommandReused):
            host.handle(sent_again)
        self.on_record.add(content_of(stream_of(name), msgspec.json.encode(sent_again)))
        assert (host.state, host.version) == before
        assert host.state is before[0]
        self.reused += 1

    def restart(self, *, all_of_it: bool) -> None:
        """Replace one host by a new one, or close all of them and reopen the store."""
        self.hear()
        again = [*TABLES] if all_of_it else [self.data.choice([*TABLES])]
        ended = {name: digest(self.hosts[name].state) for name in again}
        for name in again:
            self.hosts[name].close()
        if all_of_it and self.lasting:
            self.kept.close()
            self.kept = store.open(self.where)
            self.stores_made += 1
        for name in again:
            self.hosts[name] = Host(self.kept, stream_of(name))
            assert digest(self.hosts[name].state) == ended[name]
        self.hosts_made += len(again)

    def close(self) -> None:
        """Close all hosts and the store."""
        self.hear()
        for host in self.hosts.values():
            host.close()
        self.kept.close()


def _in_turn(tables: dict[str, Recorded]) -> list[Sent]:
    """The commands of all tables, one of each in turn."""
    rows = zip_longest(*(table.sent for table in tables.values()))
    return [sent for row in rows for sent in row if sent is not None]


def _play(clients: Clients, commands: list[Sent]) -> None:
    data = clients.data
    late: list[list[Sent]] = [[] for _ in range(len(commands) + 1)]
    for number, sent in enumerate(commands):
        times = data.randrange(1, 6)
        at_once = data.randrange(1, times + 1)
        clients.send(sent, at_once)
        for _ in range(times - at_once):
            late[data.choice((min(number + data.randrange(1, 300), len(commands)), len(commands)))].append(sent)
        for again in late[number]:
            clients.send(again)
        if data.randrange(12) == 0:
            clients.reuse(data.choice((sent, commands[data.randrange(number + 1)])))
        if data.randrange(200) == 0:
            clients.restart(all_of_it=data.randrange(4) == 0)
    clients.restart(all_of_it=True)
    for again in late[-1]:
        clients.send(again)
    clients.hear()


@pytest.mark.parametrize("place", PLACES)
def test_a_command_that_comes_again_is_answered_as_the_first_time(
    place: str, tmp_path: Path, proof: bool, share: Callable[[str], None]
) -> None:
    seed = f"{secrets.randbits(64)}" if proof else "once"
    print(f"seed {seed}")
    tables = _lived(seed, MOVES[place] * (20 if proof else 1))
    commands = _in_turn(tables)
    clients = Clients(url(place, tmp_path), Random(f"{seed} {place}"))
    _play(clients, commands)
    for name, table in tables.items():
        host = clients.hosts[name]
        assert (host.version, digest(host.state)) == (len(table.log), digest(table.state))
        assert [envelope.body for envelope in clients.kept.read(stream_of(name))] == table.log
    found = audit(clients.kept)
    assert found.fault is None
    events = sum(len(table.log) for table in tables.values())
    assert (found.commands, found.events) == (len(commands) + len(clients.on_record), events)
    clients.close()
    share(
        f"exactly once on {place}, seed {seed}: {len(commands):,} commands of {len(tables)} tables sent"
        f" {clients.sends:,} times over {clients.hosts_made} new hosts and {clients.stores_made} new stores;"
        f" {clients.reused} ids used again for something else"
    )


@pytest.mark.parametrize("place", PLACES)
def test_the_same_ids_at_two_tables_do_not_interfere(place: str, tmp_path: Path) -> None:
    """Clients choose the ids: the same id at two tables is answered by each table independently."""
    tables = _lived("elsewhere", 5)
    with store.open(url(place, tmp_path)) as kept:
        hosts = {name: Host(kept, stream_of(name)) for name in ("C2", "B6")}
        for name, host in hosts.items():
            for number, (_, command, _) in enumerate(tables[name].sent):
                again = msgspec.structs.replace(command, id=f"c{number}")
                assert host.handle(again) == host.handle(again)
            assert digest(host.state) != digest(load(kept, stream_of("nobody"))[0])
        for name, host in hosts.items():
            assert digest(host.state) == digest(load(kept, stream_of(name))[0])
            host.close()
        assert audit(kept).fault is None
