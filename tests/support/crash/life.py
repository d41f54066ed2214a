"""Tables for crash tests, with the expected result of every command, and the check of a store after a crash.

The commands of a table are a fixed sequence that follows from a seed, decided one by one. After a crash, the store
must contain the first n of them, each with exactly the events and the answer that the pure functions give, and n must
be at least the number of acknowledged commands.
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
COLORS = {"ann": "orange", "ben": "yellow", "cho": "pink"}
EVEN = ("red", "black", "odd", "even", "low", "high")
_MEMORY = ("tmpfs", "ramfs", "devtmpfs")  # file systems that lose everything in a power failure

Acks = dict[str, str]  # by command id: a short hash of the answer that was given


def short_hash(answer: bytes) -> str:
    """A few digits that identify an answer."""
    return sha256(answer).hexdigest()[:16]


class Disk(NamedTuple):
    """An empty folder on a real disk, and the name of its file system."""

    folder: Path
    kind: str


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A folder on a real disk. Without one the test is skipped, since it would prove nothing."""
    for place in (tmp_path, ROOT):
        kind = _file_system(place)
        if kind not in _MEMORY:
            with tempfile.TemporaryDirectory(prefix="crash-", dir=place) as folder:
                (Path(folder) / "files").mkdir()
                yield Disk(Path(folder) / "files", kind)
            return
    pytest.skip(f"no disk: {tmp_path} and {ROOT} are in memory")


def _file_system(place: Path) -> str:
    """The name of the file system of a folder."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    except OSError:
        return "a file system of unknown kind"
    above = [*map(str, (place.resolve(), *place.resolve().parents))]
    return max((len(where), number, kind) for number, (where, kind) in enumerate(mounts) if where in above)[2]


def alone(module: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Run a module of these tests as a process of its own, which may fork because it has no threads."""
    command = [sys.executable, "-m", f"tests.support.crash.{module}", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


class Script:
    """The commands of one table in their order, with their results, computed as far as needed."""

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
        """The command with a number, from 0. It depends on the state after the commands before it."""
        while len(self._asked) <= number:
            self.play(len(self._asked))
            self._asked.append(next(self._more))
        return self._asked[number]

    def play(self, most: int) -> None:
        """Decide the first `most` commands without host or store."""
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
    """Open a table, seat players with chips, then play rounds without end; some wagers are refused."""
    dealer, told = by("dealer"), list[tuple[str, By, dict[str, Any]]]()

    def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
        told.append((word, who, dict(fields)))
        return ""

    crew = Driver(state, give, Told(lambda _, of: str(data.randrange(37))), staff=by)
    opening = {"house": written("colorado-double-zero"), "bank": 10_000_000_00, "dealer": by("dealer").person}
    yield "open-table", by("pit-supervisor"), opening
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
    """Open what a crash has left, and send every command again, and `ahead` further ones.

    All acknowledged commands must be stored. The stored commands must be the first n of each table, complete and
    once. After the repeats, every command must have had its effect once.
    """
    with store.open(f"sqlite:///{path}") as kept:
        found = {script.table: there(kept, script) for script in scripts}
        whole(kept, sum(found.values()))
        for script in scripts:
            _acknowledged(script, found[script.table], acks)
        sent = {script.table: _again(kept, script, found[script.table], ahead) for script in scripts}
        assert {script.table: there(kept, script) for script in scripts} == sent, "a repeat was stored again"
        whole(kept, sum(sent.values()))


def _acknowledged(script: Script, found: int, acks: Acks) -> None:
    """Check that all acknowledged commands of a table are stored, with the answers that were given."""
    given = {name: int(name.rpartition("/")[2]) for name in acks if name.rpartition("/")[0] == script.table}
    lost = sorted(number for number in given.values() if number >= found)
    assert not lost, f"acknowledged but lost at {script.table}: {lost}; {found} are stored"
    for name, number in given.items():
        assert acks[name] == short_hash(script.answers[number]), f"{name} was acknowledged with another answer"


def there(kept: Store, script: Script) -> int:
    """Check that the stored commands of a table are its first n, complete and once; return n."""
    rows: list[Appended] = [row for row in kept.commands() if row.stream == script.stream]
    script.play(len(rows))
    names = {name_of(script.table, number): number for number in range(len(rows))}
    assert {row.command for row in rows} == set(names), "a command is stored, but an earlier one is not"
    for row in rows:
        number = names[row.command]  # a command with events has no stored answer
        due = b"" if script.bodies[number] else script.answers[number]
        assert row.answer == due, f"{row.command} has another answer"
    expected = [(name, body) for name, bodies in zip(names, script.bodies, strict=False) for body in bodies]
    found = [(envelope.command, envelope.body) for envelope in kept.read(script.stream)]
    assert found == expected, f"the events of {script.table} are not those of its first {len(rows)} commands"
    return len(rows)


def _again(kept: Store, script: Script, before: int, ahead: int) -> int:
    """Send every command again with the same id, and further ones; return how many there are now."""
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
    """Check all digests, links and signatures, and the number of commands."""
    found = store.verify(kept, keys=[SIGNER.public])
    assert isinstance(found, Verified), found
    assert found.commands == most, "there are commands of other tables"
