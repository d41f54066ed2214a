"""A process that owns some of the streams of a cage and its tills, and delivers slips to streams of other processes.

Run as a program: `python -m tests.support.slips.owners PLACE FOLDER LIFE STREAM…`. It answers commands for its
streams at sockets in the folder, delivers all slips in transit, reports that, and then sends and delivers slips
without end.
"""

from __future__ import annotations

import sys
import time
from itertools import count
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from random import Random
from threading import Thread

import msgspec

from croupier import store as stores
from croupier.conduct import Command, aggregate_of
from croupier.conduct.slip import Slip
from croupier.host import Answer, Host, answer
from croupier.host.slips.courier import Decider, deliver, slips_of
from tests.support.slips.streams import COURIER, Send
from tests.support.stores import SIGNER

TILLS = ("till/1", "till/2")
STREAMS = ("cage", *TILLS)
WAYS = (("cage", "till/1"), ("cage", "till/2"), ("till/1", "cage"), ("till/2", "till/1"), ("till/1", "till/1"))
#: Names of streams that take no slips: of a kind without slips, of no kind, of records, similar to a known one, only
#: a prefix; then an invalid name, and one that is too long.
NOWHERE = ("people/main", "nowhere/1", "floor/owners", "cages", "till/", "till/1\n", "till/" + 200 * "1")
PATIENCE = 60.0  # seconds until a killed owner must have been replaced


def door(folder: Path, stream: str) -> str:
    """The socket at which the owner of a stream answers."""
    return str(folder / stream.replace("/", "-"))


class Elsewhere:
    """A stream that another process owns. If that process is killed, the next owner is asked again."""

    def __init__(self, folder: Path, stream: str) -> None:
        self.door = door(folder, stream)
        self._line: Connection | None = None

    def handle(self, command: Command) -> Answer:
        """Return the answer of the owner."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._line = self._line or Client(self.door, family="AF_UNIX")
                self._line.send(msgspec.json.encode(command))
                return answer.read(self._line.recv())
            except (EOFError, OSError):
                self._line = None
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)


def _answers(host: Host, folder: Path) -> None:
    """Answer all clients, each in a thread of its own."""
    place = Path(door(folder, host.stream))
    place.unlink(missing_ok=True)  # left by an owner that was killed
    listener = Listener(str(place), family="AF_UNIX", backlog=16)

    def serve(line: Connection) -> None:
        while True:
            try:
                command = aggregate_of(host.stream).commands.read(line.recv())
                line.send(host.handle(command).write())
            except (EOFError, OSError):
                return

    while True:
        Thread(target=serve, args=(listener.accept(),), daemon=True).start()


def run(place: str, folder: Path, life: int, own: list[str]) -> None:
    """Run one process until it is killed."""
    random = Random(f"{life} {own}")
    with stores.open(place) as kept:
        hosts = {name: Host(kept, name, signer=SIGNER, patience=PATIENCE) for name in own}
        for host in hosts.values():
            Thread(target=_answers, args=(host, folder), daemon=True).start()
        found: dict[str, Decider] = {name: hosts.get(name) or Elsewhere(folder, name) for name in STREAMS}
        for slip in slips_of(kept, list(STREAMS)).under_way:  # even if another courier is delivering it right now
            deliver(slip, found.__getitem__, life)
        print("begun", flush=True)
        ways = [way for way in WAYS if way[0] in own]
        for number in count(1):
            source, to = random.choice(ways)
            to = random.choice(NOWHERE) if random.random() < 0.1 else to
            amount = random.randrange(1_00, 300_00)
            command = Send(id=f"send/{source}/{life}/{number}", by=COURIER, at=life, to=to, amount=amount)
            if hosts[source].handle(command).refusal is None:
                assert to not in NOWHERE
                deliver(Slip(source, command.id, to, "cash", amount), found.__getitem__, life)


if __name__ == "__main__":
    run(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
