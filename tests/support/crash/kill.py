"""Kills a host under load, again and again, and checks its store afterwards. It runs as a process of its own.

    python -m tests.support.crash.kill FOLDER SEED KILLS [early]

It imports everything once and forks a child for each kill, so that a kill takes milliseconds. The child runs several
tables on one SQLite file, and reports every answer to this process through a pipe. A byte of shared memory says
whether it is inside a commit, between passing COMMIT to SQLite and its return. Prints the results as JSON. With
"early", the child reports a command when it is sent, before it is answered; the check must detect that.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from mmap import mmap
from pathlib import Path
from random import Random
from threading import Semaphore, Thread
from typing import Any

from croupier.host import Answer, Host
from croupier.host import host as running
from croupier.store import Store
from croupier.store.sqlite import SQLite
from croupier.table import stream_of
from tests.support.crash.life import SIGNER, Acks, Script, check, name_of, short_hash

TABLES = ("R1", "R2", "R3")
IN_FLIGHT = 6  # commands of one table that wait for answers
MOST_LIVES = 8  # kills with the same file
_READY = "ready"


class Marked(SQLite):
    """A storage backend that sets a byte of shared memory during a commit."""

    def __init__(self, path: Path, byte: mmap, checkpoint: int) -> None:
        self._byte = byte
        super().__init__(path)
        self.connection.pragma("wal_autocheckpoint", checkpoint)

    def run(self, statement: str, *values: Any) -> list[Any]:
        """Run a statement, with the byte set if it is a commit."""
        if statement != "COMMIT":
            return super().run(statement, *values)
        self._byte[0] = 1
        done = super().run(statement, *values)
        self._byte[0] = 0
        return done


def fork(work: Callable[[int], None]) -> tuple[int, int]:
    """Fork a child that does this work and writes to a pipe; return its process id and the pipe's other end."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    with _to_the_end():
        os.close(reading)
        work(writing)
    os._exit(0)


@contextmanager
def _to_the_end() -> Iterator[None]:
    """End the child at any error, in any of its threads."""
    try:
        yield
    except BaseException:
        traceback.print_exc()
        os._exit(70)


def tell(pipe: int, future: Future[Answer]) -> None:
    """Report an answer to the parent process."""
    with _to_the_end():
        answer = future.result()
        os.write(pipe, f"{answer.command} {short_hash(answer.write())}\n".encode())


def _play(rows: Marked, scripts: list[Script], first: dict[str, int], pipe: int, early: bool) -> None:
    """Run the tables until killed, with frequent snapshots."""
    running.SNAPSHOT_EVERY = 40
    kept = Store(rows)
    hosts = [Host(kept, stream_of(script.table), signer=SIGNER) for script in scripts]
    os.write(pipe, f"{_READY} .\n".encode())

    def crowd(host: Host, script: Script) -> None:
        room = Semaphore(IN_FLIGHT)
        for number in count(first[script.table]):
            room.acquire()
            with _to_the_end():
                future = host.submit(script.command(number))
                if early:
                    script.play(number + 1)
                    os.write(pipe, f"{name_of(script.table, number)} {short_hash(script.answers[number])}\n".encode())
                else:
                    future.add_done_callback(partial(tell, pipe))
                future.add_done_callback(lambda _: room.release())

    threads = [Thread(target=crowd, args=pair) for pair in zip(hosts, scripts, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def acknowledged(child: int, reading: int) -> tuple[Acks, int]:
    """Everything that a child reported before it ended, and its exit status."""
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read().decode()
    status = os.waitpid(child, 0)[1]
    return {name: answer for name, _, answer in (line.partition(" ") for line in told.splitlines())}, status


def _aim(reading: int, byte: mmap, data: Random, few: bool) -> str:
    """Wait for the moment of a kill: during opening, at any later time, or (if there were few) inside a commit."""
    kind = "commit" if few else data.choices(("opening", "later", "commit"), (15, 40, 45))[0]
    if kind == "opening":
        time.sleep(data.uniform(0, 0.02))
        return kind
    assert select.select([reading], [], [], 60)[0], "the child did not start"
    time.sleep(data.uniform(0.001, 0.04))
    if kind == "commit":
        until = time.perf_counter() + 0.1
        while not byte[0] and time.perf_counter() < until:
            pass
        until = time.perf_counter() + data.uniform(0, 0.0004)
        while time.perf_counter() < until:
            pass
    return kind


@dataclass
class Life:
    """One file, its tables, and everything that was acknowledged since it was created."""

    path: Path
    scripts: list[Script]
    left: int  # kills until a new file is used
    acks: Acks = field(default_factory=dict)


def _kill(life: Life, byte: mmap, data: Random, few: bool, early: bool) -> tuple[str, Acks]:
    """Fork a child, kill it, and read its reports."""
    first = {script.table: sum(f"{script.table}/" in name for name in life.acks) for script in life.scripts}
    byte[0], checkpoint = 0, data.choice((1, 20, 1000))
    child, reading = fork(lambda pipe: _play(Marked(life.path, byte, checkpoint), life.scripts, first, pipe, early))
    try:
        aimed = _aim(reading, byte, data, few)
    finally:
        os.kill(child, signal.SIGKILL)
        told, status = acknowledged(child, reading)
    assert status == signal.SIGKILL, f"the child ended by itself, with status {status}"
    told.pop(_READY, None)
    return aimed, told


def run(folder: Path, seed: str, kills: int, early: bool = False) -> dict[str, object]:
    """Kill children and check the store each time; an assertion fails at the first error."""
    data, counts, started = Random(seed), Counter[str](), time.monotonic()
    byte, life = mmap(-1, 1), Life(folder, [], 0)
    for kill in range(kills):
        if not life.left:
            shutil.rmtree(folder)
            folder.mkdir()
            scripts = [Script(table, f"{seed} {kill}") for table in TABLES]
            life = Life(folder / f"{kill}.db", scripts, data.randint(1, MOST_LIVES))
            counts["files"] += 1
        life.left -= 1
        try:
            aimed, told = _kill(life, byte, data, counts["inside"] < 0.35 * kill, early)
            life.acks |= told
            counts.update({aimed: 1, "inside": byte[0], "acknowledged": len(told)})
            looked = life.path
            if data.random() < 0.5:  # check a copy, so that the next child opens the file as the kill left it
                looked = folder / "copy" / life.path.name
                shutil.rmtree(looked.parent, ignore_errors=True)
                shutil.copytree(folder, looked.parent)
            check(looked, life.scripts, life.acks, IN_FLIGHT)
        except BaseException as error:
            error.add_note(f"kill {kill} of seed {seed!r}; the files are in {folder}")
            raise
    return {"kills": kills, **counts, "seconds": round(time.monotonic() - started, 1)}


if __name__ == "__main__":
    print(json.dumps(run(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:] == ["early"])))
