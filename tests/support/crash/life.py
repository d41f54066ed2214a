"""Tables for crash tests: what every command must come to, known beforehand, and the check of a store after a crash.

A table's commands are a fixed row that follows from a seed. They are decided one after the other, so what a store may
hold after a crash is the first so-many of them, each with the events and the answer that pure functions give, to the
byte; and no fewer than were acknowledged.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier import store
from croupier.core.refusal import Refusal
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Told
from croupier.host import Host, load
from croupier.store import Appended, Signer, Store, Verified
from croupier.table import By, Command, State, begin, commands, decide, digest, evolve, stream_of
from tests.support.table.play import answered, by, written

ROOT = Path(__file__).parents[3]
SIGNER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
COLORS = {"ann": "red", "ben": "blue", "cho": "green"}
EVEN = ("red", "black", "odd", "even", "low", "high")
_MEMORY = ("tmpfs", "ramfs", "devtmpfs")  # file systems that hold nothing when the power goes

Acks = dict[str, str]  # command by id: the mark of the answer that was given


def mark(answer: bytes) -> str:
    """A few digits that tell answers apart."""
    return sha256(answer).hexdigest()[:16]


class Disk(NamedTuple):
    """An empty folder on a disk, and the name of its file system."""

    folder: Path
    kind: str


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A folder on a disk; without one the test is skipped, for there would be nothing to prove."""
    for place in (tmp_path, ROOT):
        kind = _file_system(place)
        if kind not in _MEMORY:
            with tempfile.TemporaryDirectory(prefix="crash-", dir=place) as folder:
                (Path(folder) / "files").mkdir()
                yield Disk(Path(folder) / "files", kind)
            return
    pytest.skip(f"no disk: {tmp_path} and {ROOT} are in memory")


def _file_system(place: Path) -> str:
    """The name of the file system that a folder is in."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    except OSError:
        return "a file system of unknown kind"
    above = [*map(str, (place.resolve(), *place.resolve().parents))]
    return max((len(where), number, kind) for number, (where, kind) in enumerate(mounts) if where in above)[2]


def alone(module: str, *words: object) -> subprocess.CompletedProcess[str]:
    """What a module of these tests does as a process of its own, which may fork as it has no threads."""
    command = [sys.executable, "-m", f"tests.support.crash.{module}", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


class Script:
    """The commands of one table in their order, and what comes of each, as far as they are asked for."""

    def __init__(self, table: str, seed: str, players: int = 3, wagers: int = 9) -> None:
        self.table, self.stream = table, stream_of(table)
        self._asked: list[Command] = []
        acts = _acts(lambda: self.states[-1], Random(f"{seed} {table}"), [*COLORS][:players], wagers)
        self._more = _commands(table, acts)
        self.bodies: list[list[bytes]] = []
        self.answers: list[bytes] = []
        self.states: list[State] = [begin(table)]
        self._version = 0

    def command(self, number: int) -> Command:
        """The command at a place, from 0; what is due next follows from the table after those before it."""
        while len(self._asked) <= number:
            self.play(len(self._asked))
            self._asked.append(next(self._more))
        return self._asked[number]

    def play(self, most: int) -> None:
        """Decide as many commands, without host or store."""
        for number in range(len(self.answers), most):
            state, command = self.states[-1], self.command(number)
            decided = decide(command, state)
            for event in () if isinstance(decided, Refusal) else decided:
                state = evolve(state, event)
                self._version += 1
            answer = answered(command.id, self._version, decided)
            self.answers.append(answer.write())
            self.bodies.append([bytes(each) for each in answer.events])
            self.states.append(state)


def _commands(table: str, acts: Iterator[tuple[str, By, dict[str, Any]]]) -> Iterator[Command]:
    for number, (word, who, fields) in enumerate(acts):
        raw = {"do": word, "id": name_of(table, number), "by": who, "at": (number + 1) * 1000, **fields}
        yield commands.read(msgspec.json.encode(raw))


def name_of(table: str, number: int) -> str:
    """The id of a command."""
    return f"{table}/{number}"


def _acts(
    state: Callable[[], State], data: Random, players: list[str], wagers: int
) -> Iterator[tuple[str, By, dict[str, Any]]]:
    """A table opened, players seated and bought in, then rounds without end by its crew; some wagers are refused."""
    dealer, told = by("dealer"), list[tuple[str, By, dict[str, Any]]]()

    def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
        told.append((word, who, dict(fields)))
        return ""

    crew = Driver(state, give, Told(lambda _, of: str(data.randrange(37))), staff=by)
    yield "open-table", by("pit-supervisor"), {"house": written("colorado-double-zero"), "bank": 10_000_000_00}
    for place, player in enumerate(players, 1):
        yield "sit", by("player", player), {"player": player, "place": place}
        yield "take-color", dealer, {"player": player, "color": COLORS[player], "unit": 1_00}
        yield "spread-cash", dealer, {"player": player, "instrument": "cash", "amount": 1_000_000_00}
        while state().buying is not None:
            crew.step()
            yield told.pop()
    for _ in count():
        for _ in range(wagers):
            player, amount = data.choice(players), data.choice((5_00, 10_00, 25_00, 25_00, 7_000_00))
            inside = data.random() < 0.7
            wager, spot = ("straight", str(data.randrange(37))) if inside else (data.choice(EVEN), None)
            fields = {"player": player, "wager": wager, "amount": amount, "spot": spot}
            yield "place", by("player", player), fields
        number = state().round
        while state().round == number:
            crew.step()
            yield told.pop()


def check(path: Path, scripts: Sequence[Script], acks: Acks, ahead: int) -> None:
    """Open what a crash has left, and send every command again, with as many more as could have been under way.

    What was acknowledged must be there, everything that is there must be the first so-many commands of each table,
    whole and once, and after the repeats every command has had its effect once.
    """
    with store.open(f"sqlite:///{path}") as kept:
        found = {script.table: there(kept, script) for script in scripts}
        whole(kept, sum(found.values()))
        for script in scripts:
            _acknowledged(script, found[script.table], acks)
        sent = {script.table: _again(kept, script, found[script.table], ahead) for script in scripts}
        assert {script.table: there(kept, script) for script in scripts} == sent, "commands sent again"
        whole(kept, sum(sent.values()))


def _acknowledged(script: Script, found: int, acks: Acks) -> None:
    """What was acknowledged at a table is there, with the answer that was given."""
    given = {name: int(name.rpartition("/")[2]) for name in acks if name.rpartition("/")[0] == script.table}
    lost = sorted(number for number in given.values() if number >= found)
    assert not lost, f"acknowledged and lost at {script.table}: {lost}, of {found} there"
    for name, number in given.items():
        assert acks[name] == mark(script.answers[number]), f"{name} was acknowledged with another answer"


def there(kept: Store, script: Script) -> int:
    """How many commands of a table are in the store: the first ones, each whole, each once, and nothing else."""
    rows: list[Appended] = [row for row in kept.commands() if row.stream == script.stream]
    script.play(len(rows))
    names = {name_of(script.table, number): number for number in range(len(rows))}
    assert {row.command for row in rows} == set(names), "a command is there though one before it is not"
    for row in rows:
        number = names[row.command]  # a command that made events has those for its answer
        due = b"" if script.bodies[number] else script.answers[number]
        assert row.answer == due, f"{row.command} has another answer"
    expected = [(name, body) for name, bodies in zip(names, script.bodies, strict=False) for body in bodies]
    found = [(envelope.command, envelope.body) for envelope in kept.read(script.stream)]
    assert found == expected, f"the events of {script.table} are not those of its first {len(rows)} commands"
    return len(rows)


def _again(kept: Store, script: Script, before: int, ahead: int) -> int:
    """Send every command once more, with the same id; how many there are now."""
    _same(load(kept, stream_of(script.table))[0], script.states[before])
    host = Host(kept, stream_of(script.table), signer=SIGNER)
    _same(host.state, script.states[before])
    most = before + ahead
    script.play(most)
    answers = [host.submit(script.command(number)) for number in range(most)]
    assert [each.result().write() for each in answers] == script.answers[:most], "a repeat got another answer"
    _same(host.state, script.states[most])
    host.close()
    return most


def _same(state: State, expected: State) -> None:
    assert digest(state) == digest(expected), "replay gives another table"
    assert sum(amount for _, amount in state.balances) == 0, "money was made or lost"


def whole(kept: Store, most: int) -> None:
    """Every digest, link and signature holds, and so many commands are there in all."""
    found = store.verify(kept, keys=[SIGNER.public])
    assert isinstance(found, Verified), found
    assert found.commands == most, "commands of no table that was played"
