"""Forks servers and devices from a process that has imported everything, so that starting one takes little time.

    python -m tests.support.kills.nursery MARKS

Each line of its input is a JSON object with what to start; it prints the process id. Every process is in a session
of its own. MARKS is a file of two bytes, which servers share with whoever kills them: whether the device is being
asked for a draw, and whether a settlement is being written.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from mmap import mmap
from pathlib import Path
from typing import Any

from croupier.device import client, process
from croupier.device.messages import Answer, Close, Draw, Question, Reveal
from croupier.floor.crew.paced import Pace
from croupier.floor.demonstration import DEVICE, TABLES
from croupier.floor.houses import written
from croupier.host import host
from croupier.host.host import Callback, First, Host
from croupier.table import Command, HouseText
from croupier.table.acts.round.settling import Settle
from croupier.web.server.serve import serve
from tests.support.kills import door

DRAWING, SETTLING = 0, 1  # places in the marks
#: Rounds of about a third of a second.
QUICK = Pace(window=0.2, spin=0.05, rest=0.02, show=0.02, offer=0.02)
#: Iterations of the delay at some tables: about 20 ms.
DELAYS = {"R00": 100_000}


def houses(tables: list[str]) -> dict[str, HouseText]:
    """The houses of tables of the demonstration; some have a delay."""
    return {each: written(TABLES[each], **DEVICE, device__delay=DELAYS.get(each, 0)) for each in tables}


def mark(marks: mmap) -> None:
    """Set the marks while the device is asked for a draw, and while a settlement is decided and not durable yet."""
    ask, decide = client.Client.ask, Host.ask

    def asked(self: client.Client, question: Question) -> Answer:
        marks[DRAWING] = isinstance(question, Close | Draw | Reveal)
        try:
            return ask(self, question)
        finally:
            marks[DRAWING] = 0

    def decided(
        self: Host, command: Command, then: Callback, request: bytes | None = None, first: First | None = None
    ) -> None:
        if not isinstance(command, Settle):
            decide(self, command, then, request, first)
            return
        marks[SETTLING] = 1

        def settled(found: Any) -> None:
            marks[SETTLING] = 0
            then(found)

        decide(self, command, settled, request, first)

    vars(client)["Client"].ask = asked
    vars(host)["Host"].ask = decided


def _run(what: str, asked: dict[str, Any]) -> None:
    host.SNAPSHOT_EVERY = 300
    os.environ["XDG_DATA_HOME"] = asked["folder"]
    match what:
        case "server":  # with the database in its own process, and a device that it starts itself
            serve(asked["db"], asked["port"], pace=QUICK, houses=houses(asked["tables"]), places=None)
        case "floor":  # the same tables without web server, with the database in this process
            door.run(asked["db"], Path(asked["socket"]), Path(asked["device"]), houses(asked["tables"]), QUICK)
        case "device":
            process.run(Path(asked["device"]))


def main(marks: mmap) -> None:
    """Fork a process for every line of the input."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    mark(marks)
    for line in sys.stdin:
        asked = json.loads(line)
        if pid := os.fork():
            print(pid, flush=True)
            continue
        status = 1
        try:
            os.setsid()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            output = os.open(asked["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            for each in (1, 2):
                os.dup2(output, each)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            _run(asked["what"], asked)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)


if __name__ == "__main__":
    with Path(sys.argv[1]).open("r+b") as file:
        main(mmap(file.fileno(), 2))
