"""Random lives of guests at their terminals, in which every command is repeated.

A life is lived once, with each command sent once: wagers, choices, dice, chips and leaves, some of them refused by
the table and some by the floor. Then the same is sent to another server, with repeats: while the first is in flight,
later, in other circumstances, and after restarts. Every answer is the first one, byte for byte, and both tables end
with the same log and in the same state.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, cast

import msgspec
import pytest

from croupier import store as stores
from croupier.core.refusal import Code, Refusal
from croupier.floor.allowance import Allowances
from croupier.floor.guest_commands import COMMANDS, FILLED
from croupier.floor.guests import CHIPS
from croupier.floor.sound import Sound
from croupier.floor.table import Table
from croupier.host import Answer
from croupier.host.audit import audit
from croupier.table import Command, Event, HouseText, begin, digest, events, stream_of
from croupier.text import facts
from croupier.web.server.socket import WATCHING, Terminal
from croupier.web.server.wire import Wire
from tests.support.run_table import Line, Told, run_table
from tests.support.stores import url
from tests.support.table.fields import HOUSES, PLAYERS, fields_of
from tests.support.table.life import Life
from tests.support.table.play import by
from tests.support.table.watch import Watched

#: Tables with terminals, with their games and houses.
TABLES = {
    "E00": ("roulette", HOUSES["roulette"][6]),
    "C1": ("craps", HOUSES["craps"][3]),
    "B6": ("big-six", HOUSES["big-six"][2]),
}
MOVES = 500
BETS = ("place", "raise", "repeat")


@dataclass(frozen=True)
class Step:
    """Something that somebody says once in a life; `answer` is what the first one heard."""

    at: int
    command: Command | None = None  # of the staff
    said: bytes = b""  # by a guest
    guest: str = ""
    sound: Sound | None = "on"
    why: Refusal | None = None
    fault: str | None = None
    answer: bytes = b""


class Server:
    """One table with its terminals, as a server runs it, in an event loop. It does its jobs itself."""

    def __init__(self, where: str, name: str, clock: Told) -> None:
        self.where, self.name, self.clock = where, name, clock
        self.jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.kept = stores.open(where)
        self.table = self._run()

    def _run(self) -> Table:
        """Run the table. A life passes in a second, so guests are not slowed down for what is refused to them."""
        table = run_table(self.kept, self.name, self.jobs.put, clock=self.clock)
        table.guests._refused = Allowances(1e6, 1e6)
        return table

    def says(self, step: Step) -> Line:
        """Somebody says something at a terminal; the answer comes to the line."""
        terminal = Terminal(cast(Wire, line := Line()), step.guest, self.table, step.why)
        terminal.sound, self.table.fault = step.sound, step.fault
        terminal.hear(step.said)
        return line

    def heard(self, *lines: Line) -> list[bytes]:
        """Wait until all of them are answered."""
        while not all(line.pushed for line in lines):
            self.jobs.get(timeout=20)()
        self.table.fault = None
        return [frame for line in lines for frame in line.pushed]

    def asks(self, step: Step) -> bytes:
        """Give a command, and wait for its answer."""
        if step.command is None:
            return self.heard(self.says(step))[0]
        answer = self.table.host.handle(step.command).write()
        while not self.jobs.empty():
            self.jobs.get()()
        return answer

    def restart(self) -> None:
        """Another process takes over."""
        self.table.stop().close()
        if not self.where.startswith("memory"):
            self.kept.close()
            self.kept = stores.open(self.where)
        self.table = self._run()


@dataclass
class AtTheWeb(Watched):
    """A table whose players are at terminals of a server; what they and the staff say is kept."""

    server: Server = field(kw_only=True)
    clock: Told = field(kw_only=True)
    data: Random = field(kw_only=True)
    steps: list[Step] = field(default_factory=list)
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)  # what guests said, and how it was answered

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        self.clock.at = command.at
        said, state = msgspec.to_builtins(command), self.state
        mine = (command.by.role, command.by.person, said["do"] in COMMANDS) == ("player", said.get("player"), True)
        mine = mine and (state.play is None or state.house.terminals or state.house.electronic_device)
        if not mine or any(said[name] for name in FILLED & said.keys() - {"by", "at", "player"}):
            return self._decided(self._asks(Step(command.at, command)))
        said = {name: value for name, value in said.items() if name not in FILLED}
        done = self._decided(self._says(command.by.person, said))
        self._refused_by_the_floor(command.by.person, said)
        return done

    def _refused_by_the_floor(self, guest: str, said: dict[str, Any]) -> None:
        """The same under another id, from a terminal that may not, or something else that the floor refuses."""
        match self.data.randrange(8):
            case 0:
                self._says("zoe", {**said, "id": f"{said['id']}-zoe"}, why=WATCHING)
            case 1:
                self._says(guest, {**said, "id": f"{said['id']}-out"}, fault="The wheel is gone.")
            case 2 if said["do"] in BETS and self.state.game == "roulette":
                self._says(guest, {**said, "id": f"{said['id']}-mute"}, sound=None)
            case 3:
                self._says(guest, {"do": "bring-chips", "id": f"{said['id']}-many", "amount": 2 * CHIPS})

    def _says(self, guest: str, said: dict[str, Any], **how: Any) -> Answer:
        answer = self._asks(Step(self.clock.at, said=msgspec.json.encode(said), guest=guest, **how))
        self.kinds[said["do"], "accepted" if answer.refusal is None else answer.refusal.word] += 1
        return answer

    def _asks(self, step: Step) -> Answer:
        step = replace(step, answer=self.server.asks(step))
        self.steps.append(step)
        named = step.command.id if step.command else f"{step.guest}/{self.server.name}/{_own(step)}"
        first = self.server.kept.answer(stream_of(self.server.name), named)
        assert first is not None, "every answer is on record"
        return self.server.table.host._recorded(first)

    def _decided(self, answer: Answer) -> tuple[Event, ...] | Refusal:
        """All events since the last command: a player who leaves is cashed out first."""
        if (no := answer.refusal) is not None:
            known = tuple((name, facts.read(kind, value)) for name, kind, value in no.facts)
            return Refusal(Code(no.code), known, None, no.variant)
        new = self.server.kept.read(stream_of(self.server.name), len(self.log))
        return tuple(events.read(each.body) for each in new)


def _own(step: Step) -> str:
    return str(msgspec.json.decode(step.said)["id"])


def _lives(game: str, house: HouseText, table: AtTheWeb, moves: int) -> None:
    """A random life of the table, in which guests often do something else, good or bad."""
    data, life = table.data, Life(game, table.data, table, house)
    for _ in range(moves):
        life.lives(data, 1)
        if table.state.play is None:
            continue
        guest = data.choice(PLAYERS)
        if table.state.seat(guest) is None:
            life.try_it("sit", by("player", guest), player=guest, place=PLAYERS.index(guest) + 1)
        word = data.choice([each for each in sorted(COMMANDS) if each != "leave" or data.randrange(3) == 0])
        said = {name: value for name, value in fields_of(word, data).items() if name not in FILLED}
        own = [each for each in table.state.felt.standing if each.seat == guest]
        if own and data.randrange(10) == 0:
            word, said = "clear", {}
        elif own and table.state.phase == "open" and data.randrange(12) == 0:
            word, said = "take-down", {"wager": "", "spot": None}
        if own and "wager" in said and word != "place":
            up = data.choice(own)
            said |= {name: value for name, value in (("wager", up.wager), ("spot", up.spot)) if name in said}
        life.try_it(word, by("player", guest), player=guest, **said)


class Repeats:
    """Clients that repeat what they said while servers restart."""

    def __init__(self, server: Server, clock: Told, data: Random) -> None:
        self.server, self.clock, self.data = server, clock, data
        self.waiting: list[tuple[Line, Step]] = []
        self.sends = self.restarts = 0
        self.reused: set[bytes] = set()

    def live(self, steps: list[Step]) -> None:
        """Send everything in order, and repeats in between; at the end all of it again, in another order."""
        for number, step in enumerate(steps):
            self.clock.at = step.at
            if step.command is None:
                lines = [self.server.says(step) for _ in range(self.data.randrange(1, 4))]
                assert set(self.server.heard(*lines)) == {step.answer}, step
                self.sends += len(lines)
            else:
                assert self.server.asks(step) == step.answer, step
            self._repeat(self.data.choice(steps[: number + 1]))
            if self.data.randrange(60) == 0:
                self._restart()
        self._restart()
        for step in self.data.sample(steps, len(steps)):
            self._repeat(step)
        self._hear()

    def _repeat(self, step: Step) -> None:
        """Send something again, perhaps from another terminal, and do not wait; sometimes another body."""
        if step.command is not None:
            assert self.server.asks(step) == step.answer, step
            return
        how: dict[str, Any] = {"sound": self.data.choice(("on", "muted", None))}
        how |= {"why": self.data.choice((None, WATCHING)), "fault": self.data.choice((None, "The dice are gone."))}
        if self.data.randrange(10) == 0:
            other = msgspec.json.encode({"do": "bring-chips", "id": _own(step), "amount": 3})
            if other != step.said:
                self.reused.add(step.guest.encode() + other)
                assert b'"word":"id-used"' in self.server.heard(self.server.says(replace(step, said=other, **how)))[0]
        self.waiting.append((self.server.says(replace(step, **how)), step))
        self.sends += 1

    def _hear(self) -> None:
        self.server.heard(*(line for line, _ in self.waiting))
        for line, step in self.waiting:
            assert line.pushed == [step.answer], step
        self.waiting.clear()

    def _restart(self) -> None:
        self._hear()
        self.server.restart()
        self.restarts += 1


@pytest.mark.parametrize("place", ["memory", "sqlite"])
@pytest.mark.parametrize("name", TABLES)
def test_every_command_of_guests_is_repeated(
    name: str,
    place: str,
    tmp_path: Path,
    proof: bool,
    share: Callable[[str], None],
) -> None:
    seed = f"{secrets.randbits(64)}" if proof else f"guests at {name}"
    print(f"seed {seed}")
    clock = Told()

    async def lived() -> None:
        game, house = TABLES[name]
        once, data = Server("memory:", name, clock), Random(seed)
        table = AtTheWeb(begin(name), ids="c", server=once, clock=clock, data=data)
        _lives(game, house, table, MOVES * (20 if proof else 1))
        again = Server(url(place, tmp_path), name, clock)
        repeats = Repeats(again, clock, Random(f"{seed} again"))
        repeats.live(table.steps)
        one, other = once.table.host, again.table.host
        assert (
            (one.version, digest(one.state))
            == (other.version, digest(other.state))
            == (
                len(table.log),
                digest(table.state),
            )
        )
        assert [each.body for each in again.kept.read(stream_of(name))] == table.log
        first, second = audit(once.kept), audit(again.kept)
        assert first.fault is second.fault is None
        assert second.commands == first.commands + len(repeats.reused)
        refused, taken = ({word for word, how in table.kinds if (how == "accepted") is ok} for ok in (False, True))
        assert refused == COMMANDS.keys()
        assert {"place", "take-down", "clear", "leave", "bring-chips"} <= taken
        assert {"watching", "table-failed", "play-chips"} <= {how for _, how in table.kinds}
        share(
            f"guests of {name} on {place}, seed {seed}: {len(table.steps):,} commands, {sum(table.kinds.values()):,}"
            f" at terminals ({len(table.kinds)} kinds of answers), sent {repeats.sends:,} times over"
            f" {repeats.restarts} restarts; {len(repeats.reused)} ids used again for something else"
        )
        for server in (once, again):
            server.table.stop().close()
            server.kept.close()

    asyncio.run(lived())
